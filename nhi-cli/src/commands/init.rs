//! `nhi init`: a starter project.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use nhi_build::visible_path;
use serde_json::json;

use crate::cli::InitArguments;
use crate::files;
use crate::outcome::{Failure, Outcome, Problem};

/// The files of the project, but for its manifest.
const FILES: [(&str, &str); 6] = [
    (".gitignore", include_str!("../../starter/gitignore.txt")),
    ("README.md", include_str!("../../starter/README.md")),
    ("build.rs", include_str!("../../starter/build.rs.txt")),
    (
        "models/sleigh.nhi",
        include_str!("../../starter/sleigh.nhi"),
    ),
    (
        "models/sleigh.toml",
        include_str!("../../starter/sleigh.toml"),
    ),
    ("src/main.rs", include_str!("../../starter/main.rs.txt")),
];

/// The manifest; `{package}`, `{nhi}` and `{nhi-build}` are filled in.
const MANIFEST: &str = include_str!("../../starter/Cargo.toml.txt");

/// Creates the project in a folder that is new or empty.
pub(crate) fn init(arguments: &InitArguments) -> Result<Outcome, Failure> {
    let folder = &arguments.folder;
    refuse_occupied(folder)?;
    let clone = match &arguments.nhi {
        Some(path) => Some(given_clone(path)?),
        None => own_clone(),
    };
    let mut written = Vec::new();
    let manifest = manifest(folder, clone.as_deref());
    let manifest = [("Cargo.toml", manifest.as_str())];
    for (name, content) in manifest.into_iter().chain(FILES) {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            files::create_folder(parent)?;
        }
        files::write(&path, content.as_bytes())?;
        written.push(name);
    }
    let text = format!(
        "created `{0}`: {1}\n\nNext:\n    cd {0}\n    nhi run models/sleigh.toml\n    nhi plot run.csv -o run.svg\n    nhi animate run.csv --scenario models/sleigh.toml -o run.html\n    cargo run --release\n",
        visible_path(folder),
        written.join(", "),
    );
    let data = json!({ "folder": folder, "files": written, "nhi": clone });
    Ok(Outcome::new(text, data))
}

/// A folder with anything in it, or a file of this name, is left alone.
fn refuse_occupied(folder: &Path) -> Result<(), Failure> {
    let found = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Ok(mut entries) => match entries.next() {
            None => return Ok(()),
            Some(_) => "is not empty".to_owned(),
        },
        Err(error) => format!("cannot be used: {error}"),
    };
    let problem = Problem::new(
        format!("`{}` {found}", visible_path(folder)),
        "a folder that is new or empty: nothing is overwritten",
    );
    Err(problem.into())
}

fn given_clone(path: &Path) -> Result<PathBuf, Failure> {
    let root = fs::canonicalize(path).ok().filter(|root| is_clone(root));
    root.ok_or_else(|| {
        let problem = Problem::new(
            format!("`{}` is no clone of nhi", visible_path(path)),
            "the folder in which the crates `nhi` and `nhi-build` are",
        );
        problem.into()
    })
}

/// The clone that this command was built from, where it is still there.
fn own_clone() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent()?;
    is_clone(root).then(|| root.to_owned())
}

fn is_clone(root: &Path) -> bool {
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap_or_default();
    manifest.contains("\nname = \"nhi\"\n") && root.join("nhi-build/Cargo.toml").is_file()
}

fn manifest(folder: &Path, clone: Option<&Path>) -> String {
    let dependency = |inside: &str| match clone {
        Some(root) => {
            let path = root.join(inside).display().to_string();
            format!("{{ path = {} }}", json!(path.trim_end_matches('/')))
        }
        None => format!("\"{}\"", env!("CARGO_PKG_VERSION")),
    };
    MANIFEST
        .replace("{package}", &package_name(folder))
        .replace("{nhi}", &dependency(""))
        .replace("{nhi-build}", &dependency("nhi-build"))
}

/// The name of the folder where it can be the name of a package, else another.
fn package_name(folder: &Path) -> String {
    let name = folder
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .to_lowercase();
    let fits = name.starts_with(|letter: char| letter.is_ascii_lowercase())
        && name
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_'));
    // A package of the name of a dependency, or of a keyword, would not build.
    let taken = [
        "nhi",
        "nhi-build",
        "nhi_build",
        "core",
        "std",
        "test",
        "self",
        "crate",
        "super",
    ];
    let is_keyword = [
        "as", "fn", "if", "in", "mod", "use", "type", "struct", "move", "match", "loop",
    ];
    if fits && !taken.contains(&name.as_str()) && !is_keyword.contains(&name.as_str()) {
        name
    } else {
        "sleigh".to_owned()
    }
}

//! `nhi init`: a starter project.

mod template;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use nhi_build::visible_path;
use nhi_study::files;
use nhi_symbolic::is_keyword;
use serde_json::json;

use crate::cli::{InitArguments, Template};
use crate::outcome::{Failure, Outcome, Problem};

/// The files that version control ignores in every project.
const IGNORED: &str = include_str!("../../starter/gitignore.txt");

/// The files of the sleigh and its program.
const FILES: [(&str, &str); 5] = [
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

/// The manifest; `{package}`, `{nonholonomic}` and `{nhi-build}` are replaced.
const MANIFEST: &str = include_str!("../../starter/Cargo.toml.txt");

/// Creates the project in a new or empty folder.
pub(crate) fn init(arguments: &InitArguments) -> Result<Outcome, Failure> {
    let folder = &arguments.folder;
    refuse_occupied(folder)?;
    let clone = match &arguments.nhi {
        Some(path) => given_clone(path)?,
        None => own_clone()?,
    };
    let manifest = ("Cargo.toml".to_owned(), manifest(folder, &clone));
    let ignored = (".gitignore".to_owned(), IGNORED.to_owned());
    let (files, steps) = match arguments.template {
        Some(template) => from_template(template, &package_name(folder)),
        None => with_program(),
    };
    let files = [vec![manifest, ignored], files].concat();
    let written = write(folder, &files)?;
    let text = format!(
        "created `{}`: {}\n\nNext:\n    cd {}\n{steps}",
        visible_path(folder),
        written.join(", "),
        in_shell(&visible_path(folder)),
    );
    let data = json!({ "folder": folder, "files": written, "nhi": clone });
    Ok(Outcome::new(text, data))
}

/// Returns a path as an argument in a shell: in quotes if it has spaces or signs with a meaning.
fn in_shell(path: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "/._-+~".contains(letter);
    match path.chars().all(is_plain) {
        true => path.to_owned(),
        false => format!("'{}'", path.replace('\'', r"'\''")),
    }
}

/// Files by path within a project.
type Files = Vec<(String, String)>;

/// Returns the sleigh with a program, and the next steps for the user.
fn with_program() -> (Files, String) {
    let files = FILES.map(|(name, content)| (name.to_owned(), content.to_owned()));
    let steps = format!("{}    cargo run --release\n", steps("models/sleigh.toml"));
    (files.to_vec(), steps)
}

/// Returns a model, a scenario, the generated code as a library and a program that uses it, and the
/// next steps for the user.
fn from_template(template: Template, package: &str) -> (Files, String) {
    let template = template.files();
    let steps = format!(
        "{}    cargo run --release > loop.csv\n    cargo doc --open\n",
        steps(&template.scenario_path())
    );
    (template.files(package), steps)
}

/// Returns the next steps for a scenario.
fn steps(scenario: &str) -> String {
    format!(
        "    nhi run {scenario}\n    nhi plot run.csv -o run.svg\n    nhi animate run.csv -o run.html\n"
    )
}

/// Writes the files of a project.
fn write(folder: &Path, files: &Files) -> Result<Vec<String>, Failure> {
    let mut written = Vec::new();
    for (name, content) in files {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            files::create_folder(parent)?;
        }
        files::write(&path, content.as_bytes())?;
        written.push(name.clone());
    }
    Ok(written)
}

/// Returns an error if the folder is not empty or is a file.
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
            format!("`{}` is not a clone of nhi", visible_path(path)),
            CLONE,
        );
        problem.into()
    })
}

/// Returns the source clone that this command was built from.
fn own_clone() -> Result<PathBuf, Failure> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    let root = root.filter(|root| is_clone(root));
    root.map(Path::to_owned).ok_or_else(|| {
        let found = "the source clone that `nhi` was built from no longer exists";
        Problem::new(found, format!("`--nhi DIR` with {CLONE}")).into()
    })
}

/// The description of the clone that provides the dependencies of a project.
const CLONE: &str =
    "the folder of a clone of nhi, in which the packages `nonholonomic` and `nhi-build` are";

fn is_clone(root: &Path) -> bool {
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap_or_default();
    manifest.contains("\nname = \"nonholonomic\"\n") && root.join("nhi-build/Cargo.toml").is_file()
}

fn manifest(folder: &Path, clone: &Path) -> String {
    let clone = near(folder, clone);
    let dependency = |inside: &str| {
        let path = clone.join(inside).display().to_string();
        format!("{{ path = {} }}", json!(path.trim_end_matches('/')))
    };
    MANIFEST
        .replace("{package}", &package_name(folder))
        .replace("{nonholonomic}", &dependency(""))
        .replace("{nhi-build}", &dependency("nhi-build"))
}

/// Returns the path from a folder to a clone. It is relative if both share a parent folder and can
/// be moved together.
fn near(folder: &Path, clone: &Path) -> PathBuf {
    let Ok(from) = std::path::absolute(folder) else {
        return clone.to_owned();
    };
    // A relative path from a symbolic link would lead elsewhere.
    let parent = from
        .parent()
        .and_then(|parent| fs::canonicalize(parent).ok());
    let from = parent
        .zip(from.file_name())
        .map(|(parent, name)| parent.join(name));
    let relative = from.and_then(|from| {
        let shared = from
            .components()
            .zip(clone.components())
            .take_while(|(a, b)| a == b)
            .count();
        (shared > 1)
            .then(|| pathdiff::diff_paths(clone, &from))
            .flatten()
    });
    relative.unwrap_or_else(|| clone.to_owned())
}

/// Returns a package name for the folder: its letters, digits, `-` and `_`, with `-` for the rest.
fn package_name(folder: &Path) -> String {
    let whole = fs::canonicalize(folder).or_else(|_| std::path::absolute(folder));
    let whole = whole.unwrap_or_default();
    let name = whole.file_name().unwrap_or_default().to_string_lossy();
    let fits = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let words = name.split(|letter: char| !fits(letter));
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    let name = words.join("-").to_lowercase();
    let begins_well = name.starts_with(|letter: char| letter.is_ascii_lowercase());
    match begins_well && !TAKEN.contains(&name.as_str()) && !is_keyword(&name) {
        true => name,
        false => format!("project-{name}").trim_end_matches('-').to_owned(),
    }
}

/// Names of dependencies and of crates of Rust: packages with such names do not build.
const TAKEN: [&str; 10] = [
    "nhi",
    "nonholonomic",
    "nhi-build",
    "nhi_build",
    "core",
    "std",
    "alloc",
    "test",
    "proc-macro",
    "proc_macro",
];

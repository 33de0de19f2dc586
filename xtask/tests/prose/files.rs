//! The files that are checked.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders that are not searched: builds, versions, and texts of others.
const LEFT_OUT: [&str; 4] = ["target", ".git", "tests/fixtures", "docs/book"];

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the Markdown files of the repository and the Rust sources in folders named `src`, by
/// their paths from the root, in order.
pub(crate) fn all() -> Vec<PathBuf> {
    let mut files = Vec::new();
    search(Path::new(""), &mut files);
    files.sort();
    files
}

fn search(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(root().join(folder)).expect("a folder") {
        let entry = entry.expect("an entry of a folder");
        let path = folder.join(entry.file_name());
        let is_source = || path.components().any(|part| part.as_os_str() == "src");
        if entry.file_type().expect("a kind of file").is_dir() {
            let is_left_out = LEFT_OUT.iter().any(|left_out| path.ends_with(left_out));
            if !is_left_out {
                search(&path, files);
            }
        } else if is_page(&path) || path.extension().is_some_and(|end| end == "rs") && is_source() {
            files.push(path);
        }
    }
}

pub(crate) fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "md")
}

/// Returns true if the string literals of a source are read by users or contributors.
pub(crate) fn has_messages(path: &Path) -> bool {
    let parts: Vec<_> = path.iter().filter_map(OsStr::to_str).collect();
    let is_test = parts
        .iter()
        .any(|&part| part == "tests" || part == "tests.rs");
    matches!(parts[..], [package, "src", ..] if package.starts_with("nhi-")) && !is_test
}

/// Returns true if the doc comments of a source are help texts.
pub(crate) fn is_help(path: &Path) -> bool {
    path.starts_with("nhi-cli/src/cli")
}

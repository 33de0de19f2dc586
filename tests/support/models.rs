//! The models that tests read.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders with models that are compared with the interpreter.
pub(crate) const FOLDERS: [&str; 3] = ["generated_vs_interpreter", "golden", "models"];

/// All models as `folder/name`, in alphabetical order.
pub(crate) fn all() -> Vec<String> {
    let mut models = Vec::new();
    for group in FOLDERS {
        for entry in fs::read_dir(folder().join(group)).unwrap() {
            let file = entry.unwrap().path();
            if file.extension().is_some_and(|ending| ending == "nhi") {
                let name = file.file_stem().unwrap().to_str().unwrap();
                models.push(format!("{group}/{name}"));
            }
        }
    }
    models.sort();
    models
}

/// The text of a model.
pub(crate) fn source(model: &str) -> String {
    let file = file(model);
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The file of a model.
pub(crate) fn file(model: &str) -> PathBuf {
    folder().join(model).with_extension("nhi")
}

/// The folder of the tests, of which one is a package of its own.
pub(crate) fn folder() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = package.ancestors().map(|folder| folder.join("tests"));
    folders
        .find(|folder| folder.join("models").is_dir())
        .expect("the folder of the tests")
}

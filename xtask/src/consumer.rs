//! Minimal crates that use nhi: with and without the attribute on a struct, or with a given file.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cargo::{Outcome, cargo, root, scratch, seconds};

/// The times of `cargo check` if only the crate itself has changed.
pub(crate) struct CheckTimes {
    /// With `#[nonholonomic]` on the snakeboard, in seconds, one per run.
    pub(crate) with: Vec<f64>,
    /// With the bare struct, in seconds, one per run.
    pub(crate) without: Vec<f64>,
}

const RUNS: usize = 7;

/// Checks both crates several times, alternating between them.
pub(crate) fn check_times() -> Outcome<CheckTimes> {
    let model = root().join("tests/models/snakeboard.nhi");
    let model =
        fs::read_to_string(&model).map_err(|error| format!("{}: {error}", model.display()))?;
    let item = &model[model.find("#[derive").unwrap_or(0)..];
    let library = |text: &str| format!("//! A consumer of nhi.\n{text}");
    let model = format!("use nhi::nonholonomic;\n\n{model}");
    let with = write_package("with", "lib.rs", &library(&model))?;
    let without = write_package("without", "lib.rs", &library(item))?;
    for package in [&with, &without] {
        check(package)?;
    }
    let mut times = CheckTimes {
        with: Vec::new(),
        without: Vec::new(),
    };
    for _ in 0..RUNS {
        times.with.push(check(&with)?);
        times.without.push(check(&without)?);
    }
    Ok(times)
}

/// Writes a package with one file into the scratch directory and returns that file.
pub(crate) fn write_package(name: &str, file: &str, text: &str) -> Outcome<PathBuf> {
    let directory = scratch().join("consumer").join(name);
    let manifest = format!(
        "[package]\nname = \"consumer-{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies.nhi]\npackage = \"nonholonomic\"\npath = {:?}\n\n[workspace]\n",
        root()
    );
    let source = directory.join("src");
    let file = source.join(file);
    let write = || {
        fs::create_dir_all(&source)?;
        fs::write(directory.join("Cargo.toml"), manifest)?;
        fs::copy(root().join("Cargo.lock"), directory.join("Cargo.lock"))?;
        fs::write(&file, text)
    };
    write().map_err(|error| format!("{}: {error}", directory.display()))?;
    Ok(file)
}

/// Returns the seconds of `cargo check` after a change to the library file.
fn check(library: &Path) -> Outcome<f64> {
    let text = fs::read(library).map_err(|error| error.to_string())?;
    fs::write(library, text).map_err(|error| error.to_string())?;
    let manifest = library.ancestors().nth(2).unwrap_or(library);
    seconds(
        cargo()
            .args(["check", "--offline", "--manifest-path"])
            .arg(manifest.join("Cargo.toml"))
            .arg("--target-dir")
            .arg(scratch().join("consumer").join("target")),
    )
}

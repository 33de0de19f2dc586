//! Code generation in build scripts: reads files and writes to `OUT_DIR`.

use std::path::{Path, PathBuf};

use nhi_symbolic::{Diagnostics, Root};

use crate::error::Error;
use crate::format::{generate, generate_at};
use crate::model_file::ModelFile;
use crate::render::{Colour, render};

/// A builder that generates the code of several model files.
#[derive(Clone, Debug, Default)]
#[must_use = "nothing is generated before `compile`"]
pub struct Builder {
    files: Vec<PathBuf>,
    out_dir: Option<PathBuf>,
    crate_path: Option<String>,
}

impl Builder {
    /// Returns a builder without files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a model file; its code is written to `<file stem>.rs`.
    pub fn file(mut self, path: impl AsRef<Path>) -> Self {
        self.files.push(path.as_ref().to_owned());
        self
    }

    /// Adds several model files.
    pub fn files(self, paths: impl IntoIterator<Item = impl AsRef<Path>>) -> Self {
        paths.into_iter().fold(self, Self::file)
    }

    /// Writes to another folder than the build script's `OUT_DIR`.
    pub fn out_dir(mut self, path: impl AsRef<Path>) -> Self {
        self.out_dir = Some(path.as_ref().to_owned());
        self
    }

    /// Sets the path of the crate `nhi` in the generated code, for a dependency that is renamed or
    /// re-exported: `dynamics` or `crate::robot::nhi`. The macro that includes the code is then
    /// also that crate's: `dynamics::include_model!`.
    pub fn crate_path(mut self, path: impl Into<String>) -> Self {
        self.crate_path = Some(path.into());
        self
    }

    /// Reads, compiles and writes all files. A file is written only if its content changes, and
    /// atomically: it receives its name when it is complete.
    ///
    /// The mistakes of all files are reported on standard error, with source lines. Cargo prints
    /// them when the build script fails.
    ///
    /// # Errors
    /// See [`Error`]; nothing is written if a model has a mistake.
    pub fn compile(&self) -> Result<(), Error> {
        let out_dir = self.output_folder()?;
        let root = self.root()?;
        self.check_names()?;
        self.check_paths(&out_dir)?;
        for path in &self.files {
            println!("cargo::rerun-if-changed={}", path.display());
        }
        let mut mistakes = 0;
        let mut outputs = Vec::new();
        for path in &self.files {
            let file = ModelFile::read(path).map_err(Error::Read)?;
            let code = match &root {
                Some(root) => generate_at(&file, root),
                None => generate(&file),
            };
            match code {
                Ok(code) => outputs.push((output(&out_dir, path), code)),
                Err(diagnostics) => mistakes += report(&file, &diagnostics),
            }
        }
        if mistakes > 0 {
            return Err(Error::Models { mistakes });
        }
        outputs
            .into_iter()
            .try_for_each(|(path, code)| write_if_changed(&path, &code))
    }

    fn output_folder(&self) -> Result<PathBuf, Error> {
        let from_cargo = || std::env::var_os("OUT_DIR").map(PathBuf::from);
        self.out_dir
            .clone()
            .or_else(from_cargo)
            .ok_or(Error::NoOutDir)
    }

    fn root(&self) -> Result<Option<Root>, Error> {
        let Some(path) = &self.crate_path else {
            return Ok(None);
        };
        let root = Root::from_text(path);
        let refused = || Error::CratePath { path: path.clone() };
        root.ok_or_else(refused).map(Some)
    }

    fn check_names(&self) -> Result<(), Error> {
        let mut names: Vec<_> = self.files.iter().map(|path| stem(path)).collect();
        names.sort_unstable();
        match names.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(Error::SameName {
                name: pair[0].clone(),
            }),
            None => Ok(()),
        }
    }

    /// Checks that no line of a path is read as an instruction to cargo, and that no code
    /// overwrites a model.
    fn check_paths(&self, out_dir: &Path) -> Result<(), Error> {
        let is_broken = |path: &&PathBuf| path.to_string_lossy().contains(['\n', '\r']);
        if let Some(path) = self.files.iter().find(is_broken) {
            return Err(Error::Name { path: path.clone() });
        }
        for file in &self.files {
            let output = output(out_dir, file);
            if self.files.iter().any(|model| is_same(model, &output)) {
                return Err(Error::Overwrite { path: output });
            }
        }
        Ok(())
    }
}

/// Returns the output path for the code of a model file.
fn output(out_dir: &Path, file: &Path) -> PathBuf {
    out_dir.join(format!("{}.rs", stem(file)))
}

/// Returns true if two paths lead to the same existing file.
fn is_same(a: &Path, b: &Path) -> bool {
    let path = |path: &Path| path.canonicalize().ok();
    path(a).is_some_and(|a| path(b) == Some(a))
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or(path.as_os_str());
    stem.to_string_lossy().into_owned()
}

/// Reports every mistake and returns their number.
fn report(file: &ModelFile, diagnostics: &Diagnostics) -> usize {
    for diagnostic in diagnostics.errors() {
        eprintln!("{}\n", render(file, diagnostic, Colour::Plain));
    }
    diagnostics.errors().count()
}

fn write_if_changed(path: &Path, code: &str) -> Result<(), Error> {
    if std::fs::read_to_string(path).is_ok_and(|old| old == code) {
        return Ok(());
    }
    write_whole(path, code).map_err(|error| Error::Write {
        path: path.to_owned(),
        error,
    })
}

/// Writes a file next to its destination and renames it, so a partial file is never read. The
/// folder belongs to one build script.
fn write_whole(path: &Path, code: &str) -> std::io::Result<()> {
    let unfinished = path.with_extension("rs.unfinished");
    let moved = std::fs::write(&unfinished, code).and_then(|()| std::fs::rename(&unfinished, path));
    moved.inspect_err(|_| {
        let _ = std::fs::remove_file(&unfinished);
    })
}

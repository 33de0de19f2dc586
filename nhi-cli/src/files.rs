//! Writing files and folders.

use std::fs;
use std::path::Path;

use crate::outcome::Failure;

/// Writes a whole file.
pub(crate) fn write(path: &Path, content: &[u8]) -> Result<(), Failure> {
    fs::write(path, content).map_err(|error| Failure::writing(path, &error))
}

/// Creates a folder with its parents, unless it is there.
pub(crate) fn create_folder(path: &Path) -> Result<(), Failure> {
    fs::create_dir_all(path).map_err(|error| Failure::writing(path, &error))
}

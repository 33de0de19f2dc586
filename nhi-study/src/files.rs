//! Writing of files and folders, without overwriting inputs.

use std::fs;
use std::path::Path;

use nhi_build::visible_path;

use crate::problem::Failure;
use crate::result_file::{Complete, ResultFile};

/// Writes a complete file, or leaves the previous one unchanged.
pub fn write(path: &Path, content: &[u8]) -> Result<(), Failure> {
    write_all([(path, content)])
}

/// Writes complete files, or leaves the previous ones unchanged if one of them cannot be written.
pub fn write_all<'a>(files: impl IntoIterator<Item = (&'a Path, &'a [u8])>) -> Result<(), Failure> {
    let mut written = Vec::new();
    for (path, content) in files {
        let mut file = ResultFile::create(path)?;
        file.write(content)?;
        written.push(file.complete()?);
    }
    written.into_iter().try_for_each(Complete::give_name)
}

/// Creates a folder and its parents, unless it exists.
pub fn create_folder(path: &Path) -> Result<(), Failure> {
    fs::create_dir_all(path).map_err(|error| Failure::writing(path, &error))
}

/// Refuses to overwrite a file that is read, whatever links lead to it.
pub fn keep_apart(output: &Path, inputs: &[&Path]) -> Result<(), Failure> {
    let is_file = |path: &Path| fs::metadata(path).is_ok_and(|found| found.is_file());
    let is_read = |input: &&&Path| {
        is_file(input) && same_file::is_same_file(input, output).unwrap_or_default()
    };
    // Devices and pipes may be read and written under the same name.
    let read = inputs.iter().filter(|_| is_file(output)).find(is_read);
    match read {
        None => Ok(()),
        Some(input) => Err(Failure::Usage(format!(
            "the output `{}` would overwrite the input `{}`: choose another file",
            visible_path(output),
            visible_path(input)
        ))),
    }
}

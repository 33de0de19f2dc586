//! Result files, written completely or not at all.
//!
//! Output goes to an unfinished file in the same folder, which is renamed to the result when it is
//! complete. Until then, or if it is never completed, an earlier result is unchanged. Standard
//! output, devices and pipes are written to directly.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Stdout, Write, stdout};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempPath};

use crate::problem::Failure;

/// More symbolic links than any path needs; a longer chain is circular.
const MOST_LINKS: usize = 40;

/// The names of standard output.
const STANDARD_OUTPUT: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// The names of files that a process already has open; they have no folder to write to.
const OPEN_ALREADY: [&str; 3] = ["/dev/fd", "/dev/stderr", "/proc"];

/// The extension of a file that is not complete.
pub(crate) const UNFINISHED: &str = "unfinished";

/// Returns true if a path means standard output.
pub fn is_standard_output(path: &Path) -> bool {
    STANDARD_OUTPUT.iter().any(|name| path == Path::new(name))
}

/// Returns true if a path is that of a file that can be replaced or created.
pub fn is_file_name(path: &Path) -> bool {
    matches!(Place::of(path), Ok(Place::File(_)))
}

/// A result file in progress.
#[derive(Debug)]
pub struct ResultFile {
    path: PathBuf,
    out: BufWriter<Target>,
}

/// The destination of the bytes.
#[derive(Debug)]
enum Target {
    StandardOutput(Stdout),
    Device(File),
    /// A file that will be renamed to the given path.
    Unfinished(NamedTempFile, PathBuf),
}

/// The target of a path.
enum Place {
    StandardOutput,
    /// An open file, or one that cannot be replaced.
    Device,
    /// An existing or new file, with all links resolved.
    File(PathBuf),
}

impl ResultFile {
    /// Begins a result, without replacing anything yet.
    pub fn create(path: &Path) -> Result<Self, Failure> {
        let target = Target::open(path).map_err(|error| Failure::writing(path, &error))?;
        Ok(Self {
            path: path.to_owned(),
            out: BufWriter::new(target),
        })
    }

    /// Adds bytes.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let written = self.out.write_all(bytes);
        written.map_err(|error| Failure::writing(&self.path, &error))
    }

    /// Overwrites the first bytes of an incomplete file.
    pub fn replace_start(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let written = self
            .out
            .flush()
            .and_then(|()| self.out.get_mut().replace_start(bytes));
        written.map_err(|error| Failure::writing(&self.path, &error))
    }

    /// Passes all bytes so far to the reader of standard output or a pipe.
    pub fn flush(&mut self) -> Result<(), Failure> {
        let flushed = self.out.flush();
        flushed.map_err(|error| Failure::writing(&self.path, &error))
    }

    /// Completes the result and gives the file its name.
    pub fn finish(self) -> Result<(), Failure> {
        self.complete()?.give_name()
    }

    /// Writes all bytes and closes the file, which does not have its name yet.
    pub(crate) fn complete(self) -> Result<Complete, Failure> {
        let Self { path, out } = self;
        let completed = out
            .into_inner()
            .map_err(io::IntoInnerError::into_error)
            .and_then(Target::complete);
        match completed {
            Ok(unnamed) => Ok(Complete { path, unnamed }),
            Err(error) => Err(Failure::writing(&path, &error)),
        }
    }
}

/// A result whose bytes are all written.
#[derive(Debug)]
pub(crate) struct Complete {
    path: PathBuf,
    /// The file under a temporary name, and the name that it is to have.
    unnamed: Option<(TempPath, PathBuf)>,
}

impl Complete {
    pub(crate) fn give_name(self) -> Result<(), Failure> {
        let Some((file, place)) = self.unnamed else {
            return Ok(());
        };
        let named = file.persist(place);
        named.map_err(|error| Failure::writing(&self.path, &error.error))
    }
}

#[cfg(feature = "parquet")]
impl Write for ResultFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Target {
    fn open(path: &Path) -> io::Result<Self> {
        match Place::of(path)? {
            Place::StandardOutput => Ok(Self::StandardOutput(stdout())),
            Place::Device => {
                let file = OpenOptions::new().write(true).open(path);
                file.map(Self::Device)
            }
            Place::File(place) => Ok(Self::Unfinished(unfinished(&place)?, place)),
        }
    }

    fn replace_start(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::StandardOutput(_) | Self::Device(_) => Err(io::ErrorKind::NotSeekable.into()),
            Self::Unfinished(file, _) => {
                file.seek(SeekFrom::Start(0))?;
                file.write_all(bytes)
            }
        }
    }

    fn complete(self) -> io::Result<Option<(TempPath, PathBuf)>> {
        match self {
            Self::StandardOutput(mut stdout) => stdout.flush().map(|()| None),
            Self::Device(mut file) => file.flush().map(|()| None),
            Self::Unfinished(file, place) => {
                // A full disk may be reported only here.
                file.as_file().sync_all()?;
                Ok(Some((file.into_temp_path(), place)))
            }
        }
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::StandardOutput(stdout) => stdout.write(bytes),
            Self::Device(file) => file.write(bytes),
            Self::Unfinished(file, _) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::StandardOutput(stdout) => stdout.flush(),
            Self::Device(file) => file.flush(),
            Self::Unfinished(file, _) => file.flush(),
        }
    }
}

impl Place {
    fn of(path: &Path) -> io::Result<Self> {
        let mut place = path.to_owned();
        for _ in 0..MOST_LINKS {
            if is_standard_output(&place) {
                return Ok(Self::StandardOutput);
            }
            if OPEN_ALREADY.iter().any(|name| place.starts_with(name)) {
                return Ok(Self::Device);
            }
            let Ok(target) = fs::read_link(&place) else {
                return Self::without_links(place);
            };
            place = folder_of(&place).join(target);
        }
        Err(io::Error::other("its symbolic links lead in a circle"))
    }

    fn without_links(place: PathBuf) -> io::Result<Self> {
        match fs::metadata(&place) {
            Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(found) if !found.is_file() => Ok(Self::Device),
            _ => Ok(Self::File(place)),
        }
    }
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent();
    let folder = folder.filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
}

/// Creates a new file in the folder of a path, with the permissions of the file that it will
/// replace. A file that cannot be written to is not replaced either.
fn unfinished(place: &Path) -> io::Result<NamedTempFile> {
    if place.file_name().is_none_or(OsStr::is_empty) {
        return Err(io::Error::other("the path ends in no name of a file"));
    }
    let replaced = match OpenOptions::new().write(true).open(place) {
        Ok(file) => Some(file.metadata()?.permissions()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let mut builder = tempfile::Builder::new();
    let suffix = format!(".{UNFINISHED}");
    builder.prefix(".nhi.").suffix(&suffix);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(folder_of(place))?;
    if let Some(permissions) = replaced {
        file.as_file().set_permissions(permissions)?;
    }
    Ok(file)
}

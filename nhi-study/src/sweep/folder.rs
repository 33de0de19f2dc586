//! The folder of a sweep: its parts, and the record of what they belong to.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::part::PartFormat;
use super::table::damaged;
use crate::files;
use crate::problem::{Failure, Problem};
use crate::result_file::UNFINISHED;

/// The name of the record.
pub(super) const RECORD: &str = "sweep.toml";

/// The origin of a sweep, with everything that its numbers depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Record {
    /// The version of nhi.
    pub(super) nhi: String,
    /// The name of the system.
    pub(super) system: String,
    /// The integrator as written.
    pub(super) integrator: String,
    pub(super) start: f64,
    pub(super) step: f64,
    pub(super) steps: u64,
    pub(super) members: u64,
    /// The number of members of a part.
    pub(super) part: u64,
    pub(super) seed: u64,
    /// The number of steps between entries of lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) every: Option<u64>,
    /// The values of `--set`, as written.
    pub(super) set: BTreeMap<String, String>,
    /// The columns of the parts.
    pub(super) columns: Vec<String>,
    /// The ending of the names of the parts.
    pub(super) format: String,
    /// The text of the scenario.
    pub(super) scenario: String,
    /// The text of the model.
    pub(super) model: String,
    /// The checksums of the tables of its signals.
    pub(super) tables: Vec<String>,
}

/// The folder of a sweep.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    format: PartFormat,
}

impl Record {
    /// Reads the record of a folder.
    pub(super) fn read(folder: &Path) -> Result<Self, Failure> {
        let path = folder.join(RECORD);
        let text = fs::read_to_string(&path).map_err(|error| damaged(&path, &error.to_string()))?;
        toml::from_str(&text).map_err(|error| damaged(&path, error.message()))
    }
}

impl PartFormat {
    /// Returns the format of the sweep in a folder; `None` if there is none.
    #[must_use]
    pub fn of_folder(folder: &Path) -> Option<Self> {
        let record = Record::read(folder).ok()?;
        let mut formats = Self::ALL.iter().copied();
        formats.find(|format| format.ending() == record.format)
    }

    /// Returns the ending of file names.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            #[cfg(feature = "parquet")]
            Self::Parquet => "parquet",
            Self::Csv => "csv",
        }
    }
}

impl Folder {
    /// Returns the folder of a sweep, which may not exist yet.
    ///
    /// # Errors
    /// The folder has another sweep, or something else.
    pub(super) fn open(path: &Path, format: PartFormat, record: &Record) -> Result<Self, Failure> {
        let folder = Self {
            path: path.to_owned(),
            format,
        };
        let place = path.join(RECORD);
        match fs::read_to_string(&place) {
            Ok(text) => folder.compare(&text, record)?,
            Err(_) => folder.refuse_others()?,
        }
        Ok(folder)
    }

    /// Creates the folder with the record of its sweep, unless it exists.
    pub(super) fn begin(&self, record: &Record) -> Result<(), Failure> {
        let place = self.path.join(RECORD);
        if place.exists() {
            return Ok(());
        }
        files::create_folder(&self.path)?;
        let text = toml::to_string(record);
        let text = text.expect("strings and numbers are TOML");
        files::write(&place, text.as_bytes())
    }

    fn compare(&self, text: &str, record: &Record) -> Result<(), Failure> {
        let values = |record: &Record| toml::Table::try_from(record);
        let (Ok(before), Ok(now)) = (text.parse::<toml::Table>(), values(record)) else {
            return Err(self.refused("its record cannot be read".to_owned()));
        };
        match now
            .iter()
            .find(|(key, value)| before.get(*key) != Some(value))
        {
            None => Ok(()),
            Some((key, _)) => Err(self.refused(format!("it differs in `{key}`"))),
        }
    }

    /// Refuses a folder with other files. A sweep that was killed at its very beginning leaves only
    /// an unfinished one.
    fn refuse_others(&self) -> Result<(), Failure> {
        let is_unfinished = |path: PathBuf| path.extension().is_some_and(|x| x == UNFINISHED);
        if self.path.exists() && !self.path.is_dir() {
            return Err(self.refused("it is a file".to_owned()));
        }
        let is_empty = match fs::read_dir(&self.path) {
            Ok(entries) => entries.flatten().all(|entry| is_unfinished(entry.path())),
            Err(_) => !self.path.exists(),
        };
        match is_empty {
            true => Ok(()),
            false => Err(self.refused(format!("it has files but no `{RECORD}`"))),
        }
    }

    fn refused(&self, difference: String) -> Failure {
        let problem = Problem::new(
            format!("this is not the folder of this sweep: {difference}"),
            "a new folder, an empty one, or that of an earlier part of the same sweep",
        )
        .in_file(&self.path);
        problem.into()
    }

    /// Returns the path of a part.
    pub(super) fn part(&self, number: u64) -> PathBuf {
        let ending = self.format.ending();
        self.path.join(format!("part-{number:08}.{ending}"))
    }

    /// Returns true if a part is there and ends with this member, the last one of the part. Parts
    /// appear under their names when they are complete, but a copy or a full disk can cut them off
    /// later.
    pub(super) fn has(&self, number: u64, last_member: u64) -> bool {
        let path = self.part(number);
        match self.format {
            #[cfg(feature = "parquet")]
            PartFormat::Parquet => ends_like_parquet(&path).unwrap_or(false),
            PartFormat::Csv => fs::read(path).is_ok_and(|text| {
                let rows = text.strip_suffix(b"\n");
                let last = rows.and_then(|rows| rows.rsplit(|&byte| byte == b'\n').next());
                last.is_some_and(|last| last.starts_with(format!("{last_member},").as_bytes()))
            }),
        }
    }

    pub(super) fn format(&self) -> PartFormat {
        self.format
    }
}

/// Returns true if a file ends like Parquet, whose last bytes are written last.
#[cfg(feature = "parquet")]
fn ends_like_parquet(path: &Path) -> std::io::Result<bool> {
    use std::io::{Read as _, Seek as _, SeekFrom};
    let mut last = [0; 4];
    let mut file = fs::File::open(path)?;
    file.seek(SeekFrom::End(-4))?;
    file.read_exact(&mut last)?;
    Ok(&last == b"PAR1")
}

//! Reading of the parts of a sweep.

use std::fs;
#[cfg(feature = "parquet")]
use std::fs::File;
use std::path::{Path, PathBuf};

use super::folder::{RECORD, Record};
use crate::problem::{Failure, Problem};
use crate::table::MOST_NUMBERS;

/// The rows of all parts of a folder.
#[derive(Clone, Debug, Default)]
pub struct SweepTable {
    /// The name of the system.
    pub system: String,
    /// The integrator as written.
    pub integrator: String,
    /// The number of all members of the sweep.
    pub members: u64,
    /// The time of the first entries of lists.
    pub start: f64,
    /// The times between entries of lists.
    pub spacing: f64,
    /// The columns of numbers.
    pub numbers: Vec<(String, Vec<f64>)>,
    /// The columns of lists over time.
    pub lists: Vec<(String, Vec<Vec<f64>>)>,
    /// For each row, true if the member reached its end.
    pub is_ok: Vec<bool>,
}

/// Returns true for the folder of a sweep.
#[must_use]
pub fn is_sweep(path: &Path) -> bool {
    path.join(RECORD).is_file()
}

impl SweepTable {
    /// Reads the parts that a folder has.
    ///
    /// # Errors
    /// A part cannot be read, or all have too many numbers.
    pub fn read(folder: &Path) -> Result<Self, Failure> {
        let record = Record::read(folder)?;
        let mut table = Self {
            system: record.system,
            integrator: record.integrator,
            members: record.members,
            start: record.start,
            spacing: record.step * record.every.unwrap_or(1) as f64,
            ..Self::default()
        };
        for path in parts(folder)? {
            let read = match path.extension().and_then(|ending| ending.to_str()) {
                Some("csv") => table.add_csv(&path),
                #[cfg(feature = "parquet")]
                Some("parquet") => super::parquet_part::read(&path, &mut table),
                _ => continue,
            };
            read.map_err(|reason| damaged(&path, &reason))?;
            if table.size() > MOST_NUMBERS {
                let found = format!("the parts have more than {MOST_NUMBERS} numbers");
                return Err(Problem::new(found, "fewer members, or fewer columns").into());
            }
        }
        Ok(table)
    }

    /// Returns a column of numbers.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<&[f64]> {
        let mut columns = self.numbers.iter();
        columns
            .find(|(known, _)| known == name)
            .map(|(_, column)| column.as_slice())
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.is_ok.len()
    }

    fn size(&self) -> usize {
        let lists = self.lists.iter().flat_map(|(_, lists)| lists).map(Vec::len);
        self.rows() * self.numbers.len() + lists.sum::<usize>()
    }

    /// Adds a value to a column of numbers.
    pub(super) fn push(&mut self, name: &str, value: f64) {
        match self.numbers.iter_mut().find(|(known, _)| known == name) {
            Some((_, column)) => column.push(value),
            None => self.numbers.push((name.to_owned(), vec![value])),
        }
    }

    /// Adds a list to a column of lists.
    #[cfg(feature = "parquet")]
    pub(super) fn push_list(&mut self, name: &str, list: Vec<f64>) {
        match self.lists.iter_mut().find(|(known, _)| known == name) {
            Some((_, column)) => column.push(list),
            None => self.lists.push((name.to_owned(), vec![list])),
        }
    }

    /// Adds a text, of which only the status matters.
    pub(super) fn push_text(&mut self, name: &str, text: &str) {
        if name == "status" {
            self.is_ok.push(text == "ok");
        }
    }

    fn add_csv(&mut self, path: &Path) -> Result<(), String> {
        let mut reader = csv::Reader::from_path(path).map_err(|error| error.to_string())?;
        let names = reader.headers().map_err(|error| error.to_string())?.clone();
        for row in reader.records() {
            let row = row.map_err(|error| error.to_string())?;
            for (name, cell) in names.iter().zip(&row) {
                match name {
                    "status" | "reason" | "notes" => self.push_text(name, cell),
                    _ => {
                        let value = cell
                            .parse()
                            .map_err(|_| format!("`{cell}` is not a number"))?;
                        self.push(name, value);
                    }
                }
            }
        }
        Ok(())
    }
}

/// Returns the files of the parts, in their order.
fn parts(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder).map_err(|error| damaged(folder, &error.to_string()))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_part = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with("part-"))
    };
    let mut parts: Vec<_> = paths.filter(is_part).collect();
    parts.sort();
    Ok(parts)
}

/// Opens a part.
#[cfg(feature = "parquet")]
pub(super) fn open(path: &Path) -> Result<File, String> {
    File::open(path).map_err(|error| error.to_string())
}

pub(super) fn damaged(path: &Path, reason: &str) -> Failure {
    let problem =
        Problem::new(format!("cannot be read: {reason}"), "the folder of a sweep").in_file(path);
    problem.into()
}

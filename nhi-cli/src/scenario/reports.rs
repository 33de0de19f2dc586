//! The mistakes of a scenario, each with its file, table and key.

use std::ops::Range;

use nhi_build::ModelFile;

use super::table::Table;
use super::value::{Entry, Origin};
use crate::outcome::Problem;

/// Collects the mistakes of a scenario file.
#[derive(Clone, Debug)]
pub(crate) struct Reports {
    /// The text of the file.
    pub(crate) file: ModelFile,
    list: Vec<Problem>,
}

impl Reports {
    pub(crate) fn new(file: ModelFile) -> Self {
        Self {
            file,
            list: Vec::new(),
        }
    }

    /// A value is not what is needed.
    pub(crate) fn unfit(&mut self, table: &Table, key: &str, entry: &Entry, required: &str) {
        let found = format!("found {}", entry.value.describe());
        self.add(table, key, &entry.origin, Problem::new(found, required));
    }

    /// A key is missing.
    pub(crate) fn missing(&mut self, table: &Table, key: &str, required: &str) {
        let problem = Problem {
            file: Some(self.file.path.display().to_string()),
            key: Some(table.key_text(key)),
            ..Problem::new("missing", required)
        };
        self.list.push(problem);
    }

    /// Adds a mistake at an entry.
    pub(crate) fn add(&mut self, table: &Table, key: &str, origin: &Origin, problem: Problem) {
        let key = table.key_text(key);
        let problem = match origin {
            Origin::File(span) => Problem {
                file: Some(self.file.path.display().to_string()),
                place: Some(line_column(&self.file.text, span)),
                key: Some(key),
                ..problem
            },
            Origin::Option(option) => Problem {
                key: Some(format!("{option}: {key}")),
                ..problem
            },
        };
        self.list.push(problem);
    }

    /// Adds mistakes that know their place.
    pub(crate) fn extend(&mut self, problems: Vec<Problem>) {
        self.list.extend(problems);
    }

    /// The mistakes so far in the order of the file, those without a line last.
    pub(crate) fn take(&mut self) -> Vec<Problem> {
        let mut list = std::mem::take(&mut self.list);
        list.sort_by_key(|problem| problem.place.unwrap_or((usize::MAX, 0)));
        list
    }
}

/// Line and column of the first byte of a range, from 1.
pub(crate) fn line_column(text: &str, range: &Range<usize>) -> (usize, usize) {
    let before = text.get(..range.start).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let start_of_line = before.rfind('\n').map_or(0, |end| end + 1);
    (line, before[start_of_line..].chars().count() + 1)
}

//! Runs drawn in the same panels.

use std::path::{Path, PathBuf};

use nhi_build::visible_path;
use nhi_symbolic::counted;

use super::{MOST_LINES, Showing};
use crate::problem::{Failure, Problem};
use crate::table::{MOST_NUMBERS, NumberTable, is_standard_input};

/// The table of a run.
#[derive(Debug)]
pub struct Run {
    /// The name of its lines: the file name, or the whole path if several files share a name.
    name: String,
    /// The file of the table.
    pub(super) path: PathBuf,
    /// The numbers of the run.
    pub table: NumberTable,
}

impl Run {
    /// Reads tables of at least two rows.
    ///
    /// # Errors
    /// There are more tables than distinguishable lines, more numbers in total than fit into
    /// memory, or a file that is not a table.
    pub fn read_all(showing: &Showing, paths: &[PathBuf]) -> Result<Vec<Self>, Failure> {
        if paths.len() > MOST_LINES {
            return Err(Failure::Usage(format!(
                "{} tables: of more than {MOST_LINES} lines in a panel some would look alike, so draw fewer",
                paths.len()
            )));
        }
        let labels = &showing.labels;
        if !labels.is_empty() && labels.len() != paths.len() {
            return Err(Failure::Usage(format!(
                "`--labels` has {} for {}: give one name for each table",
                counted(labels.len(), "name"),
                counted(paths.len(), "table")
            )));
        }
        if paths.iter().filter(|path| is_standard_input(path)).count() > 1 {
            let text = "two tables are `-`: standard input can be read only once";
            return Err(Failure::Usage(text.to_owned()));
        }
        let mut most = MOST_NUMBERS;
        let tables = paths.iter().map(|path| {
            let table = NumberTable::read(path, most)?;
            most = most.saturating_sub(table.size());
            Ok(table)
        });
        let tables: Vec<_> = tables.collect::<Result<_, Failure>>()?;
        let times = showing.times();
        let runs = paths.iter().zip(tables).enumerate();
        let runs = runs.map(|(place, (path, table))| {
            let rows = table.rows();
            let run = Self {
                name: labels
                    .get(place)
                    .map_or_else(|| name(path, paths), Clone::clone),
                path: path.clone(),
                table: match &times {
                    Some(times) => table.within(times),
                    None => table,
                },
            };
            run.with_lines(rows)
        });
        runs.collect()
    }

    /// Creates a run without a file.
    #[cfg(test)]
    pub(super) fn of_table(table: NumberTable) -> Self {
        Self {
            name: String::new(),
            path: PathBuf::new(),
            table,
        }
    }

    /// Returns the name of its file, without the extension; empty for standard input.
    pub(super) fn file_name(&self) -> String {
        if is_standard_input(&self.path) {
            return String::new();
        }
        let stem = self.path.file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    }

    /// Returns the legend of a line of this run among the lines of all runs.
    pub(super) fn legend(&self, column: &str, runs: &[Self]) -> String {
        match (runs.len() > 1, column.is_empty()) {
            (false, _) => column.to_owned(),
            (true, true) => self.name.clone(),
            (true, false) => format!("{column}, {}", self.name),
        }
    }

    /// Adds the name of its file to a problem without one.
    pub fn at(&self, problem: Problem) -> Problem {
        let own = match is_standard_input(&self.path) {
            true => "standard input".to_owned(),
            false => visible_path(&self.path),
        };
        let file = problem.file.or(Some(own));
        Problem { file, ..problem }
    }

    /// Returns an error if there are too few rows for a line, out of all rows of the file.
    fn with_lines(self, all: usize) -> Result<Self, Failure> {
        if self.table.rows() >= 2 {
            return Ok(self);
        }
        let found = match self.table.rows() {
            rows if rows == all => format!("{rows} rows"),
            rows => format!("{rows} of {all} rows are between `--from` and `--to`"),
        };
        Err(self
            .at(Problem::new(found, "at least two rows to draw a line"))
            .into())
    }
}

fn name(path: &Path, paths: &[PathBuf]) -> String {
    let stem = path.file_stem();
    let is_shared = paths
        .iter()
        .filter(|other| other.file_stem() == stem)
        .count()
        > 1;
    if is_shared {
        return visible_path(path);
    }
    stem.unwrap_or_default().to_string_lossy().into_owned()
}

//! Signals given by times and values, in the scenario or as columns of a separate file.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use nhi_build::visible_path;

use super::bind::Binder;
use super::data_files::{Pair, Points, mistake_in};
use super::document::Part;
use super::reports::words_of;
use super::table::Table;
use super::time::Grid;
use super::value::{Entry, Value};
use crate::problem::Problem;
use crate::simulation::{Interpolation, SignalTable};

const KEYS: [&str; 6] = [
    "points",
    "file",
    "time",
    "column",
    "interpolation",
    "beyond",
];

impl Binder {
    /// Reads a control of the form `{ points = [[0, 1], [2, 3]], interpolation = "linear" }` or
    /// `{ file = "u.csv", time = "t", column = "u", interpolation = "held" }`; errors are reported.
    pub(super) fn recorded(
        &mut self,
        table: &Table,
        (part, key, entry): (Part, &str, &Entry),
        grid: Option<&Grid>,
    ) -> Option<SignalTable> {
        let before = self.document.reports.count();
        self.document.reports.refuse_keys(table, &KEYS);
        let interpolation = self.choice(
            table,
            entry,
            "interpolation",
            &[
                ("held", Interpolation::Held),
                ("linear", Interpolation::Linear),
            ],
        );
        let holds_beyond = match table.get("beyond") {
            None => Some(false),
            Some(_) => self.choice(table, entry, "beyond", &[("hold", true)]),
        };
        let points = self.recorded_points(table, (part, key, entry));
        let signal = SignalTable::new(points?, interpolation?, holds_beyond?);
        if let Some(grid) = grid.filter(|_| self.document.reports.count() == before) {
            self.check_range(table, entry, &signal, grid);
        }
        Some(signal)
    }

    /// Reads times and values, given as `points`, or as `file`, `time` and `column`.
    pub(super) fn recorded_points(
        &mut self,
        table: &Table,
        (part, key, entry): (Part, &str, &Entry),
    ) -> Option<Points> {
        match (table.get("points"), table.get("file")) {
            (Some(points), None) => self.points(table, points),
            (None, Some(file)) => self.columns_of(table, entry, file),
            _ => {
                let found = "neither `points` nor `file` alone";
                let required = "`points = [[t, value], ...]`, or `file`, `time` and `column`";
                let (whole, reports) = self.document.part(part);
                reports.add(whole, key, &entry.origin, Problem::new(found, required));
                None
            }
        }
    }

    /// Reads one of several words.
    pub(super) fn choice<T: Copy>(
        &mut self,
        table: &Table,
        whole: &Entry,
        key: &str,
        choices: &[(&str, T)],
    ) -> Option<T> {
        let reports = &mut self.document.reports;
        let Some(entry) = table.get(key) else {
            let problem = Problem::new("missing", words_of(choices));
            reports.add(table, key, &whole.origin, problem);
            return None;
        };
        reports.chosen(table, key, entry, choices)
    }

    fn points(&mut self, table: &Table, entry: &Entry) -> Option<Points> {
        let reports = &mut self.document.reports;
        let required =
            "two rows or more of a time and a value, `[[0, 1.5], [2, 0]]`, with increasing times";
        let pairs = match &entry.value {
            Value::Rows(rows) => rows
                .iter()
                .map(|row| Some((*row.first()?, *row.get(1)?, row.len()))),
            _ => {
                reports.unfit(table, "points", entry, required);
                return None;
            }
        };
        let pairs = pairs.map(|pair| pair.filter(|(.., length)| *length == 2));
        let Some(pairs) = pairs.collect::<Option<Vec<_>>>() else {
            let problem = Problem::new("a row is not a time and a value", required);
            reports.add(table, "points", &entry.origin, problem);
            return None;
        };
        let points: Vec<_> = pairs.into_iter().map(|(t, value, _)| (t, value)).collect();
        match mistake_in(&points) {
            None => Some(points.into()),
            Some((_, found)) => {
                reports.add(
                    table,
                    "points",
                    &entry.origin,
                    Problem::new(found, required),
                );
                None
            }
        }
    }

    /// Reads two columns of a CSV file.
    fn columns_of(&mut self, table: &Table, whole: &Entry, file: &Entry) -> Option<Points> {
        let [name, time, column] = ["file", "time", "column"].map(|key| {
            let reports = &mut self.document.reports;
            match table.get(key) {
                Some(Entry {
                    value: Value::Text(text),
                    ..
                }) => return Some(text.clone()),
                Some(entry) => reports.unfit(table, key, entry, "a text"),
                None => {
                    let problem = Problem::new("missing", "the name of a column of the file");
                    reports.add(table, key, &whole.origin, problem);
                }
            }
            None
        });
        let (name, time, column) = (name?, time?, column?);
        let path = self.path_of(&name);
        let asked = self.pairs_of(&path);
        let read = self.data_files.points(&path, &(time, column), &asked);
        match read {
            Ok(points) => Some(points),
            Err(problem) => {
                let place = problem
                    .place
                    .map_or(String::new(), |(line, _)| format!(":{line}"));
                let found = format!("{}{place}: {}", visible_path(&path), problem.found);
                let problem = Problem {
                    found,
                    place: None,
                    ..*problem
                };
                self.document
                    .reports
                    .add(table, "file", &file.origin, problem);
                None
            }
        }
    }

    /// Returns the path of a file named in the scenario, relative to the folder of the scenario.
    fn path_of(&self, name: &str) -> PathBuf {
        let folder = self.document.reports.file.path.parent();
        folder.unwrap_or(Path::new("")).join(name)
    }

    /// Returns the pairs of columns of a file that all signals name, each once.
    fn pairs_of(&self, path: &Path) -> Vec<Pair> {
        let tables = [Part::Controls, Part::Definitions, Part::Prescribed];
        let entries = tables.map(|part| self.document.table(part).entries());
        let records = entries.into_iter().flatten();
        let records = records.filter_map(|(_, entry)| match &entry.value {
            Value::Record(record) => Some(record),
            _ => None,
        });
        let pairs = records.filter_map(|record| {
            let text = |key| match &record.get(key)?.value {
                Value::Text(text) => Some(text.as_str()),
                _ => None,
            };
            let is_same = self.path_of(text("file")?) == path;
            is_same.then_some((text("time")?.to_owned(), text("column")?.to_owned()))
        });
        pairs.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Reports an error if the times of the run are not within those of the table.
    fn check_range(&mut self, table: &Table, entry: &Entry, signal: &SignalTable, grid: &Grid) {
        let ends = [grid.start, grid.end()];
        let Some(outside) = ends.into_iter().find(|&t| signal.value(t).is_none()) else {
            return;
        };
        let (first, last) = signal.range();
        let found = format!("the table covers {first:?} to {last:?}, but not t = {outside:?}");
        let problem = Problem::new(found, "values for all times of the run")
            .help("add points, or write `beyond = \"hold\"` to hold the first and the last value");
        let reports = &mut self.document.reports;
        reports.add(table, "beyond", &entry.origin, problem);
    }
}

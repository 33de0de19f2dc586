//! Controls that are given by times and values: in the scenario, or as columns of a file beside it.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use nhi_build::visible_path;
use nhi_symbolic::suggestion;

use super::bind::Binder;
use super::table::Table;
use super::time::Grid;
use super::value::{Entry, Value};
use crate::outcome::Problem;
use crate::simulate::{Interpolation, SignalTable};
use crate::table::{Rows, at, brief};

const KEYS: [&str; 6] = [
    "points",
    "file",
    "time",
    "column",
    "interpolation",
    "beyond",
];

/// What is read of a file at most, in bytes.
const MOST_BYTES: u64 = 64 << 20;

/// The largest number of points.
const MOST_POINTS: usize = 1_000_000;

impl Binder {
    /// A control of the form `{ points = [[0, 1], [2, 3]], interpolation = "linear" }` or
    /// `{ file = "u.csv", time = "t", column = "u", interpolation = "held" }`; its mistakes are reported.
    pub(super) fn recorded(
        &mut self,
        table: &Table,
        entry: &Entry,
        grid: Option<&Grid>,
    ) -> Option<SignalTable> {
        let before = self.document.reports.count();
        let reports = &mut self.document.reports;
        let unknown = table.entries().filter(|(key, _)| !KEYS.contains(key));
        let unknown = unknown.map(|(key, entry)| (key, &entry.key)).collect();
        reports.add_all(table, unknown, |key| {
            let required = format!("one of {}", KEYS.join(", "));
            Problem::new("there is no such key", required).help(suggestion(key, KEYS))
        });
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
        let points = match (table.get("points"), table.get("file")) {
            (Some(points), None) => self.points(table, points),
            (None, Some(file)) => self.columns_of(table, entry, file),
            _ => {
                let found = "neither `points` nor `file` alone";
                let required = "`points = [[t, value], ...]`, or `file`, `time` and `column`";
                let (controls, reports) = self.document.part(super::document::Part::Controls);
                let key = table.name().trim_start_matches("controls.");
                reports.add(controls, key, &entry.origin, Problem::new(found, required));
                None
            }
        };
        let signal = SignalTable::new(points?, interpolation?, holds_beyond?);
        if let Some(grid) = grid.filter(|_| self.document.reports.count() == before) {
            self.check_range(table, entry, &signal, grid);
        }
        Some(signal)
    }

    /// A word of a list.
    fn choice<T: Copy>(
        &mut self,
        table: &Table,
        whole: &Entry,
        key: &str,
        choices: &[(&str, T)],
    ) -> Option<T> {
        let reports = &mut self.document.reports;
        let words: Vec<_> = choices
            .iter()
            .map(|(word, _)| format!("\"{word}\""))
            .collect();
        let required = words.join(" or ");
        let Some(entry) = table.get(key) else {
            let problem = Problem::new("missing", required);
            reports.add(table, key, &whole.origin, problem);
            return None;
        };
        let word = match &entry.value {
            Value::Text(word) => word.as_str(),
            _ => "",
        };
        let choice = choices.iter().find(|(known, _)| *known == word);
        if choice.is_none() {
            reports.unfit(table, key, entry, &required);
        }
        choice.map(|(_, choice)| *choice)
    }

    fn points(&mut self, table: &Table, entry: &Entry) -> Option<Vec<(f64, f64)>> {
        let reports = &mut self.document.reports;
        let required = "rows of a time and a value, `[[0, 1.5], [2, 0]]`, with ever later times";
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
            None => Some(points),
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

    /// Two columns of a CSV file.
    fn columns_of(
        &mut self,
        table: &Table,
        whole: &Entry,
        file: &Entry,
    ) -> Option<Vec<(f64, f64)>> {
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
        let folder = self.document.reports.file.path.parent();
        let path = folder.unwrap_or(Path::new("")).join(name);
        let read = read_columns(&path, &time, &column);
        self.data_files.push(path.clone());
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

    /// The times of a run must be within those of the table.
    fn check_range(&mut self, table: &Table, entry: &Entry, signal: &SignalTable, grid: &Grid) {
        let ends = [0.0, grid.end()];
        let Some(outside) = ends.into_iter().find(|&t| signal.value(t).is_none()) else {
            return;
        };
        let (first, last) = signal.range();
        let found = format!(
            "the times of the table, {first:?} to {last:?}, do not reach to t = {outside:?}"
        );
        let problem = Problem::new(found, "values for all times of the run")
            .help("add points, or write `beyond = \"hold\"` to hold the first and the last value");
        let reports = &mut self.document.reports;
        reports.add(table, "beyond", &entry.origin, problem);
    }
}

/// What is wrong with the order or the numbers of points, and at which of them.
fn mistake_in(points: &[(f64, f64)]) -> Option<(usize, String)> {
    if points.len() < 2 {
        return Some((
            0,
            format!("{} points, where two are needed at least", points.len()),
        ));
    }
    let is_finite = |(t, value): &(f64, f64)| t.is_finite() && value.is_finite();
    if let Some(place) = points.iter().position(|point| !is_finite(point)) {
        return Some((place, "a time or a value that is not finite".to_owned()));
    }
    let place = points.windows(2).position(|pair| pair[0].0 >= pair[1].0)? + 1;
    let (before, t) = (points[place - 1].0, points[place].0);
    Some((
        place,
        format!("the time {t:?} comes after {before:?}, which is not earlier"),
    ))
}

/// The times and values of two columns of a file.
fn read_columns(path: &PathBuf, time: &str, column: &str) -> Result<Vec<(f64, f64)>, Box<Problem>> {
    const REQUIRED: &str =
        "a CSV file of numbers with a header, of 64 MiB and a million rows at most";
    let unreadable = |reason: String| Box::new(Problem::new(reason, REQUIRED));
    let found =
        fs::metadata(path).map_err(|error| unreadable(format!("cannot be read: {error}")))?;
    // A device or a pipe may have no end.
    if !found.is_file() {
        return Err(unreadable("is no regular file".to_owned()));
    }
    if found.len() > MOST_BYTES {
        return Err(unreadable(format!("has {} bytes", found.len())));
    }
    let file = File::open(path).map_err(|error| unreadable(format!("cannot be read: {error}")))?;
    let required = |problem: Box<Problem>| {
        Box::new(Problem {
            required: REQUIRED.to_owned(),
            ..*problem
        })
    };
    let mut rows = Rows::new(file.take(MOST_BYTES));
    let header = rows.next().map_err(required)?.cloned().unwrap_or_default();
    let place = |name: &str| {
        header
            .iter()
            .position(|found| found == name)
            .ok_or_else(|| {
                let names = header.iter().take(20).map(brief);
                let list = names.collect::<Vec<_>>().join(", ");
                let found = format!("has no column `{}`", brief(name));
                Box::new(Problem::new(found, format!("one of its columns: {list}")))
            })
    };
    let places = [place(time)?, place(column)?];
    let (mut points, mut lines) = (Vec::new(), Vec::new());
    while let Some(row) = rows.next().map_err(required)? {
        let line = row.position().map_or(0, csv::Position::line);
        let number = |place: usize| {
            let cell = row.get(place).unwrap_or_default();
            cell.parse().map_err(|_| {
                let found = format!("`{}` is no number", brief(cell));
                Box::new(at(line, Problem::new(found, REQUIRED)))
            })
        };
        points.push((number(places[0])?, number(places[1])?));
        lines.push(line);
        if points.len() > MOST_POINTS {
            return Err(unreadable(format!("has more than {MOST_POINTS} rows")));
        }
    }
    match mistake_in(&points) {
        None => Ok(points),
        Some((place, found)) => {
            let line = lines.get(place).copied().unwrap_or_default();
            Err(Box::new(at(line, Problem::new(found, "ever later times"))))
        }
    }
}

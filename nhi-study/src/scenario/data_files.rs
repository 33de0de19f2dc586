//! The data files of controls. Each is read once, for all pairs of columns that controls name.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use csv::StringRecord;
use nhi_symbolic::counted;

use crate::problem::Problem;
use crate::table::{Rows, at, brief};

/// The limits: bytes of one file and of all files, rows of a file, points of all controls.
const MOST_BYTES: u64 = 64 << 20;
const MOST_BYTES_IN_ALL: u64 = 256 << 20;
const MOST_ROWS: usize = 1_000_000;
const MOST_POINTS_IN_ALL: usize = 8_000_000;

const REQUIRED: &str = "a CSV file of numbers with a header, of 64 MiB and a million rows at most";

/// The times and values of a control, shared by all controls that name the same columns.
pub(super) type Points = Arc<[(f64, f64)]>;
/// The names of the time column and of the value column.
pub(super) type Pair = (String, String);
type Found<T> = Result<T, Box<Problem>>;

/// The columns of a file, or an error for each, and the line numbers of their rows.
struct Columns {
    by_name: BTreeMap<String, Found<Vec<f64>>>,
    lines: Vec<u64>,
}

/// The data files read so far.
#[derive(Debug, Default)]
pub(super) struct DataFiles {
    read: BTreeMap<PathBuf, BTreeMap<Pair, Found<Points>>>,
    bytes: u64,
    points: usize,
}

impl DataFiles {
    /// Returns the paths of the files.
    pub(super) fn into_paths(self) -> Vec<PathBuf> {
        self.read.into_keys().collect()
    }

    /// Returns the points of one pair of columns of a file; `asked` lists all pairs that controls
    /// name.
    ///
    /// # Errors
    /// The file is not a table of numbers, a column is missing or not unique, times do not
    /// increase, or the limits are exceeded.
    pub(super) fn points(&mut self, path: &Path, pair: &Pair, asked: &[Pair]) -> Found<Points> {
        if !self.read.contains_key(path) {
            let found = self.read_pairs(path, asked);
            self.read.insert(path.to_owned(), found);
        }
        self.read[path][pair].clone()
    }

    fn read_pairs(&mut self, path: &Path, asked: &[Pair]) -> BTreeMap<Pair, Found<Points>> {
        let columns = self.read_columns(path, asked);
        let of_pair = |pair: &Pair| {
            let Columns { by_name, lines } = columns.as_ref().map_err(Clone::clone)?;
            let column = |name: &str| by_name[name].as_ref().map_err(Clone::clone);
            let (times, values) = (column(&pair.0)?, column(&pair.1)?);
            let points = times.iter().copied().zip(values.iter().copied());
            let points: Points = points.collect();
            match mistake_in(&points) {
                None => Ok(points),
                Some((place, found)) => {
                    let line = lines.get(place).copied().unwrap_or_default();
                    let required = "at least two rows of finite numbers, with increasing times";
                    Err(Box::new(at(line, Problem::new(found, required))))
                }
            }
        };
        let found = asked.iter().map(|pair| (pair.clone(), of_pair(pair)));
        found.collect()
    }

    /// Reads the columns that the pairs name.
    fn read_columns(&mut self, path: &Path, asked: &[Pair]) -> Found<Columns> {
        let mut rows = Rows::new(self.open(path)?);
        let required = |problem: Box<Problem>| {
            Box::new(Problem {
                required: REQUIRED.to_owned(),
                ..*problem
            })
        };
        let header = rows.next().map_err(required)?.cloned().unwrap_or_default();
        let names = asked.iter().flat_map(|(time, column)| [time, column]);
        let mut columns: BTreeMap<&str, Found<(usize, Vec<f64>)>> = names
            .map(|name| (name.as_str(), place(&header, name).map(|k| (k, Vec::new()))))
            .collect();
        let mut lines = Vec::new();
        while let Some(row) = rows.next().map_err(required)? {
            let line = row.position().map_or(0, csv::Position::line);
            if row.len() != header.len() {
                let found = format!("{} cells", row.len());
                let required = format!("{}, as in the header", header.len());
                return Err(Box::new(at(line, Problem::new(found, required))));
            }
            for column in columns.values_mut() {
                if let Ok((place, numbers)) = column {
                    match number(&row[*place], line) {
                        Ok(number) => numbers.push(number),
                        Err(problem) => *column = Err(problem),
                    }
                }
            }
            lines.push(line);
            self.points += asked.len();
            if lines.len() > MOST_ROWS {
                return Err(unfit(format!("has more than {MOST_ROWS} rows")));
            }
            if self.points > MOST_POINTS_IN_ALL {
                let found = "the tables of all controls have more than 8000000 points";
                return Err(Box::new(Problem::new(found, "fewer rows")));
            }
        }
        let columns = columns.into_iter();
        let columns = columns.map(|(name, found)| (name.to_owned(), found.map(|(_, it)| it)));
        Ok(Columns {
            by_name: columns.collect(),
            lines,
        })
    }

    /// Opens a regular file. Others are rejected: a pipe may never answer, and a device may have no
    /// end. Files of the kernel, such as those in `/proc`, have size zero and count as empty.
    fn open(&mut self, path: &Path) -> Found<impl Read + use<>> {
        let unreadable = |error| unfit(format!("cannot be read: {error}"));
        let found = fs::metadata(path).map_err(unreadable)?;
        if !found.is_file() {
            return Err(unfit("is not a regular file"));
        }
        match found.len() {
            0 => return Err(unfit("is empty")),
            size if size > MOST_BYTES => return Err(unfit(format!("has {size} bytes"))),
            size => self.bytes += size,
        }
        if self.bytes > MOST_BYTES_IN_ALL {
            let found = "the tables of all controls have more than 256 MiB";
            return Err(Box::new(Problem::new(found, "fewer or smaller tables")));
        }
        let file = File::open(path).map_err(unreadable)?;
        Ok(file.take(found.len()))
    }
}

/// Returns the first error in the order or the values of points, with the index of the point.
pub(super) fn mistake_in(points: &[(f64, f64)]) -> Option<(usize, String)> {
    if points.len() < 2 {
        return Some((0, format!("a table of {}", counted(points.len(), "point"))));
    }
    let is_finite = |(t, value): &(f64, f64)| t.is_finite() && value.is_finite();
    if let Some(place) = points.iter().position(|point| !is_finite(point)) {
        return Some((place, "a time or a value that is not finite".to_owned()));
    }
    let place = points.windows(2).position(|pair| pair[0].0 >= pair[1].0)? + 1;
    let (before, t) = (points[place - 1].0, points[place].0);
    Some((
        place,
        format!("the time {t:?} follows {before:?}, but times must increase"),
    ))
}

/// Returns the index of the only column with a name.
fn place(header: &StringRecord, name: &str) -> Found<usize> {
    let mut places = (0..header.len()).filter(|place| &header[*place] == name);
    match (places.next(), places.next()) {
        (Some(place), None) => Ok(place),
        (Some(_), Some(_)) => {
            let found = format!("has several columns `{}`", brief(name));
            let problem = Problem::new(found, "columns of different names");
            Err(Box::new(at(1, problem)))
        }
        (None, _) => {
            let names = header.iter().take(20).map(brief);
            let list = names.collect::<Vec<_>>().join(", ");
            let found = format!("has no column `{}`", brief(name));
            let required = format!("one of its columns: {list}");
            Err(Box::new(Problem::new(found, required)))
        }
    }
}

fn number(cell: &str, line: u64) -> Found<f64> {
    cell.parse().map_err(|_| {
        let found = format!("`{}` is not a number", brief(cell));
        Box::new(at(line, Problem::new(found, REQUIRED)))
    })
}

fn unfit(found: impl Into<String>) -> Box<Problem> {
    Box::new(Problem::new(found, REQUIRED))
}

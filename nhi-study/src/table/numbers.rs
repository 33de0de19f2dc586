//! Named columns of numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::stdin;
use std::ops::RangeInclusive;
use std::path::Path;

use nhi_build::visible_path;

#[cfg(not(feature = "parquet"))]
use super::form::WITHOUT_PARQUET;
use super::form::{Form, NoForm};
#[cfg(feature = "parquet")]
use super::parquet_file;
use super::provenance::Provenance;
use super::rows::{brief, unreadable};
use super::{numpy, rows};
use crate::problem::{Failure, Problem};

/// The maximum number of columns, and of numbers in total.
const MOST_COLUMNS: usize = 10_000;
/// The maximum number of numbers that are read into memory.
pub const MOST_NUMBERS: usize = 40_000_000;

/// The prefixes of columns that are not controls.
const FAMILIES: [&str; 3] = ["residual", "lambda", "watch"];

/// Named columns of equal length.
#[derive(Clone, Debug)]
pub struct NumberTable {
    /// The names of the columns.
    pub names: Vec<String>,
    columns: Vec<Vec<f64>>,
    /// The index of the column with each name.
    index: BTreeMap<String, usize>,
    /// The origin of the table, if it is recorded.
    pub provenance: Option<Provenance>,
}

impl NumberTable {
    /// Reads a file written by `nhi run`, with at most `most` numbers. The extension selects the
    /// format; the default is CSV. The path `-` is standard input, in CSV.
    pub fn read(path: &Path, most: usize) -> Result<Self, Failure> {
        if is_standard_input(path) {
            return rows::read(stdin().lock(), most).map_err(|problem| {
                let file = Some("standard input".to_owned());
                Failure::from(Problem { file, ..*problem })
            });
        }
        if path.is_dir() {
            let problem = Problem::new("this is a directory", "a table that `nhi run` wrote");
            let problem = problem.help("to draw a sweep, give its folder alone to `nhi plot`");
            return Err(problem.in_file(path).into());
        }
        let read = match (File::open(path), Form::of_ending(path)) {
            (Err(error), _) => Err(unreadable(&error).into()),
            (Ok(file), Ok(Form::Csv) | Err(NoForm::Unknown)) => rows::read(file, most),
            (Ok(file), Ok(Form::NumPy)) => {
                numpy::read(file, most).map(|table| table.recorded(Provenance::read_beside(path)))
            }
            #[cfg(feature = "parquet")]
            (Ok(file), Ok(Form::Parquet)) => parquet_file::read(file, most),
            #[cfg(not(feature = "parquet"))]
            (Ok(_), Err(NoForm::WithoutParquet)) => {
                Err(Problem::new(WITHOUT_PARQUET, "a table as CSV or of NumPy").into())
            }
        };
        read.map_err(|problem| {
            let file = Some(visible_path(path));
            Failure::from(Problem { file, ..*problem })
        })
    }

    /// Creates a table of columns of equal length with their names, which [`checked`] has returned.
    pub(super) fn new(names: Vec<String>, columns: Vec<Vec<f64>>) -> Self {
        let places = names.iter().cloned().zip(0..);
        let index = places.collect();
        Self {
            names,
            columns,
            index,
            provenance: None,
        }
    }

    /// Returns the table with the record of its origin.
    pub(super) fn recorded(self, provenance: Option<Provenance>) -> Self {
        Self { provenance, ..self }
    }

    /// Returns the rows whose times are in a range.
    #[must_use]
    pub fn within(mut self, times: &RangeInclusive<f64>) -> Self {
        let kept: Vec<_> = self.columns[0].iter().map(|t| times.contains(t)).collect();
        for column in &mut self.columns {
            let mut kept = kept.iter();
            column.retain(|_| kept.next() == Some(&true));
        }
        self
    }

    /// Multiplies a column by a number.
    pub fn scale(&mut self, name: &str, factor: f64) {
        if let Some(&place) = self.index.get(name) {
            self.columns[place].iter_mut().for_each(|x| *x *= factor);
        }
    }

    /// Parses a table.
    #[cfg(test)]
    pub fn of_text(text: &str) -> Self {
        rows::read(text.as_bytes(), MOST_NUMBERS).expect("a table of numbers")
    }

    /// Returns the number of numbers in the table.
    pub fn size(&self) -> usize {
        self.rows() * self.names.len()
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }

    /// Returns the column with a name.
    pub fn column(&self, name: &str) -> Option<&[f64]> {
        let &place = self.index.get(name)?;
        Some(&self.columns[place])
    }

    /// Returns one column against another; empty if one of them is missing.
    pub fn points(&self, x: &str, y: &str) -> Vec<(f64, f64)> {
        let (x, y) = (self.column(x), self.column(y));
        let pairs = x.into_iter().flatten().zip(y.into_iter().flatten());
        pairs.map(|(&x, &y)| (x, y)).collect()
    }

    /// Returns the coordinates: the columns whose velocities are also present.
    pub fn coordinates(&self) -> Vec<&str> {
        let names = self.names.iter().map(String::as_str);
        names
            .filter(|name| self.column(&format!("{name}_dot")).is_some())
            .collect()
    }

    /// Returns the states of controllers: the columns between the coordinates and the entries of
    /// group elements or the velocities.
    pub fn states(&self) -> Vec<&str> {
        let coordinates = self.coordinates();
        let Some(last) = coordinates.last() else {
            return Vec::new();
        };
        let names = self.names.iter().map(String::as_str);
        let after = names.skip_while(|name| name != last).skip(1);
        let is_velocity = |name: &str| {
            let owner = name.strip_suffix("_dot");
            owner.is_some_and(|owner| coordinates.contains(&owner))
        };
        after
            .take_while(|name| !name.contains('[') && !is_velocity(name))
            .collect()
    }

    /// Returns the controls, and the outputs of the scenario: the columns after the energy that
    /// belong to no family. Outputs come after the levels of the run monitor. Without levels, they
    /// cannot be distinguished from controls and count as such.
    pub fn signals(&self) -> (Vec<&str>, Vec<&str>) {
        let names = self.names.iter().map(String::as_str);
        let behind: Vec<_> = names.skip_while(|name| *name != "energy").skip(1).collect();
        let watch = behind.iter().rposition(|name| is_of("watch", name));
        let (controls, outputs) = behind.split_at(watch.unwrap_or(behind.len()));
        let is_plain = |name: &&&str| !FAMILIES.iter().any(|family| is_of(family, name));
        (
            controls.iter().filter(is_plain).copied().collect(),
            outputs.iter().filter(is_plain).copied().collect(),
        )
    }

    /// Returns the names of the columns `prefix.name`.
    pub fn family(&self, prefix: &str) -> Vec<&str> {
        let names = self.names.iter();
        names
            .filter_map(|name| name.strip_prefix(prefix)?.strip_prefix('.'))
            .collect()
    }
}

fn is_of(family: &str, name: &str) -> bool {
    let rest = name.strip_prefix(family);
    rest.is_some_and(|rest| rest.starts_with('.'))
}

/// Returns true if a path means standard input.
pub fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}

/// Returns names as those of the columns of a table. The time of other programs, such as `time` or
/// `t [s]`, becomes `t`.
///
/// # Errors
/// The first column is not the time, there are too many columns, or two have one name.
pub(super) fn checked(mut names: Vec<String>) -> Result<Vec<String>, Box<Problem>> {
    match names.first_mut() {
        Some(name) if is_time(name) => "t".clone_into(name),
        _ => {
            let found = "the first column is not the time";
            let required =
                "columns that begin with `t`, `time` or such a name with a unit, `t [s]`";
            return Err(Problem::new(found, required).into());
        }
    }
    if names.len() > MOST_COLUMNS {
        let found = format!("{} columns", names.len());
        return Err(Problem::new(found, format!("at most {MOST_COLUMNS}")).into());
    }
    let mut known = BTreeSet::new();
    if let Some(name) = names.iter().find(|name| !known.insert(*name)) {
        let found = format!("two columns `{}`", brief(name));
        return Err(Problem::new(found, "columns of different names").into());
    }
    Ok(names)
}

fn is_time(name: &str) -> bool {
    let plain = name.split(['[', '(']).next().unwrap_or_default().trim();
    ["t", "time"]
        .iter()
        .any(|time| plain.eq_ignore_ascii_case(time))
}

/// Returns the error about a table with too many numbers.
pub(super) fn too_many_numbers() -> Problem {
    let found = format!("more than {MOST_NUMBERS} numbers in all");
    Problem::new(found, "a table that can be drawn").help("write fewer rows: `nhi run --every N`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_by_what_they_are() {
        let text = "t,x,x_dot,energy,lambda.a,u,watch.turn,speed\n0,1,2,3,4,0,0,1\n1,1.5,2,3,-4e-3,0,0,1\n";
        let table = NumberTable::of_text(text);
        assert_eq!(table.coordinates(), ["x"]);
        assert_eq!(table.family("lambda"), ["a"]);
        assert_eq!(table.signals(), (vec!["u"], vec!["speed"]));
        assert_eq!(table.points("t", "lambda.a"), [(0.0, 4.0), (1.0, -4e-3)]);
        assert_eq!(table.states(), [""; 0]);
        let with_states = "t,x,sum,goal,x_dot,energy,u\n0,1,2,3,4,5,6\n";
        assert_eq!(NumberTable::of_text(with_states).states(), ["sum", "goal"]);
        let table = table.within(&(0.5..=2.0));
        assert_eq!(table.points("t", "lambda.a"), [(1.0, -4e-3)]);
    }

    #[test]
    fn the_time_may_have_a_foreign_name() {
        for name in ["t", "T", "time", "Time [s]", "t (ms)"] {
            assert_eq!(
                NumberTable::of_text(&format!("{name},x\n0,1\n")).names,
                ["t", "x"]
            );
        }
        for name in ["x", "times", "", "t_dot"] {
            assert!(checked(vec![name.to_owned()]).is_err(), "{name}");
        }
    }
}

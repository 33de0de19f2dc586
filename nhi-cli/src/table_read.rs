//! CSV files of numbers with a header.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::rc::Rc;

use csv::{ErrorKind, ReaderBuilder, StringRecord, Trim};
use nhi_build::{visible_line, visible_path};

use crate::outcome::{Failure, Problem};

/// What is read at most: bytes of a row, columns, and numbers in all.
const MOST_BYTES_OF_ROW: usize = 1 << 20;
const MOST_COLUMNS: usize = 10_000;
pub(crate) const MOST_NUMBERS: usize = 40_000_000;

/// The prefixes of columns that are no controls.
const FAMILIES: [&str; 3] = ["residual", "lambda", "watch"];

/// Named columns of equal length.
#[derive(Clone, Debug)]
pub(crate) struct NumberTable {
    pub(crate) names: Vec<String>,
    columns: Vec<Vec<f64>>,
    /// The first column of each name.
    index: BTreeMap<String, usize>,
}

impl NumberTable {
    /// Reads a file that `nhi run` wrote, of so many numbers at most.
    pub(crate) fn read(path: &Path, most: usize) -> Result<Self, Failure> {
        let parsed = match File::open(path) {
            Ok(file) => Self::parse(file, most),
            Err(error) => Err(unreadable(&error).into()),
        };
        parsed.map_err(|problem| {
            let file = Some(visible_path(path));
            Failure::from(Problem { file, ..*problem })
        })
    }

    fn parse(text: impl Read, most: usize) -> Result<Self, Box<Problem>> {
        let mut rows = Rows::new(text);
        let names = rows.next()?.map_or_else(Vec::new, |header| {
            header.iter().map(str::to_owned).collect()
        });
        check_header(&names)?;
        let mut columns = vec![Vec::new(); names.len()];
        let mut numbers = 0;
        while let Some(row) = rows.next()? {
            let line = row.position().map_or(0, csv::Position::line);
            let at_line = |problem| Box::new(at(line, problem));
            if row.len() != names.len() {
                let found = format!("{} values", row.len());
                let required = format!("{}, as in the header", names.len());
                return Err(at_line(Problem::new(found, required)));
            }
            numbers += names.len();
            if numbers > most {
                let found = format!("more than {MOST_NUMBERS} numbers in all up to here");
                let problem = Problem::new(found, "a table that can be drawn");
                return Err(at_line(
                    problem.help("write fewer rows: `nhi run --every N`"),
                ));
            }
            for (column, cell) in columns.iter_mut().zip(row) {
                let value = cell.parse().map_err(|_| {
                    let found = format!("`{}`", brief(cell));
                    at_line(Problem::new(found, "a number"))
                });
                column.push(value?);
            }
        }
        let mut index = BTreeMap::new();
        for (place, name) in names.iter().enumerate() {
            index.entry(name.clone()).or_insert(place);
        }
        Ok(Self {
            names,
            columns,
            index,
        })
    }

    /// The table of a text.
    #[cfg(test)]
    pub(crate) fn of_text(text: &str) -> Self {
        Self::parse(text.as_bytes(), MOST_NUMBERS).expect("a table of numbers")
    }

    /// How many numbers it holds.
    pub(crate) fn size(&self) -> usize {
        self.rows() * self.names.len()
    }

    /// The number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }

    /// A column by its name.
    pub(crate) fn column(&self, name: &str) -> Option<&[f64]> {
        let &place = self.index.get(name)?;
        Some(&self.columns[place])
    }

    /// One column over another; no point where one is not there.
    pub(crate) fn points(&self, x: &str, y: &str) -> Vec<(f64, f64)> {
        let (x, y) = (self.column(x), self.column(y));
        let pairs = x.into_iter().flatten().zip(y.into_iter().flatten());
        pairs.map(|(&x, &y)| (x, y)).collect()
    }

    /// The coordinates: the columns whose velocities are there too.
    pub(crate) fn coordinates(&self) -> Vec<&str> {
        let names = self.names.iter().map(String::as_str);
        names
            .filter(|name| self.column(&format!("{name}_dot")).is_some())
            .collect()
    }

    /// The controls, and the outputs of the scenario: the columns behind the energy that belong to no
    /// family. Outputs are behind the levels of the watch; where a table has none they cannot be told
    /// from controls, and count as such.
    pub(crate) fn signals(&self) -> (Vec<&str>, Vec<&str>) {
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

    /// The columns `prefix.name`, by name.
    pub(crate) fn family(&self, prefix: &str) -> Vec<&str> {
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

fn check_header(names: &[String]) -> Result<(), Box<Problem>> {
    if names.first().is_none_or(|name| name != "t") {
        let problem = Problem::new(
            "the first column is not the time",
            "a header that begins with `t,`",
        );
        return Err(at(1, problem).into());
    }
    if names.len() > MOST_COLUMNS {
        let found = format!("{} columns", names.len());
        let problem = Problem::new(found, format!("at most {MOST_COLUMNS}"));
        return Err(at(1, problem).into());
    }
    Ok(())
}

pub(crate) fn at(line: u64, problem: Problem) -> Problem {
    let place = usize::try_from(line).ok().map(|line| (line.max(1), 1));
    Problem { place, ..problem }
}

fn unreadable(reason: &impl ToString) -> Problem {
    Problem::new(
        format!("cannot be read: {}", reason.to_string()),
        "a CSV file that `nhi run` wrote",
    )
}

/// As much of a cell as a message shows.
pub(crate) fn brief(cell: &str) -> String {
    let start: String = cell.chars().take(40).collect();
    let more = if start.len() < cell.len() { "..." } else { "" };
    format!("{}{more}", visible_line(&start))
}

/// The rows of a text that are not blank.
pub(crate) struct Rows<R> {
    reader: csv::Reader<Bounded<R>>,
    row: StringRecord,
    bytes: Rc<Cell<usize>>,
}

impl<R: Read> Rows<R> {
    pub(crate) fn new(text: R) -> Self {
        let bytes = Rc::new(Cell::new(0));
        let bounded = Bounded {
            text,
            bytes: bytes.clone(),
        };
        let mut builder = ReaderBuilder::new();
        builder.has_headers(false).flexible(true).trim(Trim::All);
        Self {
            reader: builder.from_reader(bounded),
            row: StringRecord::new(),
            bytes,
        }
    }

    pub(crate) fn next(&mut self) -> Result<Option<&StringRecord>, Box<Problem>> {
        loop {
            self.bytes.set(0);
            let line = self.reader.position().line();
            let is_there = self.reader.read_record(&mut self.row);
            let is_there = is_there.map_err(|error| match error.kind() {
                ErrorKind::Io(error) => Box::new(at(line, unreadable(error))),
                ErrorKind::Utf8 { err, .. } => {
                    Box::new(at(line, unreadable(&format!("not text in UTF-8, {err}"))))
                }
                _ => Box::new(at(line, unreadable(&error))),
            })?;
            if !is_there {
                return Ok(None);
            }
            if self.row.len() != 1 || !self.row[0].is_empty() {
                return Ok(Some(&self.row));
            }
        }
    }
}

/// A text that is read up to a bound for each row: a quote without its end, or a device without one,
/// fills no memory.
struct Bounded<R> {
    text: R,
    /// The bytes read since the last row.
    bytes: Rc<Cell<usize>>,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.bytes.get() > MOST_BYTES_OF_ROW {
            let reason =
                format!("a row of more than {MOST_BYTES_OF_ROW} bytes, or a quote without its end");
            return Err(io::Error::other(reason));
        }
        let read = self.text.read(buffer)?;
        self.bytes.set(self.bytes.get() + read);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_by_what_they_are() {
        let text = "t,x,x_dot,energy,lambda.a,u,watch.turn,speed\n0,1,2,3,4,0,0,1\n1,1.5,2,3,-4e-3,0,0,1\n";
        let table = NumberTable::parse(text.as_bytes(), MOST_NUMBERS).unwrap();
        assert_eq!(table.coordinates(), ["x"]);
        assert_eq!(table.family("lambda"), ["a"]);
        assert_eq!(table.signals(), (vec!["u"], vec!["speed"]));
        assert_eq!(table.points("t", "lambda.a"), [(0.0, 4.0), (1.0, -4e-3)]);
    }

    #[test]
    fn quotes_blanks_and_foreign_ends_of_lines_do_no_harm() {
        let text = "\u{feff}t ,\"a, \"\"b\"\"\"\r\n0,\"1\"\r\n\r\n  \r\n1, inf\r\n";
        let table = NumberTable::parse(text.as_bytes(), MOST_NUMBERS).unwrap();
        assert_eq!(table.names, ["t", "a, \"b\""]);
        assert_eq!(table.column("a, \"b\""), Some(&[1.0, f64::INFINITY][..]));
    }

    #[test]
    fn mistakes_are_at_their_lines() {
        for (text, line) in [
            ("", 1),
            ("a,b\n", 1),
            ("t,x\n1\n", 2),
            ("t,x\n1,2\n1,one\n", 3),
            ("t,x\n\n1,2\n1,2,3\n", 4),
            ("t,x\n1,2\n1,\"2\n1,3\n", 3),
        ] {
            let problem = NumberTable::parse(text.as_bytes(), MOST_NUMBERS).unwrap_err();
            assert_eq!(problem.place, Some((line, 1)), "{text:?}");
        }
    }

    #[test]
    fn what_has_no_end_is_refused_within_bounds() {
        let quote = [&b"t,x\n0,\""[..], &[b'\n'; 1 << 22]].concat();
        for text in [
            Box::new(io::repeat(0)) as Box<dyn Read>,
            Box::new(&quote[..]),
        ] {
            let problem = NumberTable::parse(text, MOST_NUMBERS).unwrap_err();
            assert!(problem.found.contains("a row of more than"), "{problem}");
        }
        let header = vec!["t"; MOST_COLUMNS + 1].join(",");
        let problem = NumberTable::parse(header.as_bytes(), MOST_NUMBERS).unwrap_err();
        assert!(problem.found.contains("10001 columns"), "{problem}");
    }
}

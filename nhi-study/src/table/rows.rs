//! CSV: rows of cells after a header.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

use csv::{ErrorKind, ReaderBuilder, StringRecord, Trim};
use nhi_build::visible_line;

use super::numbers::{NumberTable, check_names, too_many_numbers};
use crate::problem::Problem;

/// The maximum number of bytes of a row.
const MOST_BYTES_OF_ROW: usize = 1 << 20;

/// Reads a table of numbers with a header.
pub(super) fn read(text: impl Read, most: usize) -> Result<NumberTable, Box<Problem>> {
    let mut rows = Rows::new(text);
    let names = rows.next()?.map_or_else(Vec::new, |header| {
        header.iter().map(str::to_owned).collect()
    });
    check_names(&names).map_err(|problem| at(1, *problem))?;
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
            return Err(at_line(too_many_numbers()));
        }
        for (column, cell) in columns.iter_mut().zip(row) {
            let value = cell.parse().map_err(|_| {
                let found = format!("`{}`", brief(cell));
                at_line(Problem::new(found, "a number"))
            });
            column.push(value?);
        }
    }
    Ok(NumberTable::new(names, columns))
}

/// Adds a line number to a problem.
pub(crate) fn at(line: u64, problem: Problem) -> Problem {
    let place = usize::try_from(line).ok().map(|line| (line.max(1), 1));
    Problem { place, ..problem }
}

pub(super) fn unreadable(reason: &impl ToString) -> Problem {
    Problem::new(
        format!("cannot be read: {}", reason.to_string()),
        "a table that `nhi run` wrote",
    )
}

/// Returns as much of a cell as a message shows.
pub(crate) fn brief(cell: &str) -> String {
    let start: String = cell.chars().take(40).collect();
    let more = if start.len() < cell.len() { "..." } else { "" };
    format!("{}{more}", visible_line(&start))
}

/// The non-blank rows of a text.
#[derive(Debug)]
pub(crate) struct Rows<R> {
    reader: csv::Reader<Bounded<R>>,
    row: StringRecord,
    bytes: Rc<Cell<usize>>,
}

impl<R: Read> Rows<R> {
    /// Begins to read a text.
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

    /// Returns the next row, or `None` at the end.
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

/// A text whose rows are limited in length: an unclosed quote, or a device without an end, does not
/// fill the memory.
#[derive(Debug)]
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
    use super::super::MOST_NUMBERS;
    use super::*;

    #[test]
    fn quotes_blanks_and_foreign_ends_of_lines_do_no_harm() {
        let text = "\u{feff}t ,\"a, \"\"b\"\"\"\r\n0,\"1\"\r\n\r\n  \r\n1, inf\r\n";
        let table = read(text.as_bytes(), MOST_NUMBERS).unwrap();
        assert_eq!(table.names, ["t", "a, \"b\""]);
        assert_eq!(table.column("a, \"b\""), Some(&[1.0, f64::INFINITY][..]));
    }

    #[test]
    fn mistakes_are_at_their_lines() {
        for (text, line) in [
            ("", 1),
            ("a,b\n", 1),
            ("t,u,u\n0,1,2\n1,1,2\n", 1),
            ("t,x\n1\n", 2),
            ("t,x\n1,2\n1,one\n", 3),
            ("t,x\n\n1,2\n1,2,3\n", 4),
            ("t,x\n1,2\n1,\"2\n1,3\n", 3),
        ] {
            let problem = read(text.as_bytes(), MOST_NUMBERS).unwrap_err();
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
            let problem = read(text, MOST_NUMBERS).unwrap_err();
            assert!(problem.found.contains("a row of more than"), "{problem}");
        }
        let header = vec!["t"; 10_001].join(",");
        let problem = read(header.as_bytes(), MOST_NUMBERS).unwrap_err();
        assert!(problem.found.contains("10001 columns"), "{problem}");
    }
}

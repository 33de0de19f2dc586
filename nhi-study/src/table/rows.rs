//! CSV: rows of cells after a header.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

use csv::{ErrorKind, ReaderBuilder, StringRecord, Trim};
use nhi_build::visible_line;

use super::numbers::{NumberTable, checked, too_many_numbers};
use super::provenance::{MOST_BYTES, Provenance};
use crate::problem::Problem;

/// The error of a text in UTF-16, which spreadsheets call Unicode.
const UTF_16: &str =
    "it is text in UTF-16, not in UTF-8; type `iconv -f UTF-16 -t UTF-8 FILE > NEW.csv`";

/// The maximum number of bytes of a row.
const MOST_BYTES_OF_ROW: usize = 1 << 20;

/// Reads a table of numbers with a header.
pub(super) fn read(text: impl Read, most: usize) -> Result<NumberTable, Box<Problem>> {
    let mut rows = Rows::new(text);
    let names = rows.next()?.map_or_else(Vec::new, |header| {
        header.iter().map(str::to_owned).collect()
    });
    let names = checked(names).map_err(|problem| at(1, *problem))?;
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
    let record = Provenance::of_text(&rows.comments());
    Ok(NumberTable::new(names, columns).recorded(record))
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

/// The non-blank rows of a text. Lines that begin with `#` are comments.
#[derive(Debug)]
pub(crate) struct Rows<R> {
    reader: csv::Reader<Bounded<R>>,
    row: StringRecord,
    bytes: Rc<Cell<usize>>,
    is_first: bool,
}

impl<R: Read> Rows<R> {
    /// Begins to read a text.
    pub(crate) fn new(text: R) -> Self {
        let bytes = Rc::new(Cell::new(0));
        let bounded = Bounded {
            text,
            bytes: bytes.clone(),
            comments: Comments::default(),
        };
        let mut builder = ReaderBuilder::new();
        builder.has_headers(false).flexible(true).trim(Trim::All);
        Self {
            reader: builder.from_reader(bounded),
            row: StringRecord::new(),
            bytes,
            is_first: true,
        }
    }

    /// Returns the comments so far, without their marks.
    fn comments(&self) -> String {
        let text = String::from_utf8_lossy(&self.reader.get_ref().comments.text);
        let lines = text
            .lines()
            .map(|line| line.strip_prefix("# ").unwrap_or(line));
        lines.collect::<Vec<_>>().join("\n")
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
                if std::mem::take(&mut self.is_first) {
                    separated_by_commas(&self.row).map_err(|problem| at(line, *problem))?;
                }
                return Ok(Some(&self.row));
            }
        }
    }
}

/// Returns an error if the columns of a header have another separator.
fn separated_by_commas(header: &StringRecord) -> Result<(), Box<Problem>> {
    let others = [("semicolons", ';', ";"), ("tabs", '\t', "\\t")];
    let found = others
        .iter()
        .find(|(_, separator, _)| header.len() == 1 && header[0].contains(*separator));
    match found {
        None => Ok(()),
        Some((name, _, written)) => Err(Problem::new(
            format!("the columns are separated by {name}"),
            "columns separated by commas, and numbers with a decimal point",
        )
        .help(format!(
            "if the numbers have points, type `tr '{written}' ',' < FILE > NEW.csv`"
        ))
        .into()),
    }
}

/// A text whose rows are limited in length: an unclosed quote, or a device without an end, does not
/// fill the memory.
#[derive(Debug)]
struct Bounded<R> {
    text: R,
    /// The bytes read since the last row.
    bytes: Rc<Cell<usize>>,
    comments: Comments,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.bytes.get() > MOST_BYTES_OF_ROW {
            let reason =
                format!("a row of more than {MOST_BYTES_OF_ROW} bytes, or a quote without its end");
            return Err(io::Error::other(reason));
        }
        loop {
            let read = self.text.read(buffer)?;
            self.bytes.set(self.bytes.get() + read);
            if self.comments.is_at_start
                && [&b"\xff\xfe"[..], b"\xfe\xff"].contains(&&buffer[..read.min(2)])
            {
                return Err(io::Error::other(UTF_16));
            }
            let kept = self.comments.take(&mut buffer[..read]);
            if kept > 0 || read == 0 {
                return Ok(kept);
            }
        }
    }
}

/// The separator of lines that begin with `#` from the other ones.
#[derive(Debug)]
struct Comments {
    text: Vec<u8>,
    place: Place,
    is_at_start: bool,
}

/// The place of the next byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    StartOfLine,
    Line,
    Comment,
}

impl Default for Comments {
    fn default() -> Self {
        Self {
            text: Vec::new(),
            place: Place::StartOfLine,
            is_at_start: true,
        }
    }
}

impl Comments {
    /// Moves the other lines to the start of a buffer, and returns their length. Of a comment the
    /// end of the line remains, so that lines have their numbers.
    fn take(&mut self, buffer: &mut [u8]) -> usize {
        let mut kept = 0;
        for k in 0..buffer.len() {
            let byte = buffer[k];
            if byte == b'#' && self.place == Place::StartOfLine {
                self.place = Place::Comment;
            }
            if self.place == Place::Comment && self.text.len() < MOST_BYTES {
                self.text.push(byte);
            }
            if self.place != Place::Comment || byte == b'\n' {
                buffer[kept] = byte;
                kept += 1;
            }
            self.place = match (byte, self.place) {
                (b'\n', _) => Place::StartOfLine,
                (_, Place::Comment) => Place::Comment,
                _ => Place::Line,
            };
        }
        self.is_at_start &= buffer.is_empty();
        kept
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
    fn comments_are_no_rows_wherever_they_are() {
        let text = "# by \"hand\nt,x\r\n#0,1\n0,1\n1,2#\n# nhi = \"0.1.0\"\n# step = 0.5\n";
        let table = read(text.as_bytes(), MOST_NUMBERS).unwrap_err();
        assert_eq!(
            table.place,
            Some((5, 1)),
            "a mark inside a line is not a comment"
        );
        let table = read(text.replace("2#", "2").as_bytes(), MOST_NUMBERS).unwrap();
        assert_eq!(table.points("t", "x"), [(0.0, 1.0), (1.0, 2.0)]);
        assert_eq!(table.provenance.unwrap().step, 0.5);
    }

    #[test]
    fn other_separators_and_utf_16_are_named() {
        let utf_16: Vec<u8> = "\u{feff}t,x\n"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        for (text, found) in [
            (&b"t;x\n0;1,5\n"[..], "separated by semicolons"),
            (b"t\tx\n0\t1\n", "separated by tabs"),
            (&utf_16, "UTF-16"),
        ] {
            let problem = read(text, MOST_NUMBERS).unwrap_err();
            assert!(problem.found.contains(found), "{problem}");
        }
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

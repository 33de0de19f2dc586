//! Reading of arrays as tables.

use std::io::{self, BufReader, ErrorKind, Read};

use super::MAGIC;
use super::literal::Description;
use crate::problem::Problem;
use crate::table::numbers::{NumberTable, checked, too_many_numbers};
use crate::table::rows::{brief, unreadable};

/// The maximum length of a header, in bytes.
const MOST_BYTES_OF_HEADER: u32 = 1 << 20;

const REQUIRED: &str = "an array of NumPy with a named field of type `<f8` for each column";

/// Reads an array with at most `most` numbers.
pub(in crate::table) fn read(file: impl Read, most: usize) -> Result<NumberTable, Box<Problem>> {
    let mut file = BufReader::new(file);
    let text = header(&mut file)?;
    let description = Description::of(&text)
        .ok_or_else(|| wrong(format!("a header that cannot be read: {}", brief(&text))))?;
    let names = checked(names(&description)?)?;
    let rows = length(&description)?;
    if rows.saturating_mul(names.len() as u64) > most as u64 {
        return Err(too_many_numbers().into());
    }
    let columns = columns(&mut file, names.len(), rows)?;
    Ok(NumberTable::new(names, columns))
}

/// Returns the text that describes the array.
fn header(file: &mut impl Read) -> Result<String, Box<Problem>> {
    let [m0, m1, m2, m3, m4, m5, version, _] = bytes::<8>(file)?;
    if [m0, m1, m2, m3, m4, m5] != *MAGIC {
        return Err(wrong("not a NumPy array"));
    }
    let length = match version {
        1 => u32::from(u16::from_le_bytes(bytes(file)?)),
        2 | 3 => u32::from_le_bytes(bytes(file)?),
        _ => {
            let found = format!("version {version} of the format");
            return Err(Problem::new(found, "version 1, 2 or 3").into());
        }
    };
    if length > MOST_BYTES_OF_HEADER {
        return Err(wrong(format!("a header of {length} bytes")));
    }
    let mut text = vec![0; length as usize];
    file.read_exact(&mut text).map_err(|error| ends(&error))?;
    match version {
        // In Latin-1, each byte is a character.
        1 | 2 => Ok(text.into_iter().map(char::from).collect()),
        _ => String::from_utf8(text).map_err(|_| wrong("a header that is not in UTF-8")),
    }
}

/// Returns the names of the fields, each of which must be a double-precision number.
fn names(description: &Description) -> Result<Vec<String>, Box<Problem>> {
    let Some(fields) = &description.fields else {
        return Err(wrong("an array without named fields"));
    };
    let names = fields.iter().map(|(name, kind)| {
        if kind == "<f8" {
            return Ok(name.clone());
        }
        let (name, kind) = (brief(name), brief(kind));
        Err(wrong(format!("the field `{name}` of type `{kind}`")))
    });
    names.collect()
}

/// Returns the number of rows.
fn length(description: &Description) -> Result<u64, Box<Problem>> {
    match description.shape.as_slice() {
        [rows] => Ok(*rows),
        shape => Err(wrong(format!("an array of {} dimensions", shape.len()))),
    }
}

/// Returns the numbers after the header, as columns.
fn columns(file: &mut impl Read, fields: usize, rows: u64) -> Result<Vec<Vec<f64>>, Box<Problem>> {
    let mut columns = vec![Vec::new(); fields];
    let mut row = vec![0; 8 * fields];
    for done in 0..rows {
        file.read_exact(&mut row)
            .map_err(|error| match error.kind() {
                ErrorKind::UnexpectedEof => {
                    let found = format!("{rows} rows in the header, {done} whole ones in the file");
                    Problem::new(found, "a file that is whole").into()
                }
                _ => Box::new(unreadable(&error)),
            })?;
        let (numbers, _) = row.as_chunks();
        for (column, number) in columns.iter_mut().zip(numbers) {
            column.push(f64::from_le_bytes(*number));
        }
    }
    if file.read(&mut [0]).is_ok_and(|more| more > 0) {
        let found = format!("{rows} rows in the header, more in the file");
        return Err(Problem::new(found, "a file that is whole").into());
    }
    Ok(columns)
}

fn bytes<const N: usize>(file: &mut impl Read) -> Result<[u8; N], Box<Problem>> {
    let mut bytes = [0; N];
    file.read_exact(&mut bytes).map_err(|error| ends(&error))?;
    Ok(bytes)
}

fn ends(error: &io::Error) -> Box<Problem> {
    match error.kind() {
        ErrorKind::UnexpectedEof => wrong("not a NumPy array: the file ends within its header"),
        _ => Box::new(unreadable(error)),
    }
}

fn wrong(found: impl Into<String>) -> Box<Problem> {
    Problem::new(found, REQUIRED).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a file of a version with a header text and numbers.
    fn file(version: u8, text: &str, numbers: &[f64]) -> Vec<u8> {
        let length = text.len() as u32;
        let length = length.to_le_bytes();
        let length = &length[..if version == 1 { 2 } else { 4 }];
        let mut bytes = [MAGIC, &[version, 0][..], length, text.as_bytes()].concat();
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        bytes
    }

    const FIELDS: &str =
        "{'descr': [('t', '<f8'), ('x', '<f8')], 'fortran_order': False, 'shape': (2,), }";

    #[test]
    fn every_version_and_spelling_of_a_header_is_read() {
        let other = r#" { "shape" :(2 , ), "fortran_order":False , "descr":[ ( "t","<f8" ),("x","<f8",) ] } "#;
        for (version, text) in [(1, FIELDS), (2, FIELDS), (3, FIELDS), (1, other)] {
            let bytes = file(version, text, &[0.0, 1.5, 0.1, f64::INFINITY]);
            let table = read(&bytes[..], 4).unwrap();
            assert_eq!(table.names, ["t", "x"]);
            assert_eq!(table.column("x"), Some(&[1.5, f64::INFINITY][..]));
        }
    }

    #[test]
    fn what_is_no_table_is_named() {
        let with = |from: &str, to: &str| FIELDS.replace(from, to);
        for (text, found) in [
            (
                with("('x', '<f8')", "('x', '<i4')"),
                "the field `x` of type `<i4`",
            ),
            (
                with("('t', '<f8'), ", ""),
                "the first column is not the time",
            ),
            (with("(2,)", "(2, 2)"), "an array of 2 dimensions"),
            (
                with("(2,)", "(1,)"),
                "1 rows in the header, more in the file",
            ),
            (with("(2,)", "(3,)"), "3 rows in the header, 2 whole ones"),
            (with("(2,)", "(20000000000000000000,)"), "cannot be read"),
            (with("(2,)", "(10000000000000000000,)"), "numbers in all"),
            (
                with("[('t', '<f8'), ('x', '<f8')]", "'<f8'"),
                "without named fields",
            ),
            (with("'x', '<f8'", "'x', '<f8', (3,)"), "cannot be read"),
            (with("shape", "size"), "cannot be read"),
            (with("'x'", "'x"), "cannot be read"),
            (with(", }", ", } 1"), "cannot be read"),
            (String::new(), "cannot be read"),
        ] {
            let bytes = file(3, &text, &[0.0, 1.5, 0.1, 2.5]);
            let problem = read(&bytes[..], 6).unwrap_err();
            assert!(problem.found.contains(found), "{text}: {problem}");
        }
    }

    #[test]
    fn no_beginning_of_a_file_is_a_table() {
        let bytes = file(3, FIELDS, &[0.0, 1.5, 0.1, 2.5]);
        assert!(read(&bytes[..], 4).is_ok());
        for length in 0..bytes.len() {
            assert!(read(&bytes[..length], 4).is_err(), "{length}");
        }
        assert!(read(io::repeat(0x93), 4).is_err());
    }
}

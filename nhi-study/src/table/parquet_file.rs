//! Parquet files: double-precision columns in row groups, written without compression.

use std::fmt;
use std::fs::File;
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::{Repetition, Type as Kind};
use parquet::column::reader::ColumnReader;
use parquet::data_type::DoubleType;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::KeyValue;
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnDescriptor, Type};

use super::numbers::{NumberTable, checked, too_many_numbers};
use super::provenance::{KEY, MOST_BYTES, Provenance};
use super::rows::brief;
use crate::problem::{Failure, Problem};
use crate::result_file::ResultFile;

/// The number of numbers held before they are written as a row group.
const NUMBERS_OF_GROUP: usize = 1 << 20;

const REQUIRED: &str = "a Parquet file of numbers of double precision, uncompressed or with Snappy";

/// A file in progress.
pub(super) struct ParquetRows {
    writer: SerializedFileWriter<ResultFile>,
    path: PathBuf,
    /// The columns of the row group that is not written yet.
    group: Vec<Vec<f64>>,
}

impl fmt::Debug for ParquetRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ParquetRows").field(&self.path).finish()
    }
}

impl ParquetRows {
    pub(super) fn new(
        out: ResultFile,
        path: &Path,
        columns: &[String],
    ) -> std::result::Result<Self, Failure> {
        let writer = schema(columns)
            .and_then(|schema| SerializedFileWriter::new(out, Arc::new(schema), Arc::default()));
        Ok(Self {
            writer: writer.map_err(|error| failure(path, &error))?,
            path: path.to_owned(),
            group: vec![Vec::new(); columns.len()],
        })
    }

    pub(super) fn row(&mut self, values: &[f64]) -> std::result::Result<(), Failure> {
        for (column, &value) in self.group.iter_mut().zip(values) {
            column.push(value);
        }
        let held = self.group.first().map_or(0, Vec::len) * self.group.len();
        if held < NUMBERS_OF_GROUP {
            return Ok(());
        }
        self.write_group()
            .map_err(|error| failure(&self.path, &error))
    }

    /// Completes the file, with the record in its metadata.
    pub(super) fn finish(mut self, record: &Provenance) -> std::result::Result<(), Failure> {
        let entry = KeyValue::new(KEY.to_owned(), record.text());
        self.writer.append_key_value_metadata(entry);
        let written = self.write_group().and_then(|()| self.writer.into_inner());
        written
            .map_err(|error| failure(&self.path, &error))?
            .finish()
    }

    fn write_group(&mut self) -> Result<()> {
        if self.group.first().is_none_or(Vec::is_empty) {
            return Ok(());
        }
        let mut group = self.writer.next_row_group()?;
        for values in &mut self.group {
            if let Some(mut column) = group.next_column()? {
                column
                    .typed::<DoubleType>()
                    .write_batch(values, None, None)?;
                column.close()?;
            }
            values.clear();
        }
        group.close()?;
        Ok(())
    }
}

/// Returns a schema with a required double-precision number for each column.
fn schema(columns: &[String]) -> Result<Type> {
    let fields = columns.iter().map(|name| {
        let field = Type::primitive_type_builder(name, Kind::DOUBLE);
        let field = field.with_repetition(Repetition::REQUIRED).build()?;
        Ok(Arc::new(field))
    });
    let fields = fields.collect::<Result<_>>()?;
    Type::group_type_builder("run").with_fields(fields).build()
}

fn failure(path: &Path, error: &ParquetError) -> Failure {
    Failure::writing(path, &std::io::Error::other(error.to_string()))
}

/// Reads a file with at most `most` numbers; null values become NaN.
///
/// The library panics at some damaged files; this is returned as an error.
pub(super) fn read(file: File, most: usize) -> std::result::Result<NumberTable, Box<Problem>> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| ()));
    let table = panic::catch_unwind(|| read_whole(file, most));
    panic::set_hook(hook);
    table.unwrap_or_else(|_| Err(wrong("cannot be read: the file is damaged")))
}

fn read_whole(file: File, most: usize) -> std::result::Result<NumberTable, Box<Problem>> {
    let file = SerializedFileReader::new(file).map_err(|error| unreadable(&error))?;
    let metadata = file.metadata().file_metadata();
    let descriptors = metadata.schema_descr().columns();
    let names = descriptors.iter().map(|column| name(column));
    let names = names.collect::<std::result::Result<Vec<_>, _>>()?;
    let names = checked(names)?;
    let rows = usize::try_from(metadata.num_rows()).unwrap_or(usize::MAX);
    if rows.saturating_mul(names.len()) > most {
        return Err(too_many_numbers().into());
    }
    let mut columns = vec![Vec::new(); names.len()];
    for place in 0..file.num_row_groups() {
        let group = file
            .get_row_group(place)
            .map_err(|error| unreadable(&error))?;
        for (place, column) in columns.iter_mut().enumerate() {
            let end = column.len() + group_rows(&*group);
            if end > rows {
                return Err(wrong("more rows than the file says"));
            }
            add(&*group, place, column).map_err(|error| unreadable(&error))?;
            if column.len() != end {
                return Err(wrong("fewer rows than the file says"));
            }
        }
    }
    let entries = metadata.key_value_metadata().into_iter().flatten();
    let record = entries.filter(|entry| entry.key == KEY).find_map(|entry| {
        let text = entry
            .value
            .as_deref()
            .filter(|text| text.len() <= MOST_BYTES)?;
        Provenance::of_text(text)
    });
    Ok(NumberTable::new(names, columns).recorded(record))
}

/// Returns the name of a column of numbers.
fn name(column: &ColumnDescriptor) -> std::result::Result<String, Box<Problem>> {
    let name = column.name().to_owned();
    let kind = column.physical_type();
    if kind != Kind::DOUBLE || column.path().parts().len() != 1 || column.max_rep_level() != 0 {
        let found = format!("the column `{}` of type {kind}", brief(&name));
        return Err(wrong(found));
    }
    Ok(name)
}

fn group_rows(group: &dyn RowGroupReader) -> usize {
    usize::try_from(group.metadata().num_rows()).unwrap_or(usize::MAX / 2)
}

/// Appends the numbers of a row group to a column.
fn add(group: &dyn RowGroupReader, place: usize, column: &mut Vec<f64>) -> Result<()> {
    let ColumnReader::DoubleColumnReader(mut reader) = group.get_column_reader(place)? else {
        return Err(ParquetError::General("a column of another type".to_owned()));
    };
    let (mut levels, mut numbers) = (Vec::new(), Vec::new());
    let rows = group_rows(group);
    let (read, ..) = reader.read_records(rows, Some(&mut levels), None, &mut numbers)?;
    if levels.is_empty() {
        column.append(&mut numbers);
        return Ok(());
    }
    let mut numbers = numbers.into_iter();
    column.extend(levels.into_iter().take(read).map(|level| {
        let is_there = level > 0;
        is_there
            .then(|| numbers.next())
            .flatten()
            .unwrap_or(f64::NAN)
    }));
    Ok(())
}

fn unreadable(error: &ParquetError) -> Box<Problem> {
    wrong(format!("cannot be read: {error}"))
}

fn wrong(found: impl Into<String>) -> Box<Problem> {
    Problem::new(found, REQUIRED).into()
}

//! The table of a block of members as a Parquet file, without compression.

use std::path::Path;
use std::sync::Arc;

use parquet::basic::{ConvertedType, LogicalType, Repetition, Type as Kind};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::Result;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{PrimitiveTypeBuilder, Type};

use super::part::Column;
use crate::problem::Failure;
use crate::result_file::ResultFile;

/// Writes columns of the same length.
pub(super) fn write(
    columns: &[(String, Column)],
    file: ResultFile,
    path: &Path,
) -> std::result::Result<(), Failure> {
    let written = write_group(columns, file);
    let file = written
        .map_err(|error| Failure::writing(path, &std::io::Error::other(error.to_string())))?;
    file.finish()
}

fn write_group(columns: &[(String, Column)], file: ResultFile) -> Result<ResultFile> {
    let fields = columns.iter().map(|(name, column)| field(name, column));
    let fields = fields.collect::<Result<_>>()?;
    let schema = Type::group_type_builder("sweep")
        .with_fields(fields)
        .build()?;
    let mut writer = SerializedFileWriter::new(file, Arc::new(schema), Arc::default())?;
    let mut group = writer.next_row_group()?;
    for (_, column) in columns {
        let Some(mut place) = group.next_column()? else {
            break;
        };
        match column {
            Column::Counts(list) => {
                place.typed::<Int64Type>().write_batch(list, None, None)?;
            }
            Column::Numbers(list) => {
                place.typed::<DoubleType>().write_batch(list, None, None)?;
            }
            Column::Texts(list) => {
                let texts: Vec<_> = list
                    .iter()
                    .map(|text| ByteArray::from(text.as_str()))
                    .collect();
                place
                    .typed::<ByteArrayType>()
                    .write_batch(&texts, None, None)?;
            }
            Column::Lists(lists) => {
                let (values, defined, repeated) = levels(lists);
                let place = place.typed::<DoubleType>();
                place.write_batch(&values, Some(&defined), Some(&repeated))?;
            }
        }
        place.close()?;
    }
    group.close()?;
    writer.into_inner()
}

/// Returns the numbers of lists, and for each its levels: 0 defined for an empty list, 1 for an
/// entry; 0 repeated for the first entry of a list, 1 for the others.
fn levels(lists: &[Vec<f64>]) -> (Vec<f64>, Vec<i16>, Vec<i16>) {
    let (mut values, mut defined, mut repeated) = (Vec::new(), Vec::new(), Vec::new());
    for list in lists {
        if list.is_empty() {
            defined.push(0);
            repeated.push(0);
        }
        for (place, &value) in list.iter().enumerate() {
            values.push(value);
            defined.push(1);
            repeated.push(i16::from(place > 0));
        }
    }
    (values, defined, repeated)
}

/// Returns the field of a column: a required value, or a list of required numbers.
fn field(name: &str, column: &Column) -> Result<Arc<Type>> {
    let field = match column {
        Column::Counts(_) => required(name, Kind::INT64).build()?,
        Column::Numbers(_) => required(name, Kind::DOUBLE).build()?,
        Column::Texts(_) => required(name, Kind::BYTE_ARRAY)
            .with_converted_type(ConvertedType::UTF8)
            .with_logical_type(Some(LogicalType::String))
            .build()?,
        Column::Lists(_) => {
            let element = Arc::new(required("element", Kind::DOUBLE).build()?);
            let entries = Type::group_type_builder("list")
                .with_repetition(Repetition::REPEATED)
                .with_fields(vec![element])
                .build()?;
            Type::group_type_builder(name)
                .with_repetition(Repetition::REQUIRED)
                .with_converted_type(ConvertedType::LIST)
                .with_logical_type(Some(LogicalType::List))
                .with_fields(vec![Arc::new(entries)])
                .build()?
        }
    };
    Ok(Arc::new(field))
}

fn required(name: &str, kind: Kind) -> PrimitiveTypeBuilder<'_> {
    Type::primitive_type_builder(name, kind).with_repetition(Repetition::REQUIRED)
}

//! Values of a scenario with the place where they stand.

use std::borrow::Cow;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeFloat, DeInteger, DeValue};

use super::table::Table;

/// A value of a scenario.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// An integer or a float, NaN and infinities included.
    Number(f64),
    /// A string.
    Text(String),
    /// An array of arrays of numbers.
    Rows(Vec<Vec<f64>>),
    /// A table inside another one.
    Record(Table),
    /// Anything else, by what it is called.
    Other(&'static str),
}

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Origin {
    /// Bytes of the scenario file.
    File(Range<usize>),
    /// An option of the command line, as it was written.
    Option(String),
}

/// A value with its origin.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) value: Value,
    pub(crate) origin: Origin,
    /// Where the key is.
    pub(crate) key: Origin,
}

impl Entry {
    /// A key with its value.
    pub(crate) fn of_toml(key: &Spanned<Cow<'_, str>>, value: &Spanned<DeValue<'_>>) -> Self {
        Self {
            value: Value::of_toml(value.get_ref()),
            origin: Origin::File(value.span()),
            key: Origin::File(key.span()),
        }
    }
}

impl Value {
    pub(crate) fn of_toml(value: &DeValue<'_>) -> Self {
        match value {
            DeValue::String(text) => Self::Text(text.to_string()),
            DeValue::Integer(number) => integer(number),
            DeValue::Float(number) => float(number),
            DeValue::Boolean(_) => Self::Other("a boolean"),
            DeValue::Datetime(_) => Self::Other("a date"),
            DeValue::Array(array) => {
                let rows = array.iter().map(|row| numbers(row.get_ref()));
                rows.collect::<Option<_>>()
                    .map_or(Self::Other("an array"), Self::Rows)
            }
            DeValue::Table(entries) => {
                let mut table = Table::new("");
                for (key, value) in entries {
                    table.add(key.get_ref(), Entry::of_toml(key, value));
                }
                Self::Record(table)
            }
        }
    }

    /// A value as it is written on the command line: a number where it reads as one, else a text.
    pub(crate) fn of_argument(text: &str) -> Self {
        text.trim()
            .parse()
            .map_or_else(|_| Self::Text(text.to_owned()), Self::Number)
    }

    /// What was found, in a few words.
    pub(crate) fn describe(&self) -> String {
        match self {
            Self::Number(number) => format!("the number {number:?}"),
            Self::Text(text) => format!("the string {text:?}"),
            Self::Rows(_) => "an array of rows".to_owned(),
            Self::Record(_) => "a table".to_owned(),
            Self::Other(what) => (*what).to_owned(),
        }
    }
}

/// A row of a matrix.
fn numbers(value: &DeValue<'_>) -> Option<Vec<f64>> {
    let entries = value.as_array()?.iter();
    let numbers = entries.map(|entry| match Value::of_toml(entry.get_ref()) {
        Value::Number(number) => Some(number),
        _ => None,
    });
    numbers.collect()
}

fn integer(number: &DeInteger<'_>) -> Value {
    let digits = number.as_str();
    i64::from_str_radix(digits, number.radix())
        .map(|integer| integer as f64)
        .or_else(|_| digits.parse())
        .map_or(Value::Other("an integer that is too large"), Value::Number)
}

fn float(number: &DeFloat<'_>) -> Value {
    let parsed = number.as_str().parse();
    parsed.map_or(Value::Other("a malformed number"), Value::Number)
}

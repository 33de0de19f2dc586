//! Values of a scenario with their positions.

use std::borrow::Cow;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeFloat, DeInteger, DeValue};

use super::table::Table;

/// The bound below which numbers represent all integers.
pub(super) const ALL_WHOLE: f64 = 9_007_199_254_740_992.0;

/// A value of a scenario.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// An integer or a float, including NaN and infinities.
    Number(f64),
    /// A string.
    Text(String),
    /// An array of arrays of numbers.
    Rows(Vec<Vec<f64>>),
    /// An array of numbers.
    List(Vec<f64>),
    /// An array of strings.
    Texts(Vec<String>),
    /// True or false.
    Flag(bool),
    /// A table inside another table.
    Record(Table),
    /// Anything else, with a description of its type.
    Other(&'static str),
}

/// The origin of a value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Origin {
    /// A range of bytes of the scenario file.
    File(Range<usize>),
    /// A command-line option, as written.
    Option(String),
}

/// A value with its origin.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub value: Value,
    pub origin: Origin,
    /// The position of the key.
    pub key: Origin,
}

impl Entry {
    /// Creates the entry of a key with its value.
    pub(super) fn of_toml(key: &Spanned<Cow<'_, str>>, value: &Spanned<DeValue<'_>>) -> Self {
        Self {
            value: Value::of_toml(value.get_ref()),
            origin: Origin::File(value.span()),
            key: Origin::File(key.span()),
        }
    }
}

impl Value {
    pub(super) fn of_toml(value: &DeValue<'_>) -> Self {
        match value {
            DeValue::String(text) => Self::Text(text.to_string()),
            DeValue::Integer(number) => integer(number),
            DeValue::Float(number) => float(number),
            DeValue::Boolean(flag) => Self::Flag(*flag),
            DeValue::Datetime(_) => Self::Other("a date"),
            DeValue::Array(array) => {
                let entries = || array.iter().map(Spanned::get_ref);
                let rows = entries().map(numbers).collect::<Option<_>>();
                let list = || numbers(value);
                let texts = || entries().map(|entry| Some(entry.as_str()?.to_owned()));
                let lists = rows.map(Self::Rows).or_else(|| list().map(Self::List));
                lists
                    .or_else(|| texts().collect::<Option<_>>().map(Self::Texts))
                    .unwrap_or(Self::Other("an array"))
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

    /// Parses a value from the command line: a number if possible, else a text.
    pub(super) fn of_argument(text: &str) -> Self {
        text.trim()
            .parse()
            .map_or_else(|_| Self::Text(text.to_owned()), Self::Number)
    }

    /// Describes the value in a few words.
    pub(super) fn describe(&self) -> String {
        match self {
            Self::Number(number) => format!("the number {number:?}"),
            Self::Text(text) => format!("the string {text:?}"),
            Self::Rows(rows) if rows.is_empty() => "an empty array".to_owned(),
            Self::Rows(_) => "an array of rows".to_owned(),
            Self::List(_) => "an array of numbers".to_owned(),
            Self::Texts(_) => "an array of strings".to_owned(),
            Self::Flag(_) => "a boolean".to_owned(),
            Self::Record(_) => "a table".to_owned(),
            Self::Other(what) => (*what).to_owned(),
        }
    }
}

/// Returns a row of a matrix.
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

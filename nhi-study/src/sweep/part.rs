//! The table of a block of members as a file.

use std::path::Path;

use super::ensemble::{Outcome, Status};
use super::kept::{Kept, Source};
use super::members::Member;
use crate::problem::Failure;
use crate::result_file::ResultFile;
use crate::scenario::FACTS;

/// The rows of a block of members.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) columns: Vec<(String, Column)>,
}

/// A column of the table of members.
#[derive(Clone, Debug)]
pub enum Column {
    /// Whole numbers.
    Counts(Vec<i64>),
    /// Numbers.
    Numbers(Vec<f64>),
    /// Texts.
    Texts(Vec<String>),
    /// Numbers over time.
    Lists(Vec<Vec<f64>>),
}

/// The format of the files of a sweep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PartFormat {
    /// Parquet.
    #[cfg(feature = "parquet")]
    #[default]
    Parquet,
    /// Comma-separated values, without lists.
    #[cfg_attr(not(feature = "parquet"), default)]
    Csv,
}

impl PartFormat {
    /// All formats.
    pub const ALL: &'static [Self] = &[
        #[cfg(feature = "parquet")]
        Self::Parquet,
        Self::Csv,
    ];
}

impl Status {
    fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Refused => "refused",
            Self::Failed => "failed",
        }
    }
}

impl Part {
    /// Returns the rows of members. The names are those of the varied values with a column.
    pub(super) fn new(
        names: &[String],
        members: &[Member],
        outcomes: &[Outcome],
        kept: &Kept,
    ) -> Self {
        let count = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
        let numbers = members.iter().map(|member| count(member.number));
        let [member, status, step, reason, notes] = FACTS.map(str::to_owned);
        let mut columns = vec![(member, Column::Counts(numbers.collect()))];
        for (place, name) in names.iter().enumerate() {
            let drawn = members.iter().map(|member| member.drawn[place]);
            columns.push((name.clone(), Column::Numbers(drawn.collect())));
        }
        let words = outcomes
            .iter()
            .map(|outcome| outcome.status.word().to_owned());
        columns.push((status, Column::Texts(words.collect())));
        let steps = outcomes.iter().map(|outcome| count(outcome.step));
        columns.push((step, Column::Counts(steps.collect())));
        let reasons = outcomes.iter().map(|outcome| outcome.reason.clone());
        columns.push((reason, Column::Texts(reasons.collect())));
        let found = outcomes.iter().map(|outcome| outcome.notes.clone());
        columns.push((notes, Column::Texts(found.collect())));
        for (place, column) in kept.columns.iter().enumerate() {
            let values = match column.source {
                Source::List(_) => {
                    let lists = outcomes.iter().map(|outcome| outcome.lists[place].clone());
                    Column::Lists(lists.collect())
                }
                _ => {
                    let values = outcomes.iter().map(|outcome| outcome.values[place]);
                    Column::Numbers(values.collect())
                }
            };
            columns.push((column.name.clone(), values));
        }
        Self { columns }
    }

    /// Writes the part under its name, when it is complete.
    pub(super) fn write(&self, path: &Path, format: PartFormat) -> Result<(), Failure> {
        let file = ResultFile::create(path)?;
        match format {
            #[cfg(feature = "parquet")]
            PartFormat::Parquet => super::parquet_part::write(&self.columns, file, path),
            PartFormat::Csv => self.write_csv(file),
        }
    }

    fn write_csv(&self, mut file: ResultFile) -> Result<(), Failure> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let names = self.columns.iter().map(|(name, _)| name.as_str());
        let written = (|| {
            writer.write_record(names)?;
            for row in 0..self.columns[0].1.len() {
                writer.write_record(self.columns.iter().map(|(_, column)| column.text(row)))?;
            }
            writer.flush()?;
            Ok::<_, csv::Error>(())
        })();
        written.expect("a table in memory can be written");
        file.write(&writer.into_inner().unwrap_or_default())?;
        file.finish()
    }
}

impl Column {
    fn len(&self) -> usize {
        match self {
            Self::Counts(list) => list.len(),
            Self::Numbers(list) => list.len(),
            Self::Texts(list) => list.len(),
            Self::Lists(list) => list.len(),
        }
    }

    fn text(&self, row: usize) -> String {
        match self {
            Self::Counts(list) => list[row].to_string(),
            Self::Numbers(list) => format!("{:?}", list[row]),
            Self::Texts(list) => list[row].clone(),
            Self::Lists(list) => format!("{:?}", list[row]),
        }
    }
}

//! The tables of a scenario.

use std::collections::BTreeMap;
use std::ops::Range;

use super::reports::Reports;
use super::value::{Entry, Origin, Value};

/// A table with its entries and its name, which is empty at the top level.
#[derive(Clone, Debug)]
pub(super) struct Table {
    name: String,
    /// The position of the table in the file, if it is present.
    header: Option<Range<usize>>,
    entries: Vec<(String, Entry)>,
    /// The index of each key among the entries.
    index: BTreeMap<String, usize>,
}

impl Table {
    pub(super) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            header: None,
            entries: Vec::new(),
            index: BTreeMap::new(),
        }
    }

    /// Returns a table of the same name and position without entries.
    pub(super) fn clone_header(&self) -> Self {
        Self {
            header: self.header.clone(),
            ..Self::new(&self.name)
        }
    }

    /// Returns the same entries under another name.
    pub(super) fn named(self, name: String) -> Self {
        Self { name, ..self }
    }

    /// Sets the position of the table in the file.
    pub(super) fn begin(&mut self, header: Range<usize>) {
        self.header = Some(header);
    }

    /// Returns the position of the table in the file, if it is present.
    pub(super) fn header(&self) -> Option<Range<usize>> {
        self.header.clone()
    }

    /// Returns the entries with their keys, in the order in which they were read.
    pub(super) fn entries(&self) -> impl Iterator<Item = (&str, &Entry)> {
        self.entries
            .iter()
            .map(|(key, entry)| (key.as_str(), entry))
    }

    /// Returns the keys in the order of the file; those from the command line come last.
    pub(super) fn keys_as_written(&self) -> Vec<String> {
        let mut entries: Vec<_> = self.entries().collect();
        entries.sort_by_key(|(_, entry)| match &entry.key {
            Origin::File(span) => span.start,
            Origin::Option(_) => usize::MAX,
        });
        entries.into_iter().map(|(key, _)| key.to_owned()).collect()
    }

    pub(super) fn get(&self, key: &str) -> Option<&Entry> {
        let &place = self.index.get(key)?;
        Some(&self.entries[place].1)
    }

    /// Returns the table inside this one under a key.
    pub(super) fn record_mut(&mut self, key: &str) -> Option<&mut Self> {
        let &place = self.index.get(key)?;
        match &mut self.entries[place].1.value {
            Value::Record(record) => Some(record),
            _ => None,
        }
    }

    /// Adds an entry, or replaces the one with the same key.
    pub(super) fn add(&mut self, key: &str, entry: Entry) {
        if let Some(&place) = self.index.get(key) {
            self.entries[place].1 = entry;
            return;
        }
        self.index.insert(key.to_owned(), self.entries.len());
        self.entries.push((key.to_owned(), entry));
    }

    /// Adds or replaces the value of a command-line option.
    pub(super) fn replace(&mut self, key: &str, option: &str, value: Value) {
        let origin = Origin::Option(option.to_owned());
        let entry = Entry {
            value,
            key: origin.clone(),
            origin,
        };
        self.add(key, entry);
    }

    /// Returns a required text.
    pub(super) fn text(&self, key: &str, required: &str, reports: &mut Reports) -> Option<&str> {
        match self.get(key) {
            None => reports.missing(self, key, required),
            Some(Entry {
                value: Value::Text(text),
                ..
            }) => return Some(text),
            Some(entry) => reports.unfit(self, key, entry, required),
        }
        None
    }

    /// Returns a required finite number.
    pub(super) fn number(&self, key: &str, required: &str, reports: &mut Reports) -> Option<f64> {
        match self.get(key) {
            None => reports.missing(self, key, required),
            Some(Entry {
                value: Value::Number(number),
                ..
            }) if number.is_finite() => {
                return Some(*number);
            }
            Some(entry) => reports.unfit(self, key, entry, required),
        }
        None
    }

    /// Returns `[parameters] m`, or just the key at the top level.
    pub(super) fn key_text(&self, key: &str) -> String {
        if self.name.is_empty() {
            key.to_owned()
        } else {
            format!("[{}] {key}", self.name)
        }
    }
}

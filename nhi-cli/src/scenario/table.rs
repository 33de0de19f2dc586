//! Tables of a scenario.

use std::collections::BTreeMap;
use std::ops::Range;

use super::reports::Reports;
use super::value::{Entry, Origin, Value};

/// A table: its name, which is empty at the top, and its entries.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    name: String,
    /// Where the table begins in the file, if it is there.
    header: Option<Range<usize>>,
    entries: Vec<(String, Entry)>,
    /// Where each key is among the entries.
    index: BTreeMap<String, usize>,
}

impl Table {
    pub(crate) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            header: None,
            entries: Vec::new(),
            index: BTreeMap::new(),
        }
    }

    /// The name, which is empty at the top.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The same entries under another name.
    pub(crate) fn named(self, name: String) -> Self {
        Self { name, ..self }
    }

    /// The table begins at these bytes.
    pub(crate) fn begin(&mut self, header: Range<usize>) {
        self.header = Some(header);
    }

    /// Where the table begins in the file, if it is there.
    pub(crate) fn header(&self) -> Option<Range<usize>> {
        self.header.clone()
    }

    /// The entries with their keys, in the order of the reader.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&str, &Entry)> {
        self.entries
            .iter()
            .map(|(key, entry)| (key.as_str(), entry))
    }

    /// The keys in the order of the file, those of the command line last.
    pub(crate) fn keys_as_written(&self) -> Vec<String> {
        let mut entries: Vec<_> = self.entries().collect();
        entries.sort_by_key(|(_, entry)| match &entry.key {
            Origin::File(span) => span.start,
            Origin::Option(_) => usize::MAX,
        });
        entries.into_iter().map(|(key, _)| key.to_owned()).collect()
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Entry> {
        let &place = self.index.get(key)?;
        Some(&self.entries[place].1)
    }

    /// Adds an entry, or replaces that of the same key.
    pub(crate) fn add(&mut self, key: &str, entry: Entry) {
        if let Some(&place) = self.index.get(key) {
            self.entries[place].1 = entry;
            return;
        }
        self.index.insert(key.to_owned(), self.entries.len());
        self.entries.push((key.to_owned(), entry));
    }

    /// Replaces or adds what an option of the command line gives.
    pub(crate) fn replace(&mut self, key: &str, option: &str, value: Value) {
        let origin = Origin::Option(option.to_owned());
        let entry = Entry {
            value,
            key: origin.clone(),
            origin,
        };
        self.add(key, entry);
    }

    /// A text that must be there.
    pub(crate) fn text(&self, key: &str, required: &str, reports: &mut Reports) -> Option<&str> {
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

    /// A finite number that must be there.
    pub(crate) fn number(&self, key: &str, required: &str, reports: &mut Reports) -> Option<f64> {
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

    /// `[parameters] m`, or just the key at the top.
    pub(crate) fn key_text(&self, key: &str) -> String {
        if self.name.is_empty() {
            key.to_owned()
        } else {
            format!("[{}] {key}", self.name)
        }
    }
}

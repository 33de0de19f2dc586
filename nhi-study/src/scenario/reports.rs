//! The errors in a scenario, each with its file, table and key.

use std::ops::Range;
use std::sync::Arc;

use nhi_build::{Colour, ModelFile};
use nhi_symbolic::{Diagnostics, one_of, suggestion};

use super::slips::slip;
use super::table::Table;
use super::value::{Entry, Origin, Value};
use crate::places::Places;
use crate::problem::Problem;
use crate::sources::with_lines;

/// The maximum number of errors shown; nobody reads more at once.
const MOST_SHOWN: usize = 100;

/// The errors in a scenario file.
#[derive(Clone, Debug)]
pub(super) struct Reports {
    /// The text of the file, shared by everything read from it.
    pub file: Arc<ModelFile>,
    colour: Colour,
    /// The errors, each with the bytes that it is about if its position is not known yet.
    list: Vec<(Option<Range<usize>>, Problem)>,
    /// The number of errors omitted from the list.
    others: usize,
}

impl Reports {
    pub(super) fn new(file: ModelFile, colour: Colour) -> Self {
        Self {
            file: Arc::new(file),
            colour,
            list: Vec::new(),
            others: 0,
        }
    }

    /// Reports a value of the wrong kind.
    pub(super) fn unfit(&mut self, table: &Table, key: &str, entry: &Entry, required: &str) {
        let found = format!("found {}", entry.value.describe());
        let mut problem = Problem::new(found, required);
        if let Value::Text(text) = &entry.value
            && let Some(slip) = slip(text)
        {
            problem = problem.help(format!("{}: {}", slip.found, slip.help));
        }
        self.add(table, key, &entry.origin, problem);
    }

    /// Returns the meaning of an entry that is one of several words; any other is reported.
    pub(super) fn chosen<T: Copy>(
        &mut self,
        table: &Table,
        key: &str,
        entry: &Entry,
        choices: &[(&str, T)],
    ) -> Option<T> {
        let is_chosen = |word: &str| matches!(&entry.value, Value::Text(text) if text == word);
        let choice = choices.iter().find(|(word, _)| is_chosen(word));
        if choice.is_none() {
            self.unfit(table, key, entry, &words_of(choices));
        }
        choice.map(|(_, choice)| *choice)
    }

    /// Reports the keys of a table inside another one that have no meaning.
    pub(super) fn refuse_keys(&mut self, table: &Table, known: &[&str]) {
        let unknown = table.entries().filter(|(key, _)| !known.contains(key));
        let unknown = unknown.map(|(key, entry)| (key, &entry.key)).collect();
        self.add_all(table, unknown, |key| {
            let required = one_of(known);
            Problem::new("there is no such key", required)
                .help(suggestion(key, known.iter().copied()))
        });
    }

    /// Reports a missing key.
    pub(super) fn missing(&mut self, table: &Table, key: &str, required: &str) {
        let problem = Problem::new("missing", required)
            .in_file(&self.file.path)
            .at_key(table.key_text(key));
        self.list.push((table.header(), problem));
    }

    /// Adds an error at an entry.
    pub(super) fn add(&mut self, table: &Table, key: &str, origin: &Origin, problem: Problem) {
        let key = table.key_text(key);
        let mistake = match origin {
            Origin::File(span) => {
                let problem = problem.in_file(&self.file.path).at_key(key);
                (Some(span.clone()), problem)
            }
            Origin::Option(option) => {
                let is_same = option.trim_start_matches('-') == key;
                let place = match is_same {
                    true => option.clone(),
                    false => format!("{option}: {key}"),
                };
                (None, problem.at_key(place))
            }
        };
        self.list.push(mistake);
    }

    /// Adds diagnostics about an entry without tokens that they could point to.
    pub(super) fn add_diagnostics(
        &mut self,
        table: &Table,
        key: &str,
        origin: &Origin,
        found: &Diagnostics,
    ) {
        for diagnostic in found.iter() {
            self.add(table, key, origin, Problem::of(diagnostic));
        }
    }

    /// Adds the same error at several entries. Errors beyond the maximum shown are only counted, so
    /// that the message of each may be long.
    pub(super) fn add_all(
        &mut self,
        table: &Table,
        mut entries: Vec<(&str, &Origin)>,
        problem: impl Fn(&str) -> Problem,
    ) {
        entries.sort_by_key(|(_, origin)| match origin {
            Origin::File(span) => span.start,
            Origin::Option(_) => 0,
        });
        self.others += entries.len().saturating_sub(MOST_SHOWN);
        for (key, origin) in entries.into_iter().take(MOST_SHOWN) {
            self.add(table, key, origin, problem(key));
        }
    }

    /// Adds an error about a range of bytes of the file.
    pub(super) fn add_at(&mut self, range: Range<usize>, problem: Problem) {
        let problem = problem.in_file(&self.file.path);
        self.list.push((Some(range), problem));
    }

    /// Adds errors that have a position.
    pub(super) fn extend(&mut self, problems: Vec<Problem>) {
        let problems = problems.into_iter().map(|problem| (None, problem));
        self.list.extend(problems);
    }

    /// Returns the number of errors so far.
    pub(super) fn count(&self) -> usize {
        self.list.len()
    }

    /// Returns the errors so far in the order of the file, those without a line last, and no more
    /// than can be read.
    pub(super) fn take(&mut self) -> Vec<Problem> {
        let mut list = std::mem::take(&mut self.list);
        list.sort_by_key(|(range, _)| range.as_ref().map_or(usize::MAX, |range| range.start));
        let mut places = Places::of(&self.file.text);
        for (range, problem) in &mut list {
            if let Some(range) = range {
                problem.place = Some(places.at(range.start));
            }
        }
        list.sort_by_key(|(_, problem)| problem.place.unwrap_or((usize::MAX, 0)));
        let others = self.others + list.len().saturating_sub(MOST_SHOWN);
        let shown = list.into_iter().take(MOST_SHOWN);
        let mut list: Vec<_> = shown
            .map(|(range, problem)| match range {
                Some(range) => with_lines(problem, &self.file, range, self.colour),
                None => problem,
            })
            .collect();
        if others > 0 {
            list.push(Problem::note(format!("and {others} more like these")));
        }
        list
    }
}

/// Returns the words of a choice in quotes, for use after "required".
pub(super) fn words_of<T>(choices: &[(&str, T)]) -> String {
    let words: Vec<_> = choices
        .iter()
        .map(|(word, _)| format!("{word:?}"))
        .collect();
    match &words[..] {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => words.concat(),
    }
}

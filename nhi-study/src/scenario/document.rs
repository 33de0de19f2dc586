//! The structure of a scenario file: its tables and keys, without a model.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use nhi_build::{Colour, ModelFile, visible_path};
use nhi_symbolic::{one_of, suggestion};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::reports::Reports;
use super::sketch::SketchAsWritten;
use super::slips::slip_in_line;
use super::table::Table;
use super::value::{Entry, Origin};
use crate::places::line_column;
use crate::problem::{Failure, Problem};
use crate::sources::with_lines;

/// The keys at the top level, apart from the tables.
pub(super) const KEYS: [&str; 8] = [
    "model",
    "system",
    "integrator",
    "start",
    "step",
    "steps",
    "end",
    "control_period",
];
/// The required format of a scenario.
const REQUIRED: &str =
    "a scenario: keys and tables in TOML, such as `step = 0.01` and `[parameters]`";
/// The table of the sketch, whose entries are parts of a drawing.
const SKETCH: &str = "sketch";

/// Defines the tables with their names in the file, from one list.
macro_rules! parts {
    ($($(#[doc = $doc:literal])* $part:ident = $name:literal,)*) => {
        /// A table of a scenario whose entries are named after parts of the model.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Part {
            $($(#[doc = $doc])* $part,)*
        }

        impl Part {
            const ALL: [Self; [$(Self::$part),*].len()] = [$(Self::$part),*];

            /// Returns the name of the table in the file.
            pub(super) fn name(self) -> &'static str {
                match self {
                    $(Self::$part => $name,)*
                }
            }
        }
    };
}

parts! {
    /// The keys at the top level, apart from the tables.
    Top = "",
    /// Values of the parameters.
    Parameters = "parameters",
    /// Coordinates and velocities at the start.
    Initial = "initial",
    /// Multipliers at the start.
    Multipliers = "initial.multipliers",
    /// Numbers and expressions with names.
    Definitions = "definitions",
    /// States of controllers.
    States = "states",
    /// Controls.
    Controls = "controls",
    /// The laws of prescribed coordinates.
    Prescribed = "prescribed",
    /// The outputs, in addition to the columns that every model has.
    Output = "output",
    /// The noise on controls and outputs.
    Noise = "noise",
    /// The coordinates at the end of a motion to be found.
    Target = "target",
    /// The units of columns.
    Units = "units",
    /// The event that ends the run.
    Stop = "stop",
    /// Events that do not end the run.
    Events = "events",
    /// The sweep over parameters and initial values.
    Sweep = "sweep",
    /// The values that a sweep varies.
    Vary = "sweep.vary",
}

impl Part {
    /// Returns the table at the top level under a key.
    fn outer(key: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|part| *part != Self::Top && part.name() == key && !key.contains('.'))
    }

    /// Returns the table inside this one under a key.
    fn inner(self, key: &str) -> Option<Self> {
        let name = format!("{}.{key}", self.name());
        Self::ALL.into_iter().find(|part| part.name() == name)
    }
}

/// A scenario file as written.
#[derive(Clone, Debug)]
pub(super) struct Document {
    /// The tables in the order of [`Part::ALL`].
    tables: [Table; Part::ALL.len()],
    /// The sketch of the system.
    pub sketch: SketchAsWritten,
    /// The text, and the errors in it.
    pub reports: Reports,
}

impl Document {
    /// Reads a scenario. Errors in its keys are added to the reports.
    pub(super) fn of(file: ModelFile, colour: Colour) -> Result<Self, Failure> {
        let text = file.text.clone();
        let root = DeTable::parse(&text).map_err(|error| not_toml(&file, &error, colour))?;
        let mut document = Self {
            tables: Part::ALL.map(|part| Table::new(part.name())),
            sketch: SketchAsWritten::default(),
            reports: Reports::new(file, colour),
        };
        let mut unknown = Vec::new();
        for (key, value) in root.get_ref() {
            if !document.read_key(key, value) {
                let is_table = value.get_ref().is_table();
                unknown.push((key.get_ref().as_ref(), Origin::File(key.span()), is_table));
            }
        }
        document.report_unknown(&unknown);
        Ok(document)
    }

    /// Returns a table.
    pub(super) fn table(&self, part: Part) -> &Table {
        &self.tables[part as usize]
    }

    /// Returns a table that can be changed.
    pub(super) fn table_mut(&mut self, part: Part) -> &mut Table {
        &mut self.tables[part as usize]
    }

    /// Returns a table, and the reports for its errors.
    pub(super) fn part(&mut self, part: Part) -> (&Table, &mut Reports) {
        (&self.tables[part as usize], &mut self.reports)
    }

    /// Returns the path of the model, relative to the current directory.
    pub(super) fn model_path(&mut self) -> Option<PathBuf> {
        let required = "the path of a model file, relative to this file";
        let (top, reports) = self.part(Part::Top);
        let name = top.text("model", required, reports)?.to_owned();
        let folder = self.reports.file.path.parent().unwrap_or(Path::new(""));
        Some(folder.join(name))
    }

    /// Returns the name of the system, if there is one.
    pub(super) fn system(&mut self) -> Option<String> {
        self.table(Part::Top).get("system")?;
        let required = "the name of a struct of the model file";
        let (top, reports) = self.part(Part::Top);
        top.text("system", required, reports).map(str::to_owned)
    }

    /// Reads the value of a key; returns false if there is no such key.
    fn read_key(&mut self, key: &Spanned<Cow<'_, str>>, value: &Spanned<DeValue<'_>>) -> bool {
        let name = key.get_ref().as_ref();
        if let Some(part) = Part::outer(name) {
            self.read_table(part, key, value);
        } else if name == SKETCH {
            self.sketch = SketchAsWritten::read(value, &mut self.reports);
        } else if KEYS.contains(&name) {
            self.table_mut(Part::Top)
                .add(name, Entry::of_toml(key, value));
        } else {
            return false;
        }
        true
    }

    /// Reads a table, and the tables inside it.
    fn read_table(
        &mut self,
        part: Part,
        name: &Spanned<Cow<'_, str>>,
        value: &Spanned<DeValue<'_>>,
    ) {
        let Some(entries) = value.get_ref().as_table() else {
            let required = format!("a table, [{}]", part.name());
            let entry = Entry::of_toml(name, value);
            let (table, reports) = self.part(part);
            let header = table.key_text("");
            return reports.unfit(&Table::new(""), header.trim(), &entry, &required);
        };
        self.table_mut(part).begin(value.span());
        for (key, value) in entries {
            match part.inner(key.get_ref()) {
                Some(inner) => self.read_table(inner, key, value),
                None => self
                    .table_mut(part)
                    .add(key.get_ref(), Entry::of_toml(key, value)),
            }
        }
    }

    fn report_unknown(&mut self, unknown: &[(&str, Origin, bool)]) {
        let of_model = Part::ALL.map(Part::name).into_iter();
        let is_table = |name: &&str| !name.is_empty() && !name.contains('.');
        let tables = of_model.filter(is_table).chain([SKETCH]);
        let tables: Vec<_> = tables.collect();
        let kinds = [
            (true, "there is no such table", &tables[..]),
            (false, "there is no such key", &KEYS),
        ];
        for (of_tables, found, known) in kinds {
            let keys = unknown
                .iter()
                .filter(|(_, _, is_table)| *is_table == of_tables);
            let keys = keys.map(|(key, origin, _)| (*key, origin)).collect();
            let (top, reports) = self.part(Part::Top);
            reports.add_all(top, keys, |key| {
                Problem::new(found, one_of(known))
                    .help(suggestion(key, KEYS.iter().chain(&tables).copied()))
            });
        }
    }
}

fn not_toml(file: &ModelFile, error: &toml::de::Error, colour: Colour) -> Failure {
    let is_model = file.text.contains("nonholonomic(");
    let first_line = 0..file.text.lines().next().map_or(0, str::len);
    let span = error.span().filter(|_| !is_model).unwrap_or(first_line);
    let open = unclosed(&file.text, span.start);
    let span = open.map_or(span, |open| open..open + 1);
    let problem = if is_model {
        Problem::new("this is a model, not a scenario", REQUIRED).help(
            "write a scenario whose key `model` names this file; `nhi check` and `nhi derive` take the model itself",
        )
    } else if let Some(slip) = slip_in_line(line_at(&file.text, span.start)) {
        Problem::new(slip.found, REQUIRED).help(slip.help)
    } else if let Some(open) = open {
        let open = &file.text[open..=open];
        Problem::new(format!("`{open}` is not closed in this line"), REQUIRED).help(
            "add the end of the table or array here; if it has more lines, begin them after the bracket",
        )
    } else {
        Problem::new(format!("not a TOML file: {}", error.message()), REQUIRED)
    };
    let problem = Problem {
        file: Some(visible_path(&file.path)),
        place: Some(line_column(&file.text, &span)),
        ..problem
    };
    with_lines(problem, file, span, colour).into()
}

/// Returns the last bracket before a byte that is open at the end of its line, although values
/// follow it there. An error on a later line is an error of this bracket.
fn unclosed(text: &str, end: usize) -> Option<usize> {
    let end = text[..end].rfind('\n')?;
    let mut open: Vec<usize> = Vec::new();
    let mut quote = None;
    let mut is_comment = false;
    let mut letters = text[..end].char_indices();
    while let Some((place, letter)) = letters.next() {
        match (letter, quote) {
            ('\\', Some('"')) => drop(letters.next()),
            ('\n', _) => (quote, is_comment) = (None, false),
            _ if is_comment => {}
            (_, Some(begin)) if letter == begin => quote = None,
            (_, Some(_)) => {}
            ('#', _) => is_comment = true,
            ('"' | '\'', _) => quote = Some(letter),
            ('[' | '{', _) => open.push(place),
            (']' | '}', _) => drop(open.pop()),
            _ => {}
        }
    }
    let last = open.pop()?;
    let after = text[last + 1..].lines().next().unwrap_or_default().trim();
    (!after.is_empty() && !after.starts_with('#')).then_some(last)
}

/// Returns the line that contains a byte.
fn line_at(text: &str, byte: usize) -> &str {
    let start = text[..byte].rfind('\n').map_or(0, |end| end + 1);
    text[start..].lines().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Part, unclosed};

    #[test]
    fn brackets_are_closed_in_their_lines_unless_they_end_them() {
        for (text, found) in [
            ("a = { x = 1\n", Some(4)),
            ("a = { x = \"1 }\nb", Some(4)),
            ("a = [[1, 2], [3\nb", Some(13)),
            ("a = {\n  x = 1\n", None),
            ("a = [ # points\n  1\n", None),
            ("a = \"{ x\"\n# { y\n", None),
            ("a = { x = \"\\\"{\" }\n", None),
            ("[a]\nb = { x = 1 }\n", None),
            ("b = { x = 1", None),
        ] {
            assert_eq!(unclosed(text, text.len()), found, "{text}");
        }
    }

    #[test]
    fn tables_are_in_the_order_of_their_parts() {
        for (place, part) in Part::ALL.into_iter().enumerate() {
            assert_eq!(part as usize, place, "{part:?}");
        }
    }
}

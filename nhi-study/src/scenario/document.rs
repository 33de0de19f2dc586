//! The structure of a scenario file: its tables and keys, without a model.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use nhi_build::{Colour, ModelFile, visible_path};
use nhi_symbolic::suggestion;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::reports::Reports;
use super::sketch::Sketch;
use super::slips::slip;
use super::table::Table;
use super::value::{Entry, Origin};
use crate::places::line_column;
use crate::problem::{Failure, Problem};
use crate::sources::{unreadable, with_lines};

/// The keys at the top level, apart from the tables.
const KEYS: [&str; 6] = [
    "model",
    "system",
    "integrator",
    "step",
    "end",
    "control_period",
];
/// The tables.
const TABLES: [&str; 8] = [
    "parameters",
    "initial",
    "controls",
    "output",
    "noise",
    "target",
    "sketch",
    "units",
];
/// The required format of a scenario.
const REQUIRED: &str =
    "a scenario: keys and tables in TOML, such as `step = 0.01` and `[parameters]`";
/// The table inside `initial`.
const MULTIPLIERS: &str = "multipliers";

/// A table of a scenario whose entries are named after parts of the model.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    Parameters,
    Initial,
    Multipliers,
    Controls,
    Output,
    Noise,
    Target,
}

/// A scenario file as written.
#[derive(Clone, Debug)]
pub(super) struct Document {
    /// The keys at the top level.
    pub top: Table,
    /// Values of the parameters.
    pub parameters: Table,
    /// Coordinates and velocities at the start.
    pub initial: Table,
    /// Multipliers at the start.
    pub multipliers: Table,
    /// Controls.
    pub controls: Table,
    /// The outputs, in addition to the columns that every model has.
    pub output: Table,
    /// The noise on controls and outputs.
    pub noise: Table,
    /// The coordinates at the end of a motion to be found.
    pub target: Table,
    /// The sketch of the system.
    pub sketch: Sketch,
    /// The units of columns.
    pub units: Table,
    /// The text, and the errors in it.
    pub reports: Reports,
}

impl Document {
    /// Reads a scenario file. Errors in its keys are added to the reports.
    pub(super) fn read(path: &Path, colour: Colour) -> Result<Self, Failure> {
        let file = ModelFile::read(path).map_err(|error| unreadable(&error))?;
        let text = file.text.clone();
        let root = DeTable::parse(&text).map_err(|error| not_toml(&file, &error, colour))?;
        let mut document = Self {
            top: Table::new(""),
            parameters: Table::new("parameters"),
            initial: Table::new("initial"),
            multipliers: Table::new("initial.multipliers"),
            controls: Table::new("controls"),
            output: Table::new("output"),
            noise: Table::new("noise"),
            target: Table::new("target"),
            sketch: Sketch::default(),
            units: Table::new("units"),
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

    /// Returns a table, and the reports for its errors.
    pub(super) fn part(&mut self, part: Part) -> (&Table, &mut Reports) {
        let table = match part {
            Part::Parameters => &self.parameters,
            Part::Initial => &self.initial,
            Part::Multipliers => &self.multipliers,
            Part::Controls => &self.controls,
            Part::Output => &self.output,
            Part::Noise => &self.noise,
            Part::Target => &self.target,
        };
        (table, &mut self.reports)
    }

    /// Returns the path of the model, relative to the current directory.
    pub(super) fn model_path(&mut self) -> Option<PathBuf> {
        let required = "the path of a model file, relative to this file";
        let name = self.top.text("model", required, &mut self.reports)?;
        let folder = self.reports.file.path.parent().unwrap_or(Path::new(""));
        Some(folder.join(name))
    }

    /// Returns the name of the system, if there is one.
    pub(super) fn system(&mut self) -> Option<String> {
        self.top.get("system")?;
        let required = "the name of a struct of the model file";
        self.top
            .text("system", required, &mut self.reports)
            .map(str::to_owned)
    }

    /// Reads the value of a key; returns false if there is no such key.
    fn read_key(&mut self, key: &Spanned<Cow<'_, str>>, value: &Spanned<DeValue<'_>>) -> bool {
        match key.get_ref().as_ref() {
            "parameters" => read_table(&mut self.parameters, key, value, &mut self.reports),
            "controls" => read_table(&mut self.controls, key, value, &mut self.reports),
            "noise" => read_table(&mut self.noise, key, value, &mut self.reports),
            "output" => read_table(&mut self.output, key, value, &mut self.reports),
            "target" => read_table(&mut self.target, key, value, &mut self.reports),
            "initial" => self.read_initial(key, value),
            "units" => read_table(&mut self.units, key, value, &mut self.reports),
            "sketch" => self.sketch = Sketch::read(value, &mut self.reports),
            name if KEYS.contains(&name) => self.top.add(name, Entry::of_toml(key, value)),
            _ => return false,
        }
        true
    }

    fn read_initial(&mut self, name: &Spanned<Cow<'_, str>>, value: &Spanned<DeValue<'_>>) {
        let Some(table) = value.get_ref().as_table() else {
            return read_table(&mut self.initial, name, value, &mut self.reports);
        };
        self.initial.begin(value.span());
        for (key, value) in table {
            if key.get_ref() == MULTIPLIERS {
                read_table(&mut self.multipliers, key, value, &mut self.reports);
            } else {
                self.initial.add(key.get_ref(), Entry::of_toml(key, value));
            }
        }
    }

    fn report_unknown(&mut self, unknown: &[(&str, Origin, bool)]) {
        let kinds: [(_, _, &[&str]); 2] = [
            (true, "there is no such table", &TABLES),
            (false, "there is no such key", &KEYS),
        ];
        for (of_tables, found, known) in kinds {
            let keys = unknown
                .iter()
                .filter(|(_, _, is_table)| *is_table == of_tables);
            let keys = keys.map(|(key, origin, _)| (*key, origin)).collect();
            self.reports.add_all(&self.top, keys, |key| {
                Problem::new(found, format!("one of {}", known.join(", ")))
                    .help(suggestion(key, KEYS.iter().chain(&TABLES).copied()))
            });
        }
    }
}

fn read_table(
    table: &mut Table,
    name: &Spanned<Cow<'_, str>>,
    value: &Spanned<DeValue<'_>>,
    reports: &mut Reports,
) {
    match value.get_ref().as_table() {
        Some(entries) => {
            table.begin(value.span());
            for (key, value) in entries {
                table.add(key.get_ref(), Entry::of_toml(key, value));
            }
        }
        None => {
            let required = format!("a table, {}", table.key_text("").trim());
            let top = Table::new("");
            let entry = Entry::of_toml(name, value);
            reports.unfit(&top, table.key_text("").trim(), &entry, &required);
        }
    }
}

fn not_toml(file: &ModelFile, error: &toml::de::Error, colour: Colour) -> Failure {
    let is_model = file.text.contains("nonholonomic(");
    let span = match error.span() {
        Some(span) if !is_model => span,
        _ => 0..file.text.lines().next().map_or(0, str::len),
    };
    let problem = if is_model {
        Problem::new("this is a model, not a scenario", REQUIRED).help(
            "write a scenario whose key `model` names this file; `nhi check` and `nhi derive` take the model itself",
        )
    } else if let Some(slip) = slip(line_at(&file.text, span.start)) {
        Problem::new(slip.found, REQUIRED).help(slip.help)
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

/// Returns the line that contains a byte.
fn line_at(text: &str, byte: usize) -> &str {
    let start = text[..byte].rfind('\n').map_or(0, |end| end + 1);
    text[start..].lines().next().unwrap_or_default()
}

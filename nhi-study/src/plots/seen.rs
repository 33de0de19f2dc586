//! The runs to show, as given by the options and a scenario.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use nhi_build::{Colour, visible_line};

use super::labels::Labels;
use super::origin::origin;
use super::{Run, chosen, overview, recorded};
use crate::files;
use crate::picture::Panel;
use crate::problem::{Failure, Problem};
use crate::scenario::{Scenario, Units};
use crate::table::Provenance;

/// How runs are shown.
#[derive(Clone, Debug, Default)]
pub struct Showing {
    /// The columns to draw, each in its own panel; all usual ones if empty.
    pub columns: Vec<String>,
    /// The column of the horizontal axis; the time if absent.
    pub x: Option<String>,
    /// The usual panels to draw, by parts of their titles; all if empty.
    pub panels: Vec<String>,
    /// The scenario of the run, for units, title and sketch; the one that the table names if
    /// absent.
    pub scenario: Option<PathBuf>,
    /// The title; from the scenario or the file name if absent.
    pub title: Option<String>,
    /// The angles to draw in degrees: these columns, or all columns with the unit rad if the only
    /// name is empty.
    pub degrees: Option<Vec<String>>,
    /// The first and the last time to show.
    pub between: (Option<f64>, Option<f64>),
    /// True if values have logarithmic axes.
    pub is_logarithmic: bool,
    /// The names of the tables in legends; those of the files if empty.
    pub labels: Vec<String>,
}

impl Showing {
    /// Returns true if a column may be drawn.
    pub(super) fn may_draw(&self, column: &str) -> bool {
        let is_usual = self.columns.is_empty() && self.x.is_none();
        let mut named = self.columns.iter().chain(&self.x);
        is_usual || named.any(|name| name.trim() == column)
    }

    /// Returns the range of times to show, if it is limited. Its ends allow for rounding errors:
    /// the sixth step of 0.05 ends just after 0.3.
    pub(super) fn times(&self) -> Option<RangeInclusive<f64>> {
        const ROUND_OFF: f64 = 1e-9;
        let (first, last) = self.between;
        let first_or = first.map_or(f64::NEG_INFINITY, |t| t - ROUND_OFF * t.abs());
        let last_or = last.map_or(f64::INFINITY, |t| t + ROUND_OFF * t.abs());
        (first.is_some() || last.is_some()).then_some(first_or..=last_or)
    }
}

/// The runs to show, with their titles and panels.
#[derive(Debug)]
pub struct Seen {
    /// The runs.
    pub runs: Vec<Run>,
    /// The scenario of the runs.
    pub scenario: Option<Scenario>,
    /// The units of columns.
    pub units: Units,
    /// The title.
    pub title: String,
    /// The panels of functions of time and of paths.
    pub panels: Vec<Panel>,
    /// Remarks on what is shown.
    pub notes: Vec<Problem>,
}

impl Seen {
    /// Reads the tables and the scenario, none of which may be the output file.
    pub fn read(
        tables: &[PathBuf],
        output: &Path,
        showing: &Showing,
        colour: Colour,
    ) -> Result<Self, Failure> {
        let mut sources: Vec<&Path> = tables.iter().map(AsRef::as_ref).collect();
        files::keep_apart(output, &sources)?;
        let mut runs = Run::read_all(showing, tables)?;
        recorded::convert_units(showing, &mut runs)?;
        let (scenario, mut notes) = recorded::scenario(showing, &runs, colour)?;
        sources.extend(scenario.iter().flat_map(Scenario::files));
        files::keep_apart(output, &sources)?;

        notes.extend(runs.iter().filter_map(recorded::ended_early));
        let record = runs[0].table.provenance.as_ref();
        let units = match (&scenario, record) {
            (Some(scenario), _) => scenario.units.clone(),
            (None, Some(record)) => Units::of_record(record.units.clone()),
            (None, None) => Units::default(),
        };
        let labels = Labels::new(units.clone(), showing.degrees.as_deref(), &runs)?;
        let are_held = match (record, &scenario) {
            (Some(record), _) => record.control_period.is_some(),
            (None, scenario) => scenario.as_ref().is_some_and(holds_controls),
        };
        let panels = if showing.columns.is_empty() && showing.x.is_none() {
            let (panels, left_out) = overview(&runs, &labels, are_held);
            notes.extend(left_out);
            named(panels, &showing.panels).map_err(|problem| runs[0].at(*problem))?
        } else {
            let controls = controls(record, scenario.as_ref());
            let held = if are_held { controls } else { Vec::new() };
            let axes = (&showing.columns[..], showing.x.as_deref());
            chosen(axes, &held, &runs, &labels)?
        };
        let panels = if showing.is_logarithmic {
            let (panels, left_out) = logarithmic(panels).map_err(|problem| runs[0].at(*problem))?;
            notes.extend(left_out);
            panels
        } else {
            panels
        };
        let (title, note) = title(showing.title.as_deref(), scenario.as_ref(), &runs);
        notes.extend(note);
        Ok(Self {
            runs,
            scenario,
            units,
            title,
            panels,
            notes,
        })
    }
}

/// Returns the names of the controls in a run.
fn controls(record: Option<&Provenance>, scenario: Option<&Scenario>) -> Vec<String> {
    match (record, scenario) {
        (Some(record), _) => record.controls.clone(),
        (None, Some(scenario)) => {
            let controls = scenario.ast.controls.iter();
            controls.map(|control| control.text.clone()).collect()
        }
        (None, None) => Vec::new(),
    }
}

/// Returns true if the controls of a scenario are constant between the rows of its run.
fn holds_controls(scenario: &Scenario) -> bool {
    scenario.signals.period.is_some()
}

/// Returns the panels whose titles contain one of the names; all if there are no names.
fn named(panels: Vec<Panel>, names: &[String]) -> Result<Vec<Panel>, Box<Problem>> {
    let names: Vec<_> = names
        .iter()
        .map(|name| name.trim().to_lowercase())
        .collect();
    let has = |panel: &Panel, name: &String| panel.title.to_lowercase().contains(name);
    let missing = |name: &&String| !panels.iter().any(|panel| has(panel, name));
    if let Some(name) = names.iter().find(missing) {
        let titles: Vec<_> = panels.iter().map(|panel| panel.title.as_str()).collect();
        let found = format!("no panel is called `{}`", visible_line(name));
        return Err(Problem::new(found, format!("one of: {}", titles.join("; "))).into());
    }
    let is_named = |panel: &Panel| names.is_empty() || names.iter().any(|name| has(panel, name));
    Ok(panels.into_iter().filter(is_named).collect())
}

/// Gives functions logarithmic axes. Panels without positive values are left out.
fn logarithmic(panels: Vec<Panel>) -> Result<(Vec<Panel>, Vec<Problem>), Box<Problem>> {
    let (mut kept, mut notes) = (Vec::new(), Vec::new());
    let had_values = panels.iter().any(|panel| !panel.is_empty());
    for panel in panels {
        let panel = panel.logarithmic();
        let left_out = panel.values_without_logarithm();
        if left_out > 0 {
            let title = &panel.title;
            notes.push(Problem::note(match panel.is_empty() {
                true => format!("`{title}` is left out: none of its values is positive"),
                false => {
                    format!("values of `{title}` that are not positive are left out: {left_out}")
                }
            }));
        }
        if left_out == 0 || !panel.is_empty() {
            kept.push(panel);
        }
    }
    if kept.is_empty() && had_values {
        let found = "no value is positive, as a logarithmic axis requires";
        let problem = Problem::new(found, "positive values");
        return Err(problem.help("leave out `--log`").into());
    }
    Ok((kept, notes))
}

/// Returns the requested title; else model, integrator and step size, as far as all tables record
/// the same or the scenario reproduces them; else the name of the only file. Legends name several
/// files.
fn title(
    asked: Option<&str>,
    scenario: Option<&Scenario>,
    runs: &[Run],
) -> (String, Option<Problem>) {
    if let Some(title) = asked {
        return (title.to_owned(), None);
    }
    if let Some(title) = recorded::title(runs) {
        return (title, None);
    }
    match (scenario, runs) {
        (None, [only]) => (only.file_name(), None),
        (None, _) => (String::new(), None),
        (Some(scenario), [only]) => match origin(scenario, only) {
            Some(title) => (title, None),
            None => {
                let text = "the scenario as it is written does not make this table, so the title is the \
                            name of the file; `--title` gives another";
                (only.file_name(), Some(only.at(Problem::note(text))))
            }
        },
        (Some(scenario), runs) => {
            let all = runs
                .iter()
                .map(|run| origin(scenario, run))
                .collect::<Option<Vec<_>>>();
            let title = all.and_then(|all| all.into_iter().next());
            (title.unwrap_or_else(|| scenario.ast.name()), None)
        }
    }
}

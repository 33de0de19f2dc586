//! The runs to show, as given by the options and a scenario.

use std::path::{Path, PathBuf};

use nhi_build::Colour;

use super::labels::Labels;
use super::origin::origin;
use super::{Run, chosen, overview};
use crate::files;
use crate::picture::Panel;
use crate::problem::{Failure, Problem};
use crate::scenario::{Overrides, Scenario, Units};

/// How runs are shown.
#[derive(Clone, Debug, Default)]
pub struct Showing {
    /// The columns to draw, each in its own panel; all usual ones if empty.
    pub columns: Vec<String>,
    /// The scenario of the run, for units, title and sketch.
    pub scenario: Option<PathBuf>,
    /// The title; from the scenario or the file name if absent.
    pub title: Option<String>,
    /// The angles to draw in degrees: these columns, or all columns with the unit rad if the only
    /// name is empty.
    pub degrees: Option<Vec<String>>,
}

/// The runs to show, with their titles and panels.
#[derive(Debug)]
pub struct Seen {
    /// The runs.
    pub runs: Vec<Run>,
    /// The scenario of the runs.
    pub scenario: Option<Scenario>,
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
        let load = |path: &PathBuf| Scenario::load(path, &Overrides::default(), colour);
        let scenario = showing.scenario.as_ref().map(load).transpose()?;
        let mut sources: Vec<&Path> = tables.iter().map(AsRef::as_ref).collect();
        sources.extend(scenario.iter().flat_map(Scenario::files));
        files::keep_apart(output, &sources)?;

        let runs = Run::read_all(tables)?;
        let units = scenario
            .as_ref()
            .map_or_else(Units::default, |scenario| scenario.units.clone());
        let labels = Labels::new(units, showing.degrees.as_deref(), &runs)?;
        let (panels, mut notes) = match showing.columns.as_slice() {
            [] => overview(
                &runs,
                &labels,
                scenario.as_ref().is_some_and(holds_controls),
            ),
            columns => (chosen(columns, &runs, &labels)?, Vec::new()),
        };
        let (title, note) = title(showing.title.as_deref(), scenario.as_ref(), &runs);
        notes.extend(note);
        Ok(Self {
            runs,
            scenario,
            title,
            panels,
            notes,
        })
    }
}

/// Returns true if the controls of a scenario are constant between the rows of its run.
fn holds_controls(scenario: &Scenario) -> bool {
    scenario.signals.period.is_some()
}

/// Returns the requested title; else model, integrator and step size, if the scenario reproduces
/// all tables; else the name of the only file. Legends name several files.
fn title(
    asked: Option<&str>,
    scenario: Option<&Scenario>,
    runs: &[Run],
) -> (String, Option<Problem>) {
    if let Some(title) = asked {
        return (title.to_owned(), None);
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

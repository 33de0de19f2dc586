//! The binding of a scenario to the model that it names.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use nhi_build::{Colour, ModelFile, visible_path};
use nhi_machine::SetupError;
use nhi_symbolic::{
    Ast, DelayTime, Diagnostics, Integrator, IntegratorRequest, Model, ScenarioExpression, one_of,
    parse_integrator, suggestion,
};
use proc_macro2::Span;

use super::data_files::DataFiles;
use super::document::{Document, KEYS, Part};
use super::files::ScenarioFiles;
use super::numbers::{Formula, FormulaValue, Target};
use super::overrides::Overrides;
use super::sketch_functions::Sketch;
use super::slips::slip;
use super::sweep::SweepRule;
use super::table::Table;
use super::time::Grid;
use super::units::Units;
use super::value::{Entry, Origin};
use crate::problem::{Failure, Problem};
use crate::simulation::{ControlProgram, Initial, Plant, Signals, Simulator, StartError, admit};
use crate::sources::{Sources, argument, is_blank};

/// A scenario ready to run, as far as can be checked without deriving the model.
#[derive(Debug)]
pub struct Scenario {
    /// The scenario file.
    pub path: PathBuf,
    /// The texts that diagnostics can point into.
    pub sources: Sources,
    /// The model.
    pub ast: Ast,
    /// The integrator as written, and as a parsed request.
    pub integrator: (String, IntegratorRequest),
    /// The times of the run.
    pub grid: Grid,
    /// The parameters in the order of the model.
    pub parameters: Vec<f64>,
    /// The initial coordinates in the order of the model.
    pub q: Vec<f64>,
    /// The initial velocities in the order of the model.
    pub v: Vec<f64>,
    /// The coordinates, velocities and group elements that the scenario does not give. They start
    /// at zero, or at the identity.
    pub omitted: Vec<String>,
    /// The initial multipliers in the order of the model, if the integrator is vakonomic.
    pub multipliers: Vec<f64>,
    /// The controls in the order of the model, and the outputs.
    pub signals: Signals,
    /// The data files that it names.
    data_files: Vec<PathBuf>,
    /// The required end of the motion, by coordinate; `None` for free coordinates.
    pub target: Vec<Option<f64>>,
    /// The sketch of the system.
    pub sketch: Sketch,
    /// The units of columns.
    pub units: Units,
    /// The sweep over parameters and initial values.
    pub sweep: Option<SweepRule>,
    /// The formulas of the numbers that a simulation begins with, in the order of their use.
    pub formulas: Vec<Formula>,
    /// The prescribed coordinates whose laws are tables, with the first and the last time of each.
    pub tables_of_laws: Vec<(String, [f64; 2])>,
    /// The model with the constants and states of the scenario.
    pub model: Model,
}

impl Scenario {
    /// Reads a scenario and the model that it names.
    pub fn load(path: &Path, overrides: &Overrides, colour: Colour) -> Result<Self, Failure> {
        ScenarioFiles::read(path, overrides, colour)?.bind()
    }

    /// Returns the names of parameters and initial values that it computes from parameters. Those
    /// of laws are left out.
    pub fn computed_from_parameters(&self) -> Vec<&str> {
        let model = &self.model;
        let computed = self.formulas.iter().filter_map(|formula| {
            let FormulaValue::Written(expression) = &formula.value else {
                return None;
            };
            let names = expression.names();
            let mut parameters = model.parameters.iter();
            parameters.find(|parameter| names.contains(parameter.name.as_str()))?;
            match formula.target {
                Target::Parameter(place) => Some(&model.parameters[place]),
                Target::Position(place) => model.configuration().nth(place),
                Target::Velocity(place) => model.velocities.get(place),
                Target::Multiplier(_) => None,
            }
        });
        computed.map(|variable| variable.name.as_str()).collect()
    }

    /// Returns the files that it was read from.
    pub fn files(&self) -> Vec<&Path> {
        let named = [self.path.as_path(), &self.sources.model().path];
        let tables = self.data_files.iter().map(PathBuf::as_path);
        named.into_iter().chain(tables).collect()
    }

    /// Compiles the model with the integrator and the signals of this scenario.
    ///
    /// # Errors
    /// The integrator does not accept the model.
    pub fn plant(&self) -> Result<Plant, Failure> {
        let (_, integrator) = &self.integrator;
        self.plant_with(integrator)
    }

    /// Compiles the model with another integrator.
    ///
    /// # Errors
    /// The integrator does not accept the model.
    pub fn plant_with(&self, integrator: &IntegratorRequest) -> Result<Plant, Failure> {
        Plant::new(&self.ast, integrator, &self.signals)
            .map(|plant| plant.with_multipliers(&self.multipliers))
            .map_err(|found| self.sources.failure(&found))
    }

    /// Returns the initial values, with notes on changes. With `project`, they are projected onto
    /// the constraints.
    ///
    /// # Errors
    /// The initial values violate a constraint.
    pub fn admit(
        &self,
        simulator: &Simulator<'_>,
        project: bool,
    ) -> Result<(Initial, Vec<Problem>), Failure> {
        let (initial, notes) = admit(simulator, &self.q, &self.v, project, &self.path)?;
        Ok((
            initial,
            self.omissions(&[]).into_iter().chain(notes).collect(),
        ))
    }

    /// Returns the note on initial values that neither the scenario nor something else gives.
    #[must_use]
    pub fn omissions(&self, given: &[String]) -> Option<Problem> {
        let omitted = self.omitted.iter().filter(|name| !given.contains(name));
        let mut omitted = omitted.peekable();
        omitted.peek()?;
        let is_element = |name: &&String| {
            let mut groups = self.ast.groups.iter();
            groups.any(|group| group.name.text == **name)
        };
        let (elements, numbers): (Vec<_>, Vec<_>) = omitted.partition(is_element);
        let parts = [(numbers, "0"), (elements, "the identity")];
        let parts = parts.iter().filter(|(names, _)| !names.is_empty());
        let parts = parts.map(|(names, value)| {
            let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
            format!("{} = {value}", names.join(" = "))
        });
        let parts: Vec<_> = parts.collect();
        let note = Problem::note(format!("omitted values: {}", parts.join(", ")))
            .in_file(&self.path)
            .at_key("[initial]");
        Some(note)
    }

    /// Returns the simulator of a plant for the parameters of this scenario.
    pub fn simulator<'m>(&self, plant: &'m Plant, h: f64) -> Result<Simulator<'m>, Failure> {
        let initial = (&self.q[..], &self.v[..]);
        plant
            .simulator_at(&self.parameters, h, initial)
            .map_err(|reason| {
                let (key, required) = match &reason {
                    StartError::Contact(_) => (
                        Some("[initial]".to_owned()),
                        "bodies with a gap, or in contact and at rest against each other",
                    ),
                    StartError::Restitution(_) => (
                        Some("[parameters]".to_owned()),
                        "coefficients of restitution from 0 to 1",
                    ),
                    StartError::Setup(SetupError::Unstable { .. }) => {
                        (None, "rates within the stability limit of the integrator")
                    }
                    _ => (
                        Some("[parameters]".to_owned()),
                        "parameters for which the model is regular",
                    ),
                };
                let problem = Problem {
                    file: Some(visible_path(&self.path)),
                    key,
                    ..Problem::new(reason.to_string(), required)
                };
                problem.into()
            })
    }

    /// Parses an integrator as written on the command line.
    pub fn parse_integrator(
        &mut self,
        text: &str,
        option: &str,
    ) -> Result<IntegratorRequest, Failure> {
        self.sources.integrator(text, option)
    }
}

/// A document with its model.
pub(super) struct Binder {
    pub(super) document: Document,
    pub(super) sources: Sources,
    pub(super) model: Model,
    /// The data files read so far.
    pub(super) data_files: DataFiles,
    /// The program that computes the controls, if there is one.
    pub(super) program: Option<Arc<dyn ControlProgram>>,
    /// The formulas of the numbers that a simulation begins with, in the order of their use.
    pub(super) formulas: Vec<Formula>,
    /// The parameters that all other numbers depend on, with the key of one of them.
    pub(super) fixed: BTreeMap<String, (Part, String)>,
}

impl Binder {
    pub(super) fn bind(mut self, mut ast: Ast, overrides: &Overrides) -> Result<Scenario, Failure> {
        overrides.replace_named(&mut self.document, &self.model);
        let laws = self.prescribe(&mut ast)?;
        let written = self.signals_as_written();
        written.expressions.declare(&mut self.model);
        let integrator = self.integrator();
        let parameters = self.parameters(&written.expressions.constants);
        let grid = self.grid(&parameters);
        if let Some(grid) = &grid {
            self.check_times_of_laws(&laws, grid);
        }
        let start = grid.as_ref().map_or(0.0, |grid| grid.start);
        let (q, v, omitted) = self.initial(&written, &parameters, start);
        match (written.expressions.check(&self.model, &parameters), &grid) {
            (Ok(delays), Some(grid)) => self.check_delays(&delays, grid),
            (Ok(_), None) => {}
            (Err(found), _) => self.report(&found),
        }
        let sketch = self.sketch(&written.expressions, &parameters);
        let signals = self.signals(written, grid.as_ref(), &parameters);
        let is_vakonomic = |(_, request): &(String, IntegratorRequest)| {
            nhi_symbolic::integrator(&request.name.text).is_some_and(Integrator::is_vakonomic)
        };
        let multipliers = if integrator.as_ref().is_some_and(is_vakonomic) {
            self.refuse_states();
            self.multipliers(&parameters)
        } else {
            self.refuse_multipliers();
            Vec::new()
        };
        let target = self.target(&parameters);
        let units = Units::bind(&mut self.document, &self.model);
        let mut sweep = self.sweep();

        let problems = self.document.reports.take();
        if let Some(rule) = &mut sweep {
            rule.clashes = self.clashes(rule);
        }
        match (integrator, grid) {
            (Some(integrator), Some(grid)) if problems.is_empty() => Ok(Scenario {
                path: self.document.reports.file.path.clone(),
                sources: self.sources,
                ast,
                integrator,
                grid,
                parameters,
                q,
                v,
                omitted,
                multipliers,
                signals,
                data_files: self.data_files.into_paths(),
                target,
                sketch,
                units,
                sweep,
                formulas: self.formulas,
                tables_of_laws: laws
                    .iter()
                    .map(|(name, _, points)| {
                        (name.clone(), [points[0].0, points[points.len() - 1].0])
                    })
                    .collect(),
                model: self.model,
            }),
            _ => Err(Failure::Input(problems)),
        }
    }

    fn integrator(&mut self) -> Option<(String, IntegratorRequest)> {
        let required = "an integrator with its options, such as \"Mla\" or \"Rk(order = 4)\"";
        let (top, reports) = self.document.part(Part::Top);
        let text = top.text("integrator", required, reports)?.to_owned();
        let entry = top.get("integrator")?.clone();
        let (file, start) = self.piece("integrator", &entry, &text);
        let tokens = self.sources.tokens_of(&text, &file, start);
        let is_blank = is_blank(&tokens);
        match tokens.and_then(parse_integrator) {
            Ok(request) => Some((text, request)),
            Err(found) if is_blank => {
                let (top, reports) = self.document.part(Part::Top);
                reports.add_diagnostics(top, "integrator", &entry.origin, &found);
                None
            }
            Err(found) => {
                self.report(&found);
                None
            }
        }
    }

    /// Parses an expression, without resolving its names; errors are reported.
    pub(super) fn parsed(
        &mut self,
        table: &Table,
        key: &str,
        entry: &Entry,
        text: &str,
    ) -> Option<ScenarioExpression> {
        let (file, start) = self.piece(key, entry, text);
        let tokens = self.sources.tokens_of(text, &file, start);
        let is_blank = is_blank(&tokens);
        let parsed = tokens.and_then(ScenarioExpression::parse);
        match (parsed, slip(text)) {
            (Ok(expression), _) => return Some(expression),
            (Err(found), _) if is_blank => {
                let reports = &mut self.document.reports;
                reports.add_diagnostics(table, key, &entry.origin, &found);
            }
            (Err(_), Some(slip)) => {
                let required = "a number, or an expression of the model language";
                let problem = Problem::new(slip.found, required).help(slip.help);
                let reports = &mut self.document.reports;
                reports.add(table, key, &entry.origin, problem);
            }
            (Err(found), None) => self.report(&found),
        }
        None
    }

    /// Reports delays that the steps of a run cannot look back by, unless a number that they
    /// depend on may be missing.
    fn check_delays(&mut self, delays: &[DelayTime], grid: &Grid) {
        if self.document.reports.count() > 0 {
            return;
        }
        for delay in delays {
            if let Err(problem) = grid.check_delay(delay.time, delays.len()) {
                self.report_at(delay.span, *problem);
            }
        }
    }

    /// Reports states of controllers in a scenario of vakonomic motion, which varies them too.
    fn refuse_states(&mut self) {
        let (states, reports) = self.document.part(Part::States);
        let entries = states.entries();
        let entries = entries.map(|(name, entry)| (name, &entry.key)).collect();
        reports.add_all(states, entries, |_| {
            Problem::new(
                "a vakonomic integrator cannot integrate the state of a controller",
                "no states, or an integrator of nonholonomic motion",
            )
        });
    }

    fn refuse_multipliers(&mut self) {
        let (multipliers, reports) = self.document.part(Part::Multipliers);
        let entries = multipliers.entries();
        let entries = entries.map(|(name, entry)| (name, &entry.key)).collect();
        reports.add_all(multipliers, entries, |_| {
            Problem::new(
                "this integrator computes the multipliers itself",
                "initial multipliers for vakonomic integrators only",
            )
        });
    }

    /// Reports the entries of a table that the model does not define.
    pub(super) fn refuse_others(
        &mut self,
        part: Part,
        what: &str,
        known: impl Fn(&Model) -> Vec<&str>,
    ) {
        let (table, reports) = self.document.part(part);
        let list = known(&self.model);
        let known: BTreeSet<_> = list.iter().copied().collect();
        let entries = table.entries();
        let others = entries.filter(|(key, _)| !known.contains(key));
        let others = others.map(|(key, entry)| (key, &entry.key)).collect();
        let required = if list.is_empty() {
            format!("no entry, because the model has no {what}")
        } else {
            one_of(&list)
        };
        let (model, is_parameters) = (&self.model, part == Part::Parameters);
        reports.add_all(table, others, |key| {
            let is_parameter = model.parameters.iter().any(|x| x.name == key);
            let help = if is_parameter && !is_parameters {
                "a parameter: move it to `[parameters]`".to_owned()
            } else if KEYS.contains(&key) {
                "a key of the scenario: move it above the first table".to_owned()
            } else {
                suggestion(key, list.iter().copied())
            };
            Problem::new(format!("the model has no such {what}"), required.as_str()).help(help)
        });
    }

    /// Returns the file that contains a text, and the byte at which it begins. A text written with
    /// escapes, or on the command line, is treated as a separate file.
    fn piece(&self, key: &str, entry: &Entry, text: &str) -> (Arc<ModelFile>, usize) {
        let file = &self.document.reports.file;
        match &entry.origin {
            Origin::Option(option) => (argument(option, text), 0),
            Origin::File(span) => {
                let inside = file.text.get(span.start + 1..span.start + 1 + text.len());
                if inside == Some(text) {
                    (file.clone(), span.start + 1)
                } else {
                    let name = format!("{}, {key}", visible_path(&file.path));
                    (argument(&name, text), 0)
                }
            }
        }
    }

    /// Reports diagnostics about a text of the scenario.
    pub(super) fn report(&mut self, found: &Diagnostics) {
        for diagnostic in found.iter() {
            self.report_at(diagnostic.span, Problem::of(diagnostic));
        }
    }

    fn report_at(&mut self, span: Span, problem: Problem) {
        let reports = &mut self.document.reports;
        let (file, range) = self.sources.place(span);
        if Arc::ptr_eq(file, &reports.file) {
            reports.add_at(range, problem);
        } else {
            reports.extend(vec![self.sources.problem_at(span, problem)]);
        }
    }
}

//! The changes to a scenario by command-line options.

use nhi_symbolic::{Model, Variable, suggestion};

use super::document::{Document, Part};
use super::table::Table;
use super::value::Value;
use crate::problem::Problem;

/// The changes to a scenario by command-line options.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// The integrator with its options.
    pub integrator: Option<String>,
    /// The step size.
    pub step: Option<f64>,
    /// The time at the end.
    pub end: Option<f64>,
    /// The names of parameters, coordinates, velocities, controls, definitions and states, with
    /// their values as written.
    pub set: Vec<(String, String)>,
}

impl Overrides {
    /// Replaces keys at the top level.
    pub(super) fn replace_top(&self, top: &mut Table) {
        if let Some(text) = &self.integrator {
            top.replace("integrator", "--integrator", Value::Text(text.clone()));
        }
        if let Some(step) = self.step {
            top.replace("step", "--step", Value::Number(step));
        }
        if let Some(end) = self.end {
            top.replace("end", "--end", Value::Number(end));
        }
    }

    /// Enters the values of `--set` into the tables; names that the model does not define are
    /// errors.
    pub(super) fn replace_named(&self, document: &mut Document, model: &Model) {
        for (name, text) in &self.set {
            let (option, value) = (format!("--set {name}"), Value::of_argument(text));
            let has = |variables: &[Variable]| variables.iter().any(|x| x.name == *name);
            let table = if has(&model.parameters) {
                document.table_mut(Part::Parameters)
            } else if has(&model.coordinates) || has(&model.velocities) {
                document.table_mut(Part::Initial)
            } else if has(&model.controls) {
                document.table_mut(Part::Controls)
            } else if document.table(Part::Definitions).get(name).is_some() {
                document.table_mut(Part::Definitions)
            } else if let Some(state) = document.table_mut(Part::States).record_mut(name) {
                state.replace("initial", &option, value);
                continue;
            } else {
                let mut groups = model.groups.iter();
                let is_element = groups.any(|group| name.split('[').next() == Some(&group.name));
                let found = match is_element {
                    true => "a group element is not one number",
                    false => "the model has nothing of this name",
                };
                let required = "a parameter, coordinate, velocity or control of the model, or an entry of [definitions] or [states]";
                let problem = Problem::new(found, required).at_key(option);
                let known = names_of(model);
                let problem = match ["step", "end", "integrator"].contains(&name.as_str()) {
                    true => problem.help(format!("write `--{name} {text}`")),
                    false => problem.help(suggestion(name, known)),
                };
                document.reports.extend(vec![problem]);
                continue;
            };
            table.replace(name, &option, value);
        }
    }
}

fn names_of(model: &Model) -> impl Iterator<Item = &str> {
    let variables = model.parameters.iter().chain(&model.coordinates);
    let variables = variables.chain(&model.velocities).chain(&model.controls);
    variables.map(|variable| variable.name.as_str())
}

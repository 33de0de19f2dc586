//! The signals of a scenario: controls with their period, and outputs.

use std::collections::BTreeSet;

use nhi_symbolic::{Diagnostics, Model, ScenarioExpression, ScenarioSignals};

use super::bind::Binder;
use super::document::{Document, Part};
use super::time::Grid;
use super::value::{Entry, Value};
use crate::problem::Problem;
use crate::simulation::{SignalTable, Signals};

/// The definition of a control; empty if it has an error, which was reported.
type Given = (Option<ScenarioExpression>, Option<SignalTable>);

impl Binder {
    /// Returns all signals; errors are reported.
    pub(super) fn signals(&mut self, grid: Option<&Grid>, parameters: &[f64]) -> Signals {
        let (controls, tables) = self.controls(grid).into_iter().unzip();
        let (output_names, outputs): (Vec<_>, _) = self.outputs().into_iter().unzip();
        let noise = self.noise(&output_names, parameters);
        Signals {
            expressions: ScenarioSignals { controls, outputs },
            tables,
            output_names,
            noise,
            period: grid.and_then(|grid| self.control_period(grid)),
        }
    }

    /// Returns each control as an expression or a table.
    fn controls(&mut self, grid: Option<&Grid>) -> Vec<Given> {
        let required = "a number, an expression in t, coordinates, velocities and parameters, or a table of times and values";
        let names = self.model.controls.iter().map(|x| x.name.clone());
        let mut controls = Vec::new();
        for name in names.collect::<Vec<_>>() {
            let (table, reports) = self.document.part(Part::Controls);
            let Some(entry) = table.get(&name).cloned() else {
                reports.missing(table, &name, required);
                continue;
            };
            controls.push(if let Value::Record(record) = &entry.value {
                let record = record.clone().named(format!("controls.{name}"));
                (None, self.recorded(&record, &entry, grid))
            } else {
                let check = ScenarioExpression::check_control;
                let expression = self.expression(Part::Controls, &name, &entry, required, check);
                (expression, None)
            });
        }
        self.refuse_others(Part::Controls, "control", |model| {
            model.controls.iter().map(|x| x.name.as_str()).collect()
        });
        controls
    }

    /// Returns the outputs with their names, in the order of the file.
    fn outputs(&mut self) -> Vec<(String, ScenarioExpression)> {
        let required =
            "a number, or an expression in t, coordinates, velocities, controls and parameters";
        let taken = self.columns();
        let mut outputs = Vec::new();
        for name in self.document.table(Part::Output).keys_as_written() {
            let (table, reports) = self.document.part(Part::Output);
            let Some(entry) = table.get(&name).cloned() else {
                continue;
            };
            let problem = if taken.contains(&name) {
                let found = "the table of a run has a column of this name already";
                Problem::new(found, "another name")
            } else if !is_identifier(&name) {
                let found = "this cannot be the name of a column";
                Problem::new(found, "letters, digits and `_`, and no digit first")
            } else {
                let check = ScenarioExpression::check_output;
                let output = self.expression(Part::Output, &name, &entry, required, check);
                outputs.extend(output.map(|output| (name, output)));
                continue;
            };
            reports.add(table, &name, &entry.key, problem);
        }
        outputs
    }

    /// Returns the names of the columns of every run of the model, except those with a dot.
    fn columns(&self) -> BTreeSet<String> {
        let named = self.model.configuration().chain(&self.model.velocities);
        let named = named.chain(&self.model.controls).map(|x| x.name.as_str());
        let names = named.chain(["t", "energy"]);
        names.map(str::to_owned).collect()
    }

    /// Returns the time between updates of the controls, which must be a whole number of steps.
    fn control_period(&mut self, grid: &Grid) -> Option<f64> {
        const KEY: &str = "control_period";
        let Document { top, reports, .. } = &mut self.document;
        let entry = top.get(KEY)?.clone();
        let required = "a positive number, the time between two values of the controls";
        let period = top.number(KEY, required, reports)?;
        if period <= 0.0 {
            reports.unfit(top, KEY, &entry, required);
        } else if grid.step < 0.0 {
            let found = "controls are held forwards in time, and the run goes backwards";
            let problem = Problem::new(found, "a positive step, or no control_period");
            reports.add(top, KEY, &entry.origin, problem);
        } else if let Err(problem) = grid.steps_in(period) {
            reports.add(top, KEY, &entry.origin, *problem);
        } else {
            return Some(period);
        }
        None
    }

    /// Reads a number or an expression and checks it against the model; errors are reported.
    fn expression(
        &mut self,
        part: Part,
        key: &str,
        entry: &Entry,
        required: &str,
        check: fn(&ScenarioExpression, &Model) -> Result<(), Diagnostics>,
    ) -> Option<ScenarioExpression> {
        let text = match &entry.value {
            Value::Text(text) => text.clone(),
            Value::Number(number) if number.is_finite() => format!("{number:?}"),
            Value::Number(_) | Value::Rows(_) | Value::Record(_) | Value::Other(_) => {
                let (table, reports) = self.document.part(part);
                reports.unfit(table, key, entry, required);
                return None;
            }
        };
        let expression = self.parsed(part, key, entry, &text)?;
        let checked = check(&expression, &self.model);
        checked.map_err(|found| self.report(&found)).ok()?;
        Some(expression)
    }
}

/// Returns true if a text can name a column that other programs can read too.
fn is_identifier(name: &str) -> bool {
    let is_letter = |letter: char| letter == '_' || letter.is_alphanumeric();
    name.chars().all(is_letter) && name.starts_with(|letter: char| !letter.is_ascii_digit())
}

//! The quantities of a sketch as functions of the columns of a table.

use nhi_build::visible_line;
use nhi_symbolic::{ColumnFunctions, ScenarioSignals, one_of};

use super::bind::Binder;
use super::reports::Reports;
use super::sketch::{Content, Part, SketchAsWritten, Written};
use super::value::{Entry, Origin, Value};
use crate::problem::{Failure, Problem};

/// The sketch of a system.
#[derive(Clone, Debug)]
pub struct Sketch {
    written: SketchAsWritten,
    /// The expressions among the quantities, if they have no errors.
    functions: Option<ColumnFunctions>,
    reports: Reports,
}

/// A table with the columns of a run.
pub trait Columns {
    /// Returns a column, or the error that there is none with this name.
    fn column(&self, name: &str) -> Result<Vec<f64>, Box<Problem>>;
    /// Returns an error if there is no group element with this name.
    fn missing_group(&self, name: &str) -> Option<Problem>;
}

impl Sketch {
    /// Returns true if it has no parts.
    pub fn is_empty(&self) -> bool {
        self.written.parts.is_empty()
    }

    /// Returns the parts with the columns of a table. A quantity is one value if it is constant,
    /// else one per moment.
    ///
    /// # Errors
    /// The table lacks a column; errors point at the positions in the scenario.
    pub fn resolve(&self, columns: &impl Columns) -> Result<Vec<Part<Vec<f64>>>, Failure> {
        let mut mistakes = Vec::new();
        let mut parts = Vec::new();
        for (part, group) in self.written.parts.iter().zip(&self.written.groups) {
            let mut resolved = |written: &Written| match self.values(written, columns) {
                Ok(quantity) => Some(quantity),
                Err(problem) => {
                    mistakes.push((part.name.as_str(), written.place.clone(), *problem));
                    None
                }
            };
            let found = part.map(&mut resolved);
            let missing = part
                .group
                .as_ref()
                .and_then(|name| columns.missing_group(name));
            if let (Some(problem), Some(place)) = (missing, group) {
                mistakes.push((part.name.as_str(), place.clone(), problem));
            }
            parts.extend(found);
        }
        if mistakes.is_empty() {
            return Ok(parts);
        }
        let mut reports = self.reports.clone();
        for (part, place, problem) in mistakes {
            reports.add(&self.written.table, part, &Origin::File(place), problem);
        }
        Err(Failure::Input(reports.take()))
    }

    fn values(&self, written: &Written, columns: &impl Columns) -> Result<Vec<f64>, Box<Problem>> {
        let (place, functions) = match (&written.content, &self.functions) {
            (Content::Number(number), _) => return Ok(vec![*number]),
            (Content::Function(place), Some(functions)) => (*place, functions),
            _ => return Ok(vec![f64::NAN]),
        };
        let names = functions.columns(place);
        let read = names.iter().map(|name| columns.column(name));
        let read: Vec<_> = read.collect::<Result<_, _>>()?;
        Ok(functions.values(place, &read))
    }
}

impl Binder {
    /// Returns the sketch with its expressions as functions of columns; errors are reported.
    pub(super) fn sketch(&mut self, signals: &ScenarioSignals, parameters: &[f64]) -> Sketch {
        let mut written = std::mem::take(&mut self.document.sketch);
        self.refuse_unknown_groups(&written);
        let mut expressions = Vec::new();
        for part in &mut written.parts {
            let name = part.name.clone();
            for quantity in part.quantities_mut() {
                let Content::Text(text) = &quantity.content else {
                    continue;
                };
                let origin = Origin::File(quantity.place.clone());
                let entry = Entry {
                    value: Value::Text(text.clone()),
                    key: origin.clone(),
                    origin,
                };
                let text = text.clone();
                quantity.content = Content::Function(expressions.len());
                expressions.extend(self.parsed(&written.table, &name, &entry, &text));
            }
        }
        let functions = signals.of_columns(&self.model, parameters, &expressions);
        let functions = functions.map_err(|found| self.report(&found)).ok();
        Sketch {
            written,
            functions,
            reports: self.document.reports.clone(),
        }
    }

    /// Reports parts of group elements that the model does not have.
    fn refuse_unknown_groups(&mut self, written: &SketchAsWritten) {
        let known: Vec<_> = self
            .model
            .groups
            .iter()
            .map(|group| group.name.as_str())
            .collect();
        for (part, place) in written.parts.iter().zip(&written.groups) {
            let (Some(group), Some(place)) = (&part.group, place) else {
                continue;
            };
            if known.contains(&group.as_str()) {
                continue;
            }
            let required = match known.as_slice() {
                [] => "no `group`: the model has no group elements".to_owned(),
                known => one_of(known),
            };
            let found = format!("there is no group element `{}`", visible_line(group));
            let origin = Origin::File(place.clone());
            let problem = Problem::new(found, required);
            self.document
                .reports
                .add(&written.table, &part.name, &origin, problem);
        }
    }
}

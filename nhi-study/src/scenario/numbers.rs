//! The numbers of a scenario, which may be expressions in parameters: `"pi / 2"`.

use std::collections::{BTreeMap, BTreeSet};

use nhi_symbolic::{Model, NumberFormula, ScenarioExpression, Variable, order_of_use, suggestion};

use super::bind::Binder;
use super::document::Part;
use super::element;
use super::signals::Written as SignalsAsWritten;
use super::table::Table;
use super::value::{Entry, Value};
use crate::problem::Problem;

/// The names other than parameters that a number may contain.
const CONSTANTS: [&str; 1] = ["pi"];

/// The maximum number of names shown of a cycle.
const MOST_NAMES: usize = 8;

/// The place of a number among those that a simulation begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A parameter, by index.
    Parameter(usize),
    /// An entry of the configuration, by index.
    Position(usize),
    /// A velocity, by index.
    Velocity(usize),
    /// A multiplier, by index.
    Multiplier(usize),
}

/// A number that a scenario computes from its parameters.
#[derive(Clone, Debug)]
pub struct Formula {
    /// The number.
    pub target: Target,
    /// Its value.
    pub value: FormulaValue,
}

/// The value of a formula.
#[derive(Clone, Debug)]
pub enum FormulaValue {
    /// An expression of the scenario.
    Written(ScenarioExpression),
    /// The law of a prescribed coordinate, or its rate, at the start.
    Law(NumberFormula),
}

impl FormulaValue {
    /// Returns the names that it depends on.
    pub fn names<'a>(&'a self, model: &'a Model) -> BTreeSet<&'a str> {
        match self {
            Self::Written(expression) => expression.names(),
            Self::Law(formula) => formula.names(model),
        }
    }
}

impl Formula {
    fn written(target: Target, expression: ScenarioExpression) -> Self {
        let value = FormulaValue::Written(expression);
        Self { target, value }
    }
}

/// A number as written.
enum Written {
    Number(f64),
    /// An expression in parameters.
    Expression(Entry, ScenarioExpression),
}

impl Binder {
    /// Returns the parameters in the order of the model, then the constants of the scenario. Each
    /// is computed after those that it depends on.
    pub(super) fn parameters(&mut self, constants: &[String]) -> Vec<f64> {
        let variables = self.model.parameters.clone();
        // Missing or invalid values are reported, and replaced by an arbitrary number.
        let mut values = vec![1.0; variables.len()];
        let mut pending = Vec::new();
        for (place, parameter) in variables.iter().enumerate() {
            let name = &parameter.name;
            let part = match constants.contains(name) {
                true => Part::Definitions,
                false => Part::Parameters,
            };
            let required = described("a finite number, or an expression in parameters", parameter);
            match self.written(part, name, &required) {
                Some(Written::Number(number)) => values[place] = number,
                Some(Written::Expression(entry, expression)) => {
                    pending.push((name.as_str(), place, entry, expression));
                }
                None => {}
            }
        }
        let uses = pending.iter().map(|(name, .., x)| (*name, x.names()));
        let found = order_of_use(&uses.collect::<Vec<_>>());
        for (name, place, entry, expression) in found.order.iter().map(|&next| &pending[next]) {
            let number = self.number(Part::Parameters, name, entry, expression, &values);
            values[*place] = number.unwrap_or(values[*place]);
            let target = Target::Parameter(*place);
            self.formulas
                .push(Formula::written(target, expression.clone()));
        }
        for cycle in found.cycles {
            let names: Vec<_> = cycle.iter().map(|&place| pending[place].0).collect();
            let required = "a parameter among them that is a number";
            let found = "parameters are computed from each other";
            self.report_cycle(Part::Parameters, &names, found, required);
        }
        self.refuse_others(Part::Parameters, "parameter", |model| {
            let names = model.parameters.iter().map(|x| x.name.as_str());
            names
                .filter(|name| !constants.iter().any(|constant| constant == name))
                .collect()
        });
        values
    }

    /// Returns the coordinates and velocities at the start, with the names of those that are zero
    /// or the identity because the scenario does not give them. Prescribed coordinates that it does
    /// not give begin with their law.
    pub(super) fn initial(
        &mut self,
        signals: &SignalsAsWritten,
        parameters: &[f64],
        start: f64,
    ) -> (Vec<f64>, Vec<f64>, Vec<String>) {
        let states = &signals.expressions.states;
        let (velocities, coordinates) = (
            self.model.velocities.clone(),
            self.model.coordinates.clone(),
        );
        let first = coordinates.len() - states.len();
        let mut omitted = Vec::new();
        let mut laws = self.laws_at(start);
        let mut read = |binder: &mut Self, what: &str, variable: &Variable, target| {
            let table = binder.document.table(Part::Initial);
            if table.get(&variable.name).is_none() {
                if let Some(law) = laws.remove(&variable.name) {
                    let value = law.value(&binder.model, parameters, &[]);
                    let value_of = FormulaValue::Law(law);
                    binder.formulas.push(Formula {
                        target,
                        value: value_of,
                    });
                    return value;
                }
                omitted.push(variable.name.clone());
                return 0.0;
            }
            let required =
                format!("a finite number, or an expression in parameters: the initial {what}");
            let name = &variable.name;
            let value = binder.begins_with(target, Part::Initial, name, &required, parameters);
            value.unwrap_or_default()
        };
        let mut q = Vec::new();
        for (place, coordinate) in coordinates[..first].iter().enumerate() {
            q.push(read(
                self,
                "coordinate",
                coordinate,
                Target::Position(place),
            ));
        }
        let mut v = Vec::new();
        for (place, velocity) in velocities.iter().enumerate() {
            v.push(match (first..coordinates.len()).contains(&place) {
                true => 0.0,
                false => read(self, "velocity", velocity, Target::Velocity(place)),
            });
        }
        for (initial, (name, _)) in signals.initial_states.iter().zip(states) {
            let target = Target::Position(q.len());
            q.push(self.initial_state(target, name, initial.as_ref(), parameters));
        }
        let (initial, reports) = self.document.part(Part::Initial);
        for factor in &self.model.groups {
            q.extend(match initial.get(&factor.name) {
                Some(_) => element::read(factor, initial, reports).unwrap_or_default(),
                None => {
                    omitted.push(factor.name.clone());
                    element::identity(factor)
                }
            });
        }
        self.refuse_others(Part::Initial, "coordinate or velocity", |model| {
            let of_states = first..model.coordinates.len();
            let own = model.coordinates[..first].iter();
            let own = own.chain(&model.velocities[..of_states.start]);
            let own = own.chain(&model.velocities[of_states.end..]);
            let elements = model.groups.iter().map(|factor| factor.name.as_str());
            own.map(|x| x.name.as_str()).chain(elements).collect()
        });
        (q, v, omitted)
    }

    /// Returns the laws of prescribed coordinates and their velocities at the start, by name.
    fn laws_at(&self, start: f64) -> BTreeMap<String, NumberFormula> {
        let model = &self.model;
        let prescribed = model.prescribed.iter().flat_map(|prescribed| {
            let place = prescribed.coordinate;
            let names = [
                &model.coordinates[place].name,
                &model.velocities[place].name,
            ];
            names
                .map(String::clone)
                .into_iter()
                .zip(NumberFormula::of_prescribed(model, prescribed, start))
        });
        prescribed.collect()
    }

    fn initial_state(
        &mut self,
        target: Target,
        name: &str,
        initial: Option<&(Table, Entry)>,
        parameters: &[f64],
    ) -> f64 {
        let required = "a finite number, or an expression in parameters: the initial state";
        let Some((record, entry)) = initial else {
            return 0.0;
        };
        match self.read_number((Part::States, name), record, ("initial", entry), required) {
            Some(Written::Number(number)) => number,
            Some(Written::Expression(entry, expression)) => {
                let number = self.number(Part::States, name, &entry, &expression, parameters);
                self.formulas.push(Formula::written(target, expression));
                number.unwrap_or_default()
            }
            None => 0.0,
        }
    }

    /// Returns the initial multipliers; those not given are zero.
    pub(super) fn multipliers(&mut self, parameters: &[f64]) -> Vec<f64> {
        let names = self.model.constraints.iter().map(|c| c.name.clone());
        let names: Vec<_> = names.collect();
        let required = "a finite number, or an expression in parameters: the initial multiplier of the constraint";
        let mut values = Vec::new();
        for (place, name) in names.iter().enumerate() {
            let given = self.document.part(Part::Multipliers).0.get(name).is_some();
            let target = Target::Multiplier(place);
            let value = given
                .then(|| self.begins_with(target, Part::Multipliers, name, required, parameters));
            values.push(value.flatten().unwrap_or_default());
        }
        self.refuse_others(Part::Multipliers, "constraint", |model| {
            model.constraints.iter().map(|c| c.name.as_str()).collect()
        });
        values
    }

    /// Returns the end of a motion to be found, for the command `connect`.
    pub(super) fn target(&mut self, parameters: &[f64]) -> Vec<Option<f64>> {
        let required = "a finite number, or an expression in parameters: the coordinate at the end";
        let mut values = Vec::new();
        for coordinate in self.model.coordinates.clone() {
            let given = self
                .document
                .part(Part::Target)
                .0
                .get(&coordinate.name)
                .is_some();
            let value =
                given.then(|| self.computed(Part::Target, &coordinate.name, required, parameters));
            values.push(value.flatten());
        }
        self.refuse_others(Part::Target, "coordinate", |model| {
            model.coordinates.iter().map(|x| x.name.as_str()).collect()
        });
        values
    }

    /// Returns a required number, for known parameters.
    pub(super) fn computed(
        &mut self,
        part: Part,
        key: &str,
        required: &str,
        parameters: &[f64],
    ) -> Option<f64> {
        let (number, expression) = self.with_expression(part, key, required, parameters)?;
        let names = expression.iter().flat_map(ScenarioExpression::names);
        let names = names.map(|name| (name.to_owned(), (part, key.to_owned())));
        self.fixed.extend(names);
        Some(number)
    }

    /// Returns a required number that a simulation begins with, for known parameters.
    fn begins_with(
        &mut self,
        target: Target,
        part: Part,
        key: &str,
        required: &str,
        parameters: &[f64],
    ) -> Option<f64> {
        let (number, expression) = self.with_expression(part, key, required, parameters)?;
        let formula = expression.map(|expression| Formula::written(target, expression));
        self.formulas.extend(formula);
        Some(number)
    }

    /// Returns a required number, for known parameters, with its expression if it is one.
    fn with_expression(
        &mut self,
        part: Part,
        key: &str,
        required: &str,
        parameters: &[f64],
    ) -> Option<(f64, Option<ScenarioExpression>)> {
        match self.written(part, key, required)? {
            Written::Number(number) => Some((number, None)),
            Written::Expression(entry, expression) => {
                let number = self.number(part, key, &entry, &expression, parameters)?;
                Some((number, Some(expression)))
            }
        }
    }

    /// Reads a number, or an expression in parameters only.
    fn written(&mut self, part: Part, key: &str, required: &str) -> Option<Written> {
        let (table, reports) = self.document.part(part);
        let Some(entry) = table.get(key).cloned() else {
            reports.missing(table, key, required);
            return None;
        };
        let table = table.clone_header();
        self.read_number((part, key), &table, (key, &entry), required)
    }

    /// Reads a number of a table, or an expression in parameters only.
    fn read_number(
        &mut self,
        (part, name): (Part, &str),
        table: &Table,
        (key, entry): (&str, &Entry),
        required: &str,
    ) -> Option<Written> {
        match &entry.value {
            Value::Number(number) if number.is_finite() => Some(Written::Number(*number)),
            Value::Text(text) => {
                let expression =
                    self.parsed(&self.document.table(part).clone_header(), name, entry, text)?;
                let is_known = |name: &&str| {
                    let mut parameters = self.model.parameters.iter();
                    CONSTANTS.contains(name) || parameters.any(|x| x.name == *name)
                };
                let names = expression.names();
                let Some(other) = names.into_iter().find(|name| !is_known(name)) else {
                    return Some(Written::Expression(entry.clone(), expression));
                };
                let problem = Problem::new(
                    format!("depends on `{other}`, which is not a parameter"),
                    required,
                );
                let names = self.model.parameters.iter().map(|x| x.name.as_str());
                let problem = problem.help(suggestion(other, names));
                let reports = &mut self.document.reports;
                reports.add(table, key, &entry.origin, problem);
                None
            }
            _ => {
                self.document.reports.unfit(table, key, entry, required);
                None
            }
        }
    }

    /// Returns the value of an expression, which must be finite.
    fn number(
        &mut self,
        part: Part,
        key: &str,
        entry: &Entry,
        expression: &ScenarioExpression,
        parameters: &[f64],
    ) -> Option<f64> {
        let number = match expression.number(&self.model, parameters) {
            Ok(number) => number,
            Err(found) => {
                self.report(&found);
                return None;
            }
        };
        if number.is_finite() {
            return Some(number);
        }
        let problem = Problem::new(
            format!("the value of the expression is {number:?}"),
            "an expression whose value is finite",
        );
        let (table, reports) = self.document.part(part);
        reports.add(table, key, &entry.origin, problem);
        None
    }

    /// Reports names whose values depend on each other in a cycle.
    pub(super) fn report_cycle(&mut self, part: Part, cycle: &[&str], found: &str, required: &str) {
        let first = cycle[0];
        let shown = cycle
            .iter()
            .take(MOST_NAMES)
            .map(|name| format!("`{name}`"));
        let mut names: Vec<_> = shown.collect();
        if cycle.len() > MOST_NAMES {
            names.push(format!("{} others", cycle.len() - MOST_NAMES));
        }
        names.push(format!("`{first}`"));
        let problem = Problem::new(format!("{found}: {}", names.join(" from ")), required);
        let (table, reports) = self.document.part(part);
        if let Some(entry) = table.get(first) {
            reports.add(table, first, &entry.origin, problem);
        }
    }
}

/// Returns the requirement with the first line of the variable's documentation.
fn described(required: &str, variable: &Variable) -> String {
    match variable.docs.lines().next() {
        Some(docs) if !docs.is_empty() => format!("{required}: {docs}"),
        _ => required.to_owned(),
    }
}

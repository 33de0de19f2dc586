//! The numbers of a scenario, which may be expressions in parameters: `"pi / 2"`.

use std::collections::{BTreeMap, BTreeSet};

use nhi_symbolic::{ScenarioExpression, Variable, suggestion};

use super::bind::Binder;
use super::document::Part;
use super::element;
use super::value::{Entry, Value};
use crate::problem::Problem;

/// The names other than parameters that a number may contain.
const CONSTANTS: [&str; 1] = ["pi"];

/// The maximum number of names shown of a cycle.
const MOST_NAMES: usize = 8;

/// A number as written.
enum Written {
    Number(f64),
    /// An expression in parameters.
    Expression(Entry, ScenarioExpression),
}

/// The parameters still to be computed, by name, with their indices in the model.
type Pending = BTreeMap<String, (usize, Entry, ScenarioExpression)>;

impl Binder {
    /// Returns the parameters in the order of the model. Each is computed after those that it
    /// depends on.
    pub(super) fn parameters(&mut self) -> Vec<f64> {
        let variables = self.model.parameters.clone();
        // Missing or invalid values are reported, and replaced by an arbitrary number.
        let mut values = vec![1.0; variables.len()];
        let mut pending = Pending::new();
        for (place, parameter) in variables.iter().enumerate() {
            let name = &parameter.name;
            let required = described("a finite number, or an expression in parameters", parameter);
            match self.written(Part::Parameters, name, &required) {
                Some(Written::Number(number)) => values[place] = number,
                Some(Written::Expression(entry, expression)) => {
                    pending.insert(name.clone(), (place, entry, expression));
                }
                None => {}
            }
        }
        for name in order_of(&pending) {
            let Some((place, entry, expression)) = pending.remove(&name) else {
                continue;
            };
            let number = self.number(Part::Parameters, &name, &entry, &expression, &values);
            values[place] = number.unwrap_or(values[place]);
        }
        self.report_cycles(&pending);
        self.refuse_others(Part::Parameters, "parameter", |model| {
            model.parameters.iter().map(|x| x.name.as_str()).collect()
        });
        values
    }

    /// Returns the coordinates and velocities at the start.
    pub(super) fn initial(&mut self, parameters: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let lists = [
            ("coordinate", self.model.coordinates.clone()),
            ("velocity", self.model.velocities.clone()),
        ];
        let [mut q, v] = lists.map(|(what, variables)| {
            let required =
                format!("a finite number, or an expression in parameters: the initial {what}");
            let values = variables
                .iter()
                .map(|x| self.computed(Part::Initial, &x.name, &required, parameters));
            values.map(Option::unwrap_or_default).collect::<Vec<_>>()
        });
        let (initial, reports) = self.document.part(Part::Initial);
        for factor in &self.model.groups {
            q.extend(element::read(factor, initial, reports).unwrap_or_default());
        }
        self.refuse_others(Part::Initial, "coordinate or velocity", |model| {
            let named = model.coordinates.iter().chain(&model.velocities);
            let elements = model.groups.iter().map(|factor| factor.name.as_str());
            named.map(|x| x.name.as_str()).chain(elements).collect()
        });
        (q, v)
    }

    /// Returns the initial multipliers; those not given are zero.
    pub(super) fn multipliers(&mut self, parameters: &[f64]) -> Vec<f64> {
        let names = self.model.constraints.iter().map(|c| c.name.clone());
        let names: Vec<_> = names.collect();
        let required = "a finite number, or an expression in parameters: the initial multiplier of the constraint";
        let mut values = Vec::new();
        for name in &names {
            let given = self.document.part(Part::Multipliers).0.get(name).is_some();
            let value = given.then(|| self.computed(Part::Multipliers, name, required, parameters));
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
        match self.written(part, key, required)? {
            Written::Number(number) => Some(number),
            Written::Expression(entry, expression) => {
                self.number(part, key, &entry, &expression, parameters)
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
        match &entry.value {
            Value::Number(number) if number.is_finite() => Some(Written::Number(*number)),
            Value::Text(text) => {
                let expression = self.parsed(part, key, &entry, text)?;
                let is_known = |name: &&str| {
                    let mut parameters = self.model.parameters.iter();
                    CONSTANTS.contains(name) || parameters.any(|x| x.name == *name)
                };
                let names = expression.names();
                let Some(other) = names.into_iter().find(|name| !is_known(name)) else {
                    return Some(Written::Expression(entry, expression));
                };
                let problem = Problem::new(
                    format!("depends on `{other}`, which is not a parameter"),
                    required,
                );
                let names = self.model.parameters.iter().map(|x| x.name.as_str());
                let problem = problem.help(suggestion(other, names));
                let (table, reports) = self.document.part(part);
                reports.add(table, key, &entry.origin, problem);
                None
            }
            Value::Number(_) | Value::Rows(_) | Value::Record(_) | Value::Other(_) => {
                let (table, reports) = self.document.part(part);
                reports.unfit(table, key, &entry, required);
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

    /// Reports parameters that depend on each other, each cycle once.
    fn report_cycles(&mut self, pending: &Pending) {
        let mut seen = BTreeSet::new();
        for first in pending.keys() {
            let (mut way, mut places, mut here) = (Vec::new(), BTreeMap::new(), first.as_str());
            // Each waiting parameter waits for another waiting one.
            while !seen.contains(here) && !places.contains_key(here) {
                places.insert(here, way.len());
                way.push(here);
                let mut names = pending[here].2.names().into_iter();
                here = names
                    .find(|name| pending.contains_key(*name))
                    .unwrap_or(here);
            }
            if let Some(&start) = places.get(here) {
                self.report_cycle(&way[start..], pending);
            }
            seen.extend(way);
        }
    }

    fn report_cycle(&mut self, cycle: &[&str], pending: &Pending) {
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
        let found = format!(
            "parameters are computed from each other: {}",
            names.join(" from ")
        );
        let problem = Problem::new(found, "a parameter among them that is a number");
        let (table, reports) = self.document.part(Part::Parameters);
        reports.add(table, first, &pending[first].1.origin, problem);
    }
}

/// Returns parameters in an order in which each comes after those that it depends on. Those of a
/// cycle, and those that wait for them, are left out.
fn order_of(pending: &Pending) -> Vec<String> {
    let mut waits: BTreeMap<&str, usize> = BTreeMap::new();
    let mut followers: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, (.., expression)) in pending {
        for other in expression.names() {
            if let Some((other, _)) = pending.get_key_value(other) {
                *waits.entry(name).or_default() += 1;
                followers.entry(other).or_default().push(name);
            }
        }
    }
    let names = pending.keys().map(String::as_str);
    let mut ready: Vec<_> = names.filter(|name| !waits.contains_key(name)).collect();
    let mut order = Vec::new();
    while let Some(name) = ready.pop() {
        order.push(name.to_owned());
        for follower in followers.remove(name).into_iter().flatten() {
            if let Some(count) = waits.get_mut(follower) {
                *count -= 1;
                if *count == 0 {
                    ready.push(follower);
                }
            }
        }
    }
    order
}

/// Returns the requirement with the first line of the variable's documentation.
fn described(required: &str, variable: &Variable) -> String {
    match variable.docs.lines().next() {
        Some(docs) if !docs.is_empty() => format!("{required}: {docs}"),
        _ => required.to_owned(),
    }
}

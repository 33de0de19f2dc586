//! The signals of a scenario: definitions, states, controls, outputs and events.

use std::collections::BTreeSet;

use nhi_symbolic::{ControlLaw, ScenarioExpression, ScenarioSignals, is_keyword, order_of_use};

use super::bind::Binder;
use super::document::Part;
use super::table::Table;
use super::time::Grid;
use super::value::{Entry, Value};
use crate::problem::Problem;
use crate::simulation::{EventRule, SignalTable, Signals};

/// A table of times and values as written, with the part and the key that it is the value of.
type Recorded = (Part, String, Entry);

/// The signals as written: expressions are parsed, tables are not read.
pub(super) struct Written {
    pub(super) expressions: ScenarioSignals,
    /// The tables of controls, in the order of the model.
    control_tables: Vec<Option<Recorded>>,
    /// The tables among the definitions.
    input_tables: Vec<Recorded>,
    /// The initial value of each state.
    pub(super) initial_states: Vec<Option<(Table, Entry)>>,
    events: Vec<EventRule>,
}

impl Binder {
    /// Parses all signals; errors are reported.
    pub(super) fn signals_as_written(&mut self) -> Written {
        self.refuse_taken_names();
        self.refuse_second_energy();
        let mut written = Written {
            expressions: ScenarioSignals::default(),
            control_tables: Vec::new(),
            input_tables: Vec::new(),
            initial_states: Vec::new(),
            events: Vec::new(),
        };
        self.definitions(&mut written);
        self.states(&mut written);
        self.controls(&mut written);
        written.expressions.outputs = self.outputs();
        for (event, expression) in self.events() {
            let name = event.name.clone();
            written.expressions.events.push((name, expression));
            written.events.push(event);
        }
        self.report_cycles_of(Part::Definitions, &mut written.expressions.definitions);
        self.report_cycles_of(Part::Output, &mut written.expressions.outputs);
        written
    }

    /// Reads the tables of signals as written.
    pub(super) fn signals(
        &mut self,
        written: Written,
        grid: Option<&Grid>,
        parameters: &[f64],
    ) -> Signals {
        let controls = written.control_tables.into_iter();
        let tables = controls.map(|recorded| self.table_of(&recorded?, grid));
        let tables = tables.collect();
        let inputs = written.input_tables.iter();
        let input_tables = inputs.filter_map(|recorded| self.table_of(recorded, grid));
        let input_tables = input_tables.collect();
        let outputs = written.expressions.outputs.iter();
        let output_names: Vec<_> = outputs.map(|(name, _)| name.clone()).collect();
        let period = grid.and_then(|grid| self.control_period(grid, parameters));
        let expressions = ScenarioSignals {
            has_period: period.is_some(),
            ..written.expressions
        };
        Signals {
            noise: self.noise(&output_names, parameters),
            output_names,
            tables,
            program: self.program.take(),
            input_tables,
            events: written.events,
            period,
            start: grid.map_or(0.0, |grid| grid.start),
            expressions,
        }
    }

    fn table_of(
        &mut self,
        (part, key, entry): &Recorded,
        grid: Option<&Grid>,
    ) -> Option<SignalTable> {
        let Value::Record(record) = &entry.value else {
            return None;
        };
        let record = record.clone().named(format!("{}.{key}", part.name()));
        self.recorded(&record, (*part, key, entry), grid)
    }

    /// Reports a model in which `energy` would have two meanings.
    fn refuse_second_energy(&mut self) {
        const NAME: &str = "energy";
        let model = &self.model;
        let named = model.configuration().chain(&model.velocities);
        let mut named = named.chain(&model.controls).chain(&model.parameters);
        if named.any(|x| x.name == NAME) {
            let found = format!(
                "the model has a coordinate, velocity, control or parameter `{NAME}`, the name of a \
                 column of every table"
            );
            let problem = Problem::new(found, "another name in the model");
            self.document.reports.extend(vec![problem]);
        }
    }

    /// Reports definitions and states whose names have a meaning already.
    fn refuse_taken_names(&mut self) {
        let model = self.names_of_model();
        let states: Vec<_> = self.document.table(Part::States).keys_as_written();
        let constraints = self.model.constraints.iter().chain(&self.model.holonomic);
        let constraints: BTreeSet<_> = constraints.map(|x| x.name.clone()).collect();
        for part in [Part::Definitions, Part::States] {
            for name in self.document.table(part).keys_as_written() {
                let is_taken = |name: &str| model.contains(name);
                let problem = if is_taken(&name) || is_taken(&format!("{name}_dot")) {
                    Problem::new("the model has this name already", "another name")
                } else if !is_identifier(&name) {
                    let found = "this cannot be a name in an expression";
                    Problem::new(found, "letters, digits and `_`, and no digit first")
                } else if is_keyword(&name) {
                    Problem::new("this is a keyword of Rust", "another name")
                } else if part == Part::States && constraints.contains(&name) {
                    Problem::new("a constraint has this name already", "another name")
                } else if part == Part::Definitions && states.contains(&name) {
                    Problem::new("a state has this name too", "another name")
                } else if let Some(problem) = rate_of_a_state(&states, &name) {
                    problem
                } else {
                    continue;
                };
                let (table, reports) = self.document.part(part);
                if let Some(entry) = table.get(&name) {
                    reports.add(table, &name, &entry.key, problem);
                }
            }
        }
    }

    /// Sorts definitions into constants, expressions and tables.
    fn definitions(&mut self, written: &mut Written) {
        const REQUIRED: &str = "a number, an expression, or a table of times and values";
        for name in self.document.table(Part::Definitions).keys_as_written() {
            let entry = self.document.table(Part::Definitions).get(&name).cloned();
            let Some(entry) = entry else { continue };
            match &entry.value {
                Value::Number(number) if number.is_finite() => {
                    written.expressions.constants.push(name);
                }
                Value::Record(_) => {
                    written.expressions.inputs.push(name.clone());
                    written.input_tables.push((Part::Definitions, name, entry));
                }
                _ => {
                    let expression = self.expression(Part::Definitions, &name, &entry, REQUIRED);
                    let expression = expression.map(|expression| (name, expression));
                    written.expressions.definitions.extend(expression);
                }
            }
        }
    }

    /// Reads states of the form `{ rate = "goal - y", initial = 0 }`.
    fn states(&mut self, written: &mut Written) {
        const MOST: usize = 32;
        const REQUIRED: &str = "a table such as `{ rate = \"goal - y\", initial = 0 }`";
        const RATE: &str =
            "a number, or an expression in t, coordinates, velocities, parameters and states";
        let names = self.document.table(Part::States).keys_as_written();
        if let Some(first) = names.get(MOST) {
            let (table, reports) = self.document.part(Part::States);
            let problem = Problem::new(
                format!("{} states", names.len()),
                format!("at most {MOST} states"),
            );
            let origin = table.get(first).map(|entry| entry.key.clone());
            if let Some(origin) = origin {
                reports.add(table, first, &origin, problem);
            }
        }
        for name in names.into_iter().take(MOST) {
            let (table, reports) = self.document.part(Part::States);
            let Some(entry) = table.get(&name).cloned() else {
                continue;
            };
            let Value::Record(record) = &entry.value else {
                reports.unfit(table, &name, &entry, REQUIRED);
                continue;
            };
            let record = record.clone().named(format!("states.{name}"));
            reports.refuse_keys(&record, &["rate", "initial"]);
            let Some(rate) = record.get("rate").cloned() else {
                let problem = Problem::new("missing", RATE);
                reports.add(&record, "rate", &entry.origin, problem);
                continue;
            };
            if let Some(rate) = self.expression(Part::States, &name, &rate, RATE) {
                written.expressions.states.push((name, rate));
                let initial = record.get("initial").cloned();
                written
                    .initial_states
                    .push(initial.map(|initial| (record, initial)));
            }
        }
    }

    /// Reads each control as a law or a table.
    fn controls(&mut self, written: &mut Written) {
        const REQUIRED: &str = "a number, an expression in t, coordinates, velocities and parameters, or a table of times and values";
        let program = self.program.clone();
        let is_computed = |name: &str| program.as_ref().is_some_and(|x| x.computes(name));
        let names = self.model.controls.iter().map(|x| x.name.clone());
        for name in names.collect::<Vec<_>>() {
            let (table, reports) = self.document.part(Part::Controls);
            let (mut law, mut recorded) = (None, None);
            match table.get(&name).cloned() {
                None if is_computed(&name) => {}
                None => reports.missing(table, &name, REQUIRED),
                Some(entry) => match &entry.value {
                    Value::Record(record) if record.get("law").is_some() => {
                        law = self.law(&name, record.clone(), REQUIRED);
                    }
                    Value::Record(_) => {
                        recorded = Some((Part::Controls, name.clone(), entry));
                    }
                    _ => {
                        let expression = self.expression(Part::Controls, &name, &entry, REQUIRED);
                        law = expression.map(|law| ControlLaw { law, inside: false });
                    }
                },
            }
            written.expressions.controls.push(law);
            written.control_tables.push(recorded);
        }
        self.refuse_others(Part::Controls, "control", |model| {
            model.controls.iter().map(|x| x.name.as_str()).collect()
        });
    }

    /// Reads a law of the form `{ law = "-k*theta", inside = true }`.
    fn law(&mut self, name: &str, record: Table, required: &str) -> Option<ControlLaw> {
        let record = record.named(format!("controls.{name}"));
        let has_period = self
            .document
            .table(Part::Top)
            .get("control_period")
            .is_some();
        let reports = &mut self.document.reports;
        reports.refuse_keys(&record, &["law", "inside"]);
        let mut inside = false;
        if let Some(entry) = record.get("inside") {
            match &entry.value {
                Value::Flag(is_inside) => inside = *is_inside,
                _ => reports.unfit(&record, "inside", entry, "true or false"),
            }
            if inside && has_period {
                let found = "a law inside the equations of motion and `control_period`, which holds controls";
                let required = "either `inside = true` or `control_period`";
                let problem = Problem::new(found, required);
                reports.add(&record, "inside", &entry.origin, problem);
            }
        }
        let law = record.get("law")?.clone();
        let law = self.expression(Part::Controls, name, &law, required)?;
        Some(ControlLaw { law, inside })
    }

    /// Returns the outputs with their names, in the order of the file.
    fn outputs(&mut self) -> Vec<(String, ScenarioExpression)> {
        let required =
            "a number, or an expression in t, coordinates, velocities, controls and parameters";
        let columns = self.columns();
        let parameters = self.model.parameters.iter();
        let parameters: BTreeSet<_> = parameters.map(|x| x.name.clone()).collect();
        let states = self.document.table(Part::States).keys_as_written();
        let mut outputs = Vec::new();
        for name in self.document.table(Part::Output).keys_as_written() {
            let is_defined = [Part::Definitions, Part::States]
                .iter()
                .any(|part| self.document.table(*part).get(&name).is_some());
            let (table, reports) = self.document.part(Part::Output);
            let Some(entry) = table.get(&name).cloned() else {
                continue;
            };
            let problem = if columns.contains(&name) {
                let found = "the table of a run has a column of this name already";
                Problem::new(found, "another name")
            } else if is_defined {
                let found = "a definition or a state has this name already";
                Problem::new(found, "another name")
            } else if parameters.contains(&name) {
                let found = "a parameter has this name already, and expressions mean that";
                Problem::new(found, "another name")
            } else if let Some(problem) = rate_of_a_state(&states, &name) {
                problem
            } else if !is_identifier(&name) {
                let found = "this cannot be the name of a column";
                Problem::new(found, "letters, digits and `_`, and no digit first")
            } else {
                let output = self.expression(Part::Output, &name, &entry, required);
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

    /// Returns all names of the model.
    fn names_of_model(&self) -> BTreeSet<String> {
        let mut names = self.columns();
        names.extend(self.model.parameters.iter().map(|x| x.name.clone()));
        names.extend(self.model.definitions.iter().map(|x| x.name.clone()));
        names.extend(self.model.groups.iter().map(|x| x.name.clone()));
        names.insert("pi".to_owned());
        names
    }

    /// Returns the time between updates of the controls, which must be a whole number of steps.
    fn control_period(&mut self, grid: &Grid, parameters: &[f64]) -> Option<f64> {
        const KEY: &str = "control_period";
        let required = "a positive number, or an expression in parameters: the time between two \
                        values of the controls";
        let entry = self.document.table(Part::Top).get(KEY)?.clone();
        let period = self.computed(Part::Top, KEY, required, parameters)?;
        let (top, reports) = self.document.part(Part::Top);
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

    /// Parses a number or an expression; errors are reported.
    pub(super) fn expression(
        &mut self,
        part: Part,
        key: &str,
        entry: &Entry,
        required: &str,
    ) -> Option<ScenarioExpression> {
        let text = match &entry.value {
            Value::Text(text) => text.clone(),
            Value::Number(number) if number.is_finite() => format!("{number:?}"),
            _ => {
                let (table, reports) = self.document.part(part);
                reports.unfit(table, key, entry, required);
                return None;
            }
        };
        let table = self.document.table(part).clone_header();
        self.parsed(&table, key, entry, &text)
    }

    /// Reports expressions that use each other, each cycle once. They become zero, so that nothing
    /// else is reported of them.
    fn report_cycles_of(&mut self, part: Part, named: &mut [(String, ScenarioExpression)]) {
        let uses = named.iter().map(|(name, x)| (name.as_str(), x.names()));
        for cycle in order_of_use(&uses.collect::<Vec<_>>()).cycles {
            let names: Vec<_> = cycle.iter().map(|&place| named[place].0.as_str()).collect();
            let required = "an expression among them that uses none of the others";
            self.report_cycle(part, &names, "expressions use each other", required);
            for place in cycle {
                let zero = ScenarioExpression::parse("0".parse().expect("a token"));
                named[place].1 = zero.expect("a number is an expression");
            }
        }
    }
}

/// Returns the problem with a name that is that of the rate of a state.
fn rate_of_a_state(states: &[String], name: &str) -> Option<Problem> {
    let state = name.strip_suffix("_dot")?;
    let found = format!("this is the name of the rate of the state `{state}`");
    let is_rate = states.iter().any(|known| known == state);
    is_rate.then(|| Problem::new(found, "another name"))
}

/// Returns true if a text can name a column that other programs can read too.
pub(super) fn is_identifier(name: &str) -> bool {
    let is_letter = |letter: char| letter == '_' || letter.is_alphanumeric();
    name.chars().all(is_letter) && name.starts_with(|letter: char| !letter.is_ascii_digit())
}

//! The variables of a co-simulation.

use super::Exported;

/// The part that a variable plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A parameter, fixed at the start.
    Parameter,
    /// A coordinate or velocity, whose first value can be set.
    Moving,
    /// A control.
    Input,
    /// A quantity of the state.
    Output,
}

/// A variable.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) docs: String,
    pub(super) unit: Option<String>,
    pub(super) part: Part,
    /// Its first value, except for outputs.
    pub(super) start: Option<f64>,
    /// The place of its value in the struct `motion`, before the first state and afterwards.
    pub(super) places: [String; 2],
    /// The index among the controls.
    pub(super) control: Option<usize>,
    /// The controls that its value contains at a given state.
    pub(super) controls_in: Vec<usize>,
}

/// Returns the variables in the order of their numbers, which begin with 1.
pub(super) fn variables(exported: &Exported<'_>) -> Vec<Variable> {
    let Exported {
        scenario,
        compiled,
        motion,
        initial,
        controls,
    } = exported;
    let names = &compiled.stepper.names;
    let declared = |name: &str| {
        let model = &scenario.model;
        let all = [&model.parameters, &model.coordinates, &model.controls];
        let mut all = all.into_iter().flatten();
        all.find(|variable| variable.name == name)
    };
    let docs = |name: &str| declared(name).map(|variable| variable.docs.replace('\n', " "));
    let of_model = |name: &str| declared(name)?.unit().map(str::to_owned);
    let new = |name: &str, part, start, places: [String; 2]| Variable {
        docs: docs(name).unwrap_or_default(),
        unit: scenario.units.own(name).or_else(|| of_model(name)),
        name: name.to_owned(),
        part,
        start,
        places,
        control: None,
        controls_in: Vec::new(),
    };
    let mut all = Vec::new();
    let access = &motion.access;
    for (i, name) in names.parameters.iter().enumerate() {
        let place = access.parameters[i].clone();
        let start = Some(scenario.parameters[i]);
        all.push(new(name, Part::Parameter, start, [place.clone(), place]));
    }
    for (i, name) in names.configuration.iter().enumerate() {
        let places = [access.q[i].clone(), access.configuration[i].clone()];
        all.push(new(name, Part::Moving, Some(initial.q[i]), places));
    }
    let observed = |i: usize| format!("m->observed[{i}]");
    let output = |name: &str, i: usize| Variable {
        controls_in: motion.controls_in[i].clone(),
        ..new(name, Part::Output, None, [observed(i), observed(i)])
    };
    for (i, name) in names.velocities.iter().enumerate() {
        if compiled.states.contains(&i) {
            continue;
        }
        let places = [access.v[i].clone(), observed(i)];
        all.push(Variable {
            controls_in: motion.controls_in[i].clone(),
            ..new(name, Part::Moving, Some(initial.v[i]), places)
        });
    }
    let mut next = names.velocities.len();
    let of_states = constraints_of_states(exported);
    for (i, name) in names.constraints.iter().enumerate() {
        if !of_states.contains(&i) {
            all.push(output(&format!("lambda.{name}"), next + i));
        }
    }
    next += names.constraints.len();
    all.push(output("energy", next));
    next += 1;
    let residuals = names.residuals.iter().chain(&names.positions);
    for (i, name) in residuals.enumerate() {
        if !of_states.contains(&i) {
            all.push(output(&format!("residual.{name}"), next + i));
        }
    }
    next += names.residuals.len() + names.positions.len();
    let inside = compiled.control_names.len() - compiled.open.len();
    let mut insides = (0..compiled.control_names.len()).filter(|i| !compiled.open.contains(i));
    for i in 0..inside {
        if let Some(control) = insides.next() {
            all.push(output(&compiled.control_names[control], next + i));
        }
    }
    next += inside;
    for (i, name) in scenario.signals.output_names.iter().enumerate() {
        all.push(output(name, next + i));
    }
    for (i, name) in names.controls.iter().enumerate() {
        let place = access.u[i].clone();
        let start = Some(controls[i]);
        let mut control = new(name, Part::Input, start, [place.clone(), place]);
        control.control = Some(i);
        all.push(control);
    }
    all
}

/// Returns the range of the constraints that are the rates of the scenario's states.
fn constraints_of_states(exported: &Exported<'_>) -> std::ops::Range<usize> {
    let compiled = &exported.compiled;
    let names = &compiled.stepper.names;
    let end = match compiled.states.is_empty() {
        true => 0,
        false => names.constraints.len() - names.positions.len(),
    };
    end - compiled.states.len()..end
}

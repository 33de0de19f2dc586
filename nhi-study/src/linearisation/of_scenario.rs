//! The linearisation of a scenario at its start or along its run.

use nhi_symbolic::{Ast, Integrator, TangentMotion, integrator, laws_read_inputs, tangent_motion};
use serde_json::json;

use super::{Linearisation, NOT_INDEPENDENT, Start, linearise, steady_near};
use crate::problem::{Failure, Problem};
use crate::scenario::{Grid, Scenario};
use crate::simulation::{Initial, Node, Plant, RunError, Simulator};
use crate::text::brief;

/// How a scenario is linearised.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Projects the initial values onto the constraints first.
    pub project: bool,
    /// Moves the start to a steady motion near it.
    pub find: bool,
    /// The coordinates or velocities that are independent; chosen if empty.
    pub coordinates: Vec<String>,
    /// The time along the run at which the motion is linearised, instead of the start.
    pub at: Option<f64>,
}

/// The linearisation of a scenario.
#[derive(Debug)]
pub struct LinearisedScenario {
    /// The name of the system.
    pub system: String,
    /// The linear equations.
    pub linearisation: Linearisation,
    /// The configuration and velocities at which they hold.
    pub start: Initial,
    /// The time at which they hold.
    pub time: f64,
    /// True if this time was asked for, and false at the start of the scenario.
    pub is_along_run: bool,
    /// Remarks on the start and on what the equations leave out.
    pub notes: Vec<Problem>,
}

impl LinearisedScenario {
    /// Returns the result as data, with the state at which the equations hold.
    #[must_use]
    pub fn data(&self) -> serde_json::Value {
        let mut data = self.linearisation.data(&self.system);
        let Initial { q, v } = &self.start;
        data["start"] = json!({ "time": self.time, "configuration": q, "velocity": v });
        data
    }

    /// Returns the result as text.
    #[must_use]
    pub fn text(&self) -> String {
        let system = &self.system;
        match self.is_along_run {
            true => self
                .linearisation
                .text(&format!("{system} at t = {}", brief(self.time))),
            false => self.linearisation.text(system),
        }
    }
}

/// Linearises the motion of a scenario at its start, or along its run. The result does not depend
/// on the integrator, but the state along a run does.
///
/// # Errors
/// The scenario is of vakonomic motion or a variational problem, its initial values violate the
/// constraints, no steady motion was found, or the motion is not determined at the start.
pub fn linearise_scenario(
    scenario: &Scenario,
    options: &Options,
) -> Result<LinearisedScenario, Failure> {
    refuse_vakonomic(scenario)?;
    let plant = scenario.plant()?;
    let simulator = scenario.simulator(&plant, scenario.grid.step)?;
    let (initial, mut notes) = scenario.admit(&simulator, options.project)?;
    let signals = &scenario.signals.expressions;
    let reads_inputs = laws_read_inputs(&simulator.model_of_phase(&scenario.ast), signals);
    if reads_inputs.map_err(|found| scenario.sources.failure(&found))? {
        let found = "laws of controls depend on tables or on delayed values";
        let required = "laws of the time, the coordinates, the velocities and the parameters";
        let problem = Problem::new(found, required).in_file(&scenario.path);
        return Err(problem.at_key("[controls]").into());
    }
    let at = options.at.unwrap_or(scenario.grid.start);
    let (time, initial, model) = advanced(scenario, &simulator, initial, at)?;
    let functions = tangent_motion(&model, signals)
        .map_err(|found| scenario.sources.failure(&found))?
        .ok_or_else(|| at_start(scenario, only_variational()))?;
    let wanted = places(&options.coordinates, &functions, simulator.velocity_names())?;
    // An integrator may have other laws in its equations of motion than the scenario declares.
    let table =
        |&(place, _): &(usize, String)| scenario.signals.tables.get(place).cloned().flatten();
    let tables: Vec<_> = functions.controls.iter().map(table).collect();
    let names = functions.controls.iter().map(|(_, name)| name.clone());
    let control_names: Vec<_> = names.collect();
    let mut times = scenario.grid.times_within_steps(MOST_TIMES);
    times.retain(|t| (t - time) * scenario.grid.step > 0.0);
    let start_at = |initial: &Initial| Start {
        t: time,
        parameters: &scenario.parameters,
        tables: &tables,
        q: initial.q.clone(),
        v: initial.v.clone(),
        velocity_names: simulator.velocity_names(),
        control_names: &control_names,
        times: &times,
    };
    let mut start = start_at(&initial);
    let is_steady = |start: &Start<'_>| {
        let there = linearise(functions.clone(), start, &wanted, false);
        there.is_ok_and(|found| found.reasons().is_empty())
    };
    if options.find && !is_steady(&start) {
        let (q, v) = steady_near(&functions, &start)
            .map_err(|reason| at_start(scenario, not_found(&reason)))?;
        let names = [simulator.configuration_names(), simulator.velocity_names()].concat();
        let before = [&initial.q[..], &initial.v].concat();
        let moved = moved(&names, &before, &[&q[..], &v].concat());
        let found = Initial { q, v };
        refuse_other_phase(scenario, &plant, &simulator, &found)?;
        start = start_at(&found);
        if !is_steady(&start) {
            let reason = "the search ended at a singular point, near which motions are not steady";
            return Err(at_start(scenario, not_found(reason)).into());
        }
        notes.extend(moved.map(|note| at_start(scenario, note)));
    }
    let instant = options.at.is_some();
    let linearisation = linearise(functions, &start, &wanted, instant).map_err(|reason| {
        if reason == NOT_INDEPENDENT {
            return of_coordinates(reason, simulator.velocity_names());
        }
        let required = "a start at which the motion and its derivatives are determined";
        let problem = Problem::new(reason, required).help(without_derivative(scenario));
        at_start(scenario, problem)
    })?;
    if !linearisation.reasons().is_empty() {
        let note = not_steady(linearisation.reasons(), options.at.map(|_| time));
        notes.push(at_start(scenario, note));
    }
    if let Some(t) = linearisation.until() {
        notes.push(at_start(scenario, leaves(t)));
    }
    notes.extend(continuous(scenario));
    let Start { q, v, .. } = start;
    Ok(LinearisedScenario {
        system: scenario.ast.name(),
        linearisation,
        start: Initial { q, v },
        time,
        is_along_run: instant,
        notes,
    })
}

/// Refuses a state that the search found if the contacts are not those of the start there.
fn refuse_other_phase(
    scenario: &Scenario,
    plant: &Plant,
    simulator: &Simulator<'_>,
    found: &Initial,
) -> Result<(), Failure> {
    if !simulator.has_phases() {
        return Ok(());
    }
    let initial = (&found.q[..], &found.v[..]);
    let there = plant.simulator_at(&scenario.parameters, scenario.grid.step, initial);
    let reason = match there {
        Ok(there) if there.is_in_phase_of(simulator) => return Ok(()),
        Ok(_) => "other contacts are closed at the steady motion of this phase".to_owned(),
        Err(reason) => format!("at the steady motion of this phase, {reason}"),
    };
    Err(at_start(scenario, not_found(&reason)).into())
}

/// The maximum number of times of a run at which the equations are compared.
const MOST_TIMES: u64 = 2000;

/// Runs a scenario to the last step up to a time. Returns the time of that step, its state, and the
/// model of the phase in which the motion is then.
fn advanced(
    scenario: &Scenario,
    simulator: &Simulator<'_>,
    initial: Initial,
    at: f64,
) -> Result<(f64, Initial, Ast), Failure> {
    let Grid { start, step, .. } = scenario.grid;
    if at == start {
        return Ok((start, initial, simulator.model_of_phase(&scenario.ast)));
    }
    let of_option = |problem: Problem| problem.at_key("--at");
    if !at.is_finite() {
        let problem = Problem::new("this is not a time", "a finite time, such as `--at 2.5`");
        return Err(of_option(problem).into());
    }
    let grid = Grid::new(start, step, at).map_err(|(_, problem)| of_option(*problem))?;
    let failed = |error: RunError| {
        let (t, reason) = (brief(error.time), error.reason);
        Failure::Integration(format!("the run failed from t = {t}: {reason}"))
    };
    let mut node = Node::start(simulator, &initial.q, &initial.v).map_err(failed)?;
    for _ in 0..grid.steps {
        node.step().map_err(failed)?;
    }
    let model = node.current().model_of_phase(&scenario.ast);
    let sample = node.sample().map_err(failed)?;
    let [q, v] = [&sample.q, &sample.v].map(Clone::clone);
    Ok((sample.t, Initial { q, v }, model))
}

/// Returns the velocities of the coordinates that the user chose, in the order of the model.
fn places(
    chosen: &[String],
    functions: &TangentMotion,
    velocities: &[String],
) -> Result<Vec<usize>, Failure> {
    let place = |name: &String| {
        let mut factors = functions.factors.iter();
        let coordinate = factors.find(|(known, range)| known == name && range.len() == 1);
        let coordinate = coordinate.map(|(_, range)| range.start);
        let place = coordinate.or_else(|| velocities.iter().position(|known| known == name));
        place.ok_or_else(|| of_coordinates(format!("nothing is named `{name}`"), velocities).into())
    };
    let mut places = chosen
        .iter()
        .map(place)
        .collect::<Result<Vec<usize>, Failure>>()?;
    places.sort_unstable();
    places.dedup();
    let [_, dimension, constraints, ..] = functions.sizes;
    let needed = dimension.saturating_sub(constraints);
    if !places.is_empty() && places.len() != needed {
        let found = format!(
            "{} of the velocities are independent, not {}",
            needed,
            places.len()
        );
        return Err(of_coordinates(found, velocities).into());
    }
    Ok(places)
}

fn of_coordinates(found: String, velocities: &[String]) -> Problem {
    let required = format!(
        "coordinates with independent velocities, by their names or by those of the velocities: {}",
        velocities.join(", ")
    );
    Problem::new(found, required).at_key("--coordinates")
}

/// Functions that have no derivative at some arguments.
const NOT_SMOOTH: [&str; 15] = [
    "hypot", "sqrt", "atan2", "asin", "acos", "powf", "ln", "abs", "sign", "min", "max", "clamp",
    "step", "pulse", "ramp",
];

/// Returns help that names the functions without a derivative in the scenario and the model.
fn without_derivative(scenario: &Scenario) -> String {
    let written = std::fs::read_to_string(&scenario.path).unwrap_or_default();
    let texts = [written.as_str(), scenario.sources.model().text.as_str()];
    let is_called = |name: &&&str| {
        let call = format!("{name}(");
        texts.iter().any(|text| {
            let mut calls = text.match_indices(&call).map(|(place, _)| place);
            calls.any(|place| !text[..place].ends_with(|c: char| c.is_alphanumeric() || c == '_'))
        })
    };
    let used = NOT_SMOOTH.iter().filter(is_called);
    let used: Vec<_> = used.map(|name| format!("`{name}`")).collect();
    match used.is_empty() {
        true => String::new(),
        false => format!(
            "start elsewhere: some arguments of {} have no derivative, such as 0",
            used.join(", ")
        ),
    }
}

fn at_start(scenario: &Scenario, problem: Problem) -> Problem {
    problem.in_file(&scenario.path).at_key("[initial]")
}

fn refuse_vakonomic(scenario: &Scenario) -> Result<(), Failure> {
    let (text, request) = &scenario.integrator;
    if !integrator(&request.name.text).is_some_and(Integrator::is_vakonomic) {
        return Ok(());
    }
    let found = format!("`{text}` follows vakonomic motions, whose state has multipliers too");
    let required = "an integrator of nonholonomic motions, such as \"Mla\"";
    let problem = Problem::new(found, required)
        .help("name another integrator in the scenario: the linearisation does not depend on which")
        .in_file(&scenario.path)
        .at_key("integrator");
    Err(problem.into())
}

fn only_variational() -> Problem {
    Problem::new(
        "the model describes a variational problem, whose constraints do not act as forces",
        "a model of nonholonomic motion, with constraints that are affine in the velocities",
    )
}

fn not_found(reason: &str) -> Problem {
    let found = format!("no steady motion was found near the start: {reason}");
    let required = "a start closer to one, with controls that can hold it";
    Problem::new(found, required).help("begin closer, or leave `--find` out to see what changes")
}

/// Returns the note on the values that `--find` changed, with all digits, ready for the scenario.
fn moved(names: &[String], before: &[f64], after: &[f64]) -> Option<Problem> {
    let values = names.iter().zip(before.iter().zip(after));
    let changed = values.filter(|(_, (old, new))| old != new);
    let lines: Vec<_> = changed
        .map(|(name, (old, new))| format!("\n    {name}: {old:?} -> {new:?}"))
        .collect();
    let text = "the start was moved to a steady motion near it";
    (!lines.is_empty()).then(|| Problem::note(format!("{text}{}", lines.concat())))
}

/// Returns the note on a start that is not a steady motion.
fn not_steady(reasons: &[String], along_run: Option<f64>) -> Problem {
    let reasons = reasons.join("\n    ");
    if let Some(t) = along_run {
        return Problem::note(format!(
            "the state at t = {} is neither an equilibrium nor a steady motion, so A, B and the eigenvalues are those \
             of this instant only\n    {reasons}",
            brief(t)
        ));
    }
    let found = format!(
        "the start is neither an equilibrium nor a steady motion, so A and B are valid at this instant only, \
         and eigenvalues are not meaningful\n    {reasons}"
    );
    Problem::note(found).help(
        "change the initial values or the controls until independent velocities are constant and nothing moves on \
         which the motion depends",
    )
}

/// Returns the note on a motion that is steady for some time only.
fn leaves(t: f64) -> Problem {
    Problem::note(format!(
        "controls or equations change with the time: A, B and the verdict hold up to about t = {}, and not \
         later in the run",
        brief(t)
    ))
}

/// Returns the note on control settings that a linearisation ignores.
fn continuous(scenario: &Scenario) -> Option<Problem> {
    let signals = &scenario.signals;
    let ignored = [
        (signals.period.is_some(), "`control_period`"),
        (signals.noise.is_some(), "`[noise]`"),
    ];
    let ignored: Vec<_> = ignored.into_iter().filter(|x| x.0).map(|x| x.1).collect();
    let note = || {
        Problem::note(format!(
            "left out of the linearisation: {}; controls follow the state at every time",
            ignored.join(" and ")
        ))
    };
    (!ignored.is_empty()).then(note)
}

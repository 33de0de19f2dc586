//! The linearisation of a scenario at its start.

use nhi_build::visible_path;
use nhi_symbolic::{Integrator, integrator, tangent_motion};

use super::{Linearisation, Start, linearise, steady_near};
use crate::problem::{Failure, Problem};
use crate::scenario::Scenario;
use crate::simulation::Initial;

/// How a scenario is linearised.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Projects the initial values onto the constraints first.
    pub project: bool,
    /// Moves the start to a steady motion near it.
    pub find: bool,
}

/// The linearisation of a scenario.
#[derive(Debug)]
pub struct AtStart {
    /// The linear equations.
    pub linearisation: Linearisation,
    /// The configuration and velocities at which they hold.
    pub start: Initial,
    /// Remarks on the start and on what the equations leave out.
    pub notes: Vec<Problem>,
}

/// Linearises the motion of a scenario at its start. The result does not depend on the integrator.
///
/// # Errors
/// The scenario is of vakonomic motion or a variational problem, its initial values violate the
/// constraints, no steady motion was found, or the motion is not determined at the start.
pub fn linearise_scenario(scenario: &Scenario, options: Options) -> Result<AtStart, Failure> {
    refuse_vakonomic(scenario)?;
    let plant = scenario.plant()?;
    let simulator = scenario.simulator(&plant, scenario.grid.step)?;
    let (initial, mut notes) = scenario.admit(&simulator, options.project)?;
    if plant.has_inputs() {
        let found = "laws of controls depend on tables or on delayed values";
        let required = "laws of the time, the coordinates, the velocities and the parameters";
        return Err(at_start(scenario, Problem::new(found, required)).into());
    }
    let functions = tangent_motion(&scenario.ast, &scenario.signals.expressions)
        .map_err(|found| scenario.sources.failure(&found))?
        .ok_or_else(|| at_start(scenario, only_variational()))?;
    let start_at = |initial: &Initial| Start {
        parameters: &scenario.parameters,
        tables: &plant.tables,
        q: initial.q.clone(),
        v: initial.v.clone(),
        velocity_names: simulator.velocity_names(),
        control_names: simulator.control_names(),
    };
    let mut start = start_at(&initial);
    if options.find {
        let (q, v) = steady_near(&functions, &start)
            .map_err(|reason| at_start(scenario, not_found(&reason)))?;
        let names = [simulator.configuration_names(), simulator.velocity_names()].concat();
        let before = [&initial.q[..], &initial.v].concat();
        let moved = moved(&names, &before, &[&q[..], &v].concat());
        notes.extend(moved.map(|note| at_start(scenario, note)));
        start = start_at(&Initial { q, v });
    }
    let linearisation = linearise(functions, &start).map_err(|reason| {
        let required = "a start at which the motion and its derivatives are determined";
        at_start(scenario, Problem::new(reason, required))
    })?;
    if !linearisation.reasons().is_empty() {
        notes.push(at_start(scenario, not_steady(linearisation.reasons())));
    }
    notes.extend(continuous(scenario));
    let Start { q, v, .. } = start;
    Ok(AtStart {
        linearisation,
        start: Initial { q, v },
        notes,
    })
}

fn at_start(scenario: &Scenario, problem: Problem) -> Problem {
    Problem {
        file: Some(visible_path(&scenario.path)),
        key: Some("[initial]".to_owned()),
        ..problem
    }
}

fn refuse_vakonomic(scenario: &Scenario) -> Result<(), Failure> {
    let (text, request) = &scenario.integrator;
    if !integrator(&request.name.text).is_some_and(Integrator::is_vakonomic) {
        return Ok(());
    }
    let found = format!("`{text}` follows vakonomic motions, whose state has multipliers too");
    let required = "an integrator of nonholonomic motions, such as \"Mla\"";
    let problem = Problem {
        file: Some(visible_path(&scenario.path)),
        key: Some("integrator".to_owned()),
        ..Problem::new(found, required).help(
            "name another integrator in the scenario: the linearisation does not depend on which",
        )
    };
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
fn not_steady(reasons: &[String]) -> Problem {
    let found = format!(
        "the start is neither an equilibrium nor a steady motion, so A and B are valid at this instant only, \
         and eigenvalues are not meaningful\n    {}",
        reasons.join("\n    ")
    );
    Problem::note(found).help(
        "change the initial values or the controls until independent velocities are constant and nothing moves on \
         which the motion depends",
    )
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
            "{} has no part in a linearisation: controls follow the state at every time",
            ignored.join(" and ")
        ))
    };
    (!ignored.is_empty()).then(note)
}

//! `nhi linearise`: the linear equations of motion near the start of a scenario.

use nhi_build::visible_path;
use nhi_symbolic::{Integrator, integrator, tangent_motion};
use serde_json::json;

use crate::cli::LineariseArguments;
use crate::console::Console;
use crate::outcome::{Failure, Outcome, Problem};
use nhi_study::linearisation::{Start, linearise as linearised, steady_near};
use nhi_study::plant::{Machine, admit};
use nhi_study::scenario::Scenario;

/// Linearises the motion of a scenario at its start.
pub(crate) fn linearise(
    arguments: &LineariseArguments,
    console: &Console,
) -> Result<Outcome, Failure> {
    let overrides = arguments.changes.overrides();
    let scenario = Scenario::load(&arguments.scenario, &overrides, console.colour)?;
    refuse_vakonomic(&scenario)?;
    let failure = |found| scenario.sources.failure(&found);
    let machine = Machine::new(&scenario.ast, &scenario.integrator.1, &scenario.signals);
    let machine = machine.map_err(&failure)?;
    let stepper = scenario.stepper(&machine, scenario.grid.step)?;
    let project = arguments.project;
    let (initial, mut notes) = admit(&stepper, &scenario.q, &scenario.v, project, &scenario.path)?;

    let functions =
        tangent_motion(&scenario.ast, &scenario.signals.expressions).map_err(failure)?;
    let functions = functions.ok_or_else(|| at_start(&scenario, only_variational()))?;
    let mut start = Start {
        parameters: &scenario.parameters,
        tables: &scenario.signals.tables,
        q: &initial.q,
        v: &initial.v,
        velocity_names: stepper.velocity_names(),
        control_names: stepper.control_names(),
    };
    let steady;
    if arguments.find {
        steady = steady_near(&functions, &start)
            .map_err(|reason| at_start(&scenario, not_found(&reason)))?;
        let names = [stepper.configuration_names(), stepper.velocity_names()].concat();
        let before = [start.q, start.v].concat();
        let moved = moved(&names, &before, &[&steady.0[..], &steady.1].concat());
        notes.extend(moved.map(|note| at_start(&scenario, note)));
        (start.q, start.v) = (&steady.0, &steady.1);
    }
    let found = linearised(functions, &start).map_err(|reason| {
        let required = "a start at which the motion and its derivatives are determined";
        at_start(&scenario, Problem::new(reason, required))
    })?;
    if !found.reasons().is_empty() {
        notes.push(at_start(&scenario, not_steady(found.reasons())));
    }
    notes.extend(continuous(&scenario));
    let system = scenario.ast.name();
    let mut data = found.data(&system);
    data["start"] = json!({ "configuration": start.q, "velocity": start.v });
    let mut outcome = Outcome::new(found.text(&system), data);
    outcome.notes = notes;
    Ok(outcome)
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

//! The comparison of integrators on a scenario, from its files to the measured errors.

use super::conditions::LEAST_TOLERANCE;
use super::{
    Comparison, Conditions, Method, Purpose, derive, measure, method, trials, unless_stopped,
};
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use crate::scenario::{Scenario, ScenarioFiles};
use crate::simulation::{Plant, Simulator};
use crate::stop::Stop;
use crate::text::brief;

/// The world around a comparison while it goes on.
#[allow(missing_debug_implementations, reason = "a closure has none")]
pub struct Surroundings<'a> {
    /// The request to stop.
    pub stop: &'a Stop,
    /// Begins to watch the derivation of integrators.
    pub derivation: &'a dyn Fn() -> Box<dyn Progress>,
    /// Begins to watch the runs.
    pub runs: &'a dyn Fn() -> Box<dyn Progress>,
    /// The receiver of notes and warnings, before the runs.
    pub tell: &'a mut dyn FnMut(&[Problem]),
}

/// Compares integrators, as written in a model, on a scenario. With `project`, the initial values
/// are projected onto the constraints.
///
/// # Errors
/// The scenario or an integrator is wrong, integrators approximate different motions, no reference
/// can be derived or run, or a signal stops it.
pub fn compare(
    files: &ScenarioFiles,
    names: &[String],
    project: bool,
    purpose: Purpose,
    around: &mut Surroundings<'_>,
) -> Result<Comparison, Failure> {
    let stop = around.stop;
    if names.is_empty() {
        let problem = Problem::new("no integrators to compare", "at least one, such as `Mla`");
        return Err(problem.into());
    }
    let mut scenario = files.clone().bind()?;
    let mut methods = derive(names, files, stop, &*(around.derivation)())?;
    keep_common_constants(&mut methods);
    let plants = plants(&methods);
    are_of_one_kind(&plants)?;
    let first = plants[0];
    let follows_state = first.follows_state();
    let mut references = match follows_state {
        true => first.references_of_closed_loop.clone(),
        false => first.references.clone(),
    };
    let mut exact = method::exact(&mut scenario, &references, follows_state, stop)?;

    let simulator = scenario.simulator(&exact.1, scenario.grid.step)?;
    let (initial, notes) = scenario.admit(&simulator, project)?;
    (around.tell)(&notes);
    (around.tell)(&remarks(&scenario, first));
    let progress = (around.runs)();
    let parameters = scenario.parameters.clone();
    let conditions = Conditions {
        parameters: &parameters,
        grid: scenario.grid,
        factors: purpose.factors(),
        start: (&initial.q, &initial.v),
        stop,
        progress: &*progress,
    };
    (around.tell)(&warnings(&methods, &conditions));
    let (trials, reference) = loop {
        match trials(&methods, &exact, &conditions) {
            // A method of constant steps may pass where one that controls its error cannot.
            Err(Failure::Integration(_)) if exact.1.is_adaptive => {
                references.retain(|name| *name != exact.0);
                exact = method::exact(&mut scenario, &references, follows_state, stop)?;
            }
            ended => break ended?,
        }
    };

    let grid = scenario.grid;
    let measured = trials.into_iter().map(|trial| {
        let runs = measure(&trial, &grid, purpose.factors(), &reference);
        (trial, runs)
    });
    let comparison = Comparison {
        system: scenario.ast.name(),
        rows: measured.collect(),
        reference,
        grid,
        conserved: first.conserved.clone(),
        purpose,
    };
    unless_stopped(stop, "after the runs")?;
    Ok(comparison)
}

/// Returns the plants of the integrators that could be derived; there is at least one.
fn plants(methods: &[Method]) -> Vec<&Plant> {
    let plants = methods.iter().map(|method| method.plant.as_ref());
    plants.flatten().collect()
}

/// Leaves only the conserved quantities that all integrators know: controllers may break a symmetry
/// that some integrators need and others do without.
fn keep_common_constants(methods: &mut [Method]) {
    let known: Vec<Vec<_>> = plants(methods)
        .iter()
        .map(|x| x.conserved.clone())
        .collect();
    let plants = methods
        .iter_mut()
        .filter_map(|method| method.plant.as_mut().ok());
    for plant in plants {
        let is_common = |quantity: &_| known.iter().all(|all| all.contains(quantity));
        plant.conserved.retain(is_common);
    }
}

/// Returns an error unless all integrators approximate the same kind of motion: a reference is
/// exact for one kind only.
fn are_of_one_kind(plants: &[&Plant]) -> Result<(), Failure> {
    if plants.windows(2).all(|pair| pair[0].kind == pair[1].kind) {
        return Ok(());
    }
    Err(Failure::Usage(
        "vakonomic integrators approximate stationary curves of the action, the others the motion \
         of nonholonomic dynamics: these are two motions, so compare integrators of one kind"
            .to_owned(),
    ))
}

/// Returns the warnings of each integrator for each step size before it runs. A run that cannot
/// start reports its own error.
fn warnings(methods: &[Method], conditions: &Conditions<'_>) -> Vec<Problem> {
    let mut all = Vec::new();
    for Method { name, plant } in methods {
        let Ok(plant) = plant else { continue };
        for factor in conditions.factors_of(plant) {
            if let Ok(simulator) = conditions.simulator(plant, factor, LEAST_TOLERANCE) {
                all.extend(warnings_of(name, &simulator, conditions.start));
            }
        }
    }
    all
}

fn warnings_of(name: &str, simulator: &Simulator<'_>, (q, v): (&[f64], &[f64])) -> Vec<Problem> {
    let step = simulator.step_size();
    let found = simulator
        .start(q, v)
        .map(|state| simulator.warnings(&state));
    let named = |problem: Problem| Problem {
        found: format!("{name} with step {step:?}: {}", problem.found),
        ..problem
    };
    found.unwrap_or_default().into_iter().map(named).collect()
}

/// Returns remarks for readers of the table.
fn remarks(scenario: &Scenario, plant: &Plant) -> Vec<Problem> {
    let mut notes = Vec::new();
    if let Some(end) = scenario.grid.missed_end {
        let last = scenario.grid.end();
        notes.push(Problem::note(format!(
            "the end {end:?} is not a whole number of steps: all runs end at t = {}",
            brief(last)
        )));
    }
    if plant.follows_state() {
        notes.push(Problem::note(
            "a control depends on the state and is held over each step: all runs are of first order, \
             whatever their integrator; the reference has the control in its equations of motion",
        ));
    }
    if !scenario.signals.events.is_empty() {
        notes.push(Problem::note(
            "comparisons ignore `[stop]` and `[events]`: all runs go to the end",
        ));
    }
    notes
}

//! The integrators of a comparison, derived in parallel.

use nhi_symbolic::{Code, one_of};

use super::side_by_side::{cores, side_by_side};
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use crate::scenario::{Scenario, ScenarioFiles};
use crate::simulation::Plant;
use crate::stop::Stop;

/// An integrator as written, with its plant.
#[derive(Debug)]
pub(super) struct Method {
    /// The integrator as written.
    pub name: String,
    /// The plant, or the reason for which the integrator exceeds the work budget.
    pub plant: Result<Plant, String>,
}

/// The result of deriving an integrator.
enum Derived {
    Plant(Box<Plant>),
    TooDear(Vec<Problem>),
    Mistake(Failure),
    Stopped,
}

/// Derives integrators. Those that exceed the work budget are left out of the comparison, as long
/// as others remain. All other errors are reported together.
pub(super) fn derive(
    names: &[String],
    files: &ScenarioFiles,
    stop: &Stop,
    progress: &dyn Progress,
) -> Result<Vec<Method>, Failure> {
    let derived = side_by_side(cores(), names.to_vec(), |name| {
        if stop.signal().is_some() {
            return Derived::Stopped;
        }
        let derived = one(&name, files);
        progress.advance(1);
        derived
    });
    let (mut methods, mut mistakes, mut too_dear) = (Vec::new(), Vec::new(), Vec::new());
    for (name, derived) in names.iter().zip(derived) {
        let plant = match derived {
            Derived::Plant(plant) => Ok(*plant),
            Derived::TooDear(problems) => {
                let reasons: Vec<_> = problems.iter().map(|x| x.found.clone()).collect();
                too_dear.extend(problems);
                Err(reasons.join("; "))
            }
            Derived::Mistake(Failure::Input(problems)) => {
                mistakes.extend(problems);
                continue;
            }
            Derived::Mistake(failure) => return Err(failure),
            Derived::Stopped => continue,
        };
        let name = name.clone();
        methods.push(Method { name, plant });
    }
    unless_stopped(stop, "while integrators were derived")?;
    if mistakes.is_empty() && methods.iter().all(|method| method.plant.is_err()) {
        mistakes = too_dear;
    }
    if mistakes.is_empty() {
        Ok(methods)
    } else {
        Err(Failure::Input(without_repetition(mistakes)))
    }
}

fn one(name: &str, files: &ScenarioFiles) -> Derived {
    let plant = files
        .clone()
        .bind()
        .and_then(|mut scenario| plant(&mut scenario, name, "--integrators"));
    match plant {
        Ok(plant) => Derived::Plant(Box::new(plant)),
        Err(Failure::Input(problems)) if problems.iter().all(is_beyond_budget) => {
            Derived::TooDear(problems)
        }
        Err(failure) => Derived::Mistake(failure),
    }
}

fn plant(scenario: &mut Scenario, integrator: &str, option: &str) -> Result<Plant, Failure> {
    let request = scenario.parse_integrator(integrator, option)?;
    let plant = Plant::new(&scenario.ast, &request, &scenario.signals);
    plant
        .map(|plant| plant.with_multipliers(&scenario.multipliers))
        .map_err(|found| scenario.sources.failure(&found))
}

/// Returns the integrator that counts as exact: the first of `names` within the work budget.
///
/// Controls that depend on the state are part of its equations. If they were held over its steps as
/// well, it would be of first order, whatever its method. No refinement would then bring its error
/// far below that of the others.
pub(super) fn exact(
    scenario: &mut Scenario,
    names: &[String],
    has_feedback: bool,
    stop: &Stop,
) -> Result<(String, Plant), Failure> {
    let mut last = Vec::new();
    for name in names {
        unless_stopped(stop, "while the reference was derived")?;
        let made = if has_feedback {
            closed_loop(scenario, name)
        } else {
            plant(scenario, name, "the reference")
        };
        match made {
            Ok(plant) => return Ok((name.clone(), plant)),
            Err(Failure::Input(problems)) if problems.iter().all(is_beyond_budget) => {
                last = problems;
            }
            Err(failure) => return Err(failure),
        }
    }
    last.push(Problem::new(
        "every integrator that could count as exact exceeds the work budget",
        one_of(names),
    ));
    Err(Failure::Input(last))
}

fn closed_loop(scenario: &mut Scenario, name: &str) -> Result<Plant, Failure> {
    let request = scenario.parse_integrator(name, "the reference")?;
    let plant = Plant::of_closed_loop(&scenario.ast, &request, &scenario.signals);
    plant.map_err(|found| scenario.sources.failure(&found))
}

fn is_beyond_budget(problem: &Problem) -> bool {
    problem.code.as_deref() == Some(Code::BudgetExceeded.to_string().as_str())
}

/// Removes repeated problems: errors in the model are found with every integrator.
fn without_repetition(problems: Vec<Problem>) -> Vec<Problem> {
    let mut texts: Vec<String> = Vec::new();
    let mut fresh = Vec::new();
    for problem in problems {
        let text = problem.to_string();
        if !texts.contains(&text) {
            texts.push(text);
            fresh.push(problem);
        }
    }
    fresh
}

/// Returns an error if a signal was received.
pub(super) fn unless_stopped(stop: &Stop, when: &str) -> Result<(), Failure> {
    stop.signal()
        .map_or(Ok(()), |signal| Err(stopped(signal, when)))
}

/// Returns the failure of a comparison that was stopped by a signal. Nothing is written before the
/// comparison is complete.
pub(super) fn stopped(signal: u8, when: &str) -> Failure {
    Failure::Stopped {
        signal,
        message: format!("stopped {when}: nothing was written"),
    }
}

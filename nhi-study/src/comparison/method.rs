//! The integrators of a comparison, derived in parallel.

use nhi_symbolic::Code;

use super::side_by_side::{cores, side_by_side};
use crate::plant::Machine;
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use crate::scenario::{Scenario, ScenarioFiles};
use crate::stop::Stop;

/// An integrator as written, with its machine.
#[derive(Debug)]
pub struct Method {
    /// The integrator as written.
    pub name: String,
    /// The machine, or the reason for which the integrator exceeds the work budget.
    pub machine: Result<Machine, String>,
}

/// The result of deriving an integrator.
enum Derived {
    Machine(Box<Machine>),
    TooDear(Vec<Problem>),
    Mistake(Failure),
    Stopped,
}

/// Derives integrators. Those that exceed the work budget are left out of the comparison, as long
/// as others remain. All other errors are reported together.
pub fn derive(
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
        let machine = match derived {
            Derived::Machine(machine) => Ok(*machine),
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
        methods.push(Method { name, machine });
    }
    unless_stopped(stop, "while integrators were derived")?;
    if mistakes.is_empty() && methods.iter().all(|method| method.machine.is_err()) {
        mistakes = too_dear;
    }
    if mistakes.is_empty() {
        Ok(methods)
    } else {
        Err(Failure::Input(without_repetition(mistakes)))
    }
}

fn one(name: &str, files: &ScenarioFiles) -> Derived {
    let machine = files
        .clone()
        .bind()
        .and_then(|mut scenario| machine(&mut scenario, name, "--integrators"));
    match machine {
        Ok(machine) => Derived::Machine(Box::new(machine)),
        Err(Failure::Input(problems)) if problems.iter().all(is_beyond_budget) => {
            Derived::TooDear(problems)
        }
        Err(failure) => Derived::Mistake(failure),
    }
}

fn machine(scenario: &mut Scenario, integrator: &str, option: &str) -> Result<Machine, Failure> {
    let request = scenario.parse_integrator(integrator, option)?;
    let machine = Machine::new(&scenario.ast, &request, &scenario.signals);
    machine
        .map(|machine| machine.with_multipliers(&scenario.multipliers))
        .map_err(|found| scenario.sources.failure(&found))
}

/// Returns the integrator that counts as exact: the first of `names` within the work budget.
///
/// Controls that depend on the state are part of its equations. If they were held over its steps as
/// well, it would be of first order, whatever its method. No refinement would then bring its error
/// far below that of the others.
pub fn exact(
    scenario: &mut Scenario,
    names: &[String],
    has_feedback: bool,
    stop: &Stop,
) -> Result<(String, Machine), Failure> {
    let mut last = Vec::new();
    for name in names {
        unless_stopped(stop, "while the reference was derived")?;
        let made = if has_feedback {
            closed_loop(scenario, name)
        } else {
            machine(scenario, name, "the reference")
        };
        match made {
            Ok(machine) => return Ok((name.clone(), machine)),
            Err(Failure::Input(problems)) if problems.iter().all(is_beyond_budget) => {
                last = problems;
            }
            Err(failure) => return Err(failure),
        }
    }
    last.push(Problem::new(
        "every integrator that could count as exact exceeds the work budget",
        format!("one of {}", names.join(", ")),
    ));
    Err(Failure::Input(last))
}

fn closed_loop(scenario: &mut Scenario, name: &str) -> Result<Machine, Failure> {
    let request = scenario.parse_integrator(name, "the reference")?;
    let machine = Machine::of_closed_loop(&scenario.ast, &request, &scenario.signals);
    machine.map_err(|found| scenario.sources.failure(&found))
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
pub fn unless_stopped(stop: &Stop, when: &str) -> Result<(), Failure> {
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

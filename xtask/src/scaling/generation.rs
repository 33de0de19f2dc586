//! The resources that the command needs to generate code.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::operations::Operations;
use super::row::{Measure, Row};
use crate::cargo::{Outcome, cargo, root, run};
use crate::limited::{Took, took};

/// The number of runs, of which the fastest counts; long ones run once.
const RUNS: usize = 7;
const LONG: f64 = 1.0;

/// Builds the command with the settings of users.
pub(super) fn command() -> Outcome<PathBuf> {
    let target = root().join("target");
    run(cargo()
        .args(["build", "--release", "--locked", "--package", "nhi-cli"])
        .arg("--target-dir")
        .arg(&target))?;
    Ok(target.join("release").join("nhi"))
}

/// Generates the code of a model file, and enters its operations, times and sizes into the row.
/// Returns false if no code was generated.
pub(super) fn measure(nhi: &Path, model: &Path, code: &Path, row: &mut Row) -> Outcome<bool> {
    let fastest = fastest(Command::new(nhi).arg("gen").arg(model).arg("-o").arg(code))?;
    if !fastest.is_success {
        row.set(Measure::Generation, Err(reason(&fastest)));
        return Ok(false);
    }
    let text = fs::read_to_string(code).map_err(|error| format!("{}: {error}", code.display()))?;
    let operations = Operations::of(&text);
    row.set(Measure::Acceleration, operations.acceleration);
    row.set(Measure::Step, operations.step);
    row.set(Measure::Iteration, operations.iteration);
    row.set(Measure::Generation, Ok(fastest.seconds));
    row.set(Measure::Memory, Ok(fastest.megabytes));
    row.set(Measure::Code, Ok(text.len() as f64 / 1e3));
    Ok(true)
}

fn fastest(command: &Command) -> Outcome<Took> {
    let mut fastest = took(command)?;
    for _ in 1..RUNS {
        if fastest.seconds > LONG || !fastest.is_success {
            break;
        }
        let next = took(command)?;
        if next.seconds < fastest.seconds {
            fastest = next;
        }
    }
    Ok(fastest)
}

fn reason(took: &Took) -> &'static str {
    if took.errors.contains("error[E065]") {
        return "out of budget";
    }
    took.reason()
}

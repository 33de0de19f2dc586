//! The resources that generated code needs to compile and to run.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::row::{Cell, Measure, Row};
use super::systems::{Integrator, Start, System};
use crate::cargo::{Outcome, cargo, output, run, scratch};
use crate::consumer;
use crate::limited::took;

/// The size above which code is not compiled, in kilobytes.
const MOST_CODE: f64 = 10_000.0;

/// A package whose program runs one generated stepper.
pub(super) struct Program {
    package: PathBuf,
    target: PathBuf,
}

impl Program {
    /// Writes the package and compiles the dependencies of all steppers.
    pub(super) fn prepare() -> Outcome<Self> {
        let main = consumer::write_package("scaling", "main.rs", "fn main() {}\n")?;
        let program = Self {
            package: main.ancestors().nth(2).unwrap_or(&main).to_owned(),
            target: scratch().join("consumer").join("target"),
        };
        run(&mut program.build())?;
        Ok(program)
    }

    /// Returns the path of the generated code.
    pub(super) fn code(&self) -> PathBuf {
        self.package.join("src").join("model.rs")
    }

    /// Compiles and runs the generated code, and enters the resources used into the row.
    pub(super) fn measure(
        &self,
        system: &System,
        integrator: &Integrator,
        row: &mut Row,
    ) -> Outcome {
        if row.cell(Measure::Code).is_ok_and(|code| code > MOST_CODE) {
            return Ok(());
        }
        let main = self.package.join("src").join("main.rs");
        fs::write(&main, text(system, integrator, row.n))
            .map_err(|error| format!("{}: {error}", main.display()))?;
        let took = took(&self.build())?;
        if took.is_success {
            row.set(Measure::Rustc, Ok(took.seconds));
            row.set(Measure::Time, self.run());
        } else {
            row.set(Measure::Rustc, Err(took.reason()));
        }
        Ok(())
    }

    fn build(&self) -> Command {
        let mut command = cargo();
        command
            .args(["build", "--release", "--offline", "--quiet"])
            .arg("--manifest-path")
            .arg(self.package.join("Cargo.toml"))
            .arg("--target-dir")
            .arg(&self.target);
        command
    }

    fn run(&self) -> Cell {
        let program = self.target.join("release").join("consumer-scaling");
        let printed = output(&mut Command::new(program));
        let time = printed.and_then(|text| text.trim().parse().map_err(|_| text));
        time.map_err(|error| {
            eprintln!("{error}");
            "failed"
        })
    }
}

/// Returns a program that prints the nanoseconds per step, as the median of many short runs.
fn text(system: &System, integrator: &Integrator, n: usize) -> String {
    let Start { q, v } = (system.start)(n);
    let value = system.value;
    let constructor = integrator.constructor;
    format!(
        "#![allow(dead_code)]

include!(\"model.rs\");

const RUNS: usize = 51;
const STEPS: u32 = 40;

fn main() {{
    let stepper = {value}.{constructor}(0.01).unwrap();
    let mut state = stepper.start(0.0, {q:?}.into(), {v:?}.into(), &()).unwrap();
    let mut times = Vec::new();
    for _ in 0..RUNS {{
        let begin = std::time::Instant::now();
        for _ in 0..STEPS {{
            state = stepper.step(&state, &()).unwrap();
        }}
        times.push(begin.elapsed().as_secs_f64() * 1e9 / f64::from(STEPS));
    }}
    std::hint::black_box(state);
    times.sort_by(f64::total_cmp);
    println!(\"{{}}\", times[RUNS / 2]);
}}
"
    )
}

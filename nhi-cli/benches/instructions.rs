//! Instructions of `nhi run` for each step.
//!
//! `cargo bench --profile release -p nhi-cli --bench instructions` counts the command as it is
//! installed. It runs the free snakeboard under `valgrind --tool=callgrind` with two numbers of
//! steps, so that in the difference everything but the steps cancels: without rows, with a CSV row
//! for each step, with a NumPy row for each step. It fails if a step takes more instructions than a
//! [limit](CASES) allows. Without valgrind it says so and ends.

use std::path::Path;
use std::process::{Command, ExitCode};

/// A run: what it is called, the name of its table, `--every`, and the most instructions of a step
/// with all that is done for it.
struct Case {
    name: &'static str,
    table: &'static str,
    every: u32,
    limit: f64,
}

const CASES: [Case; 3] = [
    Case {
        name: "without rows",
        table: "run.csv",
        every: 1_000_000,
        limit: 5_000.0,
    },
    Case {
        name: "with a CSV row",
        table: "run.csv",
        every: 1,
        limit: 18_000.0,
    },
    Case {
        name: "with a NumPy row",
        table: "run.npy",
        every: 1,
        limit: 6_000.0,
    },
];

const SCENARIO: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../tests/scenarios/snakeboard_free.toml"
);

/// The step size of the scenario.
const STEP: f64 = 0.05;

/// The two numbers of steps.
const STEPS: [u32; 2] = [1_000, 3_000];

fn main() -> ExitCode {
    if !std::env::args().any(|argument| argument == "--bench") {
        return ExitCode::SUCCESS;
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("valgrind is not installed: instructions are not counted");
        return ExitCode::SUCCESS;
    }
    let folder = tempfile::tempdir().expect("a folder for tables");
    let counts = CASES.iter().map(|case| count(case, folder.path()));
    let is_within: Vec<_> = counts.collect();
    if is_within.contains(&false) {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

/// Counts the instructions of a case; returns true if they are within its limit.
fn count(case: &Case, folder: &Path) -> bool {
    let [few, many] = STEPS.map(|steps| instructions(case, steps, folder));
    let per_step = (many - few) / f64::from(STEPS[1] - STEPS[0]);
    let Case { name, limit, .. } = case;
    println!("GNI step of `nhi run` {name}: {per_step:.1} instructions, at most {limit}");
    per_step <= *limit
}

/// All instructions of a run, as callgrind sums them up.
fn instructions(case: &Case, steps: u32, folder: &Path) -> f64 {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .args([env!("CARGO_BIN_EXE_nhi"), "run", SCENARIO])
        .args(["--end", &(STEP * f64::from(steps)).to_string()])
        .args(["--every", &case.every.to_string()])
        .arg("--output")
        .arg(folder.join(case.table))
        .output()
        .expect("valgrind runs");
    let report = String::from_utf8_lossy(&output.stderr);
    let collected = report
        .lines()
        .find_map(|line| line.split_once("Collected :"))
        .and_then(|(_, count)| count.trim().parse().ok());
    match collected {
        Some(count) if output.status.success() => count,
        _ => panic!("no count from callgrind:\n{report}"),
    }
}

//! Instructions of `nhi run` for each step.
//!
//! `cargo bench --profile release -p nhi-cli --bench instructions` counts the command as it is
//! installed. It runs the free snakeboard under `valgrind --tool=callgrind` with two numbers of
//! steps, so that in the difference everything but the steps cancels: without rows, with a CSV row
//! for each step, with a NumPy row for each step. It fails if a step takes more instructions than a
//! [limit](CASES) allows. Without valgrind it says so and ends.

#[path = "../../benches/callgrind/mod.rs"]
mod callgrind;

use std::ffi::OsStr;
use std::path::Path;
use std::process::ExitCode;

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
        limit: 3_600.0,
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
    if !callgrind::is_installed() {
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

/// All instructions of a run.
fn instructions(case: &Case, steps: u32, folder: &Path) -> f64 {
    let (end, every) = (
        (STEP * f64::from(steps)).to_string(),
        case.every.to_string(),
    );
    let table = folder.join(case.table);
    let run = [
        "run", SCENARIO, "--end", &end, "--every", &every, "--output",
    ]
    .map(OsStr::new);
    let arguments = run.into_iter().chain([table.as_os_str()]);
    callgrind::instructions(env!("CARGO_BIN_EXE_nhi"), arguments)
}

//! Instructions per step of the generated, the hand-written and the naive version.
//!
//! `cargo bench --bench instructions`. The binary runs itself under `valgrind --tool=callgrind`,
//! each version with two numbers of steps, so that in the difference everything but the steps
//! cancels. It fails where the generated step takes more than [`LIMIT`] times the instructions of
//! the hand-written one. Without valgrind it says so and ends.

mod baseline;

use std::process::{Command, ExitCode};

use baseline::{ENTRIES, Entry};

/// The largest ratio of generated to hand-written.
const LIMIT: f64 = 1.10;

/// The two numbers of steps, whole trajectories both.
const STEPS: [u64; 2] = [1_000, 3_000];

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["run", index, steps] => run(index, steps),
        _ if arguments.iter().any(|argument| argument == "--bench") => compare(),
        _ => ExitCode::SUCCESS,
    }
}

/// What is counted.
fn run(index: &str, steps: &str) -> ExitCode {
    let index: usize = index.parse().expect("an index of ENTRIES");
    let steps = steps.parse().expect("a number of steps");
    let sum: f64 = (ENTRIES[index].run)(steps).iter().sum();
    assert!(sum.is_finite());
    ExitCode::SUCCESS
}

fn compare() -> ExitCode {
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("valgrind is not installed: instructions are not counted");
        return ExitCode::SUCCESS;
    }
    println!("system      version    instructions per step  ratio to by hand");
    let mut is_within_limit = true;
    let mut by_hand = f64::NAN;
    for (index, entry) in ENTRIES.iter().enumerate() {
        let count = instructions_per_step(index);
        if entry.version == "by hand" {
            by_hand = count;
        }
        let ratio = count / by_hand;
        println!(
            "{:<11} {:<10} {count:>21.1} {ratio:>17.3}",
            entry.system, entry.version
        );
        is_within_limit &= is_allowed(entry, ratio);
    }
    if is_within_limit {
        ExitCode::SUCCESS
    } else {
        println!(
            "a generated step takes more than {LIMIT:.2} times the instructions of the hand-written one"
        );
        ExitCode::FAILURE
    }
}

fn is_allowed(entry: &Entry, ratio: f64) -> bool {
    entry.version != "generated" || ratio <= LIMIT
}

fn instructions_per_step(index: usize) -> f64 {
    let [few, many] = STEPS.map(|steps| instructions(index, steps) as f64);
    (many - few) / (STEPS[1] - STEPS[0]) as f64
}

/// All instructions of a run, as callgrind sums them up.
fn instructions(index: usize, steps: u64) -> u64 {
    let binary = std::env::current_exe().expect("the path of this binary");
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(binary)
        .args(["run", &index.to_string(), &steps.to_string()])
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

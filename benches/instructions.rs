//! Instructions per step of the generated, the hand-written and the naive version.
//!
//! `cargo bench -p nhi-benches --bench instructions`. The binary runs itself under `valgrind --tool=callgrind`,
//! each version with two numbers of steps, so that in the difference everything but the steps
//! cancels. It fails where the generated step takes more than [`LIMIT`] times the instructions of
//! the hand-written one. Of an implicit step, one iteration of Newton's method is compared in the
//! same way ([`ITERATION_LIMIT`]). Generated C is compared with generated Rust ([`C_LIMIT`]). Without
//! valgrind it says so and ends.

mod baseline;
mod c_code;
mod callgrind;

use std::process::ExitCode;

use baseline::contact::IMPLICIT;
use baseline::{DLA, ENTRIES, Entry, MLA};
use callgrind::own_instructions;

/// The largest ratio of generated to hand-written for explicit steps.
const LIMIT: f64 = 1.10;

/// The same for an iteration of Newton's method in an implicit step.
const ITERATION_LIMIT: f64 = 1.10;

/// The same for a DLA step of a ball, whose equations are linear and keep a search for pivots and a test whether they are
/// regular, where by hand a formula is left.
const DLA_LIMIT: f64 = 1.35;

/// The most instructions of a whole `Mla` step, of the sleigh and of the snakeboard. The same steps
/// of the snakeboard were counted as 1,546.1, 1,550.1 and 1,552.1 with different dependencies of
/// the benchmark.
const MLA_LIMITS: [f64; 2] = [992.0, 1_560.0];

/// The largest ratio of generated C to generated Rust, both compiled into their callers.
const C_LIMIT: f64 = 1.10;

/// The two numbers of steps, whole trajectories both.
const STEPS: [u64; 2] = [1_000, 3_000];

/// The two tolerances of Newton's method, which lead to different numbers of iterations.
const TOLERANCES: [f64; 2] = [1e-3, 1e-12];

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["run", index, steps] => run(ENTRIES, index, steps),
        ["dla", index, steps] => run(&DLA, index, steps),
        ["mla", index, steps] => run(&MLA, index, steps),
        ["iterate", index, tolerance] => iterate(index, tolerance),
        _ if arguments.iter().any(|argument| argument == "--bench") => compare(),
        _ => ExitCode::SUCCESS,
    }
}

/// What is counted of a step.
fn run(entries: &[Entry], index: &str, steps: &str) -> ExitCode {
    let index: usize = index.parse().expect("an index of the entries");
    let steps = steps.parse().expect("a number of steps");
    let sum: f64 = (entries[index].run)(steps).iter().sum();
    assert!(sum.is_finite());
    ExitCode::SUCCESS
}

/// What is counted of an implicit step.
fn iterate(index: &str, tolerance: &str) -> ExitCode {
    let index: usize = index.parse().expect("an index of IMPLICIT");
    let tolerance = tolerance.parse().expect("a tolerance");
    let (numbers, _) = (IMPLICIT[index].run)(STEPS[0], tolerance);
    assert!(numbers.iter().sum::<f64>().is_finite());
    ExitCode::SUCCESS
}

fn compare() -> ExitCode {
    if !callgrind::is_installed() {
        return ExitCode::SUCCESS;
    }
    let all = [
        compare_steps(),
        compare_iterations(),
        compare_dla(),
        count_mla(),
        compare_c(),
    ];
    if all.contains(&false) {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

/// Whether no generated explicit step is beyond its limit.
fn compare_steps() -> bool {
    println!("system      version    instructions per step  ratio to by hand");
    let mut is_within_limit = true;
    let mut by_hand = f64::NAN;
    for (index, entry) in ENTRIES.iter().enumerate() {
        let count = instructions_per_step("run", index);
        if entry.version == "by hand" {
            by_hand = count;
        }
        let ratio = count / by_hand;
        println!(
            "{:<11} {:<10} {count:>21.1} {ratio:>17.3}",
            entry.system, entry.version
        );
        is_within_limit &= entry.version != "generated" || ratio <= LIMIT;
    }
    if !is_within_limit {
        println!(
            "a generated step takes more than {LIMIT:.2} times the instructions of the hand-written one"
        );
    }
    is_within_limit
}

/// Whether a generated Newton iteration is within its limit.
fn compare_iterations() -> bool {
    println!("\nNewton's method in a DLA step of the sleigh in coordinates of its contact point");
    println!("version     per iteration    apart from them  ratio of iterations");
    let costs = [0, 1].map(iteration_cost);
    let [by_hand, generated] = costs.each_ref().map(|cost| cost.iteration);
    for (entry, cost) in IMPLICIT.iter().zip(&costs) {
        let ratio = cost.iteration / by_hand;
        println!(
            "{:<10} {:>14.1} {:>18.1} {ratio:>20.3}",
            entry.version, cost.iteration, cost.rest
        );
    }
    let is_within_limit = generated <= ITERATION_LIMIT * by_hand;
    if !is_within_limit {
        println!(
            "a generated iteration takes more than {ITERATION_LIMIT:.2} times the instructions of the hand-written one"
        );
    }
    is_within_limit
}

/// Whether a generated DLA step with linear equations is within its limit.
fn compare_dla() -> bool {
    println!(
        "\nDLA of the ball, whose equations are linear\nversion    instructions per step  ratio to by hand"
    );
    let [by_hand, generated] = [0, 1].map(|index| instructions_per_step("dla", index));
    for (entry, count) in DLA.iter().zip([by_hand, generated]) {
        let ratio = count / by_hand;
        println!("{:<10} {count:>21.1} {ratio:>17.3}", entry.version);
    }
    let is_within_limit = generated <= DLA_LIMIT * by_hand;
    if !is_within_limit {
        println!(
            "a generated step takes more than {DLA_LIMIT:.2} times the instructions of the hand-written one"
        );
    }
    is_within_limit
}

/// Whether no `Mla` step is beyond its limit.
fn count_mla() -> bool {
    println!("\nMla, solved to round-off\nsystem      instructions per step  at most");
    let mut is_within_limit = true;
    for (index, (entry, limit)) in MLA.iter().zip(MLA_LIMITS).enumerate() {
        let count = instructions_per_step("mla", index);
        println!("{:<11} {count:>21.1} {limit:>8.0}", entry.system);
        is_within_limit &= count <= limit;
    }
    if !is_within_limit {
        println!("an Mla step takes more instructions than its limit");
    }
    is_within_limit
}

/// Whether no step in C takes more instructions than its limit.
fn compare_c() -> bool {
    if !c_code::is_installed() {
        return true;
    }
    println!(
        "\nGenerated C, by gcc -O3 -flto\nstep              Rust        C  ratio  without -flto"
    );
    let rust = [("sleigh Gni", "run", 1), ("snakeboard Mla", "mla", 1)];
    let mut is_within_limit = true;
    for ((step, what, index), programs) in rust.into_iter().zip(c_code::programs()) {
        let rust = instructions_per_step(what, index);
        let [c, alone] = programs.map(|program| {
            let count = |steps: u64| callgrind::instructions(&program, [steps.to_string()]);
            (count(STEPS[1]) - count(STEPS[0])) / (STEPS[1] - STEPS[0]) as f64
        });
        let ratio = c / rust;
        println!("{step:<14} {rust:>7.1} {c:>8.1} {ratio:>6.3} {alone:>14.1}");
        is_within_limit &= c <= C_LIMIT * rust;
    }
    if !is_within_limit {
        println!("a step in C takes more than {C_LIMIT:.2} times the instructions of Rust");
    }
    is_within_limit
}

/// The instructions of an implicit step.
struct Cost {
    /// For each iteration.
    iteration: f64,
    /// In each step apart from the iterations; start and end of the process included.
    rest: f64,
}

/// The cost of an iteration is the difference between runs to two tolerances: all but the
/// iterations cancels.
fn iteration_cost(index: usize) -> Cost {
    let [loose, tight] = TOLERANCES.map(|tolerance| {
        let (_, iterations) = (IMPLICIT[index].run)(STEPS[0], tolerance);
        let arguments = ["iterate", &index.to_string(), &tolerance.to_string()];
        (iterations as f64, own_instructions(&arguments))
    });
    let iteration = (tight.1 - loose.1) / (tight.0 - loose.0);
    let rest = (loose.1 - loose.0 * iteration) / STEPS[0] as f64;
    Cost { iteration, rest }
}

fn instructions_per_step(what: &str, index: usize) -> f64 {
    let [few, many] =
        STEPS.map(|steps| own_instructions(&[what, &index.to_string(), &steps.to_string()]));
    (many - few) / (STEPS[1] - STEPS[0]) as f64
}

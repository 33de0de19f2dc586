//! Random models, deep and wide ones among them, within bounds of time and memory.
//!
//! `cargo xtask bounds` takes many of them and writes what it found to `tests/budgets/bounds.txt`.
#![cfg(unix)]

#[path = "../../nhi-build/tests/pipeline/choices.rs"]
mod choices;
#[path = "../../nhi-build/tests/pipeline/grammar.rs"]
#[allow(dead_code, reason = "models of a given size only")]
mod grammar;
#[path = "support/limited.rs"]
mod limited;
#[path = "../../nhi-build/tests/pipeline/towers.rs"]
mod towers;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use choices::Choices;
use grammar::Size;
use limited::{MOST_KILOBYTES, MOST_TIME, Took};

/// What is done with each model.
const COMMANDS: [&str; 3] = [
    "check model.nhi",
    "gen model.nhi",
    "derive --format html model.nhi",
];
/// Bytes that the decisions of a model are read from.
const BYTES: usize = 1200;
/// Runs that are listed.
const WORST: usize = 10;
/// The environment of a long search: how many models, from which seed on, and where the result goes.
const CASES: &str = "NHI_BOUNDS_CASES";
const SEED: &str = "NHI_BOUNDS_SEED";
const RESULT: &str = "NHI_BOUNDS_RESULT";

/// The model of a seed; every other one is large.
fn model(seed: u64) -> String {
    let mut bytes = [0; BYTES];
    fastrand::Rng::with_seed(seed).fill(&mut bytes);
    let size = if seed.is_multiple_of(2) {
        Size::Large
    } else {
        Size::Small
    };
    grammar::model_of(size, &mut Choices::new(&bytes))
}

/// One command on one model.
struct Run {
    seed: u64,
    command: &'static str,
    took: Took,
}

/// Runs every command on the models of some seeds, as many at a time as there are processors.
fn search(seeds: core::ops::Range<u64>) -> Vec<Run> {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let seeds: Vec<_> = seeds.collect();
    let shares = (0..workers).map(|first| seeds.iter().skip(first).step_by(workers).copied());
    thread::scope(|scope| {
        let workers: Vec<_> = shares
            .map(|seeds| scope.spawn(|| search_in_turn(seeds)))
            .collect();
        let runs = workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap());
        runs.collect()
    })
}

/// Runs every command on the models of some seeds, one after the other. Models that break the bounds
/// are kept beside the binary.
fn search_in_turn(seeds: impl Iterator<Item = u64>) -> Vec<Run> {
    let folder = tempfile::tempdir().unwrap();
    let mut runs = Vec::new();
    for seed in seeds {
        let text = model(seed);
        fs::write(folder.path().join("model.nhi"), &text).unwrap();
        for command in COMMANDS {
            let took = limited::nhi(command, folder.path()).unwrap();
            if !took.is_within_bounds() {
                let kept = keep(seed, &text);
                println!("{}: `nhi {command}`: {took:.200?}", kept.display());
            }
            runs.push(Run {
                seed,
                command,
                took,
            });
        }
    }
    runs
}

fn keep(seed: u64, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bounds_{seed}.nhi"));
    fs::write(&path, text).unwrap();
    path
}

/// The result of a search, as the repository records it.
fn result(runs: &[Run]) -> String {
    let with = |code| {
        runs.iter()
            .filter(|run| run.took.status.code() == Some(code))
            .count()
    };
    let beyond = runs
        .iter()
        .filter(|run| !run.took.is_within_bounds())
        .count();
    let longest = runs
        .iter()
        .map(|run| run.took.time)
        .max()
        .unwrap_or_default();
    let largest = runs.iter().map(|run| run.took.kilobytes).max().unwrap_or(0);
    let most_written = runs.iter().map(|run| run.took.written).max().unwrap_or(0);
    let total: Duration = runs.iter().map(|run| run.took.time).sum();
    let mut text = format!(
        "# What `cargo xtask bounds` found last: random models of the grammar in nhi-build/tests/pipeline.\n\
         models           {}\n\
         commands         {}: {} with a result, {} with a diagnostic, {beyond} beyond the bounds\n\
         bounds           {:.1} s of processor time in user mode, {MOST_KILOBYTES} kB of address space\n\
         longest          {:.2} s, on average {:.3} s\n\
         most memory      {} MB\n\
         longest output   {} kB\n",
        runs.len() / COMMANDS.len(),
        runs.len(),
        with(0),
        with(1),
        MOST_TIME.as_secs_f64(),
        longest.as_secs_f64(),
        total.as_secs_f64() / runs.len() as f64,
        largest / 1024,
        most_written / 1000,
    );
    text.push_str("\n# the diagnostics: code, commands\n");
    for (code, count) in diagnostics(runs) {
        let _ = writeln!(text, "{code:8} {count}");
    }
    list(&mut text, "longest", runs, |run| {
        run.took.time.as_micros() as u64
    });
    list(&mut text, "largest", runs, |run| run.took.kilobytes);
    text
}

/// How many commands ended with each code, by the first that each prints.
fn diagnostics(runs: &[Run]) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for run in runs {
        let code = run.took.stderr.split_once("error[");
        if let Some((_, code)) = code {
            let code = code.split(']').next().unwrap_or_default();
            *counts.entry(code).or_insert(0) += 1;
        }
    }
    counts
}

fn list(text: &mut String, title: &str, runs: &[Run], measure: impl Fn(&Run) -> u64) {
    let mut sorted: Vec<_> = runs.iter().collect();
    sorted.sort_by_key(|run| core::cmp::Reverse(measure(run)));
    let _ = writeln!(text, "\n# the {title}: seed, time, memory, command");
    for run in sorted.into_iter().take(WORST) {
        let (time, megabytes) = (run.took.time.as_secs_f64(), run.took.kilobytes / 1024);
        let _ = writeln!(
            text,
            "{:8} {time:6.2} s {megabytes:4} MB  nhi {}",
            run.seed, run.command
        );
    }
}

#[track_caller]
fn assert_all_within_bounds(runs: &[Run]) {
    let beyond: Vec<_> = runs
        .iter()
        .filter(|run| !run.took.is_within_bounds())
        .map(|run| format!("{}: nhi {}: {}", run.seed, run.command, run.took.status))
        .collect();
    assert!(beyond.is_empty(), "beyond the bounds: {beyond:#?}");
}

#[test]
fn a_few_random_models_stay_within_the_bounds() {
    assert_all_within_bounds(&search(0..12));
}

#[test]
#[ignore = "takes an hour; `cargo xtask bounds` runs it"]
fn many_random_models_stay_within_the_bounds() {
    let number = |name, default| match std::env::var(name) {
        Ok(text) => text.parse().unwrap(),
        Err(_) => default,
    };
    let (cases, seed) = (number(CASES, 100), number(SEED, 0));
    let runs = search(seed..seed + cases);
    let text = result(&runs);
    println!("{text}");
    if let Some(path) = std::env::var_os(RESULT) {
        fs::write(path, text).unwrap();
    }
    assert_all_within_bounds(&runs);
}

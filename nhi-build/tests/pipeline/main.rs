//! Any text becomes code or diagnostics, in bounded time and without a panic.
//!
//! The same cases in every run; `PROPTEST_CASES` and `PROPTEST_RNG_SEED` ask for others. The
//! targets of `fuzz/` search for texts by coverage, with the same grammar and the same checks; what
//! they keep is run here, too.

mod choices;
mod grammar;
mod mutation;
mod pipeline;
mod towers;

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};

use choices::Choices;
use pipeline::{Outcome, pipeline};

/// The most that a text may occupy a processor; builds without optimisation get more time.
const MOST_TIME: Duration = Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 2 });

/// How many texts went which way.
#[derive(Debug, Default)]
struct Tally {
    code: Cell<usize>,
    diagnostics: Cell<usize>,
    longest: Cell<Duration>,
}

impl Tally {
    fn take(&self, text: &str) -> Result<(), TestCaseError> {
        let started = Clock::start();
        let outcome = pipeline(text.as_bytes());
        let elapsed = started.elapsed();
        outcome.assert_is_rust();
        let counter = match outcome {
            Outcome::Code(_) => &self.code,
            Outcome::Diagnostics => &self.diagnostics,
        };
        counter.set(counter.get() + 1);
        self.longest.set(self.longest.get().max(elapsed));
        prop_assert!(elapsed < MOST_TIME, "{elapsed:?}");
        Ok(())
    }
}

/// The time that a thread was running, which other work on the machine does not lengthen; where
/// the system does not tell, the time that went by.
struct Clock {
    running: Option<Duration>,
    begin: Instant,
}

impl Clock {
    fn start() -> Self {
        Self {
            running: Self::running(),
            begin: Instant::now(),
        }
    }

    fn elapsed(&self) -> Duration {
        match (self.running, Self::running()) {
            (Some(before), Some(now)) => now - before,
            _ => self.begin.elapsed(),
        }
    }

    fn running() -> Option<Duration> {
        let counts = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        let nanoseconds = counts.split_whitespace().next()?.parse().ok()?;
        Some(Duration::from_nanos(nanoseconds))
    }
}

/// Runs the pipeline on texts that are made of random bytes.
fn search(cases: u32, text_of: impl Fn(&mut Choices<'_>) -> String) -> Tally {
    let asked = ProptestConfig::default();
    let mut runner = TestRunner::new(ProptestConfig {
        cases: match std::env::var_os("PROPTEST_CASES") {
            Some(_) => asked.cases,
            None => cases,
        },
        rng_seed: match asked.rng_seed {
            RngSeed::Random => RngSeed::Fixed(1),
            fixed @ RngSeed::Fixed(_) => fixed,
        },
        max_shrink_iters: 300,
        failure_persistence: None,
        ..asked
    });
    let tally = Tally::default();
    let texts = vec(any::<u8>(), 0..400).prop_map(|bytes| text_of(&mut Choices::new(&bytes)));
    let result = runner.run(&texts, |text| tally.take(&text));
    if let Err(error) = result {
        panic!("{error}");
    }
    println!("{tally:?}");
    tally
}

/// The files of a folder of the project, by name.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(folder);
    let entries = fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// The texts of all models of the project's tests.
fn models() -> Vec<String> {
    let mut files = files("tests/models");
    files.retain(|path| path.extension().is_some_and(|ending| ending == "nhi"));
    let texts = files.iter().map(|path| fs::read_to_string(path).unwrap());
    texts.collect()
}

/// Runs the pipeline on what a fuzz target keeps: one file for each way through the compiler.
fn run_corpus(target: &str, text_of: impl Fn(&[u8]) -> String) -> Tally {
    let tally = Tally::default();
    for file in files(&format!("fuzz/corpus/{target}")) {
        let bytes = fs::read(&file).unwrap();
        if let Err(error) = tally.take(&text_of(&bytes)) {
            panic!("{}: {error}", file.display());
        }
    }
    println!("{tally:?}");
    assert!(
        tally.code.get() > 0 && tally.diagnostics.get() > 0,
        "{tally:?}"
    );
    tally
}

#[test]
fn models_by_the_grammar_become_code_or_diagnostics() {
    let tally = search(200, grammar::model);
    let (code, all) = (tally.code.get(), tally.code.get() + tally.diagnostics.get());
    assert!(4 * code > all, "too few models that compile: {tally:?}");
}

#[test]
fn models_with_mistakes_become_code_or_diagnostics() {
    let texts = models();
    let tally = search(400, |choices| mutation::mutant(&texts, choices));
    assert!(tally.code.get() > 0, "some edits are harmless: {tally:?}");
    assert!(tally.diagnostics.get() > tally.code.get(), "{tally:?}");
}

#[test]
fn bytes_become_diagnostics() {
    let strategy = vec(any::<u8>(), 0..200);
    proptest!(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() }, |(bytes in strategy)| {
        prop_assert_eq!(pipeline(&bytes), Outcome::Diagnostics);
    });
}

#[test]
fn texts_that_fuzzing_found_become_code_or_diagnostics() {
    run_corpus("text", |bytes| String::from_utf8_lossy(bytes).into_owned());
}

#[test]
fn models_that_fuzzing_found_become_code_or_diagnostics() {
    run_corpus("grammar", |bytes| grammar::model(&mut Choices::new(bytes)));
}

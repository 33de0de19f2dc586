//! No text of a model file, but documentation that nothing acts on, reaches the generated code.
//!
//! Random files carry canaries wherever tokens can stand: where clauses, bounds, types, attributes, visibilities, macros,
//! documentation. Each is refused, or its code is, token for token, that of the same file without them; and what an
//! independent reader of Markdown, that of rustdoc, finds in the documentation is paragraphs of the text as written.
//! The same cases in every run; `PROPTEST_CASES` and `PROPTEST_RNG_SEED` ask for others.

#[path = "../pipeline/choices.rs"]
mod choices;
mod code;
mod hostile;
mod markdown;

use std::cell::Cell;
use std::fs;
use std::path::Path;

use nhi_build::ModelFile;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};

use choices::Choices;
use code::Code;
use hostile::{CANARY, Pair};

/// How many files went which way.
#[derive(Debug, Default)]
struct Tally {
    refused: Cell<usize>,
    unchanged: Cell<usize>,
    lines_of_documentation: Cell<usize>,
}

fn generate(text: &str) -> Option<String> {
    let file = ModelFile {
        path: "stranger.nhi".into(),
        text: text.to_owned(),
    };
    let code = match nhi_build::generate(&file) {
        Ok(code) => Some(code),
        Err(found) => {
            assert!(found.errors().count() > 0, "refused without a reason");
            None
        }
    };
    // Otherwise the texts of all cases so far would be kept for their spans.
    proc_macro2::extra::invalidate_current_thread_spans();
    code
}

impl Tally {
    fn take(&self, pair: &Pair) -> Result<(), TestCaseError> {
        let Some(hostile) = generate(&pair.hostile) else {
            self.refused.set(self.refused.get() + 1);
            return Ok(());
        };
        let plain = generate(&pair.plain);
        prop_assert!(plain.is_some(), "taken, though not without its canaries");
        let (hostile, plain) = (
            Code::of(&hostile, &pair.names),
            Code::of(&plain.unwrap(), &pair.names),
        );
        prop_assert!(!plain.tokens.contains(CANARY));
        prop_assert_eq!(&hostile.tokens, &plain.tokens);
        for docs in &hostile.docs {
            prop_assert_eq!(markdown::acting(docs), None, "in {:?}", docs);
            prop_assert!(!docs.contains(hostile::acts), "{:?}", docs);
            let count = self.lines_of_documentation.get() + docs.lines().count();
            self.lines_of_documentation.set(count);
        }
        for text in &pair.texts {
            let mut found = hostile.docs.iter().map(|docs| markdown::text(docs));
            prop_assert!(
                found.any(|docs| docs.contains(text.as_str())),
                "lost: {text:?} in {:?}",
                hostile.docs
            );
        }
        self.unchanged.set(self.unchanged.get() + 1);
        Ok(())
    }
}

fn search(cases: u32, pair_of: impl Fn(&mut Choices<'_>) -> Pair) -> Tally {
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
    let pairs = vec(any::<u8>(), 200..400).prop_map(|bytes| pair_of(&mut Choices::new(&bytes)));
    if let Err(error) = runner.run(&pairs, |pair| tally.take(&pair)) {
        panic!("{error}");
    }
    println!("{tally:?}");
    tally
}

/// The texts of the small models of the project's tests.
fn models() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/models");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "nhi"))
        .collect();
    files.sort();
    let texts = files.iter().map(|path| fs::read_to_string(path).unwrap());
    texts.filter(|text| text.len() < 1000).collect()
}

#[test]
fn files_by_the_grammar_give_no_token_of_a_stranger() {
    let tally = search(120, hostile::by_grammar);
    let (refused, unchanged) = (tally.refused.get(), tally.unchanged.get());
    assert!(refused > 0 && 10 * unchanged > refused, "{tally:?}");
    assert!(tally.lines_of_documentation.get() > unchanged, "{tally:?}");
}

#[test]
fn models_with_strange_pieces_give_no_token_of_a_stranger() {
    let texts = models();
    assert!(texts.len() > 10, "{}", texts.len());
    let tally = search(60, |choices| hostile::by_insertion(&texts, choices));
    assert!(
        tally.refused.get() > 0 && tally.unchanged.get() > 0,
        "{tally:?}"
    );
}

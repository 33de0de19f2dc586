//! What is accepted compiles: random models, generated twice with equal bytes, all in one package
//! without warnings and without the prelude, their steps compared with the machine bit by bit.
//!
//! The same models in every run; `RANDOM_MODELS=300` asks for more of them.

mod batch;
#[path = "../../../tests/support/calls.rs"]
mod calls;
#[path = "../pipeline/choices.rs"]
mod choices;
#[path = "../pipeline/item.rs"]
mod item;
#[path = "../../../tests/support/random.rs"]
mod random;
#[path = "../pipeline/sound.rs"]
mod sound;
#[path = "../support/mod.rs"]
mod support;

use std::collections::BTreeMap;
use std::path::PathBuf;

use nhi_build::{Builder, ModelFile};
use nhi_symbolic::INTEGRATORS;

use batch::Batch;
use choices::Choices;
use random::Random;
use support::Folder;

/// How many models one run compiles.
const MODELS: usize = 24;
/// Decisions for one model.
const BYTES: usize = 400;
/// From so many models on, every integrator is among them.
const ENOUGH_FOR_ALL: usize = 200;

/// Where models find the crate: half of them under its own name, the others under a
/// re-export of the package.
const ROOTS: [Option<&str>; 4] = [
    None,
    Some("crate::engine::nhi"),
    None,
    Some("super::engine::nhi"),
];

/// How many models there were.
#[derive(Debug, Default)]
struct Tally {
    drawn: usize,
    accepted: usize,
    /// By the name of the integrator.
    integrators: BTreeMap<&'static str, usize>,
    /// With a struct, and with generated types, that serde reads or writes.
    serialised: [usize; 2],
    /// By the code of the first mistake.
    refused: BTreeMap<String, usize>,
}

fn text(draw: usize) -> String {
    let mut random = Random::new(&format!("random model {draw}"));
    let bytes: Vec<_> = (0..BYTES)
        .map(|_| random.number(0.0, 256.0) as u8)
        .collect();
    sound::model(&mut Choices::new(&bytes))
}

/// Draws models until as many are accepted as are wanted, and gives the code of each.
fn draw(wanted: usize, tally: &mut Tally, mut take: impl FnMut(&ModelFile, &str)) {
    while tally.accepted < wanted {
        let file = ModelFile {
            path: PathBuf::from("random.nhi"),
            text: text(tally.drawn),
        };
        tally.drawn += 1;
        match nhi_build::generate(&file) {
            Ok(code) => {
                let again =
                    nhi_build::generate(&file).expect("what was accepted is accepted again");
                assert_eq!(code, again, "the same bytes for {}", file.text);
                tally.accepted += 1;
                count_integrators(&file.text, tally);
                count_serialised(&file.text, tally);
                take(&file, &code);
            }
            Err(found) => {
                let first = found.errors().next().expect("a reason");
                *tally.refused.entry(first.code.to_string()).or_default() += 1;
            }
        }
        proc_macro2::extra::invalidate_current_thread_spans();
    }
}

/// The code of a model that finds the crate at another path.
fn code_at(file: &ModelFile, root: &str) -> String {
    let folder = Folder::new();
    let model = folder.write("random.nhi", &file.text);
    let builder = Builder::new().file(model).out_dir(folder.path(""));
    let compiled = builder.crate_path(root).compile();
    compiled.expect("what is accepted is accepted under another path");
    let code = folder.read("random.rs");
    // A path under the crate's own name would compile here, too. Tokens for macros are broken
    // anywhere.
    let others = code
        .split_whitespace()
        .collect::<String>()
        .replace(root, "");
    assert!(!others.contains("::nhi"), "under {root}: {}", file.text);
    code
}

fn count_integrators(text: &str, tally: &mut Tally) {
    let (_, asked_for) = text
        .rsplit_once("integrators(")
        .expect("the key of a model");
    for row in INTEGRATORS {
        let is_asked_for = asked_for
            .split([',', '(', ')', ' '])
            .any(|word| word == row.name);
        *tally.integrators.entry(row.name).or_default() += usize::from(is_asked_for);
    }
}

fn count_serialised(text: &str, tally: &mut Tally) {
    // The key of the attribute stands in a line of its own, indented.
    let lists = text.split("derive(").skip(1).zip(text.split("derive("));
    let by_serde = lists.filter(|(list, _)| {
        list.split(')')
            .next()
            .is_some_and(|list| list.contains("serde::"))
    });
    let is_key = |before: &str| before.ends_with("\n    ");
    let (keys, structs): (Vec<_>, Vec<_>) = by_serde.partition(|(_, before)| is_key(before));
    for (count, found) in tally.serialised.iter_mut().zip([structs, keys]) {
        *count += usize::from(!found.is_empty());
    }
}

#[test]
fn what_is_accepted_compiles_without_warnings_and_moves_as_the_machine() {
    let wanted = std::env::var("RANDOM_MODELS").map_or(MODELS, |n| n.parse().expect("a number"));
    let mut tally = Tally::default();
    let mut batch = Batch::default();
    draw(wanted, &mut tally, |file, code| {
        match ROOTS[batch.len() % ROOTS.len()] {
            Some(root) => batch.add(file, &code_at(file, root)),
            None => batch.add(file, code),
        }
    });
    println!("{tally:#?}");
    assert!(
        2 * tally.accepted > tally.drawn,
        "too few models that compile"
    );
    if wanted >= ENOUGH_FOR_ALL {
        let missing = tally.integrators.iter().find(|(_, count)| **count == 0);
        assert_eq!(missing, None, "an integrator that no model asks for");
    }
    println!("{}", batch.run());
}

//! How many operations systems take that grow, at sizes that are cheap to derive; `cargo xtask scaling` measures more.
//!
//! `tests/budgets/scaling.txt` holds the counts.

#[path = "../xtask/src/scaling/models.rs"]
mod models;
#[path = "support/operation_counts.rs"]
mod operation_counts;

use nhi_symbolic::compile;
use nhi_symbolic::model::parse_file;
use nhi_symbolic::program::{OpCount, Program};

use models::{chain, snake, tree};
use operation_counts::{Counts, assert_within_budget, stages};

/// The model file for a size and an integrator.
type Text = fn(usize, &str) -> String;

const ALL: &[&str] = &["Rk(order = 4)", "Mla", "Gauss", "Gni", "Dla"];
const TWO: &[&str] = &["Rk(order = 4)", "Mla"];

const CASES: [(&str, Text, usize, &[&str]); 7] = [
    ("chain", chain, 8, ALL),
    ("chain", chain, 16, TWO),
    ("chain", chain, 32, &["Rk(order = 4)"]),
    ("snake", snake, 4, TWO),
    ("snake", snake, 12, &["Feedback(base = Rk4)"]),
    ("tree", tree, 4, TWO),
    ("tree", tree, 16, &["Mla"]),
];

#[test]
fn growing_systems_take_no_more_operations_than_their_budget() {
    let mut counts = Counts::new();
    for (system, text, n, integrators) in CASES {
        for integrator in integrators {
            for (stage, count) in stages_of(&text(n, integrator)) {
                let key = (format!("{system} {n}"), (*integrator).to_owned(), stage);
                counts.insert(key, count.into());
            }
        }
    }
    assert_within_budget(&counts, "scaling.txt");
}

/// The acceleration and the stages of the integrator.
fn stages_of(text: &str) -> Vec<(String, OpCount)> {
    let tokens = text.parse().expect("a model is tokens");
    let ast = parse_file(tokens)
        .expect("a model of the language")
        .remove(0);
    let compiled = compile(&ast).expect("a model within the budget of work");
    let quantities = Program::of_quantities(&compiled.mechanics).expect("quantities of a model");
    let acceleration = quantities
        .function("acceleration")
        .expect("a regular system");
    let (count, _) = quantities.function_count(acceleration);
    let acceleration = ("acceleration".to_owned(), count);
    let programs = compiled.steppers.iter().map(|(_, program)| program);
    [acceleration]
        .into_iter()
        .chain(programs.flat_map(stages))
        .collect()
}

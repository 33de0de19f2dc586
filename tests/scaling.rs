//! How many operations systems take that grow, at sizes that are cheap to derive, and how much of
//! the compiler's budget the dearest of them; `cargo xtask scaling` measures more.
//!
//! `tests/budgets/scaling.txt` holds the counts.

#[path = "../xtask/src/scaling/models.rs"]
mod models;
#[path = "support/operation_counts.rs"]
mod operation_counts;

use nhi_symbolic::model::parse_file;
use nhi_symbolic::program::Program;
use nhi_symbolic::{Compiled, compile};

use models::{chain, snake, tree};
use operation_counts::{Counts, Stage, assert_within_budget, stages};

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
            let key = (format!("{system} {n}"), (*integrator).to_owned());
            counts.insert(key, stages_of(&text(n, integrator)));
        }
    }
    assert_within_budget(&counts, "scaling.txt");
}

/// The acceleration, and what costs time in a run: preparing, the step with its iterations, a
/// sample.
fn stages_of(text: &str) -> Vec<Stage> {
    let compiled = compiled(text);
    let quantities = Program::of_quantities(&compiled.mechanics).expect("quantities of a model");
    let mut all = stages(&quantities, "acceleration");
    for (_, program) in &compiled.steppers {
        all.push(("prepare", program.prepare_count()));
        all.extend(stages(program, "step"));
        all.extend(stages(program, "sample"));
    }
    all
}

/// What takes most of the budget: with the ball below, of all integrators on snakes of three to
/// twelve links, on a Chaplygin ball and on chains of up to 32 trailers.
const DEAREST: [(&str, Text, usize, &str); 7] = [
    ("chain", chain, 16, "VakonomicGauss(stages = 3)"),
    ("chain", chain, 32, "EnergyPreserving"),
    ("chain", chain, 32, "Gni(quadrature = Midpoint)"),
    ("chain", chain, 32, "Lobatto"),
    ("chain", chain, 32, "VakonomicGauss(stages = 2)"),
    ("chain", chain, 32, "VakonomicGauss(stages = 3)"),
    ("snake", snake, 12, "VakonomicGauss(stages = 3)"),
];

#[test]
fn the_dearest_integrators_leave_a_quarter_of_the_budget() {
    let mut found: Vec<_> = DEAREST
        .iter()
        .map(|(system, text, n, integrator)| {
            let name = format!("{system} {n} with {integrator}");
            (name, used(&text(*n, integrator)))
        })
        .collect();
    let ball = include_str!("rolling/chaplygin_ball.nhi");
    let asked = "integrators(Gauss(stages = 3), Rk(order = 4))";
    assert!(ball.contains(asked));
    let ball = ball.replace(asked, "integrators(Lobatto)");
    found.push(("Chaplygin ball with Lobatto".to_owned(), used(&ball)));
    for (name, parts) in found {
        assert!(
            parts.iter().all(|&part| part <= 0.75),
            "{name} takes {parts:.2?} of the budgets of work, of memory, of nodes and of statements"
        );
    }
}

/// The parts of the budgets of work, of memory, of nodes and of statements that a model takes.
fn used(text: &str) -> [f64; 4] {
    let compiled = compiled(text);
    Program::of_quantities(&compiled.mechanics).expect("quantities of a model");
    compiled.mechanics.model.graph.used()
}

fn compiled(text: &str) -> Compiled {
    let tokens = text.parse().expect("a model is tokens");
    let ast = parse_file(tokens)
        .expect("a model of the language")
        .remove(0);
    compile(&ast).expect("a model within the budget of work")
}

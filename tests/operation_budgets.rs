//! How many operations a step of each integrator takes, and an iteration in it, for models that
//! differ in what an integrator has to solve.
//!
//! `tests/budgets/operations.txt` holds the counts; a change of the compiler that makes code larger
//! or smaller shows in its diff.

#[path = "support/operation_counts.rs"]
mod operation_counts;

use std::fs;
use std::path::Path;

use nhi_symbolic::model::ast::{Ast, Integrator as Request};
use nhi_symbolic::model::{parse_file, parse_integrator};
use nhi_symbolic::options::Choices;
use nhi_symbolic::schemes::{INTEGRATORS, Integrator};

use operation_counts::{Counts, assert_within_budget, stages};

/// Without and with groups: every word of every option is counted with one of them at least that
/// has it, but for those of `MoserVeselov`.
const WITH_OPTIONS: [&str; 2] = ["chaplygin_sleigh", "magnetic_ball"];

/// The integrators with their defaults.
const WITH_DEFAULTS: [&str; 5] = [
    "free_rigid_body",
    "skating_pendulum",
    "snakeboard",
    "two_link_knife_edge",
    "vehicle_in_bowl",
];

/// Too large for all integrators: only those that the file asks for, with their defaults.
const LARGE: &str = "whipple_bicycle";

#[test]
fn no_integrator_takes_more_operations_than_its_budget() {
    assert_within_budget(&count_all(), "operations.txt");
}

/// What the book says of the retractions, in the chapter on Lie groups.
#[test]
fn the_cayley_map_saves_a_third_of_an_iteration_of_dla_and_half_of_one_of_gni() {
    let ball = ast("magnetic_ball");
    for (integrator, part) in [("Dla", 2.0 / 3.0), ("Gni", 0.5)] {
        let variants = [
            integrator.to_owned(),
            format!("{integrator}(retraction = Cayley)"),
        ];
        let mut counts = Counts::new();
        count(&ball, &variants, &mut counts);
        let [exponential, cayley] = variants.map(|variant| {
            let key = ("MagneticBall".to_owned(), variant);
            let iteration = counts[&key].iter().find(|(stage, _)| *stage == "iteration");
            iteration.expect("implicit steps").1.total() as f64
        });
        // Words for parts of an iteration, not measurements.
        let found = cayley / exponential;
        assert!((found - part).abs() < 0.05, "{integrator}: {found:.3}");
    }
}

fn count_all() -> Counts {
    let mut counts = Counts::new();
    for name in WITH_OPTIONS {
        let ast = ast(name);
        let variants: Vec<_> = INTEGRATORS.iter().flat_map(|i| variants(i, &ast)).collect();
        count(&ast, &variants, &mut counts);
    }
    let all: Vec<_> = INTEGRATORS.iter().map(|i| i.name.to_owned()).collect();
    for name in WITH_DEFAULTS {
        count(&ast(name), &all, &mut counts);
    }
    let large = ast(LARGE);
    let asked_for = large.integrators.iter().map(|i| i.name.text.clone());
    count(&large, &asked_for.collect::<Vec<_>>(), &mut counts);
    counts
}

fn ast(name: &str) -> Ast {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    let text = fs::read_to_string(folder.join(name).with_extension("nhi"));
    let tokens = text.expect("a model file").parse();
    let models = parse_file(tokens.expect("a model file is Rust"));
    models.expect("a model of the language").remove(0)
}

/// The integrator with its defaults, and with each other word as value of one option that the model
/// knows.
fn variants(integrator: &Integrator, ast: &Ast) -> Vec<String> {
    let mut variants = vec![integrator.name.to_owned()];
    let alternatives = Choices::alternatives(integrator.options, !ast.groups.is_empty());
    let named = alternatives
        .into_iter()
        .map(|(option, _)| format!("{}({option})", integrator.name));
    variants.extend(named);
    variants
}

/// Counts where an integrator suits the model. Every variant is compiled alone, as in a model that
/// asks for nothing else: mechanics that earlier variants have used give counts that differ by some
/// operations.
fn count(ast: &Ast, integrators: &[String], counts: &mut Counts) {
    for integrator in integrators {
        let asking = Ast {
            integrators: vec![request(integrator)],
            ..ast.clone()
        };
        let Ok(compiled) = nhi_symbolic::compile(&asking) else {
            continue;
        };
        let model = compiled.mechanics.model.item.ident.to_string();
        for (_, program) in &compiled.steppers {
            let key = (model.clone(), integrator.clone());
            counts.insert(key, stages(program, "step"));
        }
    }
}

fn request(integrator: &str) -> Request {
    let tokens = integrator
        .parse()
        .expect("an integrator is written in tokens");
    parse_integrator(tokens).unwrap_or_else(|error| panic!("{integrator}: {error:?}"))
}

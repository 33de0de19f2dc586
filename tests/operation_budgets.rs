//! How many operations each integrator of each model takes, stage by stage.
//!
//! `tests/budgets/operations.txt` holds the counts; a change of the compiler that makes code larger or
//! smaller shows in its diff.

#[path = "support/operation_counts.rs"]
mod operation_counts;

use std::fs;
use std::path::{Path, PathBuf};

use nhi_symbolic::model::ast::Ast;
use nhi_symbolic::model::{parse_file, parse_integrator};
use nhi_symbolic::options::Choices;
use nhi_symbolic::schemes::{INTEGRATORS, Integrator};

use operation_counts::{Counts, assert_within_budget, stages};

const MANY: usize = 7;

#[test]
fn no_integrator_takes_more_operations_than_its_budget() {
    assert_within_budget(&count_all(), "operations.txt");
}

fn count_all() -> Counts {
    let mut counts = Counts::new();
    for file in model_files() {
        let text = fs::read_to_string(&file).expect("a model file is text");
        let tokens = text.parse().expect("a model file is Rust");
        let models =
            parse_file(tokens).unwrap_or_else(|error| panic!("{}: {error:?}", file.display()));
        for ast in models {
            for integrator in INTEGRATORS.iter().filter(|i| is_counted(i, &ast)) {
                for variant in variants(integrator, &ast) {
                    count(&ast, &variant, &mut counts);
                }
            }
        }
    }
    counts
}

/// Every integrator, but of models with many coordinates only what they ask for: all together would take minutes.
fn is_counted(integrator: &Integrator, ast: &Ast) -> bool {
    let is_asked_for = || {
        let mut requests = ast.integrators.iter();
        requests.any(|request| request.name.text == integrator.name)
    };
    ast.coordinates.len() <= MANY || is_asked_for()
}

fn model_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    let entries = fs::read_dir(folder).expect("tests/models is a folder");
    let files = entries.map(|entry| entry.expect("tests/models can be listed").path());
    let mut files: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|e| e == "nhi"))
        .collect();
    files.sort();
    files
}

/// The integrator with its defaults, and with each other word as value of one option that the model knows.
fn variants(integrator: &Integrator, ast: &Ast) -> Vec<String> {
    let mut variants = vec![integrator.name.to_owned()];
    let alternatives =
        Choices::alternatives(integrator.options, !ast.groups.is_empty()).into_iter();
    variants.extend(alternatives.map(|(option, _)| format!("{}({option})", integrator.name)));
    variants
}

/// Counts where the integrator suits the model.
fn count(ast: &Ast, integrator: &str, counts: &mut Counts) {
    let request = integrator
        .parse()
        .expect("an integrator is written in tokens");
    let request =
        parse_integrator(request).unwrap_or_else(|error| panic!("{integrator}: {error:?}"));
    let mut ast = ast.clone();
    ast.integrators = vec![request];
    let Ok(compiled) = nhi_symbolic::compile(&ast) else {
        return;
    };
    let model = compiled.mechanics.model.item.ident.to_string();
    for (_, program) in &compiled.steppers {
        for (stage, count) in stages(program) {
            counts.insert((model.clone(), integrator.to_owned(), stage), count.into());
        }
    }
}

//! Committed files that are written by the project itself are what it writes now.
//!
//! `NHI_BLESS=1 cargo test --test up_to_date` renews them. Nothing here compiles them, so that they
//! can also be renewed when they no longer compile.

#[path = "support/all_functions.rs"]
mod all_functions;
#[path = "support/blocks.rs"]
mod blocks;
#[path = "support/error_table.rs"]
mod error_table;
#[path = "support/integrator_tables.rs"]
mod integrator_tables;
#[path = "support/models.rs"]
mod models;
#[path = "support/well_formed.rs"]
mod well_formed;

use std::fs;
use std::path::Path;

use nhi_symbolic::compile;
use nhi_symbolic::model::parse_file;
use nhi_symbolic::schemes::INTEGRATORS;
use quote::ToTokens;
use rayon::prelude::*;

/// The models whose generated code is committed under `golden/`.
const GOLDEN: [&str; 2] = ["models/chaplygin_sleigh", "golden/moving_blade"];

#[test]
fn generated_code_is_what_was_read_and_found_good() {
    for model in GOLDEN {
        let name = Path::new(model).file_name().unwrap();
        let file = models::folder().join("golden").join(name);
        assert_current(&file.with_extension("rs"), &generated(model));
    }
}

#[test]
fn generated_code_is_documented_and_bounded() {
    models::all().par_iter().for_each(|model| {
        let file = syn::parse_file(&generated(model)).unwrap();
        well_formed::assert_well_formed(&file);
    });
}

#[test]
fn every_function_is_in_a_model_that_is_compared_with_the_interpreter() {
    let file = models::folder().join("generated_vs_interpreter/elementary_functions.nhi");
    assert_current(&file, &all_functions::model());
}

#[test]
fn every_integrator_is_compared_with_the_interpreter() {
    let asked_for = integrators_of_models();
    for integrator in INTEGRATORS {
        let name = integrator.name;
        assert!(asked_for.iter().any(|n| n == name), "{name} is in no model");
    }
}

/// The integrators that models ask for; a name can stand there several times.
fn integrators_of_models() -> Vec<String> {
    let models = models::all();
    let sources = models
        .iter()
        .map(|model| models::source(model).parse().unwrap());
    let models = sources.flat_map(|tokens| parse_file(tokens).unwrap());
    let requests = models.flat_map(|ast| ast.integrators);
    requests.map(|request| request.name.text).collect()
}

#[test]
fn tables_of_integrators_are_those_of_the_registry() {
    let brief = integrator_tables::brief();
    assert_block("README.md", "integrators", "", &brief);
    assert_block("src/lib.rs", "integrators", "//! ", &brief);
    let full = integrator_tables::full();
    assert_block("docs/src/integrators.md", "integrators", "", &full);
    let taken = integrator_tables::taken();
    assert_block("docs/src/choosing.md", "integrators", "", &taken);
}

#[test]
fn the_table_of_errors_is_that_of_the_catalogue() {
    assert_block("docs/src/errors.md", "errors", "", &error_table::table());
}

/// The constructor of `EnergyPreserving` is `energy_preserving`.
fn constructor(integrator: &str) -> String {
    let mut name = String::new();
    for letter in integrator.chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.extend(letter.to_lowercase());
    }
    name
}

#[test]
fn no_integrator_of_a_model_is_left_out_where_allocations_are_counted() {
    let calls = include_str!("no_alloc.rs");
    for name in integrators_of_models() {
        let call = format!(".{}(", constructor(&name));
        assert!(
            calls.contains(&call),
            "tests/no_alloc.rs has no `{call}...)`"
        );
    }
}

/// The formatted code for a model, with a line that says where it comes from.
fn generated(model: &str) -> String {
    let ast = parse_file(models::source(model).parse().unwrap())
        .unwrap()
        .remove(0);
    let generated = compile(&ast).unwrap().generate().unwrap();
    let file: syn::File = syn::parse2(generated.into_token_stream()).unwrap();
    format!(
        "// Generated from {model}.nhi.\n\n{}",
        prettyplease::unparse(&file)
    )
}

/// Compares a generated block of a file with what it should be.
fn assert_block(file: &str, name: &str, prefix: &str, content: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = fs::read_to_string(&file).unwrap();
    assert_current(&file, &blocks::with_block(&text, name, prefix, content));
}

/// Compares a file with what it should be; writes it where that is asked for.
fn assert_current(file: &Path, text: &str) {
    let mut committed = fs::read_to_string(file).unwrap_or_default();
    // Other tests read the files meanwhile, so those that are current are not written.
    if committed != text && std::env::var_os("NHI_BLESS").is_some() {
        fs::write(file, text).unwrap();
        text.clone_into(&mut committed);
    }
    let mut lines = committed.lines().zip(text.lines());
    let first = lines.find(|(old, new)| old != new);
    assert!(
        committed == text,
        "{} is not what is written now, first in {first:?}; NHI_BLESS=1 renews it",
        file.display()
    );
}

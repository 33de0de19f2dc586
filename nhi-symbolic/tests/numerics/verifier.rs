//! Programs are verified wherever they are built: those of all models are sound, and a scheme that
//! reads what nobody gives it is refused before anything is printed or run.

use nhi_machine::Functions;
use nhi_symbolic::diag::{Code, Diagnostics};
use nhi_symbolic::discrete::{Block, Item, Scheme};
use nhi_symbolic::expr::{Expr, Role};
use nhi_symbolic::program::{NamedBlock, Program, Signature};
use nhi_symbolic::schemes::INTEGRATORS;

use crate::support::compiled::{Compiled, derive, model_text, shared_file};

#[test]
fn the_programs_of_all_models_are_sound() {
    let files = std::fs::read_dir(shared_file("models")).expect("the folder of models");
    let mut programs = 0;
    for file in files {
        let path = file.expect("an entry of the folder").path();
        let text = std::fs::read_to_string(&path).expect("a model file");
        let tokens = text.parse().expect("Rust tokens");
        let models = nhi_symbolic::compile_file(tokens);
        let models = models.unwrap_or_else(|found| panic!("{}: {found:?}", path.display()));
        for (scheme, program) in models.iter().flat_map(|model| &model.steppers) {
            let names: Vec<_> = program.functions.iter().map(|f| f.name.as_str()).collect();
            assert_eq!(names[..4], ["admission", "start", "step", "sample"]);
            assert!(!scheme.state.is_empty());
            programs += 1;
        }
    }
    assert!(programs > 40, "{programs} programs");
}

#[test]
fn the_programs_of_all_integrators_are_sound() {
    for name in ["knife_edge", "chaplygin_sleigh", "suslov"] {
        for integrator in INTEGRATORS {
            match Compiled::try_new(&model_text(name), integrator.name) {
                Ok(_) => {}
                Err(found) => assert!(!codes(&found).contains(&Code::CompilerDefect), "{found:?}"),
            }
        }
    }
}

/// What can be wrong in the step of a scheme.
type Corruption = fn(&mut Block, Expr);

const UNBOUND_SYMBOLS: &[(&str, Corruption)] = &[
    ("a result", |step, stranger| step.outputs[0] = stranger),
    ("a value with a name", |step, stranger| {
        let named = step.items.iter_mut().find_map(|item| match item {
            Item::Assign(pairs) => pairs.first_mut(),
            Item::Solve(_) | Item::Linear(_) | Item::Call(_) => None,
        });
        named.expect("the step names values").1 = stranger;
    }),
];

#[test]
fn a_step_that_reads_an_unbound_symbol_has_no_program() {
    for (what, corrupt) in UNBOUND_SYMBOLS {
        for role in [
            Role::Variable,
            Role::Unknown,
            Role::Velocity,
            Role::Parameter,
        ] {
            let mut compiled = Compiled::of_file("chaplygin_sleigh", "Gni");
            let stranger = compiled.mechanics.model.graph.symbol("stranger", role);
            corrupt(&mut compiled.scheme.step, stranger);
            let found = text_of_defect(Program::of_scheme(&compiled.mechanics, &compiled.scheme));
            assert!(found.contains("`stranger`"), "{what} of {role:?}: {found}");
        }
    }
}

#[test]
fn a_residual_with_an_unbound_symbol_has_no_program() {
    let mut compiled = Compiled::of_file("snakeboard", "Dla");
    let stranger = compiled
        .mechanics
        .model
        .graph
        .symbol("stranger", Role::Variable);
    let mut items = compiled.scheme.step.items.iter_mut();
    let solve = items.find_map(|item| match item {
        Item::Solve(solve) => Some(solve),
        Item::Assign(_) | Item::Linear(_) | Item::Call(_) => None,
    });
    solve.expect("the step is implicit").residuals[0] = stranger;
    let found = text_of_defect(Program::of_scheme(&compiled.mechanics, &compiled.scheme));
    assert!(
        found.contains("in `step`, the symbol `stranger`"),
        "{found}"
    );
}

/// Takes results away from a function of a scheme.
type Shortening = fn(&mut Scheme);

#[test]
fn functions_with_too_few_results_have_no_program() {
    let cases: [(&str, Shortening); 4] = [
        ("admission", |scheme| scheme.admission.outputs.truncate(1)),
        ("start", |scheme| scheme.start.outputs.truncate(1)),
        ("step", |scheme| scheme.step.outputs.truncate(1)),
        ("sample", |scheme| scheme.sample.outputs.truncate(1)),
    ];
    for (name, corrupt) in cases {
        let mut compiled = Compiled::of_file("knife_edge", "Gni");
        corrupt(&mut compiled.scheme);
        let found = text_of_defect(Program::of_scheme(&compiled.mechanics, &compiled.scheme));
        assert!(
            found.contains(&format!("in `{name}`, there are 1 results")),
            "{found}"
        );
    }
}

#[test]
fn a_quantity_of_what_it_is_not_given_has_no_program() {
    let mechanics = derive(&model_text("knife_edge")).expect("a sound model");
    let signature = Signature {
        inputs: mechanics.q.clone(),
        outputs: 1,
    };
    let block = NamedBlock::of_outputs("speed", signature, vec![mechanics.v[0]]);
    let found = text_of_defect(Program::of_functions(&mechanics, &[block]));
    assert!(found.contains("in `speed`"), "{found}");
}

#[test]
fn the_machine_does_not_make_up_the_value_of_an_input() {
    let mechanics = Compiled::of_file("knife_edge", "Gni").mechanics;
    let program = Program::of_quantities(&mechanics).expect("the program is verified");
    let lack = Functions::new(&program, &mechanics.q).expect_err("no velocities are given");
    assert!(!mechanics.q.contains(&lack.0), "{lack:?}");
}

fn text_of_defect(program: Result<Program, Diagnostics>) -> String {
    let found = program.expect_err("the scheme is broken");
    assert_eq!(codes(&found), [Code::CompilerDefect]);
    let texts: Vec<_> = found.iter().map(ToString::to_string).collect();
    texts.concat()
}

fn codes(found: &Diagnostics) -> Vec<Code> {
    found.iter().map(|diagnostic| diagnostic.code).collect()
}

//! Every quantity of the table through everyone who reads it: programs, generated code, shells of
//! models with mistakes, derivations and dumps.

use std::collections::BTreeSet;

use nhi_machine::Functions;
use nhi_symbolic::Compiled;
use nhi_symbolic::emit::rust::fallback;
use nhi_symbolic::expr::Expr;
use nhi_symbolic::mechanics::Mechanics;
use nhi_symbolic::mechanics::quantities::{Outline, Quantity};
use nhi_symbolic::model::{LieGroup, Variable, parse_file};
use nhi_symbolic::program::Program;
use nhi_symbolic::{Format, Stage, derivations, dump};
use quote::ToTokens;

use crate::support::compiled::model_text;

/// Together they have all quantities: group elements, connections, drift, integrals, time, positions.
const MODELS: [&str; 8] = [
    "snakeboard",
    "reduced_sleigh",
    "free_rigid_body",
    "martinet",
    "nonholonomic_oscillator",
    "driven_disk",
    "inclined_sleigh",
    "skating_bob",
];

/// What only variational problems can have: a position constraint.
const VARIATIONAL: &str = "
    #[nonholonomic(
        coordinates(x, y, z, s),
        lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2) + s_dot.powi(2)),
        constraints(contact = z_dot - y * x_dot + x * y_dot),
        holonomic(ball = x.powi(2) + y.powi(2) + z.powi(2) - 1),
        integrators(VakonomicRattle),
    )]
    struct Swimmer {}";

/// No velocity constraint at all, of which there would be quantities without entries.
const PENDULUM: &str = "
    #[nonholonomic(
        coordinates(x, y),
        lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2)) - y,
        holonomic(rod = x.powi(2) + y.powi(2) - 1),
        integrators(VakonomicRattle),
    )]
    struct Pendulum {}";

/// The time is in the residual and not in its rate.
const ACCELERATED: &str = "
    #[nonholonomic(
        coordinates(x, y),
        lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2)),
        constraints(belt = x_dot - t),
        integrators(Gauss),
    )]
    struct Accelerated {}";

/// The constraint moves along a rotation.
const TURNTABLE: &str = "
    #[nonholonomic(
        coordinates(x, y),
        lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2)),
        constraints(turn = x * y_dot - y * x_dot - x.powi(2) - y.powi(2)),
        integrators(Gauss),
    )]
    struct Turntable {}";

fn texts() -> Vec<String> {
    let mut texts: Vec<_> = MODELS.iter().map(|name| model_text(name)).collect();
    texts.extend([VARIATIONAL, PENDULUM, ACCELERATED, TURNTABLE].map(str::to_owned));
    texts
}

fn compiled(text: &str) -> Compiled {
    let tokens = text.parse().expect("the text consists of Rust tokens");
    let mut models = nhi_symbolic::compile_file(tokens).expect("a valid model");
    models.remove(0)
}

#[test]
fn these_models_have_every_quantity() {
    let signatures = texts()
        .iter()
        .flat_map(|text| Outline::of(&compiled(text).mechanics).signatures())
        .map(|signature| signature.quantity)
        .collect::<Vec<_>>();
    for quantity in Quantity::ALL {
        assert!(signatures.contains(quantity), "{quantity:?}");
    }
}

#[test]
fn names_of_quantities_of_one_model_are_different() {
    for text in texts() {
        let signatures = Outline::of(&compiled(&text).mechanics).signatures();
        let names: BTreeSet<_> = signatures.iter().map(|s| &s.name).collect();
        assert_eq!(names.len(), signatures.len(), "{text}");
    }
}

#[test]
fn programs_give_as_many_finite_numbers_as_shapes_tell() {
    for text in texts() {
        let mechanics = compiled(&text).mechanics;
        let outline = Outline::of(&mechanics);
        let program = Program::of_quantities(&mechanics).expect("the program is verified");
        let (symbols, numbers): (Vec<_>, Vec<_>) = inputs(&mechanics).into_iter().unzip();
        let functions = Functions::new(&program, &symbols).expect("all symbols have values");
        for signature in outline.signatures() {
            let number = functions
                .number(&signature.name)
                .expect("a function for each quantity");
            let mut values = vec![f64::NAN; functions.len_of(number)];
            let called = functions.call(number, &[&numbers], &mut values);
            called.unwrap_or_else(|error| panic!("{}: {error:?}", signature.name));
            let what = format!("{} of {}", signature.name, mechanics.model.item.ident);
            assert_eq!(values.len(), signature.shape.entries(&outline), "{what}");
            assert!(!values.is_empty(), "{what}");
            assert!(values.iter().all(|x| x.is_finite()), "{what}: {values:?}");
        }
        let functions = program.functions.len();
        assert_eq!(functions, outline.signatures().len());
    }
}

#[test]
fn generated_code_has_a_method_for_every_quantity() {
    for text in texts() {
        let model = compiled(&text);
        let signatures = Outline::of(&model.mechanics).signatures();
        let generated = model.generate().expect("no names clash");
        let code = generated.items.into_token_stream().to_string();
        for signature in signatures {
            let method = format!("pub fn {} (& self", signature.name);
            assert_eq!(code.matches(&method).count(), 1, "{}", signature.name);
        }
    }
}

#[test]
fn shells_of_models_with_mistakes_have_a_method_for_every_quantity() {
    for name in MODELS {
        let text = model_text(name);
        let signatures = Outline::of(&compiled(&text).mechanics).signatures();
        let broken = text.replace("lagrangian =", "lagrangian = unheard_of +");
        let code = fallback_of(&broken);
        for signature in signatures {
            let method = format!("pub fn {} (& self", signature.name);
            assert!(code.contains(&method), "{} of {name}", signature.name);
        }
    }
}

#[test]
fn dumps_show_every_quantity_and_derivations_those_with_a_chapter() {
    for text in texts() {
        let asts = parse_file(text.parse().unwrap()).unwrap();
        let stage = dump(&asts[0], Stage::Mechanics, None).unwrap();
        let models = [compiled(&text)];
        let report = derivations(&models, Format::Text);
        let mechanics = &models[0].mechanics;
        for quantity in Outline::of(mechanics).quantities() {
            let row = quantity.row();
            if quantity.formulas(mechanics).is_some_and(|f| !f.is_empty()) {
                let name = row.name.replace('_', " ");
                assert!(stage.contains(&format!("\n  {name}")), "{name}\n{stage}");
            }
            if row.chapter.is_some() {
                let letter = row.letter.unwrap_or(row.name).replace('\\', "");
                assert!(
                    report.contains(&format!("\n  {letter} =")),
                    "{letter}\n{report}"
                );
            }
        }
    }
}

/// Regular values of everything that a model depends on.
fn inputs(mechanics: &Mechanics) -> Vec<(Expr, f64)> {
    let model = &mechanics.model;
    let mut inputs = Vec::new();
    let symbols = |variables: &[Variable]| -> Vec<_> {
        variables.iter().map(|variable| variable.symbol).collect()
    };
    let mut set = |symbols: &[Expr], first: f64| {
        for (place, &symbol) in symbols.iter().enumerate() {
            inputs.push((symbol, first + 0.17 * place as f64));
        }
    };
    set(&symbols(&model.parameters), 1.3);
    set(&symbols(&model.coordinates), 0.4);
    set(&symbols(&model.velocities), -0.6);
    set(&symbols(&model.controls), 0.2);
    set(&[model.time], 0.9);
    for factor in &model.groups {
        inputs.extend(
            symbols(&factor.entries)
                .into_iter()
                .zip(identity(factor.group)),
        );
    }
    inputs
}

/// The varying entries of the identity, row by row.
fn identity(group: LieGroup) -> Vec<f64> {
    let (rows, columns) = (group.space(), group.varying_columns());
    let places = (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j)));
    places.map(|(i, j)| f64::from(u8::from(i == j))).collect()
}

/// The shells of a model file with one annotated struct.
fn fallback_of(text: &str) -> String {
    let mut item: syn::DeriveInput = syn::parse_str(text).expect("an annotated struct");
    let is_model = |attribute: &syn::Attribute| attribute.path().is_ident("nonholonomic");
    let place = item.attrs.iter().position(is_model);
    let attribute = item.attrs.remove(place.expect("an annotation"));
    let syn::Meta::List(list) = attribute.meta else {
        panic!("an annotation with arguments");
    };
    fallback(list.tokens, quote::quote!(#item)).to_string()
}

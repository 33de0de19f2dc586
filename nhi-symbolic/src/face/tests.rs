//! Comparison of shells with the code generated for the same model without its error.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::ToTokens;

use super::generate;
use crate::emit::rust::fallback;

#[test]
fn shells_have_the_signatures_of_steppers_of_coordinates() {
    assert_covered(
        "coordinates(theta, x, y),
         constraints(blade = sin(theta) * x_dot - cos(theta) * y_dot),
         controls(turn, push), forces(theta = turn, x = push * cos(theta), y = push * sin(theta)),
         integrators(Mla, Rk, Shake, Rattle, EnergyPreserving, Lobatto, Feedback),",
        "0.5 * i * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2))",
    );
}

#[test]
fn shells_have_the_signatures_of_vakonomic_starts() {
    assert_covered(
        "coordinates(theta, x, y),
         constraints(blade = sin(theta) * x_dot - cos(theta) * y_dot),
         integrators(Gni, VakonomicGauss(stages = 1)),",
        "0.5 * i * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2))",
    );
}

#[test]
fn shells_have_the_derivatives_of_steps_with_their_sizes() {
    assert_covered(
        "coordinates(theta, x, y),
         constraints(blade = sin(theta) * x_dot - cos(theta) * y_dot),
         integrators(Gni, Rk(order = 4, jacobian)),",
        "0.5 * i * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2))",
    );
}

#[test]
fn groups_on_elements_count_with_their_dimension() {
    assert_covered(
        "groups(body: SO3(a, b, c)), symmetry(SO3(body)), integrators(MoserVeselov, Rdp),",
        "0.5 * i * a.powi(2) + m * (b.powi(2) + 2 * c.powi(2))",
    );
    assert_covered(
        "coordinates(x), groups(pose: SE3(a, b, c, u, v, w)), symmetry(R(x), SE3(pose)),
         integrators(Rdp),",
        "0.5 * i * (a.powi(2) + b.powi(2) + c.powi(2) + x_dot.powi(2))
         + m * (u.powi(2) + v.powi(2) + w.powi(2))",
    );
}

#[test]
fn elements_that_are_no_symmetry_belong_to_the_group_of_a_reduced_system() {
    assert_covered(
        "groups(body: SO3(a, b, c)), integrators(Rdp),",
        "0.5 * i * a.powi(2) + m * (b.powi(2) + c.powi(2))",
    );
}

/// Checks that a misspelt name in the Lagrangian removes no function and no `impl`.
fn assert_covered(keys: &str, lagrangian: &str) {
    let item = "pub struct Body { pub i: f64, pub m: f64 }";
    let [item, whole, broken] = [
        item.to_owned(),
        format!("{keys} lagrangian = {lagrangian}"),
        format!("{keys} lagrangian = unheard_of * {lagrangian}"),
    ]
    .map(|text| text.parse::<TokenStream>().expect("tokens"));
    let generated = generate(whole, item.clone()).expect("a whole model").items;
    let (generated, shells) = (
        generated.into_token_stream().to_string(),
        fallback(broken, item).to_string(),
    );
    for start in ["fn ", "impl "] {
        let (generated, shells) = (heads(&generated, start), heads(&shells, start));
        // Shells do not need the hidden method used by `Watched`, which nobody calls by name.
        let missing = generated.difference(&shells);
        let missing: Vec<_> = missing
            .filter(|head| !head.starts_with("signs_at"))
            .collect();
        assert!(missing.is_empty(), "{missing:#?}");
    }
}

/// Returns the items that begin with a word, up to their bodies.
fn heads<'t>(code: &'t str, start: &str) -> BTreeSet<&'t str> {
    let heads = code.split(start).skip(1);
    heads.filter_map(|head| head.split('{').next()).collect()
}

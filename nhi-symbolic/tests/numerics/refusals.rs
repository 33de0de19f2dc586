//! What is said of models that integrators refuse leads on: every integrator that is named takes them.

use std::collections::BTreeMap;

use nhi_symbolic::diag::Diagnostics;
use nhi_symbolic::schemes::INTEGRATORS;

use crate::support::compiled::{Compiled, model_text};

/// Models that some integrators refuse, each for another reason.
fn models() -> Vec<String> {
    let of = |text: &str| format!("#[nonholonomic({text}, integrators(Gni))] struct M {{}}");
    let turning = "0.5 * (w1.powi(2) + 2 * w2.powi(2) + 3 * w3.powi(2))";
    let plane = "0.5 * (x_dot.powi(2) + y_dot.powi(2))";
    let body = "groups(body: SO3(w1, w2, w3))";
    let mut models = vec![
        of(&format!("{body}, lagrangian = {turning} + w1.powi(4)")),
        of(&format!("{body}, lagrangian = {turning}, forces(w1 = -w1)")),
        of(&format!("{body}, lagrangian = {turning} + body[0][0] * w1.powi(2)")),
        of(&format!(
            "{body}, lagrangian = {turning}, constraints(upright = body[2][0] * w1 + body[2][1] * w2)"
        )),
        of(&format!(
            "coordinates(x, y), {body}, lagrangian = {plane} + {turning}, constraints(c = x_dot - x * y_dot)"
        )),
        of(&format!("coordinates(x, y), lagrangian = {plane} + x_dot.powi(4), symmetry(R(y))")),
        of(&format!(
            "coordinates(x, y), lagrangian = {plane}, constraints(c = (1 + x) * x_dot), symmetry(R(y))"
        )),
        of(&format!("coordinates(x, y), lagrangian = {plane}, constraints(c = x_dot - y)")),
        of(&format!("coordinates(x, y), lagrangian = {plane}, holonomic(c = x - y.powi(2))")),
        of(&format!(
            "coordinates(x, y), lagrangian = {plane} - 0.5 * y_dot.powi(2) * x, constraints(c = x_dot.powi(2) - y_dot)"
        )),
        of("coordinates(x, y, z), lagrangian = 0.5 * (x_dot.powi(2) - y_dot.powi(2) + z_dot.powi(2)),
            constraints(c = x_dot - y_dot)"),
    ];
    let files = [
        "snakeboard",
        "suslov",
        "heavy_top",
        "skating_pendulum",
        "two_wheeled_vehicle",
    ];
    models.extend(files.map(model_text));
    models
}

#[test]
fn integrators_that_a_refusal_names_take_the_model() {
    let mut refusals = 0;
    for model in models() {
        let attempts = INTEGRATORS.iter().map(|integrator| {
            let attempt = Compiled::try_new(&model, integrator.name);
            (integrator.name, attempt.err())
        });
        let attempts: BTreeMap<_, _> = attempts.collect();
        for (integrator, refused) in &attempts {
            for error in refused.iter().flat_map(Diagnostics::errors) {
                refusals += 1;
                let mut named = error.help.split(|c: char| !c.is_alphanumeric());
                let refusing = named
                    .find(|name| matches!(attempts.get(name), Some(Some(_))) && name != integrator);
                assert_eq!(refusing, None, "{error}\n{model}");
            }
        }
    }
    assert!(refusals > 50, "{refusals}");
}

/// A free rigid body has one rotation, and no energy but that of its turning.
#[test]
fn the_moser_veselov_equations_are_those_of_a_free_rigid_body() {
    let turning = "0.5 * (w1.powi(2) + 2 * w2.powi(2) + 3 * w3.powi(2))";
    let body = "groups(body: SO3(w1, w2, w3))";
    let more = "the Lagrangian here is more than the energy of rotation";
    let several = "the configuration here is not a single rotation";
    for (keys, reason) in [
        (format!("{body}, lagrangian = {turning} - body[2][2]"), more),
        (format!("{body}, lagrangian = {turning} + 0.1 * w1"), more),
        (
            format!("{body}, lagrangian = {turning} + (2 + body[2][2]) * w1.powi(2)"),
            more,
        ),
        (
            format!("coordinates(x), {body}, lagrangian = {turning} + 0.5 * x_dot.powi(2)"),
            several,
        ),
        (
            format!(
                "groups(body: SO3(w1, w2, w3), other: SO3(a, b, c)), \
                 lagrangian = {turning} + a.powi(2) + b.powi(2) + c.powi(2)"
            ),
            several,
        ),
    ] {
        let text = format!("#[nonholonomic({keys}, integrators(Rk))] struct M {{}}");
        let refused = Compiled::try_new(&text, "MoserVeselov").err();
        let refused = refused.unwrap_or_else(|| panic!("{keys} is taken"));
        let found: Vec<_> = refused.errors().map(|error| error.found.as_str()).collect();
        assert!(
            found.iter().any(|found| found.contains(reason)),
            "{found:?}"
        );
    }
}

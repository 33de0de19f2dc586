//! `rate(expression)`, the time derivative along the motion.

use super::*;
use crate::expr::Expr;

fn model(keys: &str) -> Result<Model, Diagnostics> {
    let text = format!("#[nonholonomic({keys}, integrators(Gni))] struct S {{ a: f64 }}");
    let ast = parse_file(text.parse().unwrap()).unwrap().remove(0);
    resolve(&ast)
}

/// The values of both expressions at the same numbers of all symbols.
fn values(model: &Model, exprs: &[Expr]) -> Vec<f64> {
    let symbols = model.graph.symbols_of(exprs);
    let numbers = (1..).map(|k| 0.3 + 0.1 * f64::from(k));
    let known: Vec<_> = symbols.into_iter().zip(numbers).collect();
    model.graph.evaluate(exprs, &known)
}

#[test]
fn rates_are_those_of_coordinates_time_and_definitions() {
    let model = model(
        "coordinates(x, theta),
        definitions(front = x + a * cos(theta) * t, speed = rate(front)),
        lagrangian = 0.5 * (x_dot.powi(2) + theta_dot.powi(2)),
        constraints(
            first = speed,
            second = x_dot - a * sin(theta) * theta_dot * t + a * cos(theta),
        )",
    );
    // Two equal constraints are an error of a later stage.
    let model = model.unwrap();
    let exprs: Vec<_> = model.constraints.iter().map(|c| c.expr).collect();
    let [first, second] = values(&model, &exprs)[..] else {
        panic!("two constraints");
    };
    assert!((first - second).abs() < 1e-15, "{first} {second}");
}

#[test]
fn entries_of_group_elements_move_with_the_body() {
    for (group, rate, by_hand) in [
        ("SO3(p, q, r)", "g[0][1]", "g[0][2] * p - g[0][0] * r"),
        (
            "SE3(p, q, r, u, v, w)",
            "g[1][3]",
            "g[1][0] * u + g[1][1] * v + g[1][2] * w",
        ),
        ("SE2(r, u, v)", "g[0][0]", "g[0][1] * r"),
        ("SE2(r, u, v)", "g[1][2]", "g[1][0] * u + g[1][1] * v"),
    ] {
        let names = group.trim_end_matches(')').split_once('(').unwrap().1;
        let energy: Vec<_> = names.split(", ").map(|v| format!("{v}.powi(2)")).collect();
        let model = model(&format!(
            "groups(g: {group}), lagrangian = a * ({}), constraints(one = rate({rate}), two = {by_hand})",
            energy.join(" + ")
        ));
        let model = model.unwrap();
        let exprs: Vec<_> = model.constraints.iter().map(|c| c.expr).collect();
        let values = values(&model, &exprs);
        assert!(
            (values[0] - values[1]).abs() < 1e-15,
            "{group} {rate}: {values:?}"
        );
    }
}

#[test]
fn a_parameter_may_be_called_rate_and_rates_of_velocities_are_refused() {
    let text = "#[nonholonomic(coordinates(x), lagrangian = 0.5 * rate * rate(x).powi(2), integrators(Gni))]
        struct S { rate: f64 }";
    let ast = parse_file(text.parse().unwrap()).unwrap().remove(0);
    resolve(&ast).unwrap();
    for (keys, code) in [
        (
            "lagrangian = 0.5 * a * x_dot.powi(2), constraints(c = rate(x_dot))",
            VelocityNotAllowed,
        ),
        (
            "lagrangian = 0.5 * a * x_dot.powi(2), controls(u), forces(x = rate(u))",
            VelocityNotAllowed,
        ),
        (
            "lagrangian = 0.5 * a * x_dot.powi(2), holonomic(h = rate(x))",
            VelocityNotAllowed,
        ),
        ("lagrangian = 0.5 * a * rate(x, 2)", WrongArity),
    ] {
        let text = format!(
            "#[nonholonomic(coordinates(x), {keys}, integrators(Gni))] struct S {{ a: f64 }}"
        );
        let ast = parse_file(text.parse().unwrap());
        let found = ast.and_then(|mut asts| resolve(&asts.remove(0)));
        let found = found.unwrap_err();
        assert!(
            found.errors().any(|error| error.code == code),
            "{keys}: {found:?}"
        );
    }
}

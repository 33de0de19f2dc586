//! Numbers of scenarios that are written as expressions in parameters.

mod support;

use std::f64::consts::PI;

use support::{Desk, holds, table};

/// A body on a spring that is not linear: its parameters come back as its energy.
const SPRINGS: &str = "#[nonholonomic(
    coordinates(x),
    lagrangian = 0.5 * m * x_dot.powi(2) - 0.5 * k * x.powi(2) - 0.25 * ratio * x.powi(4),
    integrators(Gni),
)]
pub struct Springs { pub m: f64, pub k: f64, pub ratio: f64 }
";

fn springs(parameters: &str, initial: &str) -> (Desk, String) {
    let desk = Desk::new();
    desk.write("springs.nhi", SPRINGS);
    let scenario = format!(
        "model = \"springs.nhi\"\nintegrator = \"Gni\"\nstep = 0.1\nend = 0.1\n[parameters]\n{parameters}\n\
         [initial]\n{initial}\n"
    );
    (desk, scenario)
}

#[test]
fn parameters_are_computed_from_others_in_any_order_and_initial_values_from_all() {
    let (desk, scenario) = springs(
        "k = \"m * ratio.powi(2)\"\nratio = \"2 * pi / 3\"\nm = 2",
        "x = \"sqrt(m) / 4\"\nx_dot = \"-ratio\"",
    );
    desk.write("s.toml", &scenario);
    let (_, rows) = table(&desk.nhi(&["run", "s.toml", "-o", "-"], 0).stdout);
    let (m, ratio) = (2.0_f64, 2.0 * PI / 3.0);
    let (x, v) = (m.sqrt() / 4.0, -ratio);
    let energy = 0.5 * m * v * v + 0.5 * (m * ratio * ratio) * x * x + 0.25 * ratio * x.powi(4);
    for (found, expected) in rows[0].iter().zip([0.0, x, v, energy]) {
        let close = (found - expected).abs() <= 4.0 * f64::EPSILON * expected.abs();
        assert!(close, "{found} {expected}");
    }
}

#[test]
fn options_give_expressions_too() {
    let (desk, scenario) = springs("m = 1\nk = 1\nratio = 1", "x = 0\nx_dot = 0");
    desk.write("s.toml", &scenario);
    let command = [
        "run", "s.toml", "-o", "-", "--set", "x=pi/2", "--set", "m=2*k",
    ];
    let (_, rows) = table(&desk.nhi(&command, 0).stdout);
    assert_eq!(rows[0][1], PI / 2.0);
}

#[test]
fn cycles_are_named_once() {
    let (desk, scenario) = springs(
        "m = \"2 * k\"\nk = \"ratio + 1\"\nratio = \"sin(m)\"",
        "x = 0\nx_dot = 0",
    );
    desk.write("s.toml", &scenario);
    let said = desk.nhi(&["run", "s.toml"], 1).stderr;
    holds(
        &said,
        &[
            "[parameters] m: parameters are computed from each other: `m` from `k` from `ratio` from `m`",
            "s.toml:6:5",
            "6 | m = \"2 * k\"",
        ],
    );
    assert_eq!(said.matches("error").count(), 1, "{said}");
    desk.write("s.toml", scenario.replace("sin(m)", "ratio"));
    let said = desk.nhi(&["run", "s.toml"], 1).stderr;
    holds(&said, &["`ratio` from `ratio`\n"]);
    assert_eq!(said.matches("error").count(), 1, "{said}");
}

#[test]
fn numbers_of_the_start_depend_on_parameters_alone_and_are_finite() {
    let desk = Desk::new();
    for (from, to, pieces) in [
        (
            "m = 1.0",
            "m = \"2 * x\"",
            &[
                "[parameters] m: depends on `x`, which is not a parameter",
                "7 | m =",
            ][..],
        ),
        (
            "x = 0.0",
            "x = \"t\"",
            &[
                "[initial] x: depends on `t`, which is not a parameter",
                "10 | x =",
            ],
        ),
        (
            "x = 0.0",
            "x = \"push\"",
            &["[initial] x: depends on `push`", "10 | x ="],
        ),
        (
            "x = 0.0",
            "x = \"m + mm\"",
            &["depends on `mm`", "10 | x = \"m + mm\""],
        ),
        (
            "x = 0.0",
            "x = \"ln(m - 2)\"",
            &["[initial] x: the value of the expression is NaN", "^^^"],
        ),
        ("m = 1.0", "m = \"1 / 0\"", &["error[E", "7 | m ="]),
    ] {
        holds(&desk.mistake(from, to), pieces);
    }
}

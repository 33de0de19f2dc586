//! Methods with their own step size: laws of time, events, comparisons.

mod support;

use support::{Desk, comparison, holds, table};

/// A spring whose force a control adds to.
const SPRING: &str = "#[nonholonomic(
    coordinates(x),
    lagrangian = 0.5 * x_dot.powi(2) - 0.5 * x.powi(2),
    controls(push),
    forces(x = push),
    integrators(Dop853),
)]
pub struct Spring {}
";

const SCENARIO: &str = "model = \"spring.nhi\"
integrator = \"Dop853(tolerance = 1e-12)\"
step = 0.7
end = 7.0

[initial]
x = 1.0
x_dot = 0.0
";

fn desk(more: &str) -> Desk {
    let desk = Desk::new();
    desk.write("spring.nhi", SPRING);
    let controls = match more.contains("[controls]") {
        true => "",
        false => "[controls]\npush = 0\n",
    };
    desk.write("run.toml", format!("{SCENARIO}{controls}{more}"));
    desk
}

/// Returns the largest error of `x` over the rows.
fn error(desk: &Desk, more: &[&str], exact: impl Fn(f64) -> f64) -> f64 {
    let command = [&["run", "run.toml", "-o", "-"], more].concat();
    let (_, rows) = table(&desk.nhi(&command, 0).stdout);
    assert_eq!(rows.len(), 11);
    let errors = rows.iter().map(|row| (row[1] - exact(row[0])).abs());
    errors.fold(0.0, f64::max)
}

/// `x'' + x = 3 sin 2t` from 1 at rest: `x = cos t + 2 sin t - sin 2t`.
#[test]
fn laws_of_time_alone_keep_the_accuracy_and_held_ones_do_not() {
    let exact = |t: f64| t.cos() + 2.0 * t.sin() - (2.0 * t).sin();
    let desk = desk("[controls]\npush = \"3*sin(2*t)\"\n");
    assert!(error(&desk, &["--strict"], exact) < 1e-10);
    let held = desk
        .read("run.toml")
        .replace("end =", "control_period = 0.7\nend =");
    desk.write("run.toml", held);
    assert!(error(&desk, &[], exact) > 0.1);
}

/// The dense output is off by a few tolerances, and its zero is found to the last digits.
#[test]
fn events_between_distant_rows_are_zeros_of_the_dense_output() {
    let desk = desk(
        "[events]\ncentre = { when = \"x\" }\n[stop]\nwhen = \"x_dot + 0.5\"\ndirection = \"rising\"\n",
    );
    let said = desk
        .nhi(&["run", "run.toml", "-o", "run.csv", "--json"], 0)
        .json();
    let pi = std::f64::consts::PI;
    let expected = [("centre", 0.5 * pi), ("stop", 5.0 * pi / 6.0)];
    let found = said["events"].as_array().unwrap();
    let (_, rows) = table(&desk.read("run.csv"));
    for (event, (name, time)) in found.iter().zip(expected) {
        assert_eq!(event["name"], name);
        let t = event["t"].as_f64().unwrap();
        assert!((t - time).abs() < 1e-10, "{name}: {t}");
        let row = rows.iter().find(|row| (row[0] - t).abs() < 1e-14).unwrap();
        let zero = if name == "centre" {
            row[1]
        } else {
            row[2] + 0.5
        };
        assert!(zero.abs() < 1e-15, "{name}: {zero:e}");
    }
}

#[test]
fn comparisons_divide_the_tolerance_and_say_when_there_is_no_more() {
    let desk = desk("");
    let compare = [
        "compare",
        "run.toml",
        "--integrators",
        "Dop853,Rk(order = 4)",
    ];
    let said = desk.nhi(&compare, 0).stdout;
    holds(
        &said,
        &[
            "tol 1.0e-9",
            "tol 3.9e-12",
            "Taylor to machine precision",
            "tol: the tolerance",
        ],
    );
    let shorter = ["--step", "0.1"];
    let data = comparison(&desk, "run.toml", "Dop853,Rk(order = 4)", &shorter);
    assert_eq!(data["integrators"][0]["runs"][0]["tolerance"], 1e-9);
    let reference = &data["reference"];
    assert!(
        reference["own_error_q"].as_f64().unwrap() < 1e-13,
        "{reference}"
    );
    let of_spring = data["integrators"][1]["runs"][2]["error_q"]["order"].as_f64();
    assert!((of_spring.unwrap() - 4.0).abs() < 0.2, "{of_spring:?}");
}

/// Where a method with its own step size would hold controls, Gauss is the reference.
#[test]
fn references_fall_back_to_gauss() {
    for (law, reference) in [
        ("\"sin(2*t)\"", "Taylor"),
        ("\"abs(sin(2*t))\"", "Taylor"),
        ("\"-x_dot\"", "Gauss(stages = 3)"),
    ] {
        let desk = desk(&format!("[controls]\npush = {law}\n"));
        let data = comparison(&desk, "run.toml", "Rk(order = 4)", &["--step", "0.1"]);
        assert_eq!(data["reference"]["integrator"], reference, "{law}");
    }
}

/// Both methods agree on a spring that acts on one side only and a force that begins within a step.
#[test]
fn steps_end_where_forces_switch() {
    let desk =
        desk("[controls]\npush = { law = \"-3 * max(x, 0) - step(t - 0.7)\", inside = true }\n");
    let last = |integrator: &str| {
        let command = ["run", "run.toml", "--integrator", integrator, "-o", "-"];
        let (_, rows) = table(&desk.nhi(&command, 0).stdout);
        rows.last().unwrap()[1..3].to_vec()
    };
    let [of_taylor, of_dormand_prince] = [last("Taylor"), last("Dop853(tolerance = 1e-12)")];
    for (a, b) in of_taylor.into_iter().zip(of_dormand_prince) {
        assert!((a - b).abs() < 1e-10, "{a} {b}");
    }
}

#[test]
fn taylor_refuses_very_many_switches() {
    let many: Vec<_> = (0..33).map(|place| format!("abs(x - {place})")).collect();
    let law = many.join(" + ");
    let desk = desk(&format!(
        "[controls]\npush = {{ law = \"-({law})\", inside = true }}\n"
    ));
    let said = desk.nhi(&["run", "run.toml", "--integrator", "Taylor"], 1);
    holds(
        &said.stderr,
        &[
            "E084",
            "cannot expand `abs`",
            "at most 32 functions that switch",
            "choose `Dop853`",
        ],
    );
    desk.nhi(&["run", "run.toml", "-o", "run.csv"], 0);
}

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

/// Where a method with its own step size would hold values that it cannot compute within a step,
/// Gauss is the reference. Laws of the state are part of its equations.
#[test]
fn references_fall_back_to_gauss() {
    for (law, reference) in [
        ("\"sin(2*t)\"", "Taylor"),
        ("\"abs(sin(2*t))\"", "Taylor"),
        ("\"-x_dot\"", "Taylor"),
        ("\"-delay(x_dot, 0.2)\"", "Gauss(stages = 3)"),
        (
            "{ law = \"-delay(x_dot, 0.2)\", inside = true }",
            "Gauss(stages = 3)",
        ),
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

/// A crank and a rod of equal length, with a slider. The two are folded at an angle of `pi / 2`. At
/// this configuration the constraints depend on each other.
const FOLDING: &str = "#[nonholonomic(
    coordinates(a, b, s),
    lagrangian = 0.5 * j * a_dot.powi(2) + 0.5 * k * b_dot.powi(2) + 0.5 * m * s_dot.powi(2),
    holonomic(along = r * cos(a) + l * cos(b) - s, across = r * sin(a) - l * sin(b)),
    forces(s = -0.001 * s_dot),
    integrators(Mla),
)]
pub struct Folding { j: f64, k: f64, m: f64, r: f64, l: f64 }
";

/// The energy after 6 s, by the equation of motion of the angle `a = b` alone:
/// `M a'' = -M' a'^2 / 2 - 0.001 sin(a)^2 a'` with `M = 1.5 (1 + sin(a)^2)`.
fn energy_of_the_folding_motion() -> f64 {
    let mass = |a: f64| 1.5 * (1.0 + a.sin().powi(2));
    let slope = |[a, v]: [f64; 2]| {
        let (sine, cosine) = a.sin_cos();
        let forces = -1.5 * sine * cosine * v * v - 0.001 * sine * sine * v;
        [v, forces / mass(a)]
    };
    let (mut y, h) = ([0.3, 1.0], 1e-3);
    for _ in 0..6000 {
        let moved = |k: [f64; 2], h: f64| [y[0] + h * k[0], y[1] + h * k[1]];
        let k1 = slope(y);
        let k2 = slope(moved(k1, 0.5 * h));
        let k3 = slope(moved(k2, 0.5 * h));
        let k4 = slope(moved(k3, h));
        y = [0, 1].map(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]));
    }
    0.5 * mass(y[0]) * y[1] * y[1]
}

/// Steps of Taylor's method shorten towards the folded configuration, until round-off would decide
/// on which of two branches the motion goes on. Longer steps pass over it.
#[test]
fn taylor_stops_where_round_off_would_decide() {
    let desk = Desk::new();
    desk.write("crank.nhi", FOLDING);
    desk.write(
        "run.toml",
        "model = \"crank.nhi\"\nintegrator = \"Taylor\"\nstep = 0.005\nend = 6.0\n[parameters]\nj = 1\nk = 0.5\nm = 1.5\nr = 0.5\nl = 0.5\n[initial]\n\
         a = 0.3\nb = 0.3\ns = \"cos(0.3)\"\na_dot = 1\nb_dot = 1\ns_dot = \"-sin(0.3)\"\n",
    );
    let failed = desk.nhi(&["run", "run.toml", "-o", "out.csv"], 3);
    holds(&failed.stderr, &["singular configuration"]);
    let reached = failed.stderr.split("reached t = ").nth(1).unwrap();
    let reached: f64 = reached.split(' ').next().unwrap().parse().unwrap();
    assert!((reached - 1.54).abs() < 1e-3, "{reached}");
    let (_, rows) = table(&desk.read("out.csv"));
    let last = rows[rows.len() - 1][1];
    assert!((last - 1.57).abs() < 1e-2, "{last}");

    let expected = energy_of_the_folding_motion();
    for integrator in ["Dop853", "Taylor(tolerance = 1e-12)", "Gauss(stages = 3)"] {
        let command = ["run", "run.toml", "-o", "-", "--integrator", integrator];
        let (columns, rows) = table(&desk.nhi(&command, 0).stdout);
        let place = columns.iter().position(|name| name == "energy").unwrap();
        let energy = rows[rows.len() - 1][place];
        assert!(
            (energy - expected).abs() < 1e-6,
            "{integrator}: {energy} {expected}"
        );
    }
}

/// Forces that the slopes at the beginning of a step do not show: of saturated friction, of a spring
/// with gaps in its series, of a pulse far ahead, of patches on the way, of signs that switch often.
#[test]
fn steps_do_not_pass_over_forces_ahead() {
    let friction = "-5 * tanh(x_dot / 0.1)";
    let patch = "-0.2 * x_dot * step(1 - hypot(x - 20, 0.5))";
    let pi = std::f64::consts::PI;
    // Six halves of the period cancel each other.
    let square = 10.0 - 6.0 * pi / 2.0;
    let cases = [
        (
            "friction",
            friction,
            3.0,
            2.0,
            "x",
            (4.5 + (0.1 * pi).powi(2) / 12.0) / 5.0,
        ),
        ("saturated", friction, 3.0, 2.0, "x_dot", 0.0),
        ("quartic", "-x.powi(3)", 1.0, 2.0, "energy", 0.5),
        (
            "pulse",
            "exp(-((t - 5) / 0.5).powi(2))",
            0.0,
            10.0,
            "x_dot",
            0.5 * pi.sqrt(),
        ),
        (
            "patch",
            patch,
            1.0,
            300.0,
            "x_dot",
            1.0 - 0.4 * 0.75_f64.sqrt(),
        ),
        ("square", "sign(sin(2 * t))", 0.0, 10.0, "x_dot", square),
    ];
    for (name, force, x_dot, end, column, expected) in cases {
        let desk = Desk::new();
        let potential = if name == "quartic" {
            "- 0.25 * x.powi(4)"
        } else {
            ""
        };
        let forces = match name {
            "quartic" => String::new(),
            _ => format!("forces(x = {force}),"),
        };
        desk.write(
            "model.nhi",
            format!(
                "#[nonholonomic(coordinates(x), lagrangian = 0.5 * x_dot.powi(2) {potential}, {forces}
                 integrators(Taylor, Dop853(tolerance = 1e-9)))] struct Body {{}}"
            ),
        );
        for (integrator, accuracy) in [("Taylor", 1e-11), ("Dop853(tolerance = 1e-9)", 1e-6)] {
            desk.write(
                "run.toml",
                format!(
                    "model = \"model.nhi\"\nintegrator = \"{integrator}\"\nstep = 0.1\n\
                     end = {end:?}\n[initial]\nx_dot = {x_dot:?}\n"
                ),
            );
            let said = desk.nhi(&["run", "run.toml", "-o", "-"], 0);
            let (names, rows) = table(&said.stdout);
            let place = names.iter().position(|other| other == column).unwrap();
            let found = rows.last().unwrap()[place];
            assert!(
                (found - expected).abs() < accuracy,
                "{name} by {integrator}: {found} instead of {expected}"
            );
        }
    }
}

/// A knife edge on a circle: reactions of the constraint would do work, more and more, if the
/// velocity were free to leave it.
const KNIFE_EDGE: &str = "#[nonholonomic(
    coordinates(th, x, y),
    lagrangian = 0.5 * (th_dot.powi(2) + x_dot.powi(2) + y_dot.powi(2)),
    constraints(blade = sin(th) * x_dot - cos(th) * y_dot),
    integrators(Dop853),
)]
pub struct KnifeEdge {}
";

const CIRCLE: &str = "model = \"knife_edge.nhi\"
integrator = \"Dop853\"
step = 0.1
end = 1000
[initial]
th_dot = 3
x_dot = 1
";

fn knife_edge() -> Desk {
    let desk = Desk::new();
    desk.write("knife_edge.nhi", KNIFE_EDGE);
    desk.write("run.toml", CIRCLE);
    desk
}

#[test]
fn reactions_of_velocity_constraints_do_no_work_over_a_long_run() {
    let desk = knife_edge();
    for (integrator, most) in [
        ("Dop853", 1e-6),
        ("Dop853(tolerance = 1e-12)", 1e-9),
        ("Taylor", 1e-11),
    ] {
        let arguments = [
            "run",
            "run.toml",
            "--integrator",
            integrator,
            "-o",
            "run.csv",
        ];
        desk.nhi(&arguments, 0);
        let written = desk.read("run.csv");
        let (names, rows) = table(&written);
        let energy = names.iter().position(|name| name == "energy").unwrap();
        let end = rows[rows.len() - 1][energy];
        assert!((end - 5.0).abs() < most, "{integrator}: {end}");
    }
}

/// Two runs to machine precision differ by their rounding errors, which a chaotic motion enlarges.
#[test]
fn the_error_of_a_reference_contains_that_of_sensitive_motions() {
    let desk = Desk::new();
    desk.write(
        "double_pendulum.nhi",
        "#[nonholonomic(coordinates(a, b), lagrangian = a_dot.powi(2) + 0.5 * b_dot.powi(2) + a_dot * b_dot * cos(a - b) \
         + 9.81 * (2 * cos(a) + cos(b)), integrators(Mla))] pub struct DoublePendulum {}",
    );
    desk.write(
        "run.toml",
        "model = \"double_pendulum.nhi\"\nintegrator = \"Mla\"\nstep = 0.01\nend = 25\n[initial]\na = 2\nb = 2.5\n",
    );
    let arguments = ["compare", "run.toml", "--integrators", "Lobatto", "--json"];
    let found = desk.nhi(&arguments, 0).json();
    let own = found["reference"]["own_error_q"].as_f64().unwrap();
    assert!(own > 1e-2, "{own}");
}

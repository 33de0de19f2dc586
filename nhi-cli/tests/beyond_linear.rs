//! Nonlinear constraints, dissipation and friction by constraint forces, in the command.

#[path = "beyond_linear/driven.rs"]
mod driven;
#[path = "beyond_linear/locked.rs"]
mod locked;
mod support;

use std::f64::consts::PI;

use support::{Desk, holds, root, table};

fn column(text: &str, name: &str) -> Vec<f64> {
    let (names, rows) = table(text);
    let place = names.iter().position(|known| known == name);
    let place = place.unwrap_or_else(|| panic!("no column {name} in {names:?}"));
    rows.iter().map(|row| row[place]).collect()
}

fn ended(desk: &Desk, scenario: &str, options: &[&str], name: &str) -> f64 {
    let arguments = [&["run", scenario, "-o", "-"], options].concat();
    let said = desk.nhi(&arguments, 0);
    *column(&said.stdout, name).last().expect("a row")
}

/// A wheel that rolls straight on, against a resistance that is proportional to the force of the ground.
const WHEEL: &str = "#[nonholonomic(
    coordinates(x, z, phi),
    lagrangian = 0.5 * m * (x_dot.powi(2) + z_dot.powi(2)) + 0.5 * j * phi_dot.powi(2) - m * 9.81 * z,
    constraints(rolling = x_dot - r * phi_dot),
    holonomic(ground = z - r),
    contacts(ground >= 0),
    forces(phi = -c * lambda.ground * sign(phi_dot)),
    integrators(Mla),
)]
struct Wheel { m: f64, j: f64, r: f64, c: f64 }";

const ROLLING: &str = "model = \"wheel.nhi\"
integrator = \"Mla\"
step = 0.01
end = 60.0
[parameters]
m = 2.0
j = 0.3
r = 0.5
c = 0.02
[initial]
z = \"r\"
phi_dot = 3.0
x_dot = 1.5
[stop]
when = \"phi_dot\"
";

#[test]
fn rolling_resistance_stops_a_wheel_when_it_must() {
    let desk = Desk::new();
    desk.write("wheel.nhi", WHEEL);
    desk.write("wheel.toml", ROLLING);
    let (m, j, r, c): (f64, f64, f64, f64) = (2.0, 0.3, 0.5, 0.02);
    let stop = 3.0 * (j + m * r * r) / (c * m * 9.81);
    // The force of a step of the first two is that of its middle; the others evaluate it on both sides of the switch.
    for (integrator, off) in [
        ("Mla", 1e-9),
        ("Dla", 1e-9),
        ("Lobatto", 0.01),
        ("Rk(order = 4)", 0.01),
    ] {
        let t = ended(&desk, "wheel.toml", &["--integrator", integrator], "t");
        assert!(
            (t - stop).abs() < off,
            "{integrator}: {t} instead of {stop}"
        );
    }
    // Until then every method has the exact speed.
    for integrator in ["Mla", "Dla", "Lobatto", "Gauss", "Rk(order = 4)", "Dop853"] {
        let speed = ended(
            &desk,
            "wheel.toml",
            &["--integrator", integrator, "--end", "5"],
            "phi_dot",
        );
        let exact = 3.0 * (1.0 - 5.0 / stop);
        assert!(
            (speed - exact).abs() < 1e-11,
            "{integrator}: {speed} instead of {exact}"
        );
    }
    let note = desk.nhi(&["check", "wheel.nhi"], 0);
    holds(
        &(note.stdout + &note.stderr),
        &["E078", "the force on `phi` switches"],
    );
}

#[test]
fn a_force_is_linear_in_the_multipliers() {
    let desk = Desk::new();
    desk.write(
        "wheel.nhi",
        WHEEL.replace("lambda.ground *", "abs(lambda.ground) *"),
    );
    let said = desk.nhi(&["check", "wheel.nhi"], 1);
    holds(
        &said.stderr,
        &["E077", "not linear in `lambda.ground`", "wheel.nhi:7"],
    );
    desk.write(
        "wheel.nhi",
        WHEEL.replace("lambda.ground *", "lambda.grond *"),
    );
    let said = desk.nhi(&["check", "wheel.nhi"], 1);
    holds(&said.stderr, &["E040", "did you mean `lambda.ground`?"]);
}

/// A block falls on the ground and is braked there. The friction is a definition, which is an output too.
#[test]
fn a_constraint_force_may_stand_in_a_definition() {
    let desk = Desk::new();
    let block = "#[nonholonomic(
        coordinates(x, z),
        definitions(grip = mu * lambda.floor * sign(x_dot)),
        lagrangian = 0.5 * m * (x_dot.powi(2) + z_dot.powi(2)) - m * g * z,
        holonomic(floor = z),
        contacts(floor >= 0, opens),
        forces(x = -grip),
        integrators(Mla),
    )]
    struct Block { m: f64, g: f64, mu: f64 }";
    desk.write("block.nhi", block);
    desk.write(
        "block.toml",
        "model = \"block.nhi\"\nintegrator = \"Mla\"\nstep = 0.01\nend = 0.2\n[parameters]\nm = 2\ng = 10\nmu = 0.5\n\
         [initial]\nz = 0.1\nx_dot = 3\n[output]\nfriction = \"grip\"\n",
    );
    let said = desk.nhi(&["run", "block.toml", "-o", "-"], 0);
    let friction = column(&said.stdout, "friction");
    assert_eq!([friction[0], friction[friction.len() - 1]], [0.0, 10.0]);
    let v = ended(&desk, "block.toml", &[], "x_dot");
    let late = desk
        .read("block.toml")
        .replace("\"grip\"", "\"delay(grip, 0.05)\"");
    desk.write("late.toml", late);
    let said = desk.nhi(&["run", "late.toml", "-o", "-"], 1);
    holds(
        &said.stderr,
        &["late.toml:13", "depends on the energy or a multiplier"],
    );
    let landing = 0.02_f64.sqrt();
    assert!((v - (3.0 - 5.0 * (0.2 - landing))).abs() < 1e-12, "{v}");
}

/// A definition that only outputs read exerts no force.
#[test]
fn a_definition_that_no_force_reads_changes_no_equation() {
    let desk = Desk::new();
    let sleigh = std::fs::read_to_string(root().join("tests/models/chaplygin_sleigh.nhi")).unwrap();
    let key = "    lagrangian";
    let with = sleigh.replacen(
        key,
        &format!("    definitions(load = 2 * lambda.blade),\n{key}"),
        1,
    );
    assert_ne!(sleigh, with);
    let steps = [sleigh, with].map(|model| {
        desk.write("sleigh.nhi", model);
        desk.nhi(&["check", "sleigh.nhi"], 0).stdout
    });
    assert_eq!(steps[0], steps[1]);
}

/// A mass on a spring with dry friction: half waves about `f/k` and `-f/k` in turn, each smaller by
/// `2 f/k`, until it sticks.
#[test]
fn dry_friction_is_followed_over_reversals_and_its_failures_are_explained() {
    let desk = Desk::new();
    let block = "#[nonholonomic(
        coordinates(x),
        lagrangian = 0.5 * m * x_dot.powi(2) - 0.5 * k * x.powi(2),
        forces(x = -f * sign(x_dot)),
        integrators(Mla),
    )]
    struct Block { m: f64, k: f64, f: f64 }";
    desk.write("block.nhi", block);
    let scenario = |integrator: &str, step: f64, end: f64| {
        format!(
            "model = \"block.nhi\"\nintegrator = \"{integrator}\"\nstep = {step}\nend = {end}\n\
             [parameters]\nm = 1\nk = 1\nf = 0.1\n[initial]\nx = 3\nx_dot = 0\n"
        )
    };
    let half_waves = (20.0 / PI).floor();
    let side = if half_waves % 2.0 == 0.0 { 1.0 } else { -1.0 };
    let about = 0.1 * side;
    let amplitude = side * (3.0 - 0.2 * half_waves) - about;
    let expected = about + amplitude * (20.0 - half_waves * PI).cos();
    for tolerance in [1e-6, 1e-9, 1e-12] {
        let integrator = format!("Dop853(tolerance = {tolerance:e})");
        desk.write("block.toml", scenario(&integrator, 1.0, 20.0));
        let error = (ended(&desk, "block.toml", &[], "x") - expected).abs();
        assert!(error < 1e2 * tolerance, "{tolerance:e}: {error:e}");
    }
    desk.write("block.toml", scenario("Taylor", 1.0, 20.0));
    let error = (ended(&desk, "block.toml", &[], "x") - expected).abs();
    assert!(error < 1e-13, "{error:e}");
    for (integrator, step) in [("Mla", 0.01), ("Dop853", 0.1), ("Taylor", 0.1)] {
        desk.write("block.toml", scenario(integrator, step, 60.0));
        let said = desk.nhi(&["run", "block.toml", "-o", "block.csv"], 3);
        holds(&said.stderr, &["`tanh(v / eps)` in place of `sign(v)`"]);
        if integrator != "Mla" {
            holds(&said.stderr, &["the motion sticks"]);
        }
    }
}

#[test]
fn dissipation_takes_energy_or_is_refused() {
    let desk = Desk::new();
    let slide = "#[nonholonomic(
        coordinates(x), lagrangian = 0.5 * m * x_dot.powi(2), dissipation = 0.5 * c * x_dot.powi(2), integrators(Mla)
    )]
    struct Slide { m: f64, c: f64 }";
    desk.write("slide.nhi", slide);
    desk.write(
        "slide.toml",
        "model = \"slide.nhi\"\nintegrator = \"Gauss\"\nstep = 0.05\nend = 2.0\n[parameters]\nm = 2.0\nc = 0.5\n[initial]\nx_dot = 3.0\n\
         [output]\nlost = \"dissipation_power\"\n",
    );
    let v = ended(&desk, "slide.toml", &[], "x_dot");
    assert!((v - 3.0 * (-0.5_f64).exp()).abs() < 1e-12, "{v}");
    let lost = ended(&desk, "slide.toml", &[], "lost");
    assert!((lost + 0.5 * v * v).abs() < 1e-12, "{lost}");
    // A name of the scenario comes first.
    let other = [
        ("lost =", "dissipation_power ="),
        ("\"dissipation_power\"", "\"x_dot\""),
    ];
    let text = desk.read("slide.toml");
    let text = other
        .iter()
        .fold(text, |text, (old, new)| text.replace(old, new));
    desk.write("own.toml", text);
    let own = ended(&desk, "own.toml", &[], "dissipation_power");
    assert_eq!(own, v);
    desk.write("slide.nhi", slide.replace("= 0.5 * c", "= -0.5 * c"));
    let said = desk.nhi(&["check", "slide.nhi"], 1);
    holds(&said.stderr, &["E069", "positive at x_dot = ", ", c = "]);
}

#[test]
fn a_tippe_top_turns_over_and_keeps_the_integral_of_jellett() {
    let desk = Desk::new();
    let scenario =
        std::fs::read_to_string(root().join("tests/scenarios/tippe_top.toml")).expect("a scenario");
    let model = root().join("tests/models/tippe_top.nhi");
    let scenario = scenario.replace("../models/tippe_top.nhi", &model.display().to_string());
    let outputs = "[output]\nupright = \"body[2][2]\"\njellett = \"j1 * w1 * (body[0][0] * arm_x + body[1][0] * arm_y \
                   + body[2][0] * arm_z) + j1 * w2 * (body[0][1] * arm_x + body[1][1] * arm_y + body[2][1] * arm_z) \
                   + j3 * w3 * (body[0][2] * arm_x + body[1][2] * arm_y + body[2][2] * arm_z)\"\n";
    desk.write("top.toml", format!("{scenario}\n{outputs}"));
    let said = desk.nhi(
        &[
            "run",
            "top.toml",
            "--integrator",
            "Dop853",
            "--end",
            "6",
            "--step",
            "0.01",
            "-o",
            "-",
        ],
        0,
    );
    let (jellett, upright) = (
        column(&said.stdout, "jellett"),
        column(&said.stdout, "upright"),
    );
    let worst = jellett
        .iter()
        .map(|x| (x / jellett[0] - 1.0).abs())
        .fold(0.0, f64::max);
    assert!(worst < 1e-6, "{worst:e}");
    assert!(
        upright[0] > 0.99 && *upright.last().expect("a row") < -0.95,
        "{upright:?}"
    );
}

#[test]
fn nonlinear_constraints_need_a_rule_and_starts_are_projected() {
    let desk = Desk::new();
    let model = "#[nonholonomic(
        coordinates(x, y), lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2)),
        constraints(speed = x_dot.powi(2) + y_dot.powi(2) - 4), forces(x = -y_dot, y = x_dot), integrators(Mla)
    )]
    struct Pursuit {}";
    desk.write("pursuit.nhi", model);
    desk.write(
        "pursuit.toml",
        "model = \"pursuit.nhi\"\nintegrator = \"Mla\"\nstep = 0.05\nend = 1.0\n[initial]\nx_dot = 1.0\ny_dot = 0.5\n",
    );
    let said = desk.nhi(&["check", "pursuit.nhi"], 1);
    holds(
        &said.stderr,
        &["E053", "`rule = Chetaev`", "`VakonomicGauss`"],
    );
    desk.write(
        "pursuit.nhi",
        model.replace("forces(", "rule = Chetaev, forces("),
    );
    desk.nhi(&["run", "pursuit.toml"], 1);
    let speed = |name| ended(&desk, "pursuit.toml", &["--project"], name);
    let (vx, vy) = (speed("x_dot"), speed("y_dot"));
    assert!((vx.hypot(vy) - 2.0).abs() < 1e-14, "{vx} {vy}");
    // No direction is nearest to rest.
    let at_rest = ["--project", "--set", "x_dot=0", "--set", "y_dot=0"];
    let said = desk.nhi(&[&["run", "pursuit.toml"], &at_rest[..]].concat(), 1);
    holds(&said.stderr, &["speed: residual -4.0, relative"]);
    let said = desk.nhi(
        &[
            "run",
            "pursuit.toml",
            "--project",
            "--integrator",
            "VakonomicGauss",
        ],
        1,
    );
    holds(&said.stderr, &["`rule = Chetaev`"]);
    let said = desk.nhi(
        &[
            "run",
            "pursuit.toml",
            "--project",
            "--integrator",
            "Feedback",
        ],
        1,
    );
    holds(&said.stderr, &["affine in the velocities"]);
}

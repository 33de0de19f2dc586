//! `nhi check SCENARIO`: how the parasitic mode of a reflection will grow, against runs and closed forms.

mod support;

use support::{Desk, holds, root, table};

/// A sleigh that is pushed along its heading; the constraint is written times a factor.
fn sleigh(factor: &str) -> String {
    format!(
        "#[nonholonomic(
    coordinates(x, y, theta),
    lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * inertia * theta_dot.powi(2),
    constraints(blade = ({factor}) * (sin(theta) * x_dot - cos(theta) * y_dot + a * theta_dot)),
    controls(push),
    forces(x = push * cos(theta), y = push * sin(theta)),
    integrators(Mla),
)]
pub struct Sleigh {{ pub inertia: f64, pub a: f64 }}
"
    )
}

/// Straight ahead with the speed 2.
fn straight(integrator: &str, push: &str) -> String {
    format!(
        "model = \"sleigh.nhi\"
integrator = \"{integrator}\"
step = 0.01
end = 4.0

[parameters]
inertia = 0.25
a = 0.5

[initial]
x = 0.0
y = 0.0
theta = 0.0
x_dot = 2.0
y_dot = 0.0
theta_dot = 0.0

[controls]
push = {push}
"
    )
}

#[track_caller]
fn foretold(desk: &Desk, scenario: &str) -> [f64; 3] {
    let data = desk.nhi(&["check", scenario, "--json"], 0).json();
    let mode = &data["parasitic_mode"];
    ["first", "factor", "t"].map(|key| mode[key].as_f64().expect("a number"))
}

/// A scenario of the tests under `Gni`.
fn reflected(desk: &Desk, name: &str) {
    for ending in ["nhi", "toml"] {
        let path = root().join(format!("nhi-cli/tests/models/{name}.{ending}"));
        let text = std::fs::read_to_string(path).unwrap();
        let text = text.replace("integrator = \"Mla\"", "integrator = \"Gni\"");
        desk.write(&format!("{name}.{ending}"), text);
    }
}

/// The first level is the mean of a few steps, so it foretells the size and not the digits. The mass matrix of the car depends
/// on its configuration, that of the robot is constant.
#[test]
fn the_level_at_the_end_of_a_run_is_what_was_foretold() {
    let desk = Desk::new();
    for name in ["car_trailer", "caster_robot"] {
        reflected(&desk, name);
        let scenario = format!("{name}.toml");
        let text = desk.read(&scenario);
        // Short enough for the mode to be small.
        desk.write(&scenario, text.replace("end = 12.0", "end = 7.0"));
        let [first, factor, t] = foretold(&desk, &scenario);
        let csv = desk.nhi(&["run", &scenario, "-o", "-"], 0).stdout;
        let (columns, rows) = table(&csv);
        let place = columns
            .iter()
            .position(|name| name == "watch.parasitic_mode");
        let last = rows.last().unwrap();
        let level = last[place.unwrap()];
        let share = level / (first * factor);
        println!("{name}: {level:.3e} at the end, {share:.3} of what was foretold");
        assert_eq!(t, last[0], "{name}: the mode grows to the end");
        assert!(
            level < 0.05 && (0.5..2.0).contains(&share),
            "{name}: {share}"
        );
    }
}

/// Its speed is `2 - t`, and the mode grows as fast as the turning decays, by `exp(2 t - t^2 / 2)`.
#[test]
fn a_mode_that_decays_in_the_end_is_told_at_its_largest() {
    let desk = Desk::new();
    desk.write("sleigh.nhi", sleigh("1"));
    desk.write("sleigh.toml", straight("Gni", "-1.0"));
    let [_, factor, t] = foretold(&desk, "sleigh.toml");
    assert!((factor - 2.0_f64.exp()).abs() < 1e-3, "{factor}");
    assert!((t - 2.0).abs() < 1e-9, "{t}");
}

#[test]
fn the_growth_does_not_depend_on_how_a_constraint_is_written() {
    let factor = |written: &str| {
        let desk = Desk::new();
        desk.write("sleigh.nhi", sleigh(written));
        desk.write("sleigh.toml", straight("Gni", "0.0"));
        foretold(&desk, "sleigh.toml")[1]
    };
    let [plain, other] = ["1", "3 + cos(x)"].map(factor);
    let exact = 8.0_f64.exp();
    assert!((plain / exact - 1.0).abs() < 1e-3, "{plain}");
    assert!((other / exact - 1.0).abs() < 1e-3, "{other}");
}

#[test]
fn a_compensated_reflection_is_not_said_to_grow() {
    let desk = Desk::new();
    desk.write("sleigh.nhi", sleigh("1"));
    desk.write(
        "sleigh.toml",
        straight("Gni(reflection = Compensated)", "0.0"),
    );
    let said = desk.nhi(&["check", "sleigh.toml"], 0);
    holds(
        &said.stdout,
        &["parasitic mode", "the reflection keeps it from growing"],
    );
    assert!(
        !said.stdout.contains("grows") && said.stderr.is_empty(),
        "{said:?}"
    );
}

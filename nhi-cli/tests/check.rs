//! `nhi check` of models: verdicts with witnesses.

mod support;

use support::{Desk, PARTICLE, SCENARIO, holds, root};

#[test]
fn check_gives_verdicts_on_sound_models() {
    let desk = Desk::new();
    let said = desk.nhi(&["check", "particle.nhi"], 0);
    holds(
        &said.stdout,
        &[
            "Particle: 3 coordinates, 1 velocity constraint",
            "regular Lagrangian",
            "nonholonomic             yes",
            "Gni",
        ],
    );
    let data = desk.nhi(&["check", "particle.nhi", "--json"], 0).json();
    assert_eq!(
        data["models"][0]["constraints"],
        serde_json::json!(["rise"])
    );
}

#[test]
fn check_finds_what_is_wrong_with_a_witness() {
    let desk = Desk::new();
    for (from, to, found) in [
        (
            "rise = z_dot - y * x_dot",
            "rise = z_dot - y * x_dot, twice = 2 * z_dot - 2 * y * x_dot",
            &["error[E071]", "twice = 2*rise"][..],
        ),
        (
            "+ z_dot.powi(2))",
            "- y_dot.powi(2) + y * y_dot + z_dot.powi(2))",
            &["error[E070]", "not quadratic in `y_dot`"],
        ),
        (
            "integrators(",
            "symmetry(R(x), R(y)), integrators(",
            &[
                "error[E073]",
                "constraint `rise` is not invariant under R(y): it depends on `y` through `-x_dot*y`",
            ],
        ),
    ] {
        desk.write("bad.nhi", PARTICLE.replace(from, to));
        holds(&desk.nhi(&["check", "bad.nhi"], 1).stderr, found);
    }
    desk.write(
        "flat.nhi",
        PARTICLE.replace("z_dot - y * x_dot", "x * x_dot + z * z_dot"),
    );
    let said = desk.nhi(&["check", "flat.nhi"], 0);
    holds(&said.stdout, &["nonholonomic             no"]);
    holds(&said.stderr, &["note[E072]", "Frobenius", "flat.nhi:4:17"]);
}

#[test]
fn check_tells_of_symmetry_and_of_singular_configurations() {
    let desk = Desk::new();
    desk.write(
        "turned.nhi",
        PARTICLE
            .replace("z_dot - y * x_dot", "sin(y) * z_dot - y * x_dot")
            .replace("integrators(", "symmetry(R(x)), integrators("),
    );
    let said = desk.nhi(&["check", "turned.nhi"], 0);
    holds(
        &said.stdout,
        &[
            "invariance               yes  R(x); no momentum was found to be constant",
            "reduction                yes  no symmetry directions inside the constraints",
            "regular everywhere       no   at y = 0 constraint `rise` contains no velocity",
        ],
    );
    holds(&said.stderr, &["note[E074]", "turned.nhi:4:17"]);
    desk.write(
        "blocked.nhi",
        PARTICLE
            .replace("y * x_dot", "y * y_dot")
            .replace("integrators(", "symmetry(R(x)), integrators("),
    );
    let said = desk.nhi(&["check", "blocked.nhi"], 0);
    let missing =
        "reduction                no   no motion of the group makes up for a velocity of y, z";
    holds(&said.stdout, &[missing]);
    holds(&said.stderr, &["note[E086]", "for a velocity of `y`, `z`"]);
}

/// A scenario names its integrator, but no declaration of the model is ignored.
#[test]
fn integrators_of_the_model_are_checked_with_a_scenario() {
    let desk = Desk::new();
    let falling = "#[nonholonomic(coordinates(z), lagrangian = 0.5 * m * z_dot.powi(2) - m * z, \
                   holonomic(floor = z), contacts(floor >= 0, opens), \
                   integrators(Mla, Feedback(position_rate = 0.5)))]\npub struct Ball { pub m: f64 }";
    desk.write("ball.nhi", falling);
    let scenario = "model = \"ball.nhi\"\nintegrator = \"Mla\"\nstep = 0.1\nend = 0.5\n[parameters]\nm = 1\n[initial]\nz = 1\n";
    desk.write("ball.toml", scenario);
    desk.nhi(&["run", "ball.toml", "-o", "ball.csv"], 0);
    for (list, expected) in [("Nope(foo = 7)", "E080"), ("Gauss(phi = 3)", "E082")] {
        desk.write(
            "wrong.nhi",
            PARTICLE.replace("integrators(", &format!("integrators({list}, ")),
        );
        desk.write("wrong.toml", SCENARIO.replace("particle.nhi", "wrong.nhi"));
        for command in ["check", "run", "linearise"] {
            let said = desk.nhi(&[command, "wrong.toml"], 1).stderr;
            holds(&said, &[expected, "wrong.nhi:"]);
        }
    }
}

/// Two walls cannot be touched at once.
#[test]
fn dumps_are_of_the_motion_that_is_checked() {
    let model = root().join("tests/contacts/walls.nhi");
    let desk = Desk::new();
    for stage in ["mechanics", "scheme", "program"] {
        let said = desk.nhi(&["dump", model.to_str().unwrap(), "--stage", stage], 0);
        holds(&said.stdout, &["x_dot"]);
    }
}

#[test]
fn check_reports_the_mistakes_of_every_model_of_a_file() {
    let desk = Desk::new();
    let wrong = PARTICLE.replace("rise = z_dot", "rise = w_dot");
    desk.write(
        "two.nhi",
        format!("{wrong}{}", wrong.replace("Particle", "Other")),
    );
    let said = desk.nhi(&["check", "two.nhi"], 1).stderr;
    assert_eq!(said.matches("error[E040]").count(), 2, "{said}");
}

#[test]
fn check_tells_which_combinations_of_constraints_integrate() {
    let desk = Desk::new();
    desk.write("drive.nhi", DRIVE);
    let said = desk.nhi(&["check", "drive.nhi"], 0);
    let verdict = "nonholonomic             yes  of 3 independent combinations of the constraints 1 \
                   integrates to a condition on positions: `roll_right - roll_left`; growth vector \
                   (2, 3, 4), motions reach 4 of 5 dimensions";
    holds(&said.stdout, &[verdict]);
    holds(&said.stderr, &["note[E072]", "`roll_right - roll_left`"]);
    let data = desk.nhi(&["check", "drive.nhi", "--json"], 0).json();
    assert_eq!(
        data["models"][0]["integrability"],
        serde_json::json!({
            "growth_vector": [2, 3, 4],
            "with_time": false,
            "integrable": 1,
            "combinations": ["roll_right - roll_left"],
            "reachable_dimension": 4,
        })
    );
    // The same distribution, with the rate of the heading in place of one wheel.
    let turn = "roll_right = d * a_dot - r * (right_dot - left_dot) / 2";
    let other = DRIVE
        .lines()
        .map(|line| match line.contains("roll_right =") {
            true => format!("{turn},\n"),
            false => format!("{line}\n"),
        });
    desk.write("other.nhi", other.collect::<String>());
    let data = desk.nhi(&["check", "other.nhi", "--json"], 0).json();
    let found = &data["models"][0]["integrability"];
    assert_eq!(found["growth_vector"], serde_json::json!([2, 3, 4]));
    assert_eq!(found["combinations"], serde_json::json!(["roll_right"]));
}

const DRIVE: &str = "/// A robot on two driven wheels.
#[nonholonomic(
    coordinates(x, y, a, left, right),
    lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * j * (a_dot.powi(2) + left_dot.powi(2) + right_dot.powi(2)),
    constraints(
        roll_right = cos(a) * x_dot + sin(a) * y_dot + d * a_dot - r * right_dot,
        roll_left = cos(a) * x_dot + sin(a) * y_dot - d * a_dot - r * left_dot,
        skid = sin(a) * x_dot - cos(a) * y_dot,
    ),
    integrators(Mla),
)]
pub struct Drive { pub m: f64, pub j: f64, pub d: f64, pub r: f64 }
";

/// `cos(atan2(y, x))` is `x / hypot(x, y)`, which the test for constraints that integrate does not
/// know. The verdict says so.
#[test]
fn verdicts_name_functions_without_identities() {
    let desk = Desk::new();
    let winch = |x: &str, y: &str| {
        format!(
            "#[nonholonomic(coordinates(x, y, drum), integrators(Mla), constraints(rope = {x} * x_dot + {y} * y_dot - r * drum_dot),
             lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + drum_dot.powi(2)))] struct Winch {{ r: f64 }}"
        )
    };
    let reserve = "provided that `atan2` is independent of the other functions";
    desk.write("winch.nhi", winch("cos(atan2(y, x))", "sin(atan2(y, x))"));
    holds(&desk.nhi(&["check", "winch.nhi"], 0).stdout, &[reserve]);
    desk.write("winch.nhi", winch("x / hypot(x, y)", "y / hypot(x, y)"));
    let said = desk.nhi(&["check", "winch.nhi"], 0).stdout;
    holds(&said, &["nonholonomic             no"]);
    assert!(!said.contains(reserve), "{said}");
}

#[test]
fn integrators_that_contacts_do_not_allow_are_errors_of_the_model() {
    let desk = Desk::new();
    for (integrator, needed) in [
        ("VakonomicRattle", "an integrator of mechanical motion"),
        ("Mla(jacobian)", "`Mla` without `jacobian`"),
    ] {
        desk.write(
            "drop.nhi",
            format!(
                "#[nonholonomic(
                    coordinates(z),
                    lagrangian = 0.5 * z_dot.powi(2) - 9.81 * z,
                    holonomic(floor = z),
                    contacts(floor >= 0, opens),
                    integrators({integrator}),
                )]
                pub struct Drop {{}}"
            ),
        );
        let said = desk.nhi(&["check", "drop.nhi"], 1).stderr;
        holds(&said, &["E089", needed]);
    }
}

//! Group elements in scenarios and tables.

mod support;

use serde_json::Value;
use support::{Desk, holds, root, strict, table};

const TOP: &str = "#[nonholonomic(
    coordinates(x),
    groups(body: SO3(w1, w2, w3), pose: SE3(p1, p2, p3, p4, p5, p6)),
    lagrangian = 0.5 * x_dot.powi(2) + 0.5 * (w1.powi(2) + w2.powi(2) + 2 * w3.powi(2)) - weight * body[2][2]
        + p1.powi(2) + p2.powi(2) + p3.powi(2) + p4.powi(2) + p5.powi(2) + p6.powi(2),
    controls(u),
    forces(w1 = u),
    integrators(Rk(order = 4)),
)]
pub struct Top {
    /// Weight times length [N m]
    pub weight: f64,
}
";

const SCENARIO: &str = "model = \"top.nhi\"
integrator = \"Rk(order = 4)\"
step = 0.1
end = 0.2
[parameters]
weight = 1.0
[initial]
x = 0.5
body = [[1, 0, 0], [0, 1.0, 0], [0, 0, 1]]
pose = [[0, -1, 0, 7], [1, 0, 0, 8], [0, 0, 1, 9], [0, 0, 0, 1]]
x_dot = 0
w1 = 0.1
w2 = 0.2
w3 = 3.0
p1 = 0
p2 = 0
p3 = 0
p4 = 1
p5 = 0
p6 = 0
[controls]
u = \"body[2][2] * w3\"
";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("top.nhi", TOP);
    desk.write("top.toml", SCENARIO);
    desk
}

/// Runs the scenario with one text replaced by another, which is a mistake.
#[track_caller]
fn mistake(from: &str, to: &str) -> String {
    let desk = desk();
    assert!(SCENARIO.contains(from), "{from}");
    desk.write("bad.toml", SCENARIO.replace(from, to));
    desk.nhi(&["run", "bad.toml"], 1).stderr
}

#[test]
fn tables_hold_entries_row_by_row_and_body_velocities_by_name() {
    let desk = desk();
    let (header, rows) = table(&desk.nhi(&["run", "top.toml", "-o", "-"], 0).stdout);
    assert_eq!(header[..4], ["t", "x", "body[0][0]", "body[0][1]"]);
    assert_eq!(
        header[11..15],
        ["pose[0][0]", "pose[0][1]", "pose[0][2]", "pose[0][3]"]
    );
    assert_eq!(header[23..27], ["x_dot", "w1", "w2", "w3"]);
    assert_eq!(header[33..35], ["energy", "u"]);
    let watched = [
        "watch.energy",
        "watch.speed",
        "watch.turn",
        "watch.held_control",
        "watch.alternation",
    ];
    assert_eq!(header[35..], watched);
    assert_eq!(rows[0][11..15], [0.0, -1.0, 0.0, 7.0]);
    assert_eq!(rows[0][34], 3.0);
    // The pose moves along its own first axis, the second of space.
    assert!((rows[2][18] - 8.2).abs() < 1e-12);
    assert!(rows[2][10] < 1.0);
}

#[test]
fn the_first_steps_are_those_of_the_reference_data() {
    let desk = Desk::new();
    let text = std::fs::read(root().join("tests/fixtures/free_rigid_body.json")).unwrap();
    let data: Value = serde_json::from_slice(&text).unwrap();
    let scenario = root().join("tests/scenarios/free_rigid_body.toml");
    let scenario = scenario.to_str().unwrap();
    let arguments = ["run", scenario, "--step", "0.05", "--end", "0.5", "-o", "-"];
    let (_, rows) = table(&desk.nhi(&arguments, 0).stdout);
    let steps = data["integrators"][0]["R"].as_array().unwrap();
    assert_eq!(rows.len(), steps.len());
    for (row, expected) in rows.iter().zip(steps) {
        for (value, expected) in row[1..10].iter().zip(expected.as_array().unwrap()) {
            assert!((value - expected.as_f64().unwrap()).abs() < 1e-12);
        }
    }
}

#[test]
fn rows_that_are_no_group_element_are_refused_by_how_much_they_are_off() {
    holds(
        &mistake("[0, 1.0, 0]", "[0, 1.5, 0]"),
        &[
            "[initial] body",
            "not a rotation",
            "1.2e0",
            "3 rows of 3 numbers",
        ],
    );
    holds(&mistake("[0, 1.0, 0]", "[0, -1.0, 0]"), &["reflection"]);
    holds(&mistake("[0, 1.0, 0], ", ""), &["rows of length 3, 3"]);
    holds(&mistake("[0, 1.0, 0]", "[0, nan, 0]"), &["not finite"]);
    holds(
        &mistake("[0, 0, 0, 1]]", "[0, 0, 0, 2]]"),
        &["[initial] pose", "last row [0.0, 0.0, 0.0, 2.0]"],
    );
    holds(
        &mistake("[[1, 0, 0], [0, 1.0, 0], [0, 0, 1]]", "1"),
        &["found the number 1.0"],
    );
}

/// The last row of a rigid motion is known.
#[test]
fn rigid_motions_may_leave_out_their_last_row() {
    let desk = desk();
    let short = SCENARIO.replace("[0, 0, 1, 9], [0, 0, 0, 1]]", "[0, 0, 1, 9]]");
    assert_ne!(short, SCENARIO);
    desk.write("short.toml", short);
    let tables = ["top.toml", "short.toml"].map(|name| {
        let said = desk.nhi(&["run", name, "-o", "-"], 0);
        table(&said.stdout)
    });
    assert_eq!(tables[0], tables[1]);
    let said = mistake("[0, 0, 1, 9], [0, 0, 0, 1]]", "[0, 0, 1, 9], [0, 0, 1, 1]]");
    holds(&said, &["found the last row"]);
}

#[test]
fn group_elements_are_not_numbers() {
    let desk = desk();
    for name in ["body", "body[0][0]"] {
        let set = format!("{name}=1");
        let said = desk.nhi(&["run", "top.toml", "--set", &set], 1).stderr;
        holds(&said, &["a group element is not one number"]);
    }
    let said = mistake(
        "[controls]",
        "[sketch]\npart = { ball = 0.1, group = \"bod\" }\n[controls]",
    );
    holds(&said, &["there is no group element `bod`", "body", "pose"]);
}

#[test]
fn a_model_with_group_elements_is_checked_derived_and_dumped() {
    let desk = desk();
    let said = desk.nhi(&["check", "top.nhi"], 0).stdout;
    holds(&said, &["1 coordinate and 2 group elements"]);
    let said = desk.nhi(&["derive", "top.nhi"], 0).stdout;
    holds(&said, &["body velocity of `body` in SO3"]);
    let said = desk.nhi(&["dump", "top.nhi", "--stage", "model"], 0).stdout;
    holds(
        &said,
        &["body in SO3 with body velocity: w1, w2, w3", "force on w1"],
    );
    let said = desk
        .nhi(&["run", "top.toml", "--integrator", "Shake"], 1)
        .stderr;
    holds(&said, &["error[E105]", "`body` is an element of SO3"]);
}

/// A torque that is constant in space turns with the body as `R^T F`. Every step changes the
/// momentum in space by `h F`, wherever in the step the torque is evaluated.
#[test]
fn a_force_that_is_constant_in_space_changes_the_momentum_in_space_by_its_impulse() {
    let desk = Desk::new();
    desk.write(
        "body.nhi",
        "#[nonholonomic(
            groups(g: SO3(w1, w2, w3)), integrators(Mla),
            lagrangian = w1.powi(2) + 2 * w2.powi(2) + 3 * w3.powi(2),
            forces(w1 = 0.3 * g[0][0], w2 = 0.3 * g[0][1], w3 = 0.3 * g[0][2]),
        )]
        pub struct Body {}",
    );
    desk.write(
        "body.toml",
        "model = \"body.nhi\"\nintegrator = \"Mla\"\nstep = 0.1\nsteps = 30\n\
         [initial]\nw1 = 0.5\nw2 = 0.4\nw3 = -0.7\n[output]\n\
         along = \"2 * g[0][0] * w1 + 4 * g[0][1] * w2 + 6 * g[0][2] * w3 - 0.3 * t\"\n\
         across = \"2 * g[1][0] * w1 + 4 * g[1][1] * w2 + 6 * g[1][2] * w3\"\n",
    );
    for integrator in [
        "Dla",
        "Dla(quadrature = Left)",
        "Dla(quadrature = Trapezoidal)",
        "Dap(alpha = 0.25)",
        "Gni(quadrature = Midpoint)",
    ] {
        let said = desk.nhi(
            &["run", "body.toml", "--integrator", integrator, "-o", "-"],
            0,
        );
        let (columns, rows) = table(&said.stdout);
        for (name, expected) in [("along", 1.0), ("across", 1.6)] {
            let place = columns.iter().position(|column| column == name).unwrap();
            for row in &rows {
                assert!(
                    (row[place] - expected).abs() < 1e-11,
                    "{integrator}: {}",
                    row[place]
                );
            }
        }
    }
}

#[test]
fn velocities_are_projected_beside_an_element_that_satisfies_its_position_constraint() {
    let desk = Desk::new();
    desk.write(
        "rod.nhi",
        "#[nonholonomic(
    coordinates(z),
    groups(body: SO3(w1, w2, w3)),
    lagrangian = 0.5 * m * z_dot.powi(2) + 0.5 * (w1.powi(2) + w2.powi(2) + w3.powi(2)),
    holonomic(rod = z - body[2][2]),
    integrators(Mla),
)]
pub struct Rod {
    pub m: f64,
}
",
    );
    let scenario = "model = \"rod.nhi\"
integrator = \"Mla\"
step = 0.1
steps = 2
[parameters]
m = 2
[initial]
z = 1
z_dot = 0.5
w1 = 1
";
    desk.write("rod.toml", scenario);
    desk.nhi(&["run", "rod.toml"], 1);
    let said = desk.nhi(&["run", "rod.toml", "--project"], 0).stderr;
    holds(
        &said,
        &["the initial velocity was projected", "z_dot: 0.5 -> "],
    );
    // The element itself is not moved.
    desk.write("rod.toml", scenario.replace("z = 1", "z = 1.1"));
    let said = desk.nhi(&["run", "rod.toml", "--project"], 1).stderr;
    holds(&said, &["finds no nearby ones", "group elements"]);
}

/// Quaternions of length one have a mass matrix without the direction of their length, and at the
/// identity this is the only direction of one velocity. Neither may make weights vanish.
#[test]
fn quaternions_start_at_the_identity() {
    let integrators =
        "Mla, Dla, Rk(order = 4), Gauss(stages = 3), Dop853(tolerance = 1e-11), Taylor";
    let energy = "0.5 * (w1 * w1 + 2 * w2 * w2 + 2.5 * w3 * w3)";
    let quaternion = format!(
        "#[nonholonomic(
            coordinates(e0, e1, e2, e3),
            definitions(
                w1 = 2 * (-e1 * e0_dot + e0 * e1_dot + e3 * e2_dot - e2 * e3_dot),
                w2 = 2 * (-e2 * e0_dot - e3 * e1_dot + e0 * e2_dot + e1 * e3_dot),
                w3 = 2 * (-e3 * e0_dot + e2 * e1_dot - e1 * e2_dot + e0 * e3_dot),
            ),
            lagrangian = {energy},
            holonomic(unit = e0 * e0 + e1 * e1 + e2 * e2 + e3 * e3 - 1),
            integrators({integrators}),
        )] struct Body {{}}"
    );
    let matrix = format!(
        "#[nonholonomic(groups(body: SO3(w1, w2, w3)), lagrangian = {energy}, integrators(Gauss(stages = 3)))] struct Body {{}}"
    );
    let scenario = |initial: &str, entry: &str| {
        format!(
            "model = \"body.nhi\"\nintegrator = \"Gauss(stages = 3)\"\nstep = 0.01\nend = 3\n\
             [initial]\n{initial}\n[output]\nentry = \"{entry}\"\n"
        )
    };
    let last = |desk: &Desk, integrator: &str| {
        let rows = strict(desk, "body.toml", integrator);
        *rows.last().unwrap().last().unwrap()
    };
    let desk = Desk::new();
    desk.write("body.nhi", matrix);
    desk.write(
        "body.toml",
        scenario("w1 = 0.7\nw2 = 1.0\nw3 = -0.4", "body[0][0]"),
    );
    let expected = last(&desk, "Gauss(stages = 3)");
    desk.write("body.nhi", quaternion);
    let initial = "e0 = 1\ne1_dot = 0.35\ne2_dot = 0.5\ne3_dot = -0.2";
    desk.write(
        "body.toml",
        scenario(initial, "1 - 2 * (e2 * e2 + e3 * e3)"),
    );
    let exact = [
        ("Gauss(stages = 3)", 1e-10),
        ("Taylor", 1e-11),
        ("Dop853(tolerance = 1e-11)", 1e-8),
    ];
    let others = [("Mla", 1e-4), ("Dla", 1e-4), ("Rk(order = 4)", 1e-7)];
    for (integrator, accuracy) in exact.into_iter().chain(others) {
        let found = last(&desk, integrator);
        assert!(
            (found - expected).abs() < accuracy,
            "{integrator}: {found} {expected}"
        );
    }
}

/// Axles in line are parallel: the constraints then have no connection, and the motion passes.
#[test]
fn reduced_steps_pass_shapes_without_a_connection() {
    let desk = Desk::new();
    desk.write(
        "train.nhi",
        "#[nonholonomic(
            coordinates(x, y, th0, th1, th2),
            definitions(
                x1 = x - d*cos(th1), y1 = y - d*sin(th1),
                x2 = x1 - d*cos(th2), y2 = y1 - d*sin(th2),
            ),
            lagrangian = 0.5*m*(x_dot.powi(2) + y_dot.powi(2)) + 0.5*j*(th0_dot.powi(2) + th1_dot.powi(2) + th2_dot.powi(2)),
            constraints(
                axle0 = sin(th0)*x_dot - cos(th0)*y_dot,
                axle1 = sin(th1)*rate(x1) - cos(th1)*rate(y1),
                axle2 = sin(th2)*rate(x2) - cos(th2)*rate(y2),
            ),
            controls(turn),
            forces(th0 = turn),
            symmetry(SE2(th0, th1, th2, x, y)),
            integrators(Rdp),
        )]
        pub struct Train { pub m: f64, pub j: f64, pub d: f64 }",
    );
    let scenario = |turn: &str| {
        format!(
            "model = \"train.nhi\"\nintegrator = \"Rdp\"\nstep = 0.01\nend = 2\n[parameters]\nm = 10\nj = 1\nd = 1.5\n\
             [initial]\nx_dot = 1\n[controls]\nturn = \"{turn}\"\n"
        )
    };
    let last = |integrator: &str, step: &str| {
        let run = [
            "run",
            "train.toml",
            "-o",
            "-",
            "--integrator",
            integrator,
            "--step",
            step,
        ];
        table(&desk.nhi(&run, 0).stdout).1.pop().unwrap()
    };
    desk.write("train.toml", scenario("0"));
    for integrator in ["Rdp", "Rdp(retraction = Cayley)", "Rdp(retraction = Ccsk)"] {
        let row = last(integrator, "0.01");
        assert!((row[1] - 2.0).abs() < 1e-12, "{integrator}: {row:?}");
    }
    // From the straight line, through it and back.
    desk.write("train.toml", scenario("2*cos(4*t)"));
    let exact = last("Gauss(stages = 3)", "0.01");
    for integrator in ["Rdp", "Rdp(retraction = Cayley)"] {
        let errors = ["0.02", "0.01"].map(|step| {
            let row = last(integrator, step);
            let differences = row[1..6]
                .iter()
                .zip(&exact[1..6])
                .map(|(x, y)| (x - y).abs());
            differences.fold(0.0, f64::max)
        });
        assert!(
            errors[1] < 1e-3 && errors[0] > 3.0 * errors[1],
            "{integrator}: {errors:?}"
        );
    }
}

//! `nhi run` watches its runs: what follows the motion is quiet, what leaves it is flagged in time.

mod support;

use support::{Desk, SCENARIO, holds, root, table};

/// Integrators that take every model here. Those that reflect lose such motions.
const INTEGRATORS: [&str; 12] = [
    "Gni",
    "Gni(start = Smooth)",
    "Gni(start = Paper)",
    "Shake",
    "Rattle",
    "Dla",
    "Dap",
    "Mla",
    "Lobatto",
    "EnergyPreserving",
    "Rk",
    "Rk(order = 4)",
];

/// A trajectory in the plane.
#[derive(Clone)]
struct Path(Vec<[f64; 3]>);

impl Path {
    fn of(text: &str) -> Self {
        let (columns, rows) = table(text);
        let place = |name: &str| columns.iter().position(|column| column == name).unwrap();
        let places = ["t", "x", "y"].map(place);
        Self(rows.iter().map(|row| places.map(|i| row[i])).collect())
    }

    /// The first time at which this path is off the other, at the same times, by more than a share of the way gone.
    fn leaves(&self, other: &Self, share: f64) -> Option<f64> {
        let mut gone = 0.0;
        for (k, (here, there)) in self.0.iter().zip(&other.0).enumerate() {
            let distance = |a: &[f64; 3], b: &[f64; 3]| (a[1] - b[1]).hypot(a[2] - b[2]);
            gone += if k > 0 {
                distance(&other.0[k - 1], there)
            } else {
                0.0
            };
            if distance(here, there) > share * gone {
                return Some(here[0]);
            }
        }
        None
    }
}

/// Runs with a tenth of the step count as exact, because their method has order four.
fn exact(desk: &Desk, scenario: &str, step: f64, more: &[&str]) -> Path {
    let fine = format!("{}", step / 10.0);
    let run = ["run", scenario, "-o", "-", "--every", "10", "--step", &fine];
    let run = [&run[..], &["--integrator", "Rk(order = 4)"], more].concat();
    Path::of(&desk.nhi(&run, 0).stdout)
}

/// Every integrator follows the motion, or is flagged before its error passes a tenth of the path.
/// Those that were flagged, each with the concerns.
#[track_caller]
fn flagged(
    scenario: &str,
    exact: impl Fn(&Path) -> Path,
    more: &[&str],
) -> Vec<(&'static str, String)> {
    let desk = Desk::new();
    let mut flagged = Vec::new();
    for integrator in INTEGRATORS {
        let run = [
            "run",
            scenario,
            "-o",
            "run.csv",
            "--json",
            "--integrator",
            integrator,
        ];
        let output = desk.command(&[&run[..], more].concat()).output().unwrap();
        let data: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let has_failed = !data["failure"].is_null();
        let data = if has_failed { &data["result"] } else { &data };
        if data["watch"].is_null() {
            // The integrator does not take the model, or its first step.
            assert_eq!(output.status.code(), Some(1), "{integrator}: {output:?}");
            continue;
        }
        let findings = data["watch"].as_array().unwrap();
        let since = findings
            .iter()
            .filter_map(|finding| finding["since"].as_f64());
        let since = since.reduce(f64::min);
        let path = Path::of(&desk.read("run.csv"));
        let exact = exact(&path);
        match path.leaves(&exact, 0.1) {
            Some(lost) => {
                let since = since.unwrap_or(f64::INFINITY);
                assert!(
                    since <= lost,
                    "{integrator} leaves at {lost}, flagged at {since}"
                );
                flagged.push((integrator, data["watch"].to_string()));
            }
            None => {
                let is_true = !has_failed && path.leaves(&exact, 0.01).is_none();
                let text = format!("{integrator} is right and flagged: {findings:?}");
                assert!(!is_true || findings.is_empty(), "{text}");
            }
        }
    }
    flagged
}

/// Reflections lose a robot that runs forwards; others follow it.
#[track_caller]
fn reflections_are_flagged(scenario: &str, step: f64, more: &[&str]) {
    let exact = exact(&Desk::new(), scenario, step, more);
    let flagged = flagged(scenario, |_| exact.clone(), more);
    let flagged: Vec<_> = flagged.into_iter().map(|(name, _)| name).collect();
    assert!(flagged.contains(&"Gni(start = Paper)"), "{flagged:?}");
    assert!(
        !flagged.contains(&"Mla") && !flagged.contains(&"Lobatto"),
        "{flagged:?}"
    );
}

#[test]
fn a_robot_with_a_caster() {
    let scenario = root().join("nhi-cli/tests/models/caster_robot.toml");
    reflections_are_flagged(scenario.to_str().unwrap(), 0.005, &[]);
}

#[test]
fn a_car_with_a_trailer() {
    let scenario = root().join("nhi-cli/tests/models/car_trailer.toml");
    reflections_are_flagged(scenario.to_str().unwrap(), 0.01, &[]);
}

#[test]
fn the_starter_to_thirty_seconds() {
    let scenario = root().join("nhi-cli/starter/sleigh.toml");
    reflections_are_flagged(scenario.to_str().unwrap(), 0.02, &["--end", "30"]);
}

/// The centre of the ball runs in a circle, with `inertia / (inertia + m radius^2)` of the table's rate.
fn centre_on_a_turntable(path: &Path) -> Path {
    let rate = 1.5 * 0.1 / (0.1 + 1.0 * 0.5 * 0.5);
    let ([x, y], [x_dot, y_dot]) = ([0.2, 0.4], [-0.85, 1.3]);
    // From the centre of the circle to the start.
    let [from_x, from_y] = [y_dot / rate, -x_dot / rate];
    let at = |&[t, ..]: &[f64; 3]| {
        let (sin, cos) = (rate * t).sin_cos();
        [
            t,
            x + (cos - 1.0) * from_x - sin * from_y,
            y + sin * from_x + (cos - 1.0) * from_y,
        ]
    };
    Path(path.0.iter().map(at).collect())
}

#[test]
fn a_ball_whose_angles_come_near_their_pole() {
    let scenario = root().join("nhi-cli/tests/models/turntable_ball_angles.toml");
    let scenario = scenario.to_str().unwrap();
    let flagged = flagged(scenario, centre_on_a_turntable, &[]);
    assert!(flagged.len() >= 6, "{flagged:?}");
    for (integrator, findings) in &flagged {
        assert!(findings.contains("\"pole\""), "{integrator}: {findings}");
    }
    let said = Desk::new().nhi(&["run", scenario, "--end", "2", "-o", "-"], 0);
    holds(&said.stdout, &["watch.pole"]);
    holds(
        &said.stderr,
        &["rad from a pole of its chart since t = ", "SO3"],
    );
}

/// The angle at which a particle that moves on a straight line ends: 1 m off at first, past the origin at a
/// distance of 0.02 m with 1.0002 m/s, 4 s in all.
fn end_of_a_straight_line() -> f64 {
    let [x, y] = [1.0 - 4.0, 0.02 * 4.0_f64];
    y.atan2(x)
}

#[test]
fn a_mass_matrix_that_is_all_but_singular_is_flagged_before_the_motion_is_lost() {
    let scenario = root().join("nhi-cli/tests/models/polar_particle.toml");
    let scenario = scenario.to_str().unwrap();
    let error_and_notes = |integrator: &str, step: &str| {
        let run = ["run", scenario, "-o", "-", "--integrator", integrator];
        let said = Desk::new().nhi(&[&run[..], &["--step", step]].concat(), 0);
        let (columns, rows) = table(&said.stdout);
        let place = columns.iter().position(|column| column == "phi").unwrap();
        let phi = rows.last().unwrap()[place];
        ((phi - end_of_a_straight_line()).abs(), said.stderr)
    };
    for integrator in ["Mla", "Dla", "Lobatto", "Gauss"] {
        let (error, notes) = error_and_notes(integrator, "0.05");
        let is_flagged = notes.contains("a pivot of the mass matrix");
        assert!(is_flagged, "{integrator}: {error}: {notes}");
        let (error, notes) = error_and_notes(integrator, "0.002");
        assert!(error < 1e-3 && notes.is_empty(), "{error}: {notes}");
    }
    let (error, _) = error_and_notes("Mla", "0.05");
    assert!(error > 0.2, "{error}: no motion is lost");
}

/// `[yaw, lean, steer]` of the two-mass-skate bicycle, whose mass matrix is singular while it does not steer,
/// after two seconds, and the notes.
fn ridden(integrator: &str, step: &str, lean_rate: &str, steer: &str) -> ([f64; 3], String) {
    let scenario = root().join("nhi-cli/tests/models/two_mass_skate.toml");
    let (lean, steer) = (format!("lean_dot={lean_rate}"), format!("steer={steer}"));
    let run = [
        "run",
        scenario.to_str().unwrap(),
        "-o",
        "-",
        "--project",
        "--end",
        "2",
    ];
    let choice = [
        "--integrator",
        integrator,
        "--step",
        step,
        "--set",
        &lean,
        "--set",
        &steer,
    ];
    let said = Desk::new().nhi(&[&run[..], &choice].concat(), 0);
    let (columns, rows) = table(&said.stdout);
    let last = rows.last().unwrap();
    let value = |name: &str| last[columns.iter().position(|column| column == name).unwrap()];
    (["yaw", "lean", "steer"].map(value), said.stderr)
}

#[test]
fn a_method_that_needs_the_mass_matrix_is_flagged_near_its_singularity() {
    for (step, lean_rate, steer, at_least) in [
        ("0.004", "0.1", "0.001", 0.01),
        ("0.004", "0.05", "0.1", 0.1),
        ("0.001", "0.01", "0.02", 0.05),
    ] {
        let (right, quiet) = ridden("Dop853(tolerance = 1e-12)", "0.01", lean_rate, steer);
        assert!(!quiet.contains("a pivot of the mass matrix"), "{quiet}");
        let (found, notes) = ridden("Lobatto", step, lean_rate, steer);
        let off = found.iter().zip(&right);
        let off = off
            .map(|(a, b)| (a - b).abs() / b.abs())
            .fold(0.0, f64::max);
        assert!(off > at_least, "{step}, {lean_rate}, {steer}: {off}");
        assert!(
            notes.contains("a pivot of the mass matrix"),
            "{off}: {notes}"
        );
    }
}

#[test]
fn a_step_that_is_far_too_long_is_flagged_and_strict_makes_it_a_failure() {
    let desk = Desk::new();
    let scenario = root().join("nhi-cli/starter/sleigh.toml");
    let scenario = scenario.to_str().unwrap();
    let run = [
        "run",
        scenario,
        "--step",
        "2",
        "--end",
        "20",
        "--integrator",
        "Mla",
    ];
    let said = desk.nhi(&run, 0);
    holds(&said.stderr, &["note: ", "since t = ", "shorter"]);
    let said = desk.nhi(&[&run[..], &["--strict"]].concat(), 3);
    holds(&said.stderr, &["--strict", "wrote"]);
    let run = [
        "run",
        scenario,
        "--step",
        "0.01",
        "--integrator",
        "Mla",
        "--strict",
    ];
    assert_eq!(desk.nhi(&run, 0).stderr, "");
}

/// `[lowest, highest]` energy of a run in the quartic well, which the motion keeps at 1.522, and the notes.
fn energies_in_the_well(integrator: &str, step: &str) -> ([f64; 2], String) {
    let scenario = root().join("nhi-cli/tests/models/quartic_well.toml");
    let run = ["run", scenario.to_str().unwrap(), "-o", "-", "--step", step];
    let said = Desk::new().nhi(&[&run[..], &["--integrator", integrator]].concat(), 0);
    let (columns, rows) = table(&said.stdout);
    let place = columns
        .iter()
        .position(|column| column == "energy")
        .unwrap();
    let energies = || rows.iter().map(|row| row[place]);
    let ends = [
        energies().fold(f64::INFINITY, f64::min),
        energies().fold(0.0, f64::max),
    ];
    (ends, said.stderr)
}

#[test]
fn steps_that_are_solved_by_another_motion_are_flagged_where_nothing_else_shows_them() {
    for (integrator, step) in [("Mla", "2"), ("Lobatto", "1")] {
        let ([_, highest], notes) = energies_in_the_well(integrator, step);
        assert!(highest > 4.0, "{integrator}: {highest}: no other motion");
        let is_flagged = notes.contains("the speed changes by");
        assert!(is_flagged, "{integrator}: {highest}: {notes}");
    }
    for integrator in ["Mla", "Lobatto", "Gauss"] {
        let ([lowest, highest], notes) = energies_in_the_well(integrator, "0.1");
        let error = (highest - lowest) / 1.522;
        assert!(error < 0.01 && notes.is_empty(), "{error}: {notes}");
    }
}

#[test]
fn a_control_of_the_state_that_is_held_is_said_to_be() {
    let desk = Desk::new();
    let held = [
        "--set",
        "push=-5*x_dot",
        "--integrator",
        "Rk(order = 4)",
        "-o",
        "-",
    ];
    let run = |step| {
        desk.nhi(
            &[&["run", "run.toml", "--step", step], &held[..]].concat(),
            0,
        )
    };
    holds(&run("0.05").stderr, &["a held control", "order one"]);
    assert!(!run("0.001").stderr.contains("of its largest value"));
    holds(&run("0.05").stdout, &["watch.held_control"]);
}

/// The energy of a quartic well overflows before the coordinates do.
#[test]
fn numbers_that_overflow_are_said_to() {
    let desk = Desk::new();
    let scenario = root().join("nhi-cli/tests/models/quartic_well.toml");
    let run = ["run", scenario.to_str().unwrap(), "-o", "run.csv"];
    let long = ["--integrator", "Rk", "--step", "4", "--end", "400"];
    let said = desk.nhi(&[run.as_slice(), &long].concat(), 3).stderr;
    holds(
        &said,
        &["the numbers of the run overflow; the step of `Rk` is too long"],
    );
    assert!(!said.contains("NaN %") && !said.contains("inf %"), "{said}");
}

/// Each substep solves its own equations.
#[test]
fn the_many_iterations_of_composed_steps_are_no_finding() {
    let scenario = root().join("tests/scenarios/chaplygin_sleigh.toml");
    let desk = Desk::new();
    for order in [4, 6, 8] {
        let integrator = format!("Mla(order = {order})");
        let path = scenario.to_str().expect("a path");
        let run = ["run", path, "-o", "run.csv", "--strict", "--integrator"];
        desk.nhi(&[&run[..], &[&integrator]].concat(), 0);
    }
}

#[test]
fn a_position_whose_terms_vanish_on_the_way_is_kept() {
    let desk = Desk::new();
    desk.write(
        "bead.nhi",
        "#[nonholonomic(
    coordinates(phi, s),
    lagrangian = 0.5 * m * (phi_dot.powi(2) + s_dot.powi(2) + s.powi(2) * phi_dot.powi(2)),
    prescribed(phi = w * sin(t)),
    integrators(Mla),
)]
pub struct Bead {
    pub m: f64,
    pub w: f64,
}
",
    );
    // At t = 0, after ten steps, coordinate and law are round-off.
    for integrator in ["Mla", "Lobatto", "Gauss", "Rattle", "Dop853"] {
        desk.write(
            "bead.toml",
            format!(
                "model = \"bead.nhi\"\nintegrator = \"{integrator}\"\nstart = -1\nstep = 0.1\nend = 1\n\
                 [parameters]\nm = 1\nw = 0.7\n[initial]\ns = 0.9\ns_dot = 0.2\n"
            ),
        );
        desk.nhi(&["run", "bead.toml", "--strict"], 0);
    }
}

#[test]
fn only_laws_of_the_present_state_are_held() {
    let desk = Desk::new();
    let scenario = |law: &str| {
        let scenario = SCENARIO.replace("0.5*t", law);
        format!("{scenario}[output]\nearlier = \"delay(x, 0.1)\"\n")
    };
    desk.write("run.toml", scenario("0.5*t"));
    let said = desk.nhi(&["run", "run.toml"], 0).stderr;
    assert!(!said.contains("a held control"), "{said}");
    let held = "a held control: it depends on the state";
    let interpolated = "a delayed value, which is interpolated linearly";
    for (law, is_held) in [
        ("0.1*x", true),
        ("0.1*x + delay(x, 0.1)", true),
        ("0.1*delay(x, 0.1)", false),
        ("delay(0.1*delay(x, 0.1), 0.1)", false),
    ] {
        desk.write("run.toml", scenario(law));
        let said = desk.nhi(&["run", "run.toml"], 0).stderr;
        assert_eq!(said.contains(held), is_held, "{law}: {said}");
        // The integrator of the scenario has no higher order.
        assert!(!said.contains(interpolated), "{law}: {said}");
        let precise = ["run", "run.toml", "--integrator", "Rk(order = 4)"];
        let said = desk.nhi(&precise, 0).stderr;
        assert_eq!(said.contains(held), is_held, "{law}: {said}");
        assert_eq!(said.contains(interpolated), !is_held, "{law}: {said}");
    }
}

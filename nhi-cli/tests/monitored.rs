//! The run monitor on forces, controls of the time, stiff damping, contacts and turns: what is wrong is noted, what
//! is right is not.

mod support;

use support::{Desk, holds, root, table};

/// An oscillator with drag, a control and a force of the time.
const OSCILLATOR: &str = "#[nonholonomic(
    coordinates(x),
    lagrangian = 0.5 * x_dot.powi(2) - 0.5 * k * x.powi(2),
    controls(u),
    forces(x = u - c * x_dot + a * cos(omega * t)),
    integrators(Rk),
)]
pub struct Oscillator {
    pub k: f64,
    pub c: f64,
    pub a: f64,
    pub omega: f64,
}
";

const AT_REST: &str = "model = \"oscillator.nhi\"
integrator = \"Mla\"
step = 0.05
end = 10.0

[parameters]
k = 1.0
c = 0.0
a = 0.0
omega = 0.0

[initial]
x = 0.0
x_dot = 0.0

[controls]
u = \"0\"
";

/// A particle on a circle that stands upright.
const BALL: &str = "#[nonholonomic(
    coordinates(x, z),
    lagrangian = 0.5 * m * (x_dot.powi(2) + z_dot.powi(2)) - m * g * z,
    holonomic(ball = x.powi(2) + z.powi(2) - r.powi(2)),
    contacts(ball >= 0),
    integrators(Mla),
)]
pub struct Ball {
    pub m: f64,
    pub g: f64,
    pub r: f64,
}
";

const ON_TOP: &str = "model = \"ball.nhi\"
integrator = \"Mla\"
step = 0.001
end = 2.0

[parameters]
m = 0.5
g = 10.0
r = 1.0

[initial]
x = 0.0
z = 1.0
x_dot = 0.5
z_dot = 0.0
";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("oscillator.nhi", OSCILLATOR);
    desk.write("rest.toml", AT_REST);
    desk.write("ball.nhi", BALL);
    desk.write("ball.toml", ON_TOP);
    desk
}

/// The column of a run to the end of the oscillator with settings, and its notes.
fn oscillation(settings: &[&str], column: &str) -> (Vec<f64>, String) {
    let mut run = vec!["run", "rest.toml", "-o", "-"];
    for setting in settings {
        run.extend(match setting.contains('=') && !setting.starts_with("--") {
            true => vec!["--set", setting],
            false => setting.split(' ').collect(),
        });
    }
    let said = desk().nhi(&run, 0);
    let (columns, rows) = table(&said.stdout);
    let place = columns.iter().position(|name| name == column).unwrap();
    (rows.iter().map(|row| row[place]).collect(), said.stderr)
}

#[test]
fn an_energy_that_grows_without_work_is_noted_where_forces_could_do_some() {
    let free = ["k=100", "x=1", "--step 0.04", "--integrator Rk"];
    let (energies, notes) = oscillation(&free, "energy");
    assert!(*energies.last().unwrap() > 200.0, "{energies:?}");
    holds(&notes, &["the energy balance is off"]);
    let (energies, notes) = oscillation(&["k=100", "x=1", "--step 0.01"], "energy");
    assert!((energies.last().unwrap() - 50.0).abs() < 0.2);
    assert_eq!(notes, "");
}

#[test]
fn work_that_is_done_is_no_error() {
    let driven = ["u=cos(0.7*t)", "c=0.2", "x=1", "--end 200"];
    for integrator in [
        "--integrator Mla",
        "--integrator Gni",
        "--integrator Lobatto",
    ] {
        let settings = [&driven[..], &[integrator]].concat();
        let (levels, notes) = oscillation(&settings, "watch.energy");
        assert_eq!(notes, "", "{integrator}");
        // While it starts there is little kinetic energy to compare with.
        let late = &levels[levels.len() / 10..];
        assert!(late.iter().all(|level| *level < 0.01), "{integrator}");
    }
    // A pulse whose edges are nodes, and one whose edges are not.
    for pulse in ["u=pulse(t-1,2)", "u=pulse(t-1.02,2)"] {
        assert_eq!(oscillation(&[pulse, "c=0.2"], "x").1, "", "{pulse}");
    }
}

#[test]
fn a_short_push_between_two_rows_is_no_error_of_a_method_with_its_own_step_size() {
    let desk = desk();
    desk.write(
        "pushed.nhi",
        OSCILLATOR.replace("cos(omega * t)", "pulse(t - omega, 0.001)"),
    );
    desk.write("pushed.toml", AT_REST.replace("oscillator", "pushed"));
    for integrator in ["Taylor", "Dop853"] {
        let chosen = [
            "--integrator",
            integrator,
            "--set",
            "x=1",
            "--set",
            "a=100",
            "--set",
            "omega=1.03",
        ];
        let said = desk.nhi(
            &[&["run", "pushed.toml", "-o", "-"][..], &chosen].concat(),
            0,
        );
        assert_eq!(said.stderr, "", "{integrator}");
        let (columns, rows) = table(&said.stdout);
        assert!(!columns.iter().any(|name| name == "watch.energy"));
        // The push adds 0.1 to a velocity of -sin(1.03): the energy is known in closed form.
        let place = columns.iter().position(|name| name == "energy").unwrap();
        let exact = 0.5 - 0.1 * 1.03_f64.sin() + 0.005;
        assert!((rows.last().unwrap()[place] - exact).abs() < 1e-4);
    }
}

#[test]
fn stiff_damping_that_overshoots_in_every_step_is_noted() {
    let stiff = ["c=1000", "x_dot=1", "--step 0.1"];
    for integrator in ["Mla", "Dla", "Dap", "EnergyPreserving", "Gauss"] {
        let integrator = format!("--integrator {integrator}");
        let settings = [&stiff[..], &[integrator.as_str()]].concat();
        let (levels, notes) = oscillation(&settings, "watch.alternation");
        holds(
            &notes,
            &["alternation: a velocity goes up and down in every step"],
        );
        assert!(*levels.last().unwrap() > 0.3, "{integrator}");
    }
    let resolved = ["c=1000", "x_dot=1", "--step 0.0005", "--end 1"];
    assert_eq!(oscillation(&resolved, "x").1, "");
}

#[test]
fn what_rests_does_not_alternate() {
    // The spring pulls with round-off about the place of rest.
    for settings in [
        &["x=0.1", "c=3", "--end 500"][..],
        &["k=0.1", "u=0.3", "x=3"],
    ] {
        let (_, notes) = oscillation(settings, "x");
        assert_eq!(notes, "", "{settings:?}");
    }
}

#[test]
fn controls_and_forces_that_change_between_the_nodes_of_a_step_are_noted() {
    let word = "unresolved control: between the moments";
    // Ten periods in a second: every node is a zero, or the same value.
    for fast in ["u=cos(20*pi*t)", "u=sin(20*pi*t)"] {
        for step in ["--step 0.05", "--step 0.1"] {
            for integrator in ["--integrator Mla", "--integrator Gni"] {
                let (_, notes) = oscillation(&[fast, step, integrator], "x");
                holds(&notes, &[word]);
            }
        }
        assert_eq!(oscillation(&[fast, "--step 0.005"], "x").1, "", "{fast}");
    }
    let force = ["a=1", "omega=62.83185307179586"];
    holds(&oscillation(&force, "x").1, &[word]);
    let finer = ["a=1", "omega=62.83185307179586", "--step 0.005"];
    assert_eq!(oscillation(&finer, "x").1, "");
    // Pulses between two nodes.
    for pulse in ["u=pulse(t-1.01,0.02)", "u=5*pulse(t-2.03,0.01)"] {
        for integrator in [
            "--integrator Mla",
            "--integrator Gni",
            "--integrator Lobatto",
        ] {
            holds(&oscillation(&[pulse, integrator], "x").1, &[word]);
        }
        assert_eq!(oscillation(&[pulse, "--step 0.001"], "x").1, "", "{pulse}");
    }
}

/// A body with growing mass that falls, and whose weight may vibrate. The terms of its equation
/// that depend on time grow, but their sum does not.
const GROWING: &str = "#[nonholonomic(
    coordinates(x),
    lagrangian = exp(0.2 * t) * (0.5 * x_dot.powi(2) - k * x * (1 + a * cos(omega * t))),
    controls(u),
    forces(x = u - c * x_dot),
    integrators(Mla),
)]
pub struct Growing {
    pub k: f64,
    pub c: f64,
    pub a: f64,
    pub omega: f64,
}
";

#[test]
fn changes_in_time_and_by_the_state_that_cancel_are_resolved() {
    let desk = desk();
    desk.write("growing.nhi", GROWING);
    desk.write("growing.toml", AT_REST.replace("oscillator", "growing"));
    let run = |settings: &[&str]| {
        let run = ["run", "growing.toml", "--end", "3", "-o", "-"];
        desk.nhi(&[&run[..], settings].concat(), 0).stderr
    };
    for integrator in ["Mla", "Gni", "Rk", "Lobatto"] {
        let with = ["--integrator", integrator, "--set", "k=4"];
        for step in ["0.05", "0.01", "0.002"] {
            let notes = run(&[&with[..], &["--step", step]].concat());
            assert_eq!(notes, "", "{integrator}, {step}");
        }
        // Ten periods in a second.
        let fast = ["--set", "a=1", "--set", "omega=62.83185307179586"];
        let notes = run(&[&with[..], &fast].concat());
        holds(&notes, &["unresolved control"]);
    }
}

#[test]
fn points_of_a_table_that_no_step_reads_are_noted_and_harmless_ones_are_not() {
    let desk = desk();
    let run = |points: &str| {
        let table = format!("u = {{ points = [{points}], interpolation = \"linear\" }}");
        desk.write("table.toml", AT_REST.replace("u = \"0\"", &table));
        desk.nhi(&["run", "table.toml", "-o", "-"], 0).stderr
    };
    // A spike of a hundredth of a second, which is no node.
    holds(
        &run("[0, 0], [1.005, 0], [1.01, 9], [1.015, 0], [10, 0]"),
        &["unresolved control"],
    );
    let slow = (0..=2000).map(|k| f64::from(k) * 0.005);
    let slow: Vec<_> = slow.map(|t| format!("[{t}, {}]", t.sin())).collect();
    assert_eq!(run(&slow.join(", ")), "");
}

/// A method with its own step size follows forces of the time within a period.
#[test]
fn forces_of_the_time_are_resolved_whatever_the_control_period() {
    let desk = desk();
    let held = AT_REST.replace("step = 0.05", "step = 0.5\ncontrol_period = 0.5");
    desk.write("held.toml", held);
    for integrator in ["Dop853", "Taylor"] {
        let forced = ["--set", "a=0.5", "--set", "omega=5"];
        let run = ["run", "held.toml", "--strict", "--integrator", integrator];
        desk.nhi(&[&run[..], &forced].concat(), 0);
    }
}

/// Softened gravity, whose mean gradients no quadrature computes exactly.
#[test]
fn an_energy_that_a_step_is_too_long_to_keep_is_noted_with_the_method_that_promises_it() {
    let desk = Desk::new();
    desk.write(
        "star.nhi",
        "#[nonholonomic(
            coordinates(x, y),
            lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2)) + 1 / sqrt(0.04 + x.powi(2) + y.powi(2)),
            integrators(EnergyPreserving, Mla),
        )]
        pub struct Star {}",
    );
    desk.write(
        "star.toml",
        "model = \"star.nhi\"\nintegrator = \"EnergyPreserving\"\nstep = 0.01\nend = 100\n\
         [initial]\nx = 1\ny_dot = 0.3\n",
    );
    desk.nhi(&["run", "star.toml", "--strict"], 0);
    desk.write(
        "rocking.nhi",
        "#[nonholonomic(
            coordinates(phi),
            lagrangian = 0.5 * phi_dot.powi(2) + 9.81 * cos(phi),
            integrators(EnergyPreserving),
        )]
        pub struct Rocking {}",
    );
    desk.write(
        "rocking.toml",
        "model = \"rocking.nhi\"\nintegrator = \"EnergyPreserving\"\nstep = 0.01\nend = 10\n\
         [initial]\nphi = 1e-6\n",
    );
    // Rounding errors of the energy are a large share of so small a motion.
    desk.nhi(&["run", "rocking.toml", "--strict"], 0);
    let long = ["run", "star.toml", "--strict", "--step", "0.1"];
    let said = desk.nhi(&long, 3);
    holds(&said.stderr, &["the energy, which this motion keeps"]);
}

/// Ninety steps in a period of the force: the first ones are as good as the rest.
#[test]
fn a_run_of_few_steps_is_not_blamed_for_them() {
    for end in ["0.02", "0.03", "0.04", "0.3"] {
        let times = format!("--step 0.01 --end {end}");
        let (_, notes) = oscillation(&[&times, "a=0.5", "omega=7"], "x");
        assert!(!notes.contains("unresolved"), "{end}: {notes}");
    }
}

#[test]
fn controls_that_do_not_depend_on_the_time_have_no_such_column() {
    let run = ["run", "run.toml", "-o", "-", "--set", "push=-0.1*x"];
    let said = desk().nhi(&run, 0);
    assert!(!said.stdout.contains("watch.unresolved_control"));
    let columns = said.stdout.lines().next().unwrap();
    holds(columns, &["watch.alternation"]);
}

#[test]
fn a_controller_with_a_period_of_its_own_holds_on_purpose() {
    let desk = desk();
    let scenario = AT_REST.replace("end = 10.0", "end = 10.0\ncontrol_period = 0.5");
    desk.write("held.toml", scenario);
    let run = ["run", "held.toml", "-o", "-", "--set", "u=cos(2*t)"];
    assert_eq!(desk.nhi(&run, 0).stderr, "");
}

/// The ball leaves the other where `m v^2 / r` is the normal part of its weight: `3 g z = v_0^2 + 2 g r`.
#[test]
fn a_contact_that_would_have_to_pull_is_noted_where_the_bodies_part() {
    let desk = desk();
    let said = desk.nhi(&["run", "ball.toml", "-o", "run.csv", "--json"], 0);
    let finding = &said.json()["watch"][0];
    assert_eq!(finding["concern"], "contact");
    assert_eq!(finding["contact"], "ball");
    holds(&said.stderr, &["the contact `ball` pulls since t = "]);
    let (columns, rows) = table(&desk.read("run.csv"));
    assert!(columns.contains(&"watch.contact".to_owned()));
    let place = columns.iter().position(|column| column == "z").unwrap();
    let since = finding["since"].as_f64().unwrap();
    let at = rows.iter().find(|row| row[0] >= since).unwrap();
    let height = (0.25 + 20.0) / 30.0;
    // In one step it falls by two millimetres.
    assert!((at[place] - height).abs() < 3e-3, "{} {height}", at[place]);
    let short = ["run", "ball.toml", "-o", "-", "--end", "0.5", "--strict"];
    assert_eq!(desk.nhi(&short, 0).stderr, "");
    desk.nhi(&["run", "ball.toml", "-o", "-", "--strict"], 3);
}

#[test]
fn a_contact_declared_the_other_way_round_pulls_from_the_start() {
    let desk = desk();
    desk.write("ball.nhi", BALL.replace(">= 0", "<= 0"));
    let said = desk.nhi(&["run", "ball.toml", "-o", "-"], 0);
    holds(&said.stderr, &["the contact `ball` pulls since t = 0 ("]);
    let derived = desk.nhi(&["derive", "ball.nhi"], 0).stdout;
    holds(&derived, &["ball", "<= 0"]);
}

/// Suslov's body turns by one radian in a step, of which the Cayley map makes 0.93.
#[test]
fn turns_that_a_retraction_does_not_resolve_are_noted() {
    let desk = Desk::new();
    for (scenario, integrator, step, right) in [
        ("suslov", "Rdp(retraction = Cayley)", "1", "0.125"),
        ("free_rigid_body", "MoserVeselov", "0.375", "0.125"),
    ] {
        let scenario = root().join(format!("tests/scenarios/{scenario}.toml"));
        let run = ["run", scenario.to_str().unwrap(), "-o", "-", "--integrator"];
        let run = [&run[..], &[integrator, "--step"]].concat();
        let noted = desk.nhi(&[&run[..], &[step]].concat(), 0).stderr;
        holds(&noted, &["turns by"]);
        assert_eq!(desk.nhi(&[&run[..], &[right]].concat(), 0).stderr, "");
    }
}

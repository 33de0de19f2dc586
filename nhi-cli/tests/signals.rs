//! Controls that switch, saturate and are held.

mod support;

use support::{Desk, PARTICLE, SCENARIO, holds, table};

/// The rows of a run of the particle with another control, without what the watch saw.
#[track_caller]
fn run_with(control: &str, more: &[&str]) -> Vec<Vec<f64>> {
    let desk = Desk::new();
    desk.write("run.toml", SCENARIO.replace("0.5*t", control));
    let said = desk.nhi(&[&["run", "run.toml", "-o", "-"], more].concat(), 0);
    let (columns, mut rows) = table(&said.stdout);
    let watched = columns.iter().filter(|name| name.starts_with("watch."));
    let motion = columns.len() - watched.count();
    rows.iter_mut().for_each(|row| row.truncate(motion));
    rows
}

/// The control is the last column.
fn control(row: &[f64]) -> f64 {
    row[row.len() - 1]
}

/// A control by the time.
type Law = fn(f64) -> f64;

#[test]
fn functions_that_switch_have_their_values() {
    let cases: [(&str, Law); 9] = [
        ("min(t, 0.2)", |t| if t < 0.2 { t } else { 0.2 }),
        ("max(t, 0.2)", |t| if t > 0.2 { t } else { 0.2 }),
        ("abs(t - 0.2)", |t| if t < 0.2 { 0.2 - t } else { t - 0.2 }),
        ("sign(t - 0.12)", |t| if t < 0.12 { -1.0 } else { 1.0 }),
        ("clamp(t, 0.125, 0.25)", |t| t.clamp(0.125, 0.25)),
        ("step(t - 0.125)", |t| if t < 0.125 { 0.0 } else { 1.0 }),
        ("3*pulse(t - 0.125, 0.25)", |t| {
            if (0.125..0.375).contains(&t) {
                3.0
            } else {
                0.0
            }
        }),
        ("ramp(t - 0.125, 0.25)", |t| {
            if t < 0.125 {
                0.0
            } else if t > 0.375 {
                1.0
            } else {
                (t - 0.125) / 0.25
            }
        }),
        ("(t - 0.25).sign().abs().min(m)", |t| {
            if t == 0.25 { 0.0 } else { 1.0 }
        }),
    ];
    for (text, expected) in cases {
        let rows = run_with(text, &["--step", "0.015625"]);
        assert_eq!(rows.len(), 33);
        for row in &rows {
            let (found, expected) = (control(row), expected(row[0]));
            assert!(
                (found - expected).abs() < 1e-15,
                "{text} at {}: {found} {expected}",
                row[0]
            );
        }
    }
}

#[test]
fn a_jump_belongs_to_what_comes_after_it() {
    for (text, values) in [
        ("step(t - 0.25)", [0.0, 1.0, 1.0]),
        ("sign(t - 0.25)", [-1.0, 0.0, 1.0]),
        ("pulse(t - 0.25, 0.125)", [0.0, 1.0, 0.0]),
        ("pulse(t - 0.25, 0)", [0.0, 0.0, 0.0]),
        ("clamp(t, 1, 0.5)", [0.5, 0.5, 0.5]),
    ] {
        let rows = run_with(text, &["--step", "0.125"]);
        let found = [1, 2, 3].map(|step: usize| control(&rows[step]));
        assert_eq!(found, values, "{text}");
    }
}

#[test]
fn limits_do_not_hide_what_is_not_finite() {
    let desk = Desk::new();
    let scenario = SCENARIO.replace("0.5*t", "clamp(sqrt(0.2 - t), 0, 1)");
    desk.write("run.toml", scenario);
    let said = desk.nhi(&["run", "run.toml"], 3).stderr;
    holds(&said, &["the control `push` is NaN but must be finite"]);
}

#[test]
fn models_do_not_switch_and_say_where_it_is_allowed() {
    let desk = Desk::new();
    for (from, to) in [
        ("z_dot.powi(2)),", "z_dot.powi(2)) - abs(x),"),
        ("y * x_dot", "y.max(x) * x_dot"),
    ] {
        desk.write("particle.nhi", PARTICLE.replace(from, to));
        let said = desk.nhi(&["check", "particle.nhi"], 1).stderr;
        let pieces = [
            "error[E025]",
            "is not smooth, and models need derivatives",
            "forces may switch, and so may controls and outputs of scenarios",
        ];
        holds(&said, &pieces);
    }
    desk.write(
        "particle.nhi",
        PARTICLE.replace("x = push", "x = push * step(x)"),
    );
    let said = desk.nhi(&["check", "particle.nhi"], 0);
    holds(&(said.stdout + &said.stderr), &["E078"]);
    desk.write("particle.nhi", PARTICLE);
    desk.write("run.toml", SCENARIO.replace("0.5*t", "clamp(t, 1)"));
    let said = desk.nhi(&["run", "run.toml"], 1).stderr;
    holds(
        &said,
        &[
            "error[E026]",
            "three operands: `clamp(x, low, high)`",
            "18 | push",
        ],
    );
}

#[test]
fn a_saturated_feedback_is_compared_with_its_closed_loop() {
    let desk = Desk::new();
    desk.write(
        "run.toml",
        SCENARIO.replace("0.5*t", "clamp(-4*x_dot, -1, 1)"),
    );
    let said = desk.nhi(
        &[
            "compare",
            "run.toml",
            "--integrators",
            "Rk(order = 4)",
            "-o",
            "out",
        ],
        0,
    );
    holds(&said.stdout, &["Rk(order = 4)"]);
}

/// A body of unit mass with a force: `x_ddot = u`.
const CART: &str = "#[nonholonomic(coordinates(x), lagrangian = 0.5 * m * x_dot.powi(2), controls(u), forces(x = u), integrators(Mla))]
pub struct Cart { pub m: f64 }
";

/// A desk with a scenario of the cart, which starts at `x = 1` at rest.
fn cart(step: f64, control: &str, more: &str) -> Desk {
    let desk = Desk::new();
    desk.write("cart.nhi", CART);
    desk.write("cart.toml", format!(
        "model = \"cart.nhi\"\nintegrator = \"Rk(order = 4)\"\nstep = {step}\nend = 2.0\n{more}\n[parameters]\nm = 1\n\
         [initial]\nx = 1\nx_dot = 0\n[controls]\nu = {control}\n"
    ));
    desk
}

#[test]
fn controls_with_a_period_are_held_whatever_the_step() {
    let period = 0.1;
    for (control, law) in [
        ("\"2*t\"", (|_, _, t| 2.0 * t) as fn(f64, f64, f64) -> f64),
        ("\"-x - 2*x_dot\"", |x, v, _| -x - 2.0 * v),
    ] {
        for step in [0.1, 0.05, 0.02] {
            let desk = cart(step, control, "control_period = 0.1");
            let said = desk.nhi(&["run", "cart.toml", "-o", "-"], 0);
            assert_eq!(
                said.stderr, "",
                "nothing is amiss in a held control that is meant"
            );
            let (header, rows) = table(&said.stdout);
            let at = |name: &str| header.iter().position(|x| x == name).unwrap();
            let (mut x, mut v, mut u) = (1.0, 0.0, 0.0);
            for (k, row) in rows.iter().enumerate() {
                let steps = (period / step).round() as usize;
                if k > 0 && k % steps == 0 {
                    x += period * v + 0.5 * period * period * u;
                    v += period * u;
                }
                if k % steps == 0 {
                    u = law(x, v, (k / steps) as f64 * period);
                    assert!(
                        (row[at("x")] - x).abs() < 1e-13,
                        "{control} {step}: {row:?} {x}"
                    );
                    assert!((row[at("x_dot")] - v).abs() < 1e-13);
                }
                assert!(
                    (row[at("u")] - u).abs() < 1e-13,
                    "{control} {step} row {k}: {row:?} {u}"
                );
            }
        }
    }
}

#[test]
fn the_period_may_be_an_expression() {
    let run = |period: &str| {
        let desk = cart(
            0.02,
            "\"-x - 2*x_dot\"",
            &format!("control_period = {period}"),
        );
        desk.nhi(&["run", "cart.toml", "-o", "-"], 0).stdout
    };
    let rows = |text: String| {
        text.lines()
            .filter(|line| !line.starts_with('#'))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(rows(run("\"m / 10\"")), rows(run("0.1")));
}

/// The motion is `x = 1 - t`, so each output is the zero that it compares `x` with.
#[test]
fn tables_and_delays_of_outputs_and_events_are_not_held_with_controls() {
    let desk = cart(0.1, "\"0*track\"", "control_period = 0.5");
    let scenario = std::fs::read_to_string(desk.path("cart.toml")).unwrap();
    let scenario = scenario.replace("x_dot = 0", "x_dot = -1");
    let more = "[definitions]\ntrack = { points = [[0, 1], [4, -3]], interpolation = \"linear\" }\n\
        [output]\ntable = \"track - x\"\npast = \"delay(x, 0.2) - 0.2 - x\"\n\
        [events]\ncrossing = { when = \"track - 0.25\" }\nlater = { when = \"delay(x, 0.2) - 0.15\" }\n";
    desk.write("cart.toml", scenario + more);
    let said = desk.nhi(&["run", "cart.toml", "-o", "-"], 0);
    let (header, rows) = table(&said.stdout);
    assert_eq!(rows.len(), 21 + 2, "a row for each event");
    for name in ["table", "past"] {
        let place = header.iter().position(|column| column == name).unwrap();
        for row in rows.iter().filter(|row| row[0] >= 0.2 || name == "table") {
            assert!(row[place].abs() < 1e-12, "{name}: {row:?}");
        }
    }
    for time in [0.75, 1.05] {
        assert!(
            rows.iter().any(|row| (row[0] - time).abs() < 1e-12),
            "{time}"
        );
    }
}

#[test]
fn the_monitor_ignores_tables_that_only_outputs_read() {
    let desk = cart(0.1, "\"-x - 2*x_dot\"", "");
    let said = |desk: &Desk| desk.nhi(&["run", "cart.toml", "-o", "cart.csv"], 0).stderr;
    let alone = said(&desk);
    let scenario = desk.read("cart.toml");
    let more = "[definitions]\ntrack = { points = [[0, 0], [0.55, 900], [4, -3]], interpolation = \"held\" }\n\
        [output]\nerror = \"track - x\"\n";
    desk.write("cart.toml", scenario + more);
    assert_eq!(said(&desk), alone);
}

#[test]
fn comparisons_hold_controls_in_all_runs() {
    let desk = cart(0.1, "\"-x - 2*x_dot\"", "control_period = 0.1");
    let integrators = "Rk(order = 4),Mla";
    let said = desk.nhi(
        &[
            "compare",
            "cart.toml",
            "--integrators",
            integrators,
            "-o",
            "out",
            "--json",
        ],
        0,
    );
    assert!(!said.stderr.contains("first order"), "{}", said.stderr);
    let data = said.json();
    let runs = data["integrators"].as_array().unwrap().iter();
    let runs: Vec<_> = runs.flat_map(|x| x["runs"].as_array().unwrap()).collect();
    assert_eq!(runs.len(), 6);
    for run in runs {
        // A constant force makes a parabola, which every one of these methods steps along exactly.
        let error = run["error_q"]["size"].as_f64().unwrap();
        assert!(error < 1e-13, "{run}");
    }
}

#[test]
fn a_period_is_a_whole_number_of_steps() {
    let wrong = |step: f64, more: &str| {
        let desk = cart(step, "0", more);
        desk.nhi(&["run", "cart.toml"], 1).stderr
    };
    holds(
        &wrong(0.02, "control_period = 0.03"),
        &[
            "control_period: 0.03 is 1.5 steps of 0.02",
            "5 | control_period = 0.03",
            "a whole multiple of the step",
            "take `control_period = 0.02` or `0.04`, or a step of 0.015",
        ],
    );
    holds(
        &wrong(0.02, "control_period = -0.02"),
        &["control_period: found the number -0.02", "positive"],
    );
    holds(
        &wrong(0.02, "control_period = \"slow\""),
        &["control_period: depends on `slow`, which is not a parameter"],
    );
    let desk = cart(0.02, "0", "control_period = 0.02");
    let said = desk
        .nhi(&["run", "cart.toml", "--step=-0.02", "--end=-1"], 1)
        .stderr;
    holds(&said, &["control_period", "the run goes backwards"]);
}

#[test]
fn outputs_are_further_columns() {
    let desk = cart(0.125, "\"step(t - 1)\"", "");
    let scenario = desk.read("cart.toml")
        + "[output]\nspeed = \"abs(x_dot)\"\npower = \"u * x_dot\"\nbias = 3\n\
        undefined = \"x_dot / (x_dot - x_dot * m)\"\n";
    desk.write("cart.toml", scenario);
    let (header, rows) = table(&desk.nhi(&["run", "cart.toml", "-o", "-"], 0).stdout);
    let names = ["speed", "power", "bias", "undefined"];
    assert_eq!(header[header.len() - 4..], names);
    assert_eq!(header[..4], ["t", "x", "x_dot", "energy"]);
    let at = |name: &str| header.iter().position(|x| x == name).unwrap();
    for row in &rows {
        let (v, u) = (row[at("x_dot")], row[at("u")]);
        assert_eq!(
            (row[at("speed")], row[at("power")], row[at("bias")]),
            (v.abs(), u * v, 3.0)
        );
    }
    assert!(rows.last().unwrap()[at("power")] > 0.5);
}

#[test]
fn outputs_have_names_of_their_own() {
    let desk = cart(0.125, "0", "");
    let scenario = desk.read("cart.toml");
    for (output, pieces) in [
        (
            "energy = 1",
            &[
                "[output] energy: the table of a run has a column of this name already",
                "14 | energy",
            ][..],
        ),
        ("u = 1", &["[output] u: the table of a run"]),
        (
            "m = \"x\"",
            &["[output] m: a parameter has this name already"],
        ),
        ("\"a,b\" = 1", &["this cannot be the name of a column"]),
        (
            "speed = \"x_dto\"",
            &[
                "error[E040]: unknown name `x_dto`",
                "did you mean `x_dot`?",
                "14 | speed",
            ],
        ),
        ("speed = true", &["[output] speed: found a boolean"]),
        ("speed = nan", &["[output] speed: found the number NaN"]),
    ] {
        desk.write("cart.toml", format!("{scenario}[output]\n{output}\n"));
        holds(&desk.nhi(&["run", "cart.toml"], 1).stderr, pieces);
    }
}

const FOLLOWING: &str = "model = \"cart.nhi\"
integrator = \"Dop853\"
step = 0.1
end = 1.0
[parameters]
m = 1.0
[initial]
x = 0.0
x_dot = 0.0
[definitions]
goal = { points = [[0, 0], [1, 1]], interpolation = \"linear\", beyond = \"hold\" }
[controls]
u = { law = \"4*(goal - x)\", inside = true }
";

/// A method with its own step size reads inputs at rows alone, and a note says so, unless they are
/// constant in between.
#[test]
fn tables_between_rows_are_noted() {
    let desk = Desk::new();
    desk.write("cart.nhi", CART);
    let laws = |law: &str| FOLLOWING.replace("{ law = \"4*(goal - x)\", inside = true }", law);
    let held = "{ points = [[0, 0], [0.6, 1], [2, 1]], interpolation = \"held\" }";
    for (scenario, is_noted) in [
        (FOLLOWING.to_owned(), true),
        (FOLLOWING.replace("Dop853", "Taylor"), true),
        (FOLLOWING.replace("Dop853", "Gauss(stages = 3)"), false),
        (laws("\"2*goal\""), true),
        (laws("{ law = \"1 - delay(x, 0.1)\", inside = true }"), true),
        (laws("{ law = \"4*(t - x)\", inside = true }"), false),
        (laws(held), false),
        (laws(held).replace("step = 0.1", "step = 0.25"), true),
        (
            laws(held).replace("step = 0.1", "step = 0.25\ncontrol_period = 0.25"),
            false,
        ),
    ] {
        desk.write("cart.toml", &scenario);
        let said = desk.nhi(&["run", "cart.toml", "-o", "cart.csv"], 0).stderr;
        assert_eq!(
            said.contains("changes between rows"),
            is_noted,
            "{scenario}\n{said}"
        );
    }
}

//! Controls that switch, saturate and are held.

mod support;

use support::{Desk, PARTICLE, SCENARIO, holds, table};

/// The rows of a run of the particle with another control.
#[track_caller]
fn run_with(control: &str, more: &[&str]) -> Vec<Vec<f64>> {
    let desk = Desk::new();
    desk.write("run.toml", SCENARIO.replace("0.5*t", control));
    table(
        &desk
            .nhi(&[&["run", "run.toml", "-o", "-"], more].concat(), 0)
            .stdout,
    )
    .1
}

/// The control is the last column.
fn control(row: &[f64]) -> f64 {
    row[row.len() - 3]
}

#[test]
fn functions_that_switch_have_their_values() {
    let cases: [(&str, fn(f64) -> f64); 9] = [
        ("min(t, 0.2)", |t| if t < 0.2 { t } else { 0.2 }),
        ("max(t, 0.2)", |t| if t > 0.2 { t } else { 0.2 }),
        ("abs(t - 0.2)", |t| if t < 0.2 { 0.2 - t } else { t - 0.2 }),
        ("sign(t - 0.12)", |t| if t < 0.12 { -1.0 } else { 1.0 }),
        ("clamp(t, 0.125, 0.25)", |t| {
            if t < 0.125 {
                0.125
            } else if t > 0.25 {
                0.25
            } else {
                t
            }
        }),
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
        ("x = push", "x = push * step(x)"),
        ("y * x_dot", "y.max(x) * x_dot"),
    ] {
        desk.write("particle.nhi", PARTICLE.replace(from, to));
        let said = desk.nhi(&["check", "particle.nhi"], 1).stderr;
        let pieces = [
            "error[E025]",
            "is not smooth and cannot stand in a model",
            "whose equations are derivatives",
            "controls and outputs of scenarios may switch",
        ];
        holds(&said, &pieces);
    }
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

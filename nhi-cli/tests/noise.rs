//! Noise on controls and measurements.

mod support;

use support::{Desk, holds, table};

const CART: &str = "#[nonholonomic(coordinates(x), lagrangian = 0.5 * m * x_dot.powi(2), controls(u), forces(x = u), integrators(Mla))]
pub struct Cart { pub m: f64 }
";

const SCENARIO: &str = "model = \"cart.nhi\"
integrator = \"Rk(order = 4)\"
step = 0.125
end = 4.0
control_period = 0.25
[parameters]
m = 1
[initial]
x = 0
x_dot = 1
[controls]
u = \"-x\"
[output]
x_measured = \"x\"
again = \"x\"
[noise]
seed = 7
u = 0.5
x_measured = \"0.02 * m\"
";

fn run(scenario: &str, more: &[&str]) -> (Vec<String>, Vec<Vec<f64>>) {
    let desk = Desk::new();
    desk.write("cart.nhi", CART);
    desk.write("cart.toml", scenario);
    let command = [&["run", "cart.toml", "-o", "-"], more].concat();
    table(&desk.nhi(&command, 0).stdout)
}

/// The noise in the column of a control or an output, by the time.
fn noise(
    (header, rows): &(Vec<String>, Vec<Vec<f64>>),
    noisy: &str,
    law: &str,
    factor: f64,
) -> Vec<(f64, f64)> {
    let at = |name: &str| header.iter().position(|x| x == name).unwrap();
    let [noisy, law] = [noisy, law].map(at);
    rows.iter()
        .map(|row| (row[0], row[noisy] - factor * row[law]))
        .collect()
}

fn spread(noise: &[(f64, f64)]) -> f64 {
    let squares: f64 = noise.iter().map(|(_, x)| x * x).sum();
    (squares / noise.len() as f64).sqrt()
}

#[test]
fn a_seed_gives_the_same_run_and_another_one_another() {
    let text = |seed: &str| {
        let (_, rows) = run(&SCENARIO.replace("seed = 7", seed), &[]);
        rows
    };
    assert_eq!(text("seed = 7"), text("seed = 7"));
    assert_ne!(text("seed = 7"), text("seed = 8"));
}

#[test]
fn controls_are_disturbed_once_in_a_period_and_hold() {
    let table = run(SCENARIO, &[]);
    let noise = noise(&table, "u", "x", -1.0);
    let at_periods: Vec<_> = noise.iter().step_by(2).copied().collect();
    assert!((0.2..0.9).contains(&spread(&at_periods)), "{at_periods:?}");
    let (header, rows) = &table;
    let u = header.iter().position(|x| x == "u").unwrap();
    for pair in rows.chunks_exact(2) {
        assert_eq!(pair[0][u], pair[1][u], "held over the period");
    }
    // What was drawn moves the body: the force of each period by hand.
    let (mut x, mut v, period) = (0.0, 1.0, 0.25);
    for pair in rows.chunks_exact(2) {
        assert!((pair[0][1] - x).abs() < 1e-13, "{x} {:?}", pair[0]);
        x += period * v + 0.5 * period * period * pair[0][u];
        v += period * pair[0][u];
    }
}

#[test]
fn noise_does_not_depend_on_rows_or_steps() {
    let all = run(SCENARIO, &["--end", "16"]);
    let few = run(SCENARIO, &["--end", "16", "--every", "4"]);
    let picked: Vec<_> = all.1.iter().step_by(4).collect();
    let without_watch = |row: &[f64]| [&row[..6], &row[row.len() - 2..]].concat();
    for (a, b) in picked.into_iter().zip(&few.1) {
        assert_eq!(without_watch(a), without_watch(b));
    }
    let finer = run(SCENARIO, &["--end", "16", "--step", "0.03125"]);
    let coarse = noise(&all, "u", "x", -1.0);
    let fine = noise(&finer, "u", "x", -1.0);
    for (k, (t, drawn)) in coarse.iter().step_by(2).enumerate() {
        let (same_t, same) = fine[8 * k];
        assert!(
            *t == same_t && (drawn - same).abs() < 1e-12,
            "{t}: {drawn} {same}"
        );
    }
}

#[test]
fn measurements_are_disturbed_and_the_motion_is_not() {
    let scenario = SCENARIO.replace("u = 0.5\n", "");
    let table = run(&scenario, &["--end", "100"]);
    let noise_of = |name: &str| noise(&table, name, "x", 1.0);
    // Four standard errors of a standard deviation from 801 numbers.
    let error = (spread(&noise_of("x_measured")) - 0.02).abs();
    assert!(error < 4.0 * 0.02 / (2.0_f64 * 801.0).sqrt(), "{error}");
    assert_eq!(spread(&noise_of("again")), 0.0);
    let quiet = run(
        &scenario[..scenario.find("[noise]").unwrap()],
        &["--end", "100"],
    );
    let motion = |(_, rows): &(Vec<String>, Vec<Vec<f64>>)| {
        rows.iter().map(|row| row[..4].to_vec()).collect::<Vec<_>>()
    };
    assert_eq!(motion(&quiet), motion(&table));
}

#[test]
fn comparisons_disturb_all_runs_alike() {
    let desk = Desk::new();
    desk.write("cart.nhi", CART);
    desk.write("cart.toml", SCENARIO);
    let command = [
        "compare",
        "cart.toml",
        "--integrators",
        "Rk(order = 4)",
        "-o",
        "out",
        "--json",
    ];
    let data = desk.nhi(&command, 0).json();
    for run in data["integrators"][0]["runs"].as_array().unwrap() {
        assert!(run["error_q"]["size"].as_f64().unwrap() < 1e-12, "{run}");
    }
}

#[test]
fn mistakes_in_noise_are_shown_where_they_are() {
    let desk = Desk::new();
    desk.write("cart.nhi", CART);
    for (from, to, pieces) in [
        (
            "seed = 7\n",
            "",
            &["[noise] seed: missing", "16 | [noise]"][..],
        ),
        (
            "seed = 7",
            "seed = -1",
            &["[noise] seed: found the number -1.0", "whole number"],
        ),
        (
            "seed = 7",
            "seed = 0.5",
            &["[noise] seed: found the number 0.5"],
        ),
        (
            "u = 0.5",
            "u = -0.5",
            &["[noise] u: the standard deviation is -0.5"],
        ),
        (
            "u = 0.5",
            "u = \"x\"",
            &["[noise] u: depends on `x`, which is not a parameter"],
        ),
        (
            "x_measured = \"0.02",
            "x_measurd = \"0.02",
            &[
                "[noise] x_measurd: there is no control and no output",
                "did you mean `x_measured`?",
            ],
        ),
        (
            "control_period = 0.25",
            "",
            &[
                "[noise] u: noise on a control without `control_period`",
                "`control_period`",
            ],
        ),
    ] {
        desk.write("cart.toml", SCENARIO.replace(from, to));
        holds(&desk.nhi(&["run", "cart.toml"], 1).stderr, pieces);
    }
}

//! Blind spots of the run monitor: these examples of its page are wrong runs without a note.

mod support;

use support::{Desk, table};

const OSCILLATOR: &str = "#[nonholonomic(
    coordinates(x),
    lagrangian = 0.5 * x_dot.powi(2) - 0.5 * k * x.powi(2),
    controls(u),
    forces(x = u - c * x_dot),
    integrators(Mla, Rk),
)]
pub struct Oscillator {
    pub k: f64,
    pub c: f64,
}
";

/// Runs the oscillator with top-level keys, a control and options; returns the columns, the last row
/// and the notes.
fn last_row(top: &str, control: &str, settings: &str) -> (Vec<String>, Vec<f64>, String) {
    let desk = Desk::new();
    desk.write("oscillator.nhi", OSCILLATOR);
    let scenario = format!(
        "model = \"oscillator.nhi\"\nintegrator = \"Mla\"\nstep = 0.05\nend = 10.0\n{top}\n\
         [parameters]\nk = 1.0\nc = 0.0\n[initial]\nx = 1.0\nx_dot = 0.0\n[controls]\nu = \"{control}\"\n"
    );
    desk.write("run.toml", &scenario);
    let mut run = vec!["run", "run.toml", "-o", "-"];
    run.extend(settings.split_whitespace());
    let said = desk.nhi(&run, 0);
    let (columns, mut rows) = table(&said.stdout);
    (columns, rows.pop().expect("a row"), said.stderr)
}

fn value(columns: &[String], row: &[f64], name: &str) -> f64 {
    let place = columns.iter().position(|column| column == name);
    row[place.expect("a column")]
}

#[test]
fn a_phase_that_is_late() {
    let (columns, row, notes) = last_row("", "0", "--step 0.3 --end 424.2");
    assert_eq!(notes, "");
    let [t, x] = ["t", "x"].map(|name| value(&columns, &row, name));
    assert!((x - t.cos()).abs() > 1.5, "{x} for {}", t.cos());
}

#[test]
fn a_pulse_between_the_moments_that_are_looked_at() {
    let pulse = "1e5*pulse(t - 1.0003, 1e-5)";
    let (columns, row, notes) = last_row("", pulse, "--set x=0 --set k=0");
    assert_eq!(notes, "");
    // The pulse makes a speed of one.
    assert_eq!(value(&columns, &row, "x_dot"), 0.0);
}

#[test]
fn a_method_that_drives_by_a_small_part_of_the_drag() {
    let settings = "--integrator Rk(order=2) --set c=0.01 --step 0.117 --end 585";
    let (columns, row, notes) = last_row("", "0", settings);
    assert_eq!(notes, "");
    let [t, energy] = ["t", "energy"].map(|name| value(&columns, &row, name));
    let right = 0.5 * (-0.01 * t).exp();
    assert!(energy > 1.15 * right, "{energy:e} for {right:e}");
}

#[test]
fn a_spring_whose_sign_is_wrong() {
    let (columns, row, notes) = last_row("", "0", "--set k=-1 --step 0.01");
    assert_eq!(notes, "");
    assert!(value(&columns, &row, "x") > 1e4);
}

#[test]
fn a_loop_that_is_unstable_since_its_controller_is_slow() {
    let settings = "--set k=0 --set x_dot=1 --end 5";
    let (columns, row, notes) = last_row("control_period = 0.5", "-10*x_dot", settings);
    assert_eq!(notes, "");
    assert!(value(&columns, &row, "x_dot").abs() > 1e5);
}

//! A bicycle that is steered into the fall.
//!
//! `cargo run --example bicycle > run.csv` writes the table that `nhi run` writes for the template `bicycle`.

use nhi::{Controlled, Csv, nonholonomic, simulate};

// The model of the template: parameters, coordinates, Lagrangian, constraints and controls.
include!("../nhi-cli/templates/bicycle/model.nhi");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    run(std::io::stdout().lock())
}

/// The bicycle leans, comes upright and rides on in curves.
pub fn run(out: impl std::io::Write) -> Result<(), Box<dyn std::error::Error>> {
    let bicycle = Bicycle {
        m: 85.0,
        height: 1.0,
        c: 0.4,
        l: 1.0,
        inertia: 3.0,
        j: 0.3,
        g: 9.81,
    };
    let law = |t: f64, q: &BicycleCoordinates, v: &BicycleVelocities| {
        let wanted = -0.8 * q.alpha - 0.1 * v.alpha_dot + 0.03 * (0.8 * t).sin();
        BicycleControls {
            drive: 200.0 * (5.0 - v.x_dot.hypot(v.y_dot)),
            steer: 40.0 * (wanted - q.phi) - 6.0 * v.phi_dot,
        }
    };
    let stepper = Controlled::new(bicycle.mla(0.01)?, 0.01, law)?;
    let leaning = BicycleCoordinates {
        alpha: 0.1,
        ..Default::default()
    };
    let ahead = BicycleVelocities {
        x_dot: 5.0,
        ..Default::default()
    };
    let state = stepper.start(0.0, leaning, ahead)?;
    let mut table = Csv::new(&bicycle, out).with_held_controls();
    simulate(&stepper, state, &(), 1200, &mut table)?;
    table.finish()?;
    Ok(())
}

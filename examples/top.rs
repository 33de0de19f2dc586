//! A fast top under a brake, on SO(3).
//!
//! `cargo run --example top > run.csv` writes the table that `nhi run` writes for the template `top`.

use nhi::nalgebra::{Rotation3, Vector3};
use nhi::{Controlled, Csv, nonholonomic, simulate};

// The model of the template: parameters, coordinates, Lagrangian, constraints and controls.
include!("../nhi-cli/templates/top/model.nhi");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    run(std::io::stdout().lock())
}

/// The brake takes the spin from 1 s on, and the top nods deeper and deeper.
pub fn run(out: impl std::io::Write) -> Result<(), Box<dyn std::error::Error>> {
    let top = Top {
        j1: 0.002,
        j3: 0.001,
        m: 0.4,
        l: 0.06,
        g: 9.81,
    };
    let law = |t: f64, _: &TopCoordinates, v: &TopVelocities| TopControls {
        torque: if t < 1.0 {
            0.0
        } else {
            -0.01 * (v.w3 - 32.0).clamp(0.0, 1.0)
        },
    };
    let stepper = Controlled::new(top.lobatto(0.0025)?, 0.0025, law)?;
    let lean = TopCoordinates {
        top: Rotation3::from_axis_angle(&Vector3::y_axis(), 0.3),
    };
    let spin = TopVelocities {
        w3: 60.0,
        ..Default::default()
    };
    let state = stepper.start(0.0, lean, spin)?;
    let mut table = Csv::new(&top, out).with_held_controls();
    simulate(&stepper, state, &(), 1600, &mut table)?;
    table.finish()?;
    Ok(())
}

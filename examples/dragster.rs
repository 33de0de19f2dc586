//! A car whose driven wheels spin: their grip is a force that depends on a multiplier.
//!
//! `cargo run --example dragster > run.csv` writes the table that `nhi run` writes for the template `dragster`.

use nhi::{Controlled, Csv, nonholonomic, simulate};

// The model of the template: parameters, coordinates, Lagrangian, contacts, controls and forces.
include!("../nhi-cli/templates/dragster/model.nhi");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    run(std::io::stdout().lock())
}

/// The wheels spin in the first second. Then a controller limits their slip, until the car is at 20 m/s.
pub fn run(out: impl std::io::Write) -> Result<(), Box<dyn std::error::Error>> {
    let dragster = Dragster {
        m: 900.0,
        j: 1000.0,
        i_roll: 4.0,
        radius: 0.3,
        b: 1.3,
        h: 0.45,
        g: 9.81,
        mu: 0.9,
        eps: 0.5,
    };
    let law = |t: f64, _: &DragsterCoordinates, v: &DragsterVelocities| {
        let slip = 0.3 * v.roll_dot - v.x_dot;
        let allowed = if t > 1.0 { 1.5 } else { 6.5 };
        let torque = (2000.0 * (allowed - slip)).clamp(-1500.0, 1800.0);
        DragsterControls {
            torque: if v.x_dot > 20.0 { 0.0 } else { torque },
        }
    };
    let stepper = Controlled::new(dragster.mla(0.005)?, 0.005, law)?;
    let on_ground = DragsterCoordinates {
        z: dragster.h,
        ..Default::default()
    };
    let state = stepper.start(0.0, on_ground, Default::default())?;
    let mut table = Csv::new(&dragster, out).with_held_controls();
    simulate(&stepper, state, &(), 1200, &mut table)?;
    table.finish()?;
    Ok(())
}

//! A drone that flies at a given speed: a nonlinear constraint, by Chetaev's rule.
//!
//! `cargo run --example drone > run.csv` writes the table that `nhi run` writes for the template `drone`.

use nhi::{Controlled, Csv, nonholonomic, simulate};

// The model of the template: parameters, coordinates, Lagrangian, constraint and controls.
include!("../nhi-cli/templates/drone/model.nhi");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    run(std::io::stdout().lock())
}

/// The drone pursues a target that is slower, and circles it.
pub fn run(out: impl std::io::Write) -> Result<(), Box<dyn std::error::Error>> {
    let drone = Drone {
        m: 1.5,
        g: 9.81,
        cruise: 12.0,
    };
    let law = |t: f64, q: &DroneCoordinates, _: &DroneVelocities| DroneControls {
        push_x: 0.6 * (30.0 + 3.0 * t - q.x),
        push_y: 0.6 * (40.0 - q.y),
        push_z: 0.6 * (20.0 + 0.5 * t - q.z),
    };
    let stepper = Controlled::new(drone.mla(0.01)?, 0.01, law)?;
    let above_ground = DroneCoordinates {
        z: 20.0,
        ..Default::default()
    };
    let ahead = DroneVelocities {
        x_dot: drone.cruise,
        ..Default::default()
    };
    let state = stepper.start(0.0, above_ground, ahead)?;
    let mut table = Csv::new(&drone, out).with_held_controls();
    simulate(&stepper, state, &(), 3000, &mut table)?;
    table.finish()?;
    Ok(())
}

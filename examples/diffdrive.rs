//! A differential drive whose motors hold the speeds of their wheels.
//!
//! `cargo run --example diffdrive > run.csv` writes the table that `nhi run` writes for the template `diffdrive`.

use nhi::{Controlled, Csv, nonholonomic, simulate};

// The model of the template: parameters, coordinates, Lagrangian, constraints and controls.
include!("../nhi-cli/templates/diffdrive/model.nhi");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    run(std::io::stdout().lock())
}

/// From rest, the one wheel turns more and the other less in turn.
pub fn run(out: impl std::io::Write) -> Result<(), Box<dyn std::error::Error>> {
    let robot = DiffDrive {
        m: 6.0,
        inertia: 0.2,
        i_wheel: 0.005,
        radius: 0.1,
        half_track: 0.2,
    };
    let law = |t: f64, _: &DiffDriveCoordinates, v: &DiffDriveVelocities| DiffDriveControls {
        u_left: (0.4 * (8.0 - 4.0 * t.sin() - v.left_dot)).clamp(-0.5, 0.5),
        u_right: (0.4 * (8.0 + 4.0 * t.sin() - v.right_dot)).clamp(-0.5, 0.5),
    };
    let stepper = Controlled::new(robot.mla(0.005)?, 0.005, law)?;
    let state = stepper.start(0.0, Default::default(), Default::default())?;
    let mut table = Csv::new(&robot, out).with_held_controls();
    simulate(&stepper, state, &(), 2400, &mut table)?;
    table.finish()?;
    Ok(())
}

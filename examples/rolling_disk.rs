//! A disk that rolls upright and is steered.
//!
//! `cargo run --example rolling_disk > run.csv` writes the table that `nhi run` writes for the template `rolling-disk`.

use nhi::{Controlled, Csv, nonholonomic, simulate};

// The model of the template: parameters, coordinates, Lagrangian, constraints and controls.
include!("../nhi-cli/templates/rolling-disk/model.nhi");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    run(std::io::stdout().lock())
}

/// One torque holds the speed, the other turns the disk to the left and to the right.
pub fn run(out: impl std::io::Write) -> Result<(), Box<dyn std::error::Error>> {
    let disk = RollingDisk {
        m: 2.0,
        radius: 0.25,
        i_roll: 0.0625,
        i_turn: 0.03125,
    };
    let law = |t: f64, _: &RollingDiskCoordinates, v: &RollingDiskVelocities| RollingDiskControls {
        u_phi: 0.1 * (1.5 * t.sin() - v.phi_dot),
        u_theta: (0.3 * (4.0 - v.theta_dot)).clamp(-0.3, 0.3),
    };
    let stepper = Controlled::new(disk.mla(0.01)?, 0.01, law)?;
    let rolling = RollingDiskVelocities {
        x_dot: 0.5,
        theta_dot: 2.0,
        ..Default::default()
    };
    let state = stepper.start(0.0, Default::default(), rolling)?;
    let mut table = Csv::new(&disk, out).with_held_controls();
    simulate(&stepper, state, &(), 1200, &mut table)?;
    table.finish()?;
    Ok(())
}

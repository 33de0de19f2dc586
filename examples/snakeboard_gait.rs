//! A snakeboard that moves ahead without a push.
//!
//! `cargo run --example snakeboard_gait > run.csv` writes the table that `nhi run` writes for the template `snakeboard`.

use nhi::{Controlled, Csv, nonholonomic, simulate};

// The model of the template: parameters, coordinates, Lagrangian, constraints and controls.
include!("../nhi-cli/templates/snakeboard/model.nhi");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    run(std::io::stdout().lock())
}

/// From rest, rotor and wheels swing with the same frequency: the gait that drives ahead.
pub fn run(out: impl std::io::Write) -> Result<(), Box<dyn std::error::Error>> {
    let board = Snakeboard {
        m: 6.0,
        l: 0.3,
        i_rotor: 0.2,
        j_wheel: 0.01,
    };
    let law = |t: f64, q: &SnakeboardCoordinates, v: &SnakeboardVelocities| SnakeboardControls {
        u_psi: 4.0 * (0.7 * (2.0 * t).sin() - q.psi) - 0.8 * v.psi_dot,
        u_phi: 2.0 * (0.4 * (2.0 * t).sin() - q.phi) - 0.3 * v.phi_dot,
    };
    let stepper = Controlled::new(board.mla(0.02)?, 0.02, law)?;
    let state = stepper.start(0.0, Default::default(), Default::default())?;
    let mut table = Csv::new(&board, out).with_held_controls();
    simulate(&stepper, state, &(), 1000, &mut table)?;
    table.finish()?;
    Ok(())
}

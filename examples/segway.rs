//! A vehicle that its motors balance upright.
//!
//! `cargo run --example segway > run.csv` writes the table that `nhi run` writes for the template `segway`.

use nhi::{Controlled, Csv, nonholonomic, simulate};

// The model of the template: parameters, coordinates, Lagrangian, constraints and controls.
include!("../nhi-cli/templates/segway/model.nhi");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    run(std::io::stdout().lock())
}

/// The motors balance the body upright. From 1.5 s on they drive at 1 m/s and turn to both sides.
pub fn run(out: impl std::io::Write) -> Result<(), Box<dyn std::error::Error>> {
    let segway = Segway {
        m: 40.0,
        height: 0.7,
        m_wheel: 4.0,
        radius: 0.2,
        half_track: 0.25,
        g: 9.81,
    };
    let law = |t: f64, q: &SegwayCoordinates, v: &SegwayVelocities| {
        let drives = if t < 1.5 { 0.0 } else { 1.0 };
        let balance = 260.0 * q.alpha + 60.0 * v.alpha_dot;
        let both = balance + 4.0 * (v.left_dot + v.right_dot) / 2.0 - 20.0 * drives;
        let turn = 4.0 * (0.6 * (0.8 * t).sin() * drives - v.theta_dot);
        SegwayControls {
            u_left: both - turn,
            u_right: both + turn,
        }
    };
    let stepper = Controlled::new(segway.mla(0.005)?, 0.005, law)?;
    let state = stepper.start(0.0, Default::default(), Default::default())?;
    let mut table = Csv::new(&segway, out).with_held_controls();
    simulate(&stepper, state, &(), 2400, &mut table)?;
    table.finish()?;
    Ok(())
}

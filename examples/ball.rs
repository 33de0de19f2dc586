//! A ball that rolls on a plate, which is tilted to lead it.
//!
//! `cargo run --example ball > run.csv` writes the table that `nhi run` writes for the template `ball`.

use nhi::{Controlled, Csv, nonholonomic, simulate};

// The model of the template: parameters, coordinates, Lagrangian, constraints and controls.
include!("../nhi-cli/templates/ball/model.nhi");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    run(std::io::stdout().lock())
}

/// The plate leads the ball from rest onto a circle.
pub fn run(out: impl std::io::Write) -> Result<(), Box<dyn std::error::Error>> {
    let ball = Ball {
        m: 0.3,
        j: 0.0003,
        radius: 0.05,
        g: 9.81,
    };
    let law = |t: f64, q: &BallCoordinates, v: &BallVelocities| BallControls {
        tilt_x: (0.3 * (0.4 * t.cos() - q.x) - 0.4 * (0.4 * t.sin() + v.x_dot)).clamp(-0.2, 0.2),
        tilt_y: (0.3 * (0.4 * t.sin() - q.y) + 0.4 * (0.4 * t.cos() - v.y_dot)).clamp(-0.2, 0.2),
    };
    let stepper = Controlled::new(ball.mla(0.01)?, 0.01, law)?;
    let state = stepper.start(0.0, Default::default(), Default::default())?;
    let mut table = Csv::new(&ball, out).with_held_controls();
    simulate(&stepper, state, &(), 1200, &mut table)?;
    table.finish()?;
    Ok(())
}

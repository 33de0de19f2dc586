//! A car with a trailer, whose engine is limited.
//!
//! `cargo run --example car_trailer > run.csv` writes the table that `nhi run` writes for the template `car-trailer`.

use nhi::{Controlled, Csv, nonholonomic, simulate};

// The model of the template: parameters, coordinates, Lagrangian, constraints and controls.
include!("../nhi-cli/templates/car-trailer/model.nhi");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    run(std::io::stdout().lock())
}

/// From rest to 3 m/s, and into a slalom.
pub fn run(out: impl std::io::Write) -> Result<(), Box<dyn std::error::Error>> {
    let car = CarTrailer {
        m: 900.0,
        inertia: 1200.0,
        j: 2.0,
        l: 2.5,
        m_trailer: 400.0,
        hitch: 3.0,
    };
    let law = |t: f64, q: &CarTrailerCoordinates, v: &CarTrailerVelocities| CarTrailerControls {
        drive: (3000.0 * (3.0 - v.x_dot.hypot(v.y_dot))).clamp(-2000.0, 2000.0),
        steer: 200.0 * (0.5 * (0.8 * t).sin() - q.phi) - 30.0 * v.phi_dot,
    };
    let stepper = Controlled::new(car.mla(0.01)?, 0.01, law)?;
    let state = stepper.start(0.0, Default::default(), Default::default())?;
    let mut table = Csv::new(&car, out).with_held_controls();
    simulate(&stepper, state, &(), 1500, &mut table)?;
    table.finish()?;
    Ok(())
}

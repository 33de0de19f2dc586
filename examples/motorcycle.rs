//! A motorcycle whose front wheel lifts off and lands: a contact that opens.
//!
//! `cargo run --example motorcycle > run.csv` writes the table that `nhi run` writes for the template `motorcycle`, but
//! for the rows at the times of the changes.

use nhi::{Controlled, Csv, nonholonomic, simulate};

// The model of the template: parameters, coordinates, Lagrangian, contacts, controls and forces.
include!("../nhi-cli/templates/motorcycle/model.nhi");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    run(std::io::stdout().lock())
}

/// A controller balances the motorcycle on its rear wheel, until the motor stops.
pub fn run(out: impl std::io::Write) -> Result<(), Box<dyn std::error::Error>> {
    let motorcycle = Motorcycle {
        m: 200.0,
        j: 30.0,
        b: 0.7,
        h: 0.6,
        g: 9.81,
    };
    let Motorcycle { m, b, h, g, .. } = motorcycle;
    let law = |t: f64, q: &MotorcycleCoordinates, v: &MotorcycleVelocities| {
        let (sin, cos) = q.pitch.sin_cos();
        let balance = m * g * (b * cos - h * sin) / (b * sin + h * cos);
        let aim = 0.2 * (t - 0.5).clamp(0.0, 2.0);
        let runs = (0.5..=5.0).contains(&t);
        MotorcycleControls {
            thrust: if runs {
                balance + 4000.0 * (aim - q.pitch) - 1500.0 * v.pitch_dot
            } else {
                0.0
            },
        }
    };
    let stepper = Controlled::new(motorcycle.mla(0.004)?, 0.004, law)?;
    let q = MotorcycleCoordinates {
        z: h,
        ..Default::default()
    };
    let v = MotorcycleVelocities {
        x_dot: 10.0,
        ..Default::default()
    };
    let state = stepper.start(0.0, q, v)?;
    let mut table = Csv::new(&motorcycle, out).with_held_controls();
    simulate(&stepper, state, &(), 1500, &mut table)?;
    table.finish()?;
    Ok(())
}

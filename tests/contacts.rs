//! Generated steppers whose contacts open and close.

use nhi::{ContactEvent, StepErrorKind, Stepper, nonholonomic};

/// A block above a floor.
#[nonholonomic(
    coordinates(x, z),
    lagrangian = 0.5 * m * (x_dot.powi(2) + z_dot.powi(2)) - m * g * z,
    holonomic(floor = z),
    contacts(floor >= 0, opens, restitution = e),
    integrators(Mla, Rk(order = 4), Dop853),
)]
pub struct Block {
    /// Mass [kg]
    pub m: f64,
    /// Gravity [m/s^2]
    pub g: f64,
    /// Restitution
    pub e: f64,
}

const BLOCK: Block = Block {
    m: 2.0,
    g: 10.0,
    e: 0.5,
};

#[test]
fn a_block_bounces_at_the_times_of_the_closed_form() {
    let stepper = BLOCK.mla(0.01).unwrap();
    let q = BlockCoordinates { x: 0.0, z: 1.0 };
    let v = BlockVelocities {
        x_dot: 1.0,
        z_dot: 0.0,
    };
    let mut state = stepper.start(0.0, q, v, &()).unwrap();
    let mut bounces = Vec::new();
    for _ in 0..120 {
        state = stepper.step(&state, &()).unwrap();
        bounces.extend(state.changes().copied());
    }
    let fall = (2.0 / BLOCK.g).sqrt();
    let times = [fall, 2.0 * fall, 2.5 * fall];
    for (bounce, time) in bounces.iter().zip(times) {
        assert_eq!(bounce.event, ContactEvent::Rebounds);
        assert!((bounce.t - time).abs() < 1e-12, "{bounce:?}, {time}");
    }
    assert_eq!(bounces.len(), 3);
    println!("{:?}", stepper.sample(&state));
}

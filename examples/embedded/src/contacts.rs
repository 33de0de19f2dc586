//! Contacts that open and close: a hopper that bounces on a floor, on which its foot sticks.

use nhi::nonholonomic;

/// A body on a foot.
#[nonholonomic(
    coordinates(x, z, lean),
    lagrangian = 0.5 * m * (x_dot.powi(2) + z_dot.powi(2) + (0.1 + 0.05 * cos(lean)) * lean_dot.powi(2))
        - 9.81 * m * z - m * lean.powi(2),
    constraints(stick = x_dot + 0.2 * lean_dot when floor),
    holonomic(floor = z - 0.2 * cos(lean)),
    contacts(floor >= 0, opens, restitution = bounce),
    integrators(Mla),
)]
#[derive(Clone, Debug)]
pub struct Hopper {
    /// Mass in kg
    pub m: f32,
    /// Coefficient of restitution
    pub bounce: f32,
}

/// Makes `steps` steps of `step` seconds and returns the height in m, or NaN if a step fails.
// Unsafe only in name: no other object of the program may export this name.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn hopper_run(m: f32, bounce: f32, step: f32, steps: u32) -> f32 {
    height(&Hopper { m, bounce }, step, steps).unwrap_or(f32::NAN)
}

fn height(hopper: &Hopper, step: f32, steps: u32) -> Option<f32> {
    let stepper = hopper.mla(step).ok()?;
    let (q, v) = ([0.0, 1.0, 0.1], [0.5, 0.0, 0.0]);
    let mut state = stepper.start(0.0, q.into(), v.into(), &()).ok()?;
    for _ in 0..steps {
        state = stepper.step(&state, &()).ok()?;
    }
    Some(stepper.sample(&state).ok()?.q.z)
}

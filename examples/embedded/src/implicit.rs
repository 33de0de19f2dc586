//! An implicit integrator: a sledge whose moment of inertia depends on its place, so that each step
//! solves equations by Newton's method.

use nhi::nonholonomic;

/// A blade on a plane.
#[nonholonomic(
    coordinates(theta, x, y),
    lagrangian = 0.5 * (inertia + x.powi(2)) * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)),
    constraints(blade = sin(theta) * x_dot - cos(theta) * y_dot),
    integrators(Gni(start = Smooth)),
)]
#[derive(Clone, Debug)]
pub struct Sledge {
    /// Mass in kg
    pub m: f32,
    /// Moment of inertia at the line `x = 0` in kg m^2
    pub inertia: f32,
}

/// Makes `steps` steps of `step` seconds and returns the heading in rad, or NaN where a step fails.
// Unsafe only in name: no other object of the program may export this name.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn sledge_run(m: f32, inertia: f32, step: f32, steps: u32) -> f32 {
    heading(&Sledge { m, inertia }, step, steps).unwrap_or(f32::NAN)
}

fn heading(sledge: &Sledge, step: f32, steps: u32) -> Option<f32> {
    let stepper = sledge.gni(step).ok()?;
    let (q, v) = ([0.0, 0.0, 0.0], [1.0, 1.0, 0.0]);
    let mut state = stepper.start(0.0, q.into(), v.into(), &()).ok()?;
    for _ in 0..steps {
        state = stepper.step(&state, &()).ok()?;
    }
    Some(state.q.theta)
}

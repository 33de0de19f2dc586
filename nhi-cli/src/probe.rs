//! What is known about an integrator, learnt by compiling a small system with it.

use nhi_symbolic::{Traits, compile_file};

/// The knife edge, with an edge that does not slip and a symmetry.
const KNIFE_EDGE: &str = "#[nonholonomic(
    coordinates(theta, x, y),
    lagrangian = 0.5 * (theta_dot.powi(2) + x_dot.powi(2) + y_dot.powi(2)),
    constraints(edge = sin(theta) * x_dot - cos(theta) * y_dot),
    symmetry(SE2(theta, x, y)),
    integrators(INTEGRATOR),
)]
struct KnifeEdge {}";

/// The free rigid body, for the integrators of rotations.
const RIGID_BODY: &str = "#[nonholonomic(
    groups(body: SO3(w1, w2, w3)),
    lagrangian = 0.5 * (w1.powi(2) + 2 * w2.powi(2) + 2.5 * w3.powi(2)),
    integrators(INTEGRATOR),
)]
struct RigidBody {}";

/// The traits of an integrator with its default options; `None` where neither system admits it.
pub(crate) fn probe(integrator: &str) -> Option<Traits> {
    [KNIFE_EDGE, RIGID_BODY]
        .iter()
        .find_map(|system| traits_on(system, integrator))
}

fn traits_on(system: &str, integrator: &str) -> Option<Traits> {
    let text = system.replace("INTEGRATOR", integrator);
    let compiled = compile_file(text.parse().ok()?).ok()?.pop()?;
    let stepper = compiled.steppers_as_data().next()?;
    Some(stepper.traits)
}

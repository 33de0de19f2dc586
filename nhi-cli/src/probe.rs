//! What is known about an integrator, learnt by discretising a small system with it.

use nhi_symbolic::schemes::{self, Traits};
use nhi_symbolic::{mechanics, model};

/// The knife edge, with an edge that does not slip and a symmetry.
const KNIFE_EDGE: &str = "#[nonholonomic(
    coordinates(theta, x, y),
    lagrangian = 0.5 * (theta_dot.powi(2) + x_dot.powi(2) + y_dot.powi(2)),
    constraints(edge = sin(theta) * x_dot - cos(theta) * y_dot),
    symmetry(SE2(theta, x, y)),
    integrators(INTEGRATOR),
)]
struct KnifeEdge {}";

/// The traits of an integrator with its default options; `None` where it cannot be had for the
/// system.
pub(crate) fn probe(integrator: &str) -> Option<Traits> {
    let text = KNIFE_EDGE.replace("INTEGRATOR", integrator);
    let ast = model::parse_file(text.parse().ok()?).ok()?.pop()?;
    let mut mechanics = mechanics::derive(model::resolve(&ast).ok()?).ok()?;
    let schemes = schemes::discretise(&mut mechanics).ok()?;
    schemes.first().map(|scheme| scheme.traits)
}

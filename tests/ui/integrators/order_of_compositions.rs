//! Compositions that gain nothing, and substeps that cannot be composed.

use nhi::nonholonomic;

#[nonholonomic(
    coordinates(x, y),
    lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2)),
    constraints(edge = y_dot - x * x_dot),
    integrators(
        Gni(order = 4),
        Rattle(order = 6),
        Lobatto(order = 6),
        Mla(order = 5),
        EnergyPreserving(order = 10),
        Dla(quadrature = Left, order = 4),
        Dap(alpha = 0.25, order = 8),
    ),
)]
pub struct Particle {}

#[nonholonomic(
    coordinates(x, y),
    lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2)),
    constraints(edge = y_dot - x * x_dot),
    integrators(Dla(start = TwoPoint, order = 4)),
)]
pub struct TwoPoints {}

fn main() {}

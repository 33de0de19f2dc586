//! The nonholonomic oscillator of Chang, Perlmutter, as figures 6 and 7 run it.

use std::error::Error;

use nhi::nonholonomic;

use super::run::states;

/// Unit springs on a particle with `x_dot + y z_dot = 0`.
#[nonholonomic(
    coordinates(x, y, z),
    lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)) - 0.5 * (x.powi(2) + y.powi(2) + z.powi(2)),
    constraints(contact = x_dot + y * z_dot),
    integrals(transversal = 0.5 * y_dot.powi(2) + 0.5 * y.powi(2)),
    integrators(
        Feedback(base = Euler, energy = 500, constraint = 300, transversal = 300),
        Dla(quadrature = Left),
        Gauss,
    ),
)]
#[derive(Clone, Debug)]
pub(crate) struct Oscillator {}

/// The initial state (86): `(1, 1, 1)` at rest, which for DLA is the pair of points (87).
pub(crate) const Q: [f64; 3] = [1.0; 3];
pub(crate) const V: [f64; 3] = [0.0; 3];

/// The step of the paper.
pub(crate) const STEP: f64 = 1e-3;

/// Coordinates and momenta; those of DLA are `(q_k - q_{k-1}) / h` as in the paper.
pub(crate) struct Point {
    pub(crate) t: f64,
    pub(crate) q: [f64; 3],
    pub(crate) p: [f64; 3],
}

pub(crate) fn feedback(steps: usize) -> Result<Vec<Point>, Box<dyn Error>> {
    let run = states(&Oscillator {}.feedback(STEP)?, Q, V, &(), steps)?;
    Ok(points(run.iter().map(|s| (s.q.into(), s.p))))
}

pub(crate) fn dla(steps: usize) -> Result<Vec<Point>, Box<dyn Error>> {
    let run = states(&Oscillator {}.dla(STEP)?, Q, V, &(), steps)?;
    Ok(points(run.iter().map(|s| (s.q.into(), s.p))))
}

fn points(run: impl Iterator<Item = ([f64; 3], [f64; 3])>) -> Vec<Point> {
    let numbered = run.enumerate();
    numbered
        .map(|(k, (q, p))| Point {
            t: k as f64 * STEP,
            q,
            p,
        })
        .collect()
}

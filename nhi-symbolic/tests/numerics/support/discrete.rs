//! The equations that define a GNI step, by hand: `-D1 Ld(q_0, q_1) = p^-_0`,
//! `p^-_1 = (P^T - Q^T) D2 Ld(q_0, q_1)`.

use nalgebra::DVector;

use super::dynamics::{Dynamics, State, System};

/// The quadrature of the discrete Lagrangian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quadrature {
    Trapezoidal,
    Midpoint,
}

/// A hand-written system with its parameters, step size, and controls over time.
pub(crate) struct Discretisation<'a> {
    pub(crate) system: &'a System,
    pub(crate) parameters: &'a [f64],
    pub(crate) quadrature: Quadrature,
    pub(crate) h: f64,
    pub(crate) controls: &'a dyn Fn(f64) -> Vec<f64>,
}

impl Discretisation<'_> {
    /// `-D1 Ld` and `D2 Ld` with the discrete forces.
    pub(crate) fn momenta(&self, q0: &[f64], q1: &[f64], t: f64) -> [DVector<f64>; 2] {
        let h = self.h;
        let velocity: Vec<_> = q0.iter().zip(q1).map(|(a, b)| (b - a) / h).collect();
        let at = |q: Vec<f64>, t: f64| self.dynamics(q, velocity.clone(), t);
        let impulse = |node: &Dynamics| (&node.gradient + &node.force) * (0.5 * h);
        match self.quadrature {
            Quadrature::Trapezoidal => {
                let nodes = [at(q0.to_vec(), t), at(q1.to_vec(), t + h)];
                let mean = (&nodes[0].momentum + &nodes[1].momentum) * 0.5;
                [&mean - impulse(&nodes[0]), &mean + impulse(&nodes[1])]
            }
            Quadrature::Midpoint => {
                let middle = q0.iter().zip(q1).map(|(a, b)| 0.5 * (a + b)).collect();
                let middle = at(middle, t + 0.5 * h);
                [
                    &middle.momentum - impulse(&middle),
                    &middle.momentum + impulse(&middle),
                ]
            }
        }
    }

    /// The momentum behind the reflection at the end of a step.
    pub(crate) fn reflected(&self, q0: &[f64], q1: &[f64], t: f64) -> DVector<f64> {
        let [_, incoming] = self.momenta(q0, q1, t);
        let rest = vec![0.0; q1.len()];
        let node = self.dynamics(q1.to_vec(), rest, t + self.h);
        node.reflected_momentum(&incoming)
    }

    pub(crate) fn dynamics(&self, q: Vec<f64>, v: Vec<f64>, t: f64) -> Dynamics {
        let u = (self.controls)(t);
        self.system.at(self.parameters, &State { q, v, u, t })
    }
}

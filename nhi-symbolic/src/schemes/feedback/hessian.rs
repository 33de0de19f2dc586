//! The Hessian of the Lyapunov function as a map of directions in the plane of `(q, p)`, never as a
//! matrix.

use super::super::prelude::*;
use super::attraction::Attraction;

/// `h B K B^T` at a node: the Hessian if the constraints and all levels hold.
pub(super) struct Hessian<'m> {
    node: Node<'m>,
    p: Vector<'m>,
    /// The contribution of the constraint momenta for a direction, without their gain.
    of_violation: Shared<'m>,
    gain: Scalar<'m>,
    /// The gradients of the integrals, each with its gain.
    slopes: Vec<(Vector<'m>, Scalar<'m>)>,
}

impl<'m> Hessian<'m> {
    /// Returns the Hessian, to be applied to the given number of directions.
    pub(super) fn of(
        attraction: &Attraction<'m>,
        steps: &mut Steps<'m>,
        node: &Node<'m>,
        directions: usize,
    ) -> Self {
        let (state, h) = (&attraction.state, node.system.h());
        let along = symbols(node.system, "along");
        let image = state.hessian_of_violation(&along).entries();
        let read = state.p.chain(&along);
        let fed_back = attraction.integrals.iter().filter(|x| !x.gain.is_zero());
        let slopes = fed_back.map(|x| {
            let slope = node.values(&x.gradient.entries().entries());
            (named(steps, "slope", &slope), h.times(&x.gain))
        });
        Self {
            slopes: slopes.collect(),
            of_violation: Shared::new(
                node.system,
                "pull",
                &image.entries(),
                &read.entries(),
                directions,
            ),
            gain: h.times(&attraction.gains.constraint),
            node: node.clone(),
            p: state.p.clone(),
        }
    }

    /// Returns the image of a direction, with named entries.
    pub(super) fn along(&self, steps: &mut Steps<'m>, x: &Vector<'m>) -> Vector<'m> {
        let pulled = symbols(self.node.system, "pull");
        let read = self.p.chain(x);
        let pulled = steps.evaluate(&self.of_violation, pulled, &self.node, &read);
        let by_integrals = self.slopes.iter();
        let image = by_integrals.fold(self.gain * pulled, |image, (slope, gain)| {
            image + *gain * slope.dot(x) * slope
        });
        named(steps, "power", &image)
    }

    /// Returns a direction that is orthogonal to an eigenvector only by accident: multiples of the
    /// golden ratio without their integer parts.
    pub(super) fn generic_direction(&self) -> Vector<'m> {
        let entries = 1..=(self.node.q.len() + self.p.len()) as i64;
        let system = self.node.system;
        system.column(entries.map(|i| system.number(i * 618 % 1000 - 500).expr()))
    }
}

/// Returns symbols for a direction.
fn symbols<'m>(system: System<'m>, name: &str) -> Vector<'m> {
    let q = system.configuration(&format!("q_{name}"), Role::Variable);
    q.chain(&system.velocities(&format!("p_{name}"), Role::Variable))
}

/// Names the entries of a direction.
fn named<'m>(steps: &mut Steps<'m>, name: &str, direction: &Vector<'m>) -> Vector<'m> {
    let places = steps.system().mechanics.q.len();
    let q = steps.name(&format!("q_{name}"), &direction.part(0..places));
    let p = direction.part(places..direction.len());
    q.chain(&steps.name(&format!("p_{name}"), &p))
}

//! The factors of a group, and the formulas of the commutative ones.

use crate::expr::{Expr, Function, Graph, Matrix};
use crate::model;

use super::{Retraction, planar, spatial};

/// A Lie group that is not a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factor {
    /// Translations of a line.
    R,
    /// Rotations of a circle, the rotation matrices of the plane; its Cayley map is that of `SO2`.
    S1,
    /// Rigid motions of the plane in the coordinates `(theta, x, y)`.
    Se2,
    /// Rigid motions of the plane in the entries of `[R | p]`.
    Se2Matrix,
    /// Rotations of space.
    So3,
    /// Rigid motions of space.
    Se3,
}

impl Factor {
    /// Returns the factor that the elements of a model's group belong to.
    #[must_use]
    pub fn of(group: model::LieGroup) -> Self {
        match group {
            model::LieGroup::So3 => Self::So3,
            model::LieGroup::Se3 => Self::Se3,
            model::LieGroup::Se2 => Self::Se2Matrix,
        }
    }

    /// Returns the dimension, that of the algebra.
    #[must_use]
    pub fn dimension(self) -> usize {
        match self {
            Self::R | Self::S1 => 1,
            Self::Se2 | Self::Se2Matrix | Self::So3 => 3,
            Self::Se3 => 6,
        }
    }

    /// Returns the number of entries of an element.
    #[must_use]
    pub fn element_size(self) -> usize {
        match self {
            Self::R | Self::S1 => 1,
            Self::Se2 => 3,
            Self::Se2Matrix => 6,
            Self::So3 => 9,
            Self::Se3 => 12,
        }
    }

    /// Returns true if all elements commute.
    #[must_use]
    pub fn is_abelian(self) -> bool {
        matches!(self, Self::R | Self::S1)
    }

    /// Returns the entries of the identity.
    pub(super) fn identity(self) -> Vec<Expr> {
        let (rows, columns) = match self {
            Self::R | Self::S1 | Self::Se2 => return vec![Graph::ZERO; self.element_size()],
            Self::Se2Matrix => (2, 3),
            Self::So3 => (3, 3),
            Self::Se3 => (3, 4),
        };
        Matrix::from_fn(
            rows,
            columns,
            |i, j| if i == j { Graph::ONE } else { Graph::ZERO },
        )
        .entries()
        .to_vec()
    }

    pub(super) fn retract(self, graph: &Graph, tau: Retraction, xi: &[Expr]) -> Vec<Expr> {
        match self {
            Self::S1 if tau == Retraction::Cayley => vec![cayley_angle(graph, xi[0])],
            Self::R | Self::S1 => xi.to_vec(),
            Self::Se2 => planar::retract(graph, tau, xi),
            Self::Se2Matrix => planar::matrix::retract(graph, tau, xi),
            Self::So3 => spatial::rotation(graph, tau, xi).entries().to_vec(),
            Self::Se3 => spatial::retract(graph, tau, xi),
        }
    }

    pub(super) fn compose(self, graph: &Graph, g: &[Expr], k: &[Expr]) -> Vec<Expr> {
        match self {
            Self::R | Self::S1 => vec![graph.add(g[0], k[0])],
            Self::Se2 => planar::compose(graph, g, k),
            Self::Se2Matrix => planar::matrix::compose(graph, g, k),
            Self::So3 => spatial::compose_rotations(graph, g, k),
            Self::Se3 => spatial::compose(graph, g, k),
        }
    }

    pub(super) fn inverse(self, graph: &Graph, g: &[Expr]) -> Vec<Expr> {
        match self {
            Self::R | Self::S1 => vec![graph.neg(g[0])],
            Self::Se2 => planar::inverse(graph, g),
            Self::Se2Matrix => planar::matrix::inverse(graph, g),
            Self::So3 => spatial::matrix(g).transpose().entries().to_vec(),
            Self::Se3 => spatial::inverse(graph, g),
        }
    }

    pub(super) fn velocity(self, graph: &Graph, g: &[Expr], xi: &[Expr]) -> Vec<Expr> {
        match self {
            Self::R | Self::S1 => xi.to_vec(),
            Self::Se2 => planar::velocity(graph, g, xi),
            Self::Se2Matrix => planar::matrix::velocity(graph, g, xi),
            Self::So3 => spatial::rotation_velocity(graph, g, xi),
            Self::Se3 => spatial::velocity(graph, g, xi),
        }
    }

    pub(super) fn ad(self, graph: &Graph, xi: &[Expr]) -> Matrix {
        match self {
            Self::R | Self::S1 => Matrix::zero(1, 1),
            Self::Se2 | Self::Se2Matrix => planar::ad(graph, xi),
            Self::So3 => spatial::hat(graph, xi),
            Self::Se3 => spatial::ad(graph, xi),
        }
    }

    pub(super) fn adjoint(self, graph: &Graph, g: &[Expr]) -> Matrix {
        match self {
            Self::R | Self::S1 => Matrix::identity(1),
            Self::Se2 => planar::adjoint(graph, g),
            Self::Se2Matrix => planar::matrix::adjoint(graph, g),
            Self::So3 => spatial::matrix(g),
            Self::Se3 => spatial::adjoint(graph, g),
        }
    }

    pub(super) fn inverse_differential(
        self,
        graph: &Graph,
        tau: Retraction,
        xi: &[Expr],
    ) -> Matrix {
        match self {
            Self::S1 if tau == Retraction::Cayley => {
                let growth = cayley_growth(graph, xi[0]);
                Matrix::from_fn(1, 1, |_, _| growth)
            }
            Self::R | Self::S1 => Matrix::identity(1),
            Self::Se2 | Self::Se2Matrix => planar::inverse_differential(graph, tau, xi),
            Self::So3 => spatial::inverse_differential_of_rotation(graph, tau, xi),
            Self::Se3 => spatial::inverse_differential(graph, tau, xi),
        }
    }
}

/// Returns the angle `2 atan(w/2)` of the Cayley map.
pub(super) fn cayley_angle(graph: &Graph, w: Expr) -> Expr {
    let half = graph.fraction(1, 2);
    let half_w = graph.mul(half, w);
    let angle = graph.call(Function::Atan, &[half_w]);
    graph.scale(&2.into(), angle)
}

/// Returns `1 + w^2/4`, the rate of `w` to that of the angle.
fn cayley_growth(graph: &Graph, w: Expr) -> Expr {
    let square = graph.powi(w, 2);
    let quarter = graph.fraction(1, 4);
    let growth = graph.mul(quarter, square);
    graph.add(Graph::ONE, growth)
}

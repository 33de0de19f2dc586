//! The frame, in which velocities move the configuration: `dq/dt = K(q) v`.
//!
//! For coordinates `K` is the identity. For a factor that is a Lie group the velocity is the body
//! velocity `xi = g^-1 dg/dt`. Then `K` contains the left-invariant vector fields,
//! `R' = R hat(omega)` and `p' = R v`, and the fields do not commute: `[X_a, X_b] = C_ab^c X_c`. In
//! such a frame the Euler-Lagrange equations become Hamel's equations (Euler-Poincaré on a group),
//! `d/dt L_v = ad*_v L_v + K^T L_q`.

use crate::expr::{Expr, Graph, Matrix};
use crate::model::Model;

use super::group::{Factor, LieGroup};

/// The vector fields along which the velocities move the configuration.
#[derive(Clone, Debug)]
pub struct Frame {
    /// `K(q)`: one row for each entry of the configuration, one column for each velocity.
    pub fields: Matrix,
    /// `(a, b, c, k)` with `a < b` for each component `k` of `[X_a, X_b]` along `X_c`.
    pub brackets: Vec<(usize, usize, usize, i64)>,
    /// The configuration as a group: translations of the coordinates, then the group elements.
    pub group: LieGroup,
    /// The rotations among the entries of the configuration, row by row.
    rotations: Vec<Vec<usize>>,
}

impl Frame {
    pub(super) fn of(model: &Model) -> Self {
        let coordinates = model.coordinates.len();
        let rows = model.configuration().count();
        let mut fields = Matrix::from_fn(rows, model.velocities.len(), |i, j| {
            if i == j && i < coordinates {
                Graph::ONE
            } else {
                Graph::ZERO
            }
        });
        let mut brackets = Vec::new();
        let mut rotations = Vec::new();
        let mut factors = vec![Factor::R; coordinates];
        let mut first_entry = coordinates;
        for factor in &model.groups {
            let shift = factor.first_velocity;
            for (entry, component, value) in factor.fields(&model.graph) {
                fields[(first_entry + entry, shift + component)] = value;
            }
            let of_factor = factor.group.brackets().iter();
            brackets.extend(of_factor.map(|&(a, b, c, k)| (shift + a, shift + b, shift + c, k)));
            let (n, columns) = (factor.group.space(), factor.group.varying_columns());
            let places = (0..n).flat_map(|i| (0..n).map(move |j| first_entry + i * columns + j));
            rotations.push(places.collect());
            first_entry += factor.entries.len();
            factors.push(Factor::of(factor.group));
        }
        Self {
            fields,
            brackets,
            group: LieGroup::new(factors),
            rotations,
        }
    }

    /// Returns true if the configuration has coordinates only.
    #[must_use]
    pub fn is_coordinate(&self) -> bool {
        self.rotations.is_empty()
    }

    /// Returns the symbols among the configuration `q` that are entries of rotations.
    pub(super) fn rotation_entries(&self, q: &[Expr]) -> Vec<Expr> {
        self.rotations
            .iter()
            .flatten()
            .map(|&place| q[place])
            .collect()
    }

    /// Returns the rates `dq/dt = K v` of the entries of the configuration.
    pub fn rates(&self, graph: &Graph, v: &[Expr]) -> Vec<Expr> {
        self.fields.apply(graph, v)
    }

    /// Returns the derivatives `K^T f_q` of a function along the fields, given its gradient.
    pub fn along(&self, graph: &Graph, gradient: &[Expr]) -> Vec<Expr> {
        self.fields.apply_transposed(graph, gradient)
    }

    /// Returns `ad*_v p`: the component along `X_b` is `p([v, X_b])`.
    pub fn coadjoint(&self, graph: &Graph, v: &[Expr], p: &[Expr]) -> Vec<Expr> {
        let mut terms: Vec<Vec<Expr>> = vec![Vec::new(); v.len()];
        for &(a, b, c, k) in &self.brackets {
            for (moving, along, k) in [(a, b, k), (b, a, -k)] {
                let term = graph.mul(v[moving], p[c]);
                terms[along].push(graph.scale(&k.into(), term));
            }
        }
        terms.into_iter().map(|terms| graph.sum(&terms)).collect()
    }

    /// Returns the entries of `R^T R - Id` of each rotation in a configuration, each with the
    /// number of times that it occurs: the matrix is symmetric.
    pub fn defects(&self, graph: &Graph, q: &[Expr]) -> Vec<(Expr, i64)> {
        let mut defects = Vec::new();
        for places in &self.rotations {
            let n = places.len().isqrt();
            for i in 0..n {
                for j in 0..=i {
                    let [left, right]: [Vec<_>; 2] =
                        [i, j].map(|column| (0..n).map(|k| q[places[k * n + column]]).collect());
                    let product = graph.dot(&left, &right);
                    if i == j {
                        defects.push((graph.sub(product, Graph::ONE), 1));
                    } else {
                        defects.push((product, 2));
                    }
                }
            }
        }
        defects
    }

    /// Returns `R - R^-T` for each rotation in a configuration, and zero for other entries. Along
    /// it `R^T R - Id` decays in proportion to itself.
    pub fn excess_of_rotations(&self, graph: &Graph, q: &[Expr]) -> Vec<Expr> {
        let mut excess = vec![Graph::ZERO; q.len()];
        for places in &self.rotations {
            let n = places.len().isqrt();
            let rotation = Matrix::from_fn(n, n, |i, j| q[places[i * n + j]]);
            let cofactors = cofactors(graph, &rotation);
            let determinant = graph.dot(rotation.row(0), cofactors.row(0));
            for (&place, &cofactor) in places.iter().zip(cofactors.entries()) {
                excess[place] = graph.sub(q[place], graph.div(cofactor, determinant));
            }
        }
        excess
    }

    /// Returns the entries of a configuration, each rotation moved to the nearest one up to the
    /// second order of its distance: `R - R (R^T R - Id) / 2`. A rotation that is off by round-off
    /// changes only by round-off, and the round-off does not grow.
    pub fn orthonormalised(&self, graph: &Graph, q: &[Expr]) -> Vec<Expr> {
        let mut result = q.to_vec();
        for places in &self.rotations {
            let n = places.len().isqrt();
            let rotation = Matrix::from_fn(n, n, |i, j| q[places[i * n + j]]);
            let gram = rotation.transpose().mul(graph, &rotation);
            let half = graph.fraction(1, 2);
            let excess = Matrix::from_fn(n, n, |i, j| {
                let (i, j) = (i.min(j), i.max(j));
                let one = if i == j { Graph::ONE } else { Graph::ZERO };
                let difference = graph.sub(gram[(i, j)], one);
                graph.mul(half, difference)
            });
            let correction = rotation.mul(graph, &excess);
            for (&place, &part) in places.iter().zip(correction.entries()) {
                result[place] = graph.sub(q[place], part);
            }
        }
        result
    }
}

/// Returns the cofactors of a matrix with two or three rows: its inverse transposed, times its
/// determinant.
fn cofactors(graph: &Graph, matrix: &Matrix) -> Matrix {
    let n = matrix.rows();
    Matrix::from_fn(n, n, |i, j| {
        let [below, after] = [1, 2].map(|k| ((i + k) % n, (j + k) % n));
        if n == 2 {
            let other = matrix[(below.0, below.1)];
            return if i == j { other } else { graph.neg(other) };
        }
        let [main, side] = [
            graph.mul(matrix[(below.0, below.1)], matrix[(after.0, after.1)]),
            graph.mul(matrix[(below.0, after.1)], matrix[(after.0, below.1)]),
        ];
        graph.sub(main, side)
    })
}

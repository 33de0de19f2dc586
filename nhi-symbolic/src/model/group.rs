//! Factors of the configuration that are Lie groups, without coordinates.

use proc_macro2::Span;

use super::Variable;
use crate::expr::{Expr, Graph};

/// A factor of the configuration that is a Lie group.
///
/// A group element `g` is a matrix, whose varying entries are symbols of the model. Its velocity is
/// the body velocity `xi = g^-1 dg/dt`, rotation first.
#[derive(Clone, Debug)]
pub struct GroupFactor {
    /// The name of the group element.
    pub name: String,
    /// The position of its name.
    pub span: Span,
    /// The group.
    pub group: LieGroup,
    /// The varying entries, row by row: those of `R`, or of `[R | p]`.
    pub entries: Vec<Variable>,
    /// The index of the first body velocity component among the velocities of the model.
    pub first_velocity: usize,
}

/// The groups that can be factors of a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LieGroup {
    /// Rotations of space, `R`.
    So3,
    /// Rigid motions of space, `[R | p]`.
    Se3,
    /// Rigid motions of the plane, `[R | p]`.
    Se2,
}

impl LieGroup {
    /// Every group with its name.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::So3, "SO3"), (Self::Se3, "SE3"), (Self::Se2, "SE2")];

    /// Returns the group of the given name.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let row = Self::ALL.iter().find(|(_, name)| *name == text);
        row.map(|(group, _)| *group)
    }

    /// Returns its name.
    #[must_use]
    pub fn text(self) -> &'static str {
        let row = Self::ALL.iter().find(|(group, _)| *group == self);
        row.map_or("", |(_, name)| name)
    }

    /// Returns its dimension: the number of components of a body velocity.
    #[must_use]
    pub fn dimension(self) -> usize {
        match self {
            Self::So3 | Self::Se2 => 3,
            Self::Se3 => 6,
        }
    }

    /// Returns the number of rows and columns of its matrices.
    #[must_use]
    pub fn matrix_size(self) -> usize {
        match self {
            Self::So3 | Self::Se2 => 3,
            Self::Se3 => 4,
        }
    }

    /// Returns the number of dimensions of the space that it turns: the size of `R`.
    #[must_use]
    pub fn space(self) -> usize {
        match self {
            Self::So3 | Self::Se3 => 3,
            Self::Se2 => 2,
        }
    }

    /// Returns the number of columns of the entries that vary.
    #[must_use]
    pub fn varying_columns(self) -> usize {
        match self {
            Self::So3 => 3,
            Self::Se3 => 4,
            Self::Se2 => 3,
        }
    }

    /// Returns the structure of the Lie algebra: `(a, b, c, k)` for each bracket `[e_a, e_b]` with
    /// `a < b` that has the component `k` along `e_c`.
    #[must_use]
    pub fn brackets(self) -> &'static [(usize, usize, usize, i64)] {
        match self {
            Self::So3 => &[(0, 1, 2, 1), (1, 2, 0, 1), (0, 2, 1, -1)],
            Self::Se2 => &[(0, 1, 2, 1), (0, 2, 1, -1)],
            Self::Se3 => &[
                (0, 1, 2, 1),
                (1, 2, 0, 1),
                (0, 2, 1, -1),
                (0, 4, 5, 1),
                (0, 5, 4, -1),
                (1, 5, 3, 1),
                (1, 3, 5, -1),
                (2, 3, 4, 1),
                (2, 4, 3, -1),
            ],
        }
    }
}

impl GroupFactor {
    /// Returns the entry in a row and a column of the whole matrix; the last row of a rigid motion
    /// is constant.
    #[must_use]
    pub fn entry(&self, row: usize, column: usize) -> Expr {
        let columns = self.group.varying_columns();
        match self.entries.get(row * columns + column) {
            Some(entry) => entry.symbol,
            None if row == column => Graph::ONE,
            None => Graph::ZERO,
        }
    }

    /// Returns the entries of `R`, row by row.
    #[must_use]
    pub fn rotation(&self) -> Vec<Expr> {
        let n = self.group.space();
        let places = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
        places.map(|(i, j)| self.entry(i, j)).collect()
    }

    /// Returns the components of the left-invariant fields `R hat(omega)` and `R v` that are not
    /// zero: an entry, a component of the body velocity, and the rate of the entry with it.
    #[must_use]
    pub fn fields(&self, graph: &Graph) -> Vec<(usize, usize, Expr)> {
        let (n, columns) = (self.group.space(), self.group.varying_columns());
        let turns = if n == 3 { 3 } else { 1 };
        let mut fields = Vec::new();
        for i in 0..n {
            let row = i * columns;
            for (a, from, to) in turned_axes(n) {
                // The column `from` of `R hat(e_a)` is the column `to` of `R`, and vice versa with
                // a minus sign.
                fields.push((row + to, a, graph.neg(self.entry(i, from))));
                fields.push((row + from, a, self.entry(i, to)));
            }
            for j in 0..(columns - n) * n {
                fields.push((row + n, turns + j, self.entry(i, j)));
            }
        }
        fields
    }

    /// Returns the indices of the body velocity components among the velocities of the model.
    #[must_use]
    pub fn velocities(&self) -> std::ops::Range<usize> {
        self.first_velocity..self.first_velocity + self.group.dimension()
    }
}

/// Returns for each rotation `e_a` the two axes that it turns, the first towards the second.
fn turned_axes(space: usize) -> Vec<(usize, usize, usize)> {
    match space {
        3 => vec![(0, 1, 2), (1, 2, 0), (2, 0, 1)],
        _ => vec![(0, 0, 1)],
    }
}

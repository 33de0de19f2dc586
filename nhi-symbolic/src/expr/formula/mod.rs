//! Formulas: scalars, vectors and matrices that know their graph and therefore add and multiply as
//! on paper.
//!
//! `&v + h / 2 * &a` builds the same nodes as the methods of [`Graph`] do, entry by entry. An
//! [`Expr`] is a number for use in tables. A [`Scalar`] combines that number with the graph that
//! defines its meaning, while a formula is being written.
//!
//! Column operators are never inlined. Integrators have hundreds of them, each of which runs a few
//! times per model. The size of their code matters, and the time of a call does not.

mod matrix;
mod scalar;
mod vector;

pub use matrix::Matrix;
pub use scalar::Scalar;
pub use vector::Vector;

use super::graph::{Expr, Graph};

impl Graph {
    /// Returns an expression of this graph for use in a formula.
    #[must_use]
    pub fn scalar(&self, expr: Expr) -> Scalar<'_> {
        Scalar::new(self, expr)
    }

    /// Returns a column of expressions of this graph for use in a formula.
    #[must_use]
    pub fn vector(&self, entries: impl Into<Vec<Expr>>) -> Vector<'_> {
        Vector::new(self, entries.into())
    }

    /// Returns a matrix of expressions of this graph for use in a formula.
    #[must_use]
    pub fn matrix(&self, matrix: &super::Matrix) -> Matrix<'_> {
        Matrix::new(self, matrix.clone())
    }
}

/// Implements the operators of owned and borrowed operands in terms of the one of borrowed
/// operands.
macro_rules! for_owned_operands {
    ($operator:ident, $method:ident: $left:ident, $right:ident -> $output:ident) => {
        impl<'g> $operator<$right<'g>> for $left<'g> {
            type Output = $output<'g>;
            #[inline(never)]
            fn $method(self, other: $right<'g>) -> $output<'g> {
                $operator::$method(&self, &other)
            }
        }

        impl<'g> $operator<&$right<'g>> for $left<'g> {
            type Output = $output<'g>;
            #[inline(never)]
            fn $method(self, other: &$right<'g>) -> $output<'g> {
                $operator::$method(&self, other)
            }
        }

        impl<'g> $operator<$right<'g>> for &$left<'g> {
            type Output = $output<'g>;
            #[inline(never)]
            fn $method(self, other: $right<'g>) -> $output<'g> {
                $operator::$method(self, &other)
            }
        }
    };
}
use for_owned_operands;

#[cfg(test)]
mod tests;

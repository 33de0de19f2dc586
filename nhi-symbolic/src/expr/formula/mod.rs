//! Formulas: scalars, vectors and matrices that know their graph, so that they add and multiply as
//! on paper.
//!
//! `&v + h / 2 * &a` builds the same nodes as the methods of [`Graph`] do, entry by entry. An
//! [`Expr`] is a number in tables; a [`Scalar`] is that number with the graph in which it means
//! something, for as long as a formula is written.
//!
//! Operators of columns are never inlined: integrators have hundreds of them, each of which runs a few
//! times for a model, so that the size of their code counts and the time of a call does not.

mod matrix;
mod scalar;
mod vector;

pub use matrix::Matrix;
pub use scalar::Scalar;
pub use vector::Vector;

use super::graph::{Expr, Graph};

impl Graph {
    /// An expression of this graph in a formula.
    #[must_use]
    pub fn scalar(&self, expr: Expr) -> Scalar<'_> {
        Scalar::new(self, expr)
    }

    /// A column of expressions of this graph in a formula.
    #[must_use]
    pub fn vector(&self, entries: impl Into<Vec<Expr>>) -> Vector<'_> {
        Vector::new(self, entries.into())
    }

    /// A matrix of expressions of this graph in a formula.
    #[must_use]
    pub fn matrix(&self, matrix: &super::Matrix) -> Matrix<'_> {
        Matrix::new(self, matrix.clone())
    }
}

/// The operators of owned and borrowed operands, from the one of borrowed operands.
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

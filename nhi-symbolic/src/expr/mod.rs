//! The expression graph: hash-consed nodes, exact numbers, derivatives, zero tests, matrices.
//!
//! One [`Graph`] serves one model. Equal expressions are one node, so shared subexpressions cost
//! nothing. Node numbers are already a topological order, so no code here walks a graph as a tree
//! or recurses over its depth.

mod budget;
mod build;
mod cost;
mod degree;
mod derivative;
mod display;
mod effort;
mod evaluate;
mod factor;
pub mod formula;
mod function;
mod graph;
mod hash;
mod lowest_terms;
mod matrix;
mod node;
mod order;
mod polynomial;
mod prime_field;
mod prime_matrix;
mod prime_point;
mod prime_values;
mod pullback;
mod rational;
mod rotations;
mod simplify;
mod sources;
mod spd;
mod stumpff;
mod substitute;
mod traverse;
mod zero;

pub use cost::Cost;
pub(crate) use degree::degree;
pub use effort::Effort;
pub use evaluate::Evaluator;
pub use function::{
    CostClass, FieldValue, Function, Language, Parity, Row, RuntimeCall, Square, TABLE,
};
pub use graph::{Expr, Graph, Role, RoleSet, Symbol};
pub(crate) use hash::{LookupMap, Multiplicative};
pub use matrix::Matrix;
pub use node::Node;
pub use polynomial::{Monomial, Polynomial};
pub use prime_field::FieldElement;
pub use prime_matrix::{Combination, PrimeMatrix, RowRelations};
pub use prime_point::PrimePoint;
pub(crate) use prime_point::mix;
pub use prime_values::PrimeValues;
pub use rational::Rational;
#[cfg(feature = "symbolica")]
pub use simplify::Symbolica;
pub use simplify::{NormalForm, Simplifier};
pub use spd::{BlockPivots, Pivot, SpdFactor};

//! The imports for the file of an integrator: rows, symbols, formulas at nodes, blocks.

pub(super) use crate::bibliography::*;
pub(super) use crate::diag::{Code, Diagnostic, Diagnostics};
pub(super) use crate::discrete::*;
pub(super) use crate::expr::formula::{Scalar, Vector};
pub(super) use crate::expr::{Expr, Function, Graph, Rational, Role, RoleSet, SpdFactor};
pub(super) use crate::mechanics::needs::{
    Configuration, Constraints, Lagrangian, Masses, Needs, Positions,
};
pub(super) use crate::mechanics::{
    ControlNode, Displacement, Mechanics, MomentumNode, Node, System,
};
pub(super) use crate::options::{Choices, OptionRow, Values, words};

pub(super) use super::draft::Draft;
pub(super) use super::integrator::{Integrator, Kind, Preserves, always, never, second_order};

//! What a file of an integrator is written with: rows, symbols, formulas at nodes, blocks.

pub(super) use crate::diag::{Code, Diagnostic, Diagnostics};
pub(super) use crate::expr::formula::{Scalar, Vector};
pub(super) use crate::expr::{Expr, Graph, Rational, Role, RoleSet, SpdFactor};

pub(super) use super::choices::{Choices, OptionRow, Values};
pub(super) use super::draft::Draft;
pub(super) use super::integrator::{Integrator, Kind, Preserves, always, never, second_order};
pub(super) use super::needs::{Configuration, Constraints, Lagrangian, Needs};
pub(super) use super::node::{MomentumNode, Node};
pub(super) use super::references::*;
pub(super) use super::scheme::{Block, ControlNode, GroupKind};
pub(super) use super::state::*;
pub(super) use super::steps::{Equations, Naming, Steps, block_of};
pub(super) use super::system::System;
pub(super) use super::words::words;

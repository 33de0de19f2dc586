//! Formulas of the mechanics at moments of a motion, for use in integrators.

mod chart;
mod displacement;
mod node;
mod system;

pub(crate) use displacement::Displacement;
pub(crate) use node::{MomentumNode, Node};
pub use system::ControlNode;
pub(crate) use system::{Moment, System};

//! The parts of a state, and the functions that monitor it.

use crate::expr::Expr;
use crate::expr::formula::Vector;

use super::scheme::{Block, GroupKind, StateFunction, StateGroup};
use super::steps::block_of;

/// A part that the states of an integrator can have.
#[derive(Clone, Copy, Debug)]
pub struct StatePart {
    /// The name of the field.
    pub name: &'static str,
    /// A description, with formula and units.
    pub docs: &'static str,
    /// The meaning of its entries.
    pub kind: GroupKind,
}

/// The configuration, a part of every state.
pub(crate) const CONFIGURATION: StatePart = StatePart {
    name: "q",
    docs: "The coordinates.",
    kind: GroupKind::Coordinates,
};

/// The nodal velocity, if it is on the constraints.
pub(crate) const NODAL_VELOCITY: StatePart = StatePart {
    name: "v",
    docs: "The nodal velocity, on the constraints.",
    kind: GroupKind::Velocities,
};

/// The controls at the node, if samples depend on them.
pub(crate) const KEPT_CONTROLS: StatePart = StatePart {
    name: "controls",
    docs: "The controls at the node, on which the multipliers depend.",
    kind: GroupKind::Controls,
};

impl StatePart {
    /// Returns the part with the symbols of its entries.
    pub(crate) fn of(&self, symbols: &Vector<'_>) -> StateGroup {
        self.of_symbols(symbols.entries())
    }

    /// Returns the part with the symbols of its entries.
    pub(crate) fn of_symbols(&self, symbols: Vec<Expr>) -> StateGroup {
        StateGroup {
            name: self.name,
            docs: self.docs,
            kind: self.kind,
            symbols,
        }
    }
}

/// A function of the state that shows how the integration goes.
#[derive(Clone, Copy, Debug)]
pub struct Monitor {
    /// The name of the method.
    pub name: &'static str,
    /// The description of its values.
    pub docs: &'static str,
    /// The number of its values.
    pub shape: MonitorShape,
    /// The warning, in one sentence, for a value at the start that is not below one.
    pub warning: Option<&'static str>,
}

/// The number of values of a monitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MonitorShape {
    /// One.
    Scalar,
    /// One for each constraint.
    PerConstraint,
    /// One for each generator of the symmetry group.
    PerGenerator,
}

impl Monitor {
    /// Returns the monitor with its values.
    pub(crate) fn of(&self, values: impl Into<Vec<Expr>>) -> StateFunction {
        self.computed(block_of(values))
    }

    /// Returns the monitor with the block that computes its values.
    pub(crate) fn computed(&self, block: Block) -> StateFunction {
        StateFunction {
            name: self.name,
            docs: self.docs,
            block,
            per_constraint: self.shape == MonitorShape::PerConstraint,
            warning: self.warning,
        }
    }
}

/// Returns symbols or values as entries of a block.
pub(crate) fn entries<'v, 'g: 'v>(parts: impl IntoIterator<Item = &'v Vector<'g>>) -> Vec<Expr> {
    parts.into_iter().flat_map(Vector::entries).collect()
}

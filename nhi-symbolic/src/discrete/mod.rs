//! Discrete equations as values: state, blocks of assignments and solves, the derivative of a step,
//! and the notation in which they are written.

mod derivative;
mod elimination;
mod jacobian;
mod pivots;
mod scheme;
mod signs;
mod state;
mod steps;
mod subroutine;
mod turns;

pub(crate) use derivative::at_kinks;
pub(crate) use jacobian::{sample_jacobian, start_jacobian, step_jacobian};
pub(crate) use pivots::Watch;
pub use scheme::{
    Block, Condition, GroupKind, Item, LinearSystem, Pivot, PivotedMatrix, Requirement, Scheme,
    Size, Solve, StateFunction, StateGroup, Traits,
};
pub(crate) use signs::REFLECTION;
pub use signs::Signs;
pub(crate) use state::{CONFIGURATION, KEPT_CONTROLS, NODAL_VELOCITY, entries};
pub use state::{Monitor, MonitorShape, StatePart};
pub(crate) use steps::{Definitions, Equations, Naming, Steps, Unnamed, block_of};
pub(crate) use subroutine::Shared;
pub use subroutine::{AdaptiveMethod, Call, Integral, Subroutine};

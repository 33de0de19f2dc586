//! The integrators: from the mechanics of a model to discrete equations.
//!
//! One file per integrator and one line in the registry.

mod builder;
mod constrained;
mod dap;
mod degree;
mod discrete_lagrangian;
mod dla;
mod energy_preserving;
mod feedback;
mod gni;
mod jacobian;
mod legendre;
mod lobatto;
mod mla;
mod moser_veselov;
mod options;
mod rattle;
mod rdp;
mod registry;
mod scheme;
mod shake;
mod tableau;
mod vakonomic;

pub use options::{OptionReader, Options};
pub use registry::{INTEGRATORS, Integrator, discretise};
pub use scheme::{
    Block, Condition, ControlNode, GroupKind, Item, LinearSystem, Scheme, Solve, StateFunction,
    StateGroup, Traits,
};
pub use vakonomic::is_vakonomic;

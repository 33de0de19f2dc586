//! The integrators: from the mechanics of a model to discrete equations.
//!
//! One file per integrator and one line in the registry.

mod choices;
mod constrained;
mod dap;
mod degree;
mod derivative;
mod discrete_lagrangian;
mod dla;
mod draft;
mod energy_preserving;
mod feedback;
mod gni;
mod integrator;
mod jacobian;
mod lobatto;
mod mla;
mod moser_veselov;
mod needs;
mod node;
mod prelude;
mod rattle;
mod rdp;
mod references;
mod registry;
mod scheme;
mod shake;
mod state;
mod steps;
mod system;
mod tableau;
mod vakonomic;
mod words;

pub(crate) use choices::JACOBIAN;
pub use choices::{Choices, OptionRow, Values};
pub use integrator::{Integrator, Kind, Preserves};
pub use needs::Needs;
pub use references::{Locator, Reference, SIMULATING_NONHOLONOMIC};
pub use registry::{INTEGRATORS, discretise, integrator, most_accurate};
pub use scheme::{
    Block, Condition, ControlNode, GroupKind, Item, LinearSystem, Scheme, Solve, StateFunction,
    StateGroup, Traits,
};
pub use state::{Monitor, MonitorShape, StatePart};
pub use words::Word;

#[cfg(test)]
mod tests;

//! The integrators: from the mechanics of a model to discrete equations.
//!
//! Each integrator has one file, and one line in the registry.

mod adaptive;
mod composition;
mod constrained;
mod dap;
mod discrete_lagrangian;
mod dla;
mod draft;
mod energy_preserving;
mod feedback;
mod gni;
mod integrator;
mod lobatto;
mod mla;
mod moser_veselov;
mod prelude;
mod rattle;
mod rdp;
mod refusal;
mod registry;
mod shake;
mod switches;
mod tableau;
mod vakonomic;

pub use integrator::{Integrator, Kind, Preserves};
pub use registry::{
    INTEGRATORS, by_accuracy, check_requests, discretise, for_each_scheme, integrator, mechanics_of,
};

#[cfg(test)]
mod tests;

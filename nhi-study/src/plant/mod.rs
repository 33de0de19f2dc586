//! Simulation without a compiler.
//!
//! A [`Machine`] is a model with one integrator. A [`Stepper`] is a machine with parameters and a
//! step size. The steps are those of `nhi_machine`, whose numbers are those of the generated code.
//! This module adds what the command needs: rows, controls of scenarios, conserved quantities and
//! warnings.

mod conserved;
mod error;
mod growth;
mod initial;
mod machine;
mod node;
mod noise;
mod of_time;
mod resolution;
mod row;
mod signal_table;
mod signals;
mod stepper;
mod tangent;
mod warnings;
mod watch;

pub use error::RunError;
pub use growth::{Grown, Growth};
pub use initial::admit;
pub use machine::Machine;
pub use nhi_machine::State;
pub use node::Node;
pub use noise::Noise;
pub use signal_table::{Interpolation, SignalTable};
pub use signals::Signals;
pub use stepper::Stepper;
pub use warnings::Warned;
pub use watch::RunWatch;

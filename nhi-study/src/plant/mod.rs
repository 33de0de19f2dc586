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

pub(crate) use error::RunError;
pub(crate) use growth::{Grown, Growth};
pub(crate) use initial::admit;
pub(crate) use machine::Machine;
pub(crate) use nhi_machine::State;
pub(crate) use node::Node;
pub(crate) use noise::Noise;
pub(crate) use signal_table::{Interpolation, SignalTable};
pub(crate) use signals::Signals;
pub(crate) use stepper::Stepper;
pub(crate) use warnings::Warned;
pub(crate) use watch::RunWatch;

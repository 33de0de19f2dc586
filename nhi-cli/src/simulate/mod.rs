//! Simulation by interpreting the program of an integrator, without a compiler.
//!
//! A [`Machine`] is a model with one integrator; a [`Stepper`] is a machine with parameters and a
//! step size. It evaluates the same operations in the same order as the generated code and solves
//! with the runtime's Newton method, so that both give the same numbers.

mod conserved;
mod initial;
mod machine;
mod row;
mod solver;
mod stepper;
mod tangent;
mod warnings;

pub(crate) use conserved::Conserved;
pub(crate) use initial::admit;
pub(crate) use machine::Machine;
pub(crate) use stepper::{RunError, State, Stepper};

//! Schemes as flat programs: shared, split into stages by rate of change, and counted; and steppers
//! as data.
//!
//! A value that depends only on parameters and the step size is computed once per stepper
//! (*prepare*). One that depends on the state is computed once per step, and one that depends on
//! the unknowns of an equation in each iteration. Constants are folded here.

mod build;
mod chain;
pub mod code;
mod compiled;
mod count;
mod dump;
mod finite;
mod function;
mod lower;
mod lowered;
mod observables;
mod pairs;
mod place;
mod quantities;
mod schedule;
mod series;
mod signature;
mod signs;
mod solving;
mod statements;
pub mod stepper;
mod subroutines;
mod tape;
#[cfg(test)]
mod tests;
mod verify;

pub use build::NamedBlock;
pub use compiled::{Compiled, MotionPhase};
pub use count::OpCount;
pub use function::{Call, Function, Linear, Newton, PlainFunctions, Program, Section};
pub(crate) use observables::Observed;
pub use observables::{Observables, Seen};
pub use place::Place;
pub use series::{Expansion, Number, SeriesOp, Term};
pub use signature::{FunctionKind, Signature, Signatures};
pub use solving::Solving;
pub use statements::Statement;
pub use tape::{Op, Rate, Tape, Value};
pub use verify::Violation;

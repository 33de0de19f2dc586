//! Methods with their own step size, which they control by an estimate of the error.
//!
//! A stepper asks for the solution at its next row. The method makes as many steps as it takes to
//! pass that time, and evaluates its dense output there. Its steps do not end at rows. What it
//! needs to go on is its memory, a part of the stepper's state.
//!
//! A field may contain functions that switch. The method then ends a step at a switch, and goes on
//! from there with the other branch.
//!
//! The method is written once, on slices. Generated code passes arrays, whose length the compiler
//! knows, so that it unrolls all loops over the components. The interpreter passes slices, with the
//! same operations and therefore the same bits.

mod control;
mod dop853;
mod field;
mod series;
mod switching;
mod tableau;
mod taylor;

pub use dop853::{Advance, dop853, dop853_in, dop853_memory, dop853_workspace};
pub use field::Field;
pub use series::{SeriesOp, Term};
pub use switching::{are_crossed, switch_modes};
pub use taylor::{Expansion, in_order, taylor, taylor_in, taylor_memory, taylor_workspace};

#[cfg(test)]
mod tests;

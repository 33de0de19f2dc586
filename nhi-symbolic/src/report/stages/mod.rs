//! The output of the compiler stages, as text.

mod lines;
mod mechanics;
mod model;
mod scheme;

pub(crate) use mechanics::mechanics;
pub(crate) use model::model;
pub(crate) use scheme::scheme;

/// The stages of the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Names and expressions.
    Model,
    /// Mass matrix, constraints, projectors, multipliers, acceleration.
    Mechanics,
    /// The discrete equations of each integrator.
    Scheme,
    /// The operations of each integrator.
    Program,
}

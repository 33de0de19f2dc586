//! The compiler of nhi: from a Lagrangian and constraint one-forms to integrator code.
pub mod diag;
pub mod expr;
pub mod mechanics;
pub mod model;
pub mod program;
pub mod schemes;

//! Integrators against a reference on one scenario.

mod conditions;
mod course;
mod data;
mod measure;
mod method;
mod pictures;
mod reference;
mod side_by_side;
mod text;
mod trials;

use nhi_symbolic::Conserved;

use crate::scenario::Grid;

pub use conditions::Conditions;
pub use data::data;
pub use measure::{Trial, measure};
pub use method::{Method, derive, exact, unless_stopped};
pub use pictures::{PICTURES, pictures};
pub use reference::Reference;
pub use text::text;
pub use trials::trials;

use measure::{Failed, Measured};

/// The divisors of the step size in a comparison: h, h/2 and h/4.
pub const FACTORS: [u32; 3] = [1, 2, 4];

/// The results of a comparison.
#[derive(Debug)]
pub struct Comparison<'a> {
    /// The results of each integrator, with its runs.
    pub rows: Vec<(&'a Trial, Vec<Result<Measured, Failed>>)>,
    /// The motion that counts as exact.
    pub reference: &'a Reference,
    /// The coarsest grid.
    pub grid: &'a Grid,
    /// The quantities that the exact motion conserves.
    pub conserved: Vec<Conserved>,
}

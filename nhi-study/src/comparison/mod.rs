//! Integrators against a reference on one scenario.

mod conditions;
mod course;
mod data;
mod measure;
mod method;
mod of_scenario;
mod pictures;
mod reference;
mod side_by_side;
mod text;
mod trials;

use nhi_symbolic::Conserved;

use crate::scenario::Grid;

use conditions::Conditions;
pub use data::data;
pub use measure::{Trial, measure};
use method::{Method, derive, unless_stopped};
pub use of_scenario::{Surroundings, compare};
pub use pictures::{PICTURES, pictures};
pub use reference::Reference;
pub use text::text;
use trials::trials;

use measure::{Failed, Measured};

/// The divisors of the step size in a comparison: h, h/2 and h/4.
pub const FACTORS: [u32; 3] = [1, 2, 4];

/// The results of a comparison.
#[derive(Debug)]
pub struct Comparison {
    /// The name of the system.
    pub system: String,
    /// The results of each integrator, with its runs.
    pub rows: Vec<(Trial, Vec<Result<Measured, Failed>>)>,
    /// The motion that counts as exact.
    pub reference: Reference,
    /// The coarsest grid.
    pub grid: Grid,
    /// The quantities that the exact motion conserves.
    pub conserved: Vec<Conserved>,
}

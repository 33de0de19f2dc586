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
pub use pictures::{names_of_pictures, pictures};
pub use reference::Reference;
pub use text::text;
use trials::trials;

use measure::{Failed, Measured};

/// The divisors of the step size in a comparison: h, h/2 and h/4.
const FACTORS: [u32; 3] = [1, 2, 4];

/// The divisors of the step size where errors are compared with work.
const LADDER: [u32; 6] = [1, 2, 4, 8, 16, 32];

/// The numbers that a comparison is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Errors and orders at h, h/2 and h/4.
    Orders,
    /// Errors against processor time and evaluations, at six step sizes from h to h/32.
    WorkPrecision,
}

impl Purpose {
    /// Returns the divisors of the step size.
    pub(crate) fn factors(self) -> &'static [u32] {
        match self {
            Self::Orders => &FACTORS,
            Self::WorkPrecision => &LADDER,
        }
    }
}

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
    /// The numbers that it is about.
    pub purpose: Purpose,
}

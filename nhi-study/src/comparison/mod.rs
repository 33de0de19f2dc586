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

pub(crate) use conditions::Conditions;
pub(crate) use data::data;
pub(crate) use measure::{Trial, measure};
pub(crate) use method::{Method, derive, exact, unless_stopped};
pub(crate) use pictures::{PICTURES, pictures};
pub(crate) use reference::Reference;
pub(crate) use text::text;
pub(crate) use trials::trials;

use measure::{Failed, Measured};

/// The divisors of the step size in a comparison: h, h/2 and h/4.
pub(crate) const FACTORS: [u32; 3] = [1, 2, 4];

/// The results of a comparison.
#[derive(Debug)]
pub(crate) struct Comparison<'a> {
    /// The results of each integrator, with its runs.
    pub(crate) rows: Vec<(&'a Trial, Vec<Result<Measured, Failed>>)>,
    pub(crate) reference: &'a Reference,
    /// The coarsest grid.
    pub(crate) grid: &'a Grid,
    /// The quantities that the exact motion conserves.
    pub(crate) conserved: Vec<Conserved>,
}

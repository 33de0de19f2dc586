//! Integrators against a reference on one scenario.

mod course;
mod measure;
mod reference;
mod report;

pub(crate) use course::Course;
pub(crate) use measure::{Trial, measure};
pub(crate) use reference::Reference;
pub(crate) use report::{data, pictures, text};

/// The steps of a comparison: h, h/2 and h/4.
pub(crate) const FACTORS: [u32; 3] = [1, 2, 4];

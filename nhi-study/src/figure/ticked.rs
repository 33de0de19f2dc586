//! An axis with custom ticks.

use std::ops::Range;

use plotters::coord::ranged1d::{BoldPoints, DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::RangedCoordf64;

/// A linear axis. The equivalent in plotters with given ticks (`WithKeyPoints`) cannot label them.
#[derive(Clone)]
pub(super) struct Ticked {
    axis: RangedCoordf64,
    ticks: Vec<f64>,
}

impl Ticked {
    /// Creates an axis with the given ticks, or with up to seven ticks at round values.
    pub(super) fn new(range: Range<f64>, ticks: Option<Vec<f64>>) -> Self {
        let axis = RangedCoordf64::from(range);
        let ticks = ticks.unwrap_or_else(|| axis.key_points(BoldPoints(7)));
        Self { axis, ticks }
    }
}

impl Ranged for Ticked {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        self.axis.map(value, limit)
    }

    fn key_points<H: KeyPointHint>(&self, _: H) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.axis.range()
    }
}

//! Tables of times and values with an interpolation.

use std::sync::Arc;

use nhi_symbolic::PointTable;

/// The relative tolerance within which a time outside the table counts as a rounding error.
const ROUND_OFF: f64 = 1e-12;

/// The values of a signal between two times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// The value at the earlier time.
    Held,
    /// Linear interpolation between both values.
    Linear,
}

/// A signal given by times and values.
#[derive(Clone, Debug)]
pub struct SignalTable {
    /// At least two points, with increasing times.
    points: Arc<[(f64, f64)]>,
    interpolation: Interpolation,
    /// True if the first and the last value hold outside the table.
    holds_beyond: bool,
}

impl SignalTable {
    /// Creates the signal through points with increasing times.
    pub fn new(
        points: Arc<[(f64, f64)]>,
        interpolation: Interpolation,
        holds_beyond: bool,
    ) -> Self {
        Self {
            points,
            interpolation,
            holds_beyond,
        }
    }

    /// Returns the signal as generated code has it.
    pub fn as_points(&self) -> PointTable<'_> {
        PointTable {
            points: &self.points,
            is_linear: self.interpolation == Interpolation::Linear,
            holds_beyond: self.holds_beyond,
        }
    }

    /// Returns the first and the last time.
    pub fn range(&self) -> (f64, f64) {
        (self.points[0].0, self.points[self.points.len() - 1].0)
    }

    /// Returns the times of the points after `begin` and before `end`.
    pub fn times_between(&self, begin: f64, end: f64) -> impl Iterator<Item = f64> + Clone + '_ {
        let first = self.points.partition_point(|point| point.0 <= begin);
        let later = self.points[first..].iter().map(|point| point.0);
        later.take_while(move |&t| t < end)
    }

    /// Returns true if the signal only changes at whole steps `h` from the time `start`.
    pub fn is_held_over_steps(&self, start: f64, h: f64) -> bool {
        let mut steps = self.points.iter().map(|point| (point.0 - start) / h);
        self.interpolation == Interpolation::Held
            && steps.all(|step| (step - step.round()).abs() <= ROUND_OFF * step.abs().max(1.0))
    }

    /// Returns the value at a time; `None` outside the table, unless the signal holds beyond it.
    pub fn value(&self, t: f64) -> Option<f64> {
        let (first, last) = self.range();
        let margin = ROUND_OFF * first.abs().max(last.abs());
        if !self.holds_beyond && !(first - margin..=last + margin).contains(&t) {
            return None;
        }
        let after = self.points.partition_point(|point| point.0 <= t);
        let Some(&(begun, value)) = self.points[..after].last() else {
            return Some(self.points[0].1);
        };
        match (self.points.get(after), self.interpolation) {
            (Some(&(end, next)), Interpolation::Linear) => {
                let share = (t - begun) / (end - begun);
                Some(value + share * (next - value))
            }
            _ => Some(value),
        }
    }
}

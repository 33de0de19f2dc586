//! Times and values with an interpolation.

use std::sync::Arc;

/// How far a time may be outside the table, relative to the times in it, to count as round-off.
const ROUND_OFF: f64 = 1e-12;

/// What a signal is between two times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Interpolation {
    /// The value of the earlier time.
    Held,
    /// On the straight line between both values.
    Linear,
}

/// A signal that is given by times and values.
#[derive(Clone, Debug)]
pub(crate) struct SignalTable {
    /// At least two, with ever later times.
    points: Arc<[(f64, f64)]>,
    interpolation: Interpolation,
    /// Whether the first and the last value hold outside.
    holds_beyond: bool,
}

impl SignalTable {
    /// The signal through points with ever later times.
    pub(crate) fn new(
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

    /// The first and the last time.
    pub(crate) fn range(&self) -> (f64, f64) {
        (self.points[0].0, self.points[self.points.len() - 1].0)
    }

    /// The times of the points after `begin` and before `end`.
    pub(crate) fn times_between(
        &self,
        begin: f64,
        end: f64,
    ) -> impl Iterator<Item = f64> + Clone + '_ {
        let first = self.points.partition_point(|point| point.0 <= begin);
        let later = self.points[first..].iter().map(|point| point.0);
        later.take_while(move |&t| t < end)
    }

    /// The value at a time; nothing outside of the table, where that is not asked for.
    pub(crate) fn value(&self, t: f64) -> Option<f64> {
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

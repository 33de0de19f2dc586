//! Earlier values, for delays.

use std::collections::VecDeque;

/// The maximum number of values kept.
const MOST: f64 = 1e6;

/// Returns the number of steps `h` in one of `count` delays.
///
/// # Errors
/// The delay is shorter than a step, or so long that too many values would be kept.
pub(crate) fn steps_of_delay(delay: f64, h: f64, count: usize) -> Result<f64, String> {
    // Within a step, only values at its beginning and earlier are known.
    let steps = delay / h * (1.0 + 1e-12);
    if steps.is_nan() || steps < 1.0 {
        Err(format!(
            "the delay {delay:?} is shorter than the step {h:?}"
        ))
    } else if steps * count as f64 > MOST {
        let kept = format!("more than {MOST:e} values are kept");
        Err(format!(
            "the delay {delay:?} is {steps:.0} steps, so that {kept}"
        ))
    } else {
        Ok(steps)
    }
}

/// The values of expressions at the latest nodes of a run, one node after the other.
#[derive(Debug)]
pub(super) struct History {
    /// The time of the first node, and the time between two nodes.
    origin: f64,
    step: f64,
    /// The number of values at a node.
    width: usize,
    /// The largest number of nodes that are kept.
    most: usize,
    /// The number of nodes dropped so far.
    dropped: usize,
    values: VecDeque<f64>,
}

impl History {
    /// Creates an empty history that reaches back a number of steps.
    pub(super) fn new(origin: f64, step: f64, width: usize, steps: usize) -> Self {
        Self {
            origin,
            step,
            width,
            most: steps + 2,
            dropped: 0,
            values: VecDeque::new(),
        }
    }

    /// Adds the values of the next node.
    pub(super) fn push(&mut self, values: &[f64]) {
        if self.values.len() >= self.most * self.width {
            self.values.drain(..self.width);
            self.dropped += 1;
        }
        self.values.extend(values);
    }

    /// Replaces the values of the only node so far.
    pub(super) fn begin(&mut self, values: &[f64]) {
        self.values.clear();
        self.dropped = 0;
        self.values.extend(values);
    }

    /// Returns a value at an earlier time, interpolated linearly between nodes. Before the first
    /// node it is that of the first.
    pub(super) fn value(&self, column: usize, t: f64) -> f64 {
        let nodes = self.values.len() / self.width.max(1);
        let place = (t - self.origin) / self.step - self.dropped as f64;
        let last = nodes.saturating_sub(1);
        let before = (place.max(0.0) as usize).min(last);
        let after = (before + 1).min(last);
        let share = (place - before as f64).clamp(0.0, 1.0);
        let at = |node: usize| self.values.get(node * self.width + column).copied();
        let (Some(first), Some(second)) = (at(before), at(after)) else {
            return 0.0;
        };
        first + share * (second - first)
    }
}

impl Clone for History {
    fn clone(&self) -> Self {
        Self {
            values: self.values.clone(),
            ..*self
        }
    }

    /// Keeps the allocation: steps do not allocate.
    fn clone_from(&mut self, other: &Self) {
        let mut values = std::mem::take(&mut self.values);
        values.clear();
        values.extend(&other.values);
        *self = Self { values, ..*other };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_interpolated_and_old_ones_are_dropped() {
        let mut history = History::new(1.0, 0.5, 2, 2);
        assert_eq!(history.value(1, 0.0), 0.0);
        for node in 0..10 {
            let t = 1.0 + 0.5 * f64::from(node);
            history.push(&[t, 10.0 * t]);
        }
        assert_eq!(history.value(0, 5.25), 5.25);
        assert_eq!(history.value(1, 4.75), 47.5);
        assert_eq!(history.value(0, 5.5), 5.5);
        assert_eq!(history.values.len(), 8);
    }

    #[test]
    fn before_the_first_node_the_first_value_holds() {
        let mut history = History::new(0.0, 0.1, 1, 5);
        history.begin(&[3.0]);
        assert_eq!(history.value(0, -1.0), 3.0);
        history.push(&[4.0]);
        assert_eq!(history.value(0, -1.0), 3.0);
    }
}

//! The state of a run.

use nhi_runtime::{Clock, NewtonReport};

use super::history::History;

/// A state of a run: that of the integrator, and the controls that the run remembers.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) integrated: nhi_machine::State,
    pub(super) controls: Controls,
}

impl State {
    /// Creates a state from that of an integrator.
    pub(super) fn new(integrated: nhi_machine::State, controls: Controls) -> Self {
        Self {
            integrated,
            controls,
        }
    }

    /// Returns the number of steps since the start.
    #[must_use]
    pub fn clock(&self) -> Clock<f64> {
        self.integrated.clock
    }

    /// Returns how the equations of the last step were solved.
    #[must_use]
    pub fn report(&self) -> &NewtonReport<f64> {
        &self.integrated.report
    }

    /// Returns the numbers that the integrator keeps.
    #[must_use]
    pub fn entries(&self) -> &[f64] {
        &self.integrated.entries
    }
}

/// The controls that a run remembers.
#[derive(Debug)]
pub(super) struct Controls {
    /// The controls held since the last multiple of their period; empty without a period.
    pub(super) held: Vec<f64>,
    /// The number of steps before the one for which a program computes controls.
    pub(super) steps: u64,
    /// The time of `values`; not a number before any were computed.
    pub(super) t: f64,
    /// The most recent controls that depend on time alone. Those at the end of a step are those at
    /// the start of the next.
    pub(super) values: Vec<f64>,
    /// The earlier values that laws look back at, if they do.
    pub(super) history: Option<Box<History>>,
}

impl Controls {
    /// Returns controls of which none was computed.
    pub(super) fn new(no_controls: &[f64]) -> Self {
        Self {
            history: None,
            held: Vec::new(),
            steps: 0,
            t: f64::NAN,
            values: no_controls.to_vec(),
        }
    }
}

impl Clone for Controls {
    fn clone(&self) -> Self {
        Self {
            held: self.held.clone(),
            steps: self.steps,
            t: self.t,
            values: self.values.clone(),
            history: self.history.clone(),
        }
    }

    /// Keeps the allocations: steps do not allocate.
    fn clone_from(&mut self, other: &Self) {
        self.held.clone_from(&other.held);
        self.steps = other.steps;
        self.t = other.t;
        self.values.clone_from(&other.values);
        self.history.clone_from(&other.history);
    }
}

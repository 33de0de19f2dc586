//! States and samples.

use nhi_runtime::{Clock, NewtonReport};

/// A state of a stepper: everything that the next step needs.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The time of the state.
    pub clock: Clock<f64>,
    /// The parts of the state in succession, as [`state`](nhi_symbolic::Stepper::state) lists them.
    pub entries: Vec<f64>,
    /// The report on the equations of the step that led here.
    pub report: NewtonReport<f64>,
}

/// The motion at one node in time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    /// Time, in the model's unit.
    pub t: f64,
    /// The configuration: coordinates, then the entries of group elements.
    pub q: Vec<f64>,
    /// The velocity.
    pub v: Vec<f64>,
    /// The constraint multipliers.
    pub lambda: Vec<f64>,
}

impl State {
    /// Returns a state with the given entries, as if no step had led to it.
    #[must_use]
    pub fn new(clock: Clock<f64>, entries: Vec<f64>) -> Self {
        Self {
            clock,
            entries,
            report: NewtonReport::default(),
        }
    }
}

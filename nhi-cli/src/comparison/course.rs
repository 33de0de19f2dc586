//! One run of one integrator, and what is remembered of it.

use std::time::{Duration, Instant};

use crate::scenario::Grid;
use crate::simulate::{RunError, State, Stepper};

/// What is remembered of a run: its end, and energy and residual at the common times, which are
/// the steps of the coarsest run.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    /// Coordinates and velocities at the end.
    pub(crate) end: (Vec<f64>, Vec<f64>),
    /// The energy at each common time, the start first.
    pub(crate) energies: Vec<f64>,
    /// The largest absolute constraint residual at each common time.
    pub(crate) residuals: Vec<f64>,
    /// The mean time that the interpreter took for a step.
    pub(crate) time_per_step: Duration,
}

impl Course {
    /// Runs over a grid; every `stride`-th step is at a common time.
    pub(crate) fn run(
        stepper: &Stepper<'_>,
        grid: &Grid,
        stride: u32,
        (q, v): (&[f64], &[f64]),
    ) -> Result<Self, RunError> {
        let mut course = Self {
            end: (q.to_vec(), v.to_vec()),
            energies: Vec::new(),
            residuals: Vec::new(),
            time_per_step: Duration::ZERO,
        };
        let mut state = stepper.start(q, v)?;
        course.remember(stepper, &state)?;
        let mut stepping = Duration::ZERO;
        for step in 1..=grid.steps {
            let before = Instant::now();
            state = stepper.step(&state)?;
            stepping += before.elapsed();
            if step % u64::from(stride) == 0 {
                course.remember(stepper, &state)?;
            }
        }
        course.time_per_step = stepping.div_f64(grid.steps.max(1) as f64);
        Ok(course)
    }

    fn remember(&mut self, stepper: &Stepper<'_>, state: &State) -> Result<(), RunError> {
        let sample = stepper.sample(state)?;
        self.energies.push(stepper.energy(&sample)?);
        let residuals = stepper.residuals(&sample)?;
        let largest = residuals.iter().fold(0.0, |a: f64, r| a.max(r.abs()));
        self.residuals.push(largest);
        self.end = (sample.q, sample.v);
        Ok(())
    }

    /// The Euclidean distances of the ends in coordinates and in velocities.
    pub(crate) fn distance(&self, other: &Self) -> (f64, f64) {
        (
            distance(&self.end.0, &other.end.0),
            distance(&self.end.1, &other.end.1),
        )
    }
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    let squares = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b));
    squares.sum::<f64>().sqrt()
}

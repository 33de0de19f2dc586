//! What all runs of a comparison have in common.

use std::time::{Duration, Instant};

use super::course::Course;
use super::side_by_side::{cores, side_by_side};
use crate::progress::Progress;
use crate::scenario::Grid;
use crate::simulate::{Machine, RunError, Stepper};
use crate::stop::Stop;

/// At most so many steps of a run are timed.
const MOST_TIMES: usize = 10_000;
/// At most so long.
const MOST_TIME: Duration = Duration::from_millis(30);

/// The system, its start and its times, and who waits for the end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conditions<'a> {
    /// The parameters in the order of the model.
    pub(crate) parameters: &'a [f64],
    /// The coarsest grid.
    pub(crate) grid: Grid,
    /// Coordinates and velocities.
    pub(crate) start: (&'a [f64], &'a [f64]),
    pub(crate) stop: &'a Stop,
    pub(crate) progress: &'a Progress,
}

/// Why a run ends before its end.
#[derive(Debug)]
pub(crate) enum Ended {
    Failed(RunError),
    /// By a signal.
    Stopped(u8),
}

impl From<RunError> for Ended {
    fn from(error: RunError) -> Self {
        Self::Failed(error)
    }
}

impl Conditions<'_> {
    /// The stepper of a machine for the coarsest step divided by `factor`.
    pub(crate) fn stepper<'m>(
        &self,
        machine: &'m Machine,
        factor: u32,
    ) -> Result<Stepper<'m>, RunError> {
        let stepper = machine.stepper(self.parameters, self.grid.refined(factor).step);
        stepper.map_err(|error| RunError {
            time: 0.0,
            reason: error.to_string(),
        })
    }

    /// Runs a machine with the coarsest step divided by `factor`.
    pub(crate) fn run(&self, machine: &Machine, factor: u32) -> Result<Course, Ended> {
        Course::run(&self.stepper(machine, factor)?, factor, self)
    }

    /// Runs machines, each with its factor, side by side.
    pub(crate) fn run_all(&self, runs: &[(&Machine, u32)]) -> Vec<Result<Course, Ended>> {
        let clones = runs
            .iter()
            .map(|&(machine, factor)| (machine.clone(), factor));
        side_by_side(cores(), clones.collect(), |(machine, factor)| {
            self.run(&machine, factor)
        })
    }

    /// The median of the times that a machine takes for one of its first steps.
    ///
    /// Runs side by side share caches and the heat of the processor, so their times would tell of
    /// their neighbours: steps are timed when all runs are done, one integrator after the other.
    pub(crate) fn time_per_step(&self, machine: &Machine, factor: u32) -> Option<Duration> {
        let stepper = self.stepper(machine, factor).ok()?;
        let (q, v) = self.start;
        let mut state = stepper.start(q, v).ok()?;
        let mut next = state.clone();
        let mut times = Vec::new();
        let begun = Instant::now();
        for _ in 0..self.grid.refined(factor).steps {
            let before = Instant::now();
            stepper.step_into(&state, &mut next).ok()?;
            std::mem::swap(&mut state, &mut next);
            times.push(before.elapsed());
            if times.len() == MOST_TIMES || begun.elapsed() > MOST_TIME {
                break;
            }
        }
        times.sort_unstable();
        times.get(times.len() / 2).copied()
    }
}

//! The conditions shared by all runs of a comparison.

use std::time::{Duration, Instant};

use nhi_symbolic::Stepper;

use super::course::Course;
use super::side_by_side::{cores, side_by_side};
use crate::progress::Progress;
use crate::scenario::Grid;
use crate::simulation::{Plant, RunError, Simulator};
use crate::stop::Stop;

/// The maximum number of steps of a run that are timed.
const MOST_TIMES: usize = 10_000;
/// The maximum time spent on timing a run.
const MOST_TIME: Duration = Duration::from_millis(30);
/// The maximum number of passes over the same steps that are timed.
const MOST_PASSES: usize = 5;

/// The system, its start and its times, with the stop signal and the progress bar.
#[derive(Clone, Copy, Debug)]
pub struct Conditions<'a> {
    /// The parameters in the order of the model.
    pub parameters: &'a [f64],
    /// The coarsest grid.
    pub grid: Grid,
    /// The divisors of its step size.
    pub factors: &'a [u32],
    /// Coordinates and velocities.
    pub start: (&'a [f64], &'a [f64]),
    /// The request to stop.
    pub stop: &'a Stop,
    /// The watcher of the progress.
    pub progress: &'a dyn Progress,
}

/// The reason for which a run ended early.
#[derive(Debug)]
pub enum Ended {
    Failed(RunError),
    /// Stopped by a signal.
    Stopped(u8),
}

impl From<RunError> for Ended {
    fn from(error: RunError) -> Self {
        Self::Failed(error)
    }
}

/// The tolerance below which methods attain what floating-point numbers allow.
pub(super) const LEAST_TOLERANCE: f64 = 4.0 * f64::EPSILON;

/// Returns the tolerance of a method with its own step size, divided to make its steps shorter by
/// `factor`, but not below the `least`.
pub(super) fn divided_tolerance(stepper: &Stepper, factor: u32, least: f64) -> Option<f64> {
    let divisor = f64::from(factor).powi(stepper.traits.order as i32);
    Some((stepper.tolerance()? / divisor).max(least))
}

impl Conditions<'_> {
    /// Returns the divisors of the step size for a plant. A method with its own step size is not
    /// run again with the tolerance of the run before.
    pub fn factors_of(&self, plant: &Plant) -> Vec<u32> {
        let mut before = None;
        let factors = self.factors.iter().copied();
        let differs = factors.filter(move |&factor| {
            let tolerance = divided_tolerance(&plant.stepper, factor, LEAST_TOLERANCE);
            let is_repeated = tolerance.is_some() && tolerance == before;
            before = tolerance;
            !is_repeated
        });
        differs.collect()
    }

    /// Returns the simulator of a plant for the coarsest step divided by `factor`. The tolerance of
    /// a method with its own step size is divided so that its steps become as much shorter, but not
    /// below the `least`.
    pub fn simulator<'m>(
        &self,
        plant: &'m Plant,
        factor: u32,
        least: f64,
    ) -> Result<Simulator<'m>, RunError> {
        let step = self.grid.refined(factor).step;
        let simulator = plant.simulator_at(self.parameters, step, self.start);
        let simulator = simulator.map_err(|error| RunError {
            time: 0.0,
            reason: error.to_string(),
        })?;
        let tolerances = plant.stepper.tolerance();
        let tolerances = tolerances.zip(divided_tolerance(&plant.stepper, factor, least));
        Ok(match tolerances {
            Some((written, divided)) => simulator.with_tolerance_divided(written / divided),
            None => simulator,
        })
    }

    /// Runs a plant with the coarsest step divided by `factor`, and a tolerance not below `least`.
    pub fn run(&self, plant: &Plant, factor: u32, least: f64) -> Result<Course, Ended> {
        Course::run(&self.simulator(plant, factor, least)?, factor, self)
    }

    /// Runs plants in parallel, each with its factor and least tolerance.
    pub fn run_all(&self, runs: &[(&Plant, u32, f64)]) -> Vec<Result<Course, Ended>> {
        let runs = runs.iter();
        let clones = runs.map(|&(plant, factor, least)| (plant.clone(), factor, least));
        side_by_side(cores(), clones.collect(), |(plant, factor, least)| {
            self.run(&plant, factor, least)
        })
    }

    /// Returns the time that a plant needs for one of its first steps, in the fastest of a few
    /// passes.
    ///
    /// Parallel runs share caches and the heat of the processor, so their timings would affect each
    /// other. Steps are timed after all runs, one integrator after the other.
    pub fn time_per_step(&self, plant: &Plant, factor: u32) -> Option<Duration> {
        let begun = Instant::now();
        let mut passes = Vec::new();
        while passes.is_empty() || passes.len() < MOST_PASSES && begun.elapsed() < MOST_TIME {
            let times = self.times_of_steps(plant, factor)?;
            passes.push(typical(times, plant.is_adaptive)?);
        }
        passes.into_iter().min()
    }

    /// Returns the times of the first steps.
    fn times_of_steps(&self, plant: &Plant, factor: u32) -> Option<Vec<Duration>> {
        let simulator = self.simulator(plant, factor, LEAST_TOLERANCE).ok()?;
        let (q, v) = self.start;
        let mut state = simulator.start(q, v).ok()?;
        let mut next = state.clone();
        let mut times = Vec::new();
        let begun = Instant::now();
        for _ in 0..self.grid.refined(factor).steps {
            let before = Instant::now();
            simulator.step_into(&state, &mut next).ok()?;
            std::mem::swap(&mut state, &mut next);
            times.push(before.elapsed());
            if times.len() == MOST_TIMES || begun.elapsed() > MOST_TIME {
                break;
            }
        }
        Some(times)
    }
}

/// Returns the median time of a step, which interruptions do not affect. For a method with its own
/// step size it is the mean: most of its steps only evaluate a polynomial.
fn typical(mut times: Vec<Duration>, is_adaptive: bool) -> Option<Duration> {
    if is_adaptive {
        let count = u32::try_from(times.len()).ok()?;
        return times.iter().sum::<Duration>().checked_div(count);
    }
    times.sort_unstable();
    times.get(times.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_that_a_method_chooses_itself_count_in_full() {
        let times = [1, 1, 1, 1, 96].map(Duration::from_micros).to_vec();
        assert_eq!(
            typical(times.clone(), false),
            Some(Duration::from_micros(1))
        );
        assert_eq!(typical(times, true), Some(Duration::from_micros(20)));
        assert_eq!(typical(Vec::new(), true), None);
    }
}

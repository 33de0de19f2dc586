//! The times of a run: multiples of a constant step.

use crate::problem::Problem;
use crate::simulation::steps_of_delay;
use crate::text::brief;

/// The largest number of steps that can be counted exactly.
const MOST_STEPS: f64 = 9_007_199_254_740_992.0;

/// The relative tolerance within which a number of steps counts as whole.
const ROUND_OFF: f64 = 1e-12;

/// A number of constant steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// The time of the first state.
    pub start: f64,
    /// The step size; negative for a backward run.
    pub step: f64,
    /// The number of steps.
    pub steps: u64,
    /// The requested end, if it is not a whole number of steps.
    pub missed_end: Option<f64>,
}

/// Returns the fraction of a multiple of the golden ratio. Those of successive counts are spread
/// evenly over (0, 1).
pub(crate) fn spread(count: u64) -> f64 {
    (count as f64 * 0.618_033_988_749_895).fract()
}

impl Grid {
    /// Returns the note on an end time that is not a whole number of steps.
    #[must_use]
    pub fn note(&self) -> Option<Problem> {
        let note = |end| {
            Problem::note(format!(
                "the end {end:?} is not a whole number of steps of {:?}: the run stops at the last step before it, t = {}",
                self.step,
                brief(self.end()),
            ))
        };
        self.missed_end.map(note)
    }

    /// Returns at most `most` times within the steps, in order. They are at different fractions of
    /// a step, so that no frequency is in tune with them.
    pub(crate) fn times_within_steps(&self, most: u64) -> Vec<f64> {
        let count = self.steps.min(most);
        let time = |k: u64| {
            let steps = (k as f64 + spread(k)) * (self.steps as f64 / count as f64);
            self.start + self.step * steps
        };
        (0..count).map(time).collect()
    }

    /// Returns the steps of size `step` from `start` to `end`, or to the last step before it.
    ///
    /// # Errors
    /// The step leads away from the end, is longer than the run, or is too small. The error names
    /// the key at fault, the problem and the requirement.
    pub fn new(start: f64, step: f64, end: f64) -> Result<Self, (&'static str, Box<Problem>)> {
        let of_end = |problem: Problem| ("end", Box::new(problem));
        let of_step = |problem: Problem| ("step", Box::new(problem));
        let duration = end - start;
        if duration == 0.0 {
            return Err(of_end(Problem::new(
                "the end is the start",
                format!("an end other than the start, {start:?}"),
            )));
        }
        if step.is_sign_negative() != duration.is_sign_negative() {
            return Err(of_end(away_from_end(start, step, end)));
        }
        let exact = duration / step;
        if exact > MOST_STEPS {
            return Err(of_step(Problem::new(
                format!("a step of {step:?} makes {exact:?} steps until {end:?}"),
                format!("at most {MOST_STEPS} steps"),
            )));
        }
        let nearest = exact.round();
        // The times have been rounded too: much more than their difference, if they are large.
        let rounded = f64::EPSILON * (start.abs() + end.abs()) / step.abs();
        let is_whole = (exact - nearest).abs() <= ROUND_OFF * nearest + rounded;
        let steps = if is_whole { nearest } else { exact.floor() };
        if steps == 0.0 {
            return Err(of_step(Problem::new(
                format!("the step {step:?} is longer than the run, which ends at {end:?}"),
                format!("a step that fits into the run, {duration:?} or shorter"),
            )));
        }
        Ok(Self {
            start,
            step,
            steps: steps as u64,
            missed_end: (!is_whole).then_some(end),
        })
    }

    /// Returns a number of steps of a given size.
    ///
    /// # Errors
    /// The number is not a whole positive number.
    pub fn of_steps(start: f64, step: f64, steps: f64) -> Result<Self, Box<Problem>> {
        let steps = whole_steps(steps)?;
        Ok(Self {
            start,
            step,
            steps,
            missed_end: None,
        })
    }

    /// Returns a number of equal steps between two times.
    ///
    /// # Errors
    /// The number is not a whole positive number, or the times are equal. The error names the key
    /// at fault.
    pub fn between(start: f64, end: f64, steps: f64) -> Result<Self, (&'static str, Box<Problem>)> {
        let steps = whole_steps(steps).map_err(|problem| ("steps", problem))?;
        Self::new(start, (end - start) / steps as f64, end)
    }

    /// Returns the number of steps in a period.
    ///
    /// # Errors
    /// The period is not a whole multiple of the step; the error lists the nearest multiples.
    pub fn steps_in(&self, period: f64) -> Result<u64, Box<Problem>> {
        let Self { step, .. } = *self;
        let exact = period / step;
        if exact > MOST_STEPS {
            let found = format!("{period:?} is {exact:?} steps of {step:?}");
            return Err(Problem::new(found, format!("at most {MOST_STEPS} steps")).into());
        }
        let nearest = exact.round();
        if nearest >= 1.0 && (exact - nearest).abs() <= ROUND_OFF * nearest {
            return Ok(nearest as u64);
        }
        let found = format!("{period:?} is {} steps of {step:?}", brief(exact));
        let problem = Problem::new(found, "a whole multiple of the step");
        let [below, above] = [exact.floor(), exact.ceil()].map(|steps| brief(steps * step));
        let step = brief(period / exact.ceil());
        Err(Box::new(problem.help(match exact < 1.0 {
            true => format!("take `control_period = {above}`, or a step of {step}"),
            false => format!("take `control_period = {below}` or `{above}`, or a step of {step}"),
        })))
    }

    /// Checks that steps can look back by one of `count` delays.
    ///
    /// # Errors
    /// The delay is shorter than a step or too long, or the run goes backwards.
    pub fn check_delay(&self, delay: f64, count: usize) -> Result<(), Box<Problem>> {
        let Self { step, .. } = *self;
        let Err(found) = steps_of_delay(delay, step, count) else {
            return Ok(());
        };
        if step < 0.0 {
            let found = "a delay looks back in time, and the run goes backwards";
            return Err(Problem::new(found, "a positive step, or no delay").into());
        }
        if delay > step {
            return Err(Problem::new(found, "a shorter delay, or a longer step").into());
        }
        let problem = Problem::new(found, "a delay of at least one step");
        Err(Box::new(match delay > 0.0 {
            true => problem.help(format!("take a step of {delay:?}, or a delay of {step:?}")),
            false => problem,
        }))
    }

    /// Returns the time after all steps.
    pub fn end(&self) -> f64 {
        self.start + self.duration()
    }

    /// Returns the time that all steps take; negative for a backward run.
    pub fn duration(&self) -> f64 {
        self.steps as f64 * self.step
    }

    /// Returns the same time span with the step size divided by `factor`.
    pub fn refined(&self, factor: u32) -> Self {
        Self {
            step: self.step / f64::from(factor),
            steps: self.steps * u64::from(factor),
            missed_end: None,
            ..*self
        }
    }
}

/// Returns a number of steps as an integer.
fn whole_steps(steps: f64) -> Result<u64, Box<Problem>> {
    if steps >= 1.0 && steps.fract() == 0.0 && steps <= MOST_STEPS {
        return Ok(steps as u64);
    }
    let found = format!("the number of steps is {steps}");
    let required = format!("a whole number from 1 to {MOST_STEPS}");
    Err(Box::new(Problem::new(found, required)))
}

fn away_from_end(start: f64, step: f64, end: f64) -> Problem {
    if step < 0.0 {
        Problem::new(
            format!(
                "the step {step:?} is negative but the end {end:?} is after the start at t = {}",
                brief(start)
            ),
            "a positive step, or an end before the start for a run backwards",
        )
    } else {
        Problem::new(
            format!(
                "the end {end:?} is before the start at t = {}",
                brief(start)
            ),
            "an end after the start, or a negative step too for a run backwards",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_number_of_steps_reaches_the_end_in_spite_of_round_off() {
        for (step, end, steps) in [
            (0.05, 10.0, 200),
            (0.1, 0.3, 3),
            (-0.1, -0.7, 7),
            (1e-3, 86.4, 86400),
        ] {
            let grid = Grid::new(0.0, step, end).unwrap();
            assert_eq!((grid.steps, grid.missed_end), (steps, None), "{step} {end}");
        }
    }

    #[test]
    fn late_starts_are_rounded_too() {
        for (start, step, end, steps) in [
            (-247.6, 0.00802, -247.59198, 1),
            (-102.9, 0.000548, -102.898904, 2),
            (100_000.0, 0.00704, 100_000.070_4, 10),
            (100_000.070_4, -0.00704, 100_000.0, 10),
            (12_345_678.0, 5.16, 12_345_714.12, 7),
        ] {
            let grid = Grid::new(start, step, end).unwrap();
            assert_eq!(
                (grid.steps, grid.missed_end),
                (steps, None),
                "{start} {end}"
            );
        }
    }

    #[test]
    fn other_ends_are_missed_by_less_than_a_step() {
        for start in [0.0, 1e5] {
            let end = start + 1.0;
            let grid = Grid::new(start, 0.3, end).unwrap();
            assert_eq!((grid.steps, grid.missed_end), (3, Some(end)));
            let nearly = Grid::new(start, 0.1, end - 1e-6).unwrap();
            assert_eq!((nearly.steps, nearly.missed_end), (9, Some(end - 1e-6)));
        }
    }

    #[test]
    fn steps_that_do_not_lead_to_the_end_are_refused_at_the_key_at_fault() {
        for (step, end, key) in [
            (0.1, -1.0, "end"),
            (-0.1, 1.0, "end"),
            (0.1, 0.0, "end"),
            (1e-300, 1.0, "step"),
            (20.0, 5.0, "step"),
            (-1.1, -1.0, "step"),
            (1e300, 1e-300, "step"),
        ] {
            let refused = Grid::new(0.0, step, end).unwrap_err();
            assert_eq!(refused.0, key, "{step} {end}");
        }
    }

    #[test]
    fn periods_are_whole_numbers_of_steps() {
        let grid = Grid::new(0.0, 0.02, 1.0).unwrap();
        for (period, steps) in [(0.02, 1), (0.06, 3), (0.1 + 0.2, 15), (2.0, 100)] {
            assert_eq!(grid.steps_in(period).unwrap(), steps, "{period}");
        }
        for (period, help) in [
            (
                0.03,
                "take `control_period = 0.02` or `0.04`, or a step of 0.015",
            ),
            (0.005, "take `control_period = 0.02`, or a step of 0.005"),
        ] {
            assert_eq!(grid.steps_in(period).unwrap_err().help, help);
        }
    }

    #[test]
    fn a_single_step_is_a_run() {
        for (step, end) in [(5.0, 5.0), (3.0, 5.0), (0.1 + 0.2, 0.3)] {
            assert_eq!(Grid::new(0.0, step, end).unwrap().steps, 1, "{step} {end}");
        }
    }
}

//! The reference: the most accurate integrator that takes the model, with a step that is refined
//! until its own error is small.

use super::course::{Course, Distance};
use crate::scenario::Grid;
use crate::simulate::{RunError, Stepper};

/// The finest step of the reference is the scenario's divided by this.
const FINEST: u32 = 512;

/// The own error is to be this much smaller than the smallest error measured.
const MARGIN: f64 = 1e-3;

/// A run that counts as exact.
#[derive(Clone, Debug)]
pub(crate) struct Reference {
    /// The integrator.
    pub(crate) integrator: String,
    pub(crate) course: Course,
    /// The scenario's step divided by that of the reference.
    pub(crate) factor: u32,
    /// The distance to the run with twice the step: a bound on the error.
    pub(crate) own_error: Distance,
}

impl Reference {
    /// Refines until the own error is far below every error of `trials`, or no longer falls.
    ///
    /// `stepper` makes the stepper for a step size.
    pub(crate) fn find<'a>(
        integrator: &str,
        stepper: impl Fn(f64) -> Result<Stepper<'a>, RunError>,
        grid: &Grid,
        start: (&[f64], &[f64]),
        trials: &[&Course],
    ) -> Result<Self, RunError> {
        let course = |factor| {
            let fine = grid.refined(factor);
            Course::run(&stepper(fine.step)?, &fine, factor, start)
        };
        let mut factor = 4;
        let mut coarse = course(factor)?;
        let mut last = (f64::INFINITY, f64::INFINITY);
        loop {
            factor *= 2;
            let fine = course(factor)?;
            let own_error = fine.distance(&coarse);
            let is_small = trials.iter().all(|trial| {
                let error = trial.distance(&fine);
                own_error.q <= MARGIN * error.q && own_error.v <= MARGIN * error.v
            });
            let falls = own_error.q < 0.5 * last.0 || own_error.v < 0.5 * last.1;
            if is_small || !falls || factor >= FINEST {
                return Ok(Self {
                    integrator: integrator.to_owned(),
                    course: fine,
                    factor,
                    own_error,
                });
            }
            (coarse, last) = (fine, (own_error.q, own_error.v));
        }
    }
}

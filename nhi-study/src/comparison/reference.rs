//! The reference: the most accurate integrator that accepts the model, with a step size refined
//! until its own error is small.

use super::conditions::{Conditions, Ended, LEAST_TOLERANCE, divided_tolerance};
use super::course::{Course, Distance};
use crate::simulation::Plant;

/// The divisors of the step size in the first two runs.
pub(super) const FIRST: [u32; 2] = [4, 8];

/// The largest divisor of the step size.
const FINEST: u32 = 512;

/// The maximum ratio of the reference's own error to the smallest measured error.
const MARGIN: f64 = 1e-3;

/// The ratio of the tolerances of the first two runs, if the method has its own step size and
/// attains what floating-point numbers allow. Their steps and rounding errors differ, and so do the
/// motions, if these are sensitive to such errors.
const RATIO_OF_TOLERANCES: f64 = 4.0;

/// A run that counts as exact.
#[derive(Clone, Debug)]
pub struct Reference {
    /// The integrator.
    pub integrator: String,
    /// The results of the run.
    pub course: Course,
    /// The scenario's step size divided by that of the reference.
    pub factor: u32,
    /// The tolerance, if it is a method with its own step size.
    pub tolerance: Option<f64>,
    /// The distance to the run with twice the step, or the larger tolerance. It bounds the error of
    /// the method, but not the rounding errors that both share over a long run.
    pub own_error: Distance,
}

/// Returns the smallest tolerance of the reference in its run of a factor.
pub(super) fn least_tolerance(factor: u32) -> f64 {
    match factor == FIRST[0] {
        true => RATIO_OF_TOLERANCES * LEAST_TOLERANCE,
        false => LEAST_TOLERANCE,
    }
}

impl Reference {
    /// Refines from the first two runs until the own error is far below every error of `trials`, or
    /// stops decreasing.
    pub fn refine(
        (integrator, plant): (String, &Plant),
        [mut coarse, mut fine]: [Course; 2],
        trials: &[&Course],
        conditions: &Conditions<'_>,
    ) -> Result<Self, Ended> {
        let mut factor = FIRST[1];
        let mut last = (f64::INFINITY, f64::INFINITY);
        loop {
            let own_error = fine.distance(&coarse).at_least(fine.round_off());
            let is_small = trials.iter().all(|trial| {
                let error = trial.distance(&fine);
                own_error.q <= MARGIN * error.q && own_error.v <= MARGIN * error.v
            });
            let tolerance = divided_tolerance(&plant.stepper, factor, LEAST_TOLERANCE);
            let is_finest = factor >= FINEST || tolerance == Some(LEAST_TOLERANCE);
            let falls = own_error.q < 0.5 * last.0 || own_error.v < 0.5 * last.1;
            if is_small || !falls || is_finest {
                return Ok(Self {
                    integrator,
                    course: fine,
                    factor,
                    tolerance,
                    own_error,
                });
            }
            last = (own_error.q, own_error.v);
            factor *= 2;
            conditions
                .progress
                .extend(conditions.grid.refined(factor).steps);
            coarse = std::mem::replace(&mut fine, conditions.run(plant, factor, LEAST_TOLERANCE)?);
        }
    }
}

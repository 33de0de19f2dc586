//! The reference: the most accurate integrator that takes the model, with a step that is refined
//! until its own error is small.

use super::conditions::{Conditions, Ended};
use super::course::{Course, Distance};
use crate::simulate::Machine;

/// The factors of the runs with which the refinement begins.
pub(crate) const FIRST: [u32; 2] = [4, 8];

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
    /// The distance to the run with twice the step: a bound on the error of the method, not on what round-off adds to
    /// both alike over a long run.
    pub(crate) own_error: Distance,
}

impl Reference {
    /// Refines from the two first runs until the own error is far below every error of `trials`, or no
    /// longer falls.
    pub(crate) fn refine(
        (integrator, machine): (String, &Machine),
        [mut coarse, mut fine]: [Course; 2],
        trials: &[&Course],
        conditions: &Conditions<'_>,
    ) -> Result<Self, Ended> {
        let mut factor = FIRST[1];
        let mut last = (f64::INFINITY, f64::INFINITY);
        loop {
            let own_error = fine.distance(&coarse);
            let is_small = trials.iter().all(|trial| {
                let error = trial.distance(&fine);
                own_error.q <= MARGIN * error.q && own_error.v <= MARGIN * error.v
            });
            let falls = own_error.q < 0.5 * last.0 || own_error.v < 0.5 * last.1;
            if is_small || !falls || factor >= FINEST {
                return Ok(Self {
                    integrator,
                    course: fine,
                    factor,
                    own_error,
                });
            }
            last = (own_error.q, own_error.v);
            factor *= 2;
            conditions
                .progress
                .extend(conditions.grid.refined(factor).steps);
            coarse = std::mem::replace(&mut fine, conditions.run(machine, factor)?);
        }
    }
}

//! Measurements of a run against the reference.

use std::time::Duration;

use super::course::{Course, largest};
use super::reference::Reference;
use crate::scenario::Grid;
use crate::simulation::RunError;

/// Errors count as resolved if they exceed those of the reference by this factor.
const TRUST: f64 = 10.0;

/// An integrator with its runs at h, h/2 and h/4.
#[derive(Debug)]
pub struct Trial {
    /// The integrator as written.
    pub name: String,
    /// Each run, or when and why it failed; empty if the integrator was not derived.
    pub courses: Vec<Result<Course, RunError>>,
    /// The time per step of each run.
    pub times: Vec<Duration>,
    /// The tolerance of each run of a method with its own step size; empty for other methods.
    pub tolerances: Vec<f64>,
    /// The reason for which the integrator was not derived.
    pub refusal: Option<String>,
}

/// A run that failed.
#[derive(Clone, Debug)]
pub struct Failed {
    pub step: f64,
    pub error: RunError,
}

/// The numbers of one run.
#[derive(Clone, Debug)]
pub struct Measured {
    pub step: f64,
    /// The distances from the reference: coordinates and velocities at the end, and the largest
    /// difference of the energy.
    pub errors: Errors,
    /// The slope of the energy minus that of the reference.
    pub energy_slope: f64,
    /// The change of each conserved quantity.
    pub drifts: Vec<Drift>,
    /// The largest absolute constraint residual.
    pub residual: f64,
    /// The time per step.
    pub time_per_step: Duration,
    /// The work of the whole run.
    pub work: Work,
}

/// The work of a run.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// The processor time of its steps.
    pub time: Duration,
    /// The evaluations of the equations of a step; `None` for a method with its own step size.
    pub evaluations: Option<u64>,
}

/// The errors of a run.
#[derive(Clone, Copy, Debug)]
pub struct Errors {
    pub q: Error,
    pub v: Error,
    pub energy: Error,
}

/// The change of a quantity that should be constant over a run.
#[derive(Clone, Copy, Debug)]
pub struct Drift {
    /// The largest absolute deviation from the value at the start.
    pub deviation: f64,
    /// The slope of the least-squares line through its values, per unit of time.
    pub slope: f64,
}

/// An error with the observed order.
#[derive(Clone, Copy, Debug)]
pub struct Error {
    pub size: f64,
    /// True if it is well above the error of the reference.
    pub is_resolved: bool,
    /// The exponent of the step size, relative to the run with twice the step; `None` for the first
    /// run and if either error is not resolved.
    pub order: Option<f64>,
}

/// Measures the runs of an integrator.
pub fn measure(
    trial: &Trial,
    grid: &Grid,
    factors: &[u32],
    reference: &Reference,
) -> Vec<Result<Measured, Failed>> {
    let mut before = None;
    let runs = factors.iter().zip(&trial.courses).zip(&trial.times);
    runs.map(|((&factor, course), &time)| {
        let refined = grid.refined(factor);
        let step = refined.step;
        match course {
            Err(error) => {
                before = None;
                let error = error.clone();
                Err(Failed { step, error })
            }
            Ok(course) => {
                let is_adaptive = !trial.tolerances.is_empty();
                let work = Work {
                    time: time.mul_f64(refined.steps as f64),
                    evaluations: (!is_adaptive).then_some(course.evaluations),
                };
                let measured = one(course, (step, time, work), grid, reference, before);
                before = Some(measured.errors);
                Ok(measured)
            }
        }
    })
    .collect()
}

fn one(
    course: &Course,
    (step, time_per_step, work): (f64, Duration, Work),
    grid: &Grid,
    reference: &Reference,
    before: Option<Errors>,
) -> Measured {
    let distance = course.distance(&reference.course);
    let own = &reference.own_error;
    let deviations = course.energy_deviations(&reference.course);
    let drifts = course.conserved_deviations();
    Measured {
        step,
        errors: Errors {
            q: Error::new(distance.q, own.q, before.map(|errors| errors.q)),
            v: Error::new(distance.v, own.v, before.map(|errors| errors.v)),
            energy: Error::new(
                distance.energy,
                own.energy,
                before.map(|errors| errors.energy),
            ),
        },
        energy_slope: slope(&deviations, grid.step),
        drifts: drifts
            .iter()
            .map(|values| Drift {
                deviation: largest(values.iter().copied()),
                slope: slope(values, grid.step),
            })
            .collect(),
        residual: largest(course.residuals.iter().copied()),
        time_per_step,
        work,
    }
}

impl Error {
    fn new(size: f64, own_error: f64, before: Option<Self>) -> Self {
        let is_resolved = size > TRUST * own_error && size > 0.0;
        let before = before.filter(|before| before.is_resolved && is_resolved);
        Self {
            size,
            is_resolved,
            order: before.map(|before| (before.size / size).log2()),
        }
    }
}

/// Returns the slope of the least-squares line through equidistant values.
fn slope(values: &[f64], distance: f64) -> f64 {
    let middle = (values.len().saturating_sub(1)) as f64 / 2.0;
    let (mut covariance, mut variance) = (0.0, 0.0);
    for (index, value) in values.iter().enumerate() {
        let offset = index as f64 - middle;
        covariance += offset * value;
        variance += offset * offset;
    }
    if variance == 0.0 {
        0.0
    } else {
        covariance / variance / distance
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_of_a_line_is_its_slope() {
        let values: Vec<_> = (0..11).map(|i| 3.0 - 0.5 * f64::from(i)).collect();
        assert!((slope(&values, 0.25) + 2.0).abs() < 1e-14);
        assert_eq!(slope(&[1.0], 0.1), 0.0);
    }

    #[test]
    fn orders_are_given_only_between_resolved_errors() {
        let first = Error::new(4e-3, 1e-9, None);
        let second = Error::new(1e-3, 1e-9, Some(first));
        let third = Error::new(5e-9, 1e-9, Some(second));
        assert!(first.order.is_none() && third.order.is_none());
        assert!((second.order.unwrap() - 2.0).abs() < 1e-12);
    }
}

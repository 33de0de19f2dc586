//! Nonlinear least squares by the Levenberg-Marquardt method.
//!
//! A step minimises `|r + J s|` within the trust region `|D s| <= delta`, where `D` has the largest
//! norms of the columns of `J` so far. The radius follows the ratio of the actual to the predicted
//! decrease. These are the rules of Moré, *The Levenberg-Marquardt algorithm: implementation and
//! theory* (1978), which MINPACK follows; here the damping comes from a singular value
//! decomposition, so that one factorisation serves all steps from a point.

use nalgebra::{DMatrix, DVector};

/// The first radius, relative to the size of the scaled unknowns.
const FIRST_RADIUS: f64 = 100.0;
/// The relative error of the length of a step that ends on the boundary of its region.
const OFF_BOUNDARY: f64 = 0.1;
/// The most iterations that find such a step.
const MOST_DAMPINGS: usize = 30;
/// The decrease of a squared norm, and the radius, that count as rounding errors, relatively.
const ROUND_OFF: f64 = 4.0 * f64::EPSILON;

/// Equations for a least-squares solution.
pub(super) trait Equations {
    /// Returns the residuals, or `None` if they do not exist.
    fn residuals(&self, unknowns: &DVector<f64>) -> Option<DVector<f64>>;

    /// Returns the derivatives of the residuals, or `None` if they do not exist.
    fn derivatives(&self, unknowns: &DVector<f64>) -> Option<DMatrix<f64>>;
}

/// Minimises the squared norm of residuals from a guess, in at most so many evaluations. Returns
/// the unknowns with their residuals, or `None` if the guess has none.
pub(super) fn minimise(
    equations: &impl Equations,
    guess: DVector<f64>,
    most_evaluations: usize,
) -> Option<(DVector<f64>, DVector<f64>)> {
    let mut here = guess;
    let mut residuals = equations.residuals(&here).filter(are_finite)?;
    let mut scale = DVector::zeros(here.len());
    let mut radius = None;
    let mut evaluations = 1;
    while evaluations < most_evaluations {
        let Some(matrix) = equations.derivatives(&here).filter(are_finite_in) else {
            break;
        };
        grow(&mut scale, &matrix);
        let Some(point) = Point::new(&matrix, &residuals, &scale) else {
            break;
        };
        let size = here.component_mul(&scale).norm();
        let first = FIRST_RADIUS * if size > 0.0 { size } else { 1.0 };
        let mut within = radius.unwrap_or(first);
        let squares = residuals.norm_squared();
        let next = loop {
            let (step, length) = point.step(within);
            let predicted = squares - (&residuals + &matrix * &step).norm_squared();
            if evaluations == most_evaluations
                || predicted <= ROUND_OFF * squares
                || within <= ROUND_OFF * size
            {
                break None;
            }
            evaluations += 1;
            let next = &here + &step;
            let found = equations.residuals(&next).filter(are_finite);
            let decrease = found
                .as_ref()
                .map_or(f64::NEG_INFINITY, |found| squares - found.norm_squared());
            let ratio = decrease / predicted;
            // A step in full is shorter than its region, and says nothing of a larger one.
            within = match ratio {
                ratio if ratio < 0.25 => 0.25 * within.min(length),
                ratio if ratio >= 0.75 => 2.0 * length.max(0.5 * within),
                _ => within,
            };
            if let Some(found) = found.filter(|_| ratio > 1e-4) {
                break Some((next, found));
            }
        };
        let Some(next) = next else { break };
        (here, residuals) = next;
        radius = Some(within);
    }
    Some((here, residuals))
}

/// Makes the scale of each unknown at least the norm of its column. An unknown that no residual
/// depends on has the scale one.
fn grow(scale: &mut DVector<f64>, matrix: &DMatrix<f64>) {
    for (scale, column) in scale.iter_mut().zip(matrix.column_iter()) {
        *scale = column.norm().max(*scale);
        if *scale == 0.0 {
            *scale = 1.0;
        }
    }
}

/// The linear equations at a point, `J D^-1 = U S V^T`.
struct Point<'a> {
    scale: &'a DVector<f64>,
    singular: DVector<f64>,
    /// `V`.
    directions: DMatrix<f64>,
    /// `-U^T r`.
    right: DVector<f64>,
}

impl<'a> Point<'a> {
    /// Factorises the equations, unless the iteration for the singular values fails.
    fn new(
        matrix: &DMatrix<f64>,
        residuals: &DVector<f64>,
        scale: &'a DVector<f64>,
    ) -> Option<Self> {
        let mut scaled = matrix.clone();
        for (mut column, scale) in scaled.column_iter_mut().zip(scale) {
            column /= *scale;
        }
        let factors = scaled.try_svd(true, true, f64::EPSILON, 0)?;
        Some(Self {
            scale,
            right: -factors.u?.tr_mul(residuals),
            directions: factors.v_t?.transpose(),
            singular: factors.singular_values,
        })
    }

    /// Returns the best step within a radius, and its scaled length.
    fn step(&self, radius: f64) -> (DVector<f64>, f64) {
        let mut damping = 0.0;
        let mut amounts = self.amounts(damping);
        for _ in 0..MOST_DAMPINGS {
            let length = amounts.norm();
            if length <= (1.0 + OFF_BOUNDARY) * radius {
                break;
            }
            // Newton's method for `1 / |D s| = 1 / radius`, which converges from below.
            let slope: f64 = amounts
                .iter()
                .zip(&self.singular)
                .filter(|(_, singular)| **singular > 0.0)
                .map(|(x, singular)| x * x / (singular * singular + damping))
                .sum();
            damping += (length / radius - 1.0) * length * length / slope;
            amounts = self.amounts(damping);
        }
        let step = (&self.directions * &amounts).component_div(self.scale);
        (step, amounts.norm())
    }

    /// Returns the step along each direction for a damping. Directions without influence get none.
    fn amounts(&self, damping: f64) -> DVector<f64> {
        let least = self.singular.amax() * f64::EPSILON;
        self.singular.zip_map(&self.right, |singular, right| {
            if singular > least {
                singular * right / (singular * singular + damping)
            } else {
                0.0
            }
        })
    }
}

fn are_finite(values: &DVector<f64>) -> bool {
    values.iter().all(|x| x.is_finite())
}

fn are_finite_in(values: &DMatrix<f64>) -> bool {
    values.iter().all(|x| x.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A curved valley, whose residuals do not exist beyond `|x| = 3`.
    struct Rosenbrock;

    impl Equations for Rosenbrock {
        fn residuals(&self, at: &DVector<f64>) -> Option<DVector<f64>> {
            let (x, y) = (at[0], at[1]);
            (x.abs() < 3.0).then(|| DVector::from_vec(vec![10.0 * (y - x * x), 1.0 - x]))
        }

        fn derivatives(&self, at: &DVector<f64>) -> Option<DMatrix<f64>> {
            let rows = [-20.0 * at[0], 10.0, -1.0, 0.0];
            Some(DMatrix::from_row_slice(2, 2, &rows))
        }
    }

    #[test]
    fn the_end_of_a_curved_valley_is_found() {
        let guess = DVector::from_vec(vec![-1.2, 1.0]);
        let (found, residuals) = minimise(&Rosenbrock, guess, 200).unwrap();
        assert!((found[0] - 1.0).abs() < 1e-12 && (found[1] - 1.0).abs() < 1e-12);
        assert!(residuals.norm() < 1e-12);
    }

    #[test]
    fn a_guess_without_residuals_is_refused_and_few_evaluations_end_early() {
        assert!(minimise(&Rosenbrock, DVector::from_vec(vec![4.0, 0.0]), 200).is_none());
        let guess = DVector::from_vec(vec![-1.2, 1.0]);
        let before = Rosenbrock.residuals(&guess).unwrap().norm();
        let (_, residuals) = minimise(&Rosenbrock, guess, 5).unwrap();
        assert!(residuals.norm() > 1e-6 && residuals.norm() < before);
    }

    /// An inconsistent system whose third unknown has no influence.
    struct Line;

    impl Equations for Line {
        fn residuals(&self, at: &DVector<f64>) -> Option<DVector<f64>> {
            let rows = [at[0] - 1.0, at[0] - 3.0, at[1] - 5.0];
            Some(DVector::from_row_slice(&rows))
        }

        fn derivatives(&self, _: &DVector<f64>) -> Option<DMatrix<f64>> {
            let rows = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
            Some(DMatrix::from_row_slice(3, 3, &rows))
        }
    }

    #[test]
    fn without_a_solution_the_squares_are_least_and_unknowns_without_influence_stay() {
        let (found, _) = minimise(&Line, DVector::from_vec(vec![0.0, 0.0, 7.0]), 100).unwrap();
        let off = (found - DVector::from_vec(vec![2.0, 5.0, 7.0])).amax();
        assert!(off < 1e-6, "{off:e}");
    }
}

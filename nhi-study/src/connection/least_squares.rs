//! The shooting equations as a least-squares problem, for the Levenberg-Marquardt method.
//!
//! The crate `levenberg-marquardt` is a small port of MINPACK's `lmder` with its tests. It uses its
//! own version of nalgebra, which no other part of the command sees.

use levenberg_marquardt::{LeastSquaresProblem, LevenbergMarquardt};
use nalgebra::storage::Owned;
use nalgebra::{DMatrix, DVector, Dyn};

use super::shooting::Shooting;

/// The value of all residuals if a step fails: no iteration goes there.
const FAR: f64 = 1e9;

/// The maximum number of evaluations in a search from one guess.
const MOST_EVALUATIONS: usize = 2000;

/// Solves the equations from a guess as well as possible. Returns the unknowns, and the largest
/// residual relative to the size of the unknowns.
pub(super) fn solve(shooting: Shooting<'_>, guess: Vec<f64>) -> (Vec<f64>, f64) {
    let patience = MOST_EVALUATIONS.div_ceil(shooting.size() + 1);
    let problem = Problem {
        shooting,
        unknowns: DVector::from_vec(guess),
    };
    let method = LevenbergMarquardt::new().with_patience(patience);
    let (problem, _) = method.minimize(problem);
    let size = problem.unknowns.amax().max(1.0);
    let miss = problem
        .finite_residuals()
        .map_or(f64::INFINITY, |residuals| residuals.amax() / size);
    (problem.unknowns.as_slice().to_vec(), miss)
}

struct Problem<'a> {
    shooting: Shooting<'a>,
    unknowns: DVector<f64>,
}

impl Problem<'_> {
    fn finite_residuals(&self) -> Option<DVector<f64>> {
        let residuals = self.shooting.residuals(self.unknowns.as_slice());
        residuals.filter(|residuals| residuals.iter().all(|x| x.is_finite()))
    }
}

impl LeastSquaresProblem<f64, Dyn, Dyn> for Problem<'_> {
    type ResidualStorage = Owned<f64, Dyn>;
    type JacobianStorage = Owned<f64, Dyn, Dyn>;
    type ParameterStorage = Owned<f64, Dyn>;

    fn set_params(&mut self, unknowns: &DVector<f64>) {
        self.unknowns.copy_from(unknowns);
    }

    fn params(&self) -> DVector<f64> {
        self.unknowns.clone()
    }

    fn residuals(&self) -> Option<DVector<f64>> {
        let far = || DVector::repeat(self.shooting.size(), FAR);
        Some(self.finite_residuals().unwrap_or_else(far))
    }

    fn jacobian(&self) -> Option<DMatrix<f64>> {
        let derivatives = self.shooting.derivatives(self.unknowns.as_slice());
        derivatives.filter(|derivatives| derivatives.iter().all(|x| x.is_finite()))
    }
}

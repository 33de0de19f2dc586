//! The linear equations of motion near a state.

use nalgebra::{DMatrix, DVector};

use super::coordinates::Independent;
use super::motion::{Derivatives, Motion, State, Values};

/// The equations `dz/dt = rate + A z + B w` for small changes `z` of the independent displacements
/// and velocities and `w` of the controls. The controls of the scenario change by `K z`.
#[derive(Clone, Debug)]
pub(super) struct Linear {
    /// The velocities and accelerations of the state itself.
    pub(super) rate: DVector<f64>,
    pub(super) a: DMatrix<f64>,
    pub(super) b: DMatrix<f64>,
    /// The feedback of the scenario.
    pub(super) k: DMatrix<f64>,
}

impl Linear {
    /// Linearises the motion at a state.
    ///
    /// # Errors
    /// A value is not finite or not determined there, in one sentence.
    pub(super) fn at(
        motion: &Motion,
        independent: &Independent,
        state: &State,
    ) -> Result<Self, String> {
        let (values, derivatives) = (motion.values(state)?, motion.derivatives(state)?);
        Self::of(independent, state, &values, &derivatives)
            .ok_or_else(|| "the constraints depend on each other there".to_owned())
    }

    fn of(
        independent: &Independent,
        state: &State,
        values: &Values,
        derivatives: &Derivatives,
    ) -> Option<Self> {
        let basis = independent.basis(derivatives)?;
        // The rate of a displacement carried along by the motion: dxi/dt = eta - [v, xi].
        let displaced = &basis.eta - &derivatives.bracket * &basis.xi;
        let accelerated = &derivatives.acceleration_by_xi * &basis.xi
            + &derivatives.acceleration_by_eta * &basis.eta;
        let Independent { xi, eta } = independent;
        let controls = derivatives.acceleration_by_controls.select_rows(eta);
        Some(Self {
            rate: stacked_vector(
                &state.v.select_rows(xi),
                &values.acceleration.select_rows(eta),
            ),
            a: stacked(&displaced.select_rows(xi), &accelerated.select_rows(eta)),
            b: stacked(&DMatrix::zeros(xi.len(), controls.ncols()), &controls),
            k: &derivatives.controls_by_xi * &basis.xi + &derivatives.controls_by_eta * &basis.eta,
        })
    }

    /// Returns `A + B K`, the matrix with the feedback of the scenario.
    pub(super) fn closed(&self) -> DMatrix<f64> {
        &self.a + &self.b * &self.k
    }

    /// Returns true if the controls of the scenario depend on the state.
    pub(super) fn has_feedback(&self) -> bool {
        self.k.iter().any(|&x| x != 0.0)
    }

    /// Returns the equations of a subset of the states that depends on no other states.
    pub(super) fn select(&self, kept: &[usize]) -> Self {
        Self {
            rate: self.rate.select_rows(kept),
            a: self.a.select_rows(kept).select_columns(kept),
            b: self.b.select_rows(kept),
            k: self.k.select_columns(kept),
        }
    }

    /// Returns the largest difference between the matrices and those of `other`.
    pub(super) fn distance(&self, other: &Self) -> f64 {
        let parts = [
            (&self.a, &other.a),
            (&self.b, &other.b),
            (&self.closed(), &other.closed()),
        ];
        let distances = parts.map(|(x, y)| (x - y).amax());
        distances.into_iter().fold(0.0, f64::max)
    }

    /// Returns the largest entry of the matrices.
    pub(super) fn size(&self) -> f64 {
        self.a.amax().max(self.b.amax()).max(self.closed().amax())
    }
}

fn stacked(above: &DMatrix<f64>, below: &DMatrix<f64>) -> DMatrix<f64> {
    let mut both = above
        .clone()
        .resize_vertically(above.nrows() + below.nrows(), 0.0);
    both.rows_mut(above.nrows(), below.nrows()).copy_from(below);
    both
}

fn stacked_vector(above: &DVector<f64>, below: &DVector<f64>) -> DVector<f64> {
    let entries = above.iter().chain(below.iter()).copied();
    DVector::from_iterator(above.len() + below.len(), entries)
}

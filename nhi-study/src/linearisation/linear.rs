//! The linear equations of motion near a state.

use nalgebra::{DMatrix, DVector};

use super::coordinates::Independent;
use super::motion::{Derivatives, Motion, State, Values};
use super::nearby::DIGITS;

/// The share of an entry by which nearby inputs change it, from which on the entry is noise.
const NOISE: f64 = 1e-2;
/// The size of an entry, relative to the largest one, up to which it can be noise: a larger one
/// changes because there is a corner of a law nearby.
const MOST_NOISE: f64 = 1e-6;

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
    /// `A + B K`, the matrix with the feedback of the scenario.
    pub(super) closed: DMatrix<f64>,
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
        let a = stacked(&displaced.select_rows(xi), &accelerated.select_rows(eta));
        let b = stacked(&DMatrix::zeros(xi.len(), controls.ncols()), &controls);
        let k = &derivatives.controls_by_xi * &basis.xi + &derivatives.controls_by_eta * &basis.eta;
        Some(Self {
            rate: stacked_vector(
                &state.v.select_rows(xi),
                &values.acceleration.select_rows(eta),
            ),
            closed: &a + &b * &k,
            a,
            b,
            k,
        })
    }

    /// Returns the equations without entries that are rounding errors: those that change by much of
    /// themselves between equations at nearby inputs. So do entries that would vanish if the inputs
    /// had more digits.
    pub(super) fn without_noise(&self, nearby: &[Self]) -> Self {
        let clean = |part: fn(&Self) -> &DMatrix<f64>| {
            let own = part(self);
            let most = MOST_NOISE * own.amax();
            let is_noise = |at: (usize, usize)| {
                let mut others = nearby.iter().map(|other| part(other)[at]);
                own[at].abs() <= most
                    && others.any(|other| (other - own[at]).abs() > NOISE * own[at].abs())
            };
            DMatrix::from_fn(own.nrows(), own.ncols(), |i, j| match is_noise((i, j)) {
                true => 0.0,
                false => own[(i, j)],
            })
        };
        Self {
            rate: self.rate.clone(),
            a: clean(|linear| &linear.a),
            b: clean(|linear| &linear.b),
            k: clean(|linear| &linear.k),
            closed: clean(|linear| &linear.closed),
        }
    }

    /// Returns for each rate how much it changes between equations at nearby inputs and controls:
    /// one that is smaller is a rounding error.
    pub(super) fn noise_of_rates(&self, nearby: &[Self], controls: &[f64]) -> DVector<f64> {
        let changes = |row: usize| {
            nearby
                .iter()
                .map(move |x| (x.rate[row] - self.rate[row]).abs())
        };
        let of_controls = |row: usize| {
            let parts = self.b.row(row).into_iter().zip(controls);
            DIGITS * parts.map(|(b, u)| (b * u).abs()).sum::<f64>()
        };
        DVector::from_fn(self.rate.len(), |row, _| {
            changes(row).fold(of_controls(row), f64::max)
        })
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
            closed: self.closed.select_rows(kept).select_columns(kept),
        }
    }

    /// Returns the largest entry of `A` and `A + B K`. The entries of `B` have units of controls.
    pub(super) fn size(&self) -> f64 {
        self.a.amax().max(self.closed.amax())
    }

    /// Returns the sizes of the rows: of each the largest entry of `A` and `A + B K`, and that of
    /// `B`.
    pub(super) fn sizes(&self) -> [DVector<f64>; 2] {
        let rows =
            |part: &DMatrix<f64>| DVector::from_fn(self.rate.len(), |row, _| part.row(row).amax());
        [rows(&self.a).sup(&rows(&self.closed)), rows(&self.b)]
    }

    /// Returns the largest differences of the matrices in each row from those of `other`, in the
    /// order of [`sizes`](Self::sizes).
    pub(super) fn distances(&self, other: &Self) -> [DVector<f64>; 2] {
        let difference = Self {
            rate: &self.rate - &other.rate,
            a: &self.a - &other.a,
            b: &self.b - &other.b,
            k: &self.k - &other.k,
            closed: &self.closed - &other.closed,
        };
        difference.sizes()
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

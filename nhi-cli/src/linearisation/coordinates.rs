//! Independent displacements and velocities on the constraints.

use nalgebra::{DMatrix, DVector};

use super::motion::Derivatives;

/// A pivot this much smaller than the largest is passed over for a less preferred one.
const WORTH_TAKING: f64 = 1e-3;
/// Relative to the largest entry of the constraints, what is as good as zero.
const SINGULAR: f64 = 1e-10;

/// The displacements and velocities that the constraints leave free; the others follow from them.
#[derive(Clone, Debug)]
pub(super) struct Independent {
    /// Places of displacements.
    pub(super) xi: Vec<usize>,
    /// Places of velocities.
    pub(super) eta: Vec<usize>,
}

/// The tangent space of the states on the constraints: the columns are the changes of all displacements and of all
/// velocities by each independent one, displacements first.
#[derive(Clone, Debug)]
pub(super) struct Basis {
    pub(super) xi: DMatrix<f64>,
    pub(super) eta: DMatrix<f64>,
}

impl Independent {
    /// Chooses by elimination with pivots. Velocities that change follow from others where they can, then those that
    /// are not zero, so that a steady motion shows as constant velocities at rest; of the displacements, those whose
    /// velocities follow. Nothing where the constraints depend on each other.
    pub(super) fn choose(
        derivatives: &Derivatives,
        v: &DVector<f64>,
        acceleration: &DVector<f64>,
    ) -> Option<Self> {
        let n = v.len();
        let changes = acceleration.map(|x| x.abs() > 1e-9 * (1.0 + v.amax()));
        let preference = |i: usize| match (changes[i], v[i] != 0.0) {
            (true, _) => 0,
            (false, true) => 1,
            (false, false) => 2,
        };
        let dependent = eliminated(&derivatives.residual_by_eta, preference)?;
        let eta: Vec<_> = (0..n).filter(|i| !dependent.contains(i)).collect();
        let preference = |i: usize| usize::from(!dependent.contains(&i));
        let dependent = eliminated(&derivatives.positions_by_xi, preference)?;
        let xi = (0..n).filter(|i| !dependent.contains(i)).collect();
        Some(Self { xi, eta })
    }

    /// The places of velocities that follow.
    pub(super) fn dependent_velocities(&self, n: usize) -> Vec<usize> {
        (0..n).filter(|i| !self.eta.contains(i)).collect()
    }

    /// The number of independent displacements and velocities.
    pub(super) fn len(&self) -> usize {
        self.xi.len() + self.eta.len()
    }

    /// The displacement of the dependent part that leads back to position constraints, to first order; nothing where that is not
    /// determined.
    pub(super) fn back_to_positions(
        &self,
        derivatives: &Derivatives,
        off: &DVector<f64>,
    ) -> Option<DVector<f64>> {
        let positions = &derivatives.positions_by_xi;
        let n = positions.ncols();
        let mut back = DMatrix::zeros(n, 1);
        let follows: Vec<_> = (0..n).filter(|i| !self.xi.contains(i)).collect();
        let off = DMatrix::from_column_slice(off.len(), 1, off.as_slice());
        complete(&mut back, positions, &follows, off)?;
        Some(back.column(0).into_owned())
    }

    /// The tangent space at a state; nothing where the dependent part is not determined there.
    pub(super) fn basis(&self, derivatives: &Derivatives) -> Option<Basis> {
        let n = derivatives.residual_by_eta.ncols();
        let mut xi = DMatrix::zeros(n, self.len());
        let mut eta = DMatrix::zeros(n, self.len());
        for (column, &place) in self.xi.iter().enumerate() {
            xi[(place, column)] = 1.0;
        }
        for (column, &place) in self.eta.iter().enumerate() {
            eta[(place, self.xi.len() + column)] = 1.0;
        }
        let follows: Vec<_> = (0..n).filter(|i| !self.xi.contains(i)).collect();
        let positions = &derivatives.positions_by_xi;
        let off = positions * &xi;
        complete(&mut xi, positions, &follows, off)?;
        let off = &derivatives.residual_by_xi * &xi + &derivatives.residual_by_eta * &eta;
        let follows = self.dependent_velocities(n);
        complete(&mut eta, &derivatives.residual_by_eta, &follows, off)?;
        Some(Basis { xi, eta })
    }
}

/// Gives the rows that follow the values with which the constraints are kept, where `off` is what is missing.
fn complete(
    basis: &mut DMatrix<f64>,
    constraints: &DMatrix<f64>,
    follows: &[usize],
    off: DMatrix<f64>,
) -> Option<()> {
    if follows.is_empty() {
        return Some(());
    }
    let values = constraints.select_columns(follows).lu().solve(&-off)?;
    for (row, &place) in follows.iter().enumerate() {
        basis.set_row(place, &values.row(row));
    }
    Some(())
}

/// One column for each row, by elimination with the pivots of the lowest preference that are worth taking.
fn eliminated(rows: &DMatrix<f64>, preference: impl Fn(usize) -> usize) -> Option<Vec<usize>> {
    let mut rest = rows.clone();
    let whole = rows.amax();
    let mut taken = Vec::new();
    for _ in 0..rows.nrows() {
        let largest = rest.amax();
        if largest <= SINGULAR * whole {
            return None;
        }
        let places = (0..rest.ncols()).flat_map(|j| (0..rest.nrows()).map(move |i| (i, j)));
        let worth = places.filter(|&place| rest[place].abs() >= WORTH_TAKING * largest);
        let (i, j) = worth.min_by(|&a, &b| {
            let by_preference = preference(a.1).cmp(&preference(b.1));
            by_preference.then(rest[b].abs().total_cmp(&rest[a].abs()))
        })?;
        taken.push(j);
        let pivot = rest.row(i) / rest[(i, j)];
        for row in 0..rest.nrows() {
            let factor = rest[(row, j)];
            let reduced = rest.row(row) - &pivot * factor;
            rest.set_row(row, &reduced);
        }
        rest.column_mut(j).fill(0.0);
    }
    Some(taken)
}

//! Independent displacements and velocities on the constraints.

use nalgebra::{DMatrix, DVector};

use super::motion::Derivatives;

/// The pivot ratio below which a preferred column is passed over for a less preferred one.
const WORTH_TAKING: f64 = 1e-3;
/// The size below which a pivot counts as zero, relative to the largest entry of the constraints.
const SINGULAR: f64 = 1e-10;

/// The displacements and velocities that the constraints leave free; the others follow from them.
#[derive(Clone, Debug)]
pub(super) struct Independent {
    /// The indices of displacements.
    pub(super) xi: Vec<usize>,
    /// The indices of velocities.
    pub(super) eta: Vec<usize>,
}

/// The tangent space of the states on the constraints. The columns are the changes of all
/// displacements and of all velocities with respect to each independent one, displacements first.
#[derive(Clone, Debug)]
pub(super) struct Basis {
    pub(super) xi: DMatrix<f64>,
    pub(super) eta: DMatrix<f64>,
}

impl Independent {
    /// Chooses by elimination with pivots. Velocities that change become dependent first, then
    /// those that are not zero, then those on which no control acts. The independent velocities of
    /// a steady motion are then constant, and zero if possible. `wanted` velocities become
    /// independent before all others. Displacements become dependent first if their velocities
    /// are. Returns `None` if the constraints depend on each other.
    pub(super) fn choose(
        derivatives: &Derivatives,
        v: &DVector<f64>,
        acceleration: &DVector<f64>,
        driven: &[bool],
        wanted: &[usize],
    ) -> Option<Self> {
        let n = v.len();
        let changes = acceleration.map(|x| x.abs() > 1e-9 * (1.0 + v.amax()));
        let preference = |i: usize| match (changes[i], v[i] != 0.0) {
            _ if wanted.contains(&i) => 4,
            (true, _) => 0,
            (false, true) => 1,
            (false, false) => 2 + usize::from(driven[i]),
        };
        let dependent = eliminated(&derivatives.residual_by_eta, preference)?;
        let eta: Vec<_> = (0..n).filter(|i| !dependent.contains(i)).collect();
        let preference = |i: usize| usize::from(!dependent.contains(&i));
        let dependent = eliminated(&derivatives.positions_by_xi, preference)?;
        let xi = (0..n).filter(|i| !dependent.contains(i)).collect();
        Some(Self { xi, eta })
    }

    /// Returns the indices of the dependent velocities.
    pub(super) fn dependent_velocities(&self, n: usize) -> Vec<usize> {
        (0..n).filter(|i| !self.eta.contains(i)).collect()
    }

    /// Returns the number of independent displacements and velocities.
    pub(super) fn len(&self) -> usize {
        self.xi.len() + self.eta.len()
    }

    /// Returns the displacement of the dependent part that leads back to the position constraints,
    /// to first order; `None` if it is not determined.
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

    /// Returns the tangent space at a state; `None` if the dependent part is not determined there.
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

/// Sets the dependent rows to the values that satisfy the constraints; `off` is the residual
/// without them.
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

/// Returns one column for each row, by elimination. The pivots are those of the lowest preference
/// value among those that are large enough.
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

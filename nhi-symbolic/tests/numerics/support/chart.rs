//! Charts of Lie groups, by which a system on a group is a system in coordinates.
//!
//! Around an element `g` the chart is `x -> g exp(x)`, of which two orders matter here: there the
//! body velocity is `v - 1/2 [x, v]`. Nothing else is known of the group than its matrices, and the
//! equations of Euler and Lagrange in the chart are those on the group.

use super::dynamics::Point;
use super::jet::Jet;

/// A factor of the configuration without coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Factor {
    So3,
    Se3,
    Se2,
}

type Matrix = [[Jet; 4]; 4];

impl Factor {
    pub(crate) fn dimension(self) -> usize {
        match self {
            Self::So3 | Self::Se2 => 3,
            Self::Se3 => 6,
        }
    }

    /// Rows and columns of the entries that vary.
    pub(crate) fn shape(self) -> (usize, usize) {
        match self {
            Self::So3 => (3, 3),
            Self::Se3 => (3, 4),
            Self::Se2 => (2, 3),
        }
    }

    /// The matrix of an element of the Lie algebra, rotation first.
    fn hat(self, x: &[Jet]) -> Matrix {
        let mut hat = zero();
        if self == Self::Se2 {
            (hat[0][1], hat[1][0]) = (-x[0], x[0]);
            (hat[0][2], hat[1][2]) = (x[1], x[2]);
            return hat;
        }
        for i in 0..3 {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            (hat[k][j], hat[j][k]) = (x[i], -x[i]);
            if self == Self::Se3 {
                hat[i][3] = x[3 + i];
            }
        }
        hat
    }

    fn vee(self, hat: &Matrix) -> Vec<Jet> {
        match self {
            Self::Se2 => vec![hat[1][0], hat[0][2], hat[1][2]],
            Self::So3 => vec![hat[2][1], hat[0][2], hat[1][0]],
            Self::Se3 => vec![
                hat[2][1], hat[0][2], hat[1][0], hat[0][3], hat[1][3], hat[2][3],
            ],
        }
    }

    fn bracket(self, a: &[Jet], b: &[Jet]) -> Vec<Jet> {
        let (a, b) = (self.hat(a), self.hat(b));
        self.vee(&combine(&product(&a, &b), &product(&b, &a), -1.0))
    }

    /// The entries of `g (Id + X + X^2 / 2)`.
    fn moved(self, g: &[Jet], x: &[Jet]) -> Vec<Jet> {
        let (element, hat) = (self.element(g), self.hat(x));
        let exponential = combine(&hat, &product(&hat, &hat), 0.5);
        self.entries(&combine(&element, &product(&element, &exponential), 1.0))
    }

    /// The rates `g X` of the entries of an element with a body velocity.
    fn rates(self, g: &[f64], v: &[f64]) -> Vec<f64> {
        let [g, v] = [g, v].map(|x| x.iter().copied().map(Jet::constant).collect::<Vec<_>>());
        let rates = product(&self.element(&g), &self.hat(&v));
        self.entries(&rates).iter().map(|rate| rate.x).collect()
    }

    fn element(self, entries: &[Jet]) -> Matrix {
        let (rows, columns) = self.shape();
        let mut element = zero();
        for (place, &entry) in entries.iter().enumerate() {
            element[place / columns][place % columns] = entry;
        }
        for (row, entries) in element.iter_mut().enumerate().skip(rows) {
            entries[row] = Jet::constant(1.0);
        }
        element
    }

    fn entries(self, matrix: &Matrix) -> Vec<Jet> {
        let (rows, columns) = self.shape();
        let rows = matrix[..rows].iter();
        rows.flat_map(|row| &row[..columns]).copied().collect()
    }
}

/// The rates of a configuration with given velocities.
pub(super) fn rates(factors: &[Factor], q: &[f64], v: &[f64]) -> Vec<f64> {
    let of_factors: usize = factors.iter().map(|factor| factor.dimension()).sum();
    let coordinates = v.len() - of_factors;
    let mut rates = v[..coordinates].to_vec();
    let (mut entry, mut component) = (coordinates, coordinates);
    for factor in factors {
        let (rows, columns) = factor.shape();
        let entries = entry..entry + rows * columns;
        let components = component..component + factor.dimension();
        (entry, component) = (entries.end, components.end);
        rates.extend(factor.rates(&q[entries], &v[components]));
    }
    rates
}

/// Moves the configuration of a point by its place in the chart, and turns chart velocities into
/// body velocities.
pub(super) fn chart(factors: &[Factor], point: &mut Point) {
    let sizes = factors.iter().map(|factor| {
        let (rows, columns) = factor.shape();
        rows * columns
    });
    let coordinates = point.q.len() - sizes.sum::<usize>();
    for i in 0..coordinates {
        point.q[i] = point.q[i] + point.x[i];
    }
    let (mut entry, mut component) = (coordinates, coordinates);
    for factor in factors {
        let (rows, columns) = factor.shape();
        let entries = entry..entry + rows * columns;
        let components = component..component + factor.dimension();
        (entry, component) = (entries.end, components.end);
        let x = point.x[components.clone()].to_vec();
        // At the centre of the chart nothing moves, which most evaluations are about.
        if x.iter().all(|&x| x == Jet::constant(0.0)) {
            continue;
        }
        let v = point.v[components.clone()].to_vec();
        let moved = factor.moved(&point.q[entries.clone()], &x);
        point.q[entries.clone()].copy_from_slice(&moved);
        if !point.keeps_velocity {
            let turned = factor.bracket(&x, &v);
            for (v, turned) in point.v[components].iter_mut().zip(turned) {
                *v = *v - turned * 0.5;
            }
        }
    }
}

fn zero() -> Matrix {
    [[Jet::constant(0.0); 4]; 4]
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let mut product = zero();
    for (i, row) in product.iter_mut().enumerate() {
        for (j, entry) in row.iter_mut().enumerate() {
            *entry = (0..4).map(|k| a[i][k] * b[k][j]).sum();
        }
    }
    product
}

/// `a + factor b`.
fn combine(a: &Matrix, b: &Matrix, factor: f64) -> Matrix {
    core::array::from_fn(|i| core::array::from_fn(|j| a[i][j] + b[i][j] * factor))
}

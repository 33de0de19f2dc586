//! The groups as matrix groups, for comparison: everything in `f64` by nothing but products,
//! inverses and power series of matrices.

use nhi_runtime::Real;
use nhi_runtime::group::{LieGroup, Operator};
use nhi_runtime::nalgebra::{
    DMatrix, Isometry2, Isometry3, Rotation2, Rotation3, SMatrix, SVector, UnitComplex,
    UnitQuaternion,
};

/// A group with its faithful representation by matrices.
pub(crate) trait MatrixGroup: LieGroup {
    const DIMENSION: usize;

    /// The vector of the algebra with the first components of the list.
    fn vector(components: &[f64]) -> Self::Algebra;

    fn components(xi: &Self::Algebra) -> Vec<f64>;

    /// The matrix of an element.
    fn matrix(&self) -> DMatrix<f64>;

    /// The matrix of a vector of the algebra, the derivative of `matrix` at the neutral element.
    fn hat(components: &[f64]) -> DMatrix<f64>;

    /// The round-off of the numbers of this group.
    fn epsilon() -> f64 {
        Self::Scalar::EPSILON.to_f64()
    }

    fn basis(index: usize) -> Self::Algebra {
        let mut unit = vec![0.0; Self::DIMENSION];
        unit[index] = 1.0;
        Self::vector(&unit)
    }

    /// The matrix of an operator, column by column.
    fn entries(operator: &Self::Operator) -> DMatrix<f64> {
        let columns = (0..Self::DIMENSION)
            .flat_map(|index| Self::components(&operator.apply(&Self::basis(index))));
        DMatrix::from_iterator(Self::DIMENSION, Self::DIMENSION, columns)
    }

    fn hat_of(xi: &Self::Algebra) -> DMatrix<f64> {
        Self::hat(&Self::components(xi))
    }
}

/// `exp(X)` by scaling, power series and squaring.
pub(crate) fn matrix_exponential(x: &DMatrix<f64>) -> DMatrix<f64> {
    let identity = DMatrix::identity(x.nrows(), x.ncols());
    let small = x / 8.0;
    let (mut sum, mut term) = (identity.clone(), identity);
    for k in 1..30 {
        term = &term * &small / f64::from(k);
        sum += &term;
    }
    (0..3).fold(sum, |power, _| &power * &power)
}

/// `(Id - X/2)^-1 (Id + X/2)`.
pub(crate) fn matrix_cayley(x: &DMatrix<f64>) -> DMatrix<f64> {
    let identity = DMatrix::<f64>::identity(x.nrows(), x.ncols());
    let inverse = (&identity - x / 2.0).try_inverse().expect("invertible");
    inverse * (identity + x / 2.0)
}

/// `exp(xi_1 e_1) exp(xi_2 e_2) ...`.
pub(crate) fn second_kind<G: MatrixGroup>(components: &[f64]) -> DMatrix<f64> {
    let factors = (0..G::DIMENSION).map(|index| {
        let mut along = vec![0.0; G::DIMENSION];
        along[index] = components[index];
        matrix_exponential(&G::hat(&along))
    });
    factors
        .reduce(|product, factor| product * factor)
        .expect("a dimension")
}

fn wide<T: Real, const N: usize>(matrix: &SMatrix<T, N, N>) -> DMatrix<f64> {
    DMatrix::from_iterator(N, N, matrix.iter().map(|entry| entry.to_f64()))
}

fn plane(w: &[f64]) -> DMatrix<f64> {
    DMatrix::from_row_slice(2, 2, &[0.0, -w[0], w[0], 0.0])
}

fn space(w: &[f64]) -> DMatrix<f64> {
    let rows = [0.0, -w[2], w[1], w[2], 0.0, -w[0], -w[1], w[0], 0.0];
    DMatrix::from_row_slice(3, 3, &rows)
}

fn rigid_plane(xi: &[f64]) -> DMatrix<f64> {
    homogeneous(&plane(xi), &xi[1..3], 0.0)
}

fn rigid_space(xi: &[f64]) -> DMatrix<f64> {
    homogeneous(&space(xi), &xi[3..6], 0.0)
}

/// `[[corner, column], [0, last]]`.
fn homogeneous(corner: &DMatrix<f64>, column: &[f64], last: f64) -> DMatrix<f64> {
    let n = column.len();
    let mut matrix = DMatrix::zeros(n + 1, n + 1);
    matrix.view_mut((0, 0), (n, n)).copy_from(corner);
    for (i, &entry) in column.iter().enumerate() {
        matrix[(i, n)] = entry;
    }
    matrix[(n, n)] = last;
    matrix
}

fn block_diagonal(blocks: &[DMatrix<f64>]) -> DMatrix<f64> {
    let n = blocks.iter().map(DMatrix::nrows).sum();
    let mut matrix = DMatrix::zeros(n, n);
    let mut start = 0;
    for block in blocks {
        let size = block.nrows();
        matrix
            .view_mut((start, start), (size, size))
            .copy_from(block);
        start += size;
    }
    matrix
}

macro_rules! matrix_group {
    ($group:ident, $dimension:literal, |$g:ident| $matrix:expr, $hat:path) => {
        impl<T: Real> MatrixGroup for $group<T> {
            const DIMENSION: usize = $dimension;

            fn vector(components: &[f64]) -> Self::Algebra {
                SVector::from_fn(|i, _| T::literal(components[i]))
            }

            fn components(xi: &Self::Algebra) -> Vec<f64> {
                xi.iter().map(|entry| entry.to_f64()).collect()
            }

            fn matrix(&self) -> DMatrix<f64> {
                let $g = self;
                $matrix
            }

            fn hat(components: &[f64]) -> DMatrix<f64> {
                $hat(components)
            }
        }
    };
}

matrix_group!(
    UnitComplex,
    1,
    |g| wide(g.to_rotation_matrix().matrix()),
    plane
);
matrix_group!(Rotation2, 1, |g| wide(g.matrix()), plane);
matrix_group!(Isometry2, 3, |g| wide(&g.to_homogeneous()), rigid_plane);
matrix_group!(
    UnitQuaternion,
    3,
    |g| wide(g.to_rotation_matrix().matrix()),
    space
);
matrix_group!(Rotation3, 3, |g| wide(g.matrix()), space);
matrix_group!(Isometry3, 6, |g| wide(&g.to_homogeneous()), rigid_space);

impl<T: Real, const N: usize> MatrixGroup for SVector<T, N> {
    const DIMENSION: usize = N;

    fn vector(components: &[f64]) -> Self {
        Self::from_fn(|i, _| T::literal(components[i]))
    }

    fn components(xi: &Self) -> Vec<f64> {
        xi.iter().map(|entry| entry.to_f64()).collect()
    }

    fn matrix(&self) -> DMatrix<f64> {
        homogeneous(&DMatrix::identity(N, N), &Self::components(self), 1.0)
    }

    fn hat(xi: &[f64]) -> DMatrix<f64> {
        homogeneous(&DMatrix::zeros(N, N), &xi[..N], 0.0)
    }
}

/// A product of three groups.
pub(crate) type Product<T> = (Isometry2<T>, SVector<T, 2>, UnitQuaternion<T>);

impl<T: Real> MatrixGroup for Product<T> {
    const DIMENSION: usize = 8;

    fn vector(x: &[f64]) -> Self::Algebra {
        (
            Isometry2::vector(&x[..3]),
            SVector::vector(&x[3..5]),
            UnitQuaternion::vector(&x[5..]),
        )
    }

    fn components(xi: &Self::Algebra) -> Vec<f64> {
        let plane = Isometry2::components(&xi.0);
        let space = UnitQuaternion::components(&xi.2);
        [plane, SVector::components(&xi.1), space].concat()
    }

    fn matrix(&self) -> DMatrix<f64> {
        block_diagonal(&[self.0.matrix(), self.1.matrix(), self.2.matrix()])
    }

    fn hat(xi: &[f64]) -> DMatrix<f64> {
        block_diagonal(&[
            Isometry2::<T>::hat(&xi[..3]),
            SVector::<T, 2>::hat(&xi[3..5]),
            UnitQuaternion::<T>::hat(&xi[5..]),
        ])
    }
}

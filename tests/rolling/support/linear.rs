//! Equations of motion as residuals, solved for accelerations and forces.

use nalgebra::{DMatrix, DVector, Vector3};

/// The numbers for which residuals vanish that are affine in them. Rows and columns of the matrix
/// are the residuals at the unit vectors, so that equations can be written as they stand in a book.
pub(crate) fn solve_numbers(n: usize, residuals: impl Fn(&[f64]) -> Vec<f64>) -> Vec<f64> {
    let at = |x: &[f64]| DVector::from_vec(residuals(x));
    let offset = at(&vec![0.0; n]);
    let columns: Vec<_> = (0..n)
        .map(|i| {
            let mut unit = vec![0.0; n];
            unit[i] = 1.0;
            at(&unit) - &offset
        })
        .collect();
    let solution = DMatrix::from_columns(&columns).lu().solve(&-offset);
    solution.expect("regular equations").as_slice().to_vec()
}

/// [`solve_numbers`] for vectors of space.
pub(crate) fn solve_affine<const N: usize>(
    residuals: impl Fn([Vector3<f64>; N]) -> [Vector3<f64>; N],
) -> [Vector3<f64>; N] {
    let vectors =
        |x: &[f64]| core::array::from_fn(|i| Vector3::from_column_slice(&x[3 * i..][..3]));
    let solution = solve_numbers(3 * N, |x| {
        residuals(vectors(x)).iter().flatten().copied().collect()
    });
    vectors(&solution)
}

//! Eigenvalues.

use nalgebra::{Complex, DMatrix, Schur};

/// The maximum number of iterations of the QR algorithm per row.
const MOST_ITERATIONS: usize = 1000;

/// Returns the eigenvalues in order of increasing real part; `None` if the QR algorithm does not
/// converge.
///
/// The matrix is first split into blocks of mutually dependent states, whose eigenvalues are those
/// of the matrix. Rounding errors therefore do not separate the eigenvalues of chains, such as a
/// position that follows a heading.
pub(super) fn eigenvalues(matrix: &DMatrix<f64>) -> Option<Vec<Complex<f64>>> {
    let matrix = without_round_off(matrix);
    let mut all = Vec::new();
    for block in blocks(&matrix) {
        let part = matrix.select_rows(&block).select_columns(&block);
        let schur = Schur::try_new(part, f64::EPSILON, MOST_ITERATIONS * block.len())?;
        all.extend(schur.complex_eigenvalues().iter().copied());
    }
    all.sort_by(|a, b| a.re.total_cmp(&b.re).then(a.im.total_cmp(&b.im)));
    Some(all)
}

/// Returns the matrix without the entries below the backward error of the QR algorithm.
pub(super) fn without_round_off(matrix: &DMatrix<f64>) -> DMatrix<f64> {
    let size = matrix.nrows().max(1) as f64;
    let least = 16.0 * f64::EPSILON * size * matrix.amax();
    matrix.map(|x| if x.abs() <= least { 0.0 } else { x })
}

/// Returns the sets of mutually dependent states, each in order.
fn blocks(matrix: &DMatrix<f64>) -> Vec<Vec<usize>> {
    let n = matrix.nrows();
    let mut reaches = matrix.map(|x| x != 0.0);
    for middle in 0..n {
        for from in 0..n {
            if reaches[(from, middle)] {
                for to in 0..n {
                    reaches[(from, to)] |= reaches[(middle, to)];
                }
            }
        }
    }
    let together = |i: usize, j: usize| i == j || (reaches[(i, j)] && reaches[(j, i)]);
    let leads = (0..n).filter(|&i| (0..i).all(|j| !together(i, j)));
    leads
        .map(|i| (i..n).filter(|&j| together(i, j)).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_have_the_eigenvalues_of_their_links() {
        // A position follows a heading, which follows an oscillator.
        let matrix = DMatrix::from_row_slice(
            4,
            4,
            &[
                0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 1.0, 2.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, -4.0, 0.0,
            ],
        );
        let found = eigenvalues(&matrix).unwrap();
        let zeros = found.iter().filter(|x| **x == Complex::new(0.0, 0.0));
        assert_eq!(zeros.count(), 2, "{found:?}");
        let turning = found.iter().map(|x| x.im).fold(0.0, f64::max);
        assert!((turning - 2.0).abs() < 1e-14, "{found:?}");
    }
}

//! Eigenvalues.

use nalgebra::linalg::balancing::balance_parlett_reinsch;
use nalgebra::{Complex, DMatrix, Schur};

use crate::scenario::spread;

/// The maximum number of iterations of the QR algorithm per row.
const MOST_ITERATIONS: usize = 1000;

/// A shift of all eigenvalues along the imaginary axis, relative to the largest entry.
const SHIFT: f64 = 0.3;

/// The relative size of the disturbances that show which parts of eigenvalues are rounding errors:
/// those of the matrix and of the QR algorithm.
const ROUND_OFF: f64 = 16.0 * f64::EPSILON;
/// The number of disturbed matrices.
const SAMPLES: u32 = 8;
/// The ratio of the uncertainty of an eigenvalue to its largest change by disturbances.
const MARGIN: f64 = 4.0;

/// Returns the eigenvalues in order of increasing real part; `None` if the QR algorithm does not
/// converge. Real and imaginary parts that are rounding errors are zero.
///
/// The matrix is first split into blocks of mutually dependent states, whose eigenvalues are those
/// of the matrix. Rounding errors therefore do not separate the eigenvalues of chains, such as a
/// position that follows a heading.
pub(super) fn eigenvalues(matrix: &DMatrix<f64>) -> Option<Vec<Complex<f64>>> {
    let mut all = Vec::new();
    for block in blocks(matrix) {
        let mut part = matrix.select_rows(&block).select_columns(&block);
        // Of states in other units, so that no entry is small because of a unit.
        balance_parlett_reinsch(&mut part);
        all.extend(eigenvalues_of_block(&part)?);
    }
    all.sort_by(|a, b| a.re.total_cmp(&b.re).then(a.im.total_cmp(&b.im)));
    Some(all)
}

fn eigenvalues_of_block(block: &DMatrix<f64>) -> Option<Vec<Complex<f64>>> {
    let found = computed(block)?;
    let disturbed: Option<Vec<_>> = (1..=SAMPLES)
        .map(|sample| computed(&disturbed(block, sample)))
        .collect();
    let disturbed = disturbed?;
    let cleaned = found.iter().map(|value| {
        let nearest = |others: &Vec<Complex<f64>>| {
            let distances = others.iter().map(|other| (other - value).norm());
            distances.fold(f64::INFINITY, f64::min)
        };
        let uncertainty = MARGIN * disturbed.iter().map(nearest).fold(0.0, f64::max);
        let part = |x: f64| if x.abs() <= uncertainty { 0.0 } else { x };
        Complex::new(part(value.re), part(value.im))
    });
    Some(cleaned.collect())
}

fn computed(block: &DMatrix<f64>) -> Option<Vec<Complex<f64>>> {
    let rows = block.nrows();
    if rows == 1 {
        return Some(vec![Complex::new(block[(0, 0)], 0.0)]);
    }
    let most = MOST_ITERATIONS * rows;
    let found = Schur::try_new(block.clone(), f64::EPSILON, most);
    let found = found.map(|schur| schur.complex_eigenvalues().iter().copied().collect());
    found.or_else(|| computed_with_complex_numbers(block, most))
}

/// Returns the same eigenvalues by the QR algorithm for complex numbers. The one for real numbers
/// can stall if eigenvalues have the same modulus, as those of conservative systems have.
fn computed_with_complex_numbers(block: &DMatrix<f64>, most: usize) -> Option<Vec<Complex<f64>>> {
    let shift = Complex::new(0.0, SHIFT * block.amax());
    let mut shifted = block.map(|x| Complex::new(x, 0.0));
    for i in 0..shifted.nrows() {
        shifted[(i, i)] += shift;
    }
    let values = Schur::try_new(shifted, f64::EPSILON, most)?.eigenvalues()?;
    let mut rest: Vec<_> = values.iter().map(|value| value - shift).collect();
    let mut found = Vec::new();
    // Those of a real matrix are real, or pairs of conjugates.
    while let Some(value) = rest.pop() {
        let from_conjugate = |other: &Complex<f64>| (other - value.conj()).norm();
        let partners = rest.iter().map(from_conjugate).enumerate();
        let partner = partners.min_by(|a, b| a.1.total_cmp(&b.1));
        match partner.filter(|(_, distance)| *distance < from_conjugate(&value)) {
            Some((place, _)) => {
                let mean = (value + rest.swap_remove(place).conj()) * 0.5;
                found.extend([mean, mean.conj()]);
            }
            None => found.push(Complex::new(value.re, 0.0)),
        }
    }
    Some(found)
}

/// Returns the matrix with disturbances of the size of rounding errors in all entries.
fn disturbed(block: &DMatrix<f64>, sample: u32) -> DMatrix<f64> {
    let size = ROUND_OFF * block.amax();
    let rows = block.nrows() as u32;
    DMatrix::from_fn(block.nrows(), block.ncols(), |i, j| {
        let count = (sample * rows + i as u32) * rows + j as u32;
        block[(i, j)] + size * (2.0 * spread(count.into()) - 1.0)
    })
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

    /// Eigenvalues `+-a +- bi` have the same modulus.
    #[test]
    fn quartets_are_found() {
        for b in [0.02_f64, 0.04, 0.06, 0.5, 1.0] {
            // x_ddot = b y_dot + x, y_ddot = -b x_dot + y.
            let matrix = DMatrix::from_row_slice(
                4,
                4,
                &[
                    0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, b, 0.0, 1.0, -b, 0.0,
                ],
            );
            let half = 0.5 * b;
            let part = (1.0 - half * half).sqrt();
            let found = eigenvalues(&matrix).unwrap();
            let near = |value: &Complex<f64>| {
                let off = [value.re.abs() - part, value.im.abs() - half];
                off.iter().all(|x| x.abs() < 1e-13)
            };
            assert!(found.len() == 4 && found.iter().all(near), "{b}: {found:?}");
        }
    }

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

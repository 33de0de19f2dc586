//! Cubic splines through points.

use nhi_symbolic::SplinePiece;

/// Returns the cubic spline through at least two points with increasing times, with two continuous
/// derivatives.
///
/// Its third derivative is continuous at the second and at the last but one point ("not a knot"),
/// so that it has the order four up to its ends. Through three points it is a parabola, through two
/// a line.
pub(super) fn spline_through(points: &[(f64, f64)]) -> Vec<SplinePiece> {
    let widths: Vec<_> = points
        .windows(2)
        .map(|pair| pair[1].0 - pair[0].0)
        .collect();
    let slopes = points.windows(2).zip(&widths);
    let slopes: Vec<_> = slopes
        .map(|(pair, width)| (pair[1].1 - pair[0].1) / width)
        .collect();
    let curvatures = curvatures(&widths, &slopes);
    let pieces = points.iter().zip(&widths).enumerate();
    let pieces = pieces.map(|(i, (&(begin, value), &width))| {
        let [here, next] = [curvatures[i], curvatures[i + 1]];
        let coefficients = [
            value,
            slopes[i] - width * (2.0 * here + next) / 6.0,
            here / 2.0,
            (next - here) / (6.0 * width),
        ];
        SplinePiece {
            begin,
            coefficients,
        }
    });
    pieces.collect()
}

/// Returns the second derivatives at all points from the widths and the mean slopes of the pieces.
fn curvatures(widths: &[f64], slopes: &[f64]) -> Vec<f64> {
    let last = widths.len();
    if last < 3 {
        let curvature = match (widths, slopes) {
            ([w0, w1], [s0, s1]) => 2.0 * (s1 - s0) / (w0 + w1),
            _ => 0.0,
        };
        return vec![curvature; last + 1];
    }
    // The rows of the inner points. The end values are combinations of their two neighbours.
    let mut below: Vec<_> = widths[..last - 1].to_vec();
    let mut diagonal: Vec<_> = widths.windows(2).map(|w| 2.0 * (w[0] + w[1])).collect();
    let mut above: Vec<_> = widths[1..].to_vec();
    let mut right: Vec<_> = slopes.windows(2).map(|s| 6.0 * (s[1] - s[0])).collect();
    let first_share = widths[0] / widths[1];
    diagonal[0] += widths[0] * (1.0 + first_share);
    above[0] -= widths[0] * first_share;
    let last_share = widths[last - 1] / widths[last - 2];
    diagonal[last - 2] += widths[last - 1] * (1.0 + last_share);
    below[last - 2] -= widths[last - 1] * last_share;

    for row in 1..last - 1 {
        let factor = below[row] / diagonal[row - 1];
        diagonal[row] -= factor * above[row - 1];
        right[row] -= factor * right[row - 1];
    }
    let mut found = vec![0.0; last + 1];
    for row in (0..last - 1).rev() {
        let rest = match row + 2 < last {
            true => above[row] * found[row + 2],
            false => 0.0,
        };
        found[row + 1] = (right[row] - rest) / diagonal[row];
    }
    found[0] = found[1] + first_share * (found[1] - found[2]);
    found[last] = found[last - 1] + last_share * (found[last - 1] - found[last - 2]);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(pieces: &[SplinePiece], t: f64) -> f64 {
        let piece = pieces.iter().rev().find(|piece| piece.begin <= t);
        let piece = piece.unwrap_or(&pieces[0]);
        let coefficients = piece.coefficients.iter().rev();
        coefficients.fold(0.0, |sum, x| sum * (t - piece.begin) + x)
    }

    /// Not a knot: every cubic polynomial is its own spline, with any widths.
    #[test]
    fn polynomials_are_their_own_splines() {
        let times = [-1.0, -0.3, 0.4, 0.5, 2.0, 3.5];
        for (degree, count) in [(1, 2), (2, 3), (3, 4), (3, 5), (3, 6)] {
            let polynomial = |t: f64| (0..=degree).map(|k| (2.0 - f64::from(k)) * t.powi(k)).sum();
            let points: Vec<(f64, f64)> =
                times[..count].iter().map(|&t| (t, polynomial(t))).collect();
            let pieces = spline_through(&points);
            assert_eq!(pieces.len(), count - 1);
            for t in [-0.9, 0.0, 0.45, 1.0, 3.4] {
                if t < times[count - 1] {
                    let expected: f64 = polynomial(t);
                    assert!((value(&pieces, t) - expected).abs() < 1e-13 * (1.0 + expected.abs()));
                }
            }
        }
    }

    #[test]
    fn a_spline_has_two_continuous_derivatives_and_the_order_four() {
        let error = |n: u32| {
            let time =
                |i: u32| 3.0 * f64::from(i) / f64::from(n) + 0.1 * f64::from(i % 2) / f64::from(n);
            let points: Vec<_> = (0..=n).map(|i| (time(i), time(i).sin())).collect();
            let pieces = spline_through(&points);
            for pair in pieces.windows(2) {
                let width = pair[1].begin - pair[0].begin;
                let [a, b, c, d] = pair[0].coefficients;
                let ends = [
                    a + width * (b + width * (c + width * d)),
                    b + width * (2.0 * c + 3.0 * width * d),
                    c + 3.0 * width * d,
                ];
                for (end, begin) in ends.into_iter().zip(pair[1].coefficients) {
                    assert!((end - begin).abs() < 1e-12 * f64::from(n));
                }
            }
            let times = (0..1000).map(|i| 3e-3 * f64::from(i));
            times.fold(0.0, |most: f64, t| {
                most.max((value(&pieces, t) - t.sin()).abs())
            })
        };
        let (coarse, fine) = (error(16), error(64));
        assert!((fine / coarse).log(0.25) > 3.8, "{coarse:e} {fine:e}");
    }
}

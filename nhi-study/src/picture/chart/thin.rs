//! Reduction of points to a number that is still visible.

/// The approximate maximum number of points drawn per line.
pub(crate) const MOST_POINTS: usize = 4000;

/// Returns the smallest and the largest value of each of many pieces of a function of time, so that
/// no peak is lost.
pub(crate) fn peaks(points: &[(f64, f64)], most: usize) -> Vec<(f64, f64)> {
    if points.len() <= most {
        return points.to_vec();
    }
    let size = points.len().div_ceil(most / 2);
    let pieces = points.chunks(size).flat_map(|piece| {
        let by_value = |&a: &usize, &b: &usize| piece[a].1.total_cmp(&piece[b].1);
        let low = (0..piece.len()).min_by(by_value).unwrap_or(0);
        let high = (0..piece.len()).max_by(by_value).unwrap_or(0);
        [low.min(high), low.max(high)].map(|index| piece[index])
    });
    pieces.collect()
}

/// Returns every n-th point of a path, and its last point.
pub(crate) fn strides(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let stride = points.len().div_ceil(MOST_POINTS).max(1);
    let mut thinned: Vec<_> = points.iter().copied().step_by(stride).collect();
    if let Some(&last) = points.last()
        && thinned.last() != Some(&last)
    {
        thinned.push(last);
    }
    thinned
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_peak_survives() {
        let mut points: Vec<_> = (0..100_000).map(|i| (f64::from(i), 0.0)).collect();
        points[77_777].1 = 5.0;
        let thinned = peaks(&points, MOST_POINTS);
        assert!(thinned.len() <= MOST_POINTS);
        assert!(thinned.contains(&(77_777.0, 5.0)));
    }

    #[test]
    fn a_path_keeps_its_end() {
        let points: Vec<_> = (0..10_001).map(|i| (f64::from(i), 1.0)).collect();
        let thinned = strides(&points);
        assert!(thinned.len() <= MOST_POINTS + 1);
        assert_eq!(thinned.last(), points.last());
    }
}

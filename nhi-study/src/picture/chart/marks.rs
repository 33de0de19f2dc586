//! Time marks along a path.

use super::axis::{number, round_step};

/// The maximum number of marks on a path.
const MOST: f64 = 8.0;

/// A point of a path at a round time.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The point.
    pub place: (f64, f64),
    /// The time as it is printed.
    pub label: String,
}

/// Returns marks at round times, each at the row with the nearest time.
pub(super) fn marks(times: &[f64], points: &[(f64, f64)]) -> Vec<Mark> {
    let rows = || times.iter().copied().zip(points.iter().copied());
    let rows = || rows().filter(|(t, (x, y))| t.is_finite() && x.is_finite() && y.is_finite());
    let low = rows().map(|row| row.0).fold(f64::INFINITY, f64::min);
    let high = rows().map(|row| row.0).fold(f64::NEG_INFINITY, f64::max);
    let step = round_step((high - low) / MOST);
    if !step.is_finite() || step <= 0.0 {
        return Vec::new();
    }
    let first = (low / step - 1e-9).ceil();
    let count = ((high - low) / step + 1e-9).floor() as u32;
    let round = (0..=count).map(|k| (first + f64::from(k)) * step);
    let mut found: Vec<Option<(f64, (f64, f64))>> = vec![None; count as usize + 1];
    for (t, point) in rows() {
        let k = (t / step - first).round();
        if !(0.0..=f64::from(count)).contains(&k) {
            continue;
        }
        let distance = (t - (first + k) * step).abs();
        let nearest = &mut found[k as usize];
        if nearest.is_none_or(|(least, _)| distance < least) {
            *nearest = Some((distance, point));
        }
    }
    let near = round.zip(found).filter_map(|(t, found)| Some((t, found?)));
    let near = near.filter(|(_, (distance, _))| *distance <= 0.25 * step);
    near.map(|(t, (_, place))| Mark {
        place,
        label: number(t, step),
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_at_round_times_of_the_table() {
        let times: Vec<_> = (0..=100).map(|k| 0.05 * f64::from(k)).collect();
        let points: Vec<_> = times.iter().map(|t| (t * t, -t)).collect();
        let marks = marks(&times, &points);
        let labels: Vec<_> = marks.iter().map(|mark| mark.label.as_str()).collect();
        assert_eq!(labels, ["0", "1", "2", "3", "4", "5"]);
        let nearest = marks[3].place;
        assert!((nearest.0 - 9.0).abs() < 1e-12 && (nearest.1 + 3.0).abs() < 1e-12);
    }

    #[test]
    fn times_may_run_backwards_or_be_none() {
        let times: Vec<_> = (0..=100).map(|k| -0.001 * f64::from(k)).collect();
        let points = vec![(0.0, 0.0); 101];
        let labels: Vec<_> = marks(&times, &points)
            .into_iter()
            .map(|mark| mark.label)
            .collect();
        assert_eq!(labels, ["−0.10", "−0.08", "−0.06", "−0.04", "−0.02", "0"]);
        for times in [
            &[][..],
            &[f64::NAN, 1.0],
            &[1e308, -1e308],
            &[0.0, 5e-324],
            &[1e17, 1e17 + 16.0],
        ] {
            assert!(marks(times, &[(0.0, 0.0); 2]).len() < 10, "{times:?}");
        }
    }
}

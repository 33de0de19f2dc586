//! Functions of time as keyframes, between which linear interpolation is accurate enough.

/// Returns the moments to keep: the first, the last, and as many in between as needed. Linear
/// interpolation between them stays within the tolerance everywhere. The moments are chosen by the
/// Douglas-Peucker algorithm over time.
///
/// `value(k)` returns the entries at `times[k]`, each in units of its own tolerance.
pub(super) fn kept<const N: usize>(times: &[f64], value: impl Fn(usize) -> [f64; N]) -> Vec<usize> {
    let last = times.len() - 1;
    let mut kept = vec![0];
    let mut open = vec![(0, last)];
    while let Some((from, to)) = open.pop() {
        match farthest(times, &value, from, to) {
            Some(between) => open.extend([(between, to), (from, between)]),
            None => kept.push(to),
        }
    }
    kept
}

/// Returns the moment between two others at which the function is farthest from the straight line
/// through them, if the distance exceeds the tolerance.
fn farthest<const N: usize>(
    times: &[f64],
    value: &impl Fn(usize) -> [f64; N],
    from: usize,
    to: usize,
) -> Option<usize> {
    let (begin, end) = (value(from), value(to));
    let distance = |moment: usize| {
        let part = (times[moment] - times[from]) / (times[to] - times[from]);
        let entries = value(moment).into_iter().zip(begin.into_iter().zip(end));
        let distances = entries.map(|(value, (begin, end))| value - begin - part * (end - begin));
        distances.fold(0.0, |most: f64, distance| most.max(distance.abs()))
    };
    let moments = (from + 1)..to;
    let (distance, moment) = moments
        .map(|moment| (distance(moment), moment))
        .max_by(|a, b| a.0.total_cmp(&b.0))?;
    (distance > 1.0).then_some(moment)
}

#[cfg(test)]
mod tests {
    use super::kept;

    #[test]
    fn straight_lines_between_keyframes_are_near() {
        let times: Vec<f64> = (0..500).map(|k| 0.02 * f64::from(k)).collect();
        let value = |k: usize| [40.0 * times[k].sin(), 30.0 * times[k]];
        let kept = kept(&times, value);
        assert_eq!((kept[0], kept[kept.len() - 1]), (0, 499));
        assert!(kept.len() < 40, "{}", kept.len());
        for pair in kept.windows(2) {
            let [from, to] = [pair[0], pair[1]];
            for moment in from..=to {
                let part = (times[moment] - times[from]) / (times[to] - times[from]);
                for (entry, begin) in value(from).into_iter().enumerate() {
                    let line = begin + part * (value(to)[entry] - begin);
                    assert!((value(moment)[entry] - line).abs() <= 1.0);
                }
            }
        }
    }

    #[test]
    fn what_stays_or_moves_evenly_needs_no_keyframe_between() {
        let times: Vec<f64> = (0..100).map(f64::from).collect();
        assert_eq!(kept(&times, |k| [3.0 * times[k], 7.0]), [0, 99]);
        assert_eq!(kept(&times[..2], |_| [0.0]), [0, 1]);
    }
}

//! The known name nearest to a misspelt one.

/// The maximum length of names that are compared: the distance needs quadratic time.
const LONGEST: usize = 64;

/// Returns the candidate with the smallest edit distance to `name`, if the distance is small enough
/// for a typing error: at most a third of the letters, but at least one and at most three. The
/// first of several equally near candidates is returned, so the result depends only on the order of
/// the candidates. Names of more than 64 letters have no nearest candidate.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > LONGEST {
        return None;
    }
    let limit = (name.chars().count() / 3).clamp(1, 3);
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= LONGEST)
        .map(|candidate| (edit_distance(name, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= limit && distance < candidate.chars().count())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Returns ``did you mean `candidate`?`` for the nearest candidate, or an empty text.
pub fn suggestion<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, candidates).map_or_else(String::new, |candidate| {
        format!("did you mean `{candidate}`?")
    })
}

/// Returns the number of letters to insert, remove, replace or swap with their neighbour (optimal
/// string alignment).
fn edit_distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut before_last = vec![0; to.len() + 1];
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for row in 1..=from.len() {
        let mut current = vec![row; to.len() + 1];
        for column in 1..=to.len() {
            let replaced = last[column - 1] + usize::from(from[row - 1] != to[column - 1]);
            current[column] = replaced.min(last[column] + 1).min(current[column - 1] + 1);
            let swapped = row > 1
                && column > 1
                && from[row - 1] == to[column - 2]
                && from[row - 2] == to[column - 1];
            if swapped {
                current[column] = current[column].min(before_last[column - 2] + 1);
            }
        }
        before_last = std::mem::replace(&mut last, current);
    }
    last[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_the_name_that_was_meant() {
        assert_eq!(nearest("thet", ["phi", "theta", "psi"]), Some("theta"));
        assert_eq!(
            nearest("theat_dot", ["theta", "theta_dot"]),
            Some("theta_dot")
        );
        assert_eq!(
            nearest("cordinates", ["controls", "coordinates"]),
            Some("coordinates")
        );
    }

    #[test]
    fn a_different_name_finds_nothing() {
        assert_eq!(nearest("mass", ["theta", "psi"]), None);
        assert_eq!(nearest("a", ["b", "x"]), None);
    }
}

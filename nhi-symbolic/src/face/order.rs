//! The order in which named expressions are computed.

use std::collections::{BTreeMap, BTreeSet};

/// The order in which named expressions are computed, each after those that it uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderOfUse {
    /// Indices of the expressions. Those of a cycle, and those that use them, are left out.
    pub order: Vec<usize>,
    /// The cycles, each in the order of use.
    pub cycles: Vec<Vec<usize>>,
}

/// Orders expressions, each given by its name and the names that it uses. Other names are ignored.
#[must_use]
pub fn order_of_use(named: &[(&str, BTreeSet<&str>)]) -> OrderOfUse {
    let places: BTreeMap<_, _> = named.iter().map(|(name, _)| *name).zip(0..).collect();
    let used = |place: usize| {
        let names = named[place].1.iter();
        names.filter_map(|name| places.get(name).copied())
    };
    let mut waits = vec![0_usize; named.len()];
    let mut followers = vec![Vec::new(); named.len()];
    for (place, waits) in waits.iter_mut().enumerate() {
        for other in used(place) {
            *waits += 1;
            followers[other].push(place);
        }
    }
    let mut ready: Vec<_> = (0..named.len())
        .filter(|&place| waits[place] == 0)
        .collect();
    ready.reverse();
    let mut order = Vec::new();
    while let Some(place) = ready.pop() {
        order.push(place);
        for &follower in followers[place].iter().rev() {
            waits[follower] -= 1;
            if waits[follower] == 0 {
                ready.push(follower);
            }
        }
    }
    let waiting = |place: usize| waits[place] > 0;
    OrderOfUse {
        cycles: cycles(named.len(), waiting, |place| {
            let next = used(place).find(|&other| waiting(other));
            next.expect("an expression that waits uses one that waits")
        }),
        order,
    }
}

/// Returns the cycles among the waiting places, each once.
fn cycles(
    count: usize,
    waiting: impl Fn(usize) -> bool,
    next: impl Fn(usize) -> usize,
) -> Vec<Vec<usize>> {
    let mut seen = BTreeSet::new();
    let mut cycles = Vec::new();
    for first in (0..count).filter(|&place| waiting(place)) {
        let (mut way, mut places, mut here) = (Vec::new(), BTreeMap::new(), first);
        while !seen.contains(&here) && !places.contains_key(&here) {
            places.insert(here, way.len());
            way.push(here);
            here = next(here);
        }
        if let Some(&start) = places.get(&here) {
            cycles.push(way[start..].to_vec());
        }
        seen.extend(way);
    }
    cycles
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(named: &[(&str, &[&str])]) -> OrderOfUse {
        let named: Vec<_> = named
            .iter()
            .map(|(name, uses)| (*name, uses.iter().copied().collect()))
            .collect();
        order_of_use(&named)
    }

    #[test]
    fn each_comes_after_those_that_it_uses() {
        let found = order(&[("a", &["b", "x"]), ("b", &["c"]), ("c", &[]), ("d", &[])]);
        assert_eq!(found.order, [2, 1, 0, 3]);
        assert!(found.cycles.is_empty());
    }

    #[test]
    fn cycles_are_found_once_and_what_waits_for_them_is_left_out() {
        let found = order(&[
            ("w", &["a"]),
            ("a", &["b"]),
            ("b", &["a"]),
            ("s", &["s"]),
            ("z", &[]),
        ]);
        assert_eq!(found.order, [4]);
        assert_eq!(found.cycles, [vec![1, 2], vec![3]]);
    }
}

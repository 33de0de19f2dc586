//! Sharing inside n-ary sums and products: pairs of operands that occur in several of them.
//!
//! Hash-consing shares equal nodes, but `a*b*c` and `a*b*d` have no node in common. Greedily, the
//! pair that occurs most often becomes a new operand, until none occurs twice.

mod list;
mod recurring;

use core::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::expr::LookupMap;

use list::{Counts, for_each_pair, in_order, most_pairs, take};
pub(super) use list::{Operand, Pair};
use recurring::Recurring;

/// The maximum number of pairs to consider, some hundred bytes each. If there are more, lists stay
/// unchanged.
const MOST_PAIRS: usize = 600_000;

/// The lists after sharing, and the new operands in the order of their definition.
pub(super) struct Shared {
    pub(super) lists: Vec<Vec<Operand>>,
    /// Each new key with the pair that it replaces.
    pub(super) definitions: Vec<(u32, Pair)>,
}

/// Extracts common pairs, as long as `spend` grants the work units. New keys start at `next_key`.
pub(super) fn share(
    lists: Vec<Vec<Operand>>,
    next_key: u32,
    spend: impl Fn(u64) -> bool,
) -> Shared {
    let mut sharing = Sharing {
        uses: uses(&lists),
        lists,
        occurrences: LookupMap::default(),
        by_count: BinaryHeap::new(),
        recurring: Vec::new(),
        work: 0,
    };
    sharing.register(&spend);
    let mut definitions = Vec::new();
    let mut key = next_key;
    while let Some(pair) = sharing.most_common()
        && sharing.occurrences.len() <= MOST_PAIRS
        && spend(core::mem::take(&mut sharing.work))
    {
        sharing.replace(pair, key);
        definitions.push((key, pair));
        key += 1;
    }
    Shared {
        lists: sharing.lists,
        definitions,
    }
}

struct Sharing {
    lists: Vec<Vec<Operand>>,
    /// How often each key occurred in the lists when it was created. No pair of a key that occurred
    /// once occurs twice.
    uses: LookupMap<u32, u32>,
    /// For each pair, how often each list contains it. Pairs of known keys only become fewer, so
    /// pairs that occur once need no entry.
    occurrences: LookupMap<Pair, Occurrences>,
    /// Pairs that occur at least twice, once each, with a count that they have or had. The greatest
    /// count is next.
    by_count: BinaryHeap<(u32, Reverse<Pair>)>,
    /// Pairs that have come to occur twice since the queue was last completed.
    recurring: Vec<Pair>,
    /// Work units done since they were last charged.
    work: u64,
}

/// The number of occurrences of a pair. Most pairs occur once, and there are many.
#[derive(Default)]
struct Occurrences {
    in_all: u32,
    /// The lists with the number of times each contains the pair, in order.
    by_list: Vec<(u32, u32)>,
}

impl Occurrences {
    fn set(&mut self, list: u32, count: u32) {
        let found = self.by_list.binary_search_by_key(&list, |(list, _)| *list);
        match (found, count) {
            (Ok(place), 0) => self.in_all -= self.by_list.remove(place).1,
            (Ok(place), count) => {
                self.in_all -= self.by_list[place].1;
                self.in_all += count;
                self.by_list[place].1 = count;
            }
            (Err(_), 0) => {}
            (Err(place), count) => {
                self.in_all += count;
                self.by_list.insert(place, (list, count));
            }
        }
    }
}

/// Work units for each pair whose count in a list changes.
const WORK: u64 = 3;

impl Sharing {
    /// Returns the pair that occurs most often, at least twice.
    fn most_common(&mut self) -> Option<Pair> {
        loop {
            let &(count, Reverse(pair)) = self.by_count.peek()?;
            let found = self.occurrences.get(&pair).map_or(0, |found| found.in_all);
            if found == count {
                return Some(pair);
            }
            self.by_count.pop();
            if (2..count).contains(&found) {
                self.by_count.push((found, Reverse(pair)));
            }
        }
    }

    /// Registers the pairs that occur more than once, as long as work is granted.
    fn register(&mut self, spend: impl Fn(u64) -> bool) {
        let mut recurring = Recurring::new(self.lists.iter().map(|list| most_pairs(list)).sum());
        for list in 0..self.lists.len() {
            self.for_each_pair(list, None, |pair, count| recurring.count(pair, count));
            if !spend(core::mem::take(&mut self.work)) {
                return;
            }
        }
        for list in 0..self.lists.len() {
            for (pair, count) in self.pairs_of(list, None, |pair| recurring.may_hold(pair)) {
                self.update(pair, list, count);
            }
            if !spend(core::mem::take(&mut self.work)) || self.occurrences.len() > MOST_PAIRS {
                return;
            }
        }
        self.enqueue();
    }

    /// Adds the pairs that have come to occur twice to the queue. A count that falls, like those of
    /// known keys, stays unchanged in the queue until its turn.
    fn enqueue(&mut self) {
        let recurring = core::mem::take(&mut self.recurring);
        let counted = recurring.into_iter().filter_map(|pair| {
            let found = self.occurrences.get(&pair)?;
            Some((found.in_all, Reverse(pair)))
        });
        self.by_count.extend(counted);
    }

    /// Visits the pairs of a list that contain one of the given operands, or all pairs.
    fn for_each_pair(
        &mut self,
        list: usize,
        among: Option<&[u32]>,
        mut visit: impl FnMut(Pair, u32),
    ) {
        let operands = &self.lists[list];
        let recurs = |key| self.uses[&key] > 1;
        let is_among = |key| among.is_none_or(|keys| keys.contains(&key));
        self.work += operands.len() as u64;
        for_each_pair(operands, recurs, is_among, |pair, count| {
            self.work += 1;
            visit(pair, count);
        });
    }

    /// Returns those of these pairs that are asked for, in order.
    fn pairs_of(
        &mut self,
        list: usize,
        among: Option<&[u32]>,
        is_asked_for: impl Fn(Pair) -> bool,
    ) -> Counts {
        let mut pairs = Counts::new();
        self.for_each_pair(list, among, |pair, count| {
            if is_asked_for(pair) {
                pairs.push((pair, count));
            }
        });
        in_order(pairs)
    }

    /// Sets how often a list contains a pair.
    fn update(&mut self, pair: Pair, list: usize, count: u32) {
        self.work += WORK;
        let found = self.occurrences.entry(pair).or_default();
        let before = found.in_all;
        self.work += found.by_list.len() as u64 / 64;
        found.set(list as u32, count);
        let after = found.in_all;
        if found.by_list.is_empty() {
            self.occurrences.remove(&pair);
        }
        if before < 2 && after >= 2 {
            self.recurring.push(pair);
        }
    }

    fn replace(&mut self, pair: Pair, key: u32) {
        let Occurrences { in_all, by_list } = &self.occurrences[&pair];
        let lists = by_list.clone();
        self.uses.insert(key, *in_all);
        for (list, _) in lists {
            let list = list as usize;
            // Other pairs occur as often as before.
            let before = self.pairs_of(list, Some(&[pair.first, pair.second]), |_| true);
            let operands = &mut self.lists[list];
            while let Some(negative) = take(operands, pair) {
                operands.push(Operand { key, negative });
            }
            operands.sort_unstable();
            let after = self.pairs_of(list, Some(&[pair.first, pair.second, key]), |_| true);
            self.change(list, &before, &after, key);
        }
        self.enqueue();
    }

    /// Sets how often a list contains the pairs of an operand that it did not have before, and the
    /// pairs that it contains less often than before.
    fn change(&mut self, list: usize, before: &Counts, after: &Counts, new: u32) {
        for &(pair, count) in before {
            let left = after.binary_search_by_key(&pair, |(pair, _)| *pair);
            let left = left.map_or(0, |place| after[place].1);
            if left != count && self.occurrences.contains_key(&pair) {
                self.update(pair, list, left);
            }
        }
        for &(pair, count) in after {
            if pair.first == new || pair.second == new {
                self.update(pair, list, count);
            }
        }
    }
}

/// Counts how often each key occurs in the lists.
fn uses(lists: &[Vec<Operand>]) -> LookupMap<u32, u32> {
    let mut uses = LookupMap::default();
    for operand in lists.iter().flatten() {
        *uses.entry(operand.key).or_insert(0) += 1;
    }
    uses
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plus(key: u32) -> Operand {
        Operand {
            key,
            negative: false,
        }
    }

    fn minus(key: u32) -> Operand {
        Operand {
            key,
            negative: true,
        }
    }

    #[test]
    fn a_common_factor_pair_is_shared() {
        let lists = vec![
            vec![plus(0), plus(1), plus(2)],
            vec![plus(0), plus(1), plus(3)],
        ];
        let shared = share(lists, 10, |_| true);
        assert_eq!(shared.definitions.len(), 1);
        assert_eq!(
            shared.lists,
            [vec![plus(2), plus(10)], vec![plus(3), plus(10)]]
        );
    }

    #[test]
    fn sharing_ends_with_the_budget() {
        let lists = vec![vec![plus(0), plus(1), plus(2)]; 3];
        let shared = share(lists.clone(), 10, |_| false);
        assert!(shared.definitions.is_empty());
        assert_eq!(shared.lists, lists);
    }

    #[test]
    fn a_power_is_built_by_squaring() {
        let shared = share(vec![vec![plus(0); 8]], 1, |_| true);
        assert_eq!(shared.definitions.len(), 2);
        assert_eq!(shared.lists[0].len(), 2);
    }

    #[test]
    fn differences_are_shared_up_to_sign() {
        let lists = vec![
            vec![plus(0), minus(1), plus(2)],
            vec![minus(0), plus(1), plus(3)],
        ];
        let shared = share(lists, 10, |_| true);
        assert_eq!(
            shared.lists,
            [vec![plus(2), plus(10)], vec![plus(3), minus(10)]]
        );
        assert!(shared.definitions[0].1.opposite);
    }
}

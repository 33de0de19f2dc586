//! Sharing inside n-ary sums and products: pairs of operands that occur in several of them.
//!
//! Hash-consing shares equal nodes, but `a*b*c` and `a*b*d` have no node in common. Greedily, the
//! pair that occurs most often becomes an operand of its own, until none occurs twice.

use std::collections::{BTreeMap, BTreeSet};

use crate::expr::LookupMap;

/// An operand of a sum or product.
///
/// In a product `key` is a factor and `negative` is never set; in a sum it is the sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Operand {
    pub(super) key: u32,
    pub(super) negative: bool,
}

/// Two operands, the first not negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Pair {
    pub(super) first: u32,
    pub(super) second: u32,
    /// Whether the second has the opposite sign of the first.
    pub(super) opposite: bool,
}

/// Operand lists beyond this width are left alone: they have too many pairs.
const MOST_OPERANDS: usize = 64;

/// Pairs that are looked at, some hundred bytes each; with more of them, lists stay as they are.
const MOST_PAIRS: usize = 600_000;

/// The lists after sharing, and the new operands in the order of their definition.
pub(super) struct Shared {
    pub(super) lists: Vec<Vec<Operand>>,
    /// Each new key with the pair that it stands for.
    pub(super) definitions: Vec<(u32, Pair)>,
}

/// Extracts common pairs, as long as `spend` grants the units of work. New keys start at `next_key`.
pub(super) fn share(
    lists: Vec<Vec<Operand>>,
    next_key: u32,
    spend: impl Fn(u64) -> bool,
) -> Shared {
    let mut sharing = Sharing {
        lists,
        occurrences: LookupMap::default(),
        by_count: BTreeSet::new(),
        work: 0,
    };
    for list in 0..sharing.lists.len() {
        sharing.register(list, None);
        if !spend(core::mem::take(&mut sharing.work)) || sharing.occurrences.len() > MOST_PAIRS {
            break;
        }
    }
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
    /// For each pair, how often each list contains it.
    occurrences: LookupMap<Pair, Occurrences>,
    /// Pairs that occur at least twice, by count; the last is taken next.
    by_count: BTreeSet<(u32, core::cmp::Reverse<Pair>)>,
    /// Units of work done since they were last accounted for.
    work: u64,
}

/// How often a pair occurs: most pairs do once, and there are many.
#[derive(Default)]
struct Occurrences {
    in_all: u32,
    /// Lists with how often each contains the pair, in order.
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

/// Units of work for each pair of a list that is entered or taken out.
const WORK: u64 = 6;

impl Sharing {
    fn most_common(&self) -> Option<Pair> {
        self.by_count.last().map(|(_, pair)| pair.0)
    }

    /// Enters the pairs of a list in which one of the given operands is, or all of them.
    fn register(&mut self, list: usize, among: Option<&[u32]>) {
        for (pair, count) in self.pairs_of(list, among) {
            self.update(pair, list, count);
        }
    }

    /// Takes the pairs of a list in which one of the given operands is out again.
    fn forget(&mut self, list: usize, among: &[u32]) {
        for (pair, _) in self.pairs_of(list, Some(among)) {
            self.update(pair, list, 0);
        }
    }

    fn pairs_of(&mut self, list: usize, among: Option<&[u32]>) -> BTreeMap<Pair, usize> {
        let operands = &self.lists[list];
        self.work += operands.len() as u64;
        pairs_of(operands, |key| among.is_none_or(|keys| keys.contains(&key)))
    }

    /// Sets how often a list contains a pair.
    fn update(&mut self, pair: Pair, list: usize, count: usize) {
        self.work += WORK;
        let found = self.occurrences.entry(pair).or_default();
        let before = found.in_all;
        self.work += found.by_list.len() as u64 / 64;
        found.set(list as u32, count as u32);
        let after = found.in_all;
        if found.by_list.is_empty() {
            self.occurrences.remove(&pair);
        }
        self.by_count.remove(&(before, core::cmp::Reverse(pair)));
        if after > 1 {
            self.by_count.insert((after, core::cmp::Reverse(pair)));
        }
    }

    fn replace(&mut self, pair: Pair, key: u32) {
        let lists = self.occurrences[&pair].by_list.clone();
        for (list, _) in lists {
            let list = list as usize;
            // Other pairs occur as often as before.
            self.forget(list, &[pair.first, pair.second]);
            let operands = &mut self.lists[list];
            while let Some(negative) = take(operands, pair) {
                operands.push(Operand { key, negative });
            }
            operands.sort_unstable();
            self.register(list, Some(&[pair.first, pair.second, key]));
        }
    }
}

/// Removes one occurrence of a pair and gives its sign.
fn take(operands: &mut Vec<Operand>, pair: Pair) -> Option<bool> {
    for (i, first) in operands.iter().enumerate() {
        if first.key != pair.first {
            continue;
        }
        let second = Operand {
            key: pair.second,
            negative: first.negative != pair.opposite,
        };
        let place = (0..operands.len()).find(|&j| j != i && operands[j] == second);
        if let Some(j) = place {
            let negative = first.negative;
            operands.remove(i.max(j));
            operands.remove(i.min(j));
            return Some(negative);
        }
    }
    None
}

/// The pairs of a list of which an operand is accepted, and how many disjoint times each occurs.
fn pairs_of(operands: &[Operand], accepts: impl Fn(u32) -> bool) -> BTreeMap<Pair, usize> {
    let mut pairs = BTreeMap::new();
    if operands.len() > MOST_OPERANDS {
        return pairs;
    }
    let mut multiplicity: BTreeMap<Operand, usize> = BTreeMap::new();
    for &operand in operands {
        *multiplicity.entry(operand).or_insert(0) += 1;
    }
    let distinct: Vec<_> = multiplicity.into_iter().collect();
    for (i, &(x, count)) in distinct.iter().enumerate() {
        let is_accepted = accepts(x.key);
        if count > 1 && is_accepted {
            *pairs.entry(pair_of(x, x)).or_insert(0) += count / 2;
        }
        for &(y, other) in &distinct[i + 1..] {
            if is_accepted || accepts(y.key) {
                *pairs.entry(pair_of(x, y)).or_insert(0) += count.min(other);
            }
        }
    }
    pairs
}

fn pair_of(x: Operand, y: Operand) -> Pair {
    let (x, y) = if x.key <= y.key { (x, y) } else { (y, x) };
    Pair {
        first: x.key,
        second: y.key,
        opposite: x.negative != y.negative,
    }
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

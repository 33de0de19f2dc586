//! Pairs that may occur more than once, in little memory.

use core::hash::{BuildHasher, BuildHasherDefault};

use crate::expr::Multiplicative;

use super::list::Pair;

/// Counts of pairs up to two, with pairs of equal hash counted together. Most pairs occur once, and
/// the counts show it.
pub(super) struct Recurring {
    counts: Vec<u8>,
}

impl Recurring {
    /// Creates empty counts. With as many counts as there are pairs, few pairs share one.
    pub(super) fn new(pairs: usize) -> Self {
        Self {
            counts: vec![0; pairs.next_power_of_two()],
        }
    }

    pub(super) fn count(&mut self, pair: Pair, times: u32) {
        let place = self.place(pair);
        let count = u32::from(self.counts[place]) + times;
        self.counts[place] = count.min(2) as u8;
    }

    /// Returns true if a pair, or another one with its hash, was counted more than once.
    pub(super) fn may_hold(&self, pair: Pair) -> bool {
        self.counts[self.place(pair)] > 1
    }

    fn place(&self, pair: Pair) -> usize {
        let hash = BuildHasherDefault::<Multiplicative>::default().hash_one(pair);
        hash as usize & (self.counts.len() - 1)
    }
}

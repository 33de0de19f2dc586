//! What a graph may cost: units of work, which stand for time, and bytes of memory.

use core::cell::Cell;

use super::graph::{Expr, Graph};

/// Units of work of a graph, some fifty nanoseconds each.
const WORK: u64 = 26_000_000;
/// The same for each constraint of a large system: a chain of many bodies on wheels needs more than one of three, and is no
/// more hostile.
const WORK_PER_CONSTRAINT: u64 = 2_200_000;
/// The most constraints that count: the matrices of more are beyond the budget of memory.
const MOST_CONSTRAINTS: u64 = 33;
/// Bytes that a graph, the programs made of it and their code may hold together.
const MEMORY: u64 = 420_000_000;

/// What is left of a budget.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    whole: u64,
    work: Cell<u64>,
    memory: Cell<u64>,
}

impl Budget {
    /// The units of work of a model with so many constraints that takes one of several shares of a budget.
    pub(super) fn share_of(constraints: u64, shares: u64) -> u64 {
        let of_size = WORK_PER_CONSTRAINT * constraints.min(MOST_CONSTRAINTS);
        of_size.max(WORK) / shares.max(1)
    }

    /// So many units of work, and of memory in proportion up to that of one model.
    pub(super) fn new(work: u64) -> Self {
        let memory = u128::from(MEMORY) * u128::from(work.min(WORK)) / u128::from(WORK);
        Self {
            whole: work,
            work: Cell::new(work),
            memory: Cell::new(u64::try_from(memory).unwrap_or(u64::MAX)),
        }
    }
}

impl Graph {
    /// Whether the budget of work or of memory is used up: results since then are meaningless.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.budget.work.get() == 0
    }

    /// The units of work that are left.
    #[must_use]
    pub fn remaining_work(&self) -> u64 {
        self.budget.work.get()
    }

    /// The parts of the budget of work and of the budget of memory that are used, from 0 to 1.
    #[must_use]
    pub fn used(&self) -> [f64; 2] {
        let whole = Budget::new(self.budget.whole);
        let pairs = [
            (&self.budget.work, whole.work),
            (&self.budget.memory, whole.memory),
        ];
        pairs.map(|(left, whole)| 1.0 - left.get() as f64 / whole.get().max(1) as f64)
    }

    /// The units of work above a part of the budget that is kept for what cannot be given up.
    pub(super) fn work_above(&self, kept: f64) -> u64 {
        let kept = (self.budget.whole as f64 * kept) as u64;
        self.budget.work.get().saturating_sub(kept)
    }

    /// Spends units of work; `false` when the budget is used up.
    pub(crate) fn spend(&self, units: u64) -> bool {
        let work = &self.budget.work;
        work.set(work.get().saturating_sub(units));
        !self.is_exhausted()
    }

    /// Takes bytes of memory that are not given back; `false` when the budget is used up.
    pub(crate) fn hold(&self, bytes: u64) -> bool {
        let memory = &self.budget.memory;
        match memory.get().checked_sub(bytes) {
            Some(left) => memory.set(left),
            None => {
                self.exhaust();
            }
        }
        !self.is_exhausted()
    }

    /// Uses up the budget: something grew beyond all use.
    pub(crate) fn exhaust(&self) -> Expr {
        self.budget.work.set(0);
        Self::UNDEFINED
    }
}

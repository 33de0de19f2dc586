//! Limits of a graph: work (a measure of time), memory, nodes, and statements of the generated
//! code.

use core::cell::Cell;

use super::graph::{Expr, Graph};

/// A quantity that a budget counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Units of some thirty nanoseconds each.
    Work,
    /// Bytes that a graph, its programs and their statements hold together.
    Memory,
    Nodes,
    /// Statements of the code. When they are printed, each needs some 1100 bytes as a syntax tree,
    /// but the graph has been dropped by then.
    Statements,
}

const PARTS: [Part; 4] = [Part::Work, Part::Memory, Part::Nodes, Part::Statements];

/// The range of constraint numbers over which the budget grows. A chain of many bodies on wheels
/// needs more than a chain of three, and is not more hostile. The matrices of more constraints than
/// this exceed any budget.
const CONSTRAINTS_THAT_COUNT: core::ops::RangeInclusive<u64> = 12..=33;

/// The initial amounts and the remaining ones.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    whole: [u64; PARTS.len()],
    left: [Cell<u64>; PARTS.len()],
}

impl Part {
    /// Returns the amount for each constraint that counts.
    fn per_constraint(self) -> u64 {
        match self {
            Self::Work => 2_000_000,
            Self::Memory => 12_700_000,
            Self::Nodes => 19_500,
            Self::Statements => 10_900,
        }
    }

    /// Returns the amount for the largest number of constraints.
    fn most(self) -> u64 {
        self.per_constraint() * CONSTRAINTS_THAT_COUNT.end()
    }
}

impl Budget {
    /// Returns the work units of a model with the given number of constraints, one of several
    /// models that share a budget.
    pub(super) fn share_of(constraints: u64, models: u64) -> u64 {
        let (fewest, most) = CONSTRAINTS_THAT_COUNT.into_inner();
        Part::Work.per_constraint() * constraints.clamp(fewest, most) / models.max(1)
    }

    /// Creates a budget of the given work units. All other parts are in proportion, up to their
    /// amounts for the largest number of constraints.
    pub(super) fn new(work: u64) -> Self {
        let counted = work.min(Part::Work.most());
        Self::of(PARTS.map(|part| match part {
            Part::Work => work,
            part => part.most() * counted / Part::Work.most(),
        }))
    }

    /// Creates a budget of the given work units, which bound everything else.
    pub(super) fn of_work(work: u64) -> Self {
        Self::of(PARTS.map(|part| match part {
            Part::Work => work,
            part => part.most(),
        }))
    }

    fn of(whole: [u64; PARTS.len()]) -> Self {
        Self {
            whole,
            left: whole.map(Cell::new),
        }
    }

    fn left(&self, part: Part) -> &Cell<u64> {
        &self.left[part as usize]
    }
}

impl Graph {
    /// Returns true if a part of the budget is used up. Later results are then meaningless.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.remaining_work() == 0
    }

    /// Returns the remaining work units.
    #[must_use]
    pub fn remaining_work(&self) -> u64 {
        self.budget.left(Part::Work).get()
    }

    /// Returns the used fractions of the budget, from 0 to 1: of work, memory, nodes and
    /// statements.
    #[must_use]
    pub fn used(&self) -> [f64; 4] {
        let Budget { whole, left } = &self.budget;
        PARTS.map(|part| 1.0 - left[part as usize].get() as f64 / whole[part as usize] as f64)
    }

    /// Returns the same graph with a fraction of its work. The other parts are whole again, because
    /// everything that used them has been dropped.
    #[must_use]
    pub(crate) fn with_work_divided_by(mut self, shares: u64) -> Self {
        let mut whole = self.budget.whole;
        whole[Part::Work as usize] /= shares;
        self.budget = Budget::of(whole);
        self
    }

    /// Returns the work units above a fraction of the budget that is reserved for work that cannot
    /// be abandoned.
    pub(super) fn work_above(&self, kept: f64) -> u64 {
        let kept = (self.budget.whole[Part::Work as usize] as f64 * kept) as u64;
        self.remaining_work().saturating_sub(kept)
    }

    /// Spends work units; returns `false` if the budget is used up.
    pub(crate) fn spend(&self, units: u64) -> bool {
        let work = self.budget.left(Part::Work);
        work.set(work.get().saturating_sub(units));
        !self.is_exhausted()
    }

    /// Takes bytes of memory that are not returned; returns `false` if the budget is used up.
    pub(crate) fn hold(&self, bytes: u64) -> bool {
        self.take(Part::Memory, bytes)
    }

    /// Takes room for a node; returns `false` if the budget is used up.
    pub(super) fn take_node(&self) -> bool {
        self.take(Part::Nodes, 1)
    }

    /// Takes statements of code; returns `false` if the budget is used up.
    pub(crate) fn write(&self, statements: u64) -> bool {
        self.take(Part::Statements, statements)
    }

    fn take(&self, part: Part, amount: u64) -> bool {
        let left = self.budget.left(part);
        match left.get().checked_sub(amount) {
            Some(rest) => left.set(rest),
            None => {
                self.exhaust();
            }
        }
        !self.is_exhausted()
    }

    /// Uses up the budget because something grew too large.
    pub(crate) fn exhaust(&self) -> Expr {
        self.budget.left(Part::Work).set(0);
        Self::UNDEFINED
    }
}

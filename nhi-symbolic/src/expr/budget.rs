//! What a graph may cost: work, which stands for time, memory, nodes, and statements of the code that is made of it.

use core::cell::Cell;

use super::graph::{Expr, Graph};

/// What a budget counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Units of some thirty nanoseconds.
    Work,
    /// Bytes that a graph, the programs made of it and their statements hold together.
    Memory,
    Nodes,
    /// Where they are printed they take some 1100 bytes each as trees of syntax, but the graph is given up by then.
    Statements,
}

const PARTS: [Part; 4] = [Part::Work, Part::Memory, Part::Nodes, Part::Statements];

/// A chain of many bodies on wheels needs more than one of three, and is no more hostile; the matrices of more constraints
/// than this are too much for any budget.
const CONSTRAINTS_THAT_COUNT: core::ops::RangeInclusive<u64> = 12..=33;

/// What there was at first, and what is left.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    whole: [u64; PARTS.len()],
    left: [Cell<u64>; PARTS.len()],
}

impl Part {
    /// How much there is of it for each constraint that counts.
    fn per_constraint(self) -> u64 {
        match self {
            Self::Work => 2_000_000,
            Self::Memory => 12_700_000,
            Self::Nodes => 19_500,
            Self::Statements => 10_900,
        }
    }

    /// How much there is of it for the most constraints.
    fn most(self) -> u64 {
        self.per_constraint() * CONSTRAINTS_THAT_COUNT.end()
    }
}

impl Budget {
    /// The units of work of a model with so many constraints, one of several that share a budget.
    pub(super) fn share_of(constraints: u64, models: u64) -> u64 {
        let (fewest, most) = CONSTRAINTS_THAT_COUNT.into_inner();
        Part::Work.per_constraint() * constraints.clamp(fewest, most) / models.max(1)
    }

    /// So many units of work, with all else in proportion, but no more of that than for the most constraints.
    pub(super) fn new(work: u64) -> Self {
        let counted = work.min(Part::Work.most());
        Self::of(PARTS.map(|part| match part {
            Part::Work => work,
            part => part.most() * counted / Part::Work.most(),
        }))
    }

    /// So many units of work, which are what bounds all else.
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
    /// Whether some part of the budget is used up: results since then are meaningless.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.remaining_work() == 0
    }

    /// The units of work that are left.
    #[must_use]
    pub fn remaining_work(&self) -> u64 {
        self.budget.left(Part::Work).get()
    }

    /// The parts of the budget that are used, from 0 to 1: of work, of memory, of nodes and of statements.
    #[must_use]
    pub fn used(&self) -> [f64; 4] {
        let Budget { whole, left } = &self.budget;
        PARTS.map(|part| 1.0 - left[part as usize].get() as f64 / whole[part as usize] as f64)
    }

    /// The same graph with a part of its work; all else stays, since what took it is given up.
    #[must_use]
    pub(crate) fn with_work_divided_by(mut self, shares: u64) -> Self {
        let mut whole = self.budget.whole;
        whole[Part::Work as usize] /= shares;
        self.budget = Budget::of(whole);
        self
    }

    /// The units of work above a part of the budget that is kept for what cannot be given up.
    pub(super) fn work_above(&self, kept: f64) -> u64 {
        let kept = (self.budget.whole[Part::Work as usize] as f64 * kept) as u64;
        self.remaining_work().saturating_sub(kept)
    }

    /// Spends units of work; `false` when the budget is used up.
    pub(crate) fn spend(&self, units: u64) -> bool {
        let work = self.budget.left(Part::Work);
        work.set(work.get().saturating_sub(units));
        !self.is_exhausted()
    }

    /// Takes bytes of memory that are not given back; `false` when the budget is used up.
    pub(crate) fn hold(&self, bytes: u64) -> bool {
        self.take(Part::Memory, bytes)
    }

    /// Takes room for a node; `false` when the budget is used up.
    pub(super) fn take_node(&self) -> bool {
        self.take(Part::Nodes, 1)
    }

    /// Takes statements of code; `false` when the budget is used up.
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

    /// Uses up the budget: something grew beyond all use.
    pub(crate) fn exhaust(&self) -> Expr {
        self.budget.left(Part::Work).set(0);
        Self::UNDEFINED
    }
}

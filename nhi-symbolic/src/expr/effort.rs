//! Work that can be abandoned.

use core::cell::Cell;

use super::graph::Graph;

/// A share of a graph's work budget, for a task that is abandoned when the share is used up.
///
/// Other work uses up the budget as a whole, and then the model is rejected. A part of the budget
/// is therefore reserved for other work.
#[derive(Debug)]
pub struct Effort<'a> {
    graph: &'a Graph,
    remaining: Cell<u64>,
}

/// The number of share units in one unit of the graph. Work on polynomials and pairs is counted
/// finely, at some ten nanoseconds a unit.
const FINE: u64 = 2;

/// The cost of doing something once more.
#[derive(Debug)]
pub(super) struct Price {
    /// Units of the share, which are charged to the graph as well.
    share: u64,
    /// Units of the graph.
    graph: u64,
}

impl Graph {
    /// Grants at most `most` work units, with 58.5 % of the budget reserved for other work.
    #[must_use]
    pub fn effort(&self, most: u64) -> Effort<'_> {
        Effort {
            graph: self,
            remaining: Cell::new(most.min(self.work_above(0.585).saturating_mul(FINE))),
        }
    }

    /// Grants all work but 35 % of the budget, for tasks that run once for a whole program.
    pub(crate) fn effort_on_programs(&self) -> Effort<'_> {
        Effort {
            graph: self,
            remaining: Cell::new(self.work_above(0.35).saturating_mul(FINE)),
        }
    }
}

impl<'a> Effort<'a> {
    /// The work units that the normal form of one expression is worth.
    pub const OF_A_FORM: u64 = 400_000;

    /// Returns the graph that the work is for.
    #[must_use]
    pub fn graph(&self) -> &'a Graph {
        self.graph
    }

    /// Spends work units of the share and of the graph; returns `None` if they are not granted.
    #[must_use]
    pub fn spend(&self, units: u64) -> Option<()> {
        let left = self.remaining.get().checked_sub(units);
        self.remaining.set(left.unwrap_or(0));
        left?;
        self.graph.spend(units.div_ceil(FINE)).then_some(())
    }

    /// Does some work, and returns the cost of doing it once more: the same, except for the nodes
    /// that exist by then.
    pub(super) fn metered<T>(&self, work: impl FnOnce() -> T) -> (T, Price) {
        let share = self.remaining.get();
        let (left, nodes) = (self.graph.remaining_work(), self.graph.len());
        let result = work();
        let spent = left - self.graph.remaining_work();
        let price = Price {
            share: share - self.remaining.get(),
            graph: spent.saturating_sub(self.graph.work_of_nodes_from(nodes)),
        };
        (result, price)
    }

    /// Pays for work that need not be repeated.
    #[must_use]
    pub(super) fn pay(&self, price: &Price) -> Option<()> {
        self.spend(price.share)?;
        let rest = price.graph.saturating_sub(price.share / FINE);
        self.graph.spend(rest).then_some(())
    }
}

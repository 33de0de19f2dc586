//! Work on what can be given up.

use core::cell::Cell;

use super::graph::Graph;

/// A share of a graph's budget of work, for something that is given up when the share is used up.
///
/// Other work uses up the budget as a whole, and then the model is refused; so a part of the budget
/// is kept for it.
#[derive(Debug)]
pub struct Effort<'a> {
    graph: &'a Graph,
    remaining: Cell<u64>,
}

/// Units of a share that are one unit of the graph: work on polynomials and pairs is counted finely, some ten nanoseconds a
/// unit.
const FINE: u64 = 2;

/// What it costs to do something once more.
#[derive(Debug)]
pub(super) struct Price {
    /// Units of the share, which the graph pays as well.
    share: u64,
    /// Units of the graph.
    graph: u64,
}

impl Graph {
    /// At most `most` units of work, with 58.5 % of the budget kept for other work.
    #[must_use]
    pub fn effort(&self, most: u64) -> Effort<'_> {
        Effort {
            graph: self,
            remaining: Cell::new(most.min(self.work_above(0.585).saturating_mul(FINE))),
        }
    }

    /// All work but 35 % of the budget, for what is done once with a whole program.
    pub(crate) fn effort_on_programs(&self) -> Effort<'_> {
        Effort {
            graph: self,
            remaining: Cell::new(self.work_above(0.35).saturating_mul(FINE)),
        }
    }
}

impl<'a> Effort<'a> {
    /// Units of work that the normal form of one expression is worth.
    pub const OF_A_FORM: u64 = 400_000;

    /// The graph that is worked on.
    #[must_use]
    pub fn graph(&self) -> &'a Graph {
        self.graph
    }

    /// Spends units of work of the share and of the graph; `None` when they are not granted.
    #[must_use]
    pub fn spend(&self, units: u64) -> Option<()> {
        let left = self.remaining.get().checked_sub(units);
        self.remaining.set(left.unwrap_or(0));
        left?;
        self.graph.spend(units.div_ceil(FINE)).then_some(())
    }

    /// Does some work, and gives what it would cost once more: the same, but for the nodes that are there then.
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

    /// Pays for work that need not be done once more.
    #[must_use]
    pub(super) fn pay(&self, price: &Price) -> Option<()> {
        self.spend(price.share)?;
        let rest = price.graph.saturating_sub(price.share / FINE);
        self.graph.spend(rest).then_some(())
    }
}

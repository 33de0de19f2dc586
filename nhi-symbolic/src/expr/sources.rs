//! The symbols an expression can depend on, in one word.

use super::graph::{Expr, Graph};

/// A set that contains all symbols an expression depends on, and possibly more: symbols whose
/// numbers differ by a multiple of the number of bits share one. Most derivatives are zero, and the
/// set shows this without a walk or a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sources(u128);

impl Sources {
    /// Returns the set of one symbol, by its number.
    pub(super) fn of_symbol(number: u32) -> Self {
        Self(1 << (number % u128::BITS))
    }

    pub(super) fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }
}

impl Graph {
    /// Returns true if an expression can depend on one of the symbols; `false` is certain.
    pub(super) fn may_depend_on(&self, expr: Expr, symbols: Sources) -> bool {
        self.sources(expr).meets(symbols)
    }

    /// Returns true if an expression can contain another one, or be equal to it; `false` is
    /// certain.
    pub(super) fn may_contain(&self, expr: Expr, part: Expr) -> bool {
        part <= expr && self.sources(part).is_within(self.sources(expr))
    }
}

//! Operation counts for the evaluation of expressions.

use core::ops::AddAssign;

use super::graph::{Entry, Expr, Graph, RoleSet};
use super::node::Node;
use super::rational::Rational;

/// Numbers of operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Additions and subtractions.
    pub additions: u64,
    /// Multiplications.
    pub multiplications: u64,
    /// Divisions.
    pub divisions: u64,
    /// Elementary functions.
    pub calls: u64,
}

impl Cost {
    /// Returns one number for comparisons: latencies in units of an addition.
    #[must_use]
    pub fn weight(self) -> u64 {
        self.additions + self.multiplications + 4 * self.divisions + 20 * self.calls
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Self) {
        self.additions += other.additions;
        self.multiplications += other.multiplications;
        self.divisions += other.divisions;
        self.calls += other.calls;
    }
}

impl Graph {
    /// Counts the operations that evaluate all `roots`. Shared nodes count once.
    ///
    /// Values that depend only on the roles `free` are computed in an earlier stage and cost
    /// nothing. Neither do parts of a sum or product that can be gathered there.
    #[must_use]
    pub fn cost(&self, roots: &[Expr], free: RoleSet) -> Cost {
        let [cost] = self.costs(roots, [free]);
        cost
    }

    /// Returns the one of two forms of the same values that needs fewer operations, or the first if
    /// both need equally many.
    pub fn cheaper_together<'e>(&self, forms: [&'e [Expr]; 2], free: RoleSet) -> &'e [Expr] {
        if forms[0] == forms[1] {
            return forms[0];
        }
        let [first, second] = forms.map(|form| self.cost(form, free).weight());
        if second < first { forms[1] } else { forms[0] }
    }

    /// Returns [`Graph::cost`] for several sets of roles.
    pub(crate) fn costs<const N: usize>(&self, roots: &[Expr], free: [RoleSet; N]) -> [Cost; N] {
        let mut totals = [Cost::default(); N];
        let walked = self.walk(roots, |_| true);
        let entries = self.entries();
        for expr in walked {
            let entry = &entries[expr.index()];
            self.spend(entry.node.width() * N as u64 / 4);
            for (total, free) in totals.iter_mut().zip(free) {
                if !entry.roles.is_within(free) {
                    *total += node_cost(&entries, &entry.node, free);
                }
            }
        }
        totals
    }
}

/// Counts the operations of one node, given its operands.
fn node_cost(entries: &[Entry], node: &Node, free: RoleSet) -> Cost {
    let mut cost = Cost::default();
    let is_free = |e: Expr| entries[e.index()].roles.is_within(free);
    match node {
        Node::Undefined | Node::Number(_) | Node::Pi | Node::Symbol(_) => {}
        Node::Sum { constant, terms } => {
            let dynamic = terms.iter().filter(|(e, _)| !is_free(*e));
            let gathered = dynamic.clone().count() < terms.len() || !constant.is_zero();
            cost.additions = dynamic.clone().count() as u64 - 1 + u64::from(gathered);
            cost.multiplications = dynamic
                .filter(|(e, k)| !k.is_unit() && !absorbs_coefficient(entries, *e, free))
                .count() as u64;
        }
        Node::Product {
            coefficient,
            factors,
        } => {
            cost = product_cost(coefficient, factors, is_free);
        }
        Node::Call(..) => cost.calls = 1,
    }
    cost
}

/// Returns true if a coefficient can be merged into a factor that an earlier stage computes.
fn absorbs_coefficient(entries: &[Entry], term: Expr, free: RoleSet) -> bool {
    match &*entries[term.index()].node {
        Node::Product { factors, .. } => factors
            .iter()
            .any(|(base, _)| entries[base.index()].roles.is_within(free)),
        _ => false,
    }
}

fn product_cost(
    coefficient: &Rational,
    factors: &[(Expr, i32)],
    is_free: impl Fn(Expr) -> bool,
) -> Cost {
    let (mut above, mut below, mut powers) = (0_u64, 0_u64, 0);
    let mut gathered = !coefficient.is_unit();
    for &(base, exponent) in factors {
        if is_free(base) {
            gathered = true;
            continue;
        }
        powers += multiplications_of_power(exponent.unsigned_abs());
        if exponent > 0 {
            above += 1;
        } else {
            below += 1;
        }
    }
    let factors_above: u64 = above + u64::from(gathered);
    Cost {
        multiplications: powers + factors_above.saturating_sub(1) + below.saturating_sub(1),
        divisions: u64::from(below > 0),
        ..Cost::default()
    }
}

/// Counts the multiplications of repeated squaring.
fn multiplications_of_power(exponent: u32) -> u64 {
    u64::from(exponent.ilog2() + exponent.count_ones() - 1)
}

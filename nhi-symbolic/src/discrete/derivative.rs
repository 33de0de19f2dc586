//! Derivatives of equations with respect to their unknowns.

mod chain;
mod kinks;

use crate::expr::{Cost, Expr, Graph, Matrix, RoleSet};

use super::scheme::Solve;
use super::subroutine::Call;
use chain::Chain;
pub(crate) use kinks::at_kinks;

impl Solve {
    /// Returns the derivative of the residuals with respect to the unknowns, through the
    /// definitions by the chain rule. Of several orders of evaluation it uses the one that takes
    /// the fewest operations.
    pub(crate) fn total_derivative(&self, graph: &Graph) -> Matrix {
        if self.is_large(graph) {
            return self.derivative_of_large(graph);
        }
        let mut best = self.derivative_in(graph, Order::Symbols);
        // Compiled programs share more of the standard order than expressions show. Another order
        // must be clearly shorter.
        let mut bound = self.weight(graph, &best) * 4 / 5;
        for order in [Order::Fewest, Order::Backwards] {
            let other = self.derivative_in(graph, order);
            let found = self.weight(graph, &other);
            if found < bound {
                (best, bound) = (other, found);
            }
        }
        best
    }

    /// Returns true if the equations are too large to be differentiated in all orders.
    pub(super) fn is_large(&self, graph: &Graph) -> bool {
        graph.reachable(&self.exprs()).len() > MOST_NODES_TO_COMPARE
    }

    fn derivative_in(&self, graph: &Graph, order: Order) -> Matrix {
        let rows = self.rows(graph, order, || false);
        let jacobian = self.matrix_of(&rows.expect("nothing that ends it"));
        let simple = graph.simplify_matrix(&jacobian, RoleSet::ALL_BUT_UNKNOWNS);
        // Entries that are simplified one by one may share less with the residuals and with each
        // other.
        let is_shorter = self.weight(graph, &jacobian) < self.weight(graph, &simple);
        if is_shorter { jacobian } else { simple }
    }

    /// Differentiates backwards, or forwards if that is shorter or if backwards takes too much
    /// work. Entries of large equations share so much that they are simplified a row at a time.
    fn derivative_of_large(&self, graph: &Graph) -> Matrix {
        let least_work = graph.remaining_work().saturating_sub(MOST_WORK_BACKWARDS);
        let is_too_much = || graph.remaining_work() < least_work;
        let backwards = self.rows(graph, Order::Backwards, is_too_much);
        let backwards = backwards.map(|rows| self.matrix_of(&rows));
        let bound = backwards.as_ref().map(|found| self.weight(graph, found));

        let most_nodes = bound.map(|bound| graph.len() + bound as usize);
        let is_longer = || most_nodes.is_some_and(|most| graph.len() > most);
        let forwards = self.rows(graph, Order::Fewest, is_longer);
        let forwards = forwards.map(|rows| self.matrix_of(&rows));

        let is_shorter = |jacobian: &Matrix| bound.is_none_or(|b| self.weight(graph, jacobian) < b);
        let best = forwards.filter(is_shorter).or(backwards);
        with_shorter_rows(graph, best.expect("one of them came to its end"))
    }

    /// Returns the rows of the derivative, or `None` if the order is given up.
    fn rows(
        &self,
        graph: &Graph,
        order: Order,
        is_given_up: impl Fn() -> bool,
    ) -> Option<Vec<Vec<Expr>>> {
        match order {
            Order::Backwards => self.rows_backwards(graph, is_given_up),
            Order::Symbols | Order::Fewest => self.rows_forwards(graph, order, is_given_up),
        }
    }

    /// Returns definitions, function arguments and residuals.
    pub(super) fn exprs(&self) -> Vec<Expr> {
        let values = self.definitions.iter().map(|(_, value)| *value);
        let arguments = self.calls.iter().flat_map(|call| &call.arguments);
        let values = values.chain(arguments.copied());
        values.chain(self.residuals.iter().copied()).collect()
    }

    /// Counts the operations of a step with two iterations, apart from the elimination.
    pub(super) fn weight(&self, graph: &Graph, jacobian: &Matrix) -> u64 {
        let all = [&self.exprs(), jacobian.entries()].concat();
        let once_or_again = [RoleSet::PREPARED, RoleSet::ALL_BUT_UNKNOWNS];
        let costs = graph.costs(&all, once_or_again);
        costs.map(Cost::weight).iter().sum()
    }

    fn matrix_of(&self, rows: &[Vec<Expr>]) -> Matrix {
        Matrix::from_fn(rows.len(), self.unknowns.len(), |i, j| rows[i][j])
    }

    fn rows_forwards(
        &self,
        graph: &Graph,
        order: Order,
        is_given_up: impl Fn() -> bool,
    ) -> Option<Vec<Vec<Expr>>> {
        let mut chain = Chain::of_unknowns(graph, &self.unknowns, order);
        for &(symbol, value) in &self.definitions {
            let slopes = chain.derivatives(&[value], &is_given_up)?.remove(0);
            chain.define(symbol, slopes);
        }
        for call in &self.calls {
            let moving = chain.derivatives(&call.arguments, &is_given_up)?;
            for (symbol, slopes) in call.through(graph, &moving, self.unknowns.len()) {
                chain.define(symbol, slopes);
            }
        }
        chain.derivatives(&self.residuals, &is_given_up)
    }

    fn rows_backwards(
        &self,
        graph: &Graph,
        is_given_up: impl Fn() -> bool,
    ) -> Option<Vec<Vec<Expr>>> {
        let residuals = self.residuals.iter();
        residuals
            .map(|&residual| (!is_given_up()).then(|| self.row_backwards(graph, residual)))
            .collect()
    }

    /// Returns the gradient of a residual: backwards from it through the functions and the
    /// definitions, the last one first, to the unknowns.
    fn row_backwards(&self, graph: &Graph, residual: Expr) -> Vec<Expr> {
        if graph.is_exhausted() {
            return vec![Graph::UNDEFINED; self.unknowns.len()];
        }
        let defined = self.definitions.iter().map(|&(symbol, _)| symbol);
        let mut symbols: Vec<_> = self.unknowns.iter().copied().chain(defined).collect();
        let inner = symbols.len();
        symbols.extend(self.calls.iter().flat_map(Call::differentiated));
        let mut arrived = graph.pullback(residual, Graph::ONE, &symbols);
        let mut at_results = arrived.split_off(inner).into_iter();
        for call in &self.calls {
            let weights: Vec<_> = at_results
                .by_ref()
                .take(call.differentiated().len())
                .collect();
            for (&argument, weight) in call.arguments.iter().zip(call.back(graph, &weights)) {
                arrive(graph, &mut arrived, argument, weight, &symbols[..inner]);
            }
        }
        for (index, &(_, value)) in self.definitions.iter().enumerate().rev() {
            let last = self.unknowns.len() + index;
            let weight = arrived[last];
            arrive(graph, &mut arrived, value, weight, &symbols[..last]);
        }
        arrived.truncate(self.unknowns.len());
        arrived
    }
}

impl Call {
    /// Returns the results whose derivatives with respect to the arguments are known.
    fn differentiated(&self) -> &[Expr] {
        &self.results[..self.slopes().rows()]
    }

    fn slopes(&self) -> &Matrix {
        let slopes = self.slopes.as_ref();
        slopes.expect("what equations call is given with its derivatives")
    }

    /// Returns the results with their derivatives with respect to all unknowns, given those of the
    /// arguments.
    fn through(
        &self,
        graph: &Graph,
        moving: &[Vec<Expr>],
        unknowns: usize,
    ) -> impl Iterator<Item = (Expr, Vec<Expr>)> {
        let slopes = self.slopes();
        let row = move |i: usize| {
            let entry = |j: usize| {
                let along = moving.iter().map(|slopes| slopes[j]);
                combined(graph, slopes.row(i).iter().copied().zip(along))
            };
            (0..unknowns).map(entry).collect()
        };
        let results = self.differentiated().iter().enumerate();
        results.map(move |(i, &result)| (result, row(i)))
    }

    /// Returns the weights of the arguments, given those of the results.
    fn back(&self, graph: &Graph, weights: &[Expr]) -> Vec<Expr> {
        let slopes = self.slopes();
        let of = |k: usize| combined(graph, weights.iter().copied().zip(slopes.column(k)));
        (0..slopes.columns()).map(of).collect()
    }
}

/// Returns the sum of the products that have no zero factor.
pub(super) fn combined(graph: &Graph, pairs: impl Iterator<Item = (Expr, Expr)>) -> Expr {
    let moving = pairs.filter(|&(a, b)| a != Graph::ZERO && b != Graph::ZERO);
    let (left, right): (Vec<_>, Vec<_>) = moving.unzip();
    graph.dot(&left, &right)
}

/// Adds the contributions of a value with a given weight to the first symbols.
fn arrive(graph: &Graph, arrived: &mut [Expr], value: Expr, weight: Expr, symbols: &[Expr]) {
    if weight == Graph::ZERO {
        return;
    }
    let parts = graph.pullback(value, weight, symbols);
    for (sum, part) in arrived.iter_mut().zip(parts) {
        *sum = graph.add(*sum, part);
    }
}

/// The order in which the chain rule is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// With respect to every symbol that an expression reads, then with respect to the unknowns.
    Symbols,
    /// The same, or along every unknown that an expression depends on, whichever are fewer.
    Fewest,
    /// From every residual back to the unknowns.
    Backwards,
}

/// The size of the largest equations that are differentiated in all orders.
const MOST_NODES_TO_COMPARE: usize = 1000;

/// Work units for large equations backwards before that order is given up: an eighth of the
/// smallest budget.
const MOST_WORK_BACKWARDS: u64 = 3_000_000;

/// Work units for rows that are simplified in vain before the other rows are left alone.
const MOST_WORK_IN_VAIN: u64 = 500_000;

/// Simplifies those rows of a matrix that then take fewer operations as a whole.
fn with_shorter_rows(graph: &Graph, matrix: Matrix) -> Matrix {
    let free = RoleSet::ALL_BUT_UNKNOWNS;
    let mut rows: Vec<_> = (0..matrix.rows()).map(|i| matrix.row(i).to_vec()).collect();
    let mut in_vain = 0;
    for row in &mut rows {
        let before = graph.remaining_work();
        let simple: Vec<_> = row.iter().map(|&x| graph.simplify(x, free)).collect();
        let chosen = graph.cheaper_together([row, &simple], free);
        if chosen == row.as_slice() {
            in_vain += before - graph.remaining_work();
        }
        *row = chosen.to_vec();
        if in_vain > MOST_WORK_IN_VAIN {
            break;
        }
    }
    let simple = matrix.with_entries(rows.concat());
    let entries = [matrix.entries(), simple.entries()];
    let chosen = graph.cheaper_together(entries, free).to_vec();
    matrix.with_entries(chosen)
}

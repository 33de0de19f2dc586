//! Derivatives of equations by what they are solved for.

use crate::expr::{Expr, Graph, LookupMap, Matrix, RoleSet};

use super::scheme::Solve;

impl Solve {
    /// The derivative of the residuals by the unknowns, through the definitions by the chain rule, in the order
    /// that takes the fewest operations.
    pub(crate) fn total_derivative(&self, graph: &Graph) -> Matrix {
        let values = self.definitions.iter().map(|(_, value)| *value);
        let exprs: Vec<_> = values.chain(self.residuals.iter().copied()).collect();
        let weight = |jacobian: &Matrix| {
            let all = [&exprs[..], jacobian.entries()].concat();
            graph.cost(&all, RoleSet::ALL_BUT_UNKNOWNS).weight()
        };
        let is_large = graph.reachable(&exprs).len() > MOST_NODES_TO_COMPARE;
        let (standard, others): (_, &[Order]) = if is_large {
            (Order::Fewest, &[Order::Backwards])
        } else {
            (Order::Symbols, &[Order::Fewest, Order::Backwards])
        };
        let mut best = self.derivative_in(graph, standard);
        // Programs share more of the standard than expressions tell: another order has to be clearly shorter.
        let mut bound = weight(&best) * 4 / 5;
        for &order in others {
            let other = self.derivative_in(graph, order);
            let found = weight(&other);
            if found < bound {
                (best, bound) = (other, found);
            }
        }
        best
    }

    fn derivative_in(&self, graph: &Graph, order: Order) -> Matrix {
        let rows = match order {
            Order::Backwards => self.rows_backwards(graph),
            Order::Symbols | Order::Fewest => self.rows_forwards(graph, order),
        };
        let jacobian = Matrix::from_fn(rows.len(), self.unknowns.len(), |i, j| rows[i][j]);
        graph.simplify_matrix(&jacobian, RoleSet::ALL_BUT_UNKNOWNS)
    }

    fn rows_forwards(&self, graph: &Graph, order: Order) -> Vec<Vec<Expr>> {
        let mut chain = Chain::of_unknowns(graph, &self.unknowns, order);
        for &(symbol, value) in &self.definitions {
            let slopes = chain.derivatives(&[value]).remove(0);
            chain.define(symbol, slopes);
        }
        chain.derivatives(&self.residuals)
    }

    fn rows_backwards(&self, graph: &Graph) -> Vec<Vec<Expr>> {
        let residuals = self.residuals.iter();
        residuals
            .map(|&residual| self.row_backwards(graph, residual))
            .collect()
    }

    /// The gradient of a residual: from it through the definitions, the last one first, to the unknowns.
    fn row_backwards(&self, graph: &Graph, residual: Expr) -> Vec<Expr> {
        let defined = self.definitions.iter().map(|&(symbol, _)| symbol);
        let symbols: Vec<_> = self.unknowns.iter().copied().chain(defined).collect();
        let mut arrived = graph.pullback(residual, Graph::ONE, &symbols);
        for (index, &(_, value)) in self.definitions.iter().enumerate().rev() {
            let last = self.unknowns.len() + index;
            if arrived[last] == Graph::ZERO {
                continue;
            }
            let parts = graph.pullback(value, arrived[last], &symbols[..last]);
            for (sum, part) in arrived.iter_mut().zip(parts) {
                *sum = graph.add(*sum, part);
            }
        }
        arrived.truncate(self.unknowns.len());
        arrived
    }
}

/// The largest equations that are differentiated in all orders.
const MOST_NODES_TO_COMPARE: usize = 1000;

/// In which order the chain rule is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// By every symbol that an expression reads, then by the unknowns.
    Symbols,
    /// So, or along every unknown that an expression depends on, whichever are fewer.
    Fewest,
    /// From every residual back to the unknowns.
    Backwards,
}

/// Symbols whose derivatives by the unknowns are known.
struct Chain<'g> {
    graph: &'g Graph,
    order: Order,
    unknowns: usize,
    /// Unknowns, then definitions.
    symbols: Vec<Expr>,
    slopes: LookupMap<Expr, Vec<Expr>>,
}

impl<'g> Chain<'g> {
    fn of_unknowns(graph: &'g Graph, unknowns: &[Expr], order: Order) -> Self {
        let mut chain = Self {
            graph,
            order,
            unknowns: unknowns.len(),
            symbols: Vec::new(),
            slopes: LookupMap::default(),
        };
        for (j, &unknown) in unknowns.iter().enumerate() {
            let mut slopes = vec![Graph::ZERO; unknowns.len()];
            slopes[j] = Graph::ONE;
            chain.define(unknown, slopes);
        }
        chain
    }

    fn define(&mut self, symbol: Expr, slopes: Vec<Expr>) {
        self.symbols.push(symbol);
        self.slopes.insert(symbol, slopes);
    }

    /// The derivatives of expressions by the unknowns.
    fn derivatives(&self, exprs: &[Expr]) -> Vec<Vec<Expr>> {
        let read: Vec<_> = exprs.iter().map(|&expr| self.symbols_of(expr)).collect();
        let is_along =
            |&i: &usize| self.order == Order::Fewest && self.unknowns_of(&read[i]) < read[i].len();
        let (along, by_symbols): (Vec<_>, Vec<_>) = (0..exprs.len()).partition(is_along);
        let mut rows = vec![Vec::new(); exprs.len()];
        for i in by_symbols {
            rows[i] = self.by_symbols(exprs[i], &read[i]);
        }
        let together: Vec<_> = along.iter().map(|&i| exprs[i]).collect();
        for j in 0..self.unknowns {
            let rates = self.along_unknown(&together, j);
            for (&i, rate) in along.iter().zip(rates) {
                rows[i].push(rate);
            }
        }
        rows
    }

    /// The symbols with known derivatives that an expression reads.
    fn symbols_of(&self, expr: Expr) -> Vec<Expr> {
        let mut read = self.graph.symbols_of(&[expr]);
        read.retain(|symbol| self.slopes.contains_key(symbol));
        read
    }

    /// The number of unknowns that symbols depend on.
    fn unknowns_of(&self, symbols: &[Expr]) -> usize {
        let depends = |j: &usize| symbols.iter().any(|x| self.slopes[x][*j] != Graph::ZERO);
        (0..self.unknowns).filter(depends).count()
    }

    /// `d expr/d x_j` while every symbol changes at its own rate.
    fn along_unknown(&self, exprs: &[Expr], j: usize) -> Vec<Expr> {
        let rates = self
            .slopes
            .iter()
            .map(|(&symbol, slopes)| (symbol, slopes[j]));
        let rates: Vec<_> = rates.filter(|&(_, rate)| rate != Graph::ZERO).collect();
        self.graph.rates(exprs, &rates)
    }

    /// Sum over the symbols `w` of `(d expr/d w) (d w/d x_j)`.
    fn by_symbols(&self, expr: Expr, read: &[Expr]) -> Vec<Expr> {
        let partials = read.iter().map(|&symbol| {
            let partial = self.graph.derivative(expr, symbol);
            (partial, &self.slopes[&symbol])
        });
        let partials: Vec<_> = partials
            .filter(|&(partial, _)| partial != Graph::ZERO)
            .collect();
        let through = |j: usize| {
            let moving = partials
                .iter()
                .filter(|(_, slopes)| slopes[j] != Graph::ZERO);
            let (partials, slopes): (Vec<_>, Vec<_>) = moving
                .map(|&(partial, slopes)| (partial, slopes[j]))
                .unzip();
            self.graph.dot(&partials, &slopes)
        };
        (0..self.unknowns).map(through).collect()
    }
}

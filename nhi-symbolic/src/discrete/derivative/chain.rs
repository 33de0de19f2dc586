//! The forward chain rule: from the unknowns through the definitions to the residuals.

use crate::expr::{Expr, Graph, LookupMap};

use super::{Order, combined};

/// Symbols whose derivatives with respect to the unknowns are known.
pub(super) struct Chain<'g> {
    graph: &'g Graph,
    order: Order,
    unknowns: usize,
    /// Unknowns, then definitions.
    symbols: Vec<Expr>,
    slopes: LookupMap<Expr, Vec<Expr>>,
}

impl<'g> Chain<'g> {
    pub(super) fn of_unknowns(graph: &'g Graph, unknowns: &[Expr], order: Order) -> Self {
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

    pub(super) fn define(&mut self, symbol: Expr, slopes: Vec<Expr>) {
        self.symbols.push(symbol);
        self.slopes.insert(symbol, slopes);
    }

    /// Returns the derivatives of expressions with respect to the unknowns; `None` if the order is
    /// given up.
    pub(super) fn derivatives(
        &self,
        exprs: &[Expr],
        is_given_up: &impl Fn() -> bool,
    ) -> Option<Vec<Vec<Expr>>> {
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
            if is_given_up() {
                return None;
            }
        }
        Some(rows)
    }

    /// Returns the symbols with known derivatives that an expression reads.
    fn symbols_of(&self, expr: Expr) -> Vec<Expr> {
        let mut read = self.graph.symbols_of(&[expr]);
        read.retain(|symbol| self.slopes.contains_key(symbol));
        read
    }

    /// Returns the number of unknowns that symbols depend on.
    fn unknowns_of(&self, symbols: &[Expr]) -> usize {
        let depends = |j: &usize| symbols.iter().any(|x| self.slopes[x][*j] != Graph::ZERO);
        (0..self.unknowns).filter(depends).count()
    }

    /// Returns `d expr/d x_j`, with every symbol changing at its own rate.
    fn along_unknown(&self, exprs: &[Expr], j: usize) -> Vec<Expr> {
        let rates = self
            .slopes
            .iter()
            .map(|(&symbol, slopes)| (symbol, slopes[j]));
        let rates: Vec<_> = rates.filter(|&(_, rate)| rate != Graph::ZERO).collect();
        self.graph.rates(exprs, &rates)
    }

    /// Returns the sum over the symbols `w` of `(d expr/d w) (d w/d x_j)`.
    fn by_symbols(&self, expr: Expr, read: &[Expr]) -> Vec<Expr> {
        let partials = read.iter().map(|&symbol| {
            let partial = self.graph.derivative(expr, symbol);
            (partial, &self.slopes[&symbol])
        });
        let partials: Vec<_> = partials
            .filter(|&(partial, _)| partial != Graph::ZERO)
            .collect();
        let through = |j: usize| {
            let pairs = partials
                .iter()
                .map(|&(partial, slopes)| (partial, slopes[j]));
            combined(self.graph, pairs)
        };
        (0..self.unknowns).map(through).collect()
    }
}

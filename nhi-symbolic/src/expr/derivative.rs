//! Derivatives: with respect to a symbol, memoised per node and symbol, and along a vector field.

use super::graph::{Expr, Graph};
use super::hash::LookupMap;
use super::matrix::Matrix;
use super::node::Node;
use super::rational::Rational;
use super::sources::Sources;

/// Work units to find a derivative in the table, or to enter it, in addition to its operands.
const WORK_PER_DERIVATIVE: u64 = 3;
/// Work units to look up the derivative of an operand, which usually is zero.
const WORK_PER_OPERAND: u64 = 2;
/// The bytes of an entry in the table of derivatives.
const PER_DERIVATIVE: u64 = 40;

impl Graph {
    /// Returns the partial derivative of an expression with respect to a symbol.
    ///
    /// The computation proceeds upwards over the nodes that depend on the symbol and stores each
    /// result, so the derivatives of a gradient share their common parts.
    pub fn derivative(&self, expr: Expr, symbol: Expr) -> Expr {
        if self.is_exhausted() {
            return Self::UNDEFINED;
        }
        for node in self.nodes_to_differentiate(expr, symbol) {
            let derivative =
                self.node_derivative(node, |operand| self.known_derivative(operand, symbol));
            if !self.spend(WORK_PER_DERIVATIVE) || !self.hold(PER_DERIVATIVE) {
                return Self::UNDEFINED;
            }
            self.derivatives
                .borrow_mut()
                .insert((node, symbol), derivative);
        }
        self.known_derivative(expr, symbol)
    }

    /// Returns the rates of expressions while symbols change at the given rates: their derivatives
    /// along a vector field. Shared operands are differentiated once.
    pub fn rates(&self, exprs: &[Expr], moving: &[(Expr, Expr)]) -> Vec<Expr> {
        let sources = moving.iter().map(|&(symbol, _)| self.sources(symbol));
        let sources = sources.fold(Sources::default(), Sources::union);
        let mut rates: LookupMap<Expr, Expr> = moving.iter().copied().collect();
        let known = |rates: &LookupMap<Expr, Expr>, expr: Expr| {
            rates.get(&expr).copied().unwrap_or(Self::ZERO)
        };
        let undefined = vec![Self::UNDEFINED; exprs.len()];
        if self.is_exhausted() {
            return undefined;
        }
        for expr in self.open_below(exprs, |expr| self.may_depend_on(expr, sources)) {
            if !self.spend(WORK_PER_DERIVATIVE) {
                return undefined;
            }
            if !rates.contains_key(&expr) {
                let rate = self.node_derivative(expr, |operand| known(&rates, operand));
                rates.insert(expr, rate);
            }
        }
        exprs.iter().map(|&expr| known(&rates, expr)).collect()
    }

    /// Returns the row of partial derivatives with respect to several symbols.
    pub fn gradient(&self, expr: Expr, symbols: &[Expr]) -> Vec<Expr> {
        symbols.iter().map(|&x| self.derivative(expr, x)).collect()
    }

    /// Returns the matrix of `d expr_i / d symbol_j`.
    pub fn jacobian(&self, exprs: &[Expr], symbols: &[Expr]) -> Matrix {
        Matrix::from_fn(exprs.len(), symbols.len(), |i, j| {
            self.derivative(exprs[i], symbols[j])
        })
    }

    /// Returns the symmetric matrix of second derivatives.
    pub fn hessian(&self, expr: Expr, symbols: &[Expr]) -> Matrix {
        let gradient = self.gradient(expr, symbols);
        let mut hessian = Matrix::zero(symbols.len(), symbols.len());
        for i in 0..symbols.len() {
            for j in 0..=i {
                let entry = self.derivative(gradient[i], symbols[j]);
                hessian[(i, j)] = entry;
                hessian[(j, i)] = entry;
            }
        }
        hessian
    }

    /// Returns the nodes below `expr` that depend on the symbol and are not yet differentiated, in
    /// order.
    fn nodes_to_differentiate(&self, expr: Expr, symbol: Expr) -> Vec<Expr> {
        let sources = self.sources(symbol);
        let is_open = |e: Expr| {
            e > symbol
                && self.may_depend_on(e, sources)
                && !self.derivatives.borrow().contains_key(&(e, symbol))
        };
        self.open_below(&[expr], is_open)
    }

    /// Returns the derivative of a node whose operands are done. A node without an entry does not
    /// depend on the symbol.
    fn known_derivative(&self, expr: Expr, symbol: Expr) -> Expr {
        if expr == symbol {
            return Self::ONE;
        }
        if !self.may_depend_on(expr, self.sources(symbol)) {
            return Self::ZERO;
        }
        let known = self.derivatives.borrow().get(&(expr, symbol)).copied();
        known.unwrap_or(Self::ZERO)
    }

    /// Returns the derivative of a node, given those of its operands.
    fn node_derivative(&self, expr: Expr, of: impl Fn(Expr) -> Expr) -> Expr {
        match &*self.node(expr) {
            Node::Undefined => Self::UNDEFINED,
            Node::Number(_) | Node::Pi | Node::Symbol(_) => Self::ZERO,
            Node::Sum { terms, .. } => {
                self.spend(WORK_PER_OPERAND * terms.len() as u64);
                let parts = terms.iter().map(|(term, k)| (of(*term), k));
                let parts = parts.filter(|(inner, _)| *inner != Self::ZERO);
                let parts: Vec<_> = parts.map(|(inner, k)| (inner, k.clone())).collect();
                self.linear(&parts)
            }
            Node::Product {
                coefficient,
                factors,
            } => {
                let mut parts = Vec::new();
                for (index, &(base, exponent)) in factors.iter().enumerate() {
                    let inner = of(base);
                    if inner == Self::ZERO {
                        continue;
                    }
                    let mut powers = factors.to_vec();
                    powers[index].1 -= 1;
                    powers.push((inner, 1));
                    let scale = coefficient * &Rational::from(i64::from(exponent));
                    parts.push(self.power_product(&scale, &powers));
                }
                self.sum(&parts)
            }
            Node::Call(function, arguments) => {
                let mut parts = Vec::new();
                for (index, &argument) in arguments.iter().enumerate() {
                    let inner = of(argument);
                    if inner != Self::ZERO {
                        let outer = (function.row().derivative)(self, arguments, index);
                        parts.push(self.mul(outer, inner));
                    }
                }
                self.sum(&parts)
            }
        }
    }
}

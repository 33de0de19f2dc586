//! Walks over the nodes of expressions.

use core::cell::RefCell;

use super::function::{FieldValue, Function};
use super::graph::{Expr, Graph, Role};
use super::node::Node;

/// The nodes that a walk has seen. The memory is kept from walk to walk, because most walks are
/// much shorter than the graph. Between walks it contains no marks.
#[derive(Debug, Default)]
pub(super) struct Seen(RefCell<Vec<bool>>);

impl Clone for Seen {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Graph {
    /// Returns the nodes of the given expressions, operands first, each once.
    #[must_use]
    pub fn reachable(&self, roots: &[Expr]) -> Vec<Expr> {
        self.open_below(roots, |_| true)
    }

    /// Returns [`Graph::reachable`] without the nodes that are not open, and without those that can
    /// be reached only through them.
    #[must_use]
    pub(crate) fn open_below(&self, roots: &[Expr], is_open: impl Fn(Expr) -> bool) -> Vec<Expr> {
        let mut found = self.walk(roots, is_open);
        self.spend(found.len() as u64 / 4);
        found.sort_unstable();
        found
    }

    /// Returns [`Graph::open_below`] in any order.
    pub(super) fn walk(&self, roots: &[Expr], is_open: impl Fn(Expr) -> bool) -> Vec<Expr> {
        let mut seen = self.seen.0.take();
        let last = roots.iter().max().map_or(0, |last| last.index() + 1);
        seen.resize(seen.len().max(last), false);
        let mut stack = roots.to_vec();
        let (mut found, mut visits) = (Vec::new(), 0_u64);
        let entries = self.entries();
        while let Some(expr) = stack.pop() {
            visits += 1;
            if !seen[expr.index()] && is_open(expr) {
                seen[expr.index()] = true;
                found.push(expr);
                let node = &entries[expr.index()].node;
                node.for_each_operand(|operand| stack.push(operand));
            }
        }
        for expr in &found {
            seen[expr.index()] = false;
        }
        self.seen.0.replace(seen);
        self.spend(visits / 4);
        found
    }

    /// Returns true if the expression depends on the symbol.
    #[must_use]
    pub fn depends_on(&self, expr: Expr, symbol: Expr) -> bool {
        self.reachable(&[expr]).binary_search(&symbol).is_ok()
    }

    /// Returns the first elementary function in the given expressions that has a property.
    pub(crate) fn find_function(
        &self,
        roots: &[Expr],
        has_property: impl Fn(Function) -> bool,
    ) -> Option<Function> {
        let all = self.reachable(roots).into_iter();
        let mut functions = all.filter_map(|expr| match &*self.node(expr) {
            Node::Call(function, _) => Some(*function),
            _ => None,
        });
        functions.find(|&function| has_property(function))
    }

    /// Returns true if the given expressions contain no function that switches, such as `abs`.
    #[must_use]
    pub fn are_smooth(&self, roots: &[Expr]) -> bool {
        self.find_function(roots, Function::switches).is_none()
    }

    /// Returns the name of a function that has no identities in the prime field, such as `atan2`.
    pub(crate) fn function_without_identities(&self, roots: &[Expr]) -> Option<&'static str> {
        let is_opaque = |function: Function| matches!(function.row().field, FieldValue::Opaque);
        let found = self.find_function(roots, is_opaque);
        found.map(|function| function.row().name)
    }

    /// Returns a function that switches, with arguments that do not: the expression, the function
    /// and the arguments.
    pub(crate) fn innermost_switch(&self, roots: &[Expr]) -> Option<(Expr, Function, Vec<Expr>)> {
        // Operands come before the expressions that contain them.
        let mut all = self.reachable(roots).into_iter();
        all.find_map(|expr| match &*self.node(expr) {
            Node::Call(function, arguments) if function.switches() => {
                Some((expr, *function, arguments.to_vec()))
            }
            _ => None,
        })
    }

    /// Returns true if a function that switches has an argument that depends on a symbol of a role.
    pub(crate) fn switch_with(&self, roots: &[Expr], role: Role) -> bool {
        let mut all = self.reachable(roots).into_iter();
        all.any(|expr| match &*self.node(expr) {
            Node::Call(function, _) => function.switches() && self.roles(expr).contains(role),
            _ => false,
        })
    }

    /// Returns the symbols that the given expressions depend on, in the order of their creation.
    #[must_use]
    pub fn symbols_of(&self, roots: &[Expr]) -> Vec<Expr> {
        let mut found = self.reachable(roots);
        found.retain(|&expr| matches!(*self.node(expr), Node::Symbol(_)));
        found
    }
}

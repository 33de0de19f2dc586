//! Angles of an iteration, measured from their values before it.
//!
//! If a system looks the same from every heading, its equations depend on the headings only through
//! their difference: the turn `d` from the heading at the beginning of a step to that at its
//! middle. With `sin(a + d) = sin a cos d + cos a sin d` and the same for the cosine, the normal
//! form finds that `sin a` and `cos a` drop out of the iteration.

use crate::expr::{Expr, Graph, Matrix, Node, Role, RoleSet};

use super::scheme::Solve;

impl Solve {
    /// Returns the equations and their Jacobian, with turns instead of angles if that takes fewer
    /// operations.
    pub(super) fn or_with_turns(self, graph: &Graph, jacobian: Matrix) -> (Self, Matrix) {
        let Some(turned) = self.with_turns(graph) else {
            return (self, jacobian);
        };
        let other = turned.total_derivative(graph);
        if turned.weight(graph, &other) < self.weight(graph, &jacobian) {
            (turned, other)
        } else {
            (self, jacobian)
        }
    }

    /// Returns the equations with turns; `None` if no turn makes an iteration shorter.
    fn with_turns(&self, graph: &Graph) -> Option<Self> {
        if !self.calls.is_empty() || self.is_large(graph) {
            return None;
        }
        let mut best = None;
        for place in 0..self.definitions.len() {
            let last = best.as_ref().unwrap_or(self);
            let turned = last.turned(graph, place);
            best = turned
                .filter(|next| next.iterated(graph) < last.iterated(graph))
                .or(best);
        }
        best
    }

    /// Returns the equations with the turn of one definition; `None` if the definition is not an
    /// angle, or has no part that is known before it moves.
    fn turned(&self, graph: &Graph, place: usize) -> Option<Self> {
        let (angle, value) = self.definitions[place];
        let (before, turn) = split(graph, value)?;
        let symbol = graph.symbol(&format!("turn of {}", graph.display(angle)), Role::Unknown);
        let functions = [graph.sin(angle), graph.cos(angle)];
        let reads = |x, function| graph.depends_on(x, function);
        let mut values = self.exprs().into_iter();
        if !values.any(|x| functions.iter().any(|&function| reads(x, function))) {
            return None;
        }
        let moved = sine_and_cosine_of_sum(graph, before, symbol);
        let replacements = [
            (functions[0], moved[0]),
            (functions[1], moved[1]),
            (angle, graph.add(before, symbol)),
        ];
        let replaced = |value: Expr| match graph.substitute(&[value], &replacements)[0] {
            same if same == value => value,
            image => graph.simplify(image, RoleSet::ALL_BUT_UNKNOWNS),
        };
        let mut next = self.clone();
        next.definitions[place] = (symbol, turn);
        let behind = next.definitions[place + 1..].iter_mut();
        let behind = behind.map(|(_, value)| value);
        for value in behind.chain(&mut next.residuals) {
            *value = replaced(*value);
        }
        Some(next)
    }

    /// Counts the operations of an iteration without its Jacobian.
    fn iterated(&self, graph: &Graph) -> u64 {
        let free = RoleSet::ALL_BUT_UNKNOWNS;
        graph.cost(&self.exprs(), free).weight()
    }
}

fn sine_and_cosine_of_sum(graph: &Graph, a: Expr, d: Expr) -> [Expr; 2] {
    let [(sin_a, cos_a), (sin_d, cos_d)] = [a, d].map(|x| (graph.sin(x), graph.cos(x)));
    [
        graph.dot(&[sin_a, cos_a], &[cos_d, sin_d]),
        graph.sub(graph.mul(cos_a, cos_d), graph.mul(sin_a, sin_d)),
    ]
}

/// Splits a sum into a part that is known before an iteration, but not for a whole stepper, and a
/// part that moves in the iteration.
fn split(graph: &Graph, value: Expr) -> Option<(Expr, Expr)> {
    let node = graph.node(value);
    let Node::Sum { terms, .. } = &*node else {
        return None;
    };
    let is_known = |x: Expr| graph.roles(x).is_within(RoleSet::ALL_BUT_UNKNOWNS);
    let moving: Vec<_> = terms
        .iter()
        .filter(|(x, _)| !is_known(*x))
        .cloned()
        .collect();
    let turn = graph.linear(&moving);
    let before = graph.sub(value, turn);
    let is_of_a_step = !graph.roles(before).is_within(RoleSet::PREPARED);
    (is_of_a_step && turn != Graph::ZERO).then_some((before, turn))
}

#[cfg(test)]
mod tests;

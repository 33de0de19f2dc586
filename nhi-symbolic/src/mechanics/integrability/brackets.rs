//! The flag of a distribution: the fields that brackets add, level by level.

use crate::expr::{Expr, Graph};
use crate::mechanics::frame::Frame;
use crate::mechanics::{add, subtract};

use super::rows::{Solved, pivot, reduced, solved, tidied};

/// The weak flag `D_(i+1) = D_i + [D, D_i]`.
pub(super) struct Flag {
    /// The ranks, `dim D` first.
    pub(super) growth: Vec<usize>,
    /// A basis of the last distribution, each field solved for an entry that no later field
    /// contains.
    pub(super) fields: Vec<Solved>,
    /// True if the last distribution is known to be involutive.
    pub(super) is_complete: bool,
}

impl Flag {
    /// Adds brackets to the given basis until they add nothing, or the budget is used up.
    pub(super) fn of(space: &Space<'_>, sections: &[Solved]) -> Self {
        let mut flag = Self {
            growth: vec![sections.len()],
            fields: sections.to_vec(),
            is_complete: false,
        };
        let mut newest = 0;
        while newest < flag.fields.len() && flag.fields.len() < space.dimension() {
            let Some(found) = flag.next(space, sections, newest) else {
                return flag;
            };
            newest = flag.fields.len();
            flag.fields.extend(found);
            if newest < flag.fields.len() {
                flag.growth.push(flag.fields.len());
            }
        }
        flag.is_complete = true;
        flag
    }

    /// Returns the fields that brackets of sections with the newest fields add; `None` if that
    /// cannot be decided.
    ///
    /// A field may be divided by a function and reduced by the others, which keeps it short: that
    /// changes its brackets by fields that are known already.
    fn next(&self, space: &Space<'_>, sections: &[Solved], newest: usize) -> Option<Vec<Solved>> {
        let graph = space.graph;
        let mut found: Vec<Solved> = Vec::new();
        for y in newest..self.fields.len() {
            for (_, section) in &sections[..sections.len().min(y)] {
                let mut bracket = tidied(graph, &space.bracket(section, &self.fields[y].1))?;
                for known in self.fields.iter().chain(&found) {
                    bracket = reduced(graph, &bracket, known)?;
                }
                if let Some((_, place)) = pivot(graph, &bracket) {
                    found.push(solved(graph, &bracket, place)?);
                }
                if self.fields.len() + found.len() == space.dimension() {
                    return Some(found);
                }
            }
        }
        Some(found)
    }
}

/// Positions, and the time if it matters, with the frame in which fields are written.
pub(super) struct Space<'a> {
    pub(super) graph: &'a Graph,
    pub(super) frame: &'a Frame,
    pub(super) q: &'a [Expr],
    pub(super) time: Option<Expr>,
}

impl Space<'_> {
    fn dimension(&self) -> usize {
        self.frame.fields.columns() + usize::from(self.time.is_some())
    }

    /// Returns `[X, Y]^c = X(Y^c) - Y(X^c) + C_ab^c X^a Y^b` along the fields of the frame.
    fn bracket(&self, x: &[Expr], y: &[Expr]) -> Vec<Expr> {
        let graph = self.graph;
        let change = graph.rates(y, &self.motion(x));
        let back = graph.rates(x, &self.motion(y));
        let mut turned = vec![Graph::ZERO; x.len()];
        for &(a, b, c, k) in &self.frame.brackets {
            let there = graph.mul(x[a], y[b]);
            let back = graph.mul(x[b], y[a]);
            let part = graph.sub(there, back);
            let part = graph.scale(&k.into(), part);
            turned[c] = graph.add(turned[c], part);
        }
        let difference = subtract(graph, &change, &back);
        add(graph, &difference, &turned)
    }

    /// Returns the rates of positions and time along a field.
    pub(super) fn motion(&self, field: &[Expr]) -> Vec<(Expr, Expr)> {
        let n = self.frame.fields.columns();
        let rates = self.frame.rates(self.graph, &field[..n]);
        let positions = self.q.iter().copied().zip(rates);
        let time = self.time.map(|time| (time, field[n]));
        positions.chain(time).collect()
    }
}

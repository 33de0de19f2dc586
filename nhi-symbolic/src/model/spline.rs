//! Laws of prescribed coordinates as splines, in place of those that a model writes.

use super::ast::{Ast, Decimal};
use crate::expr::{Expr, Function, Graph, Rational};

/// A polynomial of degree three in the time since its beginning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SplinePiece {
    /// The time at which it begins. It ends at the beginning of the next piece.
    pub begin: f64,
    /// The finite coefficients of the powers 0 to 3 of the time since then.
    pub coefficients: [f64; 4],
}

impl Ast {
    /// Replaces the law of a prescribed coordinate by a spline, whose last piece continues to all
    /// later times. Returns false if the coordinate has no law.
    pub fn prescribe(&mut self, coordinate: &str, pieces: Vec<SplinePiece>) -> bool {
        let mut entries = self.prescribed.iter();
        let is_prescribed = entries.any(|entry| entry.name.text == coordinate);
        if is_prescribed {
            self.splines.insert(coordinate.to_owned(), pieces);
        }
        is_prescribed
    }
}

/// Returns the polynomial whose coefficients, and the beginning of whose time, change at the
/// beginning of each piece.
pub(super) fn law(graph: &Graph, t: Expr, pieces: &[SplinePiece]) -> Expr {
    let Some((first, later)) = pieces.split_first() else {
        return Graph::ZERO;
    };
    let has_begun = |piece: &SplinePiece| {
        let since = graph.sub(t, number(graph, piece.begin));
        graph.call(Function::Step, &[since])
    };
    let has_begun: Vec<_> = later.iter().map(has_begun).collect();
    let current = |of_piece: &dyn Fn(&SplinePiece) -> f64| {
        let values = pieces.iter().map(|piece| rational(of_piece(piece)));
        let values: Vec<_> = values.collect();
        let changes = values.windows(2).map(|pair| &pair[1] - &pair[0]);
        let changes: Vec<_> = has_begun.iter().copied().zip(changes).collect();
        graph.add(
            graph.number(rational(of_piece(first))),
            graph.linear(&changes),
        )
    };
    let since = graph.sub(t, current(&|piece| piece.begin));
    (0..4).rev().fold(Graph::ZERO, |value, power| {
        let coefficient = current(&|piece| piece.coefficients[power]);
        graph.add(coefficient, graph.mul(since, value))
    })
}

fn number(graph: &Graph, value: f64) -> Expr {
    graph.number(rational(value))
}

fn rational(value: f64) -> Rational {
    let Decimal { digits, exponent } = Decimal::of(value);
    Rational::decimal(&digits, exponent).unwrap_or(Rational::ZERO)
}

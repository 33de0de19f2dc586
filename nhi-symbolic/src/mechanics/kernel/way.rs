//! Ways to solve an equation without dividing by anything that moves.

use crate::expr::{Expr, Graph, RoleSet};

/// The treatment of equations of more than two coefficients, none a number. Solving one brings all
/// its coefficients into the basis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mechanics) enum Filling {
    Taken,
    Refused,
}

/// A way to solve an equation in the coefficients of a basis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// By a coefficient.
    By(usize),
    /// Along two coefficients `(alpha, beta)`, whose kernel is `(beta, -alpha)`.
    Along([usize; 2]),
}

impl Way {
    /// Returns a way without a division that a configuration could make singular. In order of
    /// preference, it is:
    ///
    /// - by the largest number among the coefficients, if it is not small, or by the only
    ///   coefficient;
    /// - along two coefficients whose squares add up to one, like a sine and a cosine;
    /// - by a parameter without which at most one coefficient is left, and that one moves, so that
    ///   the equation is singular anyway where it vanishes;
    /// - along the only two coefficients;
    /// - by a parameter, if `pivots` includes them;
    /// - by a small number, whose powers the basis and the multipliers are divided by.
    pub(super) fn of(
        graph: &Graph,
        row: &[Expr],
        filling: Filling,
        pivots: RoleSet,
    ) -> Option<Self> {
        let support: Vec<_> = (0..row.len()).filter(|&j| row[j] != Graph::ZERO).collect();
        let is_number = |&j: &usize| graph.roles(row[j]).is_within(RoleSet::EMPTY);
        let size = |j: &usize| graph.as_number(row[*j]).map_or(1.0, |x| x.to_f64().abs());
        let numbers = support.iter().copied().filter(is_number);
        // The first of those that are equal.
        let number = numbers.rev().max_by(|a, b| size(a).total_cmp(&size(b)));
        let by_number = number.map(Self::By);
        if number.is_some_and(|j| size(&j) >= LEAST_NUMBER) {
            return by_number;
        }
        let is_parameter = |&j: &usize| graph.roles(row[j]).is_within(RoleSet::PREPARED);
        let mut parameters = support.iter().copied().filter(is_parameter);
        let parameter = parameters.find(|j| !is_number(j));
        let needed = || parameter.filter(|&pivot| is_singular_without(graph, row, pivot));
        match support.as_slice() {
            &[] => None,
            &[only] => Some(Self::By(only)),
            &[first, second] => Some(needed().map_or(Self::Along([first, second]), Self::By)),
            places => {
                let turned = || pair_of_unit_length(graph, row, places).map(Self::Along);
                let filled = || turned().or_else(|| needed().map(Self::By));
                let last = || {
                    parameter
                        .filter(|_| pivots == RoleSet::PREPARED)
                        .map(Self::By)
                };
                let is_taken = filling == Filling::Taken;
                let without_number = is_taken.then(filled).flatten().or_else(last);
                without_number.or(by_number)
            }
        }
    }
}

/// The smallest number that is divided by although other coefficients may be larger. Errors of
/// multipliers grow with up to the fourth power of its inverse.
const LEAST_NUMBER: f64 = 0.1;

/// Returns `alpha^2 + beta^2`.
pub(super) fn squared_length(graph: &Graph, alpha: Expr, beta: Expr) -> Expr {
    let squares = [graph.powi(alpha, 2), graph.powi(beta, 2)];
    let length = graph.add(squares[0], squares[1]);
    graph.simplify(length, RoleSet::PREPARED)
}

/// Returns true if an expression is one. The test for zero does not need the effort of a
/// simplification.
pub(super) fn is_one(graph: &Graph, expr: Expr) -> bool {
    let rest = graph.sub(expr, Graph::ONE);
    graph.is_zero(rest)
}

/// Returns two coefficients whose squares add up to one, like a sine and a cosine: no configuration
/// makes both vanish.
fn pair_of_unit_length(graph: &Graph, row: &[Expr], support: &[usize]) -> Option<[usize; 2]> {
    let is_simple = |&&j: &&usize| graph.symbols_of(&[row[j]]).len() <= MOST_SYMBOLS;
    let simple: Vec<_> = support.iter().filter(is_simple).collect();
    let squares: Vec<_> = simple.iter().map(|&&j| graph.powi(row[j], 2)).collect();
    let pair = graph.pair_of_sum_one(&squares)?;
    Some(pair.map(|place| *simple[place]))
}

/// The largest number of symbols in a coefficient that may be the sine or cosine of an angle.
const MOST_SYMBOLS: usize = 2;

/// Returns true if a parameter that solves an equation must not be zero anyway. Without it at most
/// one coefficient is left, and that one moves, so that the equation is singular where it vanishes.
fn is_singular_without(graph: &Graph, row: &[Expr], pivot: usize) -> bool {
    let symbols = graph.symbols_of(&[row[pivot]]);
    let moves = |e: &&Expr| !graph.roles(**e).is_within(RoleSet::PREPARED);
    if !row.iter().any(|e| moves(&e)) {
        return false;
    }
    let mut vanishing = symbols
        .iter()
        .map(|&symbol| graph.substitute(row, &[(symbol, Graph::ZERO)]));
    vanishing.all(|there| {
        let mut left = there.iter().filter(|&&entry| entry != Graph::ZERO);
        there[pivot] == Graph::ZERO && left.clone().count() <= 1 && left.all(|e| moves(&e))
    })
}

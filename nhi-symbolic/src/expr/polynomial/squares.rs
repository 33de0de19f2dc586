//! Replacement of squares by `sin^2 + cos^2 = 1` or `cosh^2 - sinh^2 = 1`.

use core::cell::OnceCell;

use super::signature::Signatures;
use super::{Monomial, Polynomial, Term, multiply_monomials, term_work};
use crate::expr::effort::Effort;
use crate::expr::function::Function;
use crate::expr::graph::{Expr, Graph};
use crate::expr::hash::LookupMap;
use crate::expr::node::{Node, NodeRef};
use crate::expr::rational::Rational;

impl Polynomial {
    /// Returns the polynomial with every square of the given one of `sin`, `cos` expressed by the
    /// other.
    ///
    /// Each square doubles the terms that contain it, so this is abandoned under the same
    /// conditions as the normal form itself.
    pub(in crate::expr) fn without_squares_of(
        &self,
        effort: &Effort<'_>,
        removed: Function,
        most_terms: usize,
    ) -> Option<Self> {
        let mut polynomial = self.clone();
        while let Some(lowered) = polynomial.with_squares_lowered(effort, removed)? {
            if lowered.terms.len() > most_terms {
                return None;
            }
            polynomial = lowered;
        }
        Some(polynomial)
    }

    /// Returns the polynomial after one square of each term is replaced, or an inner `None` if no
    /// term has one.
    fn with_squares_lowered(&self, effort: &Effort<'_>, removed: Function) -> Option<Option<Self>> {
        let mut lowered = Vec::with_capacity(2 * self.terms.len());
        for term in &self.terms {
            effort.spend(2 * term_work(term))?;
            match Self::square_of(effort.graph(), &term.0, removed) {
                Some((rest, partner)) => {
                    lowered.extend([(rest, term.1.clone()), (partner, -&term.1)]);
                }
                None => lowered.push(term.clone()),
            }
        }
        let has_square = lowered.len() > self.terms.len();
        Some(has_square.then(|| Self::collected(lowered)))
    }

    /// Returns `rest` and `rest * cos^2` for `rest * sin^2`, if the partner exists in the graph.
    fn square_of(
        graph: &Graph,
        monomial: &[(Expr, i32)],
        removed: Function,
    ) -> Option<(Monomial, Monomial)> {
        let squares = monomial.iter().enumerate();
        let mut squares = squares.filter(|(_, (_, exponent))| *exponent >= 2);
        squares.find_map(|(place, &(atom, _))| {
            let is_removed =
                matches!(&*graph.node(atom), Node::Call(function, _) if *function == removed);
            let partner = is_removed.then(|| Square::of(graph, atom))??.partner?;
            let rest = lower_by_two(monomial, place);
            let other = multiply_monomials(&rest, &[(partner, 2)])?;
            Some((rest, other))
        })
    }

    /// Joins pairs of terms by the identity of the circle or of the hyperbola.
    ///
    /// Each join removes a term, so the process ends. The order in which pairs are found matters
    /// little.
    pub(super) fn join_squares(
        &mut self,
        effort: &Effort<'_>,
        squares: &mut Squares<'_>,
    ) -> Option<()> {
        let mut present = OnceCell::new();
        while let Some(join) = self.find_join(effort, squares, &present)? {
            let (first, second, joined, coefficient) = join;
            self.remove_term(&first);
            self.remove_term(&second);
            if let Some(present) = present.get_mut() {
                present.insert(&joined);
            }
            self.add_term(joined, coefficient);
        }
        Some(())
    }

    fn find_join(
        &self,
        effort: &Effort<'_>,
        squares: &mut Squares<'_>,
        present: &OnceCell<Signatures>,
    ) -> Option<Option<Join>> {
        for term in &self.terms {
            effort.spend(term.0.len() as u64)?;
            for (position, &(atom, exponent)) in term.0.iter().enumerate() {
                if exponent < 2 {
                    continue;
                }
                let Some(square) = squares.square(atom) else {
                    continue;
                };
                effort.spend(2 * term_work(term))?;
                let present = present.get_or_init(|| Signatures::of(self));
                if present.may_join(&term.0, atom, square)
                    && let Some(join) = self.join(term, position, square)
                {
                    return Some(Some(join));
                }
            }
        }
        Some(None)
    }

    /// Returns the join of a term with one that has the partner's square, or no square, in place of
    /// the square at a position.
    ///
    /// `own^2 = offset + slope * partner^2`, so `k own^2 - k slope partner^2 = k offset`
    /// and `k own^2 - k offset = k slope partner^2`.
    fn join(&self, (monomial, k): &Term, position: usize, square: &Square) -> Option<Join> {
        let rest = lower_by_two(monomial, position);
        let partner = multiply_monomials(&rest, &[(square.partner?, 2)])?;
        if self.coefficient(&partner) == Some(&-&(k * &square.slope)) {
            return Some((monomial.clone(), partner, rest, k * &square.offset));
        }
        if self.coefficient(&rest) == Some(&-&(k * &square.offset)) {
            return Some((monomial.clone(), rest, partner, k * &square.slope));
        }
        None
    }
}

/// Two terms that are joined, and the monomial and coefficient of the result.
type Join = (Monomial, Monomial, Monomial, Rational);

/// The identities of the requested atoms.
pub(super) struct Squares<'g> {
    graph: &'g Graph,
    known: LookupMap<Expr, Option<Square>>,
}

impl<'g> Squares<'g> {
    pub(super) fn of(graph: &'g Graph) -> Self {
        let known = LookupMap::default();
        Self { graph, known }
    }

    fn square(&mut self, atom: Expr) -> Option<&Square> {
        let graph = self.graph;
        let known = self.known.entry(atom);
        known.or_insert_with(|| Square::of(graph, atom)).as_ref()
    }
}

/// The identity `own^2 = offset + slope * partner^2`.
pub(super) struct Square {
    /// The partner, if it occurs in the graph.
    pub(super) partner: Option<Expr>,
    offset: Rational,
    slope: Rational,
}

impl Square {
    fn of(graph: &Graph, atom: Expr) -> Option<Self> {
        let Node::Call(function, arguments) = &*graph.node(atom) else {
            return None;
        };
        let square = function.row().square?;
        let partner = graph.find(NodeRef::Call(square.partner, arguments));
        Some(Self {
            partner,
            offset: square.offset.into(),
            slope: square.slope.into(),
        })
    }
}

fn lower_by_two(monomial: &[(Expr, i32)], position: usize) -> Monomial {
    let mut lowered = monomial.to_vec();
    lowered[position].1 -= 2;
    lowered.retain(|(_, exponent)| *exponent != 0);
    lowered
}

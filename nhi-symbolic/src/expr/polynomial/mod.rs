//! The normal form: Laurent polynomials over atoms.
//!
//! Atoms are symbols, the constant pi, function values, and sums that occur inverted. A polynomial
//! is expanded. Two terms that `sin^2 + cos^2 = 1` (or `cosh^2 - sinh^2 = 1`) combines into one are
//! joined, so that no term is left that the identity can remove.

mod positive;
mod signature;
mod squares;

use super::effort::Effort;
use super::graph::{Expr, Graph};
use super::hash::LookupMap;
use super::node::Node;
use super::rational::Rational;
use squares::Squares;

/// A product of powers of atoms, ordered by atom; exponents may be negative, but not zero.
pub type Monomial = Vec<(Expr, i32)>;

/// A sum of monomials with coefficients, none of which is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polynomial {
    /// The terms in the order of their monomials, each of which occurs once.
    terms: Vec<Term>,
}

/// A monomial with its coefficient.
type Term = (Monomial, Rational);

impl Polynomial {
    /// Returns the normal form of an expression. Returns `None` if it has more than `most_terms`
    /// terms or takes too much work, or if the expression is undefined.
    #[must_use]
    pub fn of(graph: &Graph, expr: Expr, most_terms: usize) -> Option<Self> {
        Self::within(&graph.effort(Effort::OF_A_FORM), expr, most_terms)
    }

    /// Computes [`Polynomial::of`] within the granted work.
    pub(super) fn within(effort: &Effort<'_>, expr: Expr, most_terms: usize) -> Option<Self> {
        let mut known: LookupMap<Expr, Self> = LookupMap::default();
        let part = polynomial_part(effort, expr, most_terms)?;
        let mut squares = Squares::of(effort.graph());
        for node in part {
            let mut value = Self::of_node(effort, node, &known, most_terms)?;
            value.join_squares(effort, &mut squares)?;
            if value.terms.len() > most_terms {
                return None;
            }
            known.insert(node, value);
        }
        known.remove(&expr)
    }

    fn of_node(
        effort: &Effort<'_>,
        expr: Expr,
        known: &LookupMap<Expr, Self>,
        most_terms: usize,
    ) -> Option<Self> {
        let graph = effort.graph();
        match &*graph.node(expr) {
            Node::Undefined => None,
            Node::Number(value) => Some(Self::monomial(Vec::new(), value.clone())),
            Node::Pi | Node::Symbol(_) | Node::Call(..) => {
                Some(Self::monomial(vec![(expr, 1)], Rational::ONE))
            }
            Node::Sum { constant, terms } => {
                let mut sum = vec![(Vec::new(), constant.clone())];
                for (term, k) in terms {
                    let summand = &known[term];
                    effort.spend(summand.work() + summand.terms.len() as u64 * k.work())?;
                    let scaled = summand.terms.iter();
                    sum.extend(scaled.map(|(monomial, c)| (monomial.clone(), c * k)));
                }
                Some(Self::collected(sum))
            }
            Node::Product {
                coefficient,
                factors,
            } => {
                let mut product = Self::monomial(Vec::new(), coefficient.clone());
                for &(base, exponent) in factors {
                    if exponent < 0 || !is_sum(graph, base) {
                        product.multiply_by_power(effort, (base, exponent))?;
                    } else {
                        for _ in 0..exponent {
                            product = product.multiply(effort, &known[&base], most_terms)?;
                        }
                    }
                }
                Some(product)
            }
        }
    }

    fn monomial(monomial: Monomial, coefficient: Rational) -> Self {
        Self::collected(vec![(monomial, coefficient)])
    }

    /// Returns the sum of terms in any order.
    fn collected(mut terms: Vec<Term>) -> Self {
        terms.sort_by(|(a, _), (b, _)| a.cmp(b));
        terms.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 = &kept.1 + &next.1;
            }
            same
        });
        terms.retain(|(_, coefficient)| !coefficient.is_zero());
        Self { terms }
    }

    /// Returns the terms in a fixed order.
    pub fn terms(&self) -> impl Iterator<Item = (&Monomial, &Rational)> {
        self.terms.iter().map(|(monomial, k)| (monomial, k))
    }

    /// Returns the number of terms.
    #[must_use]
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Returns true if this is the zero polynomial.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Returns the work units of a pass over the terms: their powers are compared and copied, their
    /// coefficients multiplied.
    pub(super) fn work(&self) -> u64 {
        self.terms.iter().map(term_work).sum()
    }

    pub(super) fn add_term(&mut self, monomial: Monomial, coefficient: Rational) {
        match self.place_of(&monomial) {
            Ok(place) => {
                self.terms[place].1 = &self.terms[place].1 + &coefficient;
                if self.terms[place].1.is_zero() {
                    self.terms.remove(place);
                }
            }
            Err(place) if !coefficient.is_zero() => {
                self.terms.insert(place, (monomial, coefficient));
            }
            Err(_) => {}
        }
    }

    fn remove_term(&mut self, monomial: &[(Expr, i32)]) {
        if let Ok(place) = self.place_of(monomial) {
            self.terms.remove(place);
        }
    }

    fn coefficient(&self, monomial: &[(Expr, i32)]) -> Option<&Rational> {
        let place = self.place_of(monomial).ok()?;
        Some(&self.terms[place].1)
    }

    /// Returns the index of a monomial, or as an error the index at which it would be.
    fn place_of(&self, monomial: &[(Expr, i32)]) -> Result<usize, usize> {
        self.terms
            .binary_search_by(|(other, _)| other.as_slice().cmp(monomial))
    }

    /// Multiplies every term by a power of an atom, which keeps different monomials different.
    fn multiply_by_power(&mut self, effort: &Effort<'_>, power: (Expr, i32)) -> Option<()> {
        let work_of_power = 1 + Rational::ONE.work();
        effort.spend(self.work() + work_of_power * self.terms.len() as u64)?;
        for (monomial, _) in &mut self.terms {
            *monomial = multiply_monomials(monomial, &[power])?;
        }
        self.terms.sort_by(|(a, _), (b, _)| a.cmp(b));
        Some(())
    }

    fn multiply(&self, effort: &Effort<'_>, other: &Self, most_terms: usize) -> Option<Self> {
        let (terms, other_terms) = (self.terms.len(), other.terms.len());
        if terms * other_terms > 16 * most_terms {
            return None;
        }
        effort.spend(self.work() * other_terms as u64 + other.work() * terms as u64)?;
        let mut product = Vec::with_capacity(terms * other_terms);
        for (a, x) in &self.terms {
            for (b, y) in &other.terms {
                product.push((multiply_monomials(a, b)?, x * y));
            }
        }
        Some(Self::collected(product))
    }
}

/// Returns the work units of an operation on a term.
fn term_work((monomial, coefficient): &Term) -> u64 {
    monomial.len() as u64 + coefficient.work()
}

fn is_sum(graph: &Graph, expr: Expr) -> bool {
    matches!(*graph.node(expr), Node::Sum { .. })
}

/// Returns the nodes to expand, operands first: sums, products, and atoms where they occur. Returns
/// `None` if there are more than `most`: that many shared parts expand to even more terms, in vain.
fn polynomial_part(effort: &Effort<'_>, root: Expr, most: usize) -> Option<Vec<Expr>> {
    let graph = effort.graph();
    let mut stack = vec![root];
    let mut found = std::collections::BTreeSet::new();
    while let Some(expr) = stack.pop() {
        if !found.insert(expr) {
            continue;
        }
        if found.len() > most {
            return None;
        }
        let node = graph.node(expr);
        effort.spend(1 + node.width())?;
        match &*node {
            Node::Sum { terms, .. } => stack.extend(terms.iter().map(|(term, _)| *term)),
            Node::Product { factors, .. } => stack.extend(
                factors
                    .iter()
                    .filter(|(base, exponent)| *exponent > 0 && is_sum(graph, *base))
                    .map(|(base, _)| *base),
            ),
            _ => {}
        }
    }
    Some(found.into_iter().collect())
}

fn multiply_monomials(a: &[(Expr, i32)], b: &[(Expr, i32)]) -> Option<Monomial> {
    let mut product = Vec::with_capacity(a.len() + b.len());
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    loop {
        match (a.peek(), b.peek()) {
            (Some(&&(x, i)), Some(&&(y, j))) if x == y => {
                let exponent = i.checked_add(j)?;
                if exponent != 0 {
                    product.push((x, exponent));
                }
                a.next();
                b.next();
            }
            (Some(&&x), Some(&&y)) if x.0 < y.0 => {
                product.push(x);
                a.next();
            }
            (_, Some(&&y)) => {
                product.push(y);
                b.next();
            }
            (Some(&&x), None) => {
                product.push(x);
                a.next();
            }
            (None, None) => return Some(product),
        }
    }
}

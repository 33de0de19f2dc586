//! The normal form: Laurent polynomials over atoms.
//!
//! Atoms are symbols, the circle constant, function values, and sums that occur inverted. A
//! polynomial is expanded, and pairs of terms that `sin^2 + cos^2 = 1` (or `cosh^2 - sinh^2 = 1`)
//! joins into one are joined, so that no term is left that the identity can remove.

use std::collections::BTreeMap;

use super::effort::Effort;
use super::function::Function;
use super::graph::{Expr, Graph, Node};
use super::hash::LookupMap;
use super::rational::Rational;

/// A product of powers of atoms, ordered by atom; exponents may be negative, none is zero.
pub type Monomial = Vec<(Expr, i32)>;

/// A sum of monomials with coefficients, none of which is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polynomial {
    terms: BTreeMap<Monomial, Rational>,
}

impl Polynomial {
    /// The normal form of an expression; `None` when it has more than `most_terms` terms, takes too
    /// much work or the expression is undefined.
    #[must_use]
    pub fn of(graph: &Graph, expr: Expr, most_terms: usize) -> Option<Self> {
        Self::within(&graph.effort(Effort::OF_A_FORM), expr, most_terms)
    }

    /// [`Polynomial::of`] as long as the work is granted.
    pub(super) fn within(effort: &Effort<'_>, expr: Expr, most_terms: usize) -> Option<Self> {
        let mut known: LookupMap<Expr, Self> = LookupMap::default();
        let part = polynomial_part(effort, expr)?;
        // So many shared parts make more terms yet, in vain.
        if part.len() > most_terms {
            return None;
        }
        for node in part {
            let mut value = Self::of_node(effort, node, &known, most_terms)?;
            value.join_squares(effort)?;
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
                let mut sum = Self::monomial(Vec::new(), constant.clone());
                for (term, k) in terms {
                    let summand = &known[term];
                    effort.spend(summand.work() + summand.terms.len() as u64 * k.work())?;
                    for (monomial, coefficient) in &summand.terms {
                        sum.add_term(monomial.clone(), coefficient * k);
                    }
                }
                Some(sum)
            }
            Node::Product {
                coefficient,
                factors,
            } => {
                let mut product = Self::monomial(Vec::new(), coefficient.clone());
                for &(base, exponent) in factors {
                    if exponent < 0 || !is_sum(graph, base) {
                        let power = Self::monomial(vec![(base, exponent)], Rational::ONE);
                        product = product.multiply(effort, &power, most_terms)?;
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
        let mut polynomial = Self::default();
        polynomial.add_term(monomial, coefficient);
        polynomial
    }

    /// The terms in a fixed order.
    pub fn terms(&self) -> impl Iterator<Item = (&Monomial, &Rational)> {
        self.terms.iter()
    }

    /// The number of terms.
    #[must_use]
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether this is the zero polynomial.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Units of work of a pass over the terms: their powers are compared and copied, their
    /// coefficients multiplied.
    pub(super) fn work(&self) -> u64 {
        self.terms.iter().map(term_work).sum()
    }

    pub(super) fn add_term(&mut self, monomial: Monomial, coefficient: Rational) {
        if coefficient.is_zero() {
            return;
        }
        let sum = match self.terms.get(&monomial) {
            Some(old) => old + &coefficient,
            None => coefficient,
        };
        if sum.is_zero() {
            self.terms.remove(&monomial);
        } else {
            self.terms.insert(monomial, sum);
        }
    }

    fn multiply(&self, effort: &Effort<'_>, other: &Self, most_terms: usize) -> Option<Self> {
        let (terms, other_terms) = (self.terms.len(), other.terms.len());
        if terms * other_terms > 16 * most_terms {
            return None;
        }
        effort.spend(self.work() * other_terms as u64 + other.work() * terms as u64)?;
        let mut product = Self::default();
        for (a, x) in &self.terms {
            for (b, y) in &other.terms {
                product.add_term(multiply_monomials(a, b)?, x * y);
            }
        }
        Some(product)
    }

    /// The polynomial with every square of the given one of `sin`, `cos` expressed by the other.
    ///
    /// Each square doubles the terms that have it, so this is given up like the normal form itself.
    pub(super) fn without_squares_of(
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

    /// The polynomial after one square of each term is replaced; nothing where no term has one.
    fn with_squares_lowered(&self, effort: &Effort<'_>, removed: Function) -> Option<Option<Self>> {
        let mut lowered = Self::default();
        let mut has_square = false;
        for (monomial, coefficient) in &self.terms {
            effort.spend(2 * term_work((monomial, coefficient)))?;
            match Self::square_of(effort.graph(), monomial, removed) {
                Some((rest, partner)) => {
                    has_square = true;
                    lowered.add_term(rest, coefficient.clone());
                    lowered.add_term(partner, -coefficient);
                }
                None => lowered.add_term(monomial.clone(), coefficient.clone()),
            }
        }
        Some(has_square.then_some(lowered))
    }

    /// For `rest * sin^2`: `rest` and `rest * cos^2`, where the partner exists in the graph.
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
    /// Each join removes a term, so it ends; which pairs are found first does not matter much.
    fn join_squares(&mut self, effort: &Effort<'_>) -> Option<()> {
        while let Some((first, second, joined, coefficient)) = self.find_join(effort)? {
            self.terms.remove(&first);
            self.terms.remove(&second);
            self.add_term(joined, coefficient);
        }
        Some(())
    }

    fn find_join(&self, effort: &Effort<'_>) -> Option<Option<Join>> {
        for (monomial, coefficient) in &self.terms {
            effort.spend(monomial.len() as u64)?;
            for (position, &(atom, exponent)) in monomial.iter().enumerate() {
                if exponent < 2 {
                    continue;
                }
                let Some(square) = Square::of(effort.graph(), atom) else {
                    continue;
                };
                effort.spend(2 * term_work((monomial, coefficient)))?;
                let rest = lower_by_two(monomial, position);
                // own^2 = offset + slope * partner^2, so  k own^2 - k slope partner^2 = k offset
                // and  k own^2 - k offset = k slope partner^2.
                if let Some(partner_atom) = square.partner {
                    let partner = multiply_monomials(&rest, &[(partner_atom, 2)])?;
                    let opposite = -&(coefficient * &square.slope);
                    if self.terms.get(&partner) == Some(&opposite) {
                        let joined = coefficient * &square.offset;
                        return Some(Some((monomial.clone(), partner, rest, joined)));
                    }
                    let opposite = -&(coefficient * &square.offset);
                    if self.terms.get(&rest) == Some(&opposite) {
                        let joined = coefficient * &square.slope;
                        return Some(Some((monomial.clone(), rest, partner, joined)));
                    }
                }
            }
        }
        Some(None)
    }
}

/// Two terms that are joined, and what they become.
type Join = (Monomial, Monomial, Monomial, Rational);

/// Units of work of an operation on a term.
fn term_work((monomial, coefficient): (&Monomial, &Rational)) -> u64 {
    monomial.len() as u64 + coefficient.work()
}

/// The identity `own^2 = offset + slope * partner^2`.
struct Square {
    partner: Option<Expr>,
    offset: Rational,
    slope: Rational,
}

impl Square {
    fn of(graph: &Graph, atom: Expr) -> Option<Self> {
        let Node::Call(function, arguments) = &*graph.node(atom) else {
            return None;
        };
        let square = function.row().square?;
        let partner = graph.find(&Node::Call(square.partner, arguments.clone()));
        Some(Self {
            partner,
            offset: square.offset.into(),
            slope: square.slope.into(),
        })
    }
}

fn is_sum(graph: &Graph, expr: Expr) -> bool {
    matches!(*graph.node(expr), Node::Sum { .. })
}

/// The nodes that are expanded, operands first: sums, products, and atoms where they occur.
fn polynomial_part(effort: &Effort<'_>, root: Expr) -> Option<Vec<Expr>> {
    let graph = effort.graph();
    let mut stack = vec![root];
    let mut found = std::collections::BTreeSet::new();
    while let Some(expr) = stack.pop() {
        if !found.insert(expr) {
            continue;
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

fn lower_by_two(monomial: &[(Expr, i32)], position: usize) -> Monomial {
    let mut lowered = monomial.to_vec();
    lowered[position].1 -= 2;
    lowered.retain(|(_, exponent)| *exponent != 0);
    lowered
}

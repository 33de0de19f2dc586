//! The normal form: Laurent polynomials over atoms.
//!
//! Atoms are symbols, the circle constant, function values, and sums that occur inverted. A
//! polynomial is expanded, and pairs of terms that `sin^2 + cos^2 = 1` (or `cosh^2 - sinh^2 = 1`)
//! joins into one are joined, so that no term is left that the identity can remove.

use std::collections::BTreeMap;

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
    /// The normal form of an expression; `None` when it has more than `most_terms` terms or the
    /// expression is undefined.
    #[must_use]
    pub fn of(graph: &Graph, expr: Expr, most_terms: usize) -> Option<Self> {
        let mut known: LookupMap<Expr, Self> = LookupMap::default();
        for node in polynomial_part(graph, expr) {
            let mut value = Self::of_node(graph, node, &known, most_terms)?;
            value.join_squares(graph);
            graph.spend(value.work());
            if value.terms.len() > most_terms || graph.is_exhausted() {
                return None;
            }
            known.insert(node, value);
        }
        known.remove(&expr)
    }

    fn of_node(
        graph: &Graph,
        expr: Expr,
        known: &LookupMap<Expr, Self>,
        most_terms: usize,
    ) -> Option<Self> {
        match &*graph.node(expr) {
            Node::Undefined => None,
            Node::Number(value) => Some(Self::monomial(Vec::new(), value.clone())),
            Node::Pi | Node::Symbol(_) | Node::Call(..) => {
                Some(Self::monomial(vec![(expr, 1)], Rational::ONE))
            }
            Node::Sum { constant, terms } => {
                let mut sum = Self::monomial(Vec::new(), constant.clone());
                for (term, k) in terms {
                    for (monomial, coefficient) in &known[term].terms {
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
                        product = product.multiply(graph, &power, most_terms)?;
                    } else {
                        for _ in 0..exponent {
                            product = product.multiply(graph, &known[&base], most_terms)?;
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

    /// Units of work of a pass over the terms.
    fn work(&self) -> u64 {
        self.terms.values().map(Rational::work).sum()
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

    fn multiply(&self, graph: &Graph, other: &Self, most_terms: usize) -> Option<Self> {
        let (terms, other_terms) = (self.terms.len(), other.terms.len());
        let work = self.work() * other_terms as u64 + other.work() * terms as u64;
        if terms * other_terms > 16 * most_terms || !graph.spend(work / 2) {
            return None;
        }
        let mut product = Self::default();
        for (a, x) in &self.terms {
            for (b, y) in &other.terms {
                product.add_term(multiply_monomials(a, b)?, x * y);
            }
        }
        Some(product)
    }

    /// The polynomial with every square of the given one of `sin`, `cos` expressed by the other.
    #[must_use]
    pub fn without_squares_of(&self, graph: &Graph, removed: Function) -> Self {
        let mut result = Self::default();
        let mut open: Vec<_> = self.terms.clone().into_iter().collect();
        while let Some((monomial, coefficient)) = open.pop() {
            match Self::square_of(graph, &monomial, removed) {
                Some((rest, partner)) => {
                    open.push((rest, coefficient.clone()));
                    open.push((partner, -&coefficient));
                }
                None => result.add_term(monomial, coefficient),
            }
        }
        result
    }

    /// For `rest * sin^2`: `rest` and `rest * cos^2`, where the partner exists in the graph.
    fn square_of(
        graph: &Graph,
        monomial: &[(Expr, i32)],
        removed: Function,
    ) -> Option<(Monomial, Monomial)> {
        monomial
            .iter()
            .enumerate()
            .find_map(|(place, &(atom, exponent))| {
                let is_removed =
                    matches!(&*graph.node(atom), Node::Call(function, _) if *function == removed);
                let partner = Square::of(graph, atom)?.partner?;
                if exponent < 2 || !is_removed {
                    return None;
                }
                let rest = lower_by_two(monomial, place);
                let other = multiply_monomials(&rest, &[(partner, 2)])?;
                Some((rest, other))
            })
    }

    /// Joins pairs of terms by the identity of the circle or of the hyperbola.
    ///
    /// Each join removes a term, so it ends; which pairs are found first does not matter much.
    fn join_squares(&mut self, graph: &Graph) {
        while let Some((first, second, joined, coefficient)) = self.find_join(graph) {
            self.terms.remove(&first);
            self.terms.remove(&second);
            self.add_term(joined, coefficient);
        }
    }

    fn find_join(&self, graph: &Graph) -> Option<(Monomial, Monomial, Monomial, Rational)> {
        for (monomial, coefficient) in &self.terms {
            for (position, &(atom, exponent)) in monomial.iter().enumerate() {
                if exponent < 2 {
                    continue;
                }
                let Some(square) = Square::of(graph, atom) else {
                    continue;
                };
                let rest = lower_by_two(monomial, position);
                // own^2 = offset + slope * partner^2, so  k own^2 - k slope partner^2 = k offset
                // and  k own^2 - k offset = k slope partner^2.
                if let Some(partner_atom) = square.partner {
                    let partner = multiply_monomials(&rest, &[(partner_atom, 2)])?;
                    let opposite = -&(coefficient * &square.slope);
                    if self.terms.get(&partner) == Some(&opposite) {
                        let joined = coefficient * &square.offset;
                        return Some((monomial.clone(), partner, rest, joined));
                    }
                    let opposite = -&(coefficient * &square.offset);
                    if self.terms.get(&rest) == Some(&opposite) {
                        let joined = coefficient * &square.slope;
                        return Some((monomial.clone(), rest, partner, joined));
                    }
                }
            }
        }
        None
    }
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
fn polynomial_part(graph: &Graph, root: Expr) -> Vec<Expr> {
    let mut stack = vec![root];
    let mut found = std::collections::BTreeSet::new();
    while let Some(expr) = stack.pop() {
        if !found.insert(expr) {
            continue;
        }
        match &*graph.node(expr) {
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
    found.into_iter().collect()
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

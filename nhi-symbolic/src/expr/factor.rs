//! Conversion from the normal form back to the graph, with common factors taken out.

use core::cmp::Reverse;

use super::effort::Effort;
use super::graph::{Expr, Graph, RoleSet};
use super::polynomial::{Monomial, Polynomial};
use super::rational::Rational;

impl Graph {
    /// Returns the polynomial as a plain sum of products.
    pub fn expanded(&self, polynomial: &Polynomial) -> Expr {
        let terms: Vec<_> = polynomial
            .terms()
            .map(|(monomial, k)| (self.power_product(&Rational::ONE, monomial), k.clone()))
            .collect();
        self.linear(&terms)
    }

    /// Returns the polynomial in nested form: the power that most terms share is taken out, again
    /// and again.
    ///
    /// Powers of atoms that depend on more than `last` are taken out first, so that atoms that
    /// depend only on `last` gather in the quotients.
    /// Returns `None` if that takes too much work.
    pub fn nested(&self, polynomial: &Polynomial, last: RoleSet) -> Option<Expr> {
        self.nested_within(&self.effort(Effort::OF_A_FORM), polynomial, last)
    }

    /// Computes [`Graph::nested`] within the granted work.
    pub(super) fn nested_within(
        &self,
        effort: &Effort<'_>,
        polynomial: &Polynomial,
        last: RoleSet,
    ) -> Option<Expr> {
        let terms = polynomial.terms();
        let terms = terms.map(|(m, k)| (m.clone(), k.clone())).collect();
        self.nested_terms(effort, terms, last)
    }

    /// Recurses over the atoms of one normal form, not over the graph. Every level is paid for by
    /// its number of powers, so the depth is at most the root of the granted work.
    fn nested_terms(
        &self,
        effort: &Effort<'_>,
        mut terms: Vec<(Monomial, Rational)>,
        last: RoleSet,
    ) -> Option<Expr> {
        let mut summands = Vec::new();
        loop {
            let powers: usize = terms.iter().map(|(monomial, _)| monomial.len()).sum();
            effort.spend((terms.len() + powers) as u64)?;
            let Some((atom, exponent)) = self.most_common_power(&terms, last) else {
                break;
            };
            let with =
                terms.extract_if(.., |(monomial, _)| contains_power(monomial, atom, exponent));
            let quotient = divide_by_power(with.collect(), atom, exponent);
            let quotient = self.nested_terms(effort, quotient, last)?;
            let power = self.powi(atom, exponent);
            summands.push(self.mul(power, quotient));
        }
        for (monomial, coefficient) in terms {
            summands.push(self.power_product(&coefficient, &monomial));
        }
        Some(self.sum(&summands))
    }

    /// Returns the power of one atom that divides the most terms, at least two; ties go to the
    /// first atom.
    fn most_common_power(
        &self,
        terms: &[(Monomial, Rational)],
        last: RoleSet,
    ) -> Option<(Expr, i32)> {
        let powers = terms.iter().flat_map(|(monomial, _)| monomial);
        let mut powers: Vec<_> = powers.map(|&(atom, e)| (atom, e > 0, e)).collect();
        powers.sort_unstable();
        let rank = |&(atom, ..): &(Expr, bool, i32), count: usize| {
            let first = !self.roles(atom).is_within(last);
            (first, count, Reverse(atom))
        };
        powers
            .chunk_by(|a, b| (a.0, a.1) == (b.0, b.1))
            .filter(|shared| shared.len() > 1)
            .max_by_key(|shared| rank(&shared[0], shared.len()))
            .and_then(|shared| shared.iter().min_by_key(|(.., e)| e.abs()))
            .map(|&(atom, _, exponent)| (atom, exponent))
    }
}

fn contains_power(monomial: &Monomial, atom: Expr, exponent: i32) -> bool {
    monomial
        .iter()
        .any(|&(a, e)| a == atom && e.signum() == exponent.signum())
}

fn divide_by_power(
    mut terms: Vec<(Monomial, Rational)>,
    atom: Expr,
    exponent: i32,
) -> Vec<(Monomial, Rational)> {
    for (monomial, _) in &mut terms {
        for (a, e) in monomial.iter_mut() {
            if *a == atom {
                *e -= exponent;
            }
        }
        monomial.retain(|(_, e)| *e != 0);
    }
    terms
}

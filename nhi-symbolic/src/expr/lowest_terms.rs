//! Fractions in lowest terms, as far as exact division can find them.

use std::collections::BTreeMap;

use super::effort::Effort;
use super::function::Function;
use super::graph::{Expr, Graph, RoleSet};
use super::node::Node;
use super::polynomial::{Monomial, Polynomial};
use super::rational::Rational;

/// The maximum size of a numerator. Larger ones stay unchanged.
const MOST_TERMS: usize = 400;

impl Graph {
    /// Returns the expression over one denominator, without those of its factors that divide the
    /// numerator. Returns the expression itself if no factor divides it, or if the result would not
    /// be cheaper.
    ///
    /// Squares of sines are expressed by cosines. A denominator of cosines is therefore found in a
    /// numerator of both.
    pub fn in_lowest_terms(&self, expr: Expr) -> Expr {
        let reduced = self.reduced_fraction(expr).unwrap_or(expr);
        self.cheapest(&[expr, reduced], RoleSet::EMPTY)
    }

    fn reduced_fraction(&self, expr: Expr) -> Option<Expr> {
        let effort = self.effort(Effort::OF_A_FORM);
        let fraction = Polynomial::within(&effort, expr, MOST_TERMS)?;
        let denominators = self.denominators(&fraction);
        let powers: Vec<_> = denominators.iter().map(|(&d, &e)| (d, e)).collect();
        let common = self.power_product(&Rational::ONE, &powers);
        let terms = fraction.terms().map(|(monomial, k)| {
            let term = self.power_product(k, monomial);
            self.mul(term, common)
        });
        let numerator = self.sum(&terms.collect::<Vec<_>>());
        let numerator = Polynomial::within(&effort, numerator, MOST_TERMS)?;
        let without_squares = |polynomial: Polynomial| {
            polynomial.without_squares_of(&effort, Function::Sin, 4 * MOST_TERMS)
        };
        let mut numerator = without_squares(numerator)?;
        let mut left = Vec::new();
        for (&denominator, &exponent) in &denominators {
            let divisor = Polynomial::within(&effort, denominator, MOST_TERMS)?;
            let divisor = without_squares(divisor)?;
            let mut exponent = exponent;
            while exponent > 0
                && let Some(quotient) = exact_quotient(&effort, &numerator, &divisor)
            {
                numerator = quotient;
                exponent -= 1;
            }
            left.push((denominator, -exponent));
        }
        let numerator = self.nested_within(&effort, &numerator, RoleSet::EMPTY)?;
        let rest = self.power_product(&Rational::ONE, &left);
        Some(self.mul(numerator, rest))
    }

    /// Returns the sums that occur inverted, with their greatest exponents.
    fn denominators(&self, polynomial: &Polynomial) -> BTreeMap<Expr, i32> {
        let mut denominators = BTreeMap::new();
        for &(atom, exponent) in polynomial.terms().flat_map(|(monomial, _)| monomial) {
            if exponent < 0 && matches!(*self.node(atom), Node::Sum { .. }) {
                let greatest = denominators.entry(atom).or_insert(0);
                *greatest = (*greatest).max(-exponent);
            }
        }
        denominators
    }
}

/// Returns the quotient if the division leaves no remainder: leading terms divide leading terms.
fn exact_quotient(
    effort: &Effort<'_>,
    numerator: &Polynomial,
    divisor: &Polynomial,
) -> Option<Polynomial> {
    let atoms = atoms_of(divisor);
    let (lead, scale) = leading(divisor, &atoms)?;
    let mut rest = numerator.clone();
    let mut quotient = Polynomial::default();
    while let Some((monomial, k)) = leading(&rest, &atoms) {
        if quotient.len() > MOST_TERMS {
            return None;
        }
        effort.spend((rest.len() + divisor.len()) as u64)?;
        let factor = quotient_of_monomials(&monomial, &lead)?;
        let coefficient = &k / &scale;
        for (part, c) in divisor.terms() {
            rest.add_term(product_of_monomials(&factor, part), -&(&coefficient * c));
        }
        quotient.add_term(factor, coefficient);
    }
    Some(quotient)
}

/// Returns the atoms of a polynomial in their order.
fn atoms_of(polynomial: &Polynomial) -> Vec<Expr> {
    let atoms = polynomial.terms().flat_map(|(monomial, _)| monomial);
    let mut atoms: Vec<_> = atoms.map(|&(atom, _)| atom).collect();
    atoms.sort_unstable();
    atoms.dedup();
    atoms
}

/// Returns the term with the lexicographically greatest exponents of the atoms. The other atoms
/// decide between equals.
fn leading(polynomial: &Polynomial, atoms: &[Expr]) -> Option<(Monomial, Rational)> {
    let exponents = |monomial: &Monomial| -> Vec<i32> {
        let exponent = |atom: &Expr| monomial.iter().find(|(a, _)| a == atom).map_or(0, |x| x.1);
        atoms.iter().map(exponent).collect()
    };
    let terms = polynomial.terms();
    let lead = terms.max_by_key(|(monomial, _)| (exponents(monomial), (*monomial).clone()))?;
    Some((lead.0.clone(), lead.1.clone()))
}

fn product_of_monomials(a: &[(Expr, i32)], b: &[(Expr, i32)]) -> Monomial {
    let mut product: BTreeMap<Expr, i32> = a.iter().copied().collect();
    for &(atom, exponent) in b {
        *product.entry(atom).or_insert(0) += exponent;
    }
    product.into_iter().filter(|(_, e)| *e != 0).collect()
}

/// Returns `a / b` if no exponent of `b` is greater than that of `a`.
fn quotient_of_monomials(a: &[(Expr, i32)], b: &[(Expr, i32)]) -> Option<Monomial> {
    let inverse: Vec<_> = b
        .iter()
        .map(|&(atom, exponent)| (atom, -exponent))
        .collect();
    let quotient = product_of_monomials(a, &inverse);
    let divides = b.iter().all(|(atom, _)| {
        let left = quotient.iter().find(|(other, _)| other == atom);
        left.is_none_or(|(_, exponent)| *exponent >= 0)
    });
    divides.then_some(quotient)
}

//! From the normal form back to the graph, with common factors taken out.

use super::graph::{Expr, Graph};
use super::polynomial::{Monomial, Polynomial};
use super::rational::Rational;

impl Graph {
    /// The polynomial as a plain sum of products.
    pub fn expanded(&mut self, polynomial: &Polynomial) -> Expr {
        let terms: Vec<_> = polynomial
            .terms()
            .map(|(monomial, k)| (self.power_product(&Rational::ONE, monomial), k.clone()))
            .collect();
        self.linear(&terms)
    }

    /// The polynomial in nested form: again and again the power that most terms share is taken out.
    pub fn nested(&mut self, polynomial: &Polynomial) -> Expr {
        let terms = polynomial
            .terms()
            .map(|(m, k)| (m.clone(), k.clone()))
            .collect();
        self.nested_terms(terms)
    }

    /// Recurses over the atoms of one normal form, whose size is bounded, not over the graph.
    fn nested_terms(&mut self, mut terms: Vec<(Monomial, Rational)>) -> Expr {
        let mut summands = Vec::new();
        while let Some((atom, exponent)) = most_common_power(&terms) {
            let (with, without) = terms
                .into_iter()
                .partition(|(monomial, _)| contains_power(monomial, atom, exponent));
            let quotient = self.nested_terms(divide_by_power(with, atom, exponent));
            let power = self.powi(atom, exponent);
            summands.push(self.mul(power, quotient));
            terms = without;
        }
        for (monomial, coefficient) in terms {
            summands.push(self.power_product(&coefficient, &monomial));
        }
        self.sum(&summands)
    }
}

/// The power of one atom that divides the most terms, at least two; ties go to the first atom.
fn most_common_power(terms: &[(Monomial, Rational)]) -> Option<(Expr, i32)> {
    let mut counts: std::collections::BTreeMap<(Expr, bool), (usize, i32)> = Default::default();
    for (monomial, _) in terms {
        for &(atom, exponent) in monomial {
            let entry = counts.entry((atom, exponent > 0)).or_insert((0, exponent));
            entry.0 += 1;
            if exponent.abs() < entry.1.abs() {
                entry.1 = exponent;
            }
        }
    }
    let best = counts
        .into_iter()
        .filter(|(_, (count, _))| *count > 1)
        .max_by_key(|((atom, _), (count, _))| (*count, core::cmp::Reverse(*atom)))?;
    let ((atom, _), (_, exponent)) = best;
    Some((atom, exponent))
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

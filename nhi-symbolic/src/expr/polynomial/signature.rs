//! Numbers by which monomials are told apart without being built.

use super::Polynomial;
use super::squares::Square;
use crate::expr::graph::Expr;
use crate::expr::hash::LookupMap;
use crate::expr::prime_field::mix;

/// The signatures of all monomials that a polynomial has or had.
///
/// A monomial has the sum of its exponents, each times a random number for its atom, so that of a product is
/// the sum of those of its factors. What has another signature is not there.
pub(super) struct Signatures(LookupMap<u64, ()>);

impl Signatures {
    pub(super) fn of(polynomial: &Polynomial) -> Self {
        let monomials = polynomial.terms().map(|(monomial, _)| monomial);
        Self(monomials.map(|m| (of_monomial(m), ())).collect())
    }

    pub(super) fn insert(&mut self, monomial: &[(Expr, i32)]) {
        self.0.insert(of_monomial(monomial), ());
    }

    /// Whether there may be a term that an identity joins with that of this monomial, for the square of an atom.
    pub(super) fn may_join(&self, monomial: &[(Expr, i32)], atom: Expr, square: &Square) -> bool {
        let Some(partner) = square.partner else {
            return false;
        };
        let rest = of_monomial(monomial).wrapping_sub(of_power((atom, 2)));
        let partner = rest.wrapping_add(of_power((partner, 2)));
        self.0.contains_key(&partner) || self.0.contains_key(&rest)
    }
}

fn of_monomial(monomial: &[(Expr, i32)]) -> u64 {
    let powers = monomial.iter().map(|&power| of_power(power));
    powers.fold(0, u64::wrapping_add)
}

fn of_power((atom, exponent): (Expr, i32)) -> u64 {
    mix(atom.index() as u64).wrapping_mul(exponent as u64)
}

//! Numbers that distinguish monomials without building them.

use super::Polynomial;
use super::squares::Square;
use crate::expr::graph::Expr;
use crate::expr::hash::LookupMap;
use crate::expr::prime_point::mix;

/// The signatures of all monomials that a polynomial has or had.
///
/// The signature of a monomial is the sum of its exponents, each times a random number for its
/// atom. The signature of a product is therefore the sum of those of its factors. A monomial whose
/// signature is missing is not in the polynomial.
pub(super) struct Signatures(LookupMap<u64, ()>);

impl Signatures {
    pub(super) fn of(polynomial: &Polynomial) -> Self {
        let monomials = polynomial.terms().map(|(monomial, _)| monomial);
        Self(monomials.map(|m| (of_monomial(m), ())).collect())
    }

    pub(super) fn insert(&mut self, monomial: &[(Expr, i32)]) {
        self.0.insert(of_monomial(monomial), ());
    }

    /// Returns true if there may be a term that an identity joins with that of this monomial, for
    /// the square of an atom.
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

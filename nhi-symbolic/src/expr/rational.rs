//! Exact rational numbers: machine integers while they fit, big integers beyond.
//!
//! Coefficients of mechanics are small, so nearly every operation uses the checked 64-bit path.
//! Elimination over rational functions overflows even 128 bits, so the exact path must exist.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::{Add, Div, Mul, Neg, Sub};

use num_rational::{BigRational, Ratio};
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, One, Signed, ToPrimitive, Zero};

/// An exact rational number in lowest terms.
#[derive(Clone, Debug)]
pub struct Rational(Repr);

/// `Big` only holds values that do not fit `Small`, so equal numbers have equal representations.
#[derive(Clone, Debug)]
enum Repr {
    Small(Ratio<i64>),
    Big(Box<BigRational>),
}

impl Rational {
    /// The number 0.
    pub const ZERO: Self = Self(Repr::Small(Ratio::new_raw(0, 1)));
    /// The number 1.
    pub const ONE: Self = Self(Repr::Small(Ratio::new_raw(1, 1)));
    /// One half.
    pub const HALF: Self = Self(Repr::Small(Ratio::new_raw(1, 2)));
    /// The number -1.
    pub const MINUS_ONE: Self = Self(Repr::Small(Ratio::new_raw(-1, 1)));

    /// Returns the integer `n`.
    #[must_use]
    pub fn integer(n: i64) -> Self {
        // The smallest i64 has no negation in range, which the small representation relies on.
        if n == i64::MIN {
            return Self(Repr::Big(Box::new(BigRational::from_integer(n.into()))));
        }
        Self(Repr::Small(Ratio::new_raw(n, 1)))
    }

    /// Returns the fraction `numerator / denominator`; `None` if the denominator is zero.
    #[must_use]
    pub fn fraction(numerator: i64, denominator: i64) -> Option<Self> {
        Self::integer(numerator).checked_div(&Self::integer(denominator))
    }

    /// Returns the exact value of decimal digits: `digits` (an integer in base ten) times ten to
    /// `exponent`.
    ///
    /// Returns `None` if `digits` is not a string of decimal digits.
    #[must_use]
    pub fn decimal(digits: &str, exponent: i32) -> Option<Self> {
        let mantissa: BigRational = digits.parse().ok()?;
        let ten = BigRational::from_integer(10.into());
        let scale = num_traits::pow(ten, exponent.unsigned_abs() as usize);
        Some(Self::from_big(if exponent < 0 {
            mantissa / scale
        } else {
            mantissa * scale
        }))
    }

    fn from_big(value: BigRational) -> Self {
        match (value.numer().to_i64(), value.denom().to_i64()) {
            (Some(n), Some(d)) if n != i64::MIN => Self(Repr::Small(Ratio::new_raw(n, d))),
            _ => Self(Repr::Big(Box::new(value))),
        }
    }

    fn to_big(&self) -> BigRational {
        match &self.0 {
            Repr::Small(r) => BigRational::new_raw((*r.numer()).into(), (*r.denom()).into()),
            Repr::Big(r) => (**r).clone(),
        }
    }

    /// Returns the sum, difference or product of integers, which requires no common divisors;
    /// `None` if an operand is not an integer or the result does not fit.
    fn combine_integers(
        &self,
        other: &Self,
        operation: impl Fn(i64, i64) -> Option<i64>,
    ) -> Option<Self> {
        let result = operation(self.to_i64()?, other.to_i64()?)?;
        (result != i64::MIN).then(|| Self(Repr::Small(Ratio::new_raw(result, 1))))
    }

    fn combine(
        &self,
        other: &Self,
        small: impl Fn(&Ratio<i64>, &Ratio<i64>) -> Option<Ratio<i64>>,
        big: impl Fn(BigRational, BigRational) -> BigRational,
    ) -> Self {
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0)
            && let Some(r) = small(a, b)
            && *r.numer() != i64::MIN
        {
            return Self(Repr::Small(r));
        }
        Self::from_big(big(self.to_big(), other.to_big()))
    }

    /// Returns true if this is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(&self.0, Repr::Small(r) if r.is_zero())
    }

    /// Returns true if this is 1.
    #[must_use]
    pub fn is_one(&self) -> bool {
        matches!(&self.0, Repr::Small(r) if r.is_one())
    }

    /// Returns true if this is -1.
    #[must_use]
    pub fn is_minus_one(&self) -> bool {
        *self == Self::MINUS_ONE
    }

    /// Returns true if this is 1 or -1.
    #[must_use]
    pub fn is_unit(&self) -> bool {
        matches!(&self.0, Repr::Small(r) if r.is_integer() && matches!(r.numer(), 1 | -1))
    }

    /// Returns true if this is below 0.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Small(r) => r.is_negative(),
            Repr::Big(r) => r.is_negative(),
        }
    }

    /// Returns true if the denominator is 1.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Small(r) => r.is_integer(),
            Repr::Big(r) => r.is_integer(),
        }
    }

    /// Returns the absolute value.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.is_negative() {
            -self
        } else {
            self.clone()
        }
    }

    /// Returns the quotient; `None` if `other` is zero.
    #[must_use]
    pub fn checked_div(&self, other: &Self) -> Option<Self> {
        if other.is_one() {
            return Some(self.clone());
        }
        (!other.is_zero()).then(|| self.combine(other, Ratio::checked_div, |a, b| a / b))
    }

    /// Returns the integer power; `None` for a negative power of zero.
    #[must_use]
    pub fn checked_powi(&self, exponent: i32) -> Option<Self> {
        let mut base = if exponent < 0 {
            Self::ONE.checked_div(self)?
        } else {
            self.clone()
        };
        let mut result = Self::ONE;
        let mut rest = exponent.unsigned_abs();
        while rest > 0 {
            if rest & 1 == 1 {
                result = &result * &base;
            }
            rest >>= 1;
            if rest > 0 {
                base = &base * &base;
            }
        }
        Some(result)
    }

    /// Returns the exact square root if it is rational.
    #[must_use]
    pub fn sqrt(&self) -> Option<Self> {
        let Repr::Small(r) = &self.0 else { return None };
        let root = |n: i64| {
            let s = n.checked_isqrt()?;
            (s * s == n).then_some(s)
        };
        Some(Self(Repr::Small(Ratio::new_raw(
            root(*r.numer())?,
            root(*r.denom())?,
        ))))
    }

    /// Returns the greatest rational that divides both numbers with integer quotients;
    /// non-negative.
    #[must_use]
    pub fn gcd(&self, other: &Self) -> Self {
        if self.is_zero() {
            return other.abs();
        }
        if other.is_zero() {
            return self.abs();
        }
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0) {
            // In lowest terms, the greatest divisor of the numerators over the least multiple of
            // the denominators is in lowest terms.
            let shared = gcd_of_integers(*a.denom(), *b.denom());
            if let Some(denominator) = (a.denom() / shared).checked_mul(*b.denom()) {
                let numerator = gcd_of_integers(*a.numer(), *b.numer());
                return Self(Repr::Small(Ratio::new_raw(numerator, denominator)));
            }
        }
        let (a, b) = (self.to_big(), other.to_big());
        let mut x = a.numer() * b.denom();
        let mut y = b.numer() * a.denom();
        while !y.is_zero() {
            let r = &x % &y;
            x = y;
            y = r;
        }
        Self::from_big(BigRational::new(x, a.denom() * b.denom())).abs()
    }

    /// Returns the size of numerator and denominator together, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Repr::Small(_) => 64,
            Repr::Big(r) => r.numer().bits() + r.denom().bits(),
        }
    }

    /// Returns the work units of an operation on the number. Greatest common divisors of large
    /// numbers need work proportional to the square of their length.
    #[must_use]
    pub(super) fn work(&self) -> u64 {
        match &self.0 {
            Repr::Small(_) => 1,
            Repr::Big(_) => self.bits() + (self.bits() / 32).pow(2),
        }
    }

    /// Returns the nearest `f64`.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Repr::Small(r) => r.to_f64(),
            Repr::Big(r) => r.to_f64(),
        }
        .unwrap_or(f64::NAN)
    }

    /// Returns the value as a machine integer, if it is one.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Small(r) if r.is_integer() => Some(*r.numer()),
            _ => None,
        }
    }

    /// Returns numerator and denominator as machine integers, if both are.
    #[must_use]
    pub fn to_machine_fraction(&self) -> Option<(i64, i64)> {
        match &self.0 {
            Repr::Small(r) => Some((*r.numer(), *r.denom())),
            Repr::Big(_) => None,
        }
    }

    /// Returns the residues of numerator and denominator modulo `p`, which is below `2^63`.
    #[must_use]
    pub fn residues(&self, p: u64) -> (u64, u64) {
        if let Repr::Small(r) = &self.0 {
            let reduce = |n: i64| n.rem_euclid(p as i64) as u64;
            return (reduce(*r.numer()), reduce(*r.denom()));
        }
        let big = self.to_big();
        let modulus = num_rational::BigRational::from_integer(p.into());
        let residue = |n: &BigRational| {
            let r = n - (n / &modulus).floor() * &modulus;
            r.to_integer().to_u64().unwrap_or(0)
        };
        (
            residue(&BigRational::from_integer(big.numer().clone())),
            residue(&BigRational::from_integer(big.denom().clone())),
        )
    }
}

/// Returns the greatest common divisor, positive, of machine integers whose negations are in range.
fn gcd_of_integers(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.abs()
}

impl PartialEq for Rational {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => a.numer() == b.numer() && a.denom() == b.denom(),
            (Repr::Big(a), Repr::Big(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Rational {}

impl Hash for Rational {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Repr::Small(r) => (r.numer(), r.denom()).hash(state),
            Repr::Big(r) => r.hash(state),
        }
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => a.cmp(b),
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

impl Add for &Rational {
    type Output = Rational;
    fn add(self, other: Self) -> Rational {
        self.combine_integers(other, i64::checked_add)
            .unwrap_or_else(|| self.combine(other, Ratio::checked_add, |a, b| a + b))
    }
}

impl Sub for &Rational {
    type Output = Rational;
    fn sub(self, other: Self) -> Rational {
        self.combine_integers(other, i64::checked_sub)
            .unwrap_or_else(|| self.combine(other, Ratio::checked_sub, |a, b| a - b))
    }
}

impl Mul for &Rational {
    type Output = Rational;
    fn mul(self, other: Self) -> Rational {
        // Most coefficients are one.
        if self.is_one() {
            return other.clone();
        }
        if other.is_one() {
            return self.clone();
        }
        self.combine_integers(other, i64::checked_mul)
            .unwrap_or_else(|| self.combine(other, Ratio::checked_mul, |a, b| a * b))
    }
}

impl Div for &Rational {
    type Output = Rational;

    /// # Panics
    /// Panics if `other` is zero; use [`Rational::checked_div`] if it may be zero.
    fn div(self, other: Self) -> Rational {
        self.checked_div(other)
            .expect("division of rationals by zero")
    }
}

impl Neg for &Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        match &self.0 {
            Repr::Small(r) => Rational(Repr::Small(-*r)),
            Repr::Big(r) => Rational::from_big(-(**r).clone()),
        }
    }
}

impl From<i64> for Rational {
    fn from(n: i64) -> Self {
        Self::integer(n)
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(r) => r.fmt(f),
            Repr::Big(r) => r.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overflow_of_machine_integers_stays_exact() {
        let big = Rational::integer(i64::MAX);
        let square = &big * &big;
        assert_eq!(&square / &big, big);
        assert_eq!(&(&square - &square) + &Rational::ONE, Rational::ONE);
        let least = Rational::integer(i64::MIN);
        assert_eq!(&-&least + &least, Rational::ZERO);
    }

    #[test]
    fn decimals_are_exact() {
        let tenth = Rational::decimal("1", -1).unwrap();
        assert_eq!(tenth, Rational::fraction(1, 10).unwrap());
        assert_eq!(tenth.to_f64(), 0.1);
        assert_eq!(Rational::decimal("24601", -3).unwrap().to_f64(), 24.601);
        assert_eq!(Rational::decimal("1", 300).unwrap().to_f64(), 1e300);
        assert!(Rational::decimal("x", 0).is_none());
    }

    #[test]
    fn powers_roots_and_divisors() {
        let r = Rational::fraction(-3, 2).unwrap();
        assert_eq!(r.checked_powi(-3), Rational::fraction(-8, 27));
        assert_eq!(Rational::ZERO.checked_powi(-1), None);
        assert_eq!(r.checked_powi(2).unwrap().sqrt(), Rational::fraction(3, 2));
        assert_eq!(r.sqrt(), None);
        let (a, b) = (
            Rational::fraction(3, 4).unwrap(),
            Rational::fraction(9, 10).unwrap(),
        );
        assert_eq!(a.gcd(&b), Rational::fraction(3, 20).unwrap());
    }

    #[test]
    fn residues_agree_between_the_two_representations() {
        let p = (1 << 61) - 1;
        let big = &Rational::integer(i64::MAX) * &Rational::integer(-2);
        let (n, d) = big.residues(p);
        assert_eq!(d, 1);
        assert_eq!(
            u128::from(n),
            u128::from(p) - (2 * (i64::MAX as u128)) % u128::from(p)
        );
        assert_eq!(Rational::fraction(-1, 3).unwrap().residues(p), (p - 1, 3));
    }

    /// Covers all four sizes: both small, the denominators' multiple beyond 64 bits, one big, both
    /// big.
    #[test]
    fn a_greatest_divisor_leaves_quotients_without_a_common_factor() {
        let long = |n: i64| Rational::fraction(n, 4_294_967_291).unwrap();
        let coprime = |n: i64| Rational::fraction(n, 4_294_967_279).unwrap();
        let big = &Rational::integer(i64::MAX) * &Rational::integer(6);
        let pairs = [
            (Rational::integer(-12), Rational::fraction(8, 9).unwrap()),
            (long(6), coprime(-4)),
            (big.clone(), Rational::fraction(9, 4).unwrap()),
            (&big * &big, -&big),
        ];
        for (a, b) in pairs {
            let divisor = a.gcd(&b);
            assert!(
                !divisor.is_negative() && divisor == b.gcd(&a),
                "{a:?} {b:?}"
            );
            let [m, n] = [&a, &b].map(|x| x.checked_div(&divisor).unwrap());
            assert!(m.is_integer() && n.is_integer(), "{a:?} {b:?}");
            assert!(m.gcd(&n).is_one(), "{a:?} {b:?}");
        }
    }
}

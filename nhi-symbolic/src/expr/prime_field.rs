//! A finite field in which positive rational numbers have square roots.
//!
//! The prime `p = 2^61 - 1` is 3 modulo 4, so -1 has no square root modulo `p`. The field with
//! `p^2` elements has one, `i`, and its elements are `re + i im`. Half of the numbers modulo `p`
//! have a square root there, the others are `-r^2` and have the root `i r`.

use core::ops::{Add, Mul, Neg, Sub};

use super::rational::Rational;

/// The prime `2^61 - 1`.
const P: u64 = (1 << 61) - 1;

/// The largest prime factor that is searched for in the arguments of square roots.
const LARGEST_FACTOR: u64 = 1000;

/// An element of the field. It is real if `im` is zero: then it is a number modulo `p`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FieldElement {
    re: u64,
    im: u64,
}

impl FieldElement {
    pub(super) const ZERO: Self = Self::real(0);
    pub(super) const ONE: Self = Self::real(1);

    /// The number of real elements.
    pub(super) const COUNT: u64 = P;

    pub(super) const fn real(re: u64) -> Self {
        Self { re, im: 0 }
    }

    fn imaginary(im: u64) -> Self {
        Self { re: 0, im }
    }

    /// Returns the element of a number, unless `p` divides its denominator.
    pub(super) fn of(value: &Rational) -> Option<Self> {
        // Nearly all coefficients are small integers.
        if let Some(integer) = value.to_i64()
            && integer.unsigned_abs() < P
        {
            let size = integer.unsigned_abs();
            return Some(Self::real(if integer < 0 { P - size } else { size }));
        }
        let (numerator, denominator) = value.residues(P);
        if denominator == 1 {
            return Some(Self::real(numerator));
        }
        Some(Self::real(mul(numerator, inverse(denominator)?)))
    }

    /// Returns true if the element is zero.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self == Self::ZERO
    }

    pub(super) fn is_real(self) -> bool {
        self.im == 0
    }

    pub(super) fn re(self) -> u64 {
        self.re
    }

    /// Returns the words that identify the element.
    pub(super) fn words(&self) -> impl Iterator<Item = u64> + use<> {
        let im = (!self.is_real()).then_some(self.im);
        core::iter::once(self.re).chain(im)
    }

    pub(super) fn power(self, mut exponent: u64) -> Self {
        let (mut result, mut base) = (Self::ONE, self);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = result * base;
            }
            base = base * base;
            exponent >>= 1;
        }
        result
    }

    pub(super) fn inverse(self) -> Option<Self> {
        if self.is_real() {
            return inverse(self.re).map(Self::real);
        }
        let scale = Self::real(inverse(self.norm())?);
        Some(self.conjugate() * scale)
    }

    fn conjugate(self) -> Self {
        Self {
            re: self.re,
            im: sub(0, self.im),
        }
    }

    fn norm(self) -> u64 {
        add(mul(self.re, self.re), mul(self.im, self.im))
    }

    /// Returns a square root, if there is one. Of a real square it is the root that is itself a
    /// square, so that roots of products are products of roots.
    pub(super) fn square_root(self) -> Option<Self> {
        if self.is_real() {
            let of_negative = || square_root(sub(0, self.re)).map(Self::imaginary);
            return square_root(self.re).map(Self::real).or_else(of_negative);
        }
        // The square of `re + i im` is `re^2 - im^2 + 2 i re im`, of norm `(re^2 + im^2)^2`.
        let size = square_root(self.norm())?;
        let half = inverse(2)?;
        let squares = [add(self.re, size), sub(self.re, size)];
        let mut roots = squares
            .into_iter()
            .filter_map(|x| square_root(mul(half, x)));
        let re = roots.next()?;
        let im = mul(mul(self.im, half), inverse(re)?);
        Some(Self { re, im })
    }

    /// Returns the square root of a positive number. Roots of products are products of roots, as
    /// far as prime factors are found, because each prime has one root.
    pub(super) fn square_root_of(value: &Rational) -> Option<Self> {
        if value.is_negative() {
            return None;
        }
        let Some((numerator, denominator)) = value.to_machine_fraction() else {
            return Self::of(value)?.square_root();
        };
        let [numerator, denominator] = [numerator, denominator].map(i64::unsigned_abs);
        let root = product_of_roots(numerator)?;
        Some(root * product_of_roots(denominator)?.inverse()?)
    }

    /// Returns the fraction with small numerator and denominator that the element represents.
    pub(super) fn small_fraction(self) -> Option<Rational> {
        const LARGEST: u64 = 1000;
        if !self.is_real() {
            return None;
        }
        (1..=64).find_map(|denominator| {
            let scaled = mul(self.re, denominator);
            let numerator = if scaled <= LARGEST {
                scaled as i64
            } else if P - scaled <= LARGEST {
                -((P - scaled) as i64)
            } else {
                return None;
            };
            Rational::fraction(numerator, denominator as i64)
        })
    }
}

impl Add for FieldElement {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            re: add(self.re, other.re),
            im: add(self.im, other.im),
        }
    }
}

impl Sub for FieldElement {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self {
            re: sub(self.re, other.re),
            im: sub(self.im, other.im),
        }
    }
}

impl Neg for FieldElement {
    type Output = Self;

    fn neg(self) -> Self {
        Self::ZERO - self
    }
}

impl Mul for FieldElement {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        // Nearly all elements are real.
        if self.is_real() && other.is_real() {
            return Self::real(mul(self.re, other.re));
        }
        Self {
            re: sub(mul(self.re, other.re), mul(self.im, other.im)),
            im: add(mul(self.re, other.im), mul(self.im, other.re)),
        }
    }
}

/// Returns the product of the roots of the prime factors. The cofactor that remains after the small
/// ones is treated as a prime.
fn product_of_roots(mut number: u64) -> Option<FieldElement> {
    let mut product = FieldElement::ONE;
    let mut factor = 2;
    while number > 1 {
        if factor > LARGEST_FACTOR || factor * factor > number {
            factor = number;
        }
        let mut count = 0;
        while number.is_multiple_of(factor) {
            number /= factor;
            count += 1;
        }
        if count > 0 {
            let element = FieldElement::real(factor % P);
            product = product * element.power(count / 2);
            if count % 2 == 1 {
                product = product * element.square_root()?;
            }
        }
        factor += 1;
    }
    Some(if number == 0 {
        FieldElement::ZERO
    } else {
        product
    })
}

fn add(a: u64, b: u64) -> u64 {
    reduced(a + b)
}

fn sub(a: u64, b: u64) -> u64 {
    reduced(a + P - b)
}

/// Returns the product; `2^61` is 1 in the field, so the upper bits are added to the lower ones.
fn mul(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    reduced((product as u64 & P) + (product >> 61) as u64)
}

/// Reduces a number below `2 P` to an element of the field.
fn reduced(a: u64) -> u64 {
    if a >= P { a - P } else { a }
}

fn power(base: u64, mut exponent: u64) -> u64 {
    let (mut result, mut base) = (1, base);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = mul(result, base);
        }
        base = mul(base, base);
        exponent >>= 1;
    }
    result
}

/// Returns the inverse, by Fermat's theorem `a^(P - 2)`, with `P - 2 = 4 (2^59 - 1) + 1`.
fn inverse(a: u64) -> Option<u64> {
    if a.is_multiple_of(P) {
        return None;
    }
    // Combines `a^(2^n - 1)` and `by = a^(2^more - 1)` into `a^(2^(n + more) - 1)`.
    let longer = |ones: u64, more: u32, by: u64| mul(squared(ones, more), by);
    let ones_2 = longer(a, 1, a);
    let ones_3 = longer(ones_2, 1, a);
    let ones_6 = longer(ones_3, 3, ones_3);
    let ones_7 = longer(ones_6, 1, a);
    let ones_14 = longer(ones_7, 7, ones_7);
    let ones_28 = longer(ones_14, 14, ones_14);
    let ones_29 = longer(ones_28, 1, a);
    let ones_58 = longer(ones_29, 29, ones_29);
    let ones_59 = longer(ones_58, 1, a);
    Some(mul(squared(ones_59, 2), a))
}

/// Returns `a^(2^times)`.
fn squared(a: u64, times: u32) -> u64 {
    (0..times).fold(a, |a, _| mul(a, a))
}

/// Returns the root that is itself a square, so that roots of products are products of roots.
fn square_root(a: u64) -> Option<u64> {
    let root = power(a, P.div_ceil(4));
    (mul(root, root) == a).then_some(root)
}

#[cfg(test)]
mod tests {
    use super::super::prime_point::mix;
    use super::*;

    #[test]
    fn a_number_times_its_inverse_is_one() {
        for a in [1, 2, 3, 720_720, 1 << 60, P - 2, P - 1, mix(7) % P] {
            let inverse = inverse(a).expect("not zero");
            assert_eq!(mul(a, inverse), 1, "{a}");
            assert_eq!(inverse, power(a, P - 2), "{a}");
            let element = FieldElement { re: a, im: 5 };
            assert_eq!(
                element.inverse().unwrap() * element,
                FieldElement::ONE,
                "{a}"
            );
        }
        assert_eq!([inverse(0), inverse(P)], [None, None]);
    }

    #[test]
    fn integers_are_residues_as_fractions_are() {
        for integer in [0, 1, -1, 5, -720_720, i64::MAX, 1 - i64::MAX] {
            let residue = i128::from(integer).rem_euclid(i128::from(P)) as u64;
            let element = FieldElement::of(&integer.into());
            assert_eq!(element, Some(FieldElement::real(residue)), "{integer}");
        }
    }

    #[test]
    fn squares_have_roots() {
        for seed in 0..100 {
            let [re, im] = [mix(seed) % P, mix(seed + 1000) % P];
            for element in [FieldElement { re, im }, FieldElement::real(re)] {
                let square = element * element;
                let root = square.square_root().expect("a root of a square");
                assert!(root == element || root == -element, "{element:?}");
            }
            let root = FieldElement::real(re)
                .square_root()
                .expect("an imaginary one");
            assert_eq!(root * root, FieldElement::real(re));
        }
    }

    #[test]
    fn roots_of_products_of_numbers_are_products_of_roots() {
        let root = |a: i64, b: i64| {
            let number = Rational::fraction(a, b).unwrap();
            FieldElement::square_root_of(&number).unwrap()
        };
        for [a, b] in [[3, 6], [3, 11], [7, 626], [12, 75], [999_983, 3], [1, 1]] {
            assert_eq!(
                root(a, 1) * root(a, 1),
                FieldElement::of(&a.into()).unwrap()
            );
            assert_eq!(root(a, 1) * root(b, 1), root(a * b, 1), "{a} {b}");
            assert_eq!(root(a, b) * root(b, 1), root(a, 1), "{a} {b}");
        }
        assert_eq!(root(0, 1), FieldElement::ZERO);
        assert_eq!(root(49, 4) * root(4, 1), root(49, 1));
        assert_eq!(FieldElement::square_root_of(&(-3).into()), None);
    }
}

//! Power series in time: the coefficients of a program's values, one order after the other.
//!
//! With `u = u_0 + u_1 s + u_2 s^2 + ...`, the coefficient of order `k` of each elementary function
//! follows from those of lower order and from `u_k`, by its differential equation.
//!
//! Source: À. Jorba, M. Zou, *A software package for the numerical integration of ODEs by means of
//! high-order Taylor methods*, Experimental Mathematics 14, 2005,
//! doi:10.1080/10586458.2005.10128904, proposition 2; A. Griewank, A. Walther, *Evaluating
//! Derivatives*, 2008, 13.2, doi:10.1137/1.9780898717761.

use crate::{Real, math};

/// An operation on series. Slots are those of a [`Term`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesOp {
    /// `a + b`.
    Add,
    /// `a - b`.
    Sub,
    /// `a b`.
    Mul,
    /// `a b` with a number `a`.
    Scale,
    /// `a / b`.
    Div,
    /// `-a`.
    Neg,
    /// `sqrt(a)`.
    Sqrt,
    /// `exp(a)`.
    Exp,
    /// `a^b` with a number `b`.
    Pow,
    /// `sin(a)`, with `cos(a)` in slot `b`.
    SinCos,
    /// `sinh(a)`, with `cosh(a)` in slot `b`.
    SinhCosh,
    /// `tanh(a)`, with its square in slot `b`, which a later term computes.
    Tanh,
    /// `ln(a)`, with the derivative `1 / b`.
    Ln,
    /// `atan(a)`, with the derivative `1 / b`.
    Atan,
    /// `asin(a)`, with the derivative `1 / b`.
    Asin,
    /// `acos(a)`, with the derivative `1 / b`.
    Acos,
    /// `atan2(a, b)`, with `a^2 + b^2` in slot `c`.
    Atan2,
}

/// An operation with its slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The operation.
    pub op: SeriesOp,
    /// The slot of the result.
    pub result: u32,
    /// The slots of the operands.
    pub operands: [u32; 3],
}

impl Term {
    /// Returns an operation with its slots.
    #[must_use]
    pub const fn new(op: SeriesOp, result: u32, operands: [u32; 3]) -> Self {
        Self {
            op,
            result,
            operands,
        }
    }

    /// Computes the coefficient of order `k` of the result. Series have `length` coefficients each,
    /// one after the other.
    #[inline(always)]
    pub fn compute<T: Real>(&self, k: usize, length: usize, series: &mut [T]) {
        let at = |slot: u32| slot as usize * length;
        let place = at(self.result);
        let [a, b, c] = self.operands.map(at);
        let order = T::from_count(k as u64);
        let of = |start: usize| &series[start..start + length];
        let (value, second) = match self.op {
            SeriesOp::Add => (of(a)[k] + of(b)[k], None),
            SeriesOp::Sub => (of(a)[k] - of(b)[k], None),
            SeriesOp::Neg => (-of(a)[k], None),
            SeriesOp::Scale => (of(a)[0] * of(b)[k], None),
            SeriesOp::Mul if k == 0 => (of(a)[0] * of(b)[0], None),
            SeriesOp::Mul => {
                // The latest coefficients come last: the sum of the others need not wait for them.
                let (a, b) = (of(a), of(b));
                let known = product(&a[1..k], &b[1..k]);
                (known + (a[0] * b[k] + a[k] * b[0]), None)
            }
            SeriesOp::Div => {
                let rest = product(&of(b)[1..=k], &of(place)[..k]);
                ((of(a)[k] - rest) / of(b)[0], None)
            }
            SeriesOp::Sqrt if k == 0 => (math::sqrt(of(a)[0]), None),
            SeriesOp::Sqrt => {
                let root = of(place);
                let rest = product(&root[1..k], &root[1..k]);
                ((of(a)[k] - rest) / (root[0] + root[0]), None)
            }
            SeriesOp::Exp if k == 0 => (math::exp(of(a)[0]), None),
            SeriesOp::Exp => (weighted(of(a), of(place), k) / order, None),
            SeriesOp::Pow if k == 0 => (math::powf(of(a)[0], of(b)[0]), None),
            SeriesOp::Pow => (power(of(a), of(place), of(b)[0], k), None),
            SeriesOp::SinCos if k == 0 => {
                let (sine, cosine) = math::sin_cos(of(a)[0]);
                (sine, Some(cosine))
            }
            SeriesOp::SinCos => {
                let (sine, cosine) = (weighted(of(a), of(b), k), weighted(of(a), of(place), k));
                (sine / order, Some(-cosine / order))
            }
            SeriesOp::SinhCosh if k == 0 => {
                let x = of(a)[0];
                (math::sinh(x), Some(math::cosh(x)))
            }
            SeriesOp::SinhCosh => {
                let (sine, cosine) = (weighted(of(a), of(b), k), weighted(of(a), of(place), k));
                (sine / order, Some(cosine / order))
            }
            SeriesOp::Tanh if k == 0 => (math::tanh(of(a)[0]), None),
            SeriesOp::Tanh => (of(a)[k] - weighted(of(a), of(b), k) / order, None),
            SeriesOp::Ln if k == 0 => (math::ln(of(a)[0]), None),
            SeriesOp::Atan if k == 0 => (math::atan(of(a)[0]), None),
            SeriesOp::Asin if k == 0 => (math::asin(of(a)[0]), None),
            SeriesOp::Acos if k == 0 => (math::acos(of(a)[0]), None),
            SeriesOp::Ln | SeriesOp::Atan | SeriesOp::Asin | SeriesOp::Acos => {
                (primitive(order * of(a)[k], of(place), of(b), k), None)
            }
            SeriesOp::Atan2 if k == 0 => (math::atan2(of(a)[0], of(b)[0]), None),
            SeriesOp::Atan2 => {
                let turn = weighted(of(a), of(b), k) - weighted(of(b), of(a), k);
                (primitive(turn, of(place), of(c), k), None)
            }
        };
        series[place + k] = value;
        if let Some(second) = second {
            series[b + k] = second;
        }
    }
}

/// Returns the sum of `a_j b_(n - j)` over slices of the same length.
#[inline]
fn product<T: Real>(a: &[T], b: &[T]) -> T {
    let pairs = a.iter().zip(b.iter().rev());
    pairs.fold(T::zero(), |sum, (&a, &b)| sum + a * b)
}

/// Returns the sum of `j a_j b_(k - j)` for `j` from 1 to `k`: `k` times the coefficient of a
/// primitive of `a' b`.
#[inline]
fn weighted<T: Real>(a: &[T], b: &[T], k: usize) -> T {
    let mut sum = T::zero();
    for j in 1..=k {
        sum += T::from_count(j as u64) * a[j] * b[k - j];
    }
    sum
}

/// The largest whole exponent for which powers are products.
const MOST_FACTORS: usize = 64;
/// The maximum length of the series of such a power, which has a fixed place on the stack.
const MOST_LENGTH: usize = 64;

/// Returns the coefficient of order `k > 0` of `base^exponent`.
///
/// Whole powers are products, also at a zero of the base. The recurrence for others divides by its
/// first coefficient.
#[inline]
fn power<T: Real>(base: &[T], power: &[T], exponent: T, k: usize) -> T {
    let is_whole = exponent >= T::zero() && exponent == exponent.floor();
    let factors = exponent.to_f64() as usize;
    if is_whole && factors <= MOST_FACTORS && k < MOST_LENGTH {
        return whole_power(&base[..=k], factors);
    }
    let mut sum = T::zero();
    for j in 1..=k {
        let [up, down] = [j, k - j].map(|n| T::from_count(n as u64));
        sum += (exponent * up - down) * base[j] * power[k - j];
    }
    sum / (T::from_count(k as u64) * base[0])
}

/// Returns the last coefficient of a whole power of a series, by squaring.
fn whole_power<T: Real>(base: &[T], exponent: usize) -> T {
    let length = base.len();
    let times = |a: &[T; MOST_LENGTH], b: &[T; MOST_LENGTH]| {
        let mut result = [T::zero(); MOST_LENGTH];
        for (n, x) in result.iter_mut().enumerate().take(length) {
            *x = product(&a[..=n], &b[..=n]);
        }
        result
    };
    let (mut result, mut square) = ([T::zero(); MOST_LENGTH], [T::zero(); MOST_LENGTH]);
    result[0] = T::one();
    square[..length].copy_from_slice(base);
    let mut rest = exponent;
    while rest > 0 {
        if rest % 2 == 1 {
            result = times(&result, &square);
        }
        square = times(&square, &square);
        rest /= 2;
    }
    result[length - 1]
}

/// Returns the coefficient of order `k` of `y` with `y' d = r`, from `r_(k-1)`.
#[inline]
fn primitive<T: Real>(rate: T, y: &[T], d: &[T], k: usize) -> T {
    let mut rest = rate;
    for j in 1..k {
        rest -= T::from_count(j as u64) * y[j] * d[k - j];
    }
    rest / (T::from_count(k as u64) * d[0])
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use std::vec::Vec;

    const LENGTH: usize = 12;

    /// Composes terms with the series `u(s)` in slot 0 and `v(s)` in slot 1, then numbers.
    fn composed(terms: &[Term], numbers: &[f64], result: usize) -> [f64; LENGTH] {
        let u = [0.4, 0.7, -0.3, 0.2, 0.1];
        let v = [0.9, -0.2, 0.5, 0.0, -0.1];
        let mut series = std::vec![0.0; 12 * LENGTH];
        series[..5].copy_from_slice(&u);
        series[LENGTH..LENGTH + 5].copy_from_slice(&v);
        for (place, &number) in numbers.iter().enumerate() {
            series[(2 + place) * LENGTH] = number;
        }
        for k in 0..LENGTH {
            terms
                .iter()
                .for_each(|term| term.compute(k, LENGTH, &mut series));
        }
        core::array::from_fn(|k| series[result * LENGTH + k])
    }

    fn at(coefficients: &[f64], s: f64) -> f64 {
        coefficients.iter().rev().fold(0.0, |sum, c| sum * s + c)
    }

    /// The series sums up to the function of `u` and `v` at a small `s`, with a remainder of order
    /// twelve; a wrong coefficient would show at its own order.
    #[track_caller]
    fn sums_up(terms: &[Term], numbers: &[f64], function: impl Fn(f64, f64) -> f64) {
        let series = composed(terms, numbers, 11);
        let (u, v) = ([0.4, 0.7, -0.3, 0.2, 0.1], [0.9, -0.2, 0.5, 0.0, -0.1]);
        for s in [-0.08, -0.03, 0.02, 0.06] {
            let error = at(&series, s) - function(at(&u, s), at(&v, s));
            assert!(
                error.abs() < 2e-15 + 10.0 * (3.0 * f64::abs(s)).powi(12),
                "{s}: {error:e}"
            );
        }
    }

    use SeriesOp::*;

    fn term(op: SeriesOp, result: u32, operands: [u32; 3]) -> Term {
        Term::new(op, result, operands)
    }

    /// Whole powers at zeros of their base, which may have several orders, and near them.
    #[test]
    fn whole_powers_at_zeros() {
        for (first, second, exponent) in [
            (0.0, 0.7, 2.0),
            (0.0, 0.7, 3.0),
            (0.0, 0.0, 2.0),
            (0.0, 0.0, 1.0),
            (1e-170, 0.7, 2.0),
            (1e-8, 0.7, 2.0),
            (1e-3, 0.7, 3.0),
            (1e-3, 1e-170, 2.0),
            (0.0, 0.7, 0.0),
            (0.3, 0.7, 0.0),
            (0.0, -0.7, 20.0),
        ] {
            let u = [first, second, -0.3, 0.2, 0.1];
            let mut series = std::vec![0.0; 3 * LENGTH];
            series[..5].copy_from_slice(&u);
            series[LENGTH] = exponent;
            for k in 0..LENGTH {
                term(Pow, 2, [0, 1, 0]).compute(k, LENGTH, &mut series);
            }
            for s in [-0.08, -0.03, 0.02, 0.06] {
                let (found, expected) = (at(&series[2 * LENGTH..], s), at(&u, s).powf(exponent));
                assert!(
                    (found - expected).abs() < 1e-14,
                    "{u:?}^{exponent} at {s}: {found:e}"
                );
            }
        }
    }

    #[test]
    fn arithmetic() {
        sums_up(&[term(Add, 11, [0, 1, 0])], &[], |u, v| u + v);
        sums_up(&[term(Sub, 11, [0, 1, 0])], &[], |u, v| u - v);
        sums_up(&[term(Mul, 11, [0, 1, 0])], &[], |u, v| u * v);
        sums_up(&[term(Scale, 11, [2, 1, 0])], &[-1.7], |_, v| -1.7 * v);
        sums_up(&[term(Div, 11, [0, 1, 0])], &[], |u, v| u / v);
        sums_up(&[term(Neg, 11, [0, 0, 0])], &[], |u, _| -u);
    }

    #[test]
    fn powers_and_exponentials() {
        sums_up(&[term(Sqrt, 11, [1, 0, 0])], &[], |_, v| v.sqrt());
        sums_up(&[term(Exp, 11, [0, 0, 0])], &[], |u, _| u.exp());
        sums_up(&[term(Ln, 11, [1, 1, 0])], &[], |_, v| v.ln());
        for exponent in [2.5, -0.7, 3.0] {
            sums_up(&[term(Pow, 11, [1, 2, 0])], &[exponent], |_, v| {
                v.powf(exponent)
            });
        }
    }

    #[test]
    fn circular_and_hyperbolic_functions_with_their_partners() {
        let partner = |op| [term(op, 11, [0, 3, 0])];
        sums_up(&[term(SinCos, 11, [0, 3, 0])], &[], |u, _| u.sin());
        sums_up(&[term(SinhCosh, 11, [0, 3, 0])], &[], |u, _| u.sinh());
        for (op, function) in [(SinCos, f64::cos as fn(f64) -> f64), (SinhCosh, f64::cosh)] {
            let series = composed(&partner(op), &[], 3);
            let u = [0.4, 0.7, -0.3, 0.2, 0.1];
            assert!((at(&series, 0.05) - function(at(&u, 0.05))).abs() < 2e-15);
        }
        let tanh = [term(Tanh, 11, [0, 3, 0]), term(Mul, 3, [11, 11, 0])];
        sums_up(&tanh, &[], |u, _| u.tanh());
    }

    #[test]
    fn inverse_functions() {
        let one_plus_square = [term(Mul, 3, [0, 0, 0]), term(Add, 4, [2, 3, 0])];
        let atan = [&one_plus_square[..], &[term(Atan, 11, [0, 4, 0])]].concat();
        sums_up(&atan, &[1.0], |u, _| u.atan());
        let slope = [
            term(Mul, 3, [0, 0, 0]),
            term(Sub, 4, [2, 3, 0]),
            term(Sqrt, 5, [4, 0, 0]),
        ];
        let asin = [&slope[..], &[term(Asin, 11, [0, 5, 0])]].concat();
        sums_up(&asin, &[1.0], |u, _| u.asin());
        let acos = [
            &slope[..],
            &[term(Neg, 6, [5, 0, 0]), term(Acos, 11, [0, 6, 0])],
        ]
        .concat();
        sums_up(&acos, &[1.0], |u, _| u.acos());
        let squares = [
            term(Mul, 3, [0, 0, 0]),
            term(Mul, 4, [1, 1, 0]),
            term(Add, 5, [3, 4, 0]),
        ];
        let atan2: Vec<_> = [&squares[..], &[term(Atan2, 11, [0, 1, 5])]].concat();
        sums_up(&atan2, &[], f64::atan2);
    }
}

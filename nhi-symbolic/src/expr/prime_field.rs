//! Values of expressions at random points of a prime field: they are exact, and no number ever
//! grows.
//!
//! An identity between expressions holds at every point. A non-identity fails at a random point of
//! the field with `p = 2^61 - 1` elements, except with a probability near `degree / p`. Sines and
//! cosines take values on the circle `s^2 + c^2 = 1`. They satisfy the addition theorems, because
//! the angle is split into its terms and each term is a rotation; exponentials likewise. Square
//! roots are field roots. Stumpff functions satisfy their recurrence. Other functions have a value
//! that depends only on the values of their arguments.

use super::function::{FieldValue, Function};
use super::graph::{Expr, Graph, RotationEntry};
use super::hash::LookupMap;
use super::node::Node;
use super::rational::Rational;

/// The prime `2^61 - 1`. It is 3 modulo 4, so a square root is a single power.
const P: u64 = (1 << 61) - 1;

/// The number of equal parts into which a term is divided to measure angles, so that common
/// fractions of the term are exact powers.
const ANGLE_PARTS: i64 = 720_720;

/// A random point: an assignment of field elements to symbols, the same for the same seed.
#[derive(Clone, Copy, Debug)]
pub struct PrimePoint {
    seed: u64,
    /// A symbol whose value is not random, but this number of right angles.
    right_angles: Option<(Expr, i64)>,
}

impl PrimePoint {
    /// Returns the point of the given seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            seed,
            right_angles: None,
        }
    }

    /// Returns the same point, except that a symbol is the given number of right angles.
    #[must_use]
    pub fn with_right_angles(self, symbol: Expr, count: i64) -> Self {
        Self {
            right_angles: Some((symbol, count)),
            ..self
        }
    }

    /// Returns the values of several expressions, or `None` if this point has none (a division by
    /// zero, the root of a non-square). The caller then tries another point.
    #[must_use]
    pub fn evaluate(&self, graph: &Graph, roots: &[Expr]) -> Option<Vec<u64>> {
        let mut known = LookupMap::default();
        self.evaluate_into(graph, &graph.reachable(roots), &mut known)?;
        Some(roots.iter().map(|root| known[root]).collect())
    }

    /// Evaluates expressions in the order of their creation. Their operands must be known or be
    /// among them.
    pub(super) fn evaluate_into(
        &self,
        graph: &Graph,
        exprs: &[Expr],
        known: &mut LookupMap<Expr, u64>,
    ) -> Option<()> {
        known.reserve(exprs.len());
        for &expr in exprs {
            graph.spend(Self::work(&graph.node(expr)));
            let value = self.node_value(graph, expr, known)?;
            known.insert(expr, value);
        }
        Some(())
    }

    /// Returns the work units of a value. Powers need one multiplication for each bit of the
    /// exponent. Inverses, roots and rotations need some for each bit of the field.
    fn work(node: &Node) -> u64 {
        const OF_A_POWER: u64 = 10;
        match node {
            Node::Undefined | Node::Pi | Node::Symbol(_) => 1,
            Node::Number(value) => value.work(),
            Node::Sum { terms, .. } => 1 + terms.iter().map(|(_, k)| k.work()).sum::<u64>() / 2,
            Node::Product { factors, .. } => {
                let inverses = factors.iter().filter(|(_, exponent)| *exponent < 0).count() as u64;
                1 + factors.len() as u64 / 2 + OF_A_POWER * inverses
            }
            Node::Call(..) => 3 * OF_A_POWER,
        }
    }

    fn node_value(&self, graph: &Graph, expr: Expr, known: &LookupMap<Expr, u64>) -> Option<u64> {
        match &*graph.node(expr) {
            Node::Undefined => None,
            Node::Number(value) => number(value),
            Node::Pi => Some(self.pi()),
            Node::Symbol(_) if let Some(half_turns) = self.half_turns(expr) => {
                Some(mul(number(&half_turns)?, self.pi()))
            }
            Node::Symbol(index) => match graph.rotation_entry(*index) {
                Some(entry) => self.rotation_entry(entry),
                None => Some(self.random(&[u64::from(*index)])),
            },
            Node::Sum { constant, terms } => {
                let mut sum = number(constant)?;
                for (term, k) in terms {
                    sum = add(sum, mul(number(k)?, known[term]));
                }
                Some(sum)
            }
            Node::Product {
                coefficient,
                factors,
            } => {
                let mut product = number(coefficient)?;
                for (base, k) in factors {
                    let value = known[base];
                    let base = if *k < 0 { inverse(value)? } else { value };
                    product = mul(product, power(base, u64::from(k.unsigned_abs())));
                }
                Some(product)
            }
            Node::Call(function, arguments) => self.call_value(graph, *function, arguments, known),
        }
    }

    fn call_value(
        &self,
        graph: &Graph,
        function: Function,
        arguments: &[Expr],
        known: &LookupMap<Expr, u64>,
    ) -> Option<u64> {
        let x = arguments[0];
        let half = inverse(2)?;
        let field = function.row().field;
        match field {
            FieldValue::Sine => Some(self.rotation(graph, x, known)?.1),
            FieldValue::Cosine => Some(self.rotation(graph, x, known)?.0),
            FieldValue::Exponential => self.exponential(graph, x, known),
            FieldValue::HyperbolicSine
            | FieldValue::HyperbolicCosine
            | FieldValue::HyperbolicTangent => {
                let e = self.exponential(graph, x, known)?;
                let e_inverse = inverse(e)?;
                let cosh = mul(half, add(e, e_inverse));
                let sinh = mul(half, sub(e, e_inverse));
                match field {
                    FieldValue::HyperbolicCosine => Some(cosh),
                    FieldValue::HyperbolicSine => Some(sinh),
                    _ => Some(mul(sinh, inverse(cosh)?)),
                }
            }
            FieldValue::SquareRoot => square_root(known[&x]),
            FieldValue::Length => {
                let square = |e: &Expr| mul(known[e], known[e]);
                square_root(add(square(&arguments[0]), square(&arguments[1])))
            }
            FieldValue::Stumpff => self.stumpff(known[&x], known[&arguments[1]]),
            FieldValue::Opaque => {
                let mut key = vec![1 + function as u64];
                key.extend(arguments.iter().map(|argument| known[argument]));
                Some(self.random(&key))
            }
        }
    }

    /// Returns an entry of a random rotation.
    fn rotation_entry(&self, entry: RotationEntry) -> Option<u64> {
        let axis = [1, 2, 3].map(|i| self.random(&[0xB, u64::from(entry.block), i]));
        if entry.size == 2 {
            let (c, s) = circle_point(axis[0])?;
            return Some([c, sub(0, s), s, c][entry.place]);
        }
        cayley_entry(axis, entry.place / 3, entry.place % 3)
    }

    /// Returns `(cos u, sin u)` as the product of the rotations of the terms of `u`.
    fn rotation(&self, graph: &Graph, u: Expr, known: &LookupMap<Expr, u64>) -> Option<(u64, u64)> {
        let mut result = (1, 0);
        for term in self.terms_of(graph, u, known)? {
            let quarters = (&term.coefficient * &2.into()).to_i64();
            let turn = if term.is_pi
                && let Some(quarters) = quarters
            {
                [(1, 0), (0, 1), (P - 1, 0), (0, P - 1)][quarters.rem_euclid(4) as usize]
            } else {
                let (unit, count) = unit_and_count(&term);
                let point = circle_point(self.random(&[0xA, unit]))?;
                rotation_power(point, count)
            };
            result = rotate(result, turn);
        }
        Some(result)
    }

    /// Returns `exp u` as the product of the exponentials of the terms of `u`.
    fn exponential(&self, graph: &Graph, u: Expr, known: &LookupMap<Expr, u64>) -> Option<u64> {
        let mut result = 1;
        for term in self.terms_of(graph, u, known)? {
            let (unit, count) = unit_and_count(&term);
            let e = power(self.random(&[0xE, unit]), count.unsigned_abs());
            result = mul(result, if count < 0 { inverse(e)? } else { e });
        }
        Some(result)
    }

    /// Returns the Stumpff function `c_k(x)` by `x c_(k+2) = 1/k! - c_k`, upwards from values of
    /// `c_0` and `c_1` that depend only on `x`.
    fn stumpff(&self, k: u64, x: u64) -> Option<u64> {
        let parity = k % 2;
        let (mut value, mut inverse_factorial) = (self.random(&[0x57, parity, x]), 1);
        let inverse_x = inverse(x)?;
        for lower in (parity..k).step_by(2) {
            value = mul(sub(inverse_factorial, value), inverse_x);
            let grown = mul(lower + 1, lower + 2);
            inverse_factorial = mul(inverse_factorial, inverse(grown)?);
        }
        Some(value)
    }

    /// Returns the nonzero terms of an argument; the constant counts as a multiple of 1.
    fn terms_of(&self, graph: &Graph, u: Expr, known: &LookupMap<Expr, u64>) -> Option<Vec<Term>> {
        let term = |expr: Expr, coefficient: &Rational| match self.half_turns(expr) {
            Some(half_turns) => Term {
                value: self.pi(),
                coefficient: coefficient * &half_turns,
                is_pi: true,
            },
            None => Term {
                value: known[&expr],
                coefficient: coefficient.clone(),
                is_pi: expr == Graph::PI,
            },
        };
        let constant = |coefficient: &Rational| Term {
            value: 1,
            coefficient: coefficient.clone(),
            is_pi: false,
        };
        let mut terms = match &*graph.node(u) {
            Node::Number(value) => vec![constant(value)],
            Node::Sum { constant: c, terms } => {
                let mut all: Vec<_> = terms.iter().map(|(e, k)| term(*e, k)).collect();
                all.push(constant(c));
                all
            }
            Node::Product {
                coefficient,
                factors,
            } => match **factors {
                [(base, 1)] => vec![term(base, coefficient)],
                _ => vec![Term {
                    value: mul(known[&u], inverse(number(coefficient)?)?),
                    coefficient: coefficient.clone(),
                    is_pi: false,
                }],
            },
            _ => vec![term(u, &Rational::ONE)],
        };
        terms.retain(|term| term.value != 0);
        Some(terms)
    }

    /// Returns the number of half turns of a symbol that has no random value.
    fn half_turns(&self, symbol: Expr) -> Option<Rational> {
        let (fixed, count) = self.right_angles?;
        (symbol == fixed).then(|| &Rational::from(count) / &2.into())
    }

    /// Returns the value of the constant pi.
    fn pi(&self) -> u64 {
        self.random(&[u64::MAX])
    }

    /// Returns a nonzero field element that depends only on the seed and the key.
    fn random(&self, key: &[u64]) -> u64 {
        let mut state = mix(self.seed ^ 0x6a09_e667_f3bc_c908);
        for &word in key {
            state = mix(state ^ word);
        }
        1 + state % (P - 1)
    }
}

/// A term of an argument: the value of its monic part, its coefficient, and whether it is a
/// multiple of the constant pi.
struct Term {
    value: u64,
    coefficient: Rational,
    is_pi: bool,
}

/// Splits a term into a unit shared with its other multiples, and an integer count.
fn unit_and_count(term: &Term) -> (u64, i64) {
    match (&term.coefficient * &ANGLE_PARTS.into()).to_i64() {
        Some(count) => (term.value, count),
        None => {
            let scale = number(&term.coefficient).unwrap_or(0);
            (mul(term.value, scale) ^ 1 << 62, 1)
        }
    }
}

fn number(value: &Rational) -> Option<u64> {
    // Nearly all coefficients are small integers.
    if let Some(integer) = value.to_i64()
        && integer.unsigned_abs() < P
    {
        let size = integer.unsigned_abs();
        return Some(if integer < 0 { P - size } else { size });
    }
    let (numerator, denominator) = value.residues(P);
    if denominator == 1 {
        return Some(numerator);
    }
    Some(mul(numerator, inverse(denominator)?))
}

pub(super) fn add(a: u64, b: u64) -> u64 {
    reduced(a + b)
}

pub(super) fn sub(a: u64, b: u64) -> u64 {
    reduced(a + P - b)
}

/// Returns the product; `2^61` is 1 in the field, so the upper bits are added to the lower ones.
pub(super) fn mul(a: u64, b: u64) -> u64 {
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
pub(super) fn inverse(a: u64) -> Option<u64> {
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

/// Returns a point of the circle by its rational parametrisation, `(1 - t^2, 2 t) / (1 + t^2)`.
fn circle_point(t: u64) -> Option<(u64, u64)> {
    let square = mul(t, t);
    let scale = inverse(add(1, square))?;
    Some((mul(sub(1, square), scale), mul(mul(2, t), scale)))
}

/// Returns an entry of the rotation `Id + 2 (W + W^2) / (1 + |w|^2)`, the Cayley map of a skew
/// matrix.
fn cayley_entry(w: [u64; 3], row: usize, column: usize) -> Option<u64> {
    let square = w.iter().fold(0, |sum, &x| add(sum, mul(x, x)));
    let scale = mul(2, inverse(add(1, square))?);
    let along = mul(w[row], w[column]);
    let (turned, one) = match (3 + column - row) % 3 {
        0 => (sub(along, square), 1),
        1 => (sub(along, w[(column + 1) % 3]), 0),
        _ => (add(along, w[(row + 1) % 3]), 0),
    };
    Some(add(one, mul(scale, turned)))
}

fn rotate((c, s): (u64, u64), (d, t): (u64, u64)) -> (u64, u64) {
    (sub(mul(c, d), mul(s, t)), add(mul(c, t), mul(s, d)))
}

fn rotation_power(point: (u64, u64), count: i64) -> (u64, u64) {
    let mut base = if count < 0 {
        (point.0, sub(0, point.1))
    } else {
        point
    };
    let mut result = (1, 0);
    let mut rest = count.unsigned_abs();
    while rest > 0 {
        if rest & 1 == 1 {
            result = rotate(result, base);
        }
        base = rotate(base, base);
        rest >>= 1;
    }
    result
}

/// Returns a number that looks random for each number (the finaliser of splitmix64).
pub(crate) fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Returns the fraction with small numerator and denominator that a field element represents.
pub(super) fn small_fraction(a: u64) -> Option<Rational> {
    const LARGEST: u64 = 1000;
    (1..=64).find_map(|denominator| {
        let scaled = mul(a, denominator);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_times_its_inverse_is_one() {
        for a in [1, 2, 3, 720_720, 1 << 60, P - 2, P - 1, mix(7) % P] {
            let inverse = inverse(a).expect("not zero");
            assert_eq!(mul(a, inverse), 1, "{a}");
            assert_eq!(inverse, power(a, P - 2), "{a}");
        }
        assert_eq!([inverse(0), inverse(P)], [None, None]);
    }

    #[test]
    fn integers_are_residues_as_fractions_are() {
        for integer in [0, 1, -1, 5, -720_720, i64::MAX, 1 - i64::MAX] {
            let residue = i128::from(integer).rem_euclid(i128::from(P)) as u64;
            assert_eq!(number(&integer.into()), Some(residue), "{integer}");
        }
    }
}

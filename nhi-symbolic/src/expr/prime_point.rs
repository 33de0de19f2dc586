//! Values of expressions at random points of a finite field: they are exact, and no number ever
//! grows.
//!
//! An identity between expressions holds at every point. A non-identity fails at a random point
//! with `p = 2^61 - 1` values for each symbol, except with a probability near `degree / p`. Sines
//! and cosines take values on the circle `s^2 + c^2 = 1`. They satisfy the addition theorems,
//! because the angle is split into its terms and each term is a rotation; exponentials likewise.
//! Square roots are field roots. Stumpff functions satisfy their recurrence. Other functions have a
//! value that depends only on the values of their arguments.

use super::function::{FieldValue, Function};
use super::graph::{Expr, Graph, RotationEntry};
use super::hash::LookupMap;
use super::node::Node;
use super::prime_field::FieldElement;
use super::rational::Rational;

/// The number of equal parts into which a term is divided to measure angles, so that common
/// fractions of the term are exact powers.
const ANGLE_PARTS: i64 = 720_720;

/// A random point: an assignment of field elements to symbols, the same for the same seed.
#[derive(Clone, Copy, Debug)]
pub struct PrimePoint {
    seed: u64,
    /// A symbol whose value is not random, but this number of right angles.
    right_angles: Option<(Expr, i64)>,
    roots: Roots,
}

/// The values of which a point has square roots.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Roots {
    /// Of squares only, and of numbers. Roots of products of squares are products of roots.
    OfSquares,
    /// Of all elements: the roots of other real elements are imaginary, the remaining ones are
    /// random.
    OfAll,
}

impl PrimePoint {
    /// Returns the point of the given seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            seed,
            right_angles: None,
            roots: Roots::OfSquares,
        }
    }

    /// Returns random points. At the first ones, expressions with many square roots rarely have a
    /// value. At the last ones they have, but roots of products need not be products of roots.
    pub(super) fn all(attempts: u64) -> [impl Iterator<Item = Self>; 2] {
        [Roots::OfSquares, Roots::OfAll].map(|roots| {
            (0..attempts).map(move |seed| Self {
                roots,
                ..Self::new(seed)
            })
        })
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
    pub fn evaluate(&self, graph: &Graph, roots: &[Expr]) -> Option<Vec<FieldElement>> {
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
        known: &mut LookupMap<Expr, FieldElement>,
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

    fn node_value(
        &self,
        graph: &Graph,
        expr: Expr,
        known: &LookupMap<Expr, FieldElement>,
    ) -> Option<FieldElement> {
        match &*graph.node(expr) {
            Node::Undefined => None,
            Node::Number(value) => FieldElement::of(value),
            Node::Pi => Some(self.pi()),
            Node::Symbol(_) if let Some(half_turns) = self.half_turns(expr) => {
                Some(FieldElement::of(&half_turns)? * self.pi())
            }
            Node::Symbol(index) => match graph.rotation_entry(*index) {
                Some(entry) => self.rotation_entry(entry),
                None => Some(self.random(&[u64::from(*index)])),
            },
            Node::Sum { constant, terms } => {
                let mut sum = FieldElement::of(constant)?;
                for (term, k) in terms {
                    sum = sum + FieldElement::of(k)? * known[term];
                }
                Some(sum)
            }
            Node::Product {
                coefficient,
                factors,
            } => {
                let mut product = FieldElement::of(coefficient)?;
                for (base, k) in factors {
                    let value = known[base];
                    let base = if *k < 0 { value.inverse()? } else { value };
                    product = product * base.power(u64::from(k.unsigned_abs()));
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
        known: &LookupMap<Expr, FieldElement>,
    ) -> Option<FieldElement> {
        let x = arguments[0];
        let half = FieldElement::real(2).inverse()?;
        let field = function.row().field;
        match field {
            FieldValue::Sine => Some(self.rotation(graph, x, known)?.1),
            FieldValue::Cosine => Some(self.rotation(graph, x, known)?.0),
            FieldValue::Exponential => self.exponential(graph, x, known),
            FieldValue::HyperbolicSine
            | FieldValue::HyperbolicCosine
            | FieldValue::HyperbolicTangent => {
                let e = self.exponential(graph, x, known)?;
                let e_inverse = e.inverse()?;
                let cosh = half * (e + e_inverse);
                let sinh = half * (e - e_inverse);
                match field {
                    FieldValue::HyperbolicCosine => Some(cosh),
                    FieldValue::HyperbolicSine => Some(sinh),
                    _ => Some(sinh * cosh.inverse()?),
                }
            }
            FieldValue::SquareRoot => self.square_root(graph.as_number(x), known[&x]),
            FieldValue::Length => {
                let numbers = [0, 1].map(|place| graph.as_number(arguments[place]));
                let number = match numbers {
                    [Some(a), Some(b)] => Some(&(&a * &a) + &(&b * &b)),
                    _ => None,
                };
                let [a, b] = [0, 1].map(|place| known[&arguments[place]]);
                self.square_root(number, a * a + b * b)
            }
            FieldValue::Stumpff => {
                let index = graph.as_number(x)?.to_i64()?;
                self.stumpff(u64::try_from(index).ok()?, known[&arguments[1]])
            }
            FieldValue::Opaque => {
                let mut key = vec![1 + function as u64];
                key.extend(
                    arguments
                        .iter()
                        .flat_map(|argument| known[argument].words()),
                );
                Some(self.random(&key))
            }
        }
    }

    /// Returns the square root of a number or of another value.
    fn square_root(&self, number: Option<Rational>, value: FieldElement) -> Option<FieldElement> {
        if let Some(number) = number {
            return FieldElement::square_root_of(&number);
        }
        let root = value.square_root();
        if self.roots == Roots::OfSquares {
            return root.filter(|root| root.is_real() || !value.is_real());
        }
        let words: Vec<_> = value.words().collect();
        root.or_else(|| Some(self.random(&with_kind(0x52, &words))))
    }

    /// Returns an entry of a random rotation.
    fn rotation_entry(&self, entry: RotationEntry) -> Option<FieldElement> {
        let axis = [1, 2, 3].map(|i| self.random(&[0xB, u64::from(entry.block), i]));
        if entry.size == 2 {
            let (c, s) = circle_point(axis[0])?;
            return Some([c, -s, s, c][entry.place]);
        }
        cayley_entry(axis, entry.place / 3, entry.place % 3)
    }

    /// Returns `(cos u, sin u)` as the product of the rotations of the terms of `u`.
    fn rotation(
        &self,
        graph: &Graph,
        u: Expr,
        known: &LookupMap<Expr, FieldElement>,
    ) -> Option<Turn> {
        const ZERO: FieldElement = FieldElement::ZERO;
        const ONE: FieldElement = FieldElement::ONE;
        let mut result = (ONE, ZERO);
        for term in self.terms_of(graph, u, known)? {
            let quarters = (&term.coefficient * &2.into()).to_i64();
            let turn = if term.is_pi
                && let Some(quarters) = quarters
            {
                [(ONE, ZERO), (ZERO, ONE), (-ONE, ZERO), (ZERO, -ONE)]
                    [quarters.rem_euclid(4) as usize]
            } else {
                let (unit, count) = unit_and_count(&term);
                let point = circle_point(self.random(&with_kind(0xA, &unit)))?;
                rotation_power(point, count)
            };
            result = rotate(result, turn);
        }
        Some(result)
    }

    /// Returns `exp u` as the product of the exponentials of the terms of `u`.
    fn exponential(
        &self,
        graph: &Graph,
        u: Expr,
        known: &LookupMap<Expr, FieldElement>,
    ) -> Option<FieldElement> {
        let mut result = FieldElement::ONE;
        for term in self.terms_of(graph, u, known)? {
            let (unit, count) = unit_and_count(&term);
            let e = self
                .random(&with_kind(0xE, &unit))
                .power(count.unsigned_abs());
            result = result * if count < 0 { e.inverse()? } else { e };
        }
        Some(result)
    }

    /// Returns the Stumpff function `c_k(x)` by `x c_(k+2) = 1/k! - c_k`, upwards from values of
    /// `c_0` and `c_1` that depend only on `x`.
    fn stumpff(&self, k: u64, x: FieldElement) -> Option<FieldElement> {
        let parity = k % 2;
        let first = [[0x57, parity].to_vec(), x.words().collect()].concat();
        let (mut value, mut inverse_factorial) = (self.random(&first), FieldElement::ONE);
        let inverse_x = x.inverse()?;
        for lower in (parity..k).step_by(2) {
            value = (inverse_factorial - value) * inverse_x;
            let grown = FieldElement::real(lower + 1) * FieldElement::real(lower + 2);
            inverse_factorial = inverse_factorial * grown.inverse()?;
        }
        Some(value)
    }

    /// Returns the nonzero terms of an argument; the constant counts as a multiple of 1.
    fn terms_of(
        &self,
        graph: &Graph,
        u: Expr,
        known: &LookupMap<Expr, FieldElement>,
    ) -> Option<Vec<Term>> {
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
            value: FieldElement::ONE,
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
                    value: known[&u] * FieldElement::of(coefficient)?.inverse()?,
                    coefficient: coefficient.clone(),
                    is_pi: false,
                }],
            },
            _ => vec![term(u, &Rational::ONE)],
        };
        terms.retain(|term| !term.value.is_zero());
        Some(terms)
    }

    /// Returns the number of half turns of a symbol that has no random value.
    fn half_turns(&self, symbol: Expr) -> Option<Rational> {
        let (fixed, count) = self.right_angles?;
        (symbol == fixed).then(|| &Rational::from(count) / &2.into())
    }

    /// Returns the value of the constant pi.
    fn pi(&self) -> FieldElement {
        self.random(&[u64::MAX])
    }

    /// Returns a nonzero real element that depends only on the seed and the key.
    fn random(&self, key: &[u64]) -> FieldElement {
        let mut state = mix(self.seed ^ 0x6a09_e667_f3bc_c908);
        for &word in key {
            state = mix(state ^ word);
        }
        FieldElement::real(1 + state % (FieldElement::COUNT - 1))
    }
}

/// A term of an argument: the value of its monic part, its coefficient, and whether it is a
/// multiple of the constant pi.
struct Term {
    value: FieldElement,
    coefficient: Rational,
    is_pi: bool,
}

/// Splits a term into the words of a unit shared with its other multiples, and an integer count.
fn unit_and_count(term: &Term) -> (Vec<u64>, i64) {
    match (&term.coefficient * &ANGLE_PARTS.into()).to_i64() {
        Some(count) => (term.value.words().collect(), count),
        None => {
            let scale = FieldElement::of(&term.coefficient).unwrap_or_default();
            let words = (term.value * scale).words();
            (words.map(|word| word ^ 1 << 62).collect(), 1)
        }
    }
}

fn with_kind(kind: u64, unit: &[u64]) -> Vec<u64> {
    [&[kind], unit].concat()
}

/// The cosine and sine of an angle.
type Turn = (FieldElement, FieldElement);

/// Returns a point of the circle by its rational parametrisation, `(1 - t^2, 2 t) / (1 + t^2)`.
fn circle_point(t: FieldElement) -> Option<Turn> {
    let one = FieldElement::ONE;
    let square = t * t;
    let scale = (one + square).inverse()?;
    Some(((one - square) * scale, (t + t) * scale))
}

/// Returns an entry of the rotation `Id + 2 (W + W^2) / (1 + |w|^2)`, the Cayley map of a skew
/// matrix.
fn cayley_entry(w: [FieldElement; 3], row: usize, column: usize) -> Option<FieldElement> {
    let one = FieldElement::ONE;
    let square = w.iter().fold(FieldElement::ZERO, |sum, &x| sum + x * x);
    let scale = (one + one) * (one + square).inverse()?;
    let along = w[row] * w[column];
    let turned = match (3 + column - row) % 3 {
        0 => return Some(one + scale * (along - square)),
        1 => along - w[(column + 1) % 3],
        _ => along + w[(row + 1) % 3],
    };
    Some(scale * turned)
}

fn rotate((c, s): Turn, (d, t): Turn) -> Turn {
    (c * d - s * t, c * t + s * d)
}

fn rotation_power(point: Turn, count: i64) -> Turn {
    let mut base = if count < 0 {
        (point.0, -point.1)
    } else {
        point
    };
    let mut result = (FieldElement::ONE, FieldElement::ZERO);
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

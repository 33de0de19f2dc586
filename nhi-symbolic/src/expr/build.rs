//! Construction in canonical form: flat sums and products with like parts collected.

use super::function::{Function, Parity};
use super::graph::{Expr, Graph, MOST_BITS};
use super::node::{Node, NodeRef, content};
use super::rational::Rational;

/// The maximum width of a sum or product that is inlined in another one. Wider ones remain separate
/// nodes. Otherwise a chain of thousands of operations, or its derivative (chain rule), would
/// be copied at each link.
const MOST_INLINED: usize = 64;

/// The capacity for the operands of one operand: most sums and products are not longer.
const OF_ONE_INLINED: usize = 4;

/// The assumed size of a number of machine integers, in bits.
const MACHINE_BITS: u64 = 64;

/// The largest exponent of a power.
const MOST_EXPONENT: i32 = 4096;

impl Graph {
    /// Returns an exact number.
    pub fn number(&self, value: impl Into<Rational>) -> Expr {
        self.intern(NodeRef::Number(&value.into()))
    }

    /// Returns `numerator / denominator`; undefined for a zero denominator.
    pub fn fraction(&self, numerator: i64, denominator: i64) -> Expr {
        match Rational::fraction(numerator, denominator) {
            Some(value) => self.number(value),
            None => Self::UNDEFINED,
        }
    }

    /// Returns `a + b`.
    pub fn add(&self, a: Expr, b: Expr) -> Expr {
        self.linear(&[(a, Rational::ONE), (b, Rational::ONE)])
    }

    /// Returns `a - b`.
    pub fn sub(&self, a: Expr, b: Expr) -> Expr {
        self.linear(&[(a, Rational::ONE), (b, Rational::MINUS_ONE)])
    }

    /// Returns `-a`.
    pub fn neg(&self, a: Expr) -> Expr {
        self.linear(&[(a, Rational::MINUS_ONE)])
    }

    /// Returns the sum of all terms.
    pub fn sum(&self, terms: &[Expr]) -> Expr {
        let terms: Vec<_> = terms.iter().map(|&term| (term, Rational::ONE)).collect();
        self.linear(&terms)
    }

    /// Returns `a * b`.
    pub fn mul(&self, a: Expr, b: Expr) -> Expr {
        // Most entries of large matrices are zero.
        self.spend(1);
        if (a == Self::ZERO && b != Self::UNDEFINED) || (b == Self::ZERO && a != Self::UNDEFINED) {
            return Self::ZERO;
        }
        self.power_product(&Rational::ONE, &[(a, 1), (b, 1)])
    }

    /// Returns the product of all factors.
    pub fn product(&self, factors: &[Expr]) -> Expr {
        let factors: Vec<_> = factors.iter().map(|&factor| (factor, 1)).collect();
        self.power_product(&Rational::ONE, &factors)
    }

    /// Returns `a / b`; undefined if `b` is the number 0.
    pub fn div(&self, a: Expr, b: Expr) -> Expr {
        self.power_product(&Rational::ONE, &[(a, 1), (b, -1)])
    }

    /// Returns `a` to an integer power; `a^0` is 1.
    pub fn powi(&self, a: Expr, exponent: i32) -> Expr {
        self.power_product(&Rational::ONE, &[(a, exponent)])
    }

    /// Returns `coefficient * a`.
    pub fn scale(&self, coefficient: &Rational, a: Expr) -> Expr {
        self.linear(&[(a, coefficient.clone())])
    }

    /// Returns the inner product of two lists of equal length.
    pub fn dot(&self, a: &[Expr], b: &[Expr]) -> Expr {
        debug_assert_eq!(a.len(), b.len());
        let products = a.iter().zip(b).map(|(&x, &y)| self.mul(x, y));
        let products: Vec<_> = products.filter(|&product| product != Self::ZERO).collect();
        self.sum(&products)
    }

    /// Returns the sine.
    pub fn sin(&self, x: Expr) -> Expr {
        self.call(Function::Sin, &[x])
    }

    /// Returns the cosine.
    pub fn cos(&self, x: Expr) -> Expr {
        self.call(Function::Cos, &[x])
    }

    /// Returns the tangent, as `sin / cos`.
    pub fn tan(&self, x: Expr) -> Expr {
        let (s, c) = (self.sin(x), self.cos(x));
        self.div(s, c)
    }

    /// Returns the square root.
    pub fn sqrt(&self, x: Expr) -> Expr {
        self.call(Function::Sqrt, &[x])
    }

    /// Returns the sum of `coefficient * term`.
    pub fn linear(&self, summands: &[(Expr, Rational)]) -> Expr {
        let mut constant = Rational::ZERO;
        let mut terms = Vec::with_capacity(OF_ONE_INLINED * summands.len());
        for (term, scale) in summands {
            if *term == Self::UNDEFINED {
                return Self::UNDEFINED;
            }
            if scale.is_zero() {
                continue;
            }
            match &*self.node(*term) {
                Node::Number(value) => constant = &constant + &(value * scale),
                // A sum is flattened if its coefficients do not change except for their sign.
                Node::Sum {
                    constant: c,
                    terms: inner,
                } if scale.is_unit() && inner.len() <= MOST_INLINED => {
                    constant = &constant + &(c * scale);
                    terms.extend(inner.iter().map(|(e, k)| (*e, k * scale)));
                }
                Node::Product { coefficient, .. } if !coefficient.is_one() => {
                    let scale = coefficient * scale;
                    let monic = self.monic(*term);
                    terms.push((monic, scale));
                }
                _ => terms.push((*term, scale.clone())),
            }
        }
        self.collect_terms(&mut terms);
        self.sum_node(&constant, &terms)
    }

    fn collect_terms(&self, terms: &mut Vec<(Expr, Rational)>) {
        self.spend(terms.iter().map(|(_, k)| k.work()).sum());
        terms.sort_by(|(a, _), (b, _)| self.compare(*a, *b));
        terms.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 = &kept.1 + &next.1;
            }
            same
        });
        terms.retain(|(_, scale)| !scale.is_zero());
    }

    fn sum_node(&self, constant: &Rational, terms: &[(Expr, Rational)]) -> Expr {
        if terms.is_empty() {
            return self.intern(NodeRef::Number(constant));
        }
        if terms.len() > 1 || !constant.is_zero() {
            return self.intern(NodeRef::Sum { constant, terms });
        }
        let (term, scale) = &terms[0];
        self.power_product(scale, &[(*term, 1)])
    }

    /// Returns the product without its rational coefficient.
    fn monic(&self, product: Expr) -> Expr {
        match &*self.node(product) {
            Node::Product { factors, .. } => self.product_node(&Rational::ONE, factors),
            _ => product,
        }
    }

    /// Returns `coefficient * product of base^exponent`.
    pub fn power_product(&self, coefficient: &Rational, powers: &[(Expr, i32)]) -> Expr {
        let mut coefficient = coefficient.clone();
        let mut factors: Vec<(Expr, i32)> = Vec::with_capacity(OF_ONE_INLINED * powers.len());
        for &(base, exponent) in powers {
            if exponent == 0 {
                continue;
            }
            if base == Self::UNDEFINED {
                return Self::UNDEFINED;
            }
            let (number, rest) = self.split_coefficient(base);
            match self.number_power(&number, exponent) {
                Some(power) => coefficient = &coefficient * &power,
                None => return Self::UNDEFINED,
            }
            match &*self.node(rest) {
                Node::Number(_) => {}
                Node::Product { factors: inner, .. } if inner.len() <= MOST_INLINED => {
                    for &(base, inner_exponent) in inner {
                        match inner_exponent.checked_mul(exponent) {
                            Some(exponent) => factors.push((base, exponent)),
                            None => return self.exhaust(),
                        }
                    }
                }
                _ => factors.push((rest, exponent)),
            }
        }
        if coefficient.is_zero() {
            return Self::ZERO;
        }
        if !self.collect_factors(&mut factors) {
            return self.exhaust();
        }
        self.product_node(&coefficient, &factors)
    }

    /// Splits an expression into a number and a remaining factor. The number of a sum is its
    /// content, with its sign.
    fn split_coefficient(&self, expr: Expr) -> (Rational, Expr) {
        match &*self.node(expr) {
            Node::Number(value) => (value.clone(), Self::ONE),
            Node::Product { coefficient, .. } if !self.is_monic(expr) => {
                (coefficient.clone(), self.monic(expr))
            }
            Node::Sum { constant, terms } if !self.is_monic(expr) => {
                self.spend(terms.iter().map(|(_, k)| k.work()).sum());
                let content = content(constant, terms);
                let terms: Vec<_> = terms.iter().map(|(e, k)| (*e, k / &content)).collect();
                let primitive = self.intern(NodeRef::Sum {
                    constant: &(constant / &content),
                    terms: &terms,
                });
                (content, primitive)
            }
            _ => (Rational::ONE, expr),
        }
    }

    fn number_power(&self, number: &Rational, exponent: i32) -> Option<Rational> {
        if number.is_one() {
            return Some(Rational::ONE);
        }
        let size = number.bits().saturating_mul(exponent.unsigned_abs().into());
        let is_unit = number.is_minus_one() || number.is_zero();
        if !is_unit && size > MOST_BITS.max(MACHINE_BITS * u64::from(exponent.unsigned_abs())) {
            self.exhaust();
            return None;
        }
        let power = number.checked_powi(exponent)?;
        self.spend(power.work());
        Some(power)
    }

    /// Collects equal bases; returns `false` if an exponent grows too large.
    fn collect_factors(&self, factors: &mut Vec<(Expr, i32)>) -> bool {
        self.spend(factors.len() as u64);
        factors.sort_by(|(a, _), (b, _)| self.compare(*a, *b));
        let mut bounded = true;
        factors.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 = kept.1.saturating_add(next.1);
            }
            same
        });
        factors.retain(|(_, exponent)| {
            bounded &= exponent.abs() <= MOST_EXPONENT;
            *exponent != 0
        });
        bounded
    }

    fn product_node(&self, coefficient: &Rational, factors: &[(Expr, i32)]) -> Expr {
        match factors {
            [] => return self.intern(NodeRef::Number(coefficient)),
            [(base, 1)] if coefficient.is_one() => return *base,
            // The sign goes inside the sum, where it costs nothing.
            [(base, 1)] if coefficient.is_minus_one() => {
                if let Node::Sum { constant, terms } = &*self.node(*base) {
                    let terms: Vec<_> = terms.iter().map(|(e, k)| (*e, -k)).collect();
                    return self.intern(NodeRef::Sum {
                        constant: &-constant,
                        terms: &terms,
                    });
                }
            }
            _ => {}
        }
        self.intern(NodeRef::Product {
            coefficient,
            factors,
        })
    }

    /// Returns an elementary function of its arguments, or its exact value if that is known.
    ///
    /// # Panics
    /// Panics if the number of arguments is not the function's arity.
    pub fn call(&self, function: Function, arguments: &[Expr]) -> Expr {
        let row = function.row();
        assert_eq!(arguments.len(), row.arity, "{function:?}");
        if arguments.contains(&Self::UNDEFINED) {
            return Self::UNDEFINED;
        }
        if let Some(value) = (row.exact)(self, arguments) {
            return value;
        }
        let x = arguments[0];
        if row.parity == Parity::None || !self.leads_negative(x) {
            return self.call_node(function, arguments);
        }
        let minus = self.neg(x);
        let value = self.call_node(function, &[minus]);
        match row.parity {
            Parity::Odd => self.neg(value),
            Parity::Even | Parity::None => value,
        }
    }

    /// Returns the Stumpff function `c_k(x) = 1/k! - x/(k+2)! + x^2/(k+4)! - ...`, which is entire
    /// in `x`. With `w = sqrt(x)`, `c_1 = sin(w)/w`, `c_2 = (1 - cos w)/w^2`,
    /// `c_3 = (w - sin w)/w^3`.
    pub fn stumpff(&self, k: u32, x: Expr) -> Expr {
        let k = self.number(i64::from(k));
        self.call(Function::Stumpff, &[k, x])
    }

    fn call_node(&self, function: Function, arguments: &[Expr]) -> Expr {
        self.intern(NodeRef::Call(function, arguments))
    }

    /// Returns true if the first coefficient of the expression is negative.
    fn leads_negative(&self, expr: Expr) -> bool {
        match &*self.node(expr) {
            Node::Number(value) => value.is_negative(),
            Node::Product { coefficient, .. } => coefficient.is_negative(),
            Node::Sum { terms, .. } => terms[0].1.is_negative(),
            _ => false,
        }
    }
}

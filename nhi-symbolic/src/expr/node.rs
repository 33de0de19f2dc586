//! Nodes of an expression graph: operations on earlier nodes.

use super::function::Function;
use super::graph::Expr;
use super::rational::Rational;

/// A node: an operation on earlier nodes.
///
/// Sums and products are n-ary, flat (except for very wide operands) and in the canonical
/// structural order. Like terms and like factors are collected, so `a + b - a` is `b` without any
/// simplification pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A value that does not exist, such as `1 / 0`; it absorbs everything.
    Undefined,
    /// An exact number.
    Number(Rational),
    /// The ratio of a circle's circumference to its diameter.
    Pi,
    /// A symbol, by its index in the graph's symbol table.
    Symbol(u32),
    /// `constant + sum of coefficient * term`; no term is a number, a narrow sum with
    /// coefficient one, or a product whose own coefficient is not one. At least two summands.
    Sum {
        /// The rational summand.
        constant: Rational,
        /// The other summands with their coefficients, none of which is zero.
        terms: Box<[(Expr, Rational)]>,
    },
    /// `coefficient * product of base^exponent`; no base is a number or a narrow product, no
    /// exponent is zero, and a base that is a sum has coprime coefficients with a positive first
    /// one.
    Product {
        /// The rational factor, not zero.
        coefficient: Rational,
        /// The other factors with their integer exponents.
        factors: Box<[(Expr, i32)]>,
    },
    /// An elementary function of its arguments.
    Call(Function, Box<[Expr]>),
}

/// A [`Node`] with borrowed operands. Most requested nodes are already in the graph and are found
/// without an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum NodeRef<'a> {
    Undefined,
    Number(&'a Rational),
    Pi,
    Symbol(u32),
    Sum {
        constant: &'a Rational,
        terms: &'a [(Expr, Rational)],
    },
    Product {
        coefficient: &'a Rational,
        factors: &'a [(Expr, i32)],
    },
    Call(Function, &'a [Expr]),
}

impl NodeRef<'_> {
    /// Returns true if the node is not a number, a product with a coefficient, or a sum with a
    /// [`content`].
    pub(super) fn is_monic(self) -> bool {
        match self {
            Self::Number(_) => false,
            Self::Product { coefficient, .. } => coefficient.is_one(),
            Self::Sum { constant, terms } => content(constant, terms).is_one(),
            Self::Undefined | Self::Pi | Self::Symbol(_) | Self::Call(..) => true,
        }
    }

    pub(super) fn to_node(self) -> Node {
        match self {
            Self::Undefined => Node::Undefined,
            Self::Number(value) => Node::Number(value.clone()),
            Self::Pi => Node::Pi,
            Self::Symbol(number) => Node::Symbol(number),
            Self::Sum { constant, terms } => Node::Sum {
                constant: constant.clone(),
                terms: terms.into(),
            },
            Self::Product {
                coefficient,
                factors,
            } => Node::Product {
                coefficient: coefficient.clone(),
                factors: factors.into(),
            },
            Self::Call(function, arguments) => Node::Call(function, arguments.into()),
        }
    }
}

impl Node {
    /// Returns the node with its operands borrowed.
    pub(super) fn borrowed(&self) -> NodeRef<'_> {
        match self {
            Self::Undefined => NodeRef::Undefined,
            Self::Number(value) => NodeRef::Number(value),
            Self::Pi => NodeRef::Pi,
            Self::Symbol(number) => NodeRef::Symbol(*number),
            Self::Sum { constant, terms } => NodeRef::Sum { constant, terms },
            Self::Product {
                coefficient,
                factors,
            } => NodeRef::Product {
                coefficient,
                factors,
            },
            Self::Call(function, arguments) => NodeRef::Call(*function, arguments),
        }
    }

    /// Returns the number of operands.
    pub(super) fn width(&self) -> u64 {
        let mut count = 0;
        self.for_each_operand(|_| count += 1);
        count
    }

    /// Returns the work units needed to make the node.
    pub(super) fn work(&self) -> u64 {
        1 + self.width()
    }

    /// Returns the memory that the node needs in its graph, including its entries in the tables.
    pub(super) fn bytes(&self) -> u64 {
        const TABLES: u64 = 160;
        let numbers = match self {
            Self::Number(value) => value.bits() / 8,
            Self::Sum { terms, .. } => terms.iter().map(|(_, k)| k.bits() / 8).sum(),
            _ => 0,
        };
        TABLES + 32 * self.width() + numbers
    }

    /// Visits the operands in order.
    pub fn for_each_operand(&self, mut visit: impl FnMut(Expr)) {
        match self {
            Self::Undefined | Self::Number(_) | Self::Pi | Self::Symbol(_) => {}
            Self::Sum { terms, .. } => terms.iter().for_each(|(term, _)| visit(*term)),
            Self::Product { factors, .. } => factors.iter().for_each(|(base, _)| visit(*base)),
            Self::Call(_, arguments) => arguments.iter().for_each(|argument| visit(*argument)),
        }
    }
}

/// Returns the greatest common divisor of all coefficients, with the sign of the first term's.
pub(super) fn content(constant: &Rational, terms: &[(Expr, Rational)]) -> Rational {
    let mut divisor = constant.abs();
    for (_, k) in terms {
        if divisor.is_one() && k.is_integer() {
            continue;
        }
        divisor = divisor.gcd(k);
    }
    if terms[0].1.is_negative() {
        -&divisor
    } else {
        divisor
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::{Graph, Role};

    #[test]
    fn a_number_is_taken_out_of_what_is_not_monic() {
        let graph = Graph::new();
        let [a, b] = ["a", "b"].map(|name| graph.symbol(name, Role::Parameter));
        let sum = |k: i64, l: i64| graph.linear(&[(a, k.into()), (b, l.into())]);
        let monic = [a, graph.mul(a, b), sum(1, 1), sum(2, -3), graph.sin(a)];
        for expr in monic {
            assert!(graph.is_monic(expr), "{}", graph.display(expr));
        }
        let three = graph.number(3);
        for expr in [three, graph.mul(three, a), sum(2, -4), sum(-1, 1)] {
            assert!(!graph.is_monic(expr), "{}", graph.display(expr));
        }
        // `(2 a - 4 b) b` and `2 (a - 2 b) b` are one node.
        let outside = graph.product(&[graph.number(2), sum(1, -2), b]);
        assert_eq!(graph.mul(sum(2, -4), b), outside);
    }
}

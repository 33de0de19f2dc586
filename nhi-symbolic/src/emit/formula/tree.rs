//! Formulas as trees of bounded size, independent of the notation they are printed in.

use super::text::text;
use crate::expr::{Function, Rational};

/// A formula.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Formula {
    /// A name as in the model or a scheme, such as `theta_dot` or `q_next.x`.
    Name(String),
    /// A letter of the theory, such as `M`.
    Letter(&'static str),
    /// A nonnegative number.
    Number(Rational),
    /// The circle constant.
    Pi,
    /// Terms with their signs; `true` is minus.
    Sum(Vec<(bool, Formula)>),
    /// Factors.
    Product(Vec<Formula>),
    /// Numerator and denominator.
    Fraction(Box<Formula>, Box<Formula>),
    /// An integer power, with an exponent of at least two.
    Power(Box<Formula>, u32),
    /// A square root.
    Root(Box<Formula>),
    /// A function of its arguments.
    Call(Function, Vec<Formula>),
    /// Rows of a matrix; a vector is a matrix with one column.
    Matrix(Vec<Vec<Formula>>),
    /// A value that does not exist.
    Undefined,
    /// An expression with this many symbols and numbers, for which there is no room.
    Omitted(usize),
}

/// The binding strength of the outermost operation of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Binding {
    Sum,
    Product,
    Power,
    Atom,
}

impl Formula {
    /// Returns the binding strength of the outermost operation in a linear notation.
    pub(super) fn binding(&self) -> Binding {
        match self {
            Self::Sum(_) => Binding::Sum,
            Self::Product(_) | Self::Fraction(..) => Binding::Product,
            Self::Number(value) if !value.is_integer() => Binding::Product,
            Self::Power(..) => Binding::Power,
            _ => Binding::Atom,
        }
    }

    /// Returns the text in place of an expression for which there is no room.
    pub(super) fn omitted(leaves: usize) -> String {
        format!("... of {leaves} symbols and numbers, not shown; nhi dump shows it")
    }

    /// Returns the terms of a sum in lines, or `None` if the formula is not a sum or fits into one
    /// line. The width of a term is its number of characters as plain text.
    pub(crate) fn lines(&self) -> Option<Vec<&[(bool, Self)]>> {
        /// The maximum width of a line with several terms.
        const WIDTH: usize = 120;
        let Self::Sum(terms) = self else { return None };
        let (mut lines, mut begin, mut width) = (Vec::new(), 0, 0);
        for (place, (_, term)) in terms.iter().enumerate() {
            let more = text(term).chars().count() + 3;
            if place > begin && width + more > WIDTH {
                lines.push(&terms[begin..place]);
                (begin, width) = (place, 0);
            }
            width += more;
        }
        lines.push(&terms[begin..]);
        (lines.len() > 1).then_some(lines)
    }

    /// Returns a column.
    pub(crate) fn column(entries: Vec<Self>) -> Self {
        Self::Matrix(entries.into_iter().map(|entry| vec![entry]).collect())
    }
}

/// An equation `left = right`.
#[derive(Clone, Debug)]
pub(crate) struct Equation {
    /// The left-hand side.
    pub(crate) left: Formula,
    /// The right-hand side.
    pub(crate) right: Formula,
}

//! Constant parts of expressions: they must be finite numbers of the scalar type.

use proc_macro2::Span;

use crate::diag::{Code, Diagnostic};
use crate::expr::{Expr, Graph, Node, Rational};
use crate::model::ast::Op;
use crate::model::item::Scalar;

/// Largest exponent of a power, and largest size of an exact number in bits, that building one
/// operation may result in.
///
/// The product of two such numbers is still well within the limits of the graph. So the graph never
/// gives up before the error is reported at its operation.
const MAX_EXPONENT: u32 = 1024;
const MAX_BITS: u64 = 1 << 14;

/// Returns the value of an operation on constants, in double precision; `None` if an operand is not
/// constant.
///
/// `operand` returns the value of an operand.
pub(super) fn value(
    op: &Op,
    operand: impl Fn(crate::model::ast::NodeId) -> Option<f64>,
) -> Option<f64> {
    Some(match op {
        Op::Number(_) | Op::Name(_) | Op::MatrixEntry { .. } | Op::Mistake => return None,
        Op::Negate(a) => -operand(*a)?,
        Op::Add(a, b) => operand(*a)? + operand(*b)?,
        Op::Subtract(a, b) => operand(*a)? - operand(*b)?,
        Op::Multiply(a, b) => operand(*a)? * operand(*b)?,
        Op::Divide(a, b) => operand(*a)? / operand(*b)?,
        Op::PowerInteger(a, exponent) => operand(*a)?.powi(*exponent),
        Op::Tangent(a) => operand(*a)?.tan(),
        Op::Delay(..) | Op::Rate(_) => return None,
        Op::Unary(function, a) => (function.row().value)(&[operand(*a)?]),
        Op::Binary(function, a, b) => (function.row().value)(&[operand(*a)?, operand(*b)?]),
    })
}

/// Returns true if the power can be built within the bounds.
pub(super) fn power_is_bounded(graph: &Graph, base: Expr, exponent: i32) -> bool {
    let times = exponent.unsigned_abs();
    let fits = |number: &Rational| {
        number.is_zero()
            || number.is_unit()
            || number.bits().saturating_mul(times.into()) <= MAX_BITS
    };
    match &*graph.node(base) {
        Node::Number(value) => fits(value),
        Node::Product {
            coefficient,
            factors,
        } => {
            let largest = factors
                .iter()
                .map(|(_, power)| power.unsigned_abs())
                .max()
                .unwrap_or(1);
            fits(coefficient) && largest.saturating_mul(times) <= MAX_EXPONENT
        }
        Node::Sum { constant, terms } => {
            times <= MAX_EXPONENT && fits(constant) && terms.iter().all(|(_, factor)| fits(factor))
        }
        Node::Undefined | Node::Pi | Node::Symbol(_) | Node::Call(..) => times <= MAX_EXPONENT,
    }
}

/// Returns true if all numbers of a node are within the bounds and, if the scalar type is known,
/// within its range.
pub(in crate::model) fn numbers_fit(graph: &Graph, expr: Expr, scalar: &Scalar) -> bool {
    match &*graph.node(expr) {
        Node::Number(value) => fits(value, scalar),
        Node::Product {
            coefficient,
            factors,
        } => {
            fits(coefficient, scalar)
                && factors
                    .iter()
                    .all(|(_, power)| power.unsigned_abs() <= MAX_EXPONENT)
        }
        Node::Sum { constant, terms } => {
            fits(constant, scalar) && terms.iter().all(|(_, factor)| fits(factor, scalar))
        }
        Node::Undefined | Node::Pi | Node::Symbol(_) | Node::Call(..) => true,
    }
}

/// Returns true if a number is bounded and neither overflows nor vanishes in the scalar type. A
/// generic type counts as f64.
fn fits(value: &Rational, scalar: &Scalar) -> bool {
    if value.bits() <= 64 {
        return true;
    }
    let rounded = match scalar {
        Scalar::F32 => f64::from(value.to_f64() as f32),
        Scalar::F64 | Scalar::Generic(_) => value.to_f64(),
    };
    value.bits() <= MAX_BITS && rounded.is_finite() && rounded != 0.0
}

/// Returns the diagnostic for a constant without a value.
pub(super) fn not_finite(op: &Op, span: Span) -> Diagnostic {
    let found = match op {
        Op::Divide(..) => "division by zero",
        Op::PowerInteger(..) => "power without a finite value",
        _ => "constant outside the domain of the function",
    };
    Diagnostic::error(
        Code::NonFiniteConstant,
        span,
        found,
        "constants with a finite real value",
    )
}

/// Returns the diagnostic for a number that is too large or too small.
pub(super) fn out_of_range(span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::NumberOverflow,
        span,
        "a constant or an exponent out of range",
        format!("numbers within the range of the scalar type, exponents up to {MAX_EXPONENT}"),
    )
}

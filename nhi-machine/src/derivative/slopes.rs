//! The derivatives of single operations at their numbers.

use nhi_runtime::math;

use crate::code::Kind;

/// Returns the derivatives of the result `y` of an operation with respect to its operands `a` and
/// `b`. Those of an operation with one operand are with respect to `a`. At a kink they are those of
/// the op table: `abs` and `sign` have derivative zero there, and the first of two equal numbers
/// counts as the larger one.
///
/// The two results of [`Kind::SineCosine`] are not of this form.
pub(super) fn slopes(kind: Kind, y: f64, a: f64, b: f64) -> [f64; 2] {
    match kind {
        Kind::Add => [1.0, 1.0],
        Kind::Sub => [1.0, -1.0],
        Kind::Mul => [b, a],
        Kind::Div => [1.0 / b, -y / b],
        Kind::Atan2 => {
            let square = a * a + b * b;
            [b / square, -a / square]
        }
        Kind::Hypot => [a / y, b / y],
        Kind::Powf => [b * math::powf(a, b - 1.0), y * math::ln(a)],
        Kind::Min => in_order(math::step(a - b), false),
        Kind::Max => in_order(math::step(a - b), true),
        Kind::Stumpff => {
            let next = |more: u32| math::stumpff(a as u32 + more, b);
            [0.0, (a * next(2) - next(1)) / 2.0]
        }
        single => [slope(single, y, a), 0.0],
    }
}

/// Returns the derivatives of the larger or the smaller number; `first` is one if the first number
/// is the larger one.
fn in_order(first: f64, larger: bool) -> [f64; 2] {
    let both = [first, 1.0 - first];
    if larger { both } else { [both[1], both[0]] }
}

/// Returns the derivative of an operation with one operand.
fn slope(kind: Kind, y: f64, a: f64) -> f64 {
    match kind {
        Kind::Neg => -1.0,
        Kind::Sin => math::cos(a),
        Kind::Cos => -math::sin(a),
        Kind::Asin => 1.0 / math::sqrt((1.0 - a) * (1.0 + a)),
        Kind::Acos => -1.0 / math::sqrt((1.0 - a) * (1.0 + a)),
        Kind::Atan => 1.0 / (1.0 + a * a),
        Kind::Sinh => math::cosh(a),
        Kind::Cosh => math::sinh(a),
        Kind::Tanh => (1.0 - y) * (1.0 + y),
        Kind::Exp => y,
        Kind::Ln => 1.0 / a,
        Kind::Sqrt => 0.5 / y,
        Kind::Abs => math::sign(a),
        Kind::Sign | Kind::Step => 0.0,
        // All others, so that a new operation does not compile without its derivative.
        Kind::Add
        | Kind::Sub
        | Kind::Mul
        | Kind::Div
        | Kind::SineCosine
        | Kind::Atan2
        | Kind::Hypot
        | Kind::Powf
        | Kind::Min
        | Kind::Max
        | Kind::Stumpff
        | Kind::AddAdd
        | Kind::AddSub
        | Kind::AddMul
        | Kind::SubAdd
        | Kind::SubSub
        | Kind::SubMul
        | Kind::MulAdd
        | Kind::MulSub
        | Kind::MulMul => unreachable!("{kind:?} does not have one operand and one result"),
    }
}

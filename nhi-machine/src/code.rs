//! Instructions, and the loop that carries them out.

use nhi_runtime::math;
use nhi_symbolic::expr::Function;

/// The number of a slot.
pub(crate) type Slot = u32;

/// One operation on slots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Instruction {
    Add {
        to: Slot,
        a: Slot,
        b: Slot,
    },
    Sub {
        to: Slot,
        a: Slot,
        b: Slot,
    },
    Mul {
        to: Slot,
        a: Slot,
        b: Slot,
    },
    Div {
        to: Slot,
        a: Slot,
        b: Slot,
    },
    Neg {
        to: Slot,
        a: Slot,
    },
    SineCosine {
        sine: Slot,
        cosine: Slot,
        angle: Slot,
    },
    /// An elementary function of one argument.
    Unary {
        to: Slot,
        function: Function,
        a: Slot,
    },
    /// An elementary function of two arguments.
    Binary {
        to: Slot,
        function: Function,
        a: Slot,
        b: Slot,
    },
    /// The Stumpff function of a whole order.
    Stumpff {
        to: Slot,
        order: u32,
        a: Slot,
    },
}

/// Carries out instructions one after the other.
pub(crate) fn run(code: &[Instruction], slots: &mut [f64]) {
    for &instruction in code {
        match instruction {
            Instruction::Add { to, a, b } => binary(slots, to, a, b, |a, b| a + b),
            Instruction::Sub { to, a, b } => binary(slots, to, a, b, |a, b| a - b),
            Instruction::Mul { to, a, b } => binary(slots, to, a, b, |a, b| a * b),
            Instruction::Div { to, a, b } => binary(slots, to, a, b, |a, b| a / b),
            Instruction::Neg { to, a } => unary(slots, to, a, |a| -a),
            Instruction::SineCosine {
                sine,
                cosine,
                angle,
            } => pair(slots, sine, cosine, angle, math::sin_cos),
            Instruction::Unary { to, function, a } => unary(slots, to, a, elementary(function)),
            Instruction::Binary { to, function, a, b } => {
                binary(slots, to, a, b, elementary_of_two(function));
            }
            Instruction::Stumpff { to, order, a } => {
                unary(slots, to, a, |a| math::stumpff(order, a));
            }
        }
    }
}

// What a slot holds, one number, is known to the next three functions alone: were it a block of
// numbers, the loop over them would stand here and nowhere else.

#[inline]
fn unary(slots: &mut [f64], to: Slot, a: Slot, f: impl Fn(f64) -> f64) {
    slots[to as usize] = f(slots[a as usize]);
}

#[inline]
fn binary(slots: &mut [f64], to: Slot, a: Slot, b: Slot, f: impl Fn(f64, f64) -> f64) {
    slots[to as usize] = f(slots[a as usize], slots[b as usize]);
}

#[inline]
fn pair(slots: &mut [f64], to: Slot, also: Slot, a: Slot, f: impl Fn(f64) -> (f64, f64)) {
    let (first, second) = f(slots[a as usize]);
    slots[to as usize] = first;
    slots[also as usize] = second;
}

/// The function of the runtime that generated code calls.
fn elementary(function: Function) -> fn(f64) -> f64 {
    match function {
        Function::Sin => math::sin,
        Function::Cos => math::cos,
        Function::Asin => math::asin,
        Function::Acos => math::acos,
        Function::Atan => math::atan,
        Function::Sinh => math::sinh,
        Function::Cosh => math::cosh,
        Function::Tanh => math::tanh,
        Function::Exp => math::exp,
        Function::Ln => math::ln,
        Function::Sqrt => math::sqrt,
        Function::Atan2 | Function::Hypot | Function::Powf | Function::Stumpff => {
            unreachable!("{function:?} has two arguments")
        }
    }
}

/// As [`elementary`], for two arguments.
fn elementary_of_two(function: Function) -> fn(f64, f64) -> f64 {
    match function {
        Function::Atan2 => math::atan2,
        Function::Hypot => math::hypot,
        Function::Powf => math::powf,
        other => unreachable!("{other:?} is no function of two arguments"),
    }
}

//! Instructions, and the loop that carries them out.

use nhi_runtime::math;
use nhi_symbolic::expr::Function;

/// The number of a slot.
pub(crate) type Slot = u32;

/// One operation on slots, which are numbered by `I`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Instruction<I = Slot> {
    Add {
        to: I,
        a: I,
        b: I,
    },
    Sub {
        to: I,
        a: I,
        b: I,
    },
    Mul {
        to: I,
        a: I,
        b: I,
    },
    Div {
        to: I,
        a: I,
        b: I,
    },
    Neg {
        to: I,
        a: I,
    },
    SineCosine {
        sine: I,
        cosine: I,
        angle: I,
    },
    /// An elementary function of one argument.
    Unary {
        to: I,
        function: Function,
        a: I,
    },
    /// An elementary function of two arguments.
    Binary {
        to: I,
        function: Function,
        a: I,
        b: I,
    },
    /// The Stumpff function of a whole order.
    Stumpff {
        to: I,
        order: u32,
        a: I,
    },
}

/// Straight-line code. Where 16 bits number its slots, they are looked up without a test.
#[derive(Clone, Debug)]
pub(crate) enum Straight {
    Short(Vec<Instruction<u16>>),
    Long(Vec<Instruction>),
}

/// The number of slots that 16 bits tell apart; there are at least so many.
pub(crate) const LEAST_SLOTS: usize = 1 << 16;

impl Straight {
    pub(crate) fn new(code: Vec<Instruction>) -> Self {
        let short: Option<Vec<_>> = code.iter().map(Instruction::short).collect();
        short.map_or(Self::Long(code), Self::Short)
    }

    /// Carries out the instructions one after the other.
    pub(crate) fn run(&self, slots: &mut [f64]) {
        match self {
            Self::Short(code) => {
                let slots = slots.first_chunk_mut::<LEAST_SLOTS>();
                run(code, slots.expect("there are so many slots at least"));
            }
            Self::Long(code) => run(code, slots),
        }
    }
}

impl Instruction {
    /// The same instruction with numbers of 16 bits, where they are small enough.
    fn short(&self) -> Option<Instruction<u16>> {
        let short = |slot: Slot| u16::try_from(slot).ok();
        Some(match *self {
            Self::Add { to, a, b } => Instruction::Add {
                to: short(to)?,
                a: short(a)?,
                b: short(b)?,
            },
            Self::Sub { to, a, b } => Instruction::Sub {
                to: short(to)?,
                a: short(a)?,
                b: short(b)?,
            },
            Self::Mul { to, a, b } => Instruction::Mul {
                to: short(to)?,
                a: short(a)?,
                b: short(b)?,
            },
            Self::Div { to, a, b } => Instruction::Div {
                to: short(to)?,
                a: short(a)?,
                b: short(b)?,
            },
            Self::Neg { to, a } => Instruction::Neg {
                to: short(to)?,
                a: short(a)?,
            },
            Self::SineCosine {
                sine,
                cosine,
                angle,
            } => Instruction::SineCosine {
                sine: short(sine)?,
                cosine: short(cosine)?,
                angle: short(angle)?,
            },
            Self::Unary { to, function, a } => Instruction::Unary {
                to: short(to)?,
                function,
                a: short(a)?,
            },
            Self::Binary { to, function, a, b } => Instruction::Binary {
                to: short(to)?,
                function,
                a: short(a)?,
                b: short(b)?,
            },
            Self::Stumpff { to, order, a } => Instruction::Stumpff {
                to: short(to)?,
                order,
                a: short(a)?,
            },
        })
    }
}

/// Numbered slots. What a slot holds, one number, is known here alone: were it a block of numbers, the
/// loops over them would stand in [`unary`](Self::unary), [`binary`](Self::binary) and
/// [`pair`](Self::pair) and nowhere else.
trait Slots<I: Copy> {
    fn get(&self, slot: I) -> f64;
    fn set(&mut self, slot: I, number: f64);

    #[inline]
    fn unary(&mut self, to: I, a: I, f: impl Fn(f64) -> f64) {
        self.set(to, f(self.get(a)));
    }

    #[inline]
    fn binary(&mut self, to: I, a: I, b: I, f: impl Fn(f64, f64) -> f64) {
        self.set(to, f(self.get(a), self.get(b)));
    }

    #[inline]
    fn pair(&mut self, to: I, also: I, a: I, f: impl Fn(f64) -> (f64, f64)) {
        let (first, second) = f(self.get(a));
        self.set(to, first);
        self.set(also, second);
    }
}

impl Slots<Slot> for [f64] {
    #[inline]
    fn get(&self, slot: Slot) -> f64 {
        self[slot as usize]
    }

    #[inline]
    fn set(&mut self, slot: Slot, number: f64) {
        self[slot as usize] = number;
    }
}

impl Slots<u16> for [f64; LEAST_SLOTS] {
    #[inline]
    fn get(&self, slot: u16) -> f64 {
        self[usize::from(slot)]
    }

    #[inline]
    fn set(&mut self, slot: u16, number: f64) {
        self[usize::from(slot)] = number;
    }
}

/// Carries out instructions one after the other.
fn run<I: Copy, S: Slots<I> + ?Sized>(code: &[Instruction<I>], slots: &mut S) {
    for &instruction in code {
        match instruction {
            Instruction::Add { to, a, b } => slots.binary(to, a, b, |a, b| a + b),
            Instruction::Sub { to, a, b } => slots.binary(to, a, b, |a, b| a - b),
            Instruction::Mul { to, a, b } => slots.binary(to, a, b, |a, b| a * b),
            Instruction::Div { to, a, b } => slots.binary(to, a, b, |a, b| a / b),
            Instruction::Neg { to, a } => slots.unary(to, a, |a| -a),
            Instruction::SineCosine {
                sine,
                cosine,
                angle,
            } => slots.pair(sine, cosine, angle, math::sin_cos),
            Instruction::Unary { to, function, a } => slots.unary(to, a, elementary(function)),
            Instruction::Binary { to, function, a, b } => {
                slots.binary(to, a, b, elementary_of_two(function));
            }
            Instruction::Stumpff { to, order, a } => {
                slots.unary(to, a, |a| math::stumpff(order, a));
            }
        }
    }
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

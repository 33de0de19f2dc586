//! Instructions, and the loop that executes them.

use std::ops::{Add, Div, Mul, Sub};

use nhi_runtime::math;
use nhi_symbolic::Elementary;

/// The number of a slot.
pub(crate) type Slot = u32;

/// The number of slots that 16 bits can address; every workspace has at least this many.
pub(crate) const LEAST_SLOTS: usize = 1 << 16;

/// The operation of an instruction. Programs consist mostly of sums, differences and products, so
/// two successive ones of these form one instruction, with one dispatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Add,
    Sub,
    Mul,
    Div,
    Neg,
    /// Sine and cosine of one angle.
    SineCosine,
    Sin,
    Cos,
    Asin,
    Acos,
    Atan,
    Atan2,
    Sinh,
    Cosh,
    Tanh,
    Exp,
    Ln,
    Sqrt,
    Hypot,
    Powf,
    Abs,
    Sign,
    Step,
    Min,
    Max,
    /// The Stumpff function, whose order is a constant.
    Stumpff,
    AddAdd,
    AddSub,
    AddMul,
    SubAdd,
    SubSub,
    SubMul,
    MulAdd,
    MulSub,
    MulMul,
}

/// One operation on slots numbered by `I`, or two successive operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Instruction<I = Slot> {
    pub(crate) kind: Kind,
    /// The result and the operands; for [`Kind::SineCosine`], sine, cosine and angle. A single
    /// operand appears twice.
    pub(crate) slots: [I; 3],
    /// The slots of the second operation, or the same slots if there is none.
    pub(crate) second: [I; 3],
}

/// Straight-line code. If 16 bits can number its slots, they are accessed without a bounds check.
#[derive(Clone, Debug)]
pub(crate) enum Straight {
    Short(Vec<Instruction<u16>>),
    Long(Vec<Instruction>),
}

/// Converts the functions of the op table to the instructions of the same names.
macro_rules! elementary {
    ($($function:ident)*) => {
        impl From<Elementary> for Kind {
            fn from(function: Elementary) -> Self {
                match function {
                    $(Elementary::$function => Self::$function,)*
                }
            }
        }
    };
}

elementary! {
    Sin Cos Asin Acos Atan Atan2 Sinh Cosh Tanh Exp Ln Sqrt Hypot Powf Abs Sign Step Min Max Stumpff
}

impl Kind {
    /// The instructions of two operations.
    const PAIRS: [Self; 9] = [
        Self::AddAdd,
        Self::AddSub,
        Self::AddMul,
        Self::SubAdd,
        Self::SubSub,
        Self::SubMul,
        Self::MulAdd,
        Self::MulSub,
        Self::MulMul,
    ];

    /// Joins this operation and the next one; `None` if they have no common instruction.
    fn and(self, next: Self) -> Option<Self> {
        let mut pairs = Self::PAIRS.into_iter();
        pairs.find(|pair| pair.parts() == (self, Some(next)))
    }

    /// Returns the single operations that this one consists of.
    fn parts(self) -> (Self, Option<Self>) {
        match self {
            Self::AddAdd => (Self::Add, Some(Self::Add)),
            Self::AddSub => (Self::Add, Some(Self::Sub)),
            Self::AddMul => (Self::Add, Some(Self::Mul)),
            Self::SubAdd => (Self::Sub, Some(Self::Add)),
            Self::SubSub => (Self::Sub, Some(Self::Sub)),
            Self::SubMul => (Self::Sub, Some(Self::Mul)),
            Self::MulAdd => (Self::Mul, Some(Self::Add)),
            Self::MulSub => (Self::Mul, Some(Self::Sub)),
            Self::MulMul => (Self::Mul, Some(Self::Mul)),
            single => (single, None),
        }
    }
}

impl<I: Copy + Into<Slot>> Instruction<I> {
    /// Visits the single operations in their order.
    fn for_each_operation(&self, visit: &mut impl FnMut(Kind, [Slot; 3])) {
        let (first, second) = self.kind.parts();
        visit(first, self.slots.map(Into::into));
        if let Some(second) = second {
            visit(second, self.second.map(Into::into));
        }
    }
}

impl Instruction {
    /// Returns an instruction of one operation.
    pub(crate) fn new(kind: Kind, slots: [Slot; 3]) -> Self {
        Self {
            kind,
            slots,
            second: slots,
        }
    }

    /// Joins this operation and the next one; `None` if they have no common instruction.
    fn and(&self, next: &Self) -> Option<Self> {
        Some(Self {
            kind: self.kind.and(next.kind)?,
            slots: self.slots,
            second: next.slots,
        })
    }

    /// Returns the same instruction with 16-bit slot numbers, if they are small enough.
    fn short(&self) -> Option<Instruction<u16>> {
        let short = |slots: [Slot; 3]| {
            let [a, b, c] = slots.map(|slot| u16::try_from(slot).ok());
            Some([a?, b?, c?])
        };
        Some(Instruction {
            kind: self.kind,
            slots: short(self.slots)?,
            second: short(self.second)?,
        })
    }
}

impl Straight {
    /// Joins single operations in pairs, in their order.
    pub(crate) fn new(operations: &[Instruction]) -> Self {
        let mut code: Vec<Instruction> = Vec::new();
        for operation in operations {
            let pair = code.last().and_then(|last| last.and(operation));
            match (pair, code.last_mut()) {
                (Some(pair), Some(last)) => *last = pair,
                _ => code.push(*operation),
            }
        }
        let short: Option<Vec<_>> = code.iter().map(Instruction::short).collect();
        short.map_or(Self::Long(code), Self::Short)
    }

    /// Executes the instructions one after the other.
    pub(crate) fn run(&self, slots: &mut [f64]) {
        match self {
            Self::Short(code) => {
                let slots = slots.first_chunk_mut::<LEAST_SLOTS>();
                let slots = slots.expect("there are so many slots at least");
                run(code, &mut Single(slots));
            }
            Self::Long(code) => run(code, &mut Single(slots)),
        }
    }

    /// Visits the single operations in their order.
    pub(crate) fn for_each_operation(&self, mut visit: impl FnMut(Kind, [Slot; 3])) {
        match self {
            Self::Short(code) => code.iter().for_each(|x| x.for_each_operation(&mut visit)),
            Self::Long(code) => code.iter().for_each(|x| x.for_each_operation(&mut visit)),
        }
    }

    /// Executes the instructions on slots that do not hold single numbers.
    #[inline(always)]
    pub(crate) fn run_on(&self, slots: &mut (impl Slots<u16> + Slots<Slot>)) {
        match self {
            Self::Short(code) => run(code, slots),
            Self::Long(code) => run(code, slots),
        }
    }
}

/// Executes instructions one after the other. Elementary functions are those of the runtime, which
/// generated code also calls.
#[inline(always)]
fn run<I: Copy, S: Slots<I>>(code: &[Instruction<I>], slots: &mut S) {
    for Instruction {
        kind,
        slots: of,
        second,
    } in code
    {
        match kind {
            Kind::Add => slots.one::<Sum>(of),
            Kind::Sub => slots.one::<Difference>(of),
            Kind::Mul => slots.one::<Product>(of),
            Kind::Div => slots.one::<Quotient>(of),
            Kind::AddAdd => slots.two::<Sum, Sum>([of, second]),
            Kind::AddSub => slots.two::<Sum, Difference>([of, second]),
            Kind::AddMul => slots.two::<Sum, Product>([of, second]),
            Kind::SubAdd => slots.two::<Difference, Sum>([of, second]),
            Kind::SubSub => slots.two::<Difference, Difference>([of, second]),
            Kind::SubMul => slots.two::<Difference, Product>([of, second]),
            Kind::MulAdd => slots.two::<Product, Sum>([of, second]),
            Kind::MulSub => slots.two::<Product, Difference>([of, second]),
            Kind::MulMul => slots.two::<Product, Product>([of, second]),
            Kind::Neg => slots.unary(of, |a| -a),
            Kind::SineCosine => slots.sine_cosine(of),
            Kind::Sin => slots.sine(of),
            Kind::Cos => slots.cosine(of),
            Kind::Asin => slots.unary(of, math::asin),
            Kind::Acos => slots.unary(of, math::acos),
            Kind::Atan => slots.unary(of, math::atan),
            Kind::Atan2 => slots.binary(of, math::atan2),
            Kind::Sinh => slots.unary(of, math::sinh),
            Kind::Cosh => slots.unary(of, math::cosh),
            Kind::Tanh => slots.unary(of, math::tanh),
            Kind::Exp => slots.exp(of),
            Kind::Ln => slots.ln(of),
            Kind::Sqrt => slots.unary(of, math::sqrt),
            Kind::Hypot => slots.binary(of, math::hypot),
            Kind::Powf => slots.binary(of, math::powf),
            Kind::Abs => slots.unary(of, math::abs),
            Kind::Sign => slots.unary(of, math::sign),
            Kind::Step => slots.unary(of, math::step),
            Kind::Min => slots.binary(of, math::min),
            Kind::Max => slots.binary(of, math::max),
            Kind::Stumpff => slots.binary(of, |order, a| math::stumpff(order as u32, a)),
        }
    }
}

/// Numbered slots. Only this trait depends on what a slot holds.
pub(crate) trait Slots<I: Copy> {
    /// Applies a function to the second slot and writes the result to the first.
    fn unary(&mut self, of: &[I; 3], f: impl Fn(f64) -> f64);

    /// Applies a function to the last two slots and writes the result to the first.
    fn binary(&mut self, of: &[I; 3], f: impl Fn(f64, f64) -> f64);

    /// Applies a function to the last slot and writes the results to the others.
    fn pair(&mut self, of: &[I; 3], f: impl Fn(f64) -> (f64, f64));

    // Operations that several numbers at once can have in another way than one by one.

    /// Applies an operation to the last two slots and writes the result to the first.
    #[inline(always)]
    fn one<A: Arithmetic>(&mut self, of: &[I; 3]) {
        self.binary(of, A::of);
    }

    /// Executes two operations; the second may read the result of the first.
    #[inline(always)]
    fn two<A: Arithmetic, B: Arithmetic>(&mut self, [first, second]: [&[I; 3]; 2]) {
        self.one::<A>(first);
        self.one::<B>(second);
    }

    #[inline(always)]
    fn sine_cosine(&mut self, of: &[I; 3]) {
        self.pair(of, math::sin_cos);
    }

    #[inline(always)]
    fn sine(&mut self, of: &[I; 3]) {
        self.unary(of, math::sin);
    }

    #[inline(always)]
    fn cosine(&mut self, of: &[I; 3]) {
        self.unary(of, math::cos);
    }

    #[inline(always)]
    fn exp(&mut self, of: &[I; 3]) {
        self.unary(of, math::exp);
    }

    #[inline(always)]
    fn ln(&mut self, of: &[I; 3]) {
        self.unary(of, math::ln);
    }
}

/// An operation on numbers, or on several of them at once.
pub(crate) trait Arithmetic {
    /// Returns the result.
    fn of<T>(a: T, b: T) -> T
    where
        T: Add<Output = T> + Sub<Output = T> + Mul<Output = T> + Div<Output = T>;
}

macro_rules! arithmetic {
    ($($name:ident $operator:tt)*) => {$(
        struct $name;

        impl Arithmetic for $name {
            #[inline(always)]
            fn of<T>(a: T, b: T) -> T
            where
                T: Add<Output = T> + Sub<Output = T> + Mul<Output = T> + Div<Output = T>,
            {
                a $operator b
            }
        }
    )*};
}

arithmetic! { Sum + Difference - Product * Quotient / }

/// Slots that hold one number each.
trait Numbers<I: Copy> {
    fn get(&self, slot: I) -> f64;
    fn set(&mut self, slot: I, number: f64);
}

/// Slots that are computed with one number after the other.
struct Single<'s, S: ?Sized>(&'s mut S);

impl<I: Copy, S: Numbers<I> + ?Sized> Slots<I> for Single<'_, S> {
    #[inline(always)]
    fn unary(&mut self, [to, a, _]: &[I; 3], f: impl Fn(f64) -> f64) {
        self.0.set(*to, f(self.0.get(*a)));
    }

    #[inline(always)]
    fn binary(&mut self, [to, a, b]: &[I; 3], f: impl Fn(f64, f64) -> f64) {
        self.0.set(*to, f(self.0.get(*a), self.0.get(*b)));
    }

    #[inline(always)]
    fn pair(&mut self, [to, also, a]: &[I; 3], f: impl Fn(f64) -> (f64, f64)) {
        let (first, second) = f(self.0.get(*a));
        self.0.set(*to, first);
        self.0.set(*also, second);
    }
}

impl Numbers<Slot> for [f64] {
    #[inline]
    fn get(&self, slot: Slot) -> f64 {
        self[slot as usize]
    }

    #[inline]
    fn set(&mut self, slot: Slot, number: f64) {
        self[slot as usize] = number;
    }
}

impl Numbers<u16> for [f64; LEAST_SLOTS] {
    #[inline]
    fn get(&self, slot: u16) -> f64 {
        self[usize::from(slot)]
    }

    #[inline]
    fn set(&mut self, slot: u16, number: f64) {
        self[usize::from(slot)] = number;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the code for `(s_0 + s_1) * s_1` in the slots from `first` on.
    fn sum_and_product(first: Slot) -> Straight {
        let [a, b, sum, product] = [0, 1, 2, 3].map(|place| first + place);
        Straight::new(&[
            Instruction::new(Kind::Add, [sum, a, b]),
            Instruction::new(Kind::Mul, [product, sum, b]),
        ])
    }

    #[test]
    fn slots_beyond_16_bits_are_computed_with_like_others() {
        for first in [0, 70_000] {
            let code = sum_and_product(first);
            let is_short = matches!(code, Straight::Short(_));
            assert_eq!(is_short, first == 0);
            let first = first as usize;
            let mut slots = vec![0.0; LEAST_SLOTS + first];
            slots[first..first + 2].copy_from_slice(&[2.0, 3.0]);
            code.run(&mut slots);
            assert_eq!(slots[first + 3], 15.0);
        }
    }
}

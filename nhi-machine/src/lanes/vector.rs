//! Arithmetic on some lanes of blocks at once, with the widest vectors of the processor.
//!
//! Each lane has the bits of the same operations on single numbers: nothing is contracted.

use std::ops::{Add, BitAnd, BitOr, Div, Mul, Not, Sub};

use pulp::Simd;

use super::block::{Block, LANES};

/// One number for each of some successive lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vector<S: Simd> {
    simd: S,
    numbers: S::f64s,
}

/// One truth value for each of these lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mask<S: Simd> {
    simd: S,
    truths: S::m64s,
}

/// The places of the vectors that a block consists of.
pub(super) const fn places<S: Simd>() -> std::ops::Range<usize> {
    0..LANES / S::F64_LANES
}

impl<S: Simd> Vector<S> {
    #[inline(always)]
    pub(super) fn all(simd: S, number: f64) -> Self {
        let numbers = simd.splat_f64s(number);
        Self { simd, numbers }
    }

    #[inline(always)]
    pub(super) fn load(simd: S, block: &Block, place: usize) -> Self {
        let numbers = S::as_simd_f64s(&block.0).0[place];
        Self { simd, numbers }
    }

    #[inline(always)]
    pub(super) fn store(self, block: &mut Block, place: usize) {
        S::as_mut_simd_f64s(&mut block.0).0[place] = self.numbers;
    }

    #[inline(always)]
    pub(super) fn abs(self) -> Self {
        let numbers = self.simd.abs_f64s(self.numbers);
        Self { numbers, ..self }
    }

    #[inline(always)]
    pub(super) fn exceeds(self, other: Self) -> Mask<S> {
        let truths = self.simd.greater_than_f64s(self.numbers, other.numbers);
        self.mask(truths)
    }

    #[inline(always)]
    pub(super) fn equals(self, other: Self) -> Mask<S> {
        let truths = self.simd.equal_f64s(self.numbers, other.numbers);
        self.mask(truths)
    }

    #[inline(always)]
    pub(super) fn is_finite(self) -> Mask<S> {
        Self::all(self.simd, f64::INFINITY).exceeds(self.abs())
    }

    /// Returns the larger number in each lane, that of `self` if the other one is NaN.
    #[inline(always)]
    pub(super) fn larger(self, other: Self) -> Self {
        other.exceeds(self).choose(other, self)
    }

    /// Returns the smallest of the numbers, none of which is NaN.
    #[inline(always)]
    pub(super) fn smallest(self) -> f64 {
        self.simd.reduce_min_f64s(self.numbers)
    }

    #[inline(always)]
    fn mask(self, truths: S::m64s) -> Mask<S> {
        let simd = self.simd;
        Mask { simd, truths }
    }
}

impl<S: Simd> Mask<S> {
    /// Returns numbers of `yes` in the lanes that are true, and of `no` in the others.
    #[inline(always)]
    pub(super) fn choose(self, yes: Vector<S>, no: Vector<S>) -> Vector<S> {
        let numbers = self.simd.select_f64s(self.truths, yes.numbers, no.numbers);
        Vector { numbers, ..yes }
    }

    /// Exchanges numbers in the lanes that are true.
    #[inline(always)]
    pub(super) fn exchange(self, a: Vector<S>, b: Vector<S>) -> (Vector<S>, Vector<S>) {
        (self.choose(b, a), self.choose(a, b))
    }
}

macro_rules! arithmetic {
    ($($operation:ident $method:ident $vectors:ident),*) => {$(
        impl<S: Simd> $operation for Vector<S> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let numbers = self.simd.$vectors(self.numbers, other.numbers);
                Self { numbers, ..self }
            }
        }
    )*};
}

arithmetic!(Add add add_f64s, Sub sub sub_f64s, Mul mul mul_f64s, Div div div_f64s);

impl<S: Simd> BitAnd for Mask<S> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        let truths = self.simd.and_m64s(self.truths, other.truths);
        Self { truths, ..self }
    }
}

impl<S: Simd> BitOr for Mask<S> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        let truths = self.simd.or_m64s(self.truths, other.truths);
        Self { truths, ..self }
    }
}

impl<S: Simd> Not for Mask<S> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        let truths = self.simd.not_m64s(self.truths);
        Self { truths, ..self }
    }
}

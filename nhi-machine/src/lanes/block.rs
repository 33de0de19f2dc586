//! Slots that hold one number for each lane.

use std::array;
use std::ops::{Deref, DerefMut};

use nhi_runtime::math;
use pulp::{Arch, Simd, WithSimd};

use super::LaneMath;
use super::sine::{LARGEST_ANGLE, sine_cosine};
use super::vector::{Vector, places};
use crate::code::{Slots, Straight};

/// The number of lanes of a block: as many as pay for the dispatch of an instruction while the
/// slots of a program stay in the cache.
pub const LANES: usize = 32;

/// One number for each lane. Aligned, so that no vector of it lies in two lines of the cache.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub struct Block(pub [f64; LANES]);

impl Block {
    /// The same number in all lanes.
    #[must_use]
    pub const fn all(number: f64) -> Self {
        Self([number; LANES])
    }

    /// Returns the number of each lane.
    #[must_use]
    pub fn from_fn(number: impl FnMut(usize) -> f64) -> Self {
        Self(array::from_fn(number))
    }
}

impl Deref for Block {
    type Target = [f64; LANES];

    #[inline(always)]
    fn deref(&self) -> &[f64; LANES] {
        &self.0
    }
}

impl DerefMut for Block {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [f64; LANES] {
        &mut self.0
    }
}

/// The number of lanes that are read before any of them is written.
const GROUP: usize = 8;

/// Executes instructions on blocks with the widest vectors of the processor. Each lane has the bits
/// that its numbers have alone: vectors round like single numbers, and nothing is contracted.
pub(super) fn run(code: &Straight, slots: &mut [Block], math: LaneMath) {
    Arch::new().dispatch(Run { code, slots, math });
}

/// The arguments of [`run`], for vectors of any width. Not a closure, because its call would not be
/// inlined.
struct Run<'r> {
    code: &'r Straight,
    slots: &'r mut [Block],
    math: LaneMath,
}

impl WithSimd for Run<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let slots = self.slots;
        match self.math {
            LaneMath::Exact => self.code.run_on(&mut Exact(slots)),
            LaneMath::Fast => self.code.run_on(&mut Fast { slots, simd }),
        }
    }
}

/// Blocks with the elementary functions of the runtime.
struct Exact<'b>(&'b mut [Block]);

/// Blocks with vectorised elementary functions, where these are accurate.
struct Fast<'b, S> {
    slots: &'b mut [Block],
    simd: S,
}

// Loops over indices are what every compiler inlines into code for wide vectors and keeps in
// registers.
#[allow(clippy::needless_range_loop)]
impl<I: Copy + Into<u32>> Slots<I> for Exact<'_> {
    #[inline(always)]
    fn unary(&mut self, &[to, a, _]: &[I; 3], f: impl Fn(f64) -> f64) {
        let [to, a] = [to, a].map(index);
        for group in 0..LANES / GROUP {
            let mut results = [0.0; GROUP];
            for lane in 0..GROUP {
                results[lane] = f(self.0[a].0[GROUP * group + lane]);
            }
            for lane in 0..GROUP {
                self.0[to].0[GROUP * group + lane] = results[lane];
            }
        }
    }

    #[inline(always)]
    fn binary(&mut self, &[to, a, b]: &[I; 3], f: impl Fn(f64, f64) -> f64) {
        let [to, a, b] = [to, a, b].map(index);
        for group in 0..LANES / GROUP {
            let mut results = [0.0; GROUP];
            for lane in 0..GROUP {
                let place = GROUP * group + lane;
                results[lane] = f(self.0[a].0[place], self.0[b].0[place]);
            }
            for lane in 0..GROUP {
                self.0[to].0[GROUP * group + lane] = results[lane];
            }
        }
    }

    #[inline(always)]
    fn pair(&mut self, &[to, also, a]: &[I; 3], f: impl Fn(f64) -> (f64, f64)) {
        let [to, also, a] = [to, also, a].map(index);
        for lane in 0..LANES {
            (self.0[to][lane], self.0[also][lane]) = f(self.0[a][lane]);
        }
    }
}

impl<I: Copy + Into<u32>, S: Simd> Slots<I> for Fast<'_, S> {
    #[inline(always)]
    fn unary(&mut self, of: &[I; 3], f: impl Fn(f64) -> f64) {
        Exact(self.slots).unary(of, f);
    }

    #[inline(always)]
    fn binary(&mut self, of: &[I; 3], f: impl Fn(f64, f64) -> f64) {
        Exact(self.slots).binary(of, f);
    }

    #[inline(always)]
    fn pair(&mut self, of: &[I; 3], f: impl Fn(f64) -> (f64, f64)) {
        Exact(self.slots).pair(of, f);
    }

    #[inline(always)]
    fn sine_cosine(&mut self, of @ &[to, also, a]: &[I; 3]) {
        if are_small(&self.slots[index(a)]) {
            for place in places::<S>() {
                let angle = Vector::load(self.simd, &self.slots[index(a)], place);
                let (sine, cosine) = sine_cosine(self.simd, angle);
                sine.store(&mut self.slots[index(to)], place);
                cosine.store(&mut self.slots[index(also)], place);
            }
        } else {
            self.pair(of, math::sin_cos);
        }
    }

    #[inline(always)]
    fn sine(&mut self, of @ &[to, a, _]: &[I; 3]) {
        if are_small(&self.slots[index(a)]) {
            for place in places::<S>() {
                let angle = Vector::load(self.simd, &self.slots[index(a)], place);
                let (sine, _) = sine_cosine(self.simd, angle);
                sine.store(&mut self.slots[index(to)], place);
            }
        } else {
            self.unary(of, math::sin);
        }
    }

    #[inline(always)]
    fn cosine(&mut self, of @ &[to, a, _]: &[I; 3]) {
        if are_small(&self.slots[index(a)]) {
            for place in places::<S>() {
                let angle = Vector::load(self.simd, &self.slots[index(a)], place);
                let (_, cosine) = sine_cosine(self.simd, angle);
                cosine.store(&mut self.slots[index(to)], place);
            }
        } else {
            self.unary(of, math::cos);
        }
    }
}

/// Returns true if vectorised functions are accurate at all angles.
#[inline(always)]
fn are_small(angles: &Block) -> bool {
    let outside = |angle: &f64| u32::from(angle.is_nan() || angle.abs() > LARGEST_ANGLE);
    angles.iter().map(outside).sum::<u32>() == 0
}

fn index(slot: impl Into<u32>) -> usize {
    slot.into() as usize
}

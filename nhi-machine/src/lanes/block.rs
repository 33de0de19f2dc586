//! Slots that hold one number for each lane.

use std::array;
use std::ops::{Deref, DerefMut};

use nhi_runtime::math;
use pulp::{Arch, Simd, WithSimd};

use super::LaneMath;
use super::sine::{LARGEST_ANGLE, sine_cosine};
use super::vector::{Vector, places};
use crate::code::{Arithmetic, Slots, Straight};

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
/// A result that only the next operation reads, because it is not `kept`, may have no slot.
pub(super) fn run(code: &Straight, slots: &mut [Block], kept: &[bool], math: LaneMath) {
    Arch::new().dispatch(Run {
        code,
        slots,
        kept,
        math,
    });
}

/// The arguments of [`run`], for vectors of any width. Not a closure, because its call would not be
/// inlined.
struct Run<'r> {
    code: &'r Straight,
    slots: &'r mut [Block],
    kept: &'r [bool],
    math: LaneMath,
}

impl WithSimd for Run<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self {
            code,
            slots,
            kept,
            math,
        } = self;
        code.run_on(&mut OnVectors {
            slots,
            kept,
            math,
            simd,
        });
    }
}

/// Blocks that are computed with several lanes at once, as far as they have a vector operation.
struct OnVectors<'b, S> {
    slots: &'b mut [Block],
    kept: &'b [bool],
    math: LaneMath,
    simd: S,
}

impl<S: Simd> OnVectors<'_, S> {
    #[inline(always)]
    fn load(&self, slot: usize, place: usize) -> Vector<S> {
        Vector::load(self.simd, &self.slots[slot], place)
    }

    /// Performs an operation on two slots and the `next` one on its result, which waits less in a
    /// register than in a slot, and a third slot.
    #[inline(always)]
    fn chain<A: Arithmetic>(
        &mut self,
        [a, b, c]: [usize; 3],
        [between, to]: [usize; 2],
        next: impl Fn(Vector<S>, Vector<S>) -> Vector<S>,
    ) {
        if self.kept[between] {
            for place in places::<S>() {
                let result = A::of(self.load(a, place), self.load(b, place));
                let last = next(result, self.load(c, place));
                result.store(&mut self.slots[between], place);
                last.store(&mut self.slots[to], place);
            }
        } else {
            for place in places::<S>() {
                let result = A::of(self.load(a, place), self.load(b, place));
                next(result, self.load(c, place)).store(&mut self.slots[to], place);
            }
        }
    }

    /// Writes vectorised sines and cosines of angles, as far as they have slots. Those of lanes
    /// whose angles are too large are computed one by one, so that neighbours do not matter.
    #[inline(always)]
    fn fast_sines(&mut self, angles: usize, results: [Option<usize>; 2]) {
        let are_small = are_small(&self.slots[angles]);
        for place in places::<S>().step_by(2) {
            let places = [place, place + 1];
            let found = sine_cosine(self.simd, places.map(|place| self.load(angles, place)));
            for (place, values) in places.into_iter().zip(found) {
                for (slot, value) in results.into_iter().zip(values) {
                    if let Some(slot) = slot {
                        value.store(&mut self.slots[slot], place);
                    }
                }
            }
        }
        if !are_small {
            exact_sines_of_large_angles(self.slots, angles, results);
        }
    }
}

/// Writes the sines and cosines of the lanes whose angles are too large to be computed at once.
#[cold]
#[inline(never)]
fn exact_sines_of_large_angles(slots: &mut [Block], angles: usize, results: [Option<usize>; 2]) {
    let angles = slots[angles];
    for (lane, &angle) in angles.iter().enumerate() {
        if is_small(angle) {
            continue;
        }
        let (sine, cosine) = math::sin_cos(angle);
        for (slot, value) in results.into_iter().zip([sine, cosine]) {
            if let Some(slot) = slot {
                slots[slot][lane] = value;
            }
        }
    }
}

// Loops over indices are what every compiler inlines into code for wide vectors and keeps in
// registers.
#[allow(clippy::needless_range_loop)]
impl<I: Copy + Into<u32>, S: Simd> Slots<I> for OnVectors<'_, S> {
    #[inline(always)]
    fn one<A: Arithmetic>(&mut self, of: &[I; 3]) {
        let [to, a, b] = of.map(index);
        for place in places::<S>() {
            let result = A::of(self.load(a, place), self.load(b, place));
            result.store(&mut self.slots[to], place);
        }
    }

    #[inline(always)]
    fn two<A: Arithmetic, B: Arithmetic>(&mut self, [first, second]: [&[I; 3]; 2]) {
        let [between, a, b] = first.map(index);
        let [to, c, d] = second.map(index);
        if c == between && d != between {
            self.chain::<A>([a, b, d], [between, to], |result, d| B::of(result, d));
        } else if d == between && c != between {
            self.chain::<A>([a, b, c], [between, to], |result, c| B::of(c, result));
        } else {
            self.one::<A>(first);
            self.one::<B>(second);
        }
    }

    #[inline(always)]
    fn unary(&mut self, of: &[I; 3], f: impl Fn(f64) -> f64) {
        let [to, a, _] = of.map(index);
        for group in 0..LANES / GROUP {
            let mut results = [0.0; GROUP];
            for lane in 0..GROUP {
                results[lane] = f(self.slots[a].0[GROUP * group + lane]);
            }
            for lane in 0..GROUP {
                self.slots[to].0[GROUP * group + lane] = results[lane];
            }
        }
    }

    #[inline(always)]
    fn binary(&mut self, of: &[I; 3], f: impl Fn(f64, f64) -> f64) {
        let [to, a, b] = of.map(index);
        for group in 0..LANES / GROUP {
            let mut results = [0.0; GROUP];
            for lane in 0..GROUP {
                let place = GROUP * group + lane;
                results[lane] = f(self.slots[a].0[place], self.slots[b].0[place]);
            }
            for lane in 0..GROUP {
                self.slots[to].0[GROUP * group + lane] = results[lane];
            }
        }
    }

    #[inline(always)]
    fn pair(&mut self, of: &[I; 3], f: impl Fn(f64) -> (f64, f64)) {
        let [to, also, a] = of.map(index);
        for lane in 0..LANES {
            (self.slots[to][lane], self.slots[also][lane]) = f(self.slots[a][lane]);
        }
    }

    #[inline(always)]
    fn sine_cosine(&mut self, of: &[I; 3]) {
        let [to, also, a] = of.map(index);
        match self.math {
            LaneMath::Fast => self.fast_sines(a, [Some(to), Some(also)]),
            LaneMath::Exact => self.pair(of, math::sin_cos),
        }
    }

    #[inline(always)]
    fn sine(&mut self, of: &[I; 3]) {
        let [to, a, _] = of.map(index);
        match self.math {
            LaneMath::Fast => self.fast_sines(a, [Some(to), None]),
            LaneMath::Exact => self.unary(of, math::sin),
        }
    }

    #[inline(always)]
    fn cosine(&mut self, of: &[I; 3]) {
        let [to, a, _] = of.map(index);
        match self.math {
            LaneMath::Fast => self.fast_sines(a, [None, Some(to)]),
            LaneMath::Exact => self.unary(of, math::cos),
        }
    }
}

/// Returns true if vectorised functions are accurate at all angles.
#[inline(always)]
fn are_small(angles: &Block) -> bool {
    let outside = |&angle: &f64| u32::from(!is_small(angle));
    angles.iter().map(outside).sum::<u32>() == 0
}

/// Returns true if vectorised functions are accurate at an angle.
#[inline(always)]
fn is_small(angle: f64) -> bool {
    angle.abs() <= LARGEST_ANGLE
}

fn index(slot: impl Into<u32>) -> usize {
    slot.into() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::{Instruction, Kind, LEAST_SLOTS};

    /// Returns the slots after code with vectors of each width that the processor has, if all
    /// results are kept.
    fn with_all_widths(code: &Straight, slots: &[Block], math: LaneMath) -> Vec<Vec<Block>> {
        keeping(&vec![true; slots.len()], code, slots, math)
    }

    /// Returns the slots after code with vectors of each width that the processor has.
    fn keeping(kept: &[bool], code: &Straight, slots: &[Block], math: LaneMath) -> Vec<Vec<Block>> {
        let mut found = Vec::new();
        let mut after = |run: &dyn Fn(Run<'_>)| {
            let mut slots = slots.to_vec();
            run(Run {
                code,
                slots: &mut slots,
                kept,
                math,
            });
            found.push(slots);
        };
        after(&|run| pulp::Scalar::new().vectorize(run));
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(simd) = pulp::x86::V3::try_new() {
                after(&|run| Simd::vectorize(simd, run));
            }
            if let Some(simd) = pulp::x86::V4::try_new() {
                after(&|run| Simd::vectorize(simd, run));
            }
        }
        found
    }

    #[test]
    fn each_lane_has_the_bits_of_its_numbers_alone() {
        let numbers = |seed: f64| Block::from_fn(|lane| (seed * (lane as f64 + 0.7)).sin() * 3.0);
        let slots: Vec<_> = (0..9)
            .map(|place| numbers(1.3 + f64::from(place)))
            .collect();
        let pairs = [Kind::Add, Kind::Sub, Kind::Mul];
        for (first, second) in pairs.into_iter().flat_map(|x| pairs.map(|y| (x, y))) {
            // The second operation reads the first result as its first, its second, both or neither
            // operand.
            for operands in [[4, 2], [2, 4], [4, 4], [2, 3]] {
                let [a, b] = operands;
                let code = Straight::new(&[
                    Instruction::new(first, [4, 0, 1]),
                    Instruction::new(second, [5, a, b]),
                    Instruction::new(Kind::Div, [6, 5, 4]),
                    Instruction::new(Kind::SineCosine, [7, 8, 6]),
                ]);
                for found in with_all_widths(&code, &slots, LaneMath::Exact) {
                    for lane in 0..LANES {
                        let mut alone = vec![0.0; LEAST_SLOTS];
                        for (number, block) in alone.iter_mut().zip(&slots) {
                            *number = block[lane];
                        }
                        code.run(&mut alone);
                        let found = found.iter().map(|block| block[lane].to_bits());
                        assert!(
                            alone
                                .iter()
                                .map(|number| number.to_bits())
                                .zip(found)
                                .all(|(a, b)| a == b)
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_result_that_only_the_next_operation_reads_needs_no_slot() {
        let slots = [2.0, 3.0, 5.0, f64::NAN, f64::NAN].map(Block::all);
        for (operands, last) in [([3, 2], 1.0), ([2, 3], -1.0)] {
            let code = Straight::new(&[
                Instruction::new(Kind::Mul, [3, 0, 1]),
                Instruction::new(Kind::Sub, [4, operands[0], operands[1]]),
            ]);
            for (is_kept, product) in [(true, 6.0), (false, f64::NAN)] {
                let kept = [true, true, true, is_kept, true];
                for found in keeping(&kept, &code, &slots, LaneMath::Exact) {
                    assert_eq!(found[4], Block::all(last));
                    assert_eq!(found[3][0].to_bits(), product.to_bits());
                }
            }
        }
    }

    #[test]
    fn fast_sines_do_not_depend_on_neighbours() {
        let code = Straight::new(&[Instruction::new(Kind::SineCosine, [1, 2, 0])]);
        let sines = |neighbour: f64| {
            let angles = |lane| {
                if lane == 7 {
                    neighbour
                } else {
                    0.3 * lane as f64
                }
            };
            let slots = vec![Block::from_fn(angles); 3];
            with_all_widths(&code, &slots, LaneMath::Fast)
        };
        let usual = sines(1.0);
        for neighbour in [1000.0, f64::NAN, f64::INFINITY] {
            for (found, usual) in sines(neighbour).iter().zip(&usual) {
                for lane in (0..LANES).filter(|&lane| lane != 7) {
                    assert_eq!(found[1][lane].to_bits(), usual[1][lane].to_bits());
                    assert_eq!(found[2][lane].to_bits(), usual[2][lane].to_bits());
                }
                assert_eq!(found[1][7].to_bits(), math::sin(neighbour).to_bits());
            }
        }
    }

    #[test]
    fn fast_sines_have_the_same_bits_with_vectors_of_any_width() {
        let slots = vec![Block::from_fn(|lane| 6.3 * lane as f64 - 99.0); 6];
        let code = Straight::new(&[
            Instruction::new(Kind::SineCosine, [1, 2, 0]),
            Instruction::new(Kind::Sin, [3, 0, 0]),
            Instruction::new(Kind::Cos, [4, 0, 0]),
        ]);
        let found = with_all_widths(&code, &slots, LaneMath::Fast);
        for other in &found {
            assert_eq!(other, &found[0]);
            assert_eq!([&other[3], &other[4]], [&other[1], &other[2]]);
        }
    }
}

//! Newton's method for few unknowns in all lanes at once.
//!
//! Increments and stopping criteria are those of `nhi_runtime`'s `newton_scaled`, and so are the
//! bits of each lane. The runtime itself decides what is rare: stagnation, singular Jacobians, and
//! numbers that are not finite.

#![allow(
    clippy::needless_range_loop,
    reason = "indices as in formulas, and loops that are compiled for wide vectors"
)]

use std::array;

use nhi_runtime::plumbing::{SharedIteration, pivot_tolerance};
use nhi_runtime::{NewtonFailure, NewtonReport, NewtonSettings};
use pulp::{Arch, Simd, WithSimd};

use super::block::{Block, LANES};
use super::vector::{Mask, Vector, places};
use super::work::Outcome;
use crate::code::Slot;

/// How equations ended in a lane.
pub(super) type Solved = Result<NewtonReport<f64>, NewtonFailure<f64>>;

/// Places of the equations of an iteration: residuals, and the Jacobian row by row.
pub(super) struct Places<'e, const N: usize> {
    pub(super) residuals: &'e [Slot; N],
    pub(super) jacobian: &'e [[Slot; N]; N],
}

/// The results of an iteration in a lane, as numbers, so that vectors can choose among them.
mod verdict {
    /// The iteration goes on.
    pub(super) const GOES_ON: f64 = 0.0;
    /// A stopping criterion is fulfilled, the solution is finite and the Jacobian is regular.
    pub(super) const SOLVED: f64 = 1.0;
    /// A stopping criterion is fulfilled.
    pub(super) const ENDS: f64 = 2.0;
    /// There is no increment.
    pub(super) const UNSOLVED: f64 = 3.0;
}

/// The iterations of systems with `N` unknowns, one in each lane.
pub(super) struct NewtonInLanes<const N: usize> {
    /// The iterates, and after success the solutions.
    pub(super) x: [Block; N],
    /// The known sizes of the unknowns other than their values, not negative.
    pub(super) scale: [Block; N],
    /// The sizes of the unknowns.
    size: [Block; N],
    /// The largest residuals or sizes of terms of the equations so far.
    equation_size: [Block; N],
    increment: [Block; N],
    /// The last increments relative to the unknowns; zero before the first.
    relative: Block,
    /// Their ratios to the previous ones, at most one.
    rate: Block,
    /// The results of the last iteration.
    verdict: Block,
    /// The largest absolute components of the last increments and residuals.
    largest: [Block; 2],
    count: u32,
}

impl<const N: usize> NewtonInLanes<N> {
    pub(super) fn new(x: [Block; N], scale: [Block; N]) -> Self {
        let zeros = Block::all(0.0);
        Self {
            x,
            scale,
            size: [zeros; N],
            equation_size: [zeros; N],
            increment: [zeros; N],
            relative: zeros,
            rate: zeros,
            verdict: zeros,
            largest: [zeros; 2],
            count: 0,
        }
    }

    /// Performs an iteration in the lanes that go on. Those in which it was the last one go on no
    /// longer. `background` returns the values that the unknowns of a lane are added to.
    pub(super) fn advance(
        &mut self,
        slots: &[Block],
        places: &Places<N>,
        goes_on: &mut [bool; LANES],
        settings: &NewtonSettings<f64>,
        background: impl Fn(usize) -> [f64; N],
        outcome: &mut Outcome,
    ) {
        self.count += 1;
        Arch::new().dispatch(Iteration {
            newton: self,
            slots,
            places,
            goes_on: &Block::from_fn(|lane| f64::from(u8::from(goes_on[lane]))),
            tolerance: settings.relative_tolerance,
        });
        let mut solved = [false; LANES];
        for (lane, solved) in solved.iter_mut().enumerate() {
            *solved = goes_on[lane] & (self.verdict[lane] == verdict::SOLVED);
            goes_on[lane] &= !*solved;
        }
        let [increment, residual] = &self.largest;
        outcome
            .reports
            .add_where(&solved, self.count, increment, residual);
        let is_last = self.count >= settings.max_iterations;
        for lane in 0..LANES {
            let is_clear = self.verdict[lane] == verdict::GOES_ON && !is_last;
            if !goes_on[lane] || is_clear && !self.is_slow(lane) {
                continue;
            }
            if let Some(solved) = self.decide(lane, slots, places, settings, &background) {
                goes_on[lane] = false;
                outcome.finish(lane, solved);
            }
        }
    }

    /// Decides with the runtime how an iteration ended in a lane; `None` if it goes on.
    #[cold]
    fn decide(
        &self,
        lane: usize,
        slots: &[Block],
        places: &Places<N>,
        settings: &NewtonSettings<f64>,
        background: impl Fn(usize) -> [f64; N],
    ) -> Option<Solved> {
        let at = |slot: Slot| slots[slot as usize][lane];
        let list = |blocks: &[Block; N]| array::from_fn(|i| blocks[i][lane]);
        let iteration = SharedIteration {
            count: self.count,
            residual: places.residuals.map(at),
            jacobian: array::from_fn(|i| places.jacobian[i].map(at)),
            increment: list(&self.increment),
            x: list(&self.x),
        };
        let has_stagnated = || {
            let (rate, size) = (self.rate[lane], list(&self.size));
            iteration.has_stagnated(rate, &size, &background(lane), settings)
        };
        match self.verdict[lane] {
            verdict::UNSOLVED => Some(Err(iteration.unsolved())),
            verdict::ENDS => Some(iteration.end()),
            _ if self.is_slow(lane) && has_stagnated() => Some(iteration.end()),
            _ if self.count >= settings.max_iterations => {
                Some(Err(iteration.exhausted(self.relative[lane])))
            }
            _ => None,
        }
    }

    /// Returns true if the increment of a lane may have stagnated.
    fn is_slow(&self, lane: usize) -> bool {
        let slow = SharedIteration::<f64, N>::slow_contraction();
        self.count > 2 && (self.rate[lane] >= slow || self.count >= SharedIteration::<f64, N>::MANY)
    }
}

/// The arguments of an iteration, for vectors of any width.
struct Iteration<'i, const N: usize> {
    newton: &'i mut NewtonInLanes<N>,
    slots: &'i [Block],
    places: &'i Places<'i, N>,
    goes_on: &'i Block,
    tolerance: f64,
}

impl<const N: usize> WithSimd for Iteration<'_, N> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        for place in places::<S>() {
            self.advance(simd, place);
        }
    }
}

impl<const N: usize> Iteration<'_, N> {
    /// Performs the iteration in the lanes of one vector, without closures: these would not be
    /// compiled for vectors of that width.
    #[inline(always)]
    fn advance<S: Simd>(&mut self, simd: S, place: usize) {
        let [zero, one] = [Vector::all(simd, 0.0), Vector::all(simd, 1.0)];
        let (mut residual, mut jacobian) = ([zero; N], [[zero; N]; N]);
        for i in 0..N {
            let slot = self.places.residuals[i] as usize;
            residual[i] = Vector::load(simd, &self.slots[slot], place);
            for j in 0..N {
                let slot = self.places.jacobian[i][j] as usize;
                jacobian[i][j] = Vector::load(simd, &self.slots[slot], place);
            }
        }
        let Increments {
            increment,
            is_solved,
            is_regular,
        } = solve(simd, jacobian, residual);
        let newton = &mut *self.newton;

        let goes_on = Vector::load(simd, self.goes_on, place).exceeds(zero);
        let mut size = [zero; N];
        let mut relative = zero;
        let mut largest = zero;
        let mut sum_of_x = zero;
        for i in 0..N {
            let x = Vector::load(simd, &newton.x[i], place);
            let next = x - increment[i];
            size[i] =
                Vector::load(simd, &newton.scale[i], place).larger(x.abs().larger(next.abs()));
            relative = relative.larger(increment[i].abs() / size[i]);
            largest = largest.larger(increment[i].abs());
            sum_of_x = sum_of_x + next;
            (goes_on & is_solved)
                .choose(next, x)
                .store(&mut newton.x[i], place);
            size[i].store(&mut newton.size[i], place);
            increment[i].store(&mut newton.increment[i], place);
        }

        largest.store(&mut newton.largest[0], place);

        let tolerance = Vector::all(simd, self.tolerance);
        let last = Vector::load(simd, &newton.relative, place);
        let rate = last.exceeds(relative).choose(relative / last, one);
        rate.store(&mut newton.rate, place);
        relative.store(&mut newton.relative, place);
        let increment_ends = !(relative * rate).exceeds(tolerance);

        let half_precision = Vector::all(simd, f64::EPSILON.sqrt());
        let mut above_round_off = zero;
        let mut largest = zero;
        let mut sum = zero;
        // The lanes in which all equations so far are nearly solved.
        let mut examines = goes_on;
        for i in 0..N {
            let residual = residual[i].abs();
            largest = largest.larger(residual);
            let mut terms = zero;
            for j in 0..N {
                terms = terms + jacobian[i][j].abs() * size[j];
            }
            let before = Vector::load(simd, &newton.equation_size[i], place);
            let largest = examines.choose(before.larger(residual.larger(terms)), before);
            largest.store(&mut newton.equation_size[i], place);
            examines = examines & !residual.exceeds(half_precision * largest);
            above_round_off = above_round_off.larger(residual - tolerance * terms);
            sum = sum + largest;
        }
        let residual_ends = examines & !above_round_off.exceeds(zero) & sum.is_finite();
        largest.store(&mut newton.largest[1], place);

        let is_sound = is_regular & sum_of_x.is_finite();
        let solved = Vector::all(simd, verdict::SOLVED);
        let end = is_sound.choose(solved, Vector::all(simd, verdict::ENDS));
        let verdict = Vector::all(simd, verdict::GOES_ON);
        let verdict = (increment_ends | residual_ends).choose(end, verdict);
        let verdict = is_solved.choose(verdict, Vector::all(simd, verdict::UNSOLVED));
        verdict.store(&mut newton.verdict, place);
    }
}

/// The increments in some lanes.
struct Increments<S: Simd, const N: usize> {
    increment: [Vector<S>; N],
    /// True if the increment is finite and no pivot is zero.
    is_solved: Mask<S>,
    /// True if certainly no pivot is round-off.
    is_regular: Mask<S>,
}

/// Solves linear equations by elimination with exchange of rows.
#[inline(always)]
fn solve<S: Simd, const N: usize>(
    simd: S,
    mut rows: [[Vector<S>; N]; N],
    mut right: [Vector<S>; N],
) -> Increments<S, N> {
    let zero = Vector::all(simd, 0.0);
    let mut pivots = zero;
    let mut is_solved = zero.equals(zero);
    for k in 0..N {
        for i in k + 1..N {
            let is_larger = rows[i][k].abs().exceeds(rows[k][k].abs());
            for j in k..N {
                (rows[k][j], rows[i][j]) = is_larger.exchange(rows[k][j], rows[i][j]);
            }
            (right[k], right[i]) = is_larger.exchange(right[k], right[i]);
        }
        is_solved = is_solved & !rows[k][k].equals(zero);
        pivots = pivots + rows[k][k];
        for i in k + 1..N {
            let factor = rows[i][k] / rows[k][k];
            for j in k + 1..N {
                rows[i][j] = rows[i][j] - factor * rows[k][j];
            }
            right[i] = right[i] - factor * right[k];
        }
    }
    for k in (0..N).rev() {
        right[k] = right[k] / rows[k][k];
        for i in 0..k {
            right[i] = right[i] - rows[i][k] * right[k];
        }
    }
    let mut sum = zero;
    for x in right {
        sum = sum + x;
    }
    sum = sum + pivots;
    let tolerance = Vector::all(simd, pivot_tolerance());
    let mut is_regular = is_solved;
    for k in 0..N {
        let mut above = zero;
        for row in &rows[..k] {
            above = above + row[k].abs();
        }
        is_regular = is_regular & rows[k][k].abs().exceeds(tolerance * above);
    }
    Increments {
        increment: right,
        is_solved: is_solved & sum.is_finite(),
        is_regular,
    }
}

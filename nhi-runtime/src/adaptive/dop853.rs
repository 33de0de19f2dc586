//! `DOP853`: the method of Dormand and Prince of order 8, with error estimates of orders 5 and 3
//! and dense output of order 7.
//!
//! Source: E. Hairer, S. P. Nørsett, G. Wanner, *Solving Ordinary Differential Equations I*, II.4
//! (control, first step), II.5 and II.10 (method, estimate), II.6 (dense output),
//! doi:10.1007/978-3-540-78862-1.

use super::control::{Effort, attainable};
use super::field::{Field, OnArrays};
use super::switching::first_crossing;
use super::tableau::{self, MOMENTS};
use crate::{Real, StepErrorKind, WorkspaceTooShort, math};

/// The slopes of a step: 12 stages, the end, and 3 stages of the dense output.
const SLOPES: usize = 16;

/// The coefficients of the dense output.
const COEFFICIENTS: usize = 8;

/// The limits between which the step changes at once.
const LEAST_FACTOR: f64 = 1.0 / 3.0;
const LARGEST_FACTOR: f64 = 6.0;

/// A request for the solution of `y' = f(t, y)` at a later or earlier time.
#[derive(Clone, Copy, Debug)]
pub struct Advance<T> {
    /// The time of the row before that of the solution.
    pub begin: T,
    /// The time of the solution.
    pub target: T,
    /// The error of a step that is accepted, as a multiple of `1 + |y_i|` for each component.
    pub tolerance: T,
    /// True if `f` changes at the target: the memory holds a new value at its end, and the last
    /// step ends at the target.
    pub is_held: bool,
}

/// Returns the length of the memory for `n` components: `3 + 10 n`.
///
/// It holds the interval of the dense output from `start` to `end`, the next step, then `n` numbers
/// each: the solution and its slope at the end, and 8 coefficients of the dense output. A memory
/// for a start at `t` with `y` is `[t, t, 0, y, 0, ...]`.
#[inline]
#[must_use]
pub const fn dop853_memory(n: usize) -> usize {
    n.saturating_mul(2 + COEFFICIENTS).saturating_add(3)
}

/// Returns the length of the workspace for `n` components: `18 n`.
#[inline]
#[must_use]
pub const fn dop853_workspace(n: usize) -> usize {
    n.saturating_mul(SLOPES + 2)
}

/// Returns the solution of `y' = field(t, y)` at the target, and moves the memory on. The end of
/// each step is moved by `correction(t, y)`.
///
/// The last `K` components are the modes of switches, with the slope zero: each is the sign of its
/// value in `switches(t, y)`, from one change of this sign to the next. The memory of a start holds
/// the first ones; a mode of 0 belongs to a value of 0.
///
/// `memory` has [`dop853_memory`]`(N)` entries. After a failure its contents are unspecified.
///
/// # Errors
/// [`StepErrorKind::StepSizeUnderflow`], [`StepErrorKind::TooManySteps`],
/// [`StepErrorKind::NonFiniteMotion`], [`StepErrorKind::TooManySwitches`].
///
/// ```
/// use nhi_runtime::plumbing::{Advance, dop853};
///
/// // A harmonic oscillator for a quarter of its period.
/// let mut memory = [0.0; 23];
/// memory[3] = 1.0;
/// let target = core::f64::consts::FRAC_PI_2;
/// let advance = Advance { begin: 0.0, target, tolerance: 1e-12, is_held: false };
/// let field = |_, &[x, v]: &[f64; 2]| [v, -x];
/// let y = dop853(&mut memory, advance, field, |_, y| *y, |_, _| []).unwrap();
/// assert!((y[0].abs() + (y[1] + 1.0).abs()) < 1e-11);
/// ```
#[inline]
pub fn dop853<T: Real, const N: usize, const K: usize>(
    memory: &mut [T],
    advance: Advance<T>,
    field: impl Fn(T, &[T; N]) -> [T; N],
    correction: impl Fn(T, &[T; N]) -> [T; N],
    switches: impl Fn(T, &[T; N]) -> [T; K],
) -> Result<[T; N], StepErrorKind<T>> {
    let mut solution = [T::zero(); N];
    let mut workspace = [[T::zero(); N]; SLOPES + 2];
    let mut field = OnArrays {
        field,
        correction,
        switches,
    };
    if let Some(mut motion) = Motion::of(N, memory, workspace.as_flattened_mut()) {
        motion.advance(advance, &mut field)?;
        motion.solution(advance.target, &mut solution)?;
    }
    Ok(solution)
}

/// Does the same as [`dop853`] on slices, with the same bits. The solution has as many components
/// as the slice `solution`.
///
/// # Errors
/// As [`dop853`].
///
/// # Panics
/// Panics if `memory` or `workspace` is too short.
pub fn dop853_in<T: Real>(
    memory: &mut [T],
    advance: Advance<T>,
    solution: &mut [T],
    workspace: &mut [T],
    field: &mut impl Field<T>,
) -> Result<(), StepErrorKind<T>> {
    let motion = Motion::of(solution.len(), memory, workspace);
    let mut motion = motion.expect("there is room for the motion");
    motion.advance(advance, field)?;
    motion.solution(advance.target, solution)
}

/// Evaluates the field at stages, with their combinations of earlier slopes.
macro_rules! stages {
    ($motion:ident, $h:ident, $field:ident; $($stage:literal $combination:ident)*) => {
        let n = $motion.n;
        $($motion.evaluate($stage, $h, $field, |slopes, i| {
            tableau::$combination(|j| slopes[j * n + i])
        });)*
    };
}

/// A motion with room for a step.
struct Motion<'m, T> {
    n: usize,
    start: &'m mut T,
    end: &'m mut T,
    /// The next step; 0 before the first one.
    next: &'m mut T,
    /// The solution at the end.
    front: &'m mut [T],
    /// Its slope.
    slope: &'m mut [T],
    /// The coefficients of the dense output, one after the other.
    dense: &'m mut [T],
    slopes: &'m mut [T],
    stage: &'m mut [T],
    trial: &'m mut [T],
}

impl<'m, T: Real> Motion<'m, T> {
    #[inline(always)]
    fn of(n: usize, memory: &'m mut [T], workspace: &'m mut [T]) -> Option<Self> {
        let memory = WorkspaceTooShort::check(memory, dop853_memory(n)).ok()?;
        let workspace = WorkspaceTooShort::check(workspace, dop853_workspace(n)).ok()?;
        let ([start, end, next], rest) = memory.split_first_chunk_mut()?;
        let (front, rest) = rest.split_at_mut_checked(n)?;
        let (slope, dense) = rest.split_at_mut_checked(n)?;
        let (slopes, rest) = workspace.split_at_mut_checked(SLOPES * n)?;
        let (stage, trial) = rest.split_at_mut_checked(n)?;
        Some(Self {
            n,
            start,
            end,
            next,
            front,
            slope,
            dense,
            slopes,
            stage,
            trial,
        })
    }

    /// Makes steps until the dense output, or the end, is at the target.
    #[inline(always)]
    fn advance(
        &mut self,
        advance: Advance<T>,
        field: &mut impl Field<T>,
    ) -> Result<(), StepErrorKind<T>> {
        let Advance {
            target,
            tolerance,
            is_held,
            ..
        } = advance;
        let tolerance = attainable(tolerance);
        if is_held || *self.next == T::zero() {
            self.renew_slope(field)?;
        }
        if self.covers(target) {
            return Ok(());
        }
        let way = target - *self.end;
        if *self.next == T::zero() {
            *self.next = self.first_step(way, tolerance, field);
        } else if *self.next * way < T::zero() {
            self.turn_back(field)?;
        }
        let mut effort = Effort::new(*self.end, advance);
        *self.next = effort.accepted(*self.next, T::one());
        let mut growth = T::literal(LARGEST_FACTOR);
        while !self.covers(target) {
            effort.spend(*self.end)?;
            let rest = target - *self.end;
            let is_last = is_held && math::abs(*self.next) * T::literal(1.01) >= math::abs(rest);
            let h = if is_last { rest } else { *self.next };
            let end = if is_last { target } else { *self.end + h };
            let h = end - *self.end;
            let error = self.attempt(h, tolerance, field);
            let is_accepted = error <= T::one() && self.has_slope_at(end, field);
            // The roots come after the slope, which does not depend on them.
            let factor = T::literal(0.9) / math::sqrt(math::sqrt(math::sqrt(error)));
            if is_accepted {
                if field.has_switches()
                    && let Some(part) = self.first_crossing(h, effort.resolution(h), field)
                {
                    effort.switch(*self.end)?;
                    self.step_to_switch(h, part, advance, field)?;
                    continue;
                }
                self.accept(h, end, target, field);
                *self.next = effort.accepted(h, factor.clamp(T::literal(LEAST_FACTOR), growth));
                growth = T::literal(LARGEST_FACTOR);
            } else {
                let is_known = error > T::one() && math::is_finite(error);
                let factor = is_known.then(|| factor.max(T::literal(LEAST_FACTOR)));
                *self.next = effort.rejected(*self.end, h, factor)?;
                growth = T::one();
            }
        }
        Ok(())
    }

    /// Returns true if the target is in the interval of the dense output, or its end.
    #[inline(always)]
    fn covers(&self, target: T) -> bool {
        (target - *self.start) * (*self.end - target) > T::zero()
            || target == *self.end
            || target == *self.start
    }

    /// Computes the slope at the end.
    #[inline(always)]
    fn renew_slope(&mut self, field: &mut impl Field<T>) -> Result<(), StepErrorKind<T>> {
        field.slope(*self.end, self.front, self.slope);
        if math::all_finite(self.slope) {
            return Ok(());
        }
        Err(StepErrorKind::NonFiniteMotion { time: *self.end })
    }

    /// Continues from the other end of the dense output, in the other direction.
    #[inline(always)]
    fn turn_back(&mut self, field: &mut impl Field<T>) -> Result<(), StepErrorKind<T>> {
        *self.next = -*self.next;
        if *self.start == *self.end {
            return Ok(());
        }
        *self.end = *self.start;
        self.front.copy_from_slice(&self.dense[..self.n]);
        self.renew_slope(field)
    }

    /// Returns the first step in the direction of `way`, from the sizes of the solution and its
    /// first two derivatives (II.4, *Starting step size*). The factor of the source is 0.01, with
    /// which the errors of first steps were 1e-9 to 3e-5 of the tolerance on four systems.
    #[inline(always)]
    fn first_step(&mut self, way: T, tolerance: T, field: &mut impl Field<T>) -> T {
        let [small, tiny] = [1e-6, 1e-10].map(T::literal);
        let (front, slope) = (&*self.front, &*self.slope);
        let norm = |value: &dyn Fn(usize) -> T| {
            let squares = front.iter().enumerate().map(|(i, &y)| {
                let ratio = value(i) / (tolerance * (T::one() + math::abs(y)));
                ratio * ratio
            });
            math::sqrt(squares.fold(T::zero(), |sum, square| sum + square))
        };
        let (size, rate) = (norm(&|i| front[i]), norm(&|i| slope[i]));
        let trial = if size > tiny && rate > tiny {
            T::literal(0.01) * size / rate
        } else {
            small
        };
        let trial = trial.copysign(way);
        for (i, y) in self.stage.iter_mut().enumerate() {
            *y = front[i] + trial * slope[i];
        }
        field.slope(*self.end + trial, self.stage, self.trial);
        let there = &*self.trial;
        let bend = norm(&|i| there[i] - slope[i]) / math::abs(trial);
        let largest = rate.max(bend);
        let of_derivatives = if largest > T::literal(1e-15) {
            let ratio = T::literal(100.0) / largest;
            math::sqrt(math::sqrt(math::sqrt(ratio)))
        } else {
            small.max(math::abs(trial) * T::literal(1e-3))
        };
        let size = of_derivatives.min(T::literal(100.0) * math::abs(trial));
        if math::is_finite(size) {
            size.copysign(way)
        } else {
            trial
        }
    }

    /// Makes a step: computes the slopes of all stages and the solution at the end. Returns the
    /// error as a multiple of the tolerance; NaN if a value is not finite.
    #[inline(always)]
    fn attempt(&mut self, h: T, tolerance: T, field: &mut impl Field<T>) -> T {
        let n = self.n;
        self.slopes[..n].copy_from_slice(self.slope);
        stages! { self, h, field;
            1 stage_1 2 stage_2 3 stage_3 4 stage_4 5 stage_5 6 stage_6 7 stage_7 8 stage_8
            9 stage_9 10 stage_10 11 stage_11
        }
        // Loops of one kind of operation each, so that processors compute several components at
        // once.
        let (slopes, free) = self.slopes.split_at_mut(12 * n);
        let (of_fifth, of_third) = free[..2 * n].split_at_mut(n);
        let slope = |j: usize, i: usize| slopes[j * n + i];
        for (i, mean) in of_third.iter_mut().enumerate() {
            *mean = tableau::end(|j| slope(j, i));
        }
        for (i, end) in self.trial.iter_mut().enumerate() {
            *end = self.front[i] + h * of_third[i];
        }
        for (i, error) in of_fifth.iter_mut().enumerate() {
            *error = tableau::error_of_fifth_order(|j| slope(j, i));
        }
        for (i, mean) in of_third.iter_mut().enumerate() {
            *mean -= tableau::third_order(|j| slope(j, i));
        }
        for (i, weight) in self.stage.iter_mut().enumerate() {
            let size = math::abs(self.front[i]).max(math::abs(self.trial[i]));
            *weight = T::one() / (tolerance * (T::one() + size));
        }
        let [fifth, third] = [of_fifth, of_third].map(|errors| {
            let weighted = errors
                .iter()
                .zip(&*self.stage)
                .map(|(&x, &weight)| x * weight);
            weighted.fold(T::zero(), |sum, x| sum + x * x)
        });
        if fifth == T::zero() {
            return T::zero();
        }
        let both = (fifth + T::literal(0.01) * third) * T::from_count(n as u64);
        math::abs(h) * fifth / math::sqrt(both)
    }

    /// Evaluates the field at a stage.
    #[inline(always)]
    fn evaluate(
        &mut self,
        stage: usize,
        h: T,
        field: &mut impl Field<T>,
        combination: impl Fn(&[T], usize) -> T,
    ) {
        let n = self.n;
        for (i, y) in self.stage.iter_mut().enumerate() {
            *y = self.front[i] + h * combination(self.slopes, i);
        }
        let time = *self.end + T::literal(MOMENTS[stage]) * h;
        field.slope(
            time,
            self.stage,
            &mut self.slopes[stage * n..(stage + 1) * n],
        );
    }

    /// Corrects the end of a step, and evaluates the field there. Returns false if a value is not
    /// finite.
    #[inline(always)]
    fn has_slope_at(&mut self, end: T, field: &mut impl Field<T>) -> bool {
        let slope = &mut self.slopes[12 * self.n..13 * self.n];
        field.correct(end, self.trial);
        field.slope(end, self.trial, slope);
        math::all_finite(self.trial) && math::all_finite(slope)
    }

    /// Moves on by a step, with a dense output if the target is inside it.
    #[inline(always)]
    fn accept(&mut self, h: T, end: T, target: T, field: &mut impl Field<T>) {
        let is_inside = (end - target) * h > T::zero();
        if is_inside {
            self.interpolate(h, field);
        }
        *self.start = if is_inside { *self.end } else { end };
        *self.end = end;
        self.front.copy_from_slice(self.trial);
        let n = self.n;
        self.slope.copy_from_slice(&self.slopes[12 * n..13 * n]);
    }

    /// Returns the part of a step after which it has crossed a switch.
    #[cold]
    fn first_crossing(&mut self, h: T, least: T, field: &mut impl Field<T>) -> Option<T> {
        self.interpolate(h, field);
        let (begin, n) = (*self.end, self.n);
        first_crossing(least, |part| {
            if part == T::one() {
                return field.is_crossed(begin + h, self.trial);
            }
            interpolated(self.dense, n, part, self.stage);
            field.is_crossed(begin + part * h, self.stage)
        })
    }

    /// Makes a part of the step `h` until it has crossed a switch, and gives the switch its new
    /// mode. The dense output, which found the part, is less accurate than the step itself.
    #[cold]
    fn step_to_switch(
        &mut self,
        h: T,
        part: T,
        advance: Advance<T>,
        field: &mut impl Field<T>,
    ) -> Result<(), StepErrorKind<T>> {
        let begin = *self.end;
        let mut part = part;
        // An overshoot that is far within the tolerance.
        let mut more = T::literal(1e-3) * attainable(advance.tolerance);
        loop {
            let end = begin + part * h;
            let short = end - begin;
            let _ = self.attempt(short, advance.tolerance, field);
            if !self.has_slope_at(end, field) {
                return Err(StepErrorKind::NonFiniteMotion { time: begin });
            }
            if part >= T::one() || field.is_crossed(end, self.trial) {
                self.accept(short, end, advance.target, field);
                field.switch(end, self.front);
                return self.renew_slope(field);
            }
            part = (part + more).min(T::one());
            more *= T::literal(4.0);
        }
    }

    /// Computes the dense output of a step that is accepted.
    #[inline(always)]
    fn interpolate(&mut self, h: T, field: &mut impl Field<T>) {
        let n = self.n;
        stages!(self, h, field; 13 stage_13 14 stage_14 15 stage_15);
        let slopes = &*self.slopes;
        for i in 0..n {
            let slope = |j: usize| slopes[j * n + i];
            let front = self.front[i];
            let change = self.trial[i] - front;
            let bend = h * slope(0) - change;
            let coefficients = [
                front,
                change,
                bend,
                change - h * slope(12) - bend,
                h * tableau::dense_4(slope),
                h * tableau::dense_5(slope),
                h * tableau::dense_6(slope),
                h * tableau::dense_7(slope),
            ];
            for (place, coefficient) in coefficients.into_iter().enumerate() {
                self.dense[place * n + i] = coefficient;
            }
        }
    }

    /// Writes the solution at a target that is [covered](Self::covers). The stages of the dense
    /// output alone may have met values that are not finite.
    #[inline(always)]
    fn solution(&self, target: T, solution: &mut [T]) -> Result<(), StepErrorKind<T>> {
        if target == *self.end {
            solution.copy_from_slice(self.front);
            return Ok(());
        }
        let s = (target - *self.start) / (*self.end - *self.start);
        interpolated(self.dense, self.n, s, solution);
        match math::all_finite(solution) {
            true => Ok(()),
            false => Err(StepErrorKind::NonFiniteMotion { time: target }),
        }
    }
}

/// Writes the solution after a part of a step, from the coefficients of its dense output.
#[inline(always)]
fn interpolated<T: Real>(dense: &[T], n: usize, s: T, solution: &mut [T]) {
    let rest = T::one() - s;
    for (i, y) in solution.iter_mut().enumerate() {
        let c = |j: usize| dense[j * n + i];
        let inner = c(4) + s * (c(5) + rest * (c(6) + s * c(7)));
        *y = c(0) + s * (c(1) + rest * (c(2) + s * (c(3) + rest * inner)));
    }
}

//! Taylor's method: the power series of the solution, of an order and with steps that follow from
//! the tolerance. Its dense output is the series itself.
//!
//! Source: À. Jorba, M. Zou, *A software package for the numerical integration of ODEs by means of
//! high-order Taylor methods*, Experimental Mathematics 14, 2005,
//! doi:10.1080/10586458.2005.10128904, 3.1 and 3.2.

use super::control::{Effort, attainable, check_correction};
use super::dop853::Advance;
use super::field::{Field, OnArrays};
use super::series::Term;
use super::switching::first_crossing;
use crate::{Real, StepErrorKind, WorkspaceTooShort, math};

/// The number of places within a step at which the equations are checked.
const PLACES: u64 = 2;

/// The largest defect of a step, as a multiple of the tolerance.
const LARGEST_DEFECT: f64 = 64.0;

/// A field as operations on power series.
///
/// Slots of series hold the components, the time, and `numbers`, which are constant over a step;
/// then the results of the terms.
#[derive(Clone, Copy, Debug)]
pub struct Expansion<'f, F> {
    /// Computes the coefficients of an order of all results, in the order of the operations.
    pub terms: F,
    /// For each component, the slot of its slope.
    pub slopes: &'f [u32],
    /// The number of slots.
    pub slots: usize,
    /// The order of the series of the solution.
    pub order: usize,
}

/// Returns the length of the memory for `n` components: `2 + (order + 2) n`.
///
/// It holds the interval of the last series from `start` to `end`, the solution at the end, and the
/// series, one after the other. A memory for a start at `t` with `y` is `[t, t, y, 0, ...]`.
#[inline]
#[must_use]
pub const fn taylor_memory(n: usize, order: usize) -> usize {
    n.saturating_mul(order.saturating_add(2)).saturating_add(2)
}

/// Returns what computes the coefficients of an order by terms.
pub fn in_order<T: Real>(terms: &[Term], order: usize) -> impl Fn(usize, &mut [T]) + Copy {
    move |k, series| {
        for term in terms {
            term.compute(k, order + 1, series);
        }
    }
}

/// Returns the length of the workspace: a series for each slot.
#[inline]
#[must_use]
pub const fn taylor_workspace(slots: usize, order: usize) -> usize {
    slots.saturating_mul(order.saturating_add(1))
}

/// Returns the solution at the target, and moves the memory on. The end of each step is moved by
/// `correction(t, y)`.
///
/// `LENGTH` is the order and one, `SLOTS` the number of slots. For `switches` see
/// [`dop853`](fn@super::dop853). `numbers` are the values of the slots after the time.
///
/// # Errors
/// As [`taylor_in`].
pub fn taylor<T: Real, const N: usize, const K: usize, const LENGTH: usize, const SLOTS: usize>(
    memory: &mut [T],
    advance: Advance<T>,
    expansion: Expansion<'_, impl Fn(usize, &mut [T])>,
    numbers: &[T],
    correction: impl Fn(T, &[T; N]) -> [T; N],
    switches: impl Fn(T, &[T; N]) -> [T; K],
) -> Result<[T; N], StepErrorKind<T>> {
    let mut solution = [T::zero(); N];
    let mut workspace = [[T::zero(); LENGTH]; SLOTS];
    let mut field = OnArrays {
        field: |_, y: &[T; N]| *y,
        correction,
        switches,
    };
    let workspace = workspace.as_flattened_mut();
    if let Some(mut motion) = Motion::of(N, expansion, memory, workspace) {
        motion.place(numbers);
        motion.advance(advance, &mut field)?;
        motion.solution(advance.target, &mut solution);
    }
    Ok(solution)
}

/// Writes the solution at the target, and moves the memory on. The end of each step is moved by the
/// correction of `field`, whose slopes are not read.
///
/// `numbers` are the values of the slots after the time.
///
/// # Errors
/// [`StepErrorKind::StepSizeUnderflow`], [`StepErrorKind::TooManySteps`],
/// [`StepErrorKind::NonFiniteMotion`], [`StepErrorKind::TooManySwitches`],
/// [`StepErrorKind::LostToRoundOff`].
///
/// # Panics
/// Panics if `memory` or `workspace` is too short.
pub fn taylor_in<T: Real>(
    memory: &mut [T],
    advance: Advance<T>,
    expansion: Expansion<'_, impl Fn(usize, &mut [T])>,
    numbers: &[T],
    solution: &mut [T],
    workspace: &mut [T],
    field: &mut impl Field<T>,
) -> Result<(), StepErrorKind<T>> {
    let n = solution.len();
    let motion = Motion::of(n, expansion, memory, workspace);
    let mut motion = motion.expect("there is room for the motion");
    motion.place(numbers);
    motion.advance(advance, field)?;
    motion.solution(advance.target, solution);
    Ok(())
}

/// A motion with room for the series of all slots.
struct Motion<'m, T, F> {
    expansion: Expansion<'m, F>,
    start: &'m mut T,
    end: &'m mut T,
    /// The solution at the end.
    front: &'m mut [T],
    /// The series of the solution at the start.
    series: &'m mut [T],
    slots: &'m mut [T],
}

impl<'m, T: Real, F: Fn(usize, &mut [T])> Motion<'m, T, F> {
    fn of(
        n: usize,
        expansion: Expansion<'m, F>,
        memory: &'m mut [T],
        workspace: &'m mut [T],
    ) -> Option<Self> {
        let memory = WorkspaceTooShort::check(memory, taylor_memory(n, expansion.order)).ok()?;
        let slots = taylor_workspace(expansion.slots, expansion.order);
        let slots = WorkspaceTooShort::check(workspace, slots).ok()?;
        let ([start, end], rest) = memory.split_first_chunk_mut()?;
        let (front, series) = rest.split_at_mut_checked(n)?;
        Some(Self {
            expansion,
            start,
            end,
            front,
            series,
            slots,
        })
    }

    /// Writes the numbers that are constant over a step, as series.
    fn place(&mut self, numbers: &[T]) {
        let length = self.expansion.order + 1;
        self.slots.fill(T::zero());
        let first = self.front.len() + 1;
        let slots = self.slots.chunks_exact_mut(length).skip(first);
        for (slot, &number) in slots.zip(numbers) {
            slot[0] = number;
        }
    }

    /// Makes steps until the target is in the interval of the last one.
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
        if self.covers(target) {
            return Ok(());
        }
        let way = target - *self.end;
        if (*self.end - *self.start) * way < T::zero() {
            // The target is beyond the other end of the series.
            *self.end = *self.start;
            let length = self.expansion.order + 1;
            for (y, series) in self.front.iter_mut().zip(self.series.chunks_exact(length)) {
                *y = series[0];
            }
        }
        let mut effort = Effort::new(*self.end, advance);
        while !self.covers(target) {
            effort.spend(*self.end)?;
            let rest = target - *self.end;
            let natural = self.expand(tolerance)?.copysign(rest);
            let natural = effort.within(*self.end, natural)?;
            let is_near = is_held && math::abs(rest) < math::abs(natural);
            let h = if is_near { rest } else { natural };
            let h = self.solved(h, tolerance, effort)?;
            let is_last = is_held && math::abs(h) >= math::abs(rest);
            let end = if is_last { target } else { *self.end + h };
            let is_first = *self.start == *self.end;
            *self.start = *self.end;
            let crossed = match field.has_switches() {
                true => self.first_crossing(end, effort, field),
                false => None,
            };
            let end = crossed.unwrap_or(end);
            *self.end = end;
            self.sum(end - *self.start);
            if crossed.is_some() {
                effort.switch(end)?;
                field.switch(end, self.front);
            }
            // At a switch, velocities that follow from others may jump, such as rates of states.
            self.correct(tolerance, !is_first && crossed.is_none(), field)?;
            if !math::all_finite(self.front) {
                let time = *self.start;
                return Err(StepErrorKind::NonFiniteMotion { time });
            }
        }
        Ok(())
    }

    /// Moves the end of a step onto the constraints. Initial values may be farther from them than
    /// the error of a step, so the first one should not be checked.
    fn correct(
        &mut self,
        tolerance: T,
        is_checked: bool,
        field: &mut impl Field<T>,
    ) -> Result<(), StepErrorKind<T>> {
        let end = *self.end;
        // The next expansion overwrites these series.
        let Some(before) = self
            .slots
            .get_mut(..self.front.len())
            .filter(|_| is_checked)
        else {
            field.correct(end, self.front);
            return Ok(());
        };
        before.copy_from_slice(self.front);
        field.correct(end, self.front);
        check_correction(end, before, self.front, tolerance)
    }

    /// Returns the time at which the series has crossed a switch before its end, if it does.
    #[cold]
    fn first_crossing(
        &mut self,
        end: T,
        effort: Effort<T>,
        field: &mut impl Field<T>,
    ) -> Option<T> {
        let h = end - *self.start;
        let time = |start: T, part: T| match part == T::one() {
            true => end,
            false => start + part * h,
        };
        let part = first_crossing(effort.resolution(h), |part| {
            let t = time(*self.start, part);
            self.sum(t - *self.start);
            field.is_crossed(t, self.front)
        })?;
        Some(time(*self.start, part))
    }

    fn covers(&self, target: T) -> bool {
        (target - *self.start) * (*self.end - target) > T::zero()
            || target == *self.end
            || target == *self.start && *self.start != *self.end
    }

    /// Expands the solution at the end in a series, and returns the step within which its remainder
    /// is round-off.
    fn expand(&mut self, tolerance: T) -> Result<T, StepErrorKind<T>> {
        let Expansion {
            ref terms,
            slopes,
            order,
            ..
        } = self.expansion;
        let (n, length) = (self.front.len(), order + 1);
        for (i, &y) in self.front.iter().enumerate() {
            self.slots[i * length] = y;
        }
        self.slots[n * length] = *self.end;
        if let Some(rate) = self.slots.get_mut(n * length + 1) {
            *rate = T::one();
        }
        for k in 0..order {
            terms(k, self.slots);
            for (i, &slope) in slopes.iter().enumerate() {
                let slope = self.slots[slope as usize * length + k];
                self.slots[i * length + k + 1] = slope / T::from_count(k as u64 + 1);
            }
        }
        self.series.copy_from_slice(&self.slots[..n * length]);
        if math::all_finite(self.series) {
            return Ok(self.step(tolerance));
        }
        Err(StepErrorKind::NonFiniteMotion { time: *self.end })
    }

    /// Returns the step: the radius of convergence, as the last two coefficients estimate it, times
    /// a root of the tolerance and a safety factor (3.2). The root is `e^-2` if the order is
    /// `1 - ln(tolerance) / 2`.
    fn step(&self, tolerance: T) -> T {
        let order = self.expansion.order;
        let size = self.largest(0).max(T::one());
        let root = |x: T, k: usize| math::powf(x, T::one() / T::from_count(k as u64));
        let radius = |k: usize| root(size / self.largest(k), k);
        let safety = T::literal(-0.7) / T::from_count(order as u64 - 1);
        radius(order).min(radius(order - 1)) * root(tolerance, order - 1) * math::exp(safety)
    }

    /// Returns the step, or its half, quarter and so on, within which the series solves the
    /// equations. Its last coefficients alone do not show it: those of saturated functions, of a
    /// pulse far ahead, or of functions with gaps in their series vanish.
    ///
    /// # Errors
    /// A step too small for the time to resolve it.
    fn solved(&mut self, h: T, tolerance: T, effort: Effort<T>) -> Result<T, StepErrorKind<T>> {
        let limit = T::literal(LARGEST_DEFECT) * tolerance;
        let most_round_off = math::sqrt(T::EPSILON);
        let (mut h, mut defect) = (h, self.defect(h));
        while defect > limit {
            let shorter = effort.within(*self.end, T::literal(0.5) * h)?;
            let next = self.defect(shorter);
            // That of a series falls with its order, times the step; round-off only with the step.
            let is_round_off = next >= T::literal(0.25) * defect;
            if is_round_off && defect <= most_round_off {
                break;
            }
            (h, defect) = (shorter, next);
        }
        Ok(h)
    }

    /// Returns by how much the series violates the equations at some places of a step from the end,
    /// times the step, relative to its size; infinity if a value there is not finite.
    fn defect(&mut self, h: T) -> T {
        let Expansion {
            ref terms,
            slopes,
            order,
            ..
        } = self.expansion;
        let length = order + 1;
        let mut largest = T::zero();
        for place in 1..=PLACES {
            let s = h * (T::from_count(place) / T::from_count(PLACES));
            let components = self.slots.chunks_exact_mut(length);
            for (slot, series) in components.zip(self.series.chunks_exact(length)) {
                (slot[0], slot[1]) = with_slope(series, s);
            }
            self.slots[self.front.len() * length] = *self.end + s;
            terms(0, self.slots);
            for (i, &slope) in slopes.iter().enumerate() {
                let found = self.slots[i * length + 1];
                let defect = math::abs(self.slots[slope as usize * length] - found);
                if !math::is_finite(defect) {
                    return T::literal(f64::INFINITY);
                }
                largest = largest.max(defect);
            }
        }
        largest * math::abs(h) / self.largest(0).max(T::one())
    }

    /// Returns the largest coefficient of an order.
    fn largest(&self, k: usize) -> T {
        let series = self.series.chunks_exact(self.expansion.order + 1);
        series.fold(T::zero(), |most, series| most.max(math::abs(series[k])))
    }

    /// Sums up the series to the new front.
    fn sum(&mut self, s: T) {
        let series = self.series.chunks_exact(self.expansion.order + 1);
        for (y, series) in self.front.iter_mut().zip(series) {
            *y = at(series, s);
        }
    }

    /// Writes the solution at a target that is [covered](Self::covers).
    fn solution(&self, target: T, solution: &mut [T]) {
        if target == *self.end {
            solution.copy_from_slice(self.front);
            return;
        }
        let series = self.series.chunks_exact(self.expansion.order + 1);
        for (y, series) in solution.iter_mut().zip(series) {
            *y = at(series, target - *self.start);
        }
    }
}

/// Returns the sum of a series.
fn at<T: Real>(series: &[T], s: T) -> T {
    let terms = series.iter().rev();
    terms.fold(T::zero(), |sum, &coefficient| sum * s + coefficient)
}

/// Returns the sum of a series and its derivative.
fn with_slope<T: Real>(series: &[T], s: T) -> (T, T) {
    let terms = series.iter().rev();
    terms.fold((T::zero(), T::zero()), |(sum, slope), &coefficient| {
        (sum * s + coefficient, slope * s + sum)
    })
}

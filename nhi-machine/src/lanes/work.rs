//! The working memory of a program in lanes, and the functions on it.

use std::array;
use std::ops::Range;

use nhi_runtime::{NewtonReport, StepErrorKind};
use pulp::{Arch, Simd, WithSimd};

use super::LaneMath;
use super::block::{self, Block, LANES};
use super::equations;
use super::newton::Solved;
use super::vector::{Vector, places};
use crate::code::{LEAST_SLOTS, Slot, Straight};
use crate::function::{Code, Part, Settings, Step, copy};
use crate::machine::Call;
use crate::motion::Motion;
use crate::stepper::is_sound;
use crate::workspace::Template;

use nhi_runtime::plumbing::pivot_tolerance;

/// The number of vectors that are summed at once, because a sum waits for the one before it.
const GROUP: usize = 4;

/// Slots in lanes, with room to solve the equations of each lane.
#[derive(Clone, Debug)]
pub(super) struct LaneWork {
    pub(super) slots: Vec<Block>,
    /// The slots that other operations than the next one read.
    kept: Vec<bool>,
    pub(super) math: LaneMath,
    /// Results on their way to inputs.
    pub(super) moved: Vec<Block>,
    /// The slots of one lane, for methods with their own step size.
    column: Vec<f64>,
    /// The room of each lane.
    pub(super) rooms: Vec<Room>,
    pub(super) outcome: Outcome,
}

/// The outcome of the last function in the lanes.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// The lanes that are computed and have not failed.
    pub(super) runs: [bool; LANES],
    /// The lanes that failed, with the reasons.
    pub(super) failures: Vec<(usize, StepErrorKind<f64>)>,
    /// The reports on the equations of the last function that had any.
    pub(super) reports: Reports,
}

/// Reports on Newton's method in all lanes, initially without iterations.
#[derive(Clone, Debug)]
pub(super) struct Reports {
    iterations: [u32; LANES],
    increment: Block,
    residual: Block,
}

/// Room to solve the equations of one lane.
#[derive(Clone, Debug)]
pub(super) struct Room {
    /// Unknowns, or right-hand sides.
    pub(super) x: Vec<f64>,
    /// Sizes of unknowns and backgrounds, or a matrix.
    pub(super) sizes: Vec<f64>,
    /// Room for the solver.
    pub(super) solver: Vec<f64>,
}

impl LaneWork {
    pub(super) fn new(template: &Template, math: LaneMath) -> Self {
        let zeros = |length| vec![0.0; length];
        let room = Room {
            x: zeros(template.unknowns),
            sizes: zeros(template.sizes),
            solver: zeros(template.room),
        };
        Self {
            slots: template.slots.iter().map(|&x| Block::all(x)).collect(),
            kept: template.kept.clone(),
            math,
            moved: Vec::new(),
            column: vec![0.0; template.slots.len().max(LEAST_SLOTS)],
            rooms: vec![room; LANES],
            outcome: Outcome {
                runs: [false; LANES],
                failures: Vec::new(),
                reports: Reports::NONE,
            },
        }
    }

    /// Returns the numbers in a slot.
    pub(super) fn get(&self, slot: Slot) -> &Block {
        &self.slots[slot as usize]
    }

    /// Computes the results of a function in all lanes that [run](Self::runs). A lane that fails
    /// runs no longer.
    pub(super) fn run(&mut self, code: &Code, settings: &Settings) {
        self.outcome.failures.clear();
        if code.solves() {
            self.outcome.reports = Reports::NONE;
        }
        for part in &code.parts {
            match part {
                Part::Step(step) => self.run_step(step),
                Part::Equations(system) => equations::solve(system, self, &settings.newton),
                Part::Elimination(system) => equations::eliminate(system, self),
                Part::Motion(motion) => self.advance(motion, settings.tolerance_divisor),
            }
        }
    }

    /// Advances an integral lane by lane, because each has steps of its own.
    fn advance(&mut self, motion: &Motion, tolerance_divisor: f64) {
        for lane in 0..LANES {
            if !self.outcome.runs[lane] {
                continue;
            }
            for (number, block) in self.column.iter_mut().zip(&self.slots) {
                *number = block[lane];
            }
            let Room { x, sizes, solver } = &mut self.rooms[lane];
            match motion.advance(&mut self.column, [x, sizes, solver], tolerance_divisor) {
                Ok(()) => {
                    for slot in motion.results() {
                        self.slots[slot as usize][lane] = self.column[slot as usize];
                    }
                }
                Err(failure) => self.outcome.fail(lane, failure),
            }
        }
    }

    /// Executes code that solves no equations.
    pub(super) fn run_step(&mut self, step: &Step) {
        match step {
            Step::Straight(code) => self.straight(code),
            Step::Call(call) => {
                let function = &call.function;
                copy(&mut self.slots, &call.arguments, &function.parameters);
                function.code.iter().for_each(|code| self.straight(code));
                copy(&mut self.slots, &function.outputs, &call.results);
            }
        }
    }

    pub(super) fn straight(&mut self, code: &Straight) {
        block::run(code, &mut self.slots, &self.kept, self.math);
    }

    /// Copies the results of a function to contiguous slots of its inputs, in the lanes that run.
    pub(super) fn pass_on(&mut self, code: &Code, inputs: Range<usize>) {
        let Self {
            slots,
            moved,
            outcome,
            ..
        } = self;
        if let (Some(row), true) = (&code.row, outcome.runs == [true; LANES]) {
            let results = row.start..row.start + inputs.len();
            Arch::new().dispatch(Passing {
                slots,
                results,
                inputs,
            });
            return;
        }
        let results = code.outputs.iter().take(inputs.len());
        moved.clear();
        moved.extend(results.map(|&slot| slots[slot as usize]));
        for (input, moved) in slots[inputs].iter_mut().zip(moved) {
            for lane in 0..LANES {
                if outcome.runs[lane] {
                    input[lane] = moved[lane];
                }
            }
        }
    }

    /// Returns the lanes in which all results of a call are finite and depend on no pivot that is
    /// round-off.
    pub(super) fn sound(&self, call: &Call) -> [bool; LANES] {
        let slots = &self.slots;
        if Arch::new().dispatch(Soundness { slots, call }) {
            return [true; LANES];
        }
        array::from_fn(|lane| is_sound(call, slots, |block| block[lane]))
    }
}

/// The arguments of a test of the results of all lanes at once, for vectors of any width. Returns
/// true if [`is_sound`] does in every lane.
struct Soundness<'s> {
    slots: &'s [Block],
    call: &'s Call,
}

impl WithSimd for Soundness<'_> {
    type Output = bool;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> bool {
        let [zero, one, tolerance] = [0.0, 1.0, pivot_tolerance()].map(|x| Vector::all(simd, x));
        let mut all = one;
        for group in places::<S>().step_by(GROUP) {
            let places: [usize; GROUP] = array::from_fn(|member| group + member);
            let mut sums = [zero; GROUP];
            for row in &self.call.tested {
                for block in &self.slots[row.clone()] {
                    for (sum, place) in sums.iter_mut().zip(places) {
                        *sum = *sum + Vector::load(simd, block, place);
                    }
                }
            }
            for sum in sums {
                all = sum.is_finite().choose(all, zero);
            }
        }
        for pivot in &self.call.pivots {
            let [value, scale] = [pivot.value, pivot.scale].map(|slot| &self.slots[slot as usize]);
            for place in places::<S>() {
                let [value, scale] = [value, scale].map(|of| Vector::load(simd, of, place));
                all = value.exceeds(tolerance * scale).choose(all, zero);
            }
        }
        all.smallest() > 0.0
    }
}

/// The arguments of a copy of slots to others. Not a copy of memory, because the processor waits if
/// it reads more at once than it has just written.
struct Passing<'s> {
    slots: &'s mut [Block],
    results: Range<usize>,
    inputs: Range<usize>,
}

impl WithSimd for Passing<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        for (result, input) in self.results.zip(self.inputs) {
            for place in places::<S>() {
                let vector = Vector::load(simd, &self.slots[result], place);
                vector.store(&mut self.slots[input], place);
            }
        }
    }
}

impl Outcome {
    /// Ends a lane with a failure.
    pub(super) fn fail(&mut self, lane: usize, failure: StepErrorKind<f64>) {
        self.runs[lane] = false;
        self.failures.push((lane, failure));
    }

    /// Notes the end of the equations of a lane.
    pub(super) fn finish(&mut self, lane: usize, solved: Solved) {
        match solved {
            Ok(report) => self.reports.add(lane, &report),
            Err(failure) => self.fail(lane, failure.at(0.0).kind),
        }
    }
}

impl Reports {
    pub(super) const NONE: Self = Self {
        iterations: [0; LANES],
        increment: Block::all(0.0),
        residual: Block::all(0.0),
    };

    pub(super) fn get(&self, lane: usize) -> NewtonReport<f64> {
        NewtonReport {
            iterations: self.iterations[lane],
            increment: self.increment[lane],
            residual: self.residual[lane],
        }
    }

    pub(super) fn set(&mut self, lane: usize, report: &NewtonReport<f64>) {
        self.iterations[lane] = report.iterations;
        self.increment[lane] = report.increment;
        self.residual[lane] = report.residual;
    }

    /// Adds reports of the next equations of some lanes.
    pub(super) fn add_where(
        &mut self,
        lanes: &[bool; LANES],
        iterations: u32,
        increment: &Block,
        residual: &Block,
    ) {
        for (sum, &is_added) in self.iterations.iter_mut().zip(lanes) {
            *sum = sum.saturating_add(iterations * u32::from(is_added));
        }
        let pairs = [
            (&mut self.increment, increment),
            (&mut self.residual, residual),
        ];
        for (largest, next) in pairs {
            for lane in 0..LANES {
                if lanes[lane] & (next[lane] > largest[lane]) {
                    largest[lane] = next[lane];
                }
            }
        }
    }

    /// Adds the report of the next equations of a lane.
    pub(super) fn add(&mut self, lane: usize, next: &NewtonReport<f64>) {
        self.set(lane, &self.get(lane).and(*next));
    }
}

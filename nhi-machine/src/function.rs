//! Functions compiled to instructions.

use std::ops::Range;
use std::sync::Arc;

use nhi_runtime::{NewtonSettings, StepErrorKind};

use crate::code::{Slot, Straight};
use crate::equations::{Elimination, Equations};
use crate::motion::Motion;
use crate::workspace::{Workspace, gather};

/// A function.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    pub(crate) parts: Vec<Part>,
    pub(crate) outputs: Vec<Slot>,
    /// The slots of the outputs, if they are contiguous.
    pub(crate) row: Option<Range<usize>>,
}

/// A part of a function.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    Step(Step),
    Equations(Equations),
    Elimination(Elimination),
    Motion(Motion),
}

/// A part that solves no equations.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Straight(Straight),
    Call(Call),
}

/// A call of a function with the values of slots.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) function: Arc<Shared>,
    pub(crate) arguments: Vec<Slot>,
    pub(crate) results: Vec<Slot>,
}

/// A function that is called by others.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) parameters: Vec<Slot>,
    pub(crate) code: Vec<Straight>,
    pub(crate) outputs: Vec<Slot>,
}

/// The settings of the methods of the runtime.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) newton: NewtonSettings<f64>,
    /// The number by which tolerances of methods with their own step size are divided.
    pub(crate) tolerance_divisor: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            newton: NewtonSettings::default(),
            tolerance_divisor: 1.0,
        }
    }
}

impl Shared {
    /// Computes the results from the parameters.
    pub(crate) fn run(&self, slots: &mut [f64]) {
        self.code.iter().for_each(|code| code.run(slots));
    }
}

impl Step {
    #[inline]
    pub(crate) fn run(&self, slots: &mut [f64]) {
        match self {
            Self::Straight(code) => code.run(slots),
            Self::Call(call) => call.run(slots),
        }
    }
}

impl Call {
    fn run(&self, slots: &mut [f64]) {
        copy(slots, &self.arguments, &self.function.parameters);
        self.function.run(slots);
        copy(slots, &self.function.outputs, &self.results);
    }
}

/// Copies between disjoint slots.
pub(crate) fn copy<T: Copy>(slots: &mut [T], from: &[Slot], to: &[Slot]) {
    for (&from, &to) in from.iter().zip(to) {
        slots[to as usize] = slots[from as usize];
    }
}

impl Code {
    /// Computes the results, which are then in the slots of the outputs, and the report of all
    /// equations together.
    #[inline]
    pub(crate) fn run(
        &self,
        work: &mut Workspace,
        settings: &Settings,
    ) -> Result<(), StepErrorKind<f64>> {
        work.report = None;
        for part in &self.parts {
            match part {
                Part::Step(step) => step.run(&mut work.slots),
                Part::Equations(equations) => {
                    let solved = equations.solve(work, &settings.newton);
                    solved.map_err(|failure| failure.at(0.0).kind)?;
                }
                Part::Motion(motion) => {
                    let room = [&mut work.x[..], &mut work.sizes, &mut work.room];
                    motion.advance(&mut work.slots, room, settings.tolerance_divisor)?;
                }
                Part::Elimination(elimination) => {
                    if !elimination.solve(work) {
                        let iteration = work.report.unwrap_or_default().iterations;
                        return Err(StepErrorKind::SingularJacobian { iteration });
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns true if the function solves equations.
    pub(crate) fn solves(&self) -> bool {
        self.parts.iter().any(|part| !matches!(part, Part::Step(_)))
    }

    /// Returns the results.
    pub(crate) fn outputs<'w>(
        &self,
        work: &'w Workspace,
    ) -> impl Iterator<Item = f64> + use<'_, 'w> {
        self.outputs.iter().map(|&slot| work.get(slot))
    }

    /// Copies the results to two slices, one after the other.
    #[inline]
    pub(crate) fn copy_outputs_apart(&self, work: &Workspace, [first, rest]: [&mut [f64]; 2]) {
        let places = self.outputs.split_at(first.len());
        match &self.row {
            Some(row) => {
                let (here, others) = work.slots[row.clone()].split_at(first.len());
                first.copy_from_slice(here);
                rest.copy_from_slice(others);
            }
            None => {
                gather(&work.slots, places.0, first);
                gather(&work.slots, places.1, rest);
            }
        }
    }

    /// Copies the results to a slice of their number.
    #[inline]
    pub(crate) fn copy_outputs(&self, work: &Workspace, list: &mut [f64]) {
        match &self.row {
            Some(row) => list.copy_from_slice(&work.slots[row.clone()]),
            None => gather(&work.slots, &self.outputs, list),
        }
    }
}

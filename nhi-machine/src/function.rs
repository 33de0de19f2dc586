//! Functions as instructions.

use std::ops::Range;

use nhi_runtime::{NewtonSettings, StepErrorKind};

use crate::code::{Slot, Straight};
use crate::equations::{Elimination, Equations};
use crate::workspace::{Workspace, gather};

/// A function.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    pub(crate) parts: Vec<Part>,
    pub(crate) outputs: Vec<Slot>,
    /// The slots of the outputs, where they are in a row.
    pub(crate) row: Option<Range<usize>>,
}

/// A part of a function.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    Straight(Straight),
    Equations(Equations),
    Elimination(Elimination),
}

impl Code {
    /// Computes the results, which are in the slots of the outputs afterwards, and the report of all
    /// equations together.
    #[inline]
    pub(crate) fn run(
        &self,
        work: &mut Workspace,
        settings: &NewtonSettings<f64>,
    ) -> Result<(), StepErrorKind<f64>> {
        work.report = None;
        for part in &self.parts {
            match part {
                Part::Straight(code) => code.run(&mut work.slots),
                Part::Equations(equations) => {
                    let solved = equations.solve(work, settings);
                    solved.map_err(|failure| failure.at(0.0).kind)?;
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

    /// The results.
    pub(crate) fn outputs<'w>(
        &self,
        work: &'w Workspace,
    ) -> impl Iterator<Item = f64> + use<'_, 'w> {
        self.outputs.iter().map(|&slot| work.get(slot))
    }

    /// Copies the results to a list of their number.
    #[inline]
    pub(crate) fn copy_outputs(&self, work: &Workspace, list: &mut [f64]) {
        match &self.row {
            Some(row) => list.copy_from_slice(&work.slots[row.clone()]),
            None => gather(&work.slots, &self.outputs, list),
        }
    }
}

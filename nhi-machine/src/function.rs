//! Functions as instructions.

use nhi_runtime::{NewtonReport, NewtonSettings, StepErrorKind};

use crate::code::{Instruction, Slot, run};
use crate::equations::{Elimination, Equations};
use crate::workspace::Workspace;

/// A function.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    pub(crate) parts: Vec<Part>,
    pub(crate) outputs: Vec<Slot>,
}

/// A part of a function.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    Straight(Vec<Instruction>),
    Equations(Equations),
    Elimination(Elimination),
}

impl Code {
    /// Computes the results, which are in the slots of the outputs afterwards; gives the report of
    /// all equations together.
    pub(crate) fn run(
        &self,
        work: &mut Workspace,
        settings: &NewtonSettings<f64>,
    ) -> Result<NewtonReport<f64>, StepErrorKind<f64>> {
        let mut report: Option<NewtonReport<f64>> = None;
        for part in &self.parts {
            match part {
                Part::Straight(code) => run(code, &mut work.slots),
                Part::Equations(equations) => {
                    let next = equations.solve(work, settings);
                    let next = next.map_err(|failure| failure.at(0.0).kind)?;
                    report = Some(report.map_or(next, |report| report.and(next)));
                }
                Part::Elimination(elimination) => {
                    if !elimination.solve(work) {
                        let iteration = report.unwrap_or_default().iterations;
                        return Err(StepErrorKind::SingularJacobian { iteration });
                    }
                }
            }
        }
        Ok(report.unwrap_or_default())
    }

    /// The results.
    pub(crate) fn outputs<'w>(
        &self,
        work: &'w Workspace,
    ) -> impl Iterator<Item = f64> + use<'_, 'w> {
        self.outputs.iter().map(|&slot| work.get(slot))
    }
}

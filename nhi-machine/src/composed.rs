//! Steps that are composed of substeps.

use nhi_runtime::NewtonReport;
use nhi_symbolic::{Moment, Substep};

use crate::error::Error;
use crate::machine::Call;
use crate::state::State;
use crate::stepper::{MachineStepper, moment_time};
use crate::workspace::{Workspace, gather, scatter};

impl MachineStepper {
    /// Runs a function for each substep in turn, as generated code does, from the state in its
    /// inputs.
    pub(crate) fn compose<E>(
        &self,
        call: &Call,
        state: &State,
        controls: &mut impl FnMut(f64, &mut [f64]) -> Result<(), E>,
        work: &mut Workspace,
        mut watch: impl FnMut(&Substep, &mut Workspace),
    ) -> Result<(), Error<E>> {
        let plan = &self.plan;
        let [of_step, of_substeps @ ..] = self.sizes.as_slice() else {
            unreachable!("values are prepared for a step")
        };
        let begin = self.time(state);
        let mut report = NewtonReport::default();
        let mut outcome = Ok(());
        for substep in &plan.substeps {
            let time_of = |moment| moment_time(moment, state.clock, self.step_size(), begin);
            let time = time_of(Moment::of(substep.begin));
            scatter(
                &mut work.slots,
                &plan.prepare.prepared,
                &of_substeps[substep.place],
            );
            work.slots[plan.inputs.time as usize] = time;
            outcome = self.run(
                call,
                time,
                |node| time_of(substep.nodes[node]),
                controls,
                work,
            );
            if outcome.is_err() {
                break;
            }
            watch(substep, work);
            report = report.and(work.report.unwrap_or_default());
            let entries = &mut work.room[..state.entries.len()];
            gather(
                &work.slots,
                &call.code.outputs[..state.entries.len()],
                entries,
            );
            work.slots[plan.inputs.state.clone()].copy_from_slice(entries);
        }
        work.report = Some(report);
        scatter(&mut work.slots, &plan.prepare.prepared, of_step);
        outcome
    }
}

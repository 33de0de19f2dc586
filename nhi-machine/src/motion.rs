//! Integrals of functions, by the methods of the runtime.

use std::sync::Arc;

use nhi_runtime::StepErrorKind;
use nhi_runtime::plumbing::{Advance, dop853_in, dop853_workspace};
use nhi_symbolic::{AdaptiveMethod, Integral};

use crate::code::Slot;
use crate::function::{Shared, copy};
use crate::workspace::{Template, Workspace, gather, scatter};

/// The integral of a function, whose parameters are the components, the time and other values.
#[derive(Clone, Debug)]
pub(crate) struct Motion {
    pub(crate) field: Arc<Shared>,
    pub(crate) integral: Integral,
    /// The slots of the memory before.
    pub(crate) memory: Vec<Slot>,
    pub(crate) target: Slot,
    pub(crate) others: Vec<Slot>,
    pub(crate) solution: Vec<Slot>,
    /// The slots of the memory afterwards.
    pub(crate) after: Vec<Slot>,
}

impl Motion {
    /// Makes room for this integral.
    pub(crate) fn reserve(&self, template: &mut Template) {
        let n = self.solution.len();
        let room = match self.integral.method {
            AdaptiveMethod::Dop853 => dop853_workspace(n),
        };
        template.unknowns = template.unknowns.max(n);
        template.sizes = template.sizes.max(self.memory.len());
        template.room = template.room.max(room);
    }

    /// Advances to the target, as generated code does.
    pub(crate) fn advance(
        &self,
        work: &mut Workspace,
        tolerance_divisor: f64,
    ) -> Result<(), StepErrorKind<f64>> {
        let Workspace {
            slots,
            x,
            sizes,
            room,
            ..
        } = work;
        let n = self.solution.len();
        let (solution, memory) = (&mut x[..n], &mut sizes[..self.memory.len()]);
        gather(slots, &self.memory, memory);
        let advance = Advance {
            target: slots[self.target as usize],
            tolerance: self.integral.tolerance / tolerance_divisor,
            is_held: self.integral.is_held,
        };
        let (components, others) = self.field.parameters.split_at(n);
        copy(slots, &self.others, &others[1..]);
        let mut field = |time: f64, y: &[f64], slope: &mut [f64]| {
            scatter(slots, components, y);
            slots[others[0] as usize] = time;
            self.field.run(slots);
            gather(slots, &self.field.outputs, slope);
        };
        match self.integral.method {
            AdaptiveMethod::Dop853 => dop853_in(memory, advance, solution, room, &mut field),
        }?;
        scatter(slots, &self.solution, solution);
        scatter(slots, &self.after, memory);
        Ok(())
    }
}

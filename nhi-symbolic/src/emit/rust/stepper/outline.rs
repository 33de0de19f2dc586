//! What users see of a stepper: names, parts and sizes, apart from what its functions do.

use proc_macro2::Ident;

use crate::discrete::GroupKind;
use crate::program::stepper::{StateDiagnostic, StatePart, Stepper};

use super::super::interface::Interface;

/// Everything that signatures depend on.
pub(in super::super) struct StepperOutline {
    /// The integrator's name, such as `Mla`.
    pub(in super::super) integrator: &'static str,
    /// The integrator as the model writes it.
    pub(in super::super) written: String,
    /// The documentation of the stepper.
    pub(in super::super) docs: String,
    /// The parts of a state, apart from clock and report.
    pub(in super::super) state: Vec<Part>,
    /// What can be asked of states beside samples.
    pub(in super::super) monitors: Vec<MonitorMethod>,
    /// Whether there are settings of Newton's method, and a report in every state.
    pub(in super::super) is_implicit: bool,
    /// Whether the first state depends on multipliers that the user gives.
    pub(in super::super) has_initial_multipliers: bool,
    /// Whether configuration and momenta alone are a state.
    pub(in super::super) starts_from_momentum: bool,
    /// Whether the derivatives of a step were asked for.
    pub(in super::super) has_jacobian: bool,
    /// The number of parameters of the model.
    pub(in super::super) parameters: usize,
    /// The number of values that are computed once.
    pub(in super::super) prepared: usize,
}

/// A part of a state.
pub(in super::super) struct Part {
    /// The name of the field.
    pub(in super::super) name: &'static str,
    /// What it is.
    pub(in super::super) docs: &'static str,
    /// What its entries are.
    pub(in super::super) kind: GroupKind,
    /// How many entries it has.
    pub(in super::super) entries: usize,
}

/// A method that tells how the integration goes.
pub(in super::super) struct MonitorMethod {
    /// Its name.
    pub(in super::super) name: &'static str,
    /// What it tells.
    pub(in super::super) docs: &'static str,
    /// The length of the array that it gives; nothing where it gives one number.
    pub(in super::super) length: Option<usize>,
}

impl StepperOutline {
    /// The outline of a stepper that is known in full.
    pub(super) fn of(stepper: &Stepper, docs: String) -> Self {
        let kinds: Vec<_> = stepper.state.iter().map(|part| part.kind).collect();
        let shown = |monitor: &&StateDiagnostic| !monitor.routine.function.outputs.is_empty();
        let monitors = stepper.diagnostics.iter().filter(shown);
        Self {
            integrator: stepper.integrator,
            written: stepper.written.clone(),
            docs,
            state: stepper.state.iter().map(Part::of).collect(),
            monitors: monitors.map(MonitorMethod::of).collect(),
            is_implicit: stepper.traits.implicit,
            has_initial_multipliers: stepper.has_initial_multipliers,
            starts_from_momentum: kinds == [GroupKind::Coordinates, GroupKind::Momenta],
            has_jacobian: stepper.step_jacobian.is_some(),
            parameters: stepper.names.parameters.len(),
            prepared: stepper.prepare.prepared.len(),
        }
    }

    /// The name of the type of the stepper.
    pub(super) fn name(&self, interface: &Interface) -> Ident {
        interface.type_name(self.integrator)
    }

    /// The name of the type of its states.
    pub(super) fn state_name(&self, interface: &Interface) -> Ident {
        interface.type_name(&format!("{}State", self.integrator))
    }

    /// The numbers of entries of a state, of controls and of parameters.
    pub(super) fn jacobian_sizes(&self, interface: &Interface) -> [usize; 3] {
        let entries = self.state.iter().map(|part| part.entries);
        [entries.sum(), interface.controls.len(), self.parameters]
    }
}

impl Part {
    fn of(part: &StatePart) -> Self {
        Self {
            name: part.name,
            docs: part.docs,
            kind: part.kind,
            entries: part.entries.len(),
        }
    }
}

impl MonitorMethod {
    fn of(monitor: &StateDiagnostic) -> Self {
        let values = monitor.routine.function.outputs.len();
        let is_array = monitor.per_constraint || values > 1;
        Self {
            name: monitor.name,
            docs: monitor.docs,
            length: is_array.then_some(values),
        }
    }
}

//! The interface of a stepper: names, parts and sizes, without the implementation of its functions.

use proc_macro2::Ident;

use crate::discrete::GroupKind;
use crate::program::stepper::{StateDiagnostic, StatePart, Stepper, Substep};

use super::super::interface::Interface;

/// Everything that signatures depend on.
pub(in super::super) struct StepperOutline {
    /// The integrator's name, such as `Mla`.
    pub(in super::super) integrator: &'static str,
    /// The integrator as written in the model.
    pub(in super::super) written: String,
    /// The documentation of the stepper.
    pub(in super::super) docs: String,
    /// The parts of a state, except for the clock and the report.
    pub(in super::super) state: Vec<Part>,
    /// The quantities of states that can be queried in addition to samples.
    pub(in super::super) monitors: Vec<MonitorMethod>,
    /// True if there are settings of Newton's method, and a report in every state.
    pub(in super::super) is_implicit: bool,
    /// True if the first state depends on multipliers given by the user.
    pub(in super::super) has_initial_multipliers: bool,
    /// True if configuration and momenta alone form a state.
    pub(in super::super) starts_from_momentum: bool,
    /// True if the derivatives of a step are requested.
    pub(in super::super) has_jacobian: bool,
    /// The number of parameters of the model.
    pub(in super::super) parameters: usize,
    /// The number of values that are computed in advance.
    pub(in super::super) prepared: usize,
    /// The number of step sizes for which they are computed, if a step is composed of substeps.
    pub(in super::super) sizes: Option<usize>,
}

/// A part of a state.
pub(in super::super) struct Part {
    /// The name of the field.
    pub(in super::super) name: &'static str,
    /// The documentation.
    pub(in super::super) docs: &'static str,
    /// The kind of its entries.
    pub(in super::super) kind: GroupKind,
    /// The number of entries.
    pub(in super::super) entries: usize,
}

/// A method that reports on the progress of the integration.
pub(in super::super) struct MonitorMethod {
    /// The name of the method.
    pub(in super::super) name: &'static str,
    /// The documentation.
    pub(in super::super) docs: &'static str,
    /// The length of the returned array; `None` for a single number.
    pub(in super::super) length: Option<usize>,
}

impl StepperOutline {
    /// Returns the outline of a fully known stepper.
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
            sizes: (!stepper.substeps.is_empty())
                .then(|| 1 + Substep::sizes(&stepper.substeps).len()),
        }
    }

    /// Returns the name of the stepper type.
    pub(super) fn name(&self, interface: &Interface) -> Ident {
        interface.type_name(self.integrator)
    }

    /// Returns the name of the state type.
    pub(super) fn state_name(&self, interface: &Interface) -> Ident {
        interface.type_name(&format!("{}State", self.integrator))
    }

    /// Returns the numbers of entries of a state, of controls and of parameters.
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

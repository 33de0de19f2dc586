//! The steppers of a model with errors, as far as the integrator rows and the names determine them.

use proc_macro2::TokenStream;
use quote::quote;

use crate::discrete::{GroupKind, Monitor, MonitorShape, StatePart};
use crate::schemes::{Integrator, integrator};

use super::super::interface::Interface;
use super::super::stepper::{self, MonitorMethod, Part, StepperOutline};
use super::names::Request;

/// Returns the requested stepper, with the correct signatures and without content; `None` if there
/// is no such integrator.
pub(super) fn shell(
    interface: &Interface,
    request: &Request,
    parameters: usize,
) -> Option<TokenStream> {
    let row = integrator(&request.name)?;
    let outline = outline(interface, row, request.has_jacobian, parameters);
    let never = |_| quote!(::core::unreachable!());
    Some(stepper::items(
        interface,
        &outline,
        &TokenStream::new(),
        &never,
    ))
}

/// Returns the outline of an integrator with everything that it can have for some model:
/// superfluous items do no harm.
fn outline(
    interface: &Interface,
    row: &Integrator,
    has_jacobian: bool,
    parameters: usize,
) -> StepperOutline {
    let has_momenta = row.state.iter().any(|part| part.kind == GroupKind::Momenta);
    let monitors = row.monitors.iter();
    StepperOutline {
        integrator: row.name,
        written: row.name.to_owned(),
        docs: "Not generated: the model has mistakes.".to_owned(),
        state: parts(interface, row.state),
        monitors: monitors
            .filter_map(|monitor| method(interface, monitor))
            .collect(),
        is_implicit: true,
        has_initial_multipliers: row.is_vakonomic(),
        starts_from_momentum: row.is_vakonomic() && has_momenta,
        has_jacobian,
        parameters,
        prepared: 0,
        sizes: None,
    }
}

/// Returns the parts with entries; the first of several with one name counts.
///
/// A row does not specify for which models a part is absent. The number of entries of a state,
/// which is the number of rows and columns of the step derivatives, is therefore an assumption if
/// parts can be absent.
fn parts(interface: &Interface, row: &[StatePart]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for part in row {
        let entries = entries(interface, part.kind);
        if entries > 0 && parts.iter().all(|earlier| earlier.name != part.name) {
            parts.push(Part {
                name: part.name,
                docs: part.docs,
                kind: part.kind,
                entries,
            });
        }
    }
    parts
}

fn entries(interface: &Interface, kind: GroupKind) -> usize {
    match kind {
        GroupKind::Coordinates => interface.entries(),
        GroupKind::Velocities | GroupKind::Momenta => interface.velocities.len(),
        GroupKind::Controls => interface.controls.len(),
        GroupKind::Multipliers => interface.constraints.len(),
        // An assumption: the number of values that an integrator keeps depends on its options and
        // on the mechanics of the model. It affects only code that states the length explicitly.
        GroupKind::Scalars => 1,
    }
}

/// Returns a monitor as a method; `None` if it has no values.
fn method(interface: &Interface, monitor: &Monitor) -> Option<MonitorMethod> {
    let length = match monitor.shape {
        MonitorShape::Scalar => None,
        MonitorShape::PerConstraint => Some(interface.constraints.len()),
        MonitorShape::PerGenerator => {
            let group = interface.outline.reduced.map(|sizes| sizes.group);
            group.filter(|&generators| generators > 1)
        }
    };
    (length != Some(0)).then_some(MonitorMethod {
        name: monitor.name,
        docs: monitor.docs,
        length,
    })
}

//! The steppers of a broken model, as far as the rows of integrators and names tell.

use proc_macro2::TokenStream;
use quote::quote;

use crate::discrete::{GroupKind, Monitor, MonitorShape, StatePart};
use crate::schemes::{Integrator, integrator};

use super::super::interface::Interface;
use super::super::stepper::{self, MonitorMethod, Part, StepperOutline};
use super::names::Request;

/// The stepper that is asked for, with the right signatures and without content; nothing where there
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

/// The outline of an integrator with all that it can have on some model, because what a broken model
/// does not have is not missed.
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
    }
}

/// The parts with entries; of those with one name the first.
///
/// A row does not tell on which models a part is missing, so the number of entries of a state, which
/// the derivatives of a step have as rows and columns, is presumed where parts can be missing.
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
        // Presumed: how many numbers an integrator keeps depends on its options and on the
        // mechanics of the model. Only code that writes the length out would notice.
        GroupKind::Scalars => 1,
    }
}

/// A monitor as a method; nothing where it has no values.
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

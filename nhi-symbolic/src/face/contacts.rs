//! The contacts of a simulation that open and close.

use super::compile::compile;
use super::simulate::of_states;
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::discrete::Scheme;
use crate::mechanics::{ContactReadings, Mechanics};
use crate::model::Model;
use crate::model::ast::Ast;
use crate::program::{Compiled, PlainFunctions, Program};
use crate::schemes::{self, Integrator};

/// A contact that opens and closes.
#[derive(Clone, Debug)]
pub struct OpeningContactNames {
    /// The name of its position constraint.
    pub name: String,
    /// The names of the velocity constraints that hold only while it is closed.
    pub dependents: Vec<String>,
    /// The factor, 1 or -1, by which the gap is the value of the position constraint.
    pub sign: f64,
}

/// The contacts of a model that open and close, with what their impacts depend on.
#[derive(Clone, Debug)]
pub struct OpeningContacts {
    /// The contacts.
    pub names: Vec<OpeningContactNames>,
    /// The values of the function.
    pub readings: ContactReadings,
    /// One function of parameters, time, configuration, velocities and controls.
    pub functions: PlainFunctions,
}

impl OpeningContacts {
    pub(super) fn of(mechanics: &Mechanics) -> Result<Self, Diagnostics> {
        let readings = mechanics.contact_readings();
        let names = mechanics
            .model
            .opening
            .iter()
            .map(|contact| OpeningContactNames {
                name: contact.name.clone(),
                dependents: contact.dependents.iter().map(|x| x.name.clone()).collect(),
                sign: contact.sign.factor(),
            });
        Ok(Self {
            names: names.collect(),
            functions: PlainFunctions::one(
                mechanics,
                "contacts",
                of_states(mechanics),
                readings.values.clone(),
            )?,
            readings,
        })
    }
}

/// Refuses contacts that open for integrators of variational problems, which have no impacts.
pub(super) fn check_integrator(model: &Model, integrator: &str) -> Result<(), Diagnostics> {
    let is_vakonomic = schemes::integrator(integrator).is_some_and(Integrator::is_vakonomic);
    let mut found = Diagnostics::new();
    if let (true, Some(contact)) = (is_vakonomic, model.opening.first()) {
        found.push(Diagnostic::error(
            Code::OpeningContact,
            contact.span,
            format!("the contact `{}` opens, with `{integrator}`", contact.name),
            "an integrator of mechanical motion, such as `Mla`",
        ));
    }
    found.into_result().map(|_| ())
}

/// Refuses requests for steppers that contacts which open do not allow: those of variational
/// problems, and derivatives of steps, which are not differentiable at a change.
pub(super) fn check_steppers(
    model: &Model,
    steppers: &[(Scheme, Program)],
) -> Result<(), Diagnostics> {
    let mut found = Diagnostics::new();
    for ((scheme, _), request) in steppers.iter().zip(&model.integrators) {
        check_integrator(model, &request.name.text)?;
        if scheme.step_jacobian.is_some() && !model.opening.is_empty() {
            found.push(Diagnostic::error(
                Code::OpeningContact,
                request.name.span,
                "steps over contacts that open have no derivatives",
                format!("`{}` without `jacobian`", request.name.text),
            ));
        }
    }
    found.into_result().map(|_| ())
}

/// Returns a result for a model as written or, if its contacts open and cannot be closed at once,
/// for the phase in which all are open; with the number of the phase.
pub(super) fn in_possible_phase<R>(
    ast: &Ast,
    compile: impl Fn(&Ast) -> Result<R, Diagnostics>,
) -> Result<(R, usize), Diagnostics> {
    let closed = compile(ast);
    let contacts = ast.opening_contacts().count();
    if closed.is_err() && ast.open.is_none() && contacts > 1 {
        let all_open = (1 << contacts) - 1;
        if let Ok(open) = compile(&in_phase(ast, all_open)) {
            return Ok((open, all_open));
        }
    }
    closed.map(|closed| (closed, 0))
}

/// Returns the model of a phase of the motion, by the number of the set of open contacts.
pub(super) fn in_phase(ast: &Ast, phase: usize) -> Ast {
    let contacts = ast.opening_contacts().enumerate();
    let open = contacts.filter(|(place, _)| phase & (1 << place) != 0);
    ast.in_phase(open.map(|(_, name)| name.to_owned()).collect())
}

/// Returns all phases of the motion of a model whose contacts open except the compiled one, with
/// their numbers; none for other models. Phases without a motion are left out: contacts may
/// close that contradict each other.
///
/// # Errors
/// All errors of the first phase with less than two closed contacts that has any.
pub(super) fn other_phases(compiled: &Compiled) -> Result<Vec<(usize, Compiled)>, Diagnostics> {
    let Some(opening) = &compiled.opens else {
        return Ok(Vec::new());
    };
    let contacts = opening.ast.opening_contacts().count();
    let mut phases = Vec::new();
    for phase in (0..1_usize << contacts).filter(|&phase| phase != opening.phase) {
        match compile(&in_phase(&opening.ast, phase)) {
            Ok(compiled) => phases.push((phase, compiled)),
            Err(found) if phase.count_ones() as usize + 2 > contacts => return Err(found),
            Err(_) => {}
        }
    }
    Ok(phases)
}

/// Refuses contacts that open, for a single stepper.
pub(super) fn check_phases(model: &Model) -> Result<(), Diagnostics> {
    let mut found = Diagnostics::new();
    if let Some(contact) = model.opening.first() {
        found.push(
            Diagnostic::error(
                Code::SinglePhase,
                contact.span,
                format!("the contact `{}` opens, which a single stepper does not do", contact.name),
                "the same constraints in every step",
            )
            .help("simulate the model with `nhi run`, `nhi sweep`, the Python package, or generated Rust or C; for a stepper of the motion in contact, leave out `opens`"),
        );
    }
    found.into_result().map(|_| ())
}

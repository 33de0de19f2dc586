//! The contacts of a simulation that open and close.

use super::simulate::of_states;
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::mechanics::{Mechanics, rates_of};
use crate::model::Model;
use crate::program::PlainFunctions;
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
    /// One function of parameters, time, configuration, velocities and controls. For each contact,
    /// its values are the gap, the coefficient of restitution, then the rate of the gap and of each
    /// constraint that depends on the contact; every rate `A v + b` is followed by its row of `A`.
    pub functions: PlainFunctions,
}

impl OpeningContacts {
    pub(super) fn of(mechanics: &Mechanics) -> Result<Self, Diagnostics> {
        let (model, graph) = (&mechanics.model, &mechanics.model.graph);
        let mut values = Vec::new();
        for contact in &model.opening {
            values.extend([contact.gap, contact.restitution]);
            let mut rates = rates_of(model, &[contact.gap]);
            rates.extend(contact.dependents.iter().map(|constraint| constraint.expr));
            for rate in rates {
                values.push(rate);
                values.extend(graph.gradient(rate, &mechanics.v));
            }
        }
        let names = model.opening.iter().map(|contact| OpeningContactNames {
            name: contact.name.clone(),
            dependents: contact.dependents.iter().map(|x| x.name.clone()).collect(),
            sign: contact.sign.factor(),
        });
        Ok(Self {
            names: names.collect(),
            functions: PlainFunctions::one(mechanics, "contacts", of_states(mechanics), values)?,
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
            .help("simulate the model with `nhi run`, `nhi sweep` or `simulate` of the Python package; for a stepper of the motion in contact, leave out `opens`"),
        );
    }
    found.into_result().map(|_| ())
}

//! Verdicts on a model: the properties that theory asks for, and what was found about each.

use crate::diag::{Code, Diagnostic, counted};
use crate::mechanics::{Integrability, MassKind, Mechanics, NoReduction};
use crate::program::Compiled;

/// A property of a model and what was found about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The property, such as `nonholonomic`.
    pub property: &'static str,
    /// Whether the model has it.
    pub holds: bool,
    /// What was found, in words.
    pub text: String,
}

/// What is found where a model is looked at more closely than code generation asks for.
#[derive(Clone, Debug)]
pub struct Examination {
    /// The properties, in the order in which theory asks for them.
    pub verdicts: Vec<Verdict>,
    /// What of the constraints integrates, and how their distribution grows.
    pub integrability: Option<Integrability>,
    /// The remarks on the model, those on singular configurations last.
    pub notes: Vec<Diagnostic>,
}

/// Examines a compiled model.
#[must_use]
pub fn examine(compiled: &Compiled) -> Examination {
    let mechanics = &compiled.mechanics;
    let mut notes = mechanics.notes.clone();
    notes.extend(mechanics.singular_configurations());
    Examination {
        verdicts: verdicts(mechanics, &notes),
        integrability: mechanics.integrability.clone(),
        notes,
    }
}

fn verdicts(mechanics: &Mechanics, notes: &[Diagnostic]) -> Vec<Verdict> {
    let mut verdicts = vec![Verdict {
        property: "regular Lagrangian",
        holds: true,
        text: mass(mechanics).to_owned(),
    }];
    if !mechanics.constraints.is_empty() {
        let names = mechanics.model.constraints.iter();
        let names: Vec<_> = names.map(|constraint| constraint.name.as_str()).collect();
        verdicts.push(Verdict {
            property: "independent constraints",
            holds: true,
            text: names.join(", "),
        });
        verdicts.extend(nonholonomic(mechanics));
    }
    verdicts.extend(regular_everywhere(notes));
    if !mechanics.model.symmetry.is_empty() {
        verdicts.push(invariant(mechanics));
        verdicts.extend(reducible(mechanics));
    }
    verdicts
}

/// Whether group and constraints span the velocities, `D_q + V_q = T_q Q`.
fn reducible(mechanics: &Mechanics) -> Option<Verdict> {
    let (holds, text) = match &mechanics.reduction {
        Ok(reduction) => {
            let directions = match reduction.direction_count() {
                0 => "no symmetry directions".to_owned(),
                n => counted(n, "symmetry direction"),
            };
            (true, format!("{directions} inside the constraints"))
        }
        Err(NoReduction::MissingDirections(missing)) => {
            let missing = missing.join(", ");
            (
                false,
                format!("no motion of the group makes up for a velocity of {missing}"),
            )
        }
        Err(_) => return None,
    };
    Some(Verdict {
        property: "reduction",
        holds,
        text,
    })
}

/// Said only where something was found: that nothing was is no proof.
fn regular_everywhere(notes: &[Diagnostic]) -> Option<Verdict> {
    let singular = |note: &&Diagnostic| {
        matches!(
            note.code,
            Code::DependentSomewhere | Code::SingularSomewhere
        )
    };
    let found: Vec<_> = notes.iter().filter(singular).collect();
    let first = found.first()?;
    Some(Verdict {
        property: "regular everywhere",
        holds: false,
        text: first.found.clone(),
    })
}

/// A model with a broken symmetry has no mechanics, so here it holds.
fn invariant(mechanics: &Mechanics) -> Verdict {
    let model = &mechanics.model;
    let groups: Vec<_> = (0..model.symmetry.len())
        .map(|i| model.group_text(i))
        .collect();
    let generators = mechanics.symmetry.generators.iter();
    let constant: Vec<_> = generators
        .filter(|generator| generator.is_conserved)
        .map(|generator| generator.motion.clone())
        .collect();
    let momenta = if constant.is_empty() {
        "no momentum of it is constant".to_owned()
    } else {
        format!("constant momentum of {}", constant.join(", "))
    };
    Verdict {
        property: "invariance",
        holds: true,
        text: format!("{}; {momenta}", groups.join(" x ")),
    }
}

fn mass(mechanics: &Mechanics) -> &'static str {
    match mechanics.lagrangian.mass_kind {
        MassKind::Constant => "the mass matrix is constant",
        MassKind::Configuration => "the mass matrix depends on the configuration",
        MassKind::Velocity => "L_vv depends on the velocities",
    }
}

/// Whether constraints integrate, and how the distribution grows; where the budget of work did not
/// even last for the first brackets, that nothing is decided.
fn nonholonomic(mechanics: &Mechanics) -> Option<Verdict> {
    let found = mechanics.integrability.as_ref()?;
    let text = format!("{}; {}", found.text(), found.growth_text());
    Some(match found.is_holonomic() {
        Some(is_holonomic) => Verdict {
            property: "nonholonomic",
            holds: !is_holonomic,
            text,
        },
        None => Verdict {
            property: "integrability decided",
            holds: false,
            text,
        },
    })
}

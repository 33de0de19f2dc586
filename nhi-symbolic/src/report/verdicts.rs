//! Verdicts on a model: the properties required by the theory, and the finding for each.

use crate::diag::{Code, Diagnostic, counted};
use crate::mechanics::needs::Masses;
use crate::mechanics::{
    Accessibility, ConstantsOfMotion, Generator, Integrability, MassKind, Mechanics,
};
use crate::program::Compiled;
use crate::schemes;

/// A property of a model and the finding about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The property, such as `nonholonomic`.
    pub property: &'static str,
    /// True if the model has the property.
    pub holds: bool,
    /// The finding, in words.
    pub text: String,
}

/// The results of an examination that goes beyond what code generation requires.
#[derive(Clone, Debug)]
pub struct Examination {
    /// The properties, in the order in which the theory requires them.
    pub verdicts: Vec<Verdict>,
    /// The integrable part of the constraints, and the growth of their distribution.
    pub integrability: Option<Integrability>,
    /// The directions that the controls reach from rest, if this is decided.
    pub accessibility: Option<Accessibility>,
    /// The constants found for every motion.
    pub constants: ConstantsOfMotion,
    /// The notes on the model; those on singular configurations come last.
    pub notes: Vec<Diagnostic>,
}

/// Examines a compiled model.
#[must_use]
pub fn examine(compiled: &Compiled) -> Examination {
    let mechanics = &compiled.mechanics;
    let mut notes = mechanics.model.notes.clone();
    notes.extend_from_slice(&mechanics.notes);
    let requests = mechanics.model.integrators.iter();
    let names = requests.filter_map(|request| {
        let integrator = schemes::integrator(&request.name.text)?;
        (integrator.needs.masses == Masses::Everywhere).then_some(integrator.name)
    });
    notes.extend(mechanics.singular_configurations(&names.collect::<Vec<_>>()));
    let constants = mechanics.constants_of_motion();
    let accessibility = mechanics.accessibility();
    let mut verdicts = verdicts(mechanics, &constants, &notes);
    verdicts.extend(accessibility.as_ref().map(accessible));
    Examination {
        verdicts,
        accessibility,
        constants,
        integrability: mechanics.integrability.clone(),
        notes,
    }
}

fn verdicts(
    mechanics: &Mechanics,
    constants: &ConstantsOfMotion,
    notes: &[Diagnostic],
) -> Vec<Verdict> {
    let mut verdicts = vec![Verdict {
        property: "regular Lagrangian",
        holds: true,
        text: match mechanics.singular_mass() {
            None => mass(mechanics).to_owned(),
            Some(_) => {
                "the mass matrix is singular, but not on the velocities that the constraints allow"
                    .to_owned()
            }
        },
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
        verdicts.push(invariant(mechanics, constants));
        verdicts.extend(reducible(mechanics));
    }
    verdicts.extend(conserved(mechanics, constants));
    verdicts
}

/// Reports whether group and constraints span the velocities, `D_q + V_q = T_q Q`.
fn reducible(mechanics: &Mechanics) -> Option<Verdict> {
    let (holds, text) = match &mechanics.reduction {
        Ok(reduction) if !reduction.missing_directions.is_empty() => {
            let missing = reduction.missing_directions.join(", ");
            match reduction.is_led {
                true => (
                    true,
                    format!("without a connection: position constraints lead {missing}"),
                ),
                false => (
                    false,
                    format!("no motion of the group makes up for a velocity of {missing}"),
                ),
            }
        }
        Ok(reduction) if reduction.has_constraints_of_element => (
            true,
            "without a connection: constraints depend on group elements that are not declared symmetries"
                .to_owned(),
        ),
        Ok(reduction) => {
            let directions = match reduction.direction_count() {
                0 => "no symmetry directions".to_owned(),
                n => counted(n, "symmetry direction"),
            };
            (true, format!("{directions} inside the constraints"))
        }
        Err(_) => return None,
    };
    Some(Verdict {
        property: "reduction",
        holds,
        text,
    })
}

/// Reports singular configurations that were found; finding none is not a proof.
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

/// Reports what the controls reach from rest. The controls certainly reach no more only if nothing
/// else acts on the system.
fn accessible(found: &Accessibility) -> Verdict {
    Verdict {
        property: "accessible",
        holds: found.is_full(),
        text: found.text(),
    }
}

/// Reports the symmetry. A model with a broken symmetry has no mechanics, so the symmetry holds
/// here.
fn invariant(mechanics: &Mechanics, constants: &ConstantsOfMotion) -> Verdict {
    let model = &mechanics.model;
    let groups: Vec<_> = (0..model.symmetry.len())
        .map(|i| model.group_text(i))
        .collect();
    let generators = mechanics.symmetry.generators.iter().enumerate();
    let named = |(i, generator): (usize, &Generator)| {
        let formula = format!("J[{i}]");
        let constant = constants.momenta.contains(&formula);
        constant.then(|| generator.motion.clone())
    };
    let alone: Vec<_> = generators.filter_map(named).collect();
    let combined = constants.momenta.iter().filter(|text| text.contains(' '));
    let others: Vec<_> = combined
        .chain(&constants.reduced_momenta)
        .cloned()
        .collect();
    let mut momenta = Vec::new();
    if !alone.is_empty() {
        momenta.push(format!("constant momentum of {}", alone.join(", ")));
    }
    if !others.is_empty() {
        momenta.push(format!("constant {}", others.join(", ")));
    }
    if constants.are_momenta_open {
        momenta.push(
            "not decided which momenta are constant: the search exceeds the work budget".to_owned(),
        );
    } else if momenta.is_empty() {
        momenta.push("no momentum was found to be constant".to_owned());
    }
    Verdict {
        property: "invariance",
        holds: true,
        text: format!("{}; {}", groups.join(" x "), momenta.join("; ")),
    }
}

/// Reports the energy or moving energy that is constant. Finding none is not a proof, and if the
/// work budget runs out, nothing is decided.
fn conserved(mechanics: &Mechanics, constants: &ConstantsOfMotion) -> Option<Verdict> {
    if mechanics.is_only_variational() {
        return None;
    }
    let (property, text) = match &constants.energy {
        Some(energy) if energy == "E" => ("energy constant", "the energy E".to_owned()),
        Some(energy) => ("energy constant", format!("the moving energy {energy}")),
        None if constants.is_energy_open => (
            "energy decided",
            "not decided whether an energy is constant: the search exceeded the work budget"
                .to_owned(),
        ),
        None => (
            "energy constant",
            "the energy was not found to be constant".to_owned(),
        ),
    };
    Some(Verdict {
        property,
        holds: constants.energy.is_some(),
        text,
    })
}

fn mass(mechanics: &Mechanics) -> &'static str {
    match mechanics.lagrangian.mass_kind {
        MassKind::Constant => "the mass matrix is constant",
        MassKind::Configuration if mechanics.has_mass_of_time() => {
            "the mass matrix depends on the time"
        }
        MassKind::Configuration => "the mass matrix depends on the configuration",
        MassKind::Velocity => "L_vv depends on the velocities",
    }
}

/// Reports whether the constraints are integrable, and the growth of the distribution. If the work
/// budget does not suffice even for the first brackets, nothing is decided.
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

//! Lagrangian, constraints, projectors and equations of motion.

use crate::mechanics::quantities::Chapter;
use crate::mechanics::{Integrability, MassKind, Mechanics, ProjectionForm};
use crate::report::Part;

use super::section::Section;

pub(super) fn lagrangian(mechanics: &Mechanics, parts: &mut Vec<Part>) {
    parts.push(Part::Heading("Lagrangian and mass matrix".to_owned()));
    let kind = match mechanics.lagrangian.mass_kind {
        MassKind::Constant => "The Lagrangian is regular, with a constant mass matrix.",
        MassKind::Configuration if mechanics.has_mass_of_time() => {
            "The Lagrangian is regular; the mass matrix depends on the time."
        }
        MassKind::Configuration => {
            "The Lagrangian is regular; the mass matrix depends on the configuration."
        }
        MassKind::Velocity => {
            "The Lagrangian is regular but not of second degree: $L_{vv}$ depends on the velocities."
        }
    };
    parts.push(Part::Theory(kind));
    let mut section = Section::new(mechanics, "a");
    section.chapter(Chapter::Lagrangian);
    section.finish(parts);
}

pub(super) fn constraints(mechanics: &Mechanics, parts: &mut Vec<Part>) {
    parts.push(Part::Heading("Constraints".to_owned()));
    let names: Vec<_> = mechanics
        .model
        .constraints
        .iter()
        .map(|c| format!("`{}`", c.name))
        .collect();
    let names = names.join(", ");
    parts.push(Part::Sentence(format!("The constraints are {names}.")));
    let is_affine = mechanics.constraints.are_affine(&mechanics.model.graph);
    parts.push(Part::Theory(match is_affine {
        true => "They are the rows of $A v + b = 0$, independent almost everywhere.",
        false => "They are $g(q, v, t) = 0$ with $A = g_v$, independent almost everywhere.",
    }));
    for contact in &mechanics.model.contacts {
        let (name, sign) = (&contact.constraint, contact.sign.text());
        parts.push(Part::Sentence(format!(
            "The contact `{name}` presses while its multiplier is {sign}."
        )));
    }
    for contact in &mechanics.model.opening {
        let name = &contact.name;
        parts.push(Part::Sentence(format!(
            "The contact `{name}` opens if its multiplier vanishes, and closes if its gap does. In \
             this derivation it is closed."
        )));
    }
    for note in &mechanics.notes {
        parts.push(Part::Sentence(format!("Note: {}.", note.found)));
    }
    parts.extend(mechanics.integrability.iter().flat_map(flag));
    let mut section = Section::new(mechanics, "k");
    if !is_affine {
        section.column("g", &mechanics.constraints.residual);
    }
    section.chapter(Chapter::Constraints);
    if !mechanics.may_have_singular_mass() {
        section.matrix(
            "A M^{-1} A^T",
            mechanics.constraints.gram(&mechanics.model.graph),
        );
    }
    section.finish(parts);
}

/// Describes the growth of the distribution; integrable constraints already have a note.
fn flag(found: &Integrability) -> Vec<Part> {
    let growth = format!("The flag of the distribution: {}.", found.growth_text());
    let verdict = match found.integrable {
        Some(0) => Some(
            "No combination of the constraints integrates (theorem of Frobenius): the system is \
             nonholonomic."
                .to_owned(),
        ),
        Some(_) => None,
        None => Some(format!("It is {}.", found.text())),
    };
    verdict
        .into_iter()
        .chain([growth])
        .map(Part::Sentence)
        .collect()
}

pub(super) fn projection(mechanics: &Mechanics, parts: &mut Vec<Part>) {
    parts.push(Part::Heading("Projectors".to_owned()));
    parts.push(Part::Theory(
        "$Q$ projects on the orthogonal complement of the distribution in the metric $M$, \
         $P = \\mathrm{Id} - Q$ on the distribution.",
    ));
    parts.push(Part::Theory(match mechanics.projection.form() {
        ProjectionForm::Range => {
            "The generated code uses the range form, a system as large as the number of constraints."
        }
        ProjectionForm::NullSpace => {
            "The generated code uses the null-space form, with a division-free basis of the \
             constraint distribution."
        }
    }));
    let mut section = Section::new(mechanics, "s");
    section.chapter(Chapter::Projection);
    section.finish(parts);
}

pub(super) fn motion(mechanics: &Mechanics, parts: &mut Vec<Part>) {
    parts.push(Part::Heading("Equations of motion".to_owned()));
    let is_affine = mechanics.constraints.are_affine(&mechanics.model.graph);
    let principle = if mechanics.is_only_variational() {
        "The action is stationary among the motions that obey the constraints."
    } else if !is_affine {
        "By Chetaev's rule $M a + c = f + A^T \\lambda$, with $A a + g_q v + g_t = 0$."
    } else {
        "$M a + c = f + A^T \\lambda$, with $A a + \\dot A v + \\dot b = 0$."
    };
    parts.push(Part::Theory(principle));
    let mut section = Section::new(mechanics, "r");
    section.chapter(Chapter::Motion);
    section.finish(parts);
}

//! Symmetry, and the reduced system.

use crate::mechanics::quantities::Chapter;
use crate::mechanics::{Connection, Mechanics, Reduction};
use crate::report::Part;

use super::section::Section;

pub(super) fn symmetry(mechanics: &Mechanics, parts: &mut Vec<Part>) {
    let model = &mechanics.model;
    let groups: Vec<_> = (0..model.symmetry.len())
        .map(|factor| format!("`{}`", model.group_text(factor)))
        .collect();
    parts.push(Part::Heading("Symmetry".to_owned()));
    parts.push(Part::Sentence(format!(
        "The Lagrangian, the constraint distribution and the forces are invariant under {}.",
        groups.join(" x ")
    )));
    parts.push(Part::Theory(
        "The momentum map $J = L_v \\cdot \\xi_Q ( q )$ has these generators. A momentum is constant \
         if neither reactions nor forces do work along its generator.",
    ));
    let mut rows = vec![
        ["entry", "generator", "momentum"]
            .map(str::to_owned)
            .to_vec(),
    ];
    let generators = &mechanics.symmetry.generators;
    rows.extend(generators.iter().enumerate().map(|(entry, generator)| {
        let constancy = if generator.is_conserved {
            "constant"
        } else {
            "not constant"
        };
        vec![
            format!("{entry}"),
            generator.motion.clone(),
            constancy.to_owned(),
        ]
    }));
    parts.push(Part::Table(rows));
    let mut section = Section::new(mechanics, "j");
    section.chapter(Chapter::Symmetry);
    section.finish(parts);
}

pub(super) fn reduction(
    mechanics: &Mechanics,
    reduced: &Reduction,
    connection: &Connection,
    parts: &mut Vec<Part>,
) {
    parts.push(Part::Heading("Reduction".to_owned()));
    parts.push(Part::Theory(
        "In the body velocity $\\xi = g^{-1} \\dot g$ of the group and the velocity $u$ of the shape \
         $r$, the Lagrangian is $l ( r , u , \\xi )$ and the constraints are \
         $A_u u + A_\\xi \\xi + b = 0$.",
    ));
    let mut section = Section::new(mechanics, "y");
    section.column("u", &reduced.u);
    section.chapter(Chapter::Reduction);
    section.scalar("l", reduced.lagrangian);
    if reduced.constraint_count() > 0 {
        section.matrix("A_u", &reduced.shape_constraints);
        section.matrix("A_\\xi", &reduced.body_constraints);
        section.column("b", &reduced.offset);
    }
    section.finish(parts);

    let mut section = Section::new(mechanics, "n");
    section.chapter(Chapter::Connection);
    section.column("\\gamma", &connection.drift);
    let has_directions = reduced.direction_count() > 0;
    if has_directions {
        parts.push(Part::Theory(
            "The columns of $E$ are a basis of the symmetry directions inside the constraints, the \
             kernel of $A_\\xi$. The momentum along them is $p = E^T l_\\xi$, with the locked \
             inertia $I$.",
        ));
    }
    parts.push(Part::Theory(
        "The body velocity is the locked velocity less $A u + \\gamma$, with the nonholonomic \
         connection $A$.",
    ));
    if has_directions {
        parts.push(Part::Theory(
            "The momentum equation is $\\dot p = \\langle l_\\xi , [ \\xi , e ] + \\dot e \\rangle + \
             \\langle f , e \\rangle$ for each direction $e$.",
        ));
    }
    if !reduced.frame_fails_at.is_empty() {
        let graph = &mechanics.model.graph;
        let factors = reduced.frame_fails_at.iter();
        let zeros: Vec<_> = factors
            .map(|&x| format!("{} = 0", graph.display(x)))
            .collect();
        let lost = match has_directions {
            true => "the columns of E may be no basis, and A and gamma may have no value",
            false => "A and gamma have no value",
        };
        parts.push(Part::Sentence(format!(
            "Note: this form of the constraints does not hold everywhere. If {}, {lost}.",
            zeros.join(" or ")
        )));
    }
    section.finish(parts);
}

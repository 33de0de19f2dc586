//! A model as text.

use crate::expr::Graph;
use crate::model::Model;
use crate::model::ast::Rule;

use super::lines::Lines;

/// Lists names and expressions.
pub(crate) fn model(model: &Model) -> String {
    let mut lines = Lines::new(&model.graph, &format!("model {}", model.item.ident));
    lines.names("parameters", &model.parameters);
    lines.names("coordinates", &model.coordinates);
    for factor in &model.groups {
        let components = &model.velocities[factor.velocities()];
        let (name, group) = (&factor.name, factor.group.text());
        lines.names(&format!("{name} in {group} with body velocity"), components);
    }
    lines.names("controls", &model.controls);
    lines.value("lagrangian", model.lagrangian);
    for constraint in &model.constraints {
        lines.value(&format!("constraint {}", constraint.name), constraint.expr);
    }
    if let Some(Rule::Chetaev) = model.rule {
        lines.line("rule Chetaev");
    }
    for constraint in &model.holonomic {
        let what = format!("position constraint {}", constraint.name);
        lines.value(&what, constraint.expr);
    }
    for contact in &model.contacts {
        let (name, sign) = (&contact.constraint, contact.sign.text());
        lines.line(&format!("contact {name} {sign}"));
    }
    for contact in &model.opening {
        let what = format!("restitution of {}", contact.name);
        lines.value(&what, contact.restitution);
    }
    for (name, &force) in model.force_names().zip(&model.forces) {
        if force != Graph::ZERO {
            lines.value(&format!("force on {name}"), force);
        }
    }
    if model.dissipation != Graph::ZERO {
        lines.value("dissipation", model.dissipation);
    }
    for integral in &model.integrals {
        lines.value(&format!("integral {}", integral.name), integral.expr);
    }
    for factor in 0..model.symmetry.len() {
        lines.line(&format!("symmetry {}", model.group_text(factor)));
    }
    for request in &model.integrators {
        lines.line(&format!("integrator {}", request.name.text));
    }
    lines.finish()
}

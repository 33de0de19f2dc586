//! Conditions on a Lagrangian and its constraints, with witnesses if they are violated.

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::expr::{Combination, Rational};
use crate::model::Model;

use super::Mechanics;
use super::constraints::OneForms;
use super::inertia::bordered;
use super::integrability::Integrability;
use super::lagrangian::{LagrangianDynamics, MassKind};

/// Checks that a contact that opens and closes has impacts: with a mass matrix that depends on the
/// velocities, the change of the momentum is not `M` times that of the velocity.
pub(super) fn impacts_are_defined(
    model: &Model,
    lagrangian: &LagrangianDynamics,
    diagnostics: &mut Diagnostics,
) {
    let is_general = lagrangian.mass_kind == MassKind::Velocity;
    if let (true, Some(contact)) = (is_general, model.opening.first()) {
        diagnostics.push(Diagnostic::error(
            Code::OpeningContact,
            contact.span,
            format!(
                "the contact `{}` opens, with a Lagrangian that is not of second degree in the velocities",
                contact.name
            ),
            "a mass matrix that does not depend on the velocities, for which impacts are defined",
        ));
    }
}

/// Checks that Chetaev's rule has what it needs: a regular mass matrix, and no declared symmetry,
/// if a constraint is not affine in the velocities.
pub(super) fn rule_applies(
    model: &Model,
    lagrangian: &LagrangianDynamics,
    forms: &OneForms,
    diagnostics: &mut Diagnostics,
) {
    if model.rule.is_none() || forms.are_affine(&model.graph) {
        return;
    }
    if let Some(factor) = model.symmetry.first() {
        diagnostics.push(Diagnostic::error(
            Code::NotYetSupported,
            factor.span,
            "`symmetry` together with constraints that are not affine in the velocities is not yet supported",
            "a symmetry of models whose constraints are affine in the velocities",
        ));
    }
    let relations = model.graph.row_relations(&lagrangian.mass);
    let dependent = relations.map_or_else(Vec::new, |relations| relations.dependent);
    if let Some((row, _)) = dependent.first() {
        let velocity = &model.velocities[*row];
        diagnostics.push(Diagnostic::error(
            Code::SingularLagrangian,
            velocity.span,
            format!(
                "constraints that are not affine in the velocities need a regular mass matrix, but that of `{}` \
                 depends on the others",
                velocity.name
            ),
            "kinetic energy in every direction, which states of a scenario do not have",
        ));
    }
}

/// Checks that the mass matrix is regular almost everywhere, or at least on the velocities that the
/// constraints allow: the bordered matrix `[0, A; A^T, L_vv]` has full rank. Constraints that
/// depend on others are left out here.
pub(super) fn motion_is_regular(
    model: &Model,
    lagrangian: &LagrangianDynamics,
    forms: &OneForms,
    diagnostics: &mut Diagnostics,
) {
    let of_mass = model.graph.row_relations(&lagrangian.mass);
    if of_mass.is_some_and(|relations| relations.dependent.is_empty()) {
        return;
    }
    let columns: Vec<_> = (0..forms.matrix.columns()).collect();
    let rows = model.graph.row_relations(&forms.matrix);
    let rows = rows.map_or_else(Vec::new, |relations| relations.independent);
    let constraints = forms.matrix.select(&rows, &columns);
    let matrix = bordered(&constraints, &lagrangian.mass);
    let Some(relations) = model.graph.row_relations(&matrix) else {
        diagnostics.push(no_values(model));
        return;
    };
    let of_velocities = relations
        .dependent
        .into_iter()
        .filter_map(|(row, combination)| Some((row.checked_sub(rows.len())?, combination)));
    for (row, combination) in of_velocities {
        let velocity = &model.velocities[row];
        let name = |i: usize| model.velocities[i].name.clone();
        let name = |i: usize| match i.checked_sub(rows.len()) {
            Some(velocity) => name(velocity),
            None => model.constraints[rows[i]].name.clone(),
        };
        let row = row + rows.len();
        let found = if combination.is_empty() {
            format!(
                "the Lagrangian is not quadratic in `{}`: its row of L_vv is zero",
                name(row)
            )
        } else if !rows.is_empty() {
            format!(
                "the mass matrix L_vv is singular on the velocities that the constraints allow: with the constraints its \
                 rows satisfy {} = {}",
                name(row),
                combination_text(&combination, name),
            )
        } else {
            format!(
                "the mass matrix L_vv is singular: its rows satisfy {} = {}",
                name(row),
                combination_text(&combination, name),
            )
        };
        diagnostics.push(
            Diagnostic::error(
                Code::SingularLagrangian,
                velocity.span,
                found,
                if rows.is_empty() {
                    "a regular Lagrangian, with det L_vv different from zero"
                } else {
                    "kinetic energy in every direction that the constraints allow"
                },
            )
            .help(match model.coordinates.get(row - rows.len()) {
                Some(coordinate) => format!(
                    "add the kinetic energy that belongs to `{}`, or remove the coordinate",
                    coordinate.name
                ),
                None => format!("add the kinetic energy that belongs to `{}`", velocity.name),
            }),
        );
    }
}

/// Checks that numeric pivots of the kinetic energy are positive, on the velocities that the
/// constraints allow. Pivots that depend on parameters are compared when a stepper is created.
///
/// # Errors
/// Each pivot that is not positive, at its velocity.
pub(crate) fn kinetic_energy_is_positive(mechanics: &Mechanics) -> Result<(), Diagnostics> {
    let model = &mechanics.model;
    let mut diagnostics = Diagnostics::new();
    for (row, pivot) in mechanics.constant_pivots() {
        let value = model.graph.as_number(pivot);
        let Some(value) = value.filter(|x| *x <= Rational::ZERO) else {
            continue;
        };
        let velocity = &model.velocities[row];
        let name = &velocity.name;
        let place = if mechanics.may_have_singular_mass() {
            " on the velocities that the constraints allow"
        } else {
            ""
        };
        diagnostics.push(
            Diagnostic::error(
                Code::NegativeKineticEnergy,
                velocity.span,
                format!(
                    "the kinetic energy is not positive definite{place}: its pivot for `{name}` is {value}"
                ),
                "a Lagrangian with positive kinetic energy in every direction",
            )
            .help(format!(
                "check the sign and the parentheses of the terms with `{name}`, such as `0.5 * m * {name}.powi(2)`"
            )),
        );
    }
    diagnostics.into_result().map(|_| ())
}

/// Checks that the one-forms are independent almost everywhere.
pub(super) fn constraints_are_independent(
    model: &Model,
    forms: &OneForms,
    diagnostics: &mut Diagnostics,
) {
    if forms.residual.is_empty() {
        return;
    }
    let Some(relations) = model.graph.row_relations(&forms.matrix) else {
        // The mass matrix may have been reported for the same reason.
        if diagnostics.errors().next().is_none() {
            diagnostics.push(no_values(model));
        }
        return;
    };
    for (row, combination) in relations.dependent {
        let constraint = &model.constraints[row];
        let name = |i: usize| model.constraints[i].name.clone();
        diagnostics.push(
            Diagnostic::error(
                Code::DependentConstraint,
                constraint.span,
                dependence_text(
                    &constraint.name,
                    "in every configuration ",
                    &combination,
                    name,
                ),
                "constraint one-forms that are linearly independent",
            )
            .help(format!("remove `{}`, or correct it", constraint.name)),
        );
    }
}

/// Returns the note on constraints that integrate to conditions on positions.
pub(super) fn integrability_note(
    model: &Model,
    found: Option<&Integrability>,
) -> Option<Diagnostic> {
    // The rates of position constraints integrate to the positions.
    let known = model.constraints.len() - model.velocity_constraints();
    let found = found.filter(|found| found.integrable.is_some_and(|count| count > known))?;
    let constraint = &model.constraints[found.first_row()];
    let note = Diagnostic::note(Code::IntegrableConstraints, constraint.span, found.text());
    Some(note.help("this is right for wheels on one axle, for example; otherwise check the signs and angles of the constraints"))
}

/// Checks that the work budget is not exhausted.
pub(crate) fn budget_is_left(model: &Model, diagnostics: &mut Diagnostics) {
    if model.graph.is_exhausted() {
        diagnostics.push(budget_exceeded(model));
    }
}

fn budget_exceeded(model: &Model) -> Diagnostic {
    Diagnostic::error(
        Code::BudgetExceeded,
        model.lagrangian_span,
        "deriving the mechanics of this model needs more work than the compiler allows",
        "a model whose derivation stays within the budget",
    )
    .help(
        "choose coordinates in which the Lagrangian and the constraints are shorter, and put each model into a \
         separate file: the models of a file share one budget",
    )
}

/// Reports an integrator that used up the budget. The mechanics are derived, and so are the
/// integrators `done`.
pub(super) fn integrator_beyond_budget(
    model: &Model,
    integrator: &str,
    done: &[&str],
) -> Diagnostic {
    let mut requests = model.integrators.iter();
    let request = requests.find(|request| request.name.text == integrator);
    let span = request.map_or(model.lagrangian_span, |request| request.name.span);
    let diagnostic = Diagnostic::error(
        Code::BudgetExceeded,
        span,
        format!("deriving `{integrator}` for this model needs more work than the compiler allows"),
        "integrators whose derivation stays within the budget, which all models of a file share",
    );
    if done.is_empty() {
        return diagnostic.help(
            "the mechanics of the model are derived: ask for a cheaper integrator (`nhi integrators` lists them), or \
             choose coordinates in which the Lagrangian and the constraints are shorter",
        );
    }
    let done: Vec<_> = done.iter().map(|name| format!("`{name}`")).collect();
    diagnostic.help(format!(
        "remove it, or put it on a separate struct in its own file; these integrators fit the budget: {}",
        done.join(", ")
    ))
}

/// Reports why a matrix has no values at random points. Beyond the budget every expression is
/// undefined.
fn no_values(model: &Model) -> Diagnostic {
    if model.graph.is_exhausted() {
        return budget_exceeded(model);
    }
    Diagnostic::error(
        Code::NonFiniteConstant,
        model.lagrangian_span,
        "the model has no value at any configuration: a part of it is always undefined",
        "expressions with values almost everywhere",
    )
    .help("look for a division by an expression that is identically zero")
}

/// Describes that a constraint depends on others, `when` it does, or contains no velocity.
pub(super) fn dependence_text(
    constraint: &str,
    when: &str,
    combination: &Combination,
    name: impl Fn(usize) -> String,
) -> String {
    if combination.is_empty() {
        return format!("constraint `{constraint}` contains no velocity");
    }
    let combination = combination_text(combination, name);
    format!("constraint `{constraint}` depends on the others: {when}{constraint} = {combination}")
}

/// Formats a combination, such as `2*front - skid`, or just the names if a coefficient is not a
/// small fraction.
pub(super) fn combination_text(
    combination: &Combination,
    name: impl Fn(usize) -> String,
) -> String {
    if combination.is_empty() {
        return "0".to_owned();
    }
    let mut text = String::new();
    for (row, coefficient) in combination {
        let (sign, factor) = match coefficient {
            Some(k) if k.is_negative() => ("-", factor_text(&k.abs())),
            Some(k) => ("+", factor_text(k)),
            None => ("+", "(...)*".to_owned()),
        };
        match (text.is_empty(), sign) {
            (true, "-") => text.push('-'),
            (true, _) => {}
            (false, sign) => text.push_str(&format!(" {sign} ")),
        }
        text.push_str(&factor);
        text.push_str(&name(*row));
    }
    text
}

fn factor_text(k: &Rational) -> String {
    if k.is_one() {
        String::new()
    } else {
        format!("{k}*")
    }
}

//! The checks of the model as a whole: every declaration is used, and the constraints leave a
//! motion.

mod configurations;
mod dissipation;

use proc_macro2::Span;

use super::ast::{Ast, Entry, Key};
use super::resolve::{Resolved, numbers_fit};
use super::{Constraint, Model};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::expr::{Expr, Graph};

/// Checks the model as a whole.
///
/// # Errors
/// Every error of the model as a whole.
pub(super) fn check_model(ast: &Ast, resolved: &mut Resolved) -> Result<(), Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    check_coordinates(resolved, &mut diagnostics);
    check_uses(ast, resolved, &mut diagnostics);
    check_constraints(ast, resolved, &mut diagnostics);
    dissipation::check(ast, &resolved.model, &mut diagnostics);
    check_multipliers_in_forces(ast, resolved, &mut diagnostics);
    check_numbers(ast, resolved, &mut diagnostics);
    let mut notes = diagnostics.into_result()?;
    notes.extend(switching_forces(ast, resolved));
    notes.extend(super::dimensions::notes(ast, &resolved.model));
    resolved.model.notes = notes;
    Ok(())
}

/// Checks that every coordinate occurs, and that its velocity is in the Lagrangian or tied to
/// others by a constraint.
fn check_coordinates(resolved: &Resolved, diagnostics: &mut Diagnostics) {
    let model = &resolved.model;
    let in_lagrangian = model.graph.symbols_of(&[model.lagrangian]);
    let rates = model.constraints.iter().map(|constraint| constraint.expr);
    let tied = model.graph.symbols_of(&rates.collect::<Vec<_>>());
    let positions = model.holonomic.iter().map(|constraint| constraint.expr);
    let placed = model.graph.symbols_of(&positions.collect::<Vec<_>>());
    let in_motion = model.graph.symbols_of(&equations_of_motion(resolved));
    for (coordinate, velocity) in model.coordinates.iter().zip(&model.velocities) {
        let name = &coordinate.name;
        let is_tied = tied.contains(&velocity.symbol) || placed.contains(&coordinate.symbol);
        if in_lagrangian.contains(&velocity.symbol) || is_tied {
            continue;
        }
        let occurs = in_motion.contains(&coordinate.symbol) || in_motion.contains(&velocity.symbol);
        diagnostics.push(if occurs {
            Diagnostic::error(
                Code::CoordinateWithoutVelocity,
                coordinate.span,
                format!("neither the Lagrangian nor a constraint contains `{name}_dot`"),
                "the velocity of every coordinate in the Lagrangian or in a constraint",
            )
            .help(format!("add the kinetic energy of `{name}`"))
        } else {
            Diagnostic::error(
                Code::UnusedCoordinate,
                coordinate.span,
                format!(
                    "the coordinate `{name}` occurs neither in the Lagrangian nor in a constraint"
                ),
                "an equation of motion for every coordinate",
            )
            .help(format!("add the kinetic energy of `{name}`, or remove it"))
        });
    }
}

/// Returns the Lagrangian, the constraints, and the unused definitions, because they were meant for
/// one of those.
fn equations_of_motion(resolved: &Resolved) -> Vec<Expr> {
    let model = &resolved.model;
    let unused = resolved
        .definitions
        .iter()
        .filter(|(_, used)| !used)
        .map(|(expr, _)| *expr);
    let constraints = model.constraints.iter().map(|constraint| constraint.expr);
    [model.lagrangian]
        .into_iter()
        .chain(constraints)
        .chain(model.holonomic.iter().map(|constraint| constraint.expr))
        .chain(unused)
        .collect()
}

/// Checks that every parameter and control is used, and notes definitions that are not.
fn check_uses(ast: &Ast, resolved: &Resolved, diagnostics: &mut Diagnostics) {
    let model = &resolved.model;
    let mut roots = equations_of_motion(resolved);
    roots.extend(model.released.iter().map(|constraint| constraint.expr));
    roots.extend(model.opening.iter().map(|contact| contact.restitution));
    roots.extend(model.integrals.iter().map(|integral| integral.expr));
    roots.extend(&resolved.force_entries);
    roots.extend(&resolved.laws);
    roots.push(model.dissipation);
    let used = model.graph.symbols_of(&roots);
    for (what, place, code, variables) in [
        (
            "parameter",
            "an expression",
            Code::UnusedParameter,
            &model.parameters,
        ),
        ("control", "a force", Code::UnusedControl, &model.controls),
    ] {
        for variable in variables
            .iter()
            .filter(|variable| !used.contains(&variable.symbol))
        {
            diagnostics.push(unused(what, place, code, &variable.name, variable.span));
        }
    }
    for (entry, (_, is_used)) in ast.definitions.iter().zip(&resolved.definitions) {
        if !is_used {
            let name = &entry.name.text;
            let diagnostic = Diagnostic::note(
                Code::UnusedDefinition,
                entry.name.span,
                format!("nothing in the model uses the definition `{name}`"),
            );
            let help = format!("remove it, unless a scenario uses `{name}`");
            diagnostics.push(diagnostic.help(help));
        }
    }
}

fn unused(what: &str, place: &str, code: Code, name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        code,
        span,
        format!("the {what} `{name}` has no effect"),
        format!("each {what} occurs in {place}"),
    )
    .help(format!("use `{name}`, or remove it"))
}

/// Checks that every constraint contains a velocity, and that together they leave a motion.
fn check_constraints(ast: &Ast, resolved: &Resolved, diagnostics: &mut Diagnostics) {
    let model = &resolved.model;
    let velocities: Vec<Expr> = model
        .velocities
        .iter()
        .map(|velocity| velocity.symbol)
        .collect();
    for constraint in &model.holonomic {
        let coordinates: Vec<_> = model.configuration().map(|x| x.symbol).collect();
        let gradient = model.graph.gradient(constraint.expr, &coordinates);
        if vanish(&model.graph, &gradient) {
            diagnostics.push(without_coordinate(constraint));
        }
    }
    for constraint in &model.constraints {
        let gradient = model.graph.gradient(constraint.expr, &velocities);
        if model.graph.is_exhausted() {
            diagnostics.push(beyond_budget(constraint));
            return;
        }
        if vanish(&model.graph, &gradient) {
            diagnostics.push(without_velocity(constraint));
        }
    }
    check_count(model, ast.open.is_some(), &velocities, diagnostics);
}

/// Checks that there are fewer constraints than velocities, or exactly as many that drive a motion.
/// Constraints that all hold at rest would allow nothing but rest.
fn check_count(model: &Model, is_phase: bool, velocities: &[Expr], diagnostics: &mut Diagnostics) {
    // A body may come to rest in a contact. As written, the model has phases with fewer constraints.
    let opens = |x: &&Constraint| {
        let mut contacts = model.opening.iter();
        contacts.any(|c| c.name == x.name || c.dependents.iter().any(|y| y.name == x.name))
    };
    let rests = is_phase && !model.opening.is_empty();
    let constraints = model.constraints.iter().chain(&model.holonomic);
    let mut constraints = constraints.filter(|x| is_phase || !opens(x));
    let (count, dimension) = (constraints.clone().count(), velocities.len());
    let most = if rests || drives(model, velocities) {
        dimension
    } else {
        dimension.saturating_sub(1)
    };
    if let Some(superfluous) = constraints.nth(most) {
        diagnostics.push(too_many(superfluous, count, dimension));
    }
}

/// Returns true if a constraint does not hold at rest: its offset is not zero, or its positions
/// move with time.
fn drives(model: &Model, velocities: &[Expr]) -> bool {
    let graph = &model.graph;
    let rest: Vec<_> = velocities.iter().map(|&v| (v, Graph::ZERO)).collect();
    let velocity: Vec<_> = model.constraints.iter().map(|c| c.expr).collect();
    let mut offsets = graph.substitute(&velocity, &rest);
    let position = model.holonomic.iter();
    offsets.extend(position.map(|c| graph.derivative(c.expr, model.time)));
    !vanish(graph, &offsets)
}

fn vanish(graph: &Graph, exprs: &[Expr]) -> bool {
    graph.are_zero(exprs).into_iter().all(|is_zero| is_zero)
}

/// Checks for numbers that grew out of range only when parts of an expression were combined.
fn check_numbers(ast: &Ast, resolved: &Resolved, diagnostics: &mut Diagnostics) {
    let model = &resolved.model;
    let constraints = model.constraints.iter().chain(&model.holonomic);
    let constraints = constraints.map(|constraint| (constraint.expr, constraint.span));
    let integrals = model
        .integrals
        .iter()
        .map(|integral| (integral.expr, integral.span));
    let forces = resolved
        .force_entries
        .iter()
        .zip(&ast.forces)
        .map(|(expr, entry)| (*expr, entry.name.span));
    let lagrangian = (model.lagrangian, model.lagrangian_span);
    let dissipation = ast.key_span(Key::Dissipation);
    let dissipation = dissipation.map(|span| (model.dissipation, span));
    for (expr, span) in [lagrangian]
        .into_iter()
        .chain(dissipation)
        .chain(constraints)
        .chain(integrals)
        .chain(forces)
    {
        let reachable = model.graph.reachable(&[expr]);
        if !reachable
            .into_iter()
            .all(|node| numbers_fit(&model.graph, node, &ast.item.scalar))
        {
            diagnostics.push(Diagnostic::error(
                Code::NumberOverflow,
                span,
                "a constant out of range in this expression",
                "numbers within the range of the scalar type",
            ));
        }
    }
}

/// Returns a note for each force that switches.
fn switching_forces(ast: &Ast, resolved: &Resolved) -> Vec<Diagnostic> {
    let forces = ast.forces.iter().zip(&resolved.force_entries);
    let switches = forces.filter(|(_, force)| !resolved.model.graph.are_smooth(&[**force]));
    let note = |(entry, _): (&Entry, &Expr)| {
        let name = &entry.name.text;
        Diagnostic::note(
            Code::SwitchingForce,
            entry.name.span,
            format!("the force on `{name}` switches: a step in which it does has order one, and an implicit one may fail"),
        )
        .help("smooth it, as in `tanh(x_dot / eps)`, if that matters")
    };
    switches.map(note).collect()
}

/// Checks that forces are linear in the multipliers that they depend on.
fn check_multipliers_in_forces(ast: &Ast, resolved: &Resolved, diagnostics: &mut Diagnostics) {
    let model = &resolved.model;
    let multipliers: Vec<_> = model.multipliers.iter().map(|x| x.symbol).collect();
    for (entry, &force) in ast.forces.iter().zip(&resolved.force_entries) {
        let slopes = model.graph.gradient(force, &multipliers);
        let read = model.graph.symbols_of(&slopes);
        let Some(place) = multipliers.iter().position(|symbol| read.contains(symbol)) else {
            continue;
        };
        let name = &model.multipliers[place].name;
        let force = &entry.name.text;
        diagnostics.push(
            Diagnostic::error(
                Code::NonlinearInMultiplier,
                entry.name.span,
                format!("the force on `{force}` is not linear in `lambda.{name}`"),
                "a force that is linear in the multipliers",
            )
            .help(format!(
                "write `lambda.{name}` with the sign that it has while the constraint presses, without `abs` or `max`"
            )),
        );
    }
}

fn beyond_budget(constraint: &Constraint) -> Diagnostic {
    Diagnostic::error(
        Code::BudgetExceeded,
        constraint.span,
        format!("the constraint `{}` is too large to check", constraint.name),
        "constraints whose derivatives can be tested within the work budget",
    )
    .help("write it in a simpler form")
}

fn without_velocity(constraint: &Constraint) -> Diagnostic {
    Diagnostic::error(
        Code::ConstraintWithoutVelocity,
        constraint.span,
        format!(
            "the constraint `{}` does not depend on any velocity",
            constraint.name
        ),
        "a condition on velocities",
    )
    .help("conditions on positions go under `holonomic`")
}

fn without_coordinate(constraint: &Constraint) -> Diagnostic {
    Diagnostic::error(
        Code::ConstraintWithoutCoordinate,
        constraint.span,
        format!(
            "the position constraint `{}` does not depend on any coordinate",
            constraint.name
        ),
        "a condition on positions",
    )
}

fn too_many(superfluous: &Constraint, constraints: usize, dimension: usize) -> Diagnostic {
    Diagnostic::error(
        Code::TooManyConstraints,
        superfluous.span,
        format!("{constraints} constraints on {dimension} coordinates leave no motion"),
        format!(
            "at most {} constraints, or {dimension} of which at least one is affine or depends on the time",
            dimension.saturating_sub(1)
        ),
    )
}

//! From names to symbols and from syntax to the expression graph, with all errors of single names
//! and operations.

mod builder;
mod constant;
mod contacts;
mod context;
mod outside;
mod prescribed;
mod scope;
mod symmetry;

pub(super) use self::constant::numbers_fit;

pub use self::builder::Delay;
use self::builder::{Builder, beyond_budget};
pub use self::context::Context;
pub use self::outside::Outside;
use self::scope::Scope;
use self::symmetry::{check_groups, symmetry_factors};
use super::ast::{Ast, Entry, Key, Name};
use super::{Constraint, Definition, Integral, Model, Variable};
use crate::diag::{Code, Diagnostic, Diagnostics, suggestion};
use crate::expr::{Expr, Graph};

/// A model with the additional data for the checks of the whole.
#[derive(Debug)]
pub(super) struct Resolved {
    pub(super) model: Model,
    /// The definitions as expressions, each with a flag that is true if it is used.
    pub(super) definitions: Vec<(Expr, bool)>,
    /// All forces in the order in which they are written.
    pub(super) force_entries: Vec<Expr>,
    /// The laws of prescribed coordinates as they are written, also those that splines replace.
    pub(super) laws: Vec<Expr>,
}

/// Resolves every name and builds every expression in an empty graph.
///
/// # Errors
/// Every error of a single name or operation.
pub(super) fn resolve_names(ast: &Ast, graph: Graph) -> Result<Resolved, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    report_too_many_coordinates(ast, &mut diagnostics);
    let scope = Scope::declare(ast, &graph, &mut diagnostics);
    check_groups(ast, &mut diagnostics);
    report_repeated_entries(ast, &mut diagnostics);
    let symmetry = symmetry_factors(ast, &mut diagnostics);
    let contacts = contacts::signed(ast, &mut diagnostics);
    contacts::check_conditions(ast, &mut diagnostics);

    let mut builder = Builder::new(ast.into(), &graph, &scope, &mut diagnostics);
    builder.build_definitions();
    let lagrangian = builder.build(&ast.lagrangian, Context::Lagrangian);
    let constraints = builder.build_entries(&ast.constraints, Context::Constraint);
    let holonomic = builder.build_entries(&ast.holonomic, Context::Holonomic);
    let laws = builder.build_entries(&ast.prescribed, Context::Prescribed);
    let force_entries = builder.build_entries(&ast.forces, Context::Force);
    let dissipation = ast.dissipation.as_ref();
    let dissipation = dissipation.map(|written| builder.build(written, Context::Dissipation));
    let integrals = builder.build_entries(&ast.integrals, Context::Integral);
    let restitutions = contacts::restitutions(ast, &mut builder);
    let definitions = builder.into_definitions();
    let forces = assign_forces(ast, &scope, &force_entries, &mut diagnostics);
    let dissipation = dissipation.unwrap_or(Graph::ZERO);
    let forces = with_dissipation(&graph, forces, dissipation, &scope.velocities);
    let prescribed = prescribed::motions(ast, &graph, &scope, &laws, &mut diagnostics);
    contacts::check_restitutions(ast, &graph, &restitutions, &mut diagnostics);
    let lagrangian_span = ast.key_span(Key::Lagrangian).unwrap_or(ast.lagrangian.span);
    if graph.is_exhausted() && !diagnostics.has_errors() {
        diagnostics.push(beyond_budget(lagrangian_span));
    }
    diagnostics.into_result()?;

    let constraint = |name: Name, expr| Constraint {
        name: name.text,
        span: name.span,
        expr,
        position: None,
    };
    let constraints = named(&ast.constraints, constraints, constraint);
    let mut holonomic = named(&ast.holonomic, holonomic, constraint);
    let driven = prescribed::constraints(&graph, &scope, &prescribed);
    holonomic.extend(named(&ast.prescribed, driven, constraint));
    let integrals = named(&ast.integrals, integrals, |name, expr| Integral {
        name: name.text,
        span: name.span,
        expr,
    });
    let named = ast.definitions.iter().zip(&definitions);
    let named = named.map(|(entry, &(expr, _))| Definition {
        name: entry.name.text.clone(),
        expr,
    });
    let mut model = Model {
        definitions: named.collect(),
        notes: Vec::new(),
        graph,
        item: ast.item.clone(),
        parameters: scope.parameters,
        coordinates: scope.coordinates,
        groups: scope.groups,
        velocities: scope.velocities,
        controls: scope.controls,
        time: scope.time,
        lagrangian,
        lagrangian_span,
        constraints,
        rule: ast.rule,
        holonomic,
        prescribed,
        state_rates: Vec::new(),
        multipliers: scope.multipliers,
        contacts,
        opening: Vec::new(),
        released: Vec::new(),
        forces,
        dissipation,
        integrals,
        symmetry,
        integrators: ast.integrators.clone(),
    };
    contacts::enter_phase(ast, &restitutions, &mut model);
    Ok(Resolved {
        model,
        definitions,
        force_entries,
        laws,
    })
}

fn named<T>(entries: &[Entry], exprs: Vec<Expr>, make: impl Fn(Name, Expr) -> T) -> Vec<T> {
    let names = entries.iter().map(|entry| entry.name.clone());
    names
        .zip(exprs)
        .map(|(name, expr)| make(name, expr))
        .collect()
}

/// The maximum number of coordinates of a model: matrices over them are dense.
const MAX_COORDINATES: usize = 128;

/// Reports the first coordinate beyond the maximum number.
fn report_too_many_coordinates(ast: &Ast, diagnostics: &mut Diagnostics) {
    if let Some(name) = ast.coordinates.get(MAX_COORDINATES) {
        diagnostics.push(Diagnostic::error(
            Code::ModelTooLarge,
            name.span,
            format!("{} coordinates", ast.coordinates.len()),
            format!("at most {MAX_COORDINATES} coordinates"),
        ));
    }
}

/// Reports constraints and integrals that repeat a name; forces and declared names have their own
/// checks.
fn report_repeated_entries(ast: &Ast, diagnostics: &mut Diagnostics) {
    let constraints: Vec<&Name> = ast
        .constraints
        .iter()
        .chain(&ast.holonomic)
        .chain(&ast.prescribed)
        .map(|entry| &entry.name)
        .collect();
    let integrals: Vec<&Name> = ast.integrals.iter().map(|entry| &entry.name).collect();
    for (what, names) in [("constraint", constraints), ("integral", integrals)] {
        for (index, name) in names.iter().enumerate() {
            if names[..index]
                .iter()
                .any(|earlier| earlier.text == name.text)
            {
                diagnostics.push(Diagnostic::error(
                    Code::DuplicateName,
                    name.span,
                    format!("second {what} `{}`", name.text),
                    format!("a different name for each {what}"),
                ));
            }
        }
    }
}

/// Returns the force along each velocity. Entries for anything else, and second entries, are
/// reported.
fn assign_forces(
    ast: &Ast,
    scope: &Scope,
    exprs: &[Expr],
    diagnostics: &mut Diagnostics,
) -> Vec<Expr> {
    let mut forces = vec![Graph::ZERO; scope.velocities.len()];
    let components = &scope.velocities[scope.coordinates.len()..];
    let named: Vec<_> = scope.coordinates.iter().chain(components).collect();
    let mut taken: Vec<&str> = Vec::new();
    for (entry, &expr) in ast.forces.iter().zip(exprs) {
        let name = entry.name.text.as_str();
        match named.iter().position(|variable| variable.name == name) {
            None => diagnostics.push(force_on_unknown(&entry.name, &named)),
            Some(_) if taken.contains(&name) => diagnostics.push(second_force(&entry.name)),
            Some(index) => forces[index] = expr,
        }
        taken.push(name);
    }
    forces
}

/// Adds the force `-R_v` of the dissipation function.
fn with_dissipation(
    graph: &Graph,
    forces: Vec<Expr>,
    dissipation: Expr,
    velocities: &[Variable],
) -> Vec<Expr> {
    if dissipation == Graph::ZERO {
        return forces;
    }
    let v: Vec<_> = velocities.iter().map(|x| x.symbol).collect();
    let resisting = graph.gradient(dissipation, &v);
    let pairs = forces.iter().zip(resisting);
    pairs.map(|(&f, slope)| graph.sub(f, slope)).collect()
}

fn force_on_unknown(name: &Name, named: &[&Variable]) -> Diagnostic {
    let coordinates = || named.iter().map(|variable| variable.name.as_str());
    let help = match name.text.strip_suffix("_dot") {
        Some(coordinate) if coordinates().any(|known| known == coordinate) => {
            format!("a force is named by its coordinate: `{coordinate} = ...`")
        }
        _ => suggestion(&name.text, coordinates()),
    };
    Diagnostic::error(
        Code::ForceOnUnknownCoordinate,
        name.span,
        format!("force on `{}`, which is not a coordinate", name.text),
        "the name of a coordinate or of a body velocity component",
    )
    .help(help)
}

fn second_force(name: &Name) -> Diagnostic {
    Diagnostic::error(
        Code::DuplicateForce,
        name.span,
        format!("second force on `{}`", name.text),
        "one entry per coordinate",
    )
    .help("write the sum of the forces in one entry")
}

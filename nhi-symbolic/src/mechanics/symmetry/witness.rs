//! The reason that a declared group is not a symmetry: the part of the model that it changes, and
//! how.

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::expr::{Expr, Graph, Node, RoleSet};
use crate::mechanics::constraints::OneForms;
use crate::mechanics::frame::Frame;
use crate::model::Model;

use super::{Broken, Generator, Quantity, Symmetry};

/// The longest formula in a message, in characters.
const LONGEST_FORMULA: usize = 120;

/// Reports each factor of the declared group that is not a symmetry, with a witness.
pub(in crate::mechanics) fn group_is_a_symmetry(
    model: &Model,
    symmetry: &Symmetry,
    frame: &Frame,
    forms: &OneForms,
    diagnostics: &mut Diagnostics,
) {
    let broken = symmetry.broken(model, frame, forms);
    for factor in 0..model.symmetry.len() {
        let of_factor = |broken: &&Broken| symmetry.generators[broken.generator].factor == factor;
        // A translation shows the fault more plainly than a rotation.
        let Some(plainest) = broken.iter().filter(of_factor).min_by_key(|broken| {
            let moves = |&&entry: &&Expr| entry != Graph::ZERO;
            symmetry.generators[broken.generator]
                .field
                .iter()
                .filter(moves)
                .count()
        }) else {
            continue;
        };
        let found = found(
            model,
            &symmetry.generators[plainest.generator],
            plainest,
            factor,
        );
        let is_kept = |&index: &usize| {
            symmetry.generators[index].factor == factor
                && broken.iter().all(|broken| broken.generator != index)
        };
        let kept: Vec<_> = (0..symmetry.generators.len()).filter(is_kept).collect();
        diagnostics.push(
            Diagnostic::error(
                Code::BrokenSymmetry,
                model.symmetry[factor].span,
                found,
                "a group that leaves the Lagrangian, the constraint distribution and the forces as \
                 they are",
            )
            .help(advice(model, symmetry, factor, &kept)),
        );
    }
}

fn found(model: &Model, generator: &Generator, broken: &Broken, factor: usize) -> String {
    let group = model.group_text(factor);
    let (subject, written) = match broken.what {
        Quantity::Lagrangian => ("the Lagrangian".to_owned(), model.lagrangian),
        Quantity::Constraint(row) => {
            let constraint = &model.constraints[row];
            (format!("constraint `{}`", constraint.name), constraint.expr)
        }
        Quantity::Position(row) => {
            let constraint = &model.holonomic[row];
            (
                format!("position constraint `{}`", constraint.name),
                constraint.expr,
            )
        }
        Quantity::Force(index) => (
            format!(
                "the force on `{}`",
                model.force_names().nth(index).unwrap_or_default()
            ),
            model.forces[index],
        ),
    };
    let mut text = format!("{subject} is not invariant under {group}: ");
    let shifted = shifted_coordinate(model, generator);
    match shifted.and_then(|x| Some((x, terms_with(&model.graph, written, x)?))) {
        Some((x, terms)) => {
            let name = model.graph.display(x);
            text.push_str(&format!("it depends on `{name}` through `{terms}`"));
        }
        None => text.push_str(&change(model, generator, broken)),
    }
    text
}

/// Returns the coordinate that a generator shifts, if it does nothing else.
fn shifted_coordinate(model: &Model, generator: &Generator) -> Option<Expr> {
    let mut moved = generator.field.iter().zip(&model.coordinates);
    let (_, coordinate) = moved.find(|(entry, _)| **entry != Graph::ZERO)?;
    moved
        .all(|(entry, _)| *entry == Graph::ZERO)
        .then_some(coordinate.symbol)
}

/// Returns the summands of an expression that depend on a coordinate, if they make a short formula.
fn terms_with(graph: &Graph, expr: Expr, coordinate: Expr) -> Option<String> {
    let terms: Vec<_> = match &*graph.node(expr) {
        Node::Sum { terms, .. } => terms.to_vec(),
        _ => vec![(expr, 1.into())],
    };
    let depends: Vec<_> = terms
        .into_iter()
        .filter(|(term, _)| {
            let rate = graph.derivative(*term, coordinate);
            !graph.is_zero(rate)
        })
        .collect();
    let formula = graph.linear(&depends);
    short(graph, formula)
}

/// Returns the rate of change as a formula, or as a number at a witness point.
fn change(model: &Model, generator: &Generator, broken: &Broken) -> String {
    let motion = &generator.motion;
    let graph = &model.graph;
    let rate = graph.simplify(broken.rate, RoleSet::PREPARED);
    let what = match broken.what {
        Quantity::Constraint(_) => "it changes at the rate",
        _ => "its rate of change is",
    };
    let beyond = match broken.what {
        Quantity::Constraint(_) => ", which is not a combination of the constraints",
        _ => "",
    };
    let value = short(graph, rate)
        .map(|formula| format!("`{formula}`"))
        .or_else(|| witness_point(graph, rate))
        .unwrap_or_else(|| "not zero".to_owned());
    format!("under the {motion}, {what} {value}{beyond}")
}

/// Returns a nonzero value at a point of simple numbers.
fn witness_point(graph: &Graph, rate: Expr) -> Option<String> {
    let symbols = graph.symbols_of(&[rate]);
    (0..16).find_map(|shift| {
        let number = |i: usize| ((i * 7 + shift * 3) % 10 + 1) as f64 / 10.0;
        let point: Vec<_> = symbols
            .iter()
            .enumerate()
            .map(|(i, &symbol)| (symbol, number(i)))
            .collect();
        let value = graph.evaluate(&[rate], &point)[0];
        (value.is_finite() && value.abs() > 1e-6).then(|| {
            let point: Vec<_> = point
                .iter()
                .map(|(symbol, value)| format!("{} = {value}", graph.display(*symbol)))
                .collect();
            format!("{value:.6} at {}", point.join(", "))
        })
    })
}

fn short(graph: &Graph, expr: Expr) -> Option<String> {
    let text = graph.display(expr);
    (text.chars().count() <= LONGEST_FORMULA).then_some(text)
}

fn advice(model: &Model, symmetry: &Symmetry, factor: usize, kept: &[usize]) -> String {
    let group = model.group_text(factor);
    let shifts: Vec<_> = kept
        .iter()
        .filter_map(|&index| shifted_coordinate(model, &symmetry.generators[index]))
        .map(|x| format!("`R({})`", model.graph.display(x)))
        .collect();
    if shifts.is_empty() {
        format!("remove `{group}`, or correct what breaks it")
    } else {
        format!(
            "of `{group}` the model keeps {}: declare that instead, or correct what breaks it",
            shifts.join(", ")
        )
    }
}

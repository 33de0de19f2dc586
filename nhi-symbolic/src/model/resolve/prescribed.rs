//! Coordinates that are functions of time.

use super::scope::Scope;
use crate::diag::{Code, Diagnostic, Diagnostics, suggestion};
use crate::expr::{Expr, Graph};
use crate::model::ast::Ast;
use crate::model::{Prescribed, spline};

/// Returns the motions, given the laws in the order of their entries; splines replace them. Entries
/// for anything but a coordinate are reported.
pub(super) fn motions(
    ast: &Ast,
    graph: &Graph,
    scope: &Scope,
    laws: &[Expr],
    diagnostics: &mut Diagnostics,
) -> Vec<Prescribed> {
    let mut motions = Vec::new();
    for (entry, &written) in ast.prescribed.iter().zip(laws) {
        let name = entry.name.text.as_str();
        let law = match ast.splines.get(name) {
            Some(pieces) => spline::law(graph, scope.time, pieces),
            None => written,
        };
        let mut coordinates = scope.coordinates.iter();
        match coordinates.position(|coordinate| coordinate.name == name) {
            Some(coordinate) => motions.push(Prescribed { coordinate, law }),
            None => {
                let known = scope.coordinates.iter().map(|x| x.name.as_str());
                diagnostics.push(
                    Diagnostic::error(
                        Code::PrescribedUnknown,
                        entry.name.span,
                        format!("`{name}` has a prescribed motion, but is not a coordinate"),
                        "`coordinate = function of t`",
                    )
                    .help(suggestion(name, known)),
                );
            }
        }
    }
    motions
}

/// Returns the position constraints `q - law` of the motions.
pub(super) fn constraints(graph: &Graph, scope: &Scope, motions: &[Prescribed]) -> Vec<Expr> {
    let motions = motions.iter();
    let constraint =
        |motion: &Prescribed| graph.sub(scope.coordinates[motion.coordinate].symbol, motion.law);
    motions.map(constraint).collect()
}

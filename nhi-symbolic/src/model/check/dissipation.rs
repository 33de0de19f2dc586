//! The check that a dissipation function takes energy from the motion.

use super::configurations::Configurations;
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::expr::{Evaluator, Expr, Graph};
use crate::model::Model;
use crate::model::ast::{Ast, Key};

/// The power, relative to the size of its terms, that may be round-off.
const ROUND_OFF: f64 = 1e-12;

/// Checks at random points, with positive parameters, that the power `-R_v . v` is not positive.
/// Points at which it has no value are left out.
pub(super) fn check(ast: &Ast, model: &Model, diagnostics: &mut Diagnostics) {
    let Some(span) = ast.key_span(Key::Dissipation) else {
        return;
    };
    let graph = &model.graph;
    let v: Vec<_> = model.velocities.iter().map(|x| x.symbol).collect();
    let slopes = graph.gradient(model.dissipation, &v).into_iter();
    let losses: Vec<_> = slopes
        .zip(v)
        .map(|(slope, v)| graph.mul(slope, v))
        .collect();
    if losses.iter().all(|&loss| loss == Graph::ZERO) {
        let found = "the dissipation does not depend on the velocities: its force -R_v is zero";
        let required = "a function of the velocities";
        diagnostics.push(
            Diagnostic::error(Code::DrivingDissipation, span, found, required)
                .help("write the velocity of a coordinate `x` as `x_dot`"),
        );
        return;
    }
    let configurations = Configurations::of(model, graph.symbols_of(&losses));
    let evaluator = Evaluator::new(graph, losses);
    let drives = |point: &Vec<(Expr, f64)>| {
        let losses = evaluator.values(graph, point);
        let size: f64 = losses.iter().map(|loss| loss.abs()).sum();
        losses.iter().sum::<f64>() < -ROUND_OFF * size
    };
    let mut points = configurations.points();
    let Some(point) = points.find(drives) else {
        return;
    };
    let witness = point.iter().map(|&(symbol, value)| {
        let name = graph.display(symbol);
        format!("{name} = {value:.3}")
    });
    let witness: Vec<_> = witness.collect();
    let found = format!(
        "the dissipation does positive work: its power -R_v . v is positive at {}",
        witness.join(", ")
    );
    let required = "a function R with R_v . v >= 0";
    let diagnostic = Diagnostic::error(Code::DrivingDissipation, span, found, required);
    diagnostics.push(
        diagnostic
            .help("check its sign, or write the force under `forces` if it may drive the motion"),
    );
}

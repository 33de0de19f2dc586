//! The check that a dissipation function takes energy.

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::expr::{Evaluator, Expr};
use crate::model::Model;
use crate::model::ast::{Ast, Key};

/// The number of random points.
const POINTS: usize = 64;
/// The part of the size of its terms up to which a power may be round-off.
const ROUND_OFF: f64 = 1e-12;

/// Checks at random points, with positive parameters, that the power `-R_v . v` is not positive.
/// Points at which it has no value are left out.
pub(super) fn check(ast: &Ast, model: &Model, diagnostics: &mut Diagnostics) {
    let Some(span) = ast.key_span(Key::Dissipation) else {
        return;
    };
    let graph = &model.graph;
    let v: Vec<_> = model.velocities.iter().map(|x| x.symbol).collect();
    let slopes = graph.gradient(model.dissipation, &v);
    let evaluator = Evaluator::new(graph, slopes);
    let mut random = Random(1);
    for _ in 0..POINTS {
        let point = random.point(model);
        let speeds = v.iter().map(|symbol| value_at(&point, *symbol));
        let slopes = evaluator.values(graph, &point);
        let powers: Vec<_> = slopes.iter().zip(speeds).map(|(r, v)| r * v).collect();
        let size: f64 = powers.iter().map(|power| power.abs()).sum();
        if powers.iter().sum::<f64>() < -ROUND_OFF * size {
            return diagnostics.push(drives(model, &point, span));
        }
    }
}

fn value_at(point: &[(Expr, f64)], symbol: Expr) -> f64 {
    let known = point.iter().find(|(known, _)| *known == symbol);
    known.map_or(0.0, |(_, value)| *value)
}

fn drives(model: &Model, point: &[(Expr, f64)], span: proc_macro2::Span) -> Diagnostic {
    let read = model.graph.symbols_of(&[model.dissipation]);
    let witness = point.iter().filter(|(symbol, _)| read.contains(symbol));
    let witness = witness.map(|&(symbol, value)| {
        let name = model.graph.display(symbol);
        format!("{name} = {value:.3}")
    });
    let witness: Vec<_> = witness.collect();
    Diagnostic::error(
        Code::DrivingDissipation,
        span,
        format!(
            "the dissipation does positive work: its power -R_v . v is positive at {}",
            witness.join(", ")
        ),
        "a function R with R_v . v >= 0",
    )
    .help("check its sign, or write the force under `forces` if it may drive the motion")
}

/// A sequence of random numbers, the same for every model (splitmix64).
struct Random(u64);

impl Random {
    /// Returns values for all symbols of a model: positive parameters of about 1, and numbers of
    /// both signs for the others.
    fn point(&mut self, model: &Model) -> Vec<(Expr, f64)> {
        let parameters = model.parameters.iter().map(|x| (x.symbol, 1.5, 1.0));
        let others = model.configuration().chain(&model.velocities);
        let others = others.map(|x| (x.symbol, 0.0, 4.0));
        let time = [(model.time, 1.0, 2.0)];
        let symbols: Vec<_> = parameters.chain(others).chain(time).collect();
        let draws = symbols.into_iter();
        draws
            .map(|(symbol, middle, width)| (symbol, middle + width * (self.unit() - 0.5)))
            .collect()
    }

    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
}

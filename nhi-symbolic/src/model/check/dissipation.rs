//! The check that a dissipation function takes energy from the motion.

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::expr::{Evaluator, Expr, Graph, Role, mix};
use crate::model::Model;
use crate::model::ast::{Ast, Key};

/// The number of random points.
const POINTS: u64 = 64;
/// The power, relative to the size of its terms, that may be round-off.
const ROUND_OFF: f64 = 1e-12;
/// The iterations of Newton's method towards conditions, and the sweeps within each.
const ITERATIONS: usize = 50;
const SWEEPS: usize = 30;
/// The difference of a coordinate in the derivative of a condition.
const DIFFERENCE: f64 = 1e-5;
/// The size of conditions that count as satisfied.
const SATISFIED: f64 = 1e-12;

/// Checks at random points, with positive parameters, that the power `-R_v . v` is not positive.
/// Points are configurations: rotations are rotations, and position constraints hold. Points at
/// which the power has no value are left out.
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
    let conditions = Conditions::of(model);
    let mut symbols = graph.symbols_of(&losses);
    let others = conditions.symbols.iter().copied();
    let others: Vec<_> = others.filter(|x| !symbols.contains(x)).collect();
    symbols.extend(others);
    let evaluator = Evaluator::new(graph, losses);
    let drives = |point: &Vec<(Expr, f64)>| {
        let losses = evaluator.values(graph, point);
        let size: f64 = losses.iter().map(|loss| loss.abs()).sum();
        losses.iter().sum::<f64>() < -ROUND_OFF * size
    };
    let points = (0..POINTS).map(|number| random_point(graph, &symbols, number));
    let mut points = points.filter_map(|point| conditions.satisfied(graph, point));
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

/// Returns a point that depends only on its number: positive parameters, and numbers of both signs
/// for the other symbols.
fn random_point(graph: &Graph, symbols: &[Expr], number: u64) -> Vec<(Expr, f64)> {
    let value = |(place, &symbol): (u64, &Expr)| {
        let unit = mix(mix(number) ^ place) as f64 / u64::MAX as f64;
        let is_parameter = graph.roles(symbol).contains(Role::Parameter);
        let value = match is_parameter {
            true => 1.0 + unit,
            false => 4.0 * unit - 2.0,
        };
        (symbol, value)
    };
    (0..).zip(symbols).map(value).collect()
}

/// The functions of the configuration that vanish: position constraints, and for each rotation the
/// entries of `R^T R - Id` on and above the diagonal. They are evaluated without new expressions,
/// whose order in the graph the generated code depends on.
struct Conditions {
    positions: Evaluator,
    /// The gaps of contacts that open, which are not negative.
    gaps: Evaluator,
    rotations: Vec<(usize, Vec<Expr>)>,
    /// The symbols of positions and rotations.
    symbols: Vec<Expr>,
    /// Those that can be moved.
    moving: Vec<Expr>,
}

impl Conditions {
    fn of(model: &Model) -> Self {
        let opens = |name: &str| model.opening.iter().any(|contact| contact.name == name);
        let positions = model.holonomic.iter().filter(|x| !opens(&x.name));
        let positions: Vec<_> = positions.map(|x| x.expr).collect();
        let gaps: Vec<_> = model.opening.iter().map(|contact| contact.gap).collect();
        let rotations = model.groups.iter().map(|x| (x.group.space(), x.rotation()));
        let rotations: Vec<_> = rotations.collect();
        let entries = rotations.iter().flat_map(|(_, entries)| entries);
        let symbols: Vec<_> = [&positions[..], &gaps].concat();
        let symbols: Vec<_> = symbols.iter().chain(entries).copied().collect();
        let symbols = model.graph.symbols_of(&symbols);
        let moving = model.configuration().map(|x| x.symbol);
        Self {
            moving: moving.filter(|x| symbols.contains(x)).collect(),
            positions: Evaluator::new(&model.graph, positions),
            gaps: Evaluator::new(&model.graph, gaps),
            rotations,
            symbols,
        }
    }

    fn values(&self, graph: &Graph, point: &[(Expr, f64)]) -> Vec<f64> {
        let value = |&symbol: &Expr| {
            let mut known = point.iter().filter(|(other, _)| *other == symbol);
            known.next().map_or(f64::NAN, |(_, value)| *value)
        };
        let mut values = self.positions.values(graph, point);
        for (n, entries) in &self.rotations {
            let r: Vec<_> = entries.iter().map(value).collect();
            for (i, j) in (0..*n).flat_map(|j| (0..=j).map(move |i| (i, j))) {
                let product: f64 = (0..*n).map(|k| r[k * n + i] * r[k * n + j]).sum();
                values.push(product - f64::from(u8::from(i == j)));
            }
        }
        values
    }

    /// Changes the sign of the first row of a matrix with a negative determinant. Newton's method
    /// keeps the sign, and would lead to a reflection.
    fn turn_reflections(&self, point: &mut [(Expr, f64)]) {
        for (n, entries) in &self.rotations {
            let value = |place: usize| {
                let mut known = point.iter().filter(|(other, _)| *other == entries[place]);
                known.next().map_or(f64::NAN, |(_, value)| *value)
            };
            let minor = |a: usize, b: usize| {
                let row = |i: usize, j: usize| value(i * n + j);
                row(n - 2, a) * row(n - 1, b) - row(n - 2, b) * row(n - 1, a)
            };
            let determinant = match n {
                2 => minor(0, 1),
                _ => value(0) * minor(1, 2) - value(1) * minor(0, 2) + value(2) * minor(0, 1),
            };
            if determinant < 0.0 {
                for (symbol, value) in point.iter_mut() {
                    if entries[..*n].contains(symbol) {
                        *value = -*value;
                    }
                }
            }
        }
    }

    /// Returns the derivatives of the values, by differences, condition by condition.
    fn slopes(&self, graph: &Graph, point: &[(Expr, f64)]) -> Vec<f64> {
        let moved = |symbol: Expr, by: f64| {
            let moved = point.iter().map(|&(other, value)| match other == symbol {
                true => (other, value + by),
                false => (other, value),
            });
            self.values(graph, &moved.collect::<Vec<_>>())
        };
        let columns = self.moving.iter().map(|&symbol| {
            let (after, before) = (moved(symbol, DIFFERENCE), moved(symbol, -DIFFERENCE));
            let pairs = after.into_iter().zip(before);
            pairs.map(|(after, before)| (after - before) / (2.0 * DIFFERENCE))
        });
        let columns: Vec<Vec<f64>> = columns.map(Iterator::collect).collect();
        let count = columns.first().map_or(0, Vec::len);
        let rows = (0..count).flat_map(|i| columns.iter().map(move |column| column[i]));
        rows.collect()
    }

    /// Moves a point onto the conditions by Newton's method; `None` if it does not get there, or
    /// bodies overlap there.
    fn satisfied(&self, graph: &Graph, mut point: Vec<(Expr, f64)>) -> Option<Vec<(Expr, f64)>> {
        self.turn_reflections(&mut point);
        for _ in 0..ITERATIONS {
            let values = self.values(graph, &point);
            if values.iter().all(|value| value.abs() < SATISFIED) {
                let gaps = self.gaps.values(graph, &point);
                return gaps.iter().all(|&gap| gap >= 0.0).then_some(point);
            }
            let slopes = self.slopes(graph, &point);
            let change = smallest_change(&values, &slopes, self.moving.len());
            for (symbol, value) in &mut point {
                if let Some(place) = self.moving.iter().position(|moving| moving == symbol) {
                    *value += change[place];
                }
            }
        }
        None
    }
}

/// Returns the smallest change with which linearised conditions vanish, by Kaczmarz's method: each
/// condition in turn, again and again.
fn smallest_change(values: &[f64], slopes: &[f64], n: usize) -> Vec<f64> {
    let mut change = vec![0.0; n];
    for _ in 0..SWEEPS {
        for (value, slopes) in values.iter().zip(slopes.chunks(n.max(1))) {
            let size: f64 = slopes.iter().map(|x| x * x).sum();
            let left: f64 = value + slopes.iter().zip(&change).map(|(a, b)| a * b).sum::<f64>();
            if size > 0.0 {
                for (change, slope) in change.iter_mut().zip(slopes) {
                    *change -= left / size * slope;
                }
            }
        }
    }
    change
}

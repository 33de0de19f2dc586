//! Random points of a model: parameters, velocities, and configurations that exist.
//!
//! Rotations are rotations, position constraints hold, and bodies do not overlap. The conditions
//! are evaluated without new expressions: generated code depends on the order of expressions in
//! the graph.

use core::cell::Cell;

use crate::expr::{Evaluator, Expr, Graph, Role, mix};
use crate::model::Model;

/// The number of points, some of which are left out.
const POINTS: u64 = 64;
/// The iterations of Newton's method towards a configuration, and the sweeps within each.
const ITERATIONS: usize = 50;
const SWEEPS: usize = 30;
/// The difference of a coordinate in the derivative of a condition.
const DIFFERENCE: f64 = 1e-5;
/// The size of conditions that count as satisfied.
const SATISFIED: f64 = 1e-12;
/// The number of operations after which no more points are looked for.
const MOST_OPERATIONS: usize = 20_000_000;

/// The values of symbols.
type Point = Vec<(Expr, f64)>;

/// The conditions on points.
pub(super) struct Configurations<'m> {
    graph: &'m Graph,
    symbols: Vec<Expr>,
    /// The position constraints of contacts that do not open.
    positions: Evaluator,
    /// The gaps of those that do.
    gaps: Evaluator,
    /// The size and the entries of each rotation.
    rotations: Vec<(usize, Vec<Expr>)>,
    /// The coordinates and entries on which conditions depend.
    moving: Vec<Expr>,
    /// The number of operations that are left.
    operations: Cell<usize>,
}

impl<'m> Configurations<'m> {
    /// Returns the conditions of a model on points that have values for `symbols`.
    pub(super) fn of(model: &'m Model, mut symbols: Vec<Expr>) -> Self {
        let graph = &model.graph;
        let opens = |name: &str| model.opening.iter().any(|contact| contact.name == name);
        let positions = model.holonomic.iter().filter(|x| !opens(&x.name));
        let positions: Vec<_> = positions.map(|x| x.expr).collect();
        let gaps: Vec<_> = model.opening.iter().map(|contact| contact.gap).collect();
        let rotations = model.groups.iter().map(|x| (x.group.space(), x.rotation()));
        let rotations: Vec<_> = rotations.collect();
        let entries = rotations.iter().flat_map(|(_, entries)| entries);
        let read: Vec<_> = positions
            .iter()
            .chain(&gaps)
            .chain(entries)
            .copied()
            .collect();
        let read = graph.symbols_of(&read);
        let moving = model.configuration().map(|x| x.symbol);
        let moving = moving.filter(|symbol| read.contains(symbol)).collect();
        let others = read.into_iter().filter(|symbol| !symbols.contains(symbol));
        let others: Vec<_> = others.collect();
        symbols.extend(others);
        Self {
            graph,
            symbols,
            positions: Evaluator::new(graph, positions),
            gaps: Evaluator::new(graph, gaps),
            rotations,
            moving,
            operations: Cell::new(MOST_OPERATIONS),
        }
    }

    /// Returns the points. Each depends only on its number.
    pub(super) fn points(&self) -> impl Iterator<Item = Point> {
        let points = (0..POINTS).map(|number| self.random_point(number));
        points.filter_map(|point| self.satisfied(point))
    }

    /// Returns positive parameters, and numbers of both signs for the other symbols.
    fn random_point(&self, number: u64) -> Point {
        let value = |(place, &symbol): (u64, &Expr)| {
            let unit = mix(mix(number) ^ place) as f64 / u64::MAX as f64;
            let is_parameter = self.graph.roles(symbol).contains(Role::Parameter);
            let value = match is_parameter {
                true => 1.0 + unit,
                false => 4.0 * unit - 2.0,
            };
            (symbol, value)
        };
        (0..).zip(&self.symbols).map(value).collect()
    }

    /// Moves a point onto the conditions by Newton's method; `None` if it does not get there.
    fn satisfied(&self, mut point: Point) -> Option<Point> {
        self.turn_reflections(&mut point);
        for _ in 0..ITERATIONS {
            let values = self.values(&point)?;
            if values.iter().all(|value| value.abs() < SATISFIED) {
                let gaps = self.gaps.values(self.graph, &point);
                return gaps.iter().all(|&gap| gap >= 0.0).then_some(point);
            }
            let slopes = self.slopes(&point)?;
            let change = smallest_change(&values, &slopes, self.moving.len());
            for (symbol, value) in &mut point {
                if let Some(place) = self.moving.iter().position(|moving| moving == symbol) {
                    *value += change[place];
                }
            }
        }
        None
    }

    /// Returns the values of the functions that vanish: position constraints, and for each rotation
    /// the entries of `R^T R - Id` on and above the diagonal. `None` if that is too much work.
    fn values(&self, point: &Point) -> Option<Vec<f64>> {
        let left = self
            .operations
            .get()
            .checked_sub(self.positions.operations());
        self.operations.set(left.unwrap_or(0));
        left?;
        let mut values = self.positions.values(self.graph, point);
        for (n, entries) in &self.rotations {
            let r: Vec<_> = entries
                .iter()
                .map(|&entry| value_of(point, entry))
                .collect();
            for (i, j) in (0..*n).flat_map(|j| (0..=j).map(move |i| (i, j))) {
                let product: f64 = (0..*n).map(|k| r[k * n + i] * r[k * n + j]).sum();
                values.push(product - f64::from(u8::from(i == j)));
            }
        }
        Some(values)
    }

    /// Returns the derivatives of the values, by differences, condition by condition.
    fn slopes(&self, point: &Point) -> Option<Vec<f64>> {
        let moved = |symbol: Expr, by: f64| {
            let moved = point.iter().map(|&(other, value)| match other == symbol {
                true => (other, value + by),
                false => (other, value),
            });
            self.values(&moved.collect())
        };
        let columns = self.moving.iter().map(|&symbol| {
            let (after, before) = (moved(symbol, DIFFERENCE)?, moved(symbol, -DIFFERENCE)?);
            let pairs = after.into_iter().zip(before);
            let slopes = pairs.map(|(after, before)| (after - before) / (2.0 * DIFFERENCE));
            Some(slopes.collect())
        });
        let columns: Vec<Vec<f64>> = columns.collect::<Option<_>>()?;
        let count = columns.first().map_or(0, Vec::len);
        let rows = (0..count).flat_map(|i| columns.iter().map(move |column| column[i]));
        Some(rows.collect())
    }

    /// Changes the sign of the first row of a matrix with a negative determinant. Newton's method
    /// keeps the sign, and would lead to a reflection.
    fn turn_reflections(&self, point: &mut Point) {
        for (n, entries) in &self.rotations {
            let r: Vec<_> = entries
                .iter()
                .map(|&entry| value_of(point, entry))
                .collect();
            let minor = |a: usize, b: usize| {
                let [above, below] = [&r[(n - 2) * n..], &r[(n - 1) * n..]];
                above[a] * below[b] - above[b] * below[a]
            };
            let determinant = match n {
                2 => minor(0, 1),
                _ => r[0] * minor(1, 2) - r[1] * minor(0, 2) + r[2] * minor(0, 1),
            };
            if determinant < 0.0 {
                let row = point
                    .iter_mut()
                    .filter(|(symbol, _)| entries[..*n].contains(symbol));
                row.for_each(|(_, value)| *value = -*value);
            }
        }
    }
}

fn value_of(point: &Point, symbol: Expr) -> f64 {
    let mut known = point.iter().filter(|(other, _)| *other == symbol);
    known.next().map_or(f64::NAN, |(_, value)| *value)
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

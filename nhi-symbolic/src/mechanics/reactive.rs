//! Forces that depend on the constraint forces, such as friction: `f + B lambda`.
//!
//! Multipliers and acceleration are the solution of `M a + c = f + (A^T + B) lambda`,
//! `A a + (dA/dt) v + db/dt = 0`:
//!
//! `lambda = S^-1 [A M^-1 (c - f) - (dA/dt) v - db/dt]`, `S = A M^-1 (A^T + B)`.
//!
//! With this formula the forces are functions of configuration, velocity, controls and time, and
//! everything else takes them as such. `S` is not symmetric. Where a pivot of it is not positive,
//! several motions are possible or none (the paradox of Painlevé), and steps fail.
//!
//! Multipliers that no force reads are eliminated first, because their part of `S` is that of a
//! motion without such forces. The contacts are last: each of them must be able to press alone
//! while all other constraints hold.

use crate::expr::{BlockPivots, Expr, Graph, Matrix, Pivot, Role, RoleSet};
use crate::model::Model;

use super::constraints::ConstraintDistribution;
use super::inertia::Inertia;
use super::lagrangian::LagrangianDynamics;
use super::motion::Motion;
use super::{add, subtract};

/// The motion of a model with such forces.
#[derive(Clone, Debug)]
pub(super) struct ReactiveMotion {
    /// Multipliers, their force `A^T lambda`, and the acceleration.
    pub(super) motion: Motion,
    /// `f + B lambda` with these multipliers.
    pub(super) forces: Vec<Expr>,
    /// The pivots of `S` in the order of the elimination, each on its own: the first need not
    /// depend on the velocity, on which later ones depend, and then a function may divide by the
    /// first one alone.
    pub(super) pivots: Vec<BlockPivots>,
}

impl ReactiveMotion {
    /// Returns the motion; `None` if the forces do not depend on the multipliers.
    pub(super) fn derive(
        model: &Model,
        lagrangian: &LagrangianDynamics,
        constraints: &ConstraintDistribution,
        inertia: &Inertia,
    ) -> Option<Self> {
        let graph = &model.graph;
        let read = graph.symbols_of(&model.forces);
        if !model.multipliers.iter().any(|x| read.contains(&x.symbol)) {
            return None;
        }
        let lambda = multipliers_of(model);
        let none: Vec<_> = lambda.iter().map(|&symbol| (symbol, Graph::ZERO)).collect();
        let free_forces = graph.substitute(&model.forces, &none);
        let slopes = graph.jacobian(&model.forces, &lambda);
        let transposed = constraints.matrix.transpose();
        let pushed = add(graph, transposed.entries(), slopes.entries());
        let pushed = transposed.with_entries(pushed);
        let weighted = inertia.factor.solve_matrix(graph, &pushed);
        let weighted = graph.simplify_matrix(&weighted, RoleSet::PREPARED);
        let matrix = constraints.matrix.mul(graph, &weighted);
        let matrix = graph.simplify_matrix(&matrix, RoleSet::PREPARED);

        // With an augmented mass matrix, `W (dA/dt v + db/dt)` pushes too.
        let excess = inertia.weighed(graph, &constraints.rate);
        let excess = constraints.matrix.apply_transposed(graph, &excess);
        let resisted = subtract(graph, &lagrangian.bias, &free_forces);
        let resisted = add(graph, &resisted, &excess);
        let free = inertia.factor.solve(graph, &resisted);
        let along = constraints.matrix.apply(graph, &free);
        let demanded = subtract(graph, &along, &constraints.rate);
        let order = order(model);
        let Elimination {
            solution: multipliers,
            pivots: divisors,
            alone,
        } = solve(graph, &matrix, &demanded, &order);

        let driven = weighted.apply(graph, &multipliers);
        let known: Vec<_> = lambda
            .into_iter()
            .zip(multipliers.iter().copied())
            .collect();
        let metric = inertia.factor.solve_matrix(graph, &transposed);
        let scales = constraints.matrix.mul(graph, &metric);
        // With an augmented mass matrix pivots may be negative without such forces too.
        let signs = inertia.is_augmented().then(|| {
            let zeros = vec![Graph::ZERO; demanded.len()];
            solve(graph, &scales, &zeros, &order).pivots
        });
        let watched = |index: usize, value: Expr| {
            let (value, scale) = match &signs {
                Some(signs) => {
                    let value = graph.mul(value, signs[index]);
                    (value, graph.powi(signs[index], 2))
                }
                None => (value, scales[(index, index)]),
            };
            Pivot {
                index,
                value,
                scale,
            }
        };
        let pivots = order.indices.iter().map(|&index| {
            let mut values = vec![divisors[index]];
            values.extend(alone[index].filter(|value| *value != divisors[index]));
            let pivots = values.into_iter().map(|value| watched(index, value));
            BlockPivots {
                divisors: vec![divisors[index]],
                pivots: pivots.filter(|pivot| pivot.value != pivot.scale).collect(),
            }
        });
        let is_watched =
            |block: &BlockPivots| !graph.roles(block.divisors[0]).contains(Role::Control);
        let pivots = pivots.filter(is_watched);
        Some(Self {
            forces: graph.substitute(&model.forces, &known),
            pivots: pivots.collect(),
            motion: Motion {
                constraint_force: constraints.matrix.apply_transposed(graph, &multipliers),
                acceleration: subtract(graph, &driven, &free),
                multipliers,
            },
        })
    }
}

/// Returns the symbols of the multipliers in the order of the constraints, of which a scenario may
/// have added some.
fn multipliers_of(model: &Model) -> Vec<Expr> {
    let symbol_of = |name: &str| {
        let mut known = model.multipliers.iter();
        known
            .find(|multiplier| multiplier.name == name)
            .map(|multiplier| multiplier.symbol)
    };
    let constraints = model.constraints.iter();
    constraints
        .map(|constraint| {
            let unread = || model.graph.symbol("lambda", Role::Variable);
            symbol_of(&constraint.name).unwrap_or_else(unread)
        })
        .collect()
}

/// The order in which multipliers are eliminated.
struct Order {
    /// The indices of the constraints: those that no force reads, those that hold on both sides,
    /// those of contacts.
    indices: Vec<usize>,
    /// The number of those before the contacts.
    contacts_from: usize,
}

fn order(model: &Model) -> Order {
    let read = model.graph.symbols_of(&model.forces);
    let is_read = |name: &str| {
        let mut multipliers = model.multipliers.iter();
        multipliers.any(|x| x.name == name && read.contains(&x.symbol))
    };
    let is_contact = |name: &str| {
        let closed = model.contacts.iter().map(|contact| &contact.constraint);
        let opening = model.opening.iter().map(|contact| &contact.name);
        closed.chain(opening).any(|contact| contact == name)
    };
    let class = |i: usize| {
        let name = &model.constraints[i].name;
        let is_read = is_read(name);
        (is_read, is_read && is_contact(name))
    };
    let mut indices: Vec<_> = (0..model.constraints.len()).collect();
    indices.sort_by_key(|&i| class(i));
    let contacts_from = indices.partition_point(|&i| !class(i).1);
    Order {
        indices,
        contacts_from,
    }
}

/// The result of an elimination.
struct Elimination {
    solution: Vec<Expr>,
    /// The pivot of each row.
    pivots: Vec<Expr>,
    /// For each contact, its diagonal entry once all other constraints are eliminated.
    alone: Vec<Option<Expr>>,
}

/// Solves linear equations by elimination in the given order. Without the forces of the multipliers
/// the matrix is positive definite.
fn solve(graph: &Graph, matrix: &Matrix, right: &[Expr], order: &Order) -> Elimination {
    let n = matrix.rows();
    let mut rows: Vec<Vec<Expr>> = (0..n).map(|i| matrix.row(i).to_vec()).collect();
    let mut right = right.to_vec();
    let mut alone = vec![None; n];
    for (done, &k) in order.indices.iter().enumerate() {
        if done == order.contacts_from {
            for &contact in &order.indices[done..] {
                alone[contact] = Some(rows[contact][contact]);
            }
        }
        let pivot_row = rows[k].clone();
        let later = &order.indices[done + 1..];
        for &i in later {
            if rows[i][k] == Graph::ZERO {
                continue;
            }
            let factor = graph.div(rows[i][k], pivot_row[k]);
            for &j in later {
                rows[i][j] = graph.sub(rows[i][j], graph.mul(factor, pivot_row[j]));
            }
            right[i] = graph.sub(right[i], graph.mul(factor, right[k]));
        }
    }
    let mut solution = vec![Graph::ZERO; n];
    for (done, &i) in order.indices.iter().enumerate().rev() {
        let known: Vec<_> = order.indices[done + 1..]
            .iter()
            .map(|&j| graph.mul(rows[i][j], solution[j]))
            .collect();
        let rest = graph.sub(right[i], graph.sum(&known));
        solution[i] = graph.div(rest, rows[i][i]);
    }
    Elimination {
        solution,
        pivots: (0..n).map(|i| rows[i][i]).collect(),
        alone,
    }
}

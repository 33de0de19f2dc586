//! The declared symmetry: infinitesimal generators, invariance and the momentum map.
//!
//! A group acts from the left, so `SE2(theta, x, y)` turns the plane about its origin:
//! `(theta, x, y) -> (theta + a, R(a) (x, y) + b)`, and `SO3(body)` turns space, not the body.

mod witness;

use std::fmt;

use crate::expr::{Expr, Graph, Matrix, RoleSet};
use crate::model::{GroupFactor, Model, SymmetryFactor, SymmetryKind};

use super::constraints::OneForms;
use super::frame::Frame;
use super::lagrangian::LagrangianDynamics;

pub(super) use witness::group_is_a_symmetry;

/// The infinitesimal generators of the symmetry group, in the order in which it is declared.
#[derive(Clone, Debug, Default)]
pub struct Symmetry {
    /// One generator for each dimension of the group.
    pub generators: Vec<Generator>,
}

/// An infinitesimal generator `xi_Q` of the group's action, with its momentum.
#[derive(Clone, Debug)]
pub struct Generator {
    /// The motion in words: "translation along `x`".
    pub motion: String,
    /// The index of the factor of the group that it belongs to.
    pub factor: usize,
    /// The vector field `xi_Q(q)` on the configurations: its components along the fields of the
    /// frame, n entries.
    pub field: Vec<Expr>,
    /// The component `J_xi = L_v . xi_Q` of the momentum map; a scalar.
    pub momentum: Expr,
    /// True if the momentum is constant: neither reactions nor forces do work along the generator.
    /// Reactions do no work along an allowed motion, `A xi_Q = 0`, and possibly none along others.
    pub is_conserved: bool,
}

/// A part of the model that the generator changes, although the group is declared to leave it
/// unchanged.
#[derive(Clone, Debug)]
struct Broken {
    generator: usize,
    what: Quantity,
    /// The rate of change of the quantity under the generator.
    rate: Expr,
}

/// A quantity that a symmetry must preserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quantity {
    Lagrangian,
    /// A constraint may change into a combination of all of them.
    Constraint(usize),
    /// A position constraint may not change.
    Position(usize),
    /// The force covector changes with the cotangent lift.
    Force(usize),
}

impl fmt::Display for Generator {
    /// Writes the motion, and whether its momentum is constant.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let constancy = if self.is_conserved {
            "constant"
        } else {
            "not constant: constraint forces or others act along it"
        };
        write!(f, "{}; {constancy}", self.motion)
    }
}

impl Symmetry {
    pub(super) fn derive(model: &Model, lagrangian: &LagrangianDynamics, forms: &OneForms) -> Self {
        let n = model.velocities.len();
        let factors = model.symmetry.clone();
        let mut generators = Vec::new();
        for (index, factor) in factors.iter().enumerate() {
            for (motion, field) in fields(model, factor, n) {
                let graph = &model.graph;
                let momentum = graph.dot(&lagrangian.momentum, &field);
                let momentum = graph.simplify(momentum, RoleSet::PREPARED);
                let mut powers = forms.matrix.apply(graph, &field);
                powers.push(graph.dot(&model.forces, &field));
                let is_conserved = graph.are_zero(&powers).into_iter().all(|zero| zero);
                generators.push(Generator {
                    motion,
                    factor: index,
                    field,
                    momentum,
                    is_conserved,
                });
            }
        }
        Self { generators }
    }

    /// Returns the quantities that the declared group does not preserve.
    fn broken(&self, model: &Model, frame: &Frame, forms: &OneForms) -> Vec<Broken> {
        let mut broken = Vec::new();
        for (index, generator) in self.generators.iter().enumerate() {
            let lift = TangentLift::new(&model.graph, model, frame, &generator.field);
            let found = [
                lift.changed_lagrangian(model),
                lift.changed_constraints(model, forms),
                lift.changed_positions(model),
                lift.changed_forces(model),
            ];
            broken.extend(found.into_iter().flatten().map(|(what, rate)| Broken {
                generator: index,
                what,
                rate,
            }));
        }
        broken
    }
}

/// Returns the generators of one factor, with their motions in words.
fn fields(model: &Model, factor: &SymmetryFactor, n: usize) -> Vec<(String, Vec<Expr>)> {
    let along = |i: usize| unit(n, factor.coordinates[i]);
    let name = |i: usize| model.coordinates[factor.coordinates[i]].name.clone();
    match factor.kind {
        SymmetryKind::R => vec![(format!("translation along `{}`", name(0)), along(0))],
        SymmetryKind::S1 => vec![(format!("rotation of `{}`", name(0)), along(0))],
        SymmetryKind::Se2 => {
            let [x, y] = [1, 2].map(|i| model.coordinates[factor.coordinates[i]].symbol);
            let mut rotation = along(0);
            for &angle in &factor.carried {
                rotation[angle] = Graph::ONE;
            }
            rotation[factor.coordinates[1]] = model.graph.neg(y);
            rotation[factor.coordinates[2]] = x;
            let carried = factor.carried.iter();
            let carried: String = carried
                .map(|&angle| format!(", `{}`", model.coordinates[angle].name))
                .collect();
            let turned = format!(
                "rotation of the plane (`{}`, `{}`) with `{}`{carried}",
                name(1),
                name(2),
                name(0)
            );
            let shifted = |i| (format!("translation along `{}`", name(i)), along(i));
            vec![(turned, rotation), shifted(1), shifted(2)]
        }
        SymmetryKind::Factor(index) => left_translations(model, &model.graph, index, n),
    }
}

/// A motion of the configuration that a model need not declare.
#[derive(Clone, Debug)]
pub(super) struct Motion {
    /// The coordinates that it moves, `x` or `x, y`, or the element with the number of the motion
    /// in space, rotations first: `ball, 3`.
    pub(super) name: String,
    /// Its vector field: its components along the fields of the frame, n entries.
    pub(super) field: Vec<Expr>,
}

/// Returns the translations of single coordinates, the rotations of two of them, and the motions of
/// group elements in space.
pub(super) fn natural_motions(model: &Model, graph: &Graph) -> Vec<Motion> {
    let n = model.velocities.len();
    let coordinates = &model.coordinates;
    let mut motions = Vec::new();
    for (i, x) in coordinates.iter().enumerate() {
        let name = x.name.clone();
        let field = unit(n, i);
        motions.push(Motion { name, field });
    }
    for (i, x) in coordinates.iter().enumerate() {
        for (j, y) in coordinates.iter().enumerate().skip(i + 1) {
            let name = format!("{}, {}", x.name, y.name);
            let mut field = vec![Graph::ZERO; n];
            (field[i], field[j]) = (graph.neg(y.symbol), x.symbol);
            motions.push(Motion { name, field });
        }
    }
    for (index, element) in model.groups.iter().enumerate() {
        let fields = left_translations(model, graph, index, n).into_iter();
        let numbered = fields.zip(1..).map(|((_, field), number)| Motion {
            name: format!("{}, {number}", element.name),
            field,
        });
        motions.extend(numbered);
    }
    motions
}

/// Returns the generators of the left action of a group on itself, `Ad_{g^-1} e_i`. This is
/// `R^T e_i` for a rotation about an axis of space, with `R^T (e_i x p)` if it moves a position,
/// and `R^T e_i` for a translation.
fn left_translations(
    model: &Model,
    graph: &Graph,
    index: usize,
    n: usize,
) -> Vec<(String, Vec<Expr>)> {
    let factor = model.groups[index].clone();
    let (space, name) = (factor.group.space(), &factor.name);
    let moves = factor.group.varying_columns() > space;
    let turns = factor.group.dimension() - if moves { space } else { 0 };
    let position = |i: usize| factor.entry(i, space);
    let first = factor.first_velocity;
    let mut generators = Vec::new();
    for axis in 0..turns {
        let mut field = vec![Graph::ZERO; n];
        let mut arm = vec![Graph::ZERO; space];
        if turns == 1 {
            field[first] = Graph::ONE;
            arm = vec![graph.neg(position(1)), position(0)];
        } else {
            let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
            for component in 0..3 {
                field[first + component] = factor.entry(axis, component);
            }
            if moves {
                arm[next] = graph.neg(position(last));
                arm[last] = position(next);
            }
        }
        if moves {
            set_translation(graph, &mut field, &factor, &arm);
        }
        generators.push((format!("rotation {} of `{name}` in space", axis + 1), field));
    }
    for axis in 0..if moves { space } else { 0 } {
        let mut field = vec![Graph::ZERO; n];
        set_translation(graph, &mut field, &factor, &unit(space, axis));
        generators.push((
            format!("translation {} of `{name}` in space", axis + 1),
            field,
        ));
    }
    generators
}

/// Sets the body components `R^T arm` of a translation.
fn set_translation(graph: &Graph, field: &mut [Expr], factor: &GroupFactor, arm: &[Expr]) {
    let space = factor.group.space();
    let first = factor.velocities().end - space;
    for component in 0..space {
        let column: Vec<_> = (0..space).map(|i| factor.entry(i, component)).collect();
        field[first + component] = graph.dot(&column, arm);
    }
}

fn unit(n: usize, i: usize) -> Vec<Expr> {
    let mut field = vec![Graph::ZERO; n];
    field[i] = Graph::ONE;
    field
}

/// A generator on positions and velocities: `(xi, D xi v + [v, xi])` along the frame.
pub(super) struct TangentLift {
    /// The matrix that multiplies `v` in the lift, n x n: `D xi` in coordinates.
    jacobian: Matrix,
    q: Vec<Expr>,
    v: Vec<Expr>,
    /// The rates of `q` and `v`.
    lifted: Vec<Expr>,
}

impl TangentLift {
    pub(super) fn new(graph: &Graph, model: &Model, frame: &Frame, field: &[Expr]) -> Self {
        let q: Vec<_> = model.configuration().map(|x| x.symbol).collect();
        let v: Vec<_> = model.velocities.iter().map(|x| x.symbol).collect();
        let gradients = graph.jacobian(field, &q);
        let mut jacobian = gradients.mul(graph, &frame.fields);
        for &(a, b, c, k) in &frame.brackets {
            for (moving, along, k) in [(a, b, k), (b, a, -k)] {
                let turned = graph.scale(&k.into(), field[along]);
                jacobian[(c, moving)] = graph.add(jacobian[(c, moving)], turned);
            }
        }
        let mut lifted = frame.rates(graph, field);
        lifted.extend(jacobian.apply(graph, &v));
        Self {
            jacobian,
            q,
            v,
            lifted,
        }
    }

    /// Returns the rate of a function of positions and velocities along the lift.
    pub(super) fn rate(&self, graph: &Graph, function: Expr) -> Expr {
        let state: Vec<_> = self.q.iter().chain(&self.v).copied().collect();
        let gradient = graph.gradient(function, &state);
        graph.dot(&gradient, &self.lifted)
    }

    fn changed_lagrangian(&self, model: &Model) -> Vec<(Quantity, Expr)> {
        let rate = self.rate(&model.graph, model.lagrangian);
        let changes = !model.graph.is_zero(rate);
        changes
            .then_some((Quantity::Lagrangian, rate))
            .into_iter()
            .collect()
    }

    /// Returns the rates of the constraints that are not combinations of the constraints.
    fn changed_constraints(&self, model: &Model, forms: &OneForms) -> Vec<(Quantity, Expr)> {
        let graph = &model.graph;
        let m = forms.residual.len();
        let rates: Vec<_> = forms
            .residual
            .iter()
            .map(|&r| self.rate(graph, r))
            .collect();
        let at_rest: Vec<_> = self.v.iter().map(|&v| (v, Graph::ZERO)).collect();
        let moved = graph.jacobian(&rates, &self.v);
        let shifted = graph.substitute(&rates, &at_rest);
        let columns = self.v.len() + 1;
        let stacked = Matrix::from_fn(2 * m, columns, |i, j| match (i < m, j + 1 < columns) {
            (true, true) => forms.matrix[(i, j)],
            (true, false) => forms.offset[i],
            (false, true) => moved[(i - m, j)],
            (false, false) => shifted[i - m],
        });
        // Without values nothing shows that a rate is a combination.
        let independent = match graph.row_relations(&stacked) {
            Some(relations) => relations.independent,
            None => (0..2 * m).collect(),
        };
        let changed = independent.into_iter().filter_map(|row| row.checked_sub(m));
        let changed = changed.filter(|&row| rates[row] != Graph::ZERO);
        changed
            .map(|row| (Quantity::Constraint(row), rates[row]))
            .collect()
    }

    /// Returns the rates of the position constraints that change.
    fn changed_positions(&self, model: &Model) -> Vec<(Quantity, Expr)> {
        let graph = &model.graph;
        let positions = model.holonomic.iter().enumerate();
        let rates = positions.map(|(i, position)| {
            let rate = self.rate(graph, position.expr);
            (Quantity::Position(i), rate)
        });
        rates.filter(|(_, rate)| !graph.is_zero(*rate)).collect()
    }

    /// Returns the Lie derivative of the force covector, `xi f_i + f_j d xi^j / d q^i` in
    /// coordinates.
    fn changed_forces(&self, model: &Model) -> Vec<(Quantity, Expr)> {
        let forces = model.forces.clone();
        let graph = &model.graph;
        let turned = self.jacobian.apply_transposed(graph, &forces);
        let rates: Vec<_> = forces
            .iter()
            .zip(turned)
            .map(|(&force, turned)| {
                let rate = self.rate(graph, force);
                graph.add(rate, turned)
            })
            .collect();
        let zero = graph.are_zero(&rates);
        rates
            .into_iter()
            .enumerate()
            .filter(|(i, _)| !zero[*i])
            .map(|(i, rate)| (Quantity::Force(i), rate))
            .collect()
    }
}

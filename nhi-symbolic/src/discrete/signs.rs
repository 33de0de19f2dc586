//! Formulas for quantities that must stay small along the states of a run.

use crate::expr::{Expr, Graph, Role, RoleSet};
use crate::mechanics::{Mechanics, angles};
use crate::model::ast::Sign;

use super::pivots::moving_pivots;
use super::scheme::Scheme;
use super::state::{Monitor, MonitorShape};

/// The parasitic mode of integrators that reflect velocities or momenta at the constraints.
pub(crate) const REFLECTION: Monitor = Monitor {
    name: "constraint_reflection",
    docs: "The constraint residual `A w + b` of the velocity `w` after the reflection at the node. Its \
           smooth part is `(h/2) A M^-1 A^T lambda`. The rest changes sign in every step and may grow: it \
           is the parasitic mode of the method. Results are reliable while it is small.",
    shape: MonitorShape::PerConstraint,
    warning: None,
};

impl Scheme {
    /// Returns true if a step reflects a velocity or momentum at the constraints.
    #[must_use]
    pub fn reflects(&self) -> bool {
        let mut monitors = self.diagnostics.iter();
        monitors.any(|monitor| monitor.name == REFLECTION.name)
    }

    /// Returns true if the motions are those of a variational problem.
    fn is_vakonomic(&self) -> bool {
        self.integrator.starts_with("Vakonomic")
    }
}

/// Formulas for the warning signs of a state, in terms of the symbols of the model at a sample.
#[derive(Clone, Debug)]
pub struct Signs {
    /// The kinetic energy `1/2 v . (L_v - L_v(q, 0))`.
    pub kinetic: Expr,
    /// The energy, if its rate is known.
    pub energy: Option<Expr>,
    /// The rate of the energy; `None` if the exact motion conserves it.
    pub power: Option<Expr>,
    /// The kinetic energy of the alternating part of a reflected velocity; `None` if no velocity is
    /// reflected.
    pub parasitic: Option<Expr>,
    /// The residuals of the constraints, each with the value that it is compared with.
    pub residuals: Vec<(Expr, Expr)>,
    /// The distances of angles from values at which the mass matrix is singular.
    pub poles: Vec<Expr>,
    /// The changes of pivots of the mass matrix and of `A M^-1 A^T` in a step, relative to the
    /// pivots.
    pub pivots: Vec<Expr>,
    /// The change of each angle of the formulas in a step.
    pub turns: Vec<Expr>,
    /// The multipliers of the contacts, positive if they press, weighted as in
    /// [`ContactSign`](../../nhi_runtime/struct.ContactSign.html).
    pub contacts: Vec<Expr>,
    /// The names of the constraints of the contacts.
    pub contact_names: Vec<String>,
    /// Symbols for the constraint residuals of a reflected velocity, which `parasitic` depends on.
    pub reflection: Vec<Expr>,
}

impl Signs {
    /// Derives the signs for states of a model under any of the given schemes.
    #[must_use]
    pub fn derive<'s>(
        mechanics: &Mechanics,
        schemes: impl Iterator<Item = &'s Scheme> + Clone,
    ) -> Self {
        let reflects = schemes.clone().any(Scheme::reflects);
        let needs_mass = schemes.clone().any(|scheme| scheme.traits.needs_mass);
        let is_vakonomic = schemes.clone().any(Scheme::is_vakonomic);
        let power = power(mechanics, is_vakonomic);
        // Schemes that accept position constraints also compare with those.
        let admissions = schemes.map(|scheme| &scheme.admission.outputs[..]);
        let admission = admissions
            .max_by_key(|outputs| outputs.len())
            .unwrap_or(&[]);
        let constraints = if reflects {
            &mechanics.model.constraints[..]
        } else {
            &[]
        };
        let graph = &mechanics.model.graph;
        let symbol = |name: &str| graph.symbol(&format!("reflection.{name}"), Role::Variable);
        let reflection: Vec<_> = constraints.iter().map(|c| symbol(&c.name)).collect();
        let (contact_names, contacts) = contacts(mechanics).into_iter().unzip();
        let (residuals, scales) = admission.split_at(admission.len() / 2);
        let scales = scales_of_motion(mechanics, scales);
        Self {
            kinetic: kinetic(mechanics),
            energy: power.map(|_| mechanics.lagrangian.energy),
            power: power.filter(|&power| power != Graph::ZERO),
            parasitic: parasitic(mechanics, &reflection),
            residuals: residuals
                .iter()
                .copied()
                .zip(scales.iter().copied())
                .collect(),
            poles: mechanics.distances_from_poles(needs_mass),
            pivots: pivot_changes(mechanics, needs_mass),
            turns: turns(mechanics),
            contacts,
            contact_names,
            reflection,
        }
    }

    /// Returns the values in one list: kinetic energy, energy, power, parasitic energy, residuals
    /// and scales in turn, distances from poles, changes of pivots, changes of angles, loads of
    /// contacts.
    #[must_use]
    pub fn values(&self) -> Vec<Expr> {
        let mut values = vec![self.kinetic];
        values.extend(self.energy);
        values.extend(self.power);
        values.extend(self.parasitic);
        values.extend(self.residuals.iter().flat_map(|&(x, scale)| [x, scale]));
        values.extend(&self.poles);
        values.extend(&self.pivots);
        values.extend(&self.turns);
        values.extend(&self.contacts);
        values
    }
}

/// Returns the scales of the [admission](Scheme::admission), with positions also compared with the
/// way of their terms in a step: all terms of a position can vanish on the way, and its residual is
/// then round-off of that way.
fn scales_of_motion(mechanics: &Mechanics, scales: &[Expr]) -> Vec<Expr> {
    let (graph, h) = (&mechanics.model.graph, mechanics.step_size);
    let first = mechanics.model.velocity_constraints();
    let positions = mechanics.model.holonomic.len();
    let mut scales = scales.to_vec();
    if scales.len() == first + 2 * positions {
        for position in first..first + positions {
            let way = graph.mul(h, scales[position + positions]);
            let squares = [scales[position], way].map(|size| graph.powi(size, 2));
            scales[position] = graph.sqrt(graph.add(squares[0], squares[1]));
        }
    }
    scales
}

fn kinetic(mechanics: &Mechanics) -> Expr {
    let graph = &mechanics.model.graph;
    let momentum = graph.vector(mechanics.lagrangian.momentum.clone());
    let moving = momentum - graph.vector(mechanics.lagrangian.rest_momentum.clone());
    (graph.vector(mechanics.v.clone()).dot(&moving) / 2).expr()
}

/// Returns the rate of the energy along the exact motion, `f . v + lambda . (A v) - L_t`. For
/// affine constraints `A v = -b`: those that are linear in the velocities do no work. Returns
/// `None` if the multipliers are not those of constraint forces.
fn power(mechanics: &Mechanics, is_vakonomic: bool) -> Option<Expr> {
    let (model, constraints) = (&mechanics.model, &mechanics.constraints);
    let graph = &model.graph;
    let depends_on_time = |expr| graph.roles(expr).contains(Role::Time);
    let moves = constraints.offset.iter().any(|&b| b != Graph::ZERO);
    let mut seen = constraints.residual.iter().copied();
    let is_variational = is_vakonomic || mechanics.is_only_variational();
    let is_affine = constraints.are_affine(graph);
    let mut positions = model.holonomic.iter();
    let drives = moves
        || seen.any(depends_on_time)
        || positions.any(|constraint| depends_on_time(constraint.expr));
    if is_variational && (!is_affine || drives) {
        return None;
    }
    let forces = graph.dot(&model.forces, &mechanics.v);
    let resisted = mechanics.resisted_by_constraints(graph);
    let moving = graph.dot(&resisted, multipliers(mechanics));
    let explicit = graph.derivative(model.lagrangian, model.time);
    Some(graph.sub(forces, graph.add(moving, explicit)))
}

/// Returns the multipliers under the controls of a state. A sample has those of the step that led
/// to it, whose controls may differ from those with which the forces do work.
fn multipliers(mechanics: &Mechanics) -> &[Expr] {
    let graph = &mechanics.model.graph;
    let mut formulas = mechanics.multipliers.iter();
    match formulas.any(|&formula| graph.roles(formula).contains(Role::Control)) {
        true => &mechanics.multipliers,
        false => &mechanics.initial_multipliers,
    }
}

/// Returns `h s lambda_i w_i` for each contact with the sign `s`, and
/// `w_i^2 = 1/2 sum_j A_ij^2 / M_jj`. This is the change of the velocity by the contact in a step,
/// as the square root of a kinetic energy, if the masses were independent. So contacts can be
/// compared with each other and with the motion, whatever the units.
fn contacts(mechanics: &Mechanics) -> Vec<(String, Expr)> {
    let (model, constraints) = (&mechanics.model, &mechanics.constraints);
    let graph = &model.graph;
    let mass = &mechanics.lagrangian.mass;
    let load = |contact: &crate::model::Contact| {
        let mut names = model.constraints.iter();
        let place = names.position(|constraint| constraint.name == contact.constraint)?;
        let row = constraints.matrix.row(place).iter().enumerate();
        let massive = row.filter(|&(j, _)| mass.row(j)[j] != Graph::ZERO);
        let parts = massive.map(|(j, &entry)| graph.div(graph.powi(entry, 2), mass.row(j)[j]));
        let sum = parts.fold(Graph::ZERO, |sum, part| graph.add(sum, part));
        let weight = (graph.scalar(sum) / 2).sqrt().expr();
        let load = graph.mul(mechanics.initial_multipliers[place], weight);
        let load = graph.mul(mechanics.step_size, load);
        let load = match contact.sign {
            Sign::Positive => load,
            Sign::Negative => graph.neg(load),
        };
        Some((contact.constraint.clone(), load))
    };
    model.contacts.iter().filter_map(load).collect()
}

/// Returns `1/2 rho . (A M^-1 A^T)^-1 rho` with `rho = s - (h/2) A M^-1 A^T lambda`. The residual
/// `s` of a reflected velocity has the smooth part `(h/2) A M^-1 A^T lambda`; the rest changes sign
/// in every step.
fn parasitic(mechanics: &Mechanics, reflection: &[Expr]) -> Option<Expr> {
    if reflection.is_empty() {
        return None;
    }
    let (graph, projection) = (&mechanics.model.graph, &mechanics.projection);
    let half_h = graph.scalar(mechanics.step_size) / 2;
    let smooth = projection.residual_of_impulse(graph, &mechanics.initial_multipliers);
    let alternating = graph.vector(reflection.to_vec()) - half_h * graph.vector(smooth);
    Some(projection.least_energy(graph, &alternating.entries()))
}

/// Returns `h (dp/dt) / p` for each pivot that moves, along the motion. Near a configuration in
/// which a matrix is singular a pivot vanishes, whatever its scale, and quotients with this divisor
/// change as fast.
fn pivot_changes(mechanics: &Mechanics, needs_mass: bool) -> Vec<Expr> {
    let graph = &mechanics.model.graph;
    let pivots = moving_pivots(mechanics, needs_mass);
    let rates = graph.rates(&pivots, &mechanics.moving_configuration(graph));
    let h = mechanics.step_size;
    let change = |(rate, pivot): (Expr, Expr)| graph.div(graph.mul(h, rate), pivot);
    let moves = |&(rate, _): &(Expr, Expr)| rate != Graph::ZERO;
    let changes = rates.into_iter().zip(pivots).filter(moves).map(change);
    changes.collect()
}

/// Returns the rates of all arguments of trigonometric functions times the step size, and those of
/// the rotations of group elements about their axes.
fn turns(mechanics: &Mechanics) -> Vec<Expr> {
    let (model, constraints) = (&mechanics.model, &mechanics.constraints);
    let graph = &model.graph;
    let rates = mechanics.frame.rates(graph, &mechanics.v);
    let mut roots = vec![model.lagrangian];
    roots.extend(&model.forces);
    roots.extend(&constraints.residual);
    roots.extend(model.holonomic.iter().map(|x| x.expr));
    let mut turns: Vec<Expr> = Vec::new();
    for angle in angles(graph, &roots) {
        let gradient = graph.gradient(angle, &mechanics.q);
        turns.push(graph.dot(&gradient, &rates));
    }
    for factor in &model.groups {
        let rotations = match factor.group.space() {
            2 => 1,
            _ => 3,
        };
        let first = factor.first_velocity;
        let rotation = graph.vector(mechanics.v[first..first + rotations].to_vec());
        turns.push(if rotations == 1 {
            mechanics.v[first]
        } else {
            rotation.norm().expr()
        });
    }
    let mut seen = Vec::new();
    for turn in turns {
        // An angle and its opposite, or two angles that differ by a constant, turn by the same
        // amount.
        let depends_on_controls = graph.roles(turn).contains(Role::Control);
        let is_new = !seen.contains(&turn) && !seen.contains(&graph.neg(turn));
        if is_new && !depends_on_controls && graph.roles(turn) != RoleSet::EMPTY {
            seen.push(turn);
        }
    }
    let h = mechanics.step_size;
    seen.into_iter().map(|turn| graph.mul(h, turn)).collect()
}

//! The mechanics derived from a model: mass matrix, constraint distribution, projectors,
//! multipliers.
//!
//! The equations of motion are `M a + c = f + A^T lambda` and `A a + (dA/dt) v + db/dt = 0`. Here
//! `M = L_vv`, `c = (L_v)_q v + (L_v)_t - L_q`, and `A(q, t) v + b(q, t) = 0` are the velocity
//! constraints. By Chetaev's rule, constraints `g(q, v, t) = 0` have `A = g_v`, and
//! `A a + g_q v + g_t = 0`.
//! On factors without coordinates `v` are body velocities, and their frame adds its brackets to
//! `c`.

mod cancellation;
mod check;
mod constants;
mod constraints;
mod contacts;
mod frame;
pub mod group;
mod inertia;
mod integrability;
mod kernel;
mod lagrangian;
mod moment;
mod motion;
pub mod needs;
mod null_space;
mod poles;
mod positions;
mod projection;
pub mod quantities;
mod reactive;
mod reduction;
mod reflection_growth;
mod rounding;
mod singular;
mod symmetry;
#[cfg(test)]
mod tests;
mod vakonomic;

use core::cell::RefCell;

use crate::diag::{Diagnostic, Diagnostics};
use crate::expr::{BlockPivots, Expr, Graph, Matrix, Role};
use crate::model::{Constraint, Model};

pub(crate) use check::kinetic_energy_is_positive;
pub(crate) use inertia::Inertia;
use motion::Motion;
pub(crate) use null_space::NullSpace;
use reactive::ReactiveMotion;

pub use constants::{ConstantsOfMotion, MovingEnergy};
pub use constraints::ConstraintDistribution;
pub use contacts::ContactReadings;
pub use frame::Frame;
pub use integrability::{Accessibility, Integrability};
pub(crate) use lagrangian::cheapest_gradient;
pub use lagrangian::{LagrangianDynamics, MassKind};
pub use moment::ControlNode;
pub(crate) use moment::{Displacement, Moment, MomentumNode, Node, System};
pub use needs::Needs;
pub(crate) use poles::angles;
pub(crate) use positions::admission;
pub use positions::{rates_of, with_rates_of_positions};
pub use projection::{Projection, ProjectionForm};
pub use reduction::{Connection, NoReduction, Reduction, Splitting};
pub use reflection_growth::ReflectionGrowth;
pub use symmetry::{Generator, Symmetry};
pub use vakonomic::ExtendedLagrangian;

/// The mechanics of a model; all expressions are in the model's own symbols.
#[derive(Debug)]
pub struct Mechanics {
    /// Names, symbols and the graph.
    pub model: Model,
    /// The symbols of the configuration, `q`: coordinates, then entries of group elements.
    pub q: Vec<Expr>,
    /// The symbols of the velocities, `v`.
    pub v: Vec<Expr>,
    /// The frame, in which velocities move the configuration.
    pub frame: Frame,
    /// The symbol of the step size `h`.
    pub step_size: Expr,
    /// Mass matrix, momentum, bias, energy.
    pub lagrangian: LagrangianDynamics,
    /// The constraints `A v + b = 0` with their metric data.
    pub constraints: ConstraintDistribution,
    /// The metric in which velocities are projected on the constraints.
    pub(crate) inertia: Inertia,
    /// The constraints solved for a basis of the distribution, if that is possible without a
    /// division that a configuration could make singular.
    pub(crate) null_space: Option<NullSpace>,
    /// The projection of velocities and momenta on the constraints.
    pub projection: Projection,
    /// The projector on the constraint distribution along its orthogonal complement, `P = Id - Q`.
    pub projector: Matrix,
    /// The projector on the orthogonal complement, `Q = M^-1 A^T (A M^-1 A^T)^-1 A`.
    pub complement: Matrix,
    /// The multipliers `lambda` of the constraint forces `A^T lambda`.
    pub multipliers: Vec<Expr>,
    /// Symbols of initial multipliers, one per constraint: the free initial data of vakonomic
    /// motions. No other integrator reads them.
    pub initial_multipliers: Vec<Expr>,
    /// The constraint force `A^T lambda` along each velocity.
    pub constraint_force: Vec<Expr>,
    /// The acceleration `M^-1 (f - c + A^T lambda)`.
    pub acceleration: Vec<Expr>,
    /// The generators of the declared symmetry group with their momenta.
    pub symmetry: Symmetry,
    /// The energy that is constant if constraints or a potential move along the symmetry.
    pub moving_energy: Option<MovingEnergy>,
    /// The mechanics of shape and body velocities, or the reason that there is none.
    pub reduction: Result<Reduction, NoReduction>,
    /// The nonholonomic connection of the reduction; `None` if it [has
    /// none](Reduction::has_connection).
    pub connection: Option<Connection>,
    /// The part of the constraints that integrates to conditions on positions, if they are affine
    /// in the velocities.
    pub integrability: Option<Integrability>,
    /// Notes for the user that are not errors.
    pub notes: Vec<Diagnostic>,
    /// The pivots of the matrix of the multipliers, if forces depend on multipliers.
    pub(crate) reactive_pivots: Vec<BlockPivots>,
    /// The moments at which the integrator under construction has evaluated the mechanics.
    pub(crate) visited: RefCell<Vec<Moment>>,
}

/// Derives the mechanics of a model, and checks that it has one.
///
/// # Errors
/// A singular Lagrangian, dependent constraints, a group that is not a symmetry, or an exhausted
/// work budget: each with a witness.
pub fn derive(mut model: Model) -> Result<Mechanics, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let q: Vec<_> = model.configuration().map(|x| x.symbol).collect();
    let v: Vec<_> = model.velocities.iter().map(|x| x.symbol).collect();

    let frame = Frame::of(&model);

    let written = model.lagrangian;
    let lagrangian = LagrangianDynamics::derive(&model.graph, written, &frame, &q, &v, model.time);
    let forms = constraints::OneForms::derive(&model, &frame, &q, &v);
    check::motion_is_regular(&model, &lagrangian, &forms, &mut diagnostics);
    check::constraints_are_independent(&model, &forms, &mut diagnostics);
    check::rule_applies(&model, &lagrangian, &forms, &mut diagnostics);
    check::impacts_are_defined(&model, &lagrangian, &mut diagnostics);
    diagnostics.into_result()?;
    let symmetry = Symmetry::derive(&model, &lagrangian, &forms);
    let mut diagnostics = Diagnostics::new();
    symmetry::group_is_a_symmetry(&model, &symmetry, &frame, &forms, &mut diagnostics);
    diagnostics.into_result()?;
    let integrability = Integrability::decide(&model, &frame, &forms, &q);
    let note = check::integrability_note(&model, integrability.as_ref());
    let mut notes: Vec<_> = note.into_iter().collect();

    let bounded = frame.rotation_entries(&q);
    let inertia = Inertia::derive(&model.graph, &lagrangian, &forms, &bounded);
    let constraints =
        ConstraintDistribution::derive(&model.graph, forms, &lagrangian, &inertia, &v);
    let null_space = NullSpace::derive(&model.graph, &lagrangian, &constraints);
    let solved = null_space.as_ref();
    let projection = Projection::derive(&model.graph, &lagrangian, &constraints, &inertia, solved);
    let reactive = ReactiveMotion::derive(&model, &lagrangian, projection.constraints(), &inertia);
    let (motion, reactive_pivots) = match reactive {
        None => (
            Motion::derive(&model, &lagrangian, &projection, solved),
            Vec::new(),
        ),
        Some(reactive) => {
            model.forces = reactive.forces;
            (reactive.motion, reactive.pivots)
        }
    };
    let (projector, complement) = projection.projectors(&model.graph);
    let reduction = Reduction::derive(&model, &lagrangian, &constraints);
    let (graph, time) = (&model.graph, model.time);
    let reduced = reduction.as_ref().ok();
    notes.extend(reduced.and_then(|reduced| reduced.note(&model)));
    let reduced = reduced.filter(|reduced| reduced.has_connection());
    let connection = reduced.map(|reduced| Connection::derive(graph, reduced, time));

    let mut diagnostics = Diagnostics::new();
    check::budget_is_left(&model, &mut diagnostics);
    diagnostics.into_result()?;
    let step_size = model.graph.symbol("h", Role::StepSize);
    let names = model.constraints.iter();
    let names: Vec<_> = names.map(|c| format!("lambda.{}", c.name)).collect();
    let initial = names
        .iter()
        .map(|name| model.graph.symbol(name, Role::Variable));
    let initial_multipliers = initial.collect();
    let mut mechanics = Mechanics {
        model,
        step_size,
        q,
        v,
        frame,
        lagrangian,
        constraints,
        inertia,
        null_space,
        projection,
        projector,
        complement,
        multipliers: motion.multipliers,
        initial_multipliers,
        constraint_force: motion.constraint_force,
        acceleration: motion.acceleration,
        symmetry,
        moving_energy: None,
        reduction,
        connection,
        integrability,
        notes,
        reactive_pivots,
        visited: RefCell::default(),
    };
    mechanics.mark_constant_momenta();
    mechanics.moving_energy = mechanics.find_moving_energy();
    Ok(mechanics)
}

impl Mechanics {
    /// Returns true if the model has constraints that are possible here only in variational
    /// problems: position constraints together with variational integrators, or constraints that
    /// are not affine in the velocities. No nonholonomic dynamics is derived from such a model.
    #[must_use]
    pub fn is_only_variational(&self) -> bool {
        let model = &self.model;
        let has_other_positions = !model.holonomic.is_empty() && !model.has_ideal_positions();
        let is_ideal = self.constraints.are_affine(&model.graph) || model.rule.is_some();
        has_other_positions || !is_ideal
    }

    /// Returns the configuration and the time with their rates along the motion, `K v` and 1.
    pub(crate) fn moving_configuration(&self, graph: &Graph) -> Vec<(Expr, Expr)> {
        let rates = self.frame.rates(graph, &self.v);
        let places = self.q.iter().copied().zip(rates);
        places.chain([(self.model.time, Graph::ONE)]).collect()
    }

    /// Returns the configuration, the time and the velocities with their rates along the motion.
    pub(crate) fn moving_state(&self, graph: &Graph) -> Vec<(Expr, Expr)> {
        let velocities = self.v.iter().zip(&self.acceleration);
        let mut moving = self.moving_configuration(graph);
        moving.extend(velocities.map(|(&v, &rate)| (v, rate)));
        moving
    }

    /// Returns true if the Lagrangian depends on the time.
    #[must_use]
    pub fn has_lagrangian_of_time(&self) -> bool {
        let roles = self.model.graph.roles(self.lagrangian.lagrangian);
        roles.contains(Role::Time)
    }

    /// Returns true if the mass matrix depends on the time.
    #[must_use]
    pub fn has_mass_of_time(&self) -> bool {
        let mut entries = self.lagrangian.mass.entries().iter();
        entries.any(|&entry| self.model.graph.roles(entry).contains(Role::Time))
    }

    /// Returns true if the mass matrix is singular at some configuration, as far as its form shows,
    /// and only the constraints make the motion regular there.
    #[must_use]
    pub fn may_have_singular_mass(&self) -> bool {
        self.inertia.is_augmented()
    }

    /// Returns the pivots of the mass matrix on the velocities that the constraints allow. They are
    /// in blocks that no entry connects with each other.
    pub(crate) fn mass_pivots_on_constraints(&self) -> Vec<BlockPivots> {
        let graph = &self.model.graph;
        match &self.null_space {
            Some(null_space) => null_space.mass_pivots(graph),
            None => self.inertia.factor.block_pivots(graph),
        }
    }

    /// Describes how rows of the mass matrix depend on each other in every configuration; `None` if
    /// they do not.
    pub(crate) fn singular_mass(&self) -> Option<String> {
        if !self.may_have_singular_mass() {
            return None;
        }
        let relations = self.model.graph.row_relations(&self.lagrangian.mass)?;
        let (row, combination) = relations.dependent.first()?;
        if let Some(state) = self.model.state_rates.first() {
            let name = &self.model.constraints[state.constraint].name;
            return Some(format!("the state `{name}` of the scenario has no mass"));
        }
        let name = |i: usize| self.model.velocities[i].name.clone();
        Some(format!(
            "its rows satisfy {} = {}",
            name(*row),
            check::combination_text(combination, name)
        ))
    }

    /// Returns `[0, A; A^T, M]`. It is singular if the constraints depend on each other, or if the
    /// mass matrix is singular on the velocities that they allow.
    pub(crate) fn bordered_mass(&self) -> Matrix {
        inertia::bordered(&self.constraints.matrix, &self.lagrangian.mass)
    }

    /// Returns the pivots that no configuration changes, each with a velocity. If the kinetic
    /// energy is positive on the velocities that the constraints allow, all these pivots are
    /// positive.
    #[must_use]
    pub fn constant_pivots(&self) -> Vec<(usize, Expr)> {
        match &self.null_space {
            Some(null_space) if self.may_have_singular_mass() => {
                null_space.constant_pivots(&self.model.graph)
            }
            _ => self.inertia.constant_pivots.clone(),
        }
    }

    /// Returns the names of the residuals of the velocity constraints.
    #[must_use]
    pub fn residual_names(&self) -> Vec<String> {
        let constraints = self.model.constraints.iter();
        constraints
            .map(|constraint| match constraint.position {
                None => constraint.name.clone(),
                Some(_) => rate_of(constraint),
            })
            .collect()
    }

    /// Returns the names of the constraints that initial values must satisfy, in the order of a
    /// scheme's admission: of velocities, of positions, and the rates of the positions.
    #[must_use]
    pub fn admission_names(&self) -> Vec<String> {
        let name = |constraint: &Constraint| constraint.name.clone();
        let (velocity, position) = (self.model.constraints.iter(), self.model.holonomic.iter());
        let positions = position.clone().map(name);
        velocity
            .take(self.model.velocity_constraints())
            .map(name)
            .chain(positions)
            .chain(position.map(rate_of))
            .collect()
    }

    /// Returns the reduced system with its connection, if the model has one.
    #[must_use]
    pub fn reduced_system(&self) -> Option<(&Reduction, &Connection)> {
        self.reduction.as_ref().ok().zip(self.connection.as_ref())
    }

    /// Returns the number of degrees of freedom without constraints, which is that of the
    /// velocities.
    #[must_use]
    pub fn dimension(&self) -> usize {
        self.v.len()
    }

    /// Checks that the work budget is not exhausted so far.
    ///
    /// # Errors
    /// The diagnostic of an exhausted budget.
    pub fn check_budget(&self) -> Result<(), Diagnostics> {
        let mut diagnostics = Diagnostics::new();
        check::budget_is_left(&self.model, &mut diagnostics);
        diagnostics.into_result().map(|_| ())
    }

    /// Checks that the work budget has lasted for an integrator, derived after those that are done.
    ///
    /// # Errors
    /// The diagnostic of a budget that the integrator has used up.
    pub(crate) fn check_budget_of(
        &self,
        integrator: &str,
        done: &[&str],
    ) -> Result<(), Diagnostics> {
        if !self.model.graph.is_exhausted() {
            return Ok(());
        }
        Err(check::integrator_beyond_budget(&self.model, integrator, done).into())
    }

    /// Checks the same for an integrator derived after those before it in the model.
    pub(crate) fn check_budget_at(&self, integrator: &str) -> Result<(), Diagnostics> {
        let names = self.model.integrators.iter();
        let names = names.map(|request| request.name.text.as_str());
        let done: Vec<_> = names.take_while(|&name| name != integrator).collect();
        self.check_budget_of(integrator, &done)
    }

    /// Checks that the work budget has lasted for work after the given integrators, which have used
    /// part of it.
    pub(crate) fn check_budget_behind(&self, integrators: &[&str]) -> Result<(), Diagnostics> {
        match integrators.split_last() {
            Some((last, done)) => self.check_budget_of(last, done),
            None => self.check_budget(),
        }
    }
}

/// Returns the name for the rate of the position constraint of a name.
#[must_use]
pub fn name_of_rate(position: &str) -> String {
    format!("rate of {position}")
}

fn rate_of(position: &Constraint) -> String {
    name_of_rate(&position.name)
}

/// Returns the difference of two columns.
pub(crate) fn subtract(graph: &Graph, a: &[Expr], b: &[Expr]) -> Vec<Expr> {
    a.iter().zip(b).map(|(&x, &y)| graph.sub(x, y)).collect()
}

/// Returns the sum of two columns.
pub(crate) fn add(graph: &Graph, a: &[Expr], b: &[Expr]) -> Vec<Expr> {
    a.iter().zip(b).map(|(&x, &y)| graph.add(x, y)).collect()
}

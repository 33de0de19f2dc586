//! The mechanics of a model in the form that integrators use: symbols and moments of a step.

use crate::expr::formula::{Scalar, Vector};
use crate::expr::{Expr, Graph, Rational, Role, RoleSet, SpdFactor};
use crate::mechanics::{MassKind, Mechanics, NullSpace, add, subtract};

use super::node::Node;

/// A moment of the step at which the controls are read.
#[derive(Clone, Debug)]
pub struct ControlNode {
    /// The moment as a fraction of the step, a constant.
    pub fraction: Expr,
    /// One symbol per control.
    pub symbols: Vec<Expr>,
}

/// A configuration with a velocity and a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    pub(crate) q: Vec<Expr>,
    pub(crate) v: Vec<Expr>,
    pub(crate) time: Expr,
}

/// A model with its mechanics, while an integrator is written for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct System<'m> {
    pub(crate) mechanics: &'m Mechanics,
}

impl<'m> System<'m> {
    pub(crate) fn new(mechanics: &'m Mechanics) -> Self {
        Self { mechanics }
    }

    pub(crate) fn graph(self) -> &'m Graph {
        &self.mechanics.model.graph
    }

    /// Returns the step size.
    pub(crate) fn h(self) -> Scalar<'m> {
        self.graph().scalar(self.mechanics.step_size)
    }

    /// Returns an exact number.
    pub(crate) fn number(self, value: impl Into<Rational>) -> Scalar<'m> {
        let graph = self.graph();
        graph.scalar(graph.number(value))
    }

    /// Returns expressions in the model's symbols as a column.
    pub(crate) fn vector(self, entries: impl Into<Vec<Expr>>) -> Vector<'m> {
        self.graph().vector(entries)
    }

    /// Returns expressions one after the other as a column.
    pub(crate) fn column(self, entries: impl Iterator<Item = Expr>) -> Vector<'m> {
        self.vector(entries.collect::<Vec<_>>())
    }

    /// Returns the solution of linear equations with a factorised matrix in the model's symbols.
    pub(crate) fn solve(self, factor: &SpdFactor, right: &Vector<'m>) -> Vector<'m> {
        self.vector(factor.solve(self.graph(), &right.entries()))
    }

    /// Returns a column of zeros.
    pub(crate) fn zeros(self, n: usize) -> Vector<'m> {
        self.vector(vec![Graph::ZERO; n])
    }

    /// Returns fresh symbols, one per velocity. In coordinates they have the names of the
    /// coordinates.
    pub(crate) fn velocities(self, prefix: &str, role: Role) -> Vector<'m> {
        self.symbols(prefix, self.mechanics.model.force_names(), role)
    }

    /// Returns fresh symbols, one per entry of the configuration.
    pub(crate) fn configuration(self, prefix: &str, role: Role) -> Vector<'m> {
        let names = self.mechanics.model.configuration();
        self.symbols(prefix, names.map(|x| x.name.as_str()), role)
    }

    /// Returns the coordinates of a configuration, and the entries of its group elements.
    pub(crate) fn parts(self, q: &[Expr]) -> (&[Expr], &[Expr]) {
        q.split_at(self.mechanics.model.coordinates.len())
    }

    /// Returns the entries of a column as separate parts, for unknowns of different units.
    pub(crate) fn apart(self, values: &Vector<'m>) -> Vec<Vector<'m>> {
        (0..values.len()).map(|i| values.part(i..i + 1)).collect()
    }

    /// Returns the multipliers of all constraints by their units: those of velocity constraints
    /// together if these are affine, then each other one.
    pub(crate) fn multiplier_parts(self, lambda: &Vector<'m>) -> Vec<Vector<'m>> {
        if !self.has_affine_constraints() {
            return self.apart(lambda);
        }
        let first = self.mechanics.model.velocity_constraints();
        let of_positions = self.apart(&lambda.part(first..lambda.len()));
        [vec![lambda.part(0..first)], of_positions].concat()
    }

    /// Returns fresh symbols, one per velocity constraint.
    pub(crate) fn multipliers(self, prefix: &str, role: Role) -> Vector<'m> {
        let names = self.mechanics.model.constraints.iter();
        self.symbols(prefix, names.map(|c| c.name.as_str()), role)
    }

    /// Returns fresh symbols, one per position constraint.
    pub(crate) fn positions(self, prefix: &str, role: Role) -> Vector<'m> {
        let names = self.mechanics.model.holonomic.iter();
        self.symbols(prefix, names.map(|c| c.name.as_str()), role)
    }

    /// Returns fresh symbols with one prefix.
    pub(crate) fn symbols<'n>(
        self,
        prefix: &str,
        names: impl Iterator<Item = &'n str>,
        role: Role,
    ) -> Vector<'m> {
        let graph = self.graph();
        let symbols = names.map(|name| graph.symbol(&format!("{prefix}.{name}"), role));
        graph.vector(symbols.collect::<Vec<_>>())
    }

    /// Returns the controls at a constant fraction of the step, under fresh symbols.
    pub(crate) fn controls_at(self, fraction: Expr) -> ControlNode {
        let graph = self.graph();
        let text = graph.display(fraction);
        let controls = self.mechanics.model.controls.iter();
        let symbols = controls.map(|c| graph.symbol(&format!("{}@{text}", c.name), Role::Control));
        ControlNode {
            symbols: symbols.collect(),
            fraction,
        }
    }

    /// Returns the model's own symbols as a moment: the start of a run.
    pub(crate) fn start(self) -> Node<'m> {
        let controls = self.mechanics.model.controls.iter();
        Node {
            system: self,
            q: self.vector(self.mechanics.q.clone()),
            v: self.vector(self.mechanics.v.clone()),
            controls: controls.map(|control| control.symbol).collect(),
            time: self.graph().scalar(self.mechanics.model.time),
        }
    }

    /// Returns a moment at the beginning of the step.
    pub(crate) fn node(self, q: &Vector<'m>, v: &Vector<'m>) -> Node<'m> {
        Node {
            q: q.clone(),
            v: v.clone(),
            ..self.start()
        }
    }

    /// Records that the mechanics is evaluated at a moment.
    pub(crate) fn visit(self, q: &Vector<'m>, v: &Vector<'m>, time: Scalar<'m>) {
        let moment = Moment {
            q: q.entries(),
            v: v.entries(),
            time: time.expr(),
        };
        let mut visited = self.mechanics.visited.borrow_mut();
        if !visited.contains(&moment) {
            visited.push(moment);
        }
    }

    /// Clears the recorded moments after an integrator is written.
    pub(crate) fn forget_visits(self) {
        self.mechanics.visited.borrow_mut().clear();
    }

    /// Returns the solved constraints.
    pub(crate) fn null_space(self) -> Option<&'m NullSpace> {
        self.mechanics.null_space.as_ref()
    }

    /// Returns the expressions that vanish for an acceleration `a`, without a system to solve for
    /// it: `D^T (M a + c - f)` and `A a + (dA/dt) v + db/dt`, in the model's own symbols. Returns
    /// `None` if the acceleration of the continuous motion takes fewer operations, or if the
    /// distribution has no basis in closed form.
    pub(crate) fn equations_of_motion(self, a: &[Expr]) -> Option<Vec<Expr>> {
        let (graph, mechanics) = (self.graph(), self.mechanics);
        let null_space = self.null_space()?;
        let inertial = mechanics.lagrangian.inertial_force(graph, a);
        let opposed = subtract(graph, &inertial, &mechanics.model.forces);
        let along = null_space.along(graph, &opposed);
        let allowed = mechanics.constraints.matrix.apply(graph, a);
        let allowed = add(graph, &allowed, &mechanics.constraints.rate);
        let equations = [along, allowed].concat();
        let weight = |exprs: &[Expr]| graph.cost(exprs, RoleSet::PREPARED).weight();
        (weight(&equations) < weight(&mechanics.acceleration)).then_some(equations)
    }

    /// Returns the entries of the matrices that the pivots of the model belong to: `M` and `A`.
    pub(crate) fn matrices(self) -> Vec<Expr> {
        let mechanics = self.mechanics;
        let constraints = mechanics.constraints.matrix.entries();
        [mechanics.lagrangian.mass.entries(), constraints].concat()
    }

    /// Returns true if nodal velocities have no closed form, because `L_vv` depends on the velocity
    /// or a constraint is not affine in it.
    pub(crate) fn solves_for_nodal_velocity(self) -> bool {
        self.mechanics.lagrangian.mass_kind == MassKind::Velocity || !self.has_affine_constraints()
    }

    /// Returns true if the constraints are affine in the velocities.
    pub(crate) fn has_affine_constraints(self) -> bool {
        self.mechanics.constraints.are_affine(self.graph())
    }

    /// Returns true if the multipliers of the continuous motion depend on controls.
    pub(crate) fn multipliers_need_controls(self) -> bool {
        self.depend_on_controls(&self.mechanics.multipliers)
    }

    /// Returns true if forces depend on controls.
    pub(crate) fn forces_need_controls(self) -> bool {
        self.depend_on_controls(&self.mechanics.model.forces)
    }

    fn depend_on_controls(self, exprs: &[Expr]) -> bool {
        let graph = self.graph();
        let mut exprs = exprs.iter();
        exprs.any(|&expr| graph.roles(expr).contains(Role::Control))
    }
}

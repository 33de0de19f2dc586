//! Position constraints `phi(q, t) = 0` of motions under ideal constraints.
//!
//! Their rates `phi_q dq/dt + phi_t` are velocity constraints like others: they have rows in `A`,
//! multipliers and a share in all projections. In addition, the positions themselves are kept.

use crate::expr::{Expr, Graph, RoleSet, SpdFactor};
use crate::model::{Constraint, Model};

use super::Mechanics;
use super::constraints::ConstraintDistribution;
use super::frame::Frame;
use super::rounding::squared_sizes;

/// Returns the model with the rates of its position constraints after its velocity constraints.
///
/// Variational problems have their position constraints as they are, without the rates.
#[must_use]
pub fn with_rates_of_positions(mut model: Model) -> Model {
    let positions: Vec<_> = model.holonomic.iter().map(|c| c.expr).collect();
    let rates = rates_of(&model, &positions);
    let rates = model.holonomic.iter().zip(rates).enumerate();
    let rates = rates.map(|(place, (position, rate))| Constraint {
        expr: rate,
        position: Some(place),
        ..position.clone()
    });
    let rates: Vec<_> = rates.collect();
    model.constraints.extend(rates);
    model
}

/// Returns the time derivatives of functions of the configuration and of time along the motion.
pub fn rates_of(model: &Model, positions: &[Expr]) -> Vec<Expr> {
    let frame = Frame::of(model);
    let v: Vec<_> = model.velocities.iter().map(|x| x.symbol).collect();
    let q = model.configuration().map(|x| x.symbol);
    let mut moving: Vec<_> = q.zip(frame.rates(&model.graph, &v)).collect();
    moving.push((model.time, Graph::ONE));
    model.graph.rates(positions, &moving)
}

impl Mechanics {
    /// Returns `M^-1 Phi^T (Phi M^-1 Phi^T)^-1 phi` with the rows `Phi` of `A` that are rates of
    /// positions. To first order, this is the displacement of the configuration from the position
    /// constraints. It is the shortest in the metric `M`, or in that of the augmented mass matrix
    /// if `M` may be singular.
    #[must_use]
    pub fn position_correction(&self) -> Vec<Expr> {
        let (graph, mass) = (&self.model.graph, &self.inertia.factor);
        let rows: Vec<_> = (self.model.velocity_constraints()..self.constraints.len()).collect();
        let columns: Vec<_> = (0..self.dimension()).collect();
        let gradients = self.constraints.matrix.select(&rows, &columns);
        let weighted = mass.solve_matrix(graph, &gradients.transpose());
        let gram = gradients.mul(graph, &weighted);
        let gram = graph.simplify_matrix(&gram, RoleSet::PREPARED);
        let factor = SpdFactor::new(graph, &gram, RoleSet::PREPARED);
        let positions: Vec<_> = self.model.holonomic.iter().map(|c| c.expr).collect();
        weighted.apply(graph, &factor.solve(graph, &positions))
    }
}

/// Returns the values for the check of initial values: residuals and then scales, each of the
/// velocity constraints, the positions and their rates. The scale of a position is the size of its
/// own terms, because gradient and configuration can both vanish at a start at which terms cancel.
pub(crate) fn admission(model: &Model, constraints: &ConstraintDistribution) -> Vec<Expr> {
    let graph = &model.graph;
    let positions: Vec<_> = model.holonomic.iter().map(|c| c.expr).collect();
    let squares = squared_sizes(graph, &positions).into_iter();
    let scales: Vec<_> = squares.map(|square| graph.sqrt(square)).collect();
    let first_rate = model.velocity_constraints();
    [
        (&constraints.residual, positions),
        (&constraints.scale, scales),
    ]
    .into_iter()
    .flat_map(|(of_velocities, of_positions)| {
        let (velocities, rates) = of_velocities.split_at(first_rate);
        [velocities, &of_positions, rates].concat()
    })
    .collect()
}

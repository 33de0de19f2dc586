//! The data that decide which quantities a model has, their arguments and their sizes.

use crate::expr::{Expr, Role, RoleSet};
use crate::mechanics::{Generator, MassKind, Mechanics};
use crate::model::Model;

/// A model reduced to numbers of components and dependences.
///
/// Code that knows a model only by its names, because the model has errors, can also write an
/// outline.
#[derive(Clone, Debug)]
pub struct Outline {
    /// The number of velocities.
    pub velocities: usize,
    /// The number of velocity constraints.
    pub constraints: usize,
    /// The number of position constraints.
    pub position_constraints: usize,
    /// True if there are controls.
    pub has_controls: bool,
    /// The names of the declared integrals.
    pub integrals: Vec<String>,
    /// Each generator of the symmetry group in words.
    pub generators: Vec<String>,
    /// True if a moving energy was found.
    pub has_moving_energy: bool,
    /// The sizes of the reduced system, if there is one.
    pub reduced: Option<ReducedSizes>,
    /// True if no nonholonomic dynamics is derived.
    pub only_variational: bool,
    /// True if `M` depends on the velocities.
    pub velocity_in_mass: bool,
    /// True if the Lagrangian depends on time.
    pub time_in_lagrangian: bool,
    /// True if the derivatives of the constraints with respect to the velocities depend on
    /// velocities: the constraints are not affine in them.
    pub velocity_in_constraints: bool,
    /// True if the constraints depend on time.
    pub time_in_constraints: bool,
    /// True if the Lagrangian, the constraints or the forces depend on time.
    pub time_in_motion: bool,
}

/// The numbers of components of a reduced system.
#[derive(Clone, Copy, Debug)]
pub struct ReducedSizes {
    /// The dimension of the group.
    pub group: usize,
    /// The dimension of the shape.
    pub shape: usize,
    /// The number of symmetry directions inside the constraints.
    pub directions: usize,
}

impl Outline {
    /// Returns the outline of a derived model.
    #[must_use]
    pub fn of(mechanics: &Mechanics) -> Self {
        let model = &mechanics.model;
        let generators = mechanics.symmetry.generators.iter();
        let time_in_constraints = constraints_depend_on_time(mechanics);
        let time_in_lagrangian = mechanics.has_lagrangian_of_time();
        let only_variational = mechanics.is_only_variational();
        Self {
            velocities: mechanics.dimension(),
            constraints: model.constraints.len(),
            position_constraints: model.holonomic.len(),
            has_controls: !model.controls.is_empty(),
            integrals: model.integrals.iter().map(|x| x.name.clone()).collect(),
            generators: generators.map(Generator::to_string).collect(),
            has_moving_energy: mechanics.moving_energy.is_some(),
            reduced: reduced_sizes(mechanics),
            only_variational,
            velocity_in_mass: mechanics.lagrangian.mass_kind == MassKind::Velocity,
            time_in_lagrangian,
            velocity_in_constraints: !only_variational
                && !mechanics.constraints.are_affine(&model.graph),
            time_in_constraints,
            time_in_motion: time_in_lagrangian
                || time_in_constraints
                || depend_on_time(model, &model.forces),
        }
    }

    /// Returns true if there are velocity constraints with constraint forces.
    pub(super) fn is_constrained(&self) -> bool {
        !self.only_variational && self.constraints > 0
    }

    /// Returns true if there are velocity constraints for variational problems only.
    pub(super) fn is_variationally_constrained(&self) -> bool {
        self.only_variational && self.constraints > 0
    }

    /// Returns true if some symmetry direction lies inside the constraints.
    pub(super) fn has_directions(&self) -> bool {
        self.reduced.is_some_and(|sizes| sizes.directions > 0)
    }

    /// Returns true if the reduced system has a shape.
    pub(super) fn has_shape(&self) -> bool {
        self.reduced.is_some_and(|sizes| sizes.shape > 0)
    }
}

fn reduced_sizes(mechanics: &Mechanics) -> Option<ReducedSizes> {
    let (reduction, _) = mechanics.reduced_system()?;
    Some(ReducedSizes {
        group: reduction.group().dimension(),
        shape: reduction.r.len(),
        directions: reduction.direction_count(),
    })
}

fn constraints_depend_on_time(mechanics: &Mechanics) -> bool {
    let (model, constraints) = (&mechanics.model, &mechanics.constraints);
    let mut positions = model.holonomic.iter();
    depend_on_time(model, &constraints.residual)
        || depend_on_time(model, &constraints.rate)
        || positions.any(|constraint| depend_on_time(model, &[constraint.expr]))
}

fn depend_on_time(model: &Model, exprs: &[Expr]) -> bool {
    let roles = exprs.iter().map(|&expr| model.graph.roles(expr));
    let roles = roles.fold(RoleSet::EMPTY, RoleSet::union);
    roles.contains(Role::Time)
}

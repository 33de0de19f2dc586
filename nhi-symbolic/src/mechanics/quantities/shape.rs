//! The arguments and sizes of quantities, in terms that every model has numbers for.

use super::outline::Outline;

/// The arguments of a quantity, apart from parameters, on which all depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The configuration `q`.
    Coordinates,
    /// The velocities `v`.
    Velocities,
    /// The controls `u`.
    Controls,
    /// The time `t`.
    Time,
}

/// The kinds of domains: the arguments of a quantity, including those it has only if a model needs
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// `q, v`, and `t` if the Lagrangian depends on time.
    State,
    /// `q`, with `v` if the mass matrix depends on velocities and `t` if the Lagrangian depends on
    /// it.
    Metric,
    /// `q`, with `v` and `t` if the matrix of the constraints depends on them.
    Constraints,
    /// `q`, with `v` and `t` if mass matrix or constraints depend on them.
    ConstraintsInMetric,
    /// `q, v`, and `t` if Lagrangian or constraints depend on time.
    ConstrainedState,
    /// `q, v`, with `u` if there are controls and `t` if Lagrangian, constraints or forces depend
    /// on it.
    Motion,
}

/// A number of components that depends on the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// Of velocities, and of covectors.
    Velocities,
    /// Of velocity constraints.
    Constraints,
    /// Of position constraints.
    PositionConstraints,
    /// Of generators of the declared symmetry group, each with its momentum.
    Momenta,
    /// Of the group of the reduced system.
    Group,
    /// Of the shape of the reduced system.
    Shape,
    /// Of symmetry directions inside the constraints.
    Directions,
}

/// The shape of a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One number.
    Scalar,
    /// One number for each declared integral, under its own name.
    ScalarPerIntegral,
    /// A column.
    Vector(Dimension),
    /// Rows and columns.
    Matrix(Dimension, Dimension),
    /// Velocities, by their names.
    Velocities,
    /// Multipliers, by the names of their constraints.
    Multipliers,
}

impl Domain {
    /// Returns the arguments in a model, in order.
    #[must_use]
    pub fn arguments(self, outline: &Outline) -> Vec<Argument> {
        use Argument::{Controls, Coordinates, Time, Velocities};
        let of_velocity = |depends: bool| depends.then_some(Velocities);
        let of_time = |depends: bool| depends.then_some(Time);
        let (mass, lagrangian) = (outline.velocity_in_mass, outline.time_in_lagrangian);
        let (matrix, constraints) = (outline.velocity_in_constraints, outline.time_in_constraints);
        let both = of_time(lagrangian || constraints);
        let controls = outline.has_controls.then_some(Controls);
        let further = match self {
            Self::State => [Some(Velocities), None, of_time(lagrangian)],
            Self::Metric => [of_velocity(mass), None, of_time(lagrangian)],
            Self::Constraints => [of_velocity(matrix), None, of_time(constraints)],
            Self::ConstraintsInMetric => [of_velocity(mass || matrix), None, both],
            Self::ConstrainedState => [Some(Velocities), None, both],
            Self::Motion => [Some(Velocities), controls, of_time(outline.time_in_motion)],
        };
        let further = further.into_iter().flatten();
        core::iter::once(Coordinates).chain(further).collect()
    }
}

impl Dimension {
    /// Returns the number of components in a model.
    #[must_use]
    pub fn size(self, outline: &Outline) -> usize {
        let reduced = outline.reduced;
        match self {
            Self::Velocities => outline.velocities,
            Self::Constraints => outline.constraints,
            Self::PositionConstraints => outline.position_constraints,
            Self::Momenta => outline.generators.len(),
            Self::Group => reduced.map_or(0, |sizes| sizes.group),
            Self::Shape => reduced.map_or(0, |sizes| sizes.shape),
            Self::Directions => reduced.map_or(0, |sizes| sizes.directions),
        }
    }
}

impl Shape {
    /// Returns the number of entries in a model.
    #[must_use]
    pub fn entries(self, outline: &Outline) -> usize {
        match self {
            Self::Scalar => 1,
            Self::ScalarPerIntegral => outline.integrals.len(),
            Self::Vector(length) => length.size(outline),
            Self::Matrix(rows, columns) => rows.size(outline) * columns.size(outline),
            Self::Velocities => outline.velocities,
            Self::Multipliers => outline.constraints,
        }
    }
}

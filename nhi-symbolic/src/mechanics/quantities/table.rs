//! The table of quantities: one row each, in the order of generated code.
//!
//! Constraints that are possible only in variational problems share the names of other constraints,
//! because a model never has both. So callers can ask every model with constraints for its
//! `constraint_residual`.

use super::Chapter;
use super::Row;
use super::Value::{OfModel, OfReduction};
use super::outline::Outline;
use super::shape::Dimension::{
    self, Constraints, Directions, Group, Momenta, PositionConstraints, Velocities,
};
use super::shape::Domain;
use super::shape::Shape::{self, Matrix, Scalar, ScalarPerIntegral, Vector};
use crate::mechanics::Mechanics;

/// Writes the enumeration, the list of all quantities and their rows from one table.
macro_rules! quantities {
    ($($docs:literal $quantity:ident { $($part:ident: $value:expr,)* })*) => {
        /// A quantity that a model can be asked for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Quantity {
            $(#[doc = $docs] $quantity,)*
        }

        impl Quantity {
            /// Every quantity, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$quantity,)*];

            /// Returns the row of the quantity.
            #[must_use]
            pub fn row(self) -> Row {
                match self {
                    $(Self::$quantity => Row { docs: $docs, $($part: $value,)* },)*
                }
            }
        }
    };
}

quantities! {
    "The Lagrangian `L(q, v)`, kinetic minus potential energy."
    Lagrangian {
        name: "lagrangian",
        letter: Some("L"),
        chapter: Some(Chapter::Lagrangian),
        domain: Domain::State,
        shape: Scalar,
        exists: |_| true,
        value: OfModel(|mechanics| vec![mechanics.lagrangian.lagrangian]),
    }

    "The energy `v . L_v - L`."
    Energy {
        name: "energy",
        letter: Some("E"),
        chapter: Some(Chapter::Lagrangian),
        domain: Domain::State,
        shape: Scalar,
        exists: |_| true,
        value: OfModel(|mechanics| vec![mechanics.lagrangian.energy]),
    }

    "The momentum `p = L_v`, a covector."
    Momentum {
        name: "momentum",
        letter: Some("p"),
        chapter: Some(Chapter::Lagrangian),
        domain: Domain::State,
        shape: Vector(Velocities),
        exists: |_| true,
        value: OfModel(|mechanics| mechanics.lagrangian.momentum.clone()),
    }

    "The mass matrix `M = L_vv`."
    MassMatrix {
        name: "mass_matrix",
        letter: Some("M"),
        chapter: Some(Chapter::Lagrangian),
        domain: Domain::Metric,
        shape: Matrix(Velocities, Velocities),
        exists: |_| true,
        value: OfModel(|mechanics| mechanics.lagrangian.mass.entries().to_vec()),
    }

    "The bias `c = (L_v)_q v - L_q`: the Euler-Lagrange expression is `M a + c`."
    Bias {
        name: "bias",
        letter: Some("c"),
        chapter: Some(Chapter::Lagrangian),
        domain: Domain::State,
        shape: Vector(Velocities),
        exists: |_| true,
        value: OfModel(|mechanics| mechanics.lagrangian.bias.clone()),
    }

    "The generalised forces `f` on the coordinates, without constraint forces; a covector."
    Forces {
        name: "forces",
        letter: Some("f"),
        chapter: Some(Chapter::Motion),
        domain: Domain::Motion,
        shape: Vector(Velocities),
        exists: |_| true,
        value: OfModel(|mechanics| mechanics.model.forces.clone()),
    }

    "The acceleration of the continuous system, `M^-1 (f - c + A^T lambda)`."
    Acceleration {
        name: "acceleration",
        letter: Some("a"),
        chapter: Some(Chapter::Motion),
        domain: Domain::Motion,
        shape: Vector(Velocities),
        exists: |outline| !outline.only_variational,
        value: OfModel(|mechanics| mechanics.acceleration.clone()),
    }

    "The derivatives `g_v` of the constraints `g(q, v) = 0`."
    VariationalConstraintMatrix {
        name: "constraint_matrix",
        letter: Some("A"),
        chapter: Some(Chapter::Constraints),
        domain: Domain::ConstrainedState,
        shape: Matrix(Constraints, Velocities),
        exists: Outline::is_variationally_constrained,
        value: OfModel(|mechanics| mechanics.constraints.matrix.entries().to_vec()),
    }

    "The residuals `g(q, v)` of the constraints; zero if the velocity satisfies them."
    VariationalConstraintResidual {
        name: "constraint_residual",
        letter: None,
        chapter: None,
        domain: Domain::ConstrainedState,
        shape: Vector(Constraints),
        exists: Outline::is_variationally_constrained,
        value: OfModel(|mechanics| mechanics.constraints.residual.clone()),
    }

    "The residuals `h(q)` of the position constraints; zero if the configuration satisfies \
     them."
    PositionResidual {
        name: "holonomic_residual",
        letter: None,
        chapter: None,
        domain: Domain::Constraints,
        shape: Vector(PositionConstraints),
        exists: |outline| outline.position_constraints > 0,
        value: OfModel(|mechanics| {
            let positions = mechanics.model.holonomic.iter();
            positions.map(|constraint| constraint.expr).collect()
        }),
    }

    "The displacement by which the configuration is off the position constraints, `M^-1 Phi^T (Phi M^-1 Phi^T)^-1 phi` \
     with the rows `Phi` of `A` that are rates of positions: to first order, and the shortest in the metric `M`; an entry for \
     each velocity. Taking it away again and again leads to the constraints."
    PositionCorrection {
        name: "position_correction",
        letter: None,
        chapter: None,
        domain: Domain::ConstraintsInMetric,
        shape: Vector(Velocities),
        exists: |outline| outline.position_constraints > 0 && outline.is_constrained(),
        value: OfModel(Mechanics::position_correction),
    }

    "The constraint one-forms as rows of `A`: the constraints are `A v + b = 0`."
    ConstraintMatrix {
        name: "constraint_matrix",
        letter: Some("A"),
        chapter: Some(Chapter::Constraints),
        domain: Domain::Constraints,
        shape: Matrix(Constraints, Velocities),
        exists: Outline::is_constrained,
        value: OfModel(|mechanics| mechanics.constraints.matrix.entries().to_vec()),
    }

    "The offset `b` of the constraints `A v + b = 0`."
    ConstraintOffset {
        name: "constraint_offset",
        letter: Some("b"),
        chapter: Some(Chapter::Constraints),
        domain: Domain::Constraints,
        shape: Vector(Constraints),
        exists: |outline| outline.is_constrained() && !outline.velocity_in_constraints,
        value: OfModel(|mechanics| mechanics.constraints.offset.clone()),
    }

    "`(dA/dt) v + db/dt` along the motion: the acceleration satisfies `A a` plus this `= 0`."
    ConstraintRate {
        name: "constraint_rate",
        letter: None,
        chapter: None,
        domain: Domain::ConstrainedState,
        shape: Vector(Constraints),
        exists: Outline::is_constrained,
        value: OfModel(|mechanics| mechanics.constraints.rate.clone()),
    }

    "The residuals `A v + b` of the constraints; zero if the velocity satisfies them."
    ConstraintResidual {
        name: "constraint_residual",
        letter: None,
        chapter: None,
        domain: Domain::ConstrainedState,
        shape: Vector(Constraints),
        exists: Outline::is_constrained,
        value: OfModel(|mechanics| mechanics.constraints.residual.clone()),
    }

    "The projector `P = Id - Q` on the constraint distribution, orthogonal in the metric `M`; acts \
     on velocities."
    Projector {
        name: "projector",
        letter: Some("P"),
        chapter: None,
        domain: Domain::ConstraintsInMetric,
        shape: Matrix(Velocities, Velocities),
        exists: Outline::is_constrained,
        value: OfModel(|mechanics| mechanics.projector.entries().to_vec()),
    }

    "The projector `Q = M^-1 A^T (A M^-1 A^T)^-1 A` on the orthogonal complement of the \
     distribution (Kobilarov, Martín de Diego, Ferraro, equation 12); acts on velocities."
    ComplementProjector {
        name: "complement_projector",
        letter: Some("Q"),
        chapter: Some(Chapter::Projection),
        domain: Domain::ConstraintsInMetric,
        shape: Matrix(Velocities, Velocities),
        exists: Outline::is_constrained,
        value: OfModel(|mechanics| mechanics.complement.entries().to_vec()),
    }

    "The velocity nearest to `v` in the metric `M` that satisfies the constraints."
    ProjectedVelocity {
        name: "project_velocity",
        letter: None,
        chapter: None,
        domain: Domain::ConstrainedState,
        shape: Shape::Velocities,
        exists: Outline::is_constrained,
        value: OfModel(|mechanics| {
            let graph = &mechanics.model.graph;
            mechanics.projection.project_velocity(graph, &mechanics.v)
        }),
    }

    "The multipliers of the continuous system, `(A M^-1 A^T)^-1 [A M^-1 (c - f) - (dA/dt) v - \
     db/dt]`."
    Multipliers {
        name: "multipliers",
        letter: Some("\\lambda"),
        chapter: Some(Chapter::Motion),
        domain: Domain::Motion,
        shape: Shape::Multipliers,
        exists: Outline::is_constrained,
        value: OfModel(|mechanics| mechanics.multipliers.clone()),
    }

    "The force of the constraints on the coordinates, `A^T lambda`; a covector."
    ConstraintForce {
        name: "constraint_force",
        letter: None,
        chapter: None,
        domain: Domain::Motion,
        shape: Vector(Velocities),
        exists: Outline::is_constrained,
        value: OfModel(|mechanics| mechanics.constraint_force.clone()),
    }

    "The integral `{name}` of the model."
    Integrals {
        name: "integral",
        letter: None,
        chapter: None,
        domain: Domain::State,
        shape: ScalarPerIntegral,
        exists: |_| true,
        value: OfModel(|mechanics| {
            let integrals = mechanics.model.integrals.iter();
            integrals.map(|integral| integral.expr).collect()
        }),
    }

    "The momentum map `L_v . xi_Q(q)` of the symmetry group, an entry for each generator `xi`; not \
     the momentum of the reduced system, which belongs to the allowed motions only."
    MomentumMap {
        name: "momentum_map",
        letter: Some("J"),
        chapter: Some(Chapter::Symmetry),
        domain: Domain::State,
        shape: Vector(Momenta),
        exists: |outline| !outline.generators.is_empty(),
        value: OfModel(|mechanics| {
            let generators = mechanics.symmetry.generators.iter();
            generators.map(|generator| generator.momentum).collect()
        }),
    }

    "The moving energy `E - J_xi`, which is constant although constraints or a potential do work: \
     they move along the symmetry `xi` (Fassò, Sansonetto 2016)."
    MovingEnergy {
        name: "moving_energy",
        letter: None,
        chapter: None,
        domain: Domain::State,
        shape: Scalar,
        exists: |outline| outline.has_moving_energy,
        value: OfModel(|mechanics| {
            let found = mechanics.moving_energy.iter();
            found.map(|moving| moving.value).collect()
        }),
    }

    "The body velocity `xi = g^-1 dg/dt` of the symmetry group, factor by factor in the order in \
     which they are declared, rotations first."
    BodyVelocity {
        name: "body_velocity",
        letter: Some("\\xi"),
        chapter: Some(Chapter::Reduction),
        domain: Domain::State,
        shape: Vector(Group),
        exists: |outline| outline.reduced.is_some(),
        value: OfReduction(|_, reduction, _| reduction.xi.clone()),
    }

    "The symmetry directions inside the constraints: the columns `e_1 .. e_c` of `E` are a basis \
     of `ker A_xi(r)`, body velocities that the constraints allow while the shape rests."
    SymmetryDirections {
        name: "symmetry_directions",
        letter: Some("E"),
        chapter: Some(Chapter::Connection),
        domain: Domain::Constraints,
        shape: Matrix(Group, Directions),
        exists: Outline::has_directions,
        value: OfReduction(|_, reduction, _| reduction.directions.entries().to_vec()),
    }

    "The nonholonomic connection `A(r) = K^-1 [E^T l_xi_u ; A_u]` with `K = [E^T l_xi_xi ; A_xi]` \
     (Kobilarov, Martín de Diego, Ferraro, section 5): a body velocity on linear constraints is \
     the locked velocity less `A(r) u` with the shape velocity `u`."
    NonholonomicConnection {
        name: "nonholonomic_connection",
        letter: Some("A"),
        chapter: Some(Chapter::Connection),
        domain: Domain::Constraints,
        shape: Matrix(Group, Dimension::Shape),
        exists: Outline::has_shape,
        value: OfReduction(|_, _, connection| connection.form.entries().to_vec()),
    }

    "The locked inertia `E^T l_xi_xi E`: the momentum is this times the coefficients of the locked \
     velocity."
    LockedInertia {
        name: "locked_inertia",
        letter: Some("I"),
        chapter: Some(Chapter::Connection),
        domain: Domain::Constraints,
        shape: Matrix(Directions, Directions),
        exists: Outline::has_directions,
        value: OfReduction(|_, _, connection| connection.locked_inertia.entries().to_vec()),
    }

    "The locked velocity `Omega = E (E^T l_xi_xi E)^-1 E^T l_xi_xi (xi + A u)`: the body velocity \
     with which the system would go on, were its shape locked."
    LockedVelocity {
        name: "locked_velocity",
        letter: None,
        chapter: None,
        domain: Domain::ConstrainedState,
        shape: Vector(Group),
        exists: Outline::has_directions,
        value: OfReduction(|graph, reduction, connection| {
            reduction.directions.apply(graph, &connection.coefficients)
        }),
    }

    "The nonholonomic momentum `p_b = <l_xi, e_b>`, an entry for each symmetry direction."
    NonholonomicMomentum {
        name: "nonholonomic_momentum",
        letter: Some("p"),
        chapter: Some(Chapter::Connection),
        domain: Domain::ConstrainedState,
        shape: Vector(Directions),
        exists: Outline::has_directions,
        value: OfReduction(|_, _, connection| connection.momentum.clone()),
    }

    "The right-hand side of the momentum equation, `dp_b/dt = <l_xi, [xi, e_b] + de_b/dt> + <f, \
     e_b>`, for velocities on the constraints."
    NonholonomicMomentumRate {
        name: "nonholonomic_momentum_rate",
        letter: Some("\\dot p"),
        chapter: Some(Chapter::Connection),
        domain: Domain::Motion,
        shape: Vector(Directions),
        exists: Outline::has_directions,
        value: OfReduction(|_, _, connection| connection.momentum_rate.clone()),
    }
}

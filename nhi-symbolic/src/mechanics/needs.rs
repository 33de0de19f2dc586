//! The requirements of an integrator on a model, as data. From them the code that rejects a model
//! computes which integrators would accept it.

use proc_macro2::Span;

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::expr::{Expr, Graph, Role};
use crate::mechanics::{MassKind, Mechanics};
use crate::model;

/// The requirements of an integrator on a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// The parts that the configuration may consist of.
    pub configuration: Configuration,
    /// The kinds of Lagrangian, and of forces, that are allowed.
    pub lagrangian: Lagrangian,
    /// The velocities on which the mass matrix must be regular.
    pub masses: Masses,
    /// The kinds of velocity constraints that are allowed.
    pub constraints: Constraints,
    /// The kinds of position constraints that are allowed.
    pub position_constraints: Positions,
    /// True if forces are allowed.
    pub forces: bool,
    /// True if the Lagrangian may depend on the time.
    pub time_in_lagrangian: bool,
}

/// The parts that a configuration may consist of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Configuration {
    /// Coordinates, and group elements.
    Any,
    /// Coordinates alone.
    Coordinates,
    /// A declared group, or group elements.
    Group,
    /// A single rotation of space.
    Rotation,
}

/// The kinds of Lagrangian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lagrangian {
    /// Any regular one.
    Regular,
    /// Of second degree in the velocities. The reason is a text that follows the name of the
    /// integrator.
    SecondDegree(&'static str),
    /// With a constant mass matrix, and with forces and potential of positions and time only.
    Separable,
    /// The energy of rotation alone, with constant inertia.
    Rotation,
}

/// The velocities on which a mass matrix must be regular.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Masses {
    /// The velocities that the constraints allow, as for every motion.
    OnConstraints,
    /// All velocities, because the integrator leaves the constraints during a step, or uses `M^-1`.
    Everywhere,
}

/// The kinds of velocity constraints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constraints {
    /// None.
    None,
    /// `A(q) v = 0`, and then no term of the Lagrangian is linear in the velocity.
    Linear,
    /// `A(q, t) v + b(q, t) = 0`.
    Affine,
    /// `g(q, v, t) = 0` with forces by Chetaev's rule.
    Chetaev,
    /// `g(q, v, t) = 0` of a variational problem.
    Nonlinear,
}

/// The kinds of position constraints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Positions {
    /// None.
    None,
    /// Ideal constraints of a motion.
    Ideal,
    /// Constraints of a variational problem.
    Variational,
}

impl Configuration {
    /// Describes the allowed configurations.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Any => "coordinates and group elements",
            Self::Coordinates => "coordinates",
            Self::Group => "a declared group, or group elements",
            Self::Rotation => "one rotation of space",
        }
    }
}

impl Lagrangian {
    /// Describes the allowed Lagrangians.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Regular => "regular",
            Self::SecondDegree(_) => "of second degree in the velocities",
            Self::Separable => "constant mass matrix, forces and potential of positions and time",
            Self::Rotation => "energy of rotation",
        }
    }
}

impl Constraints {
    /// Describes the allowed constraints.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Linear => "linear in the velocities, independent of the time",
            Self::Affine => "affine in the velocities",
            Self::Chetaev => "affine in the velocities, or any by Chetaev's rule",
            Self::Nonlinear => "any on velocities, of a variational problem",
        }
    }
}

impl Needs {
    /// A model in coordinates with a regular Lagrangian, any forces and affine constraints.
    pub(crate) const COORDINATES: Self = Self {
        configuration: Configuration::Coordinates,
        lagrangian: Lagrangian::Regular,
        masses: Masses::OnConstraints,
        constraints: Constraints::Affine,
        position_constraints: Positions::None,
        forces: true,
        time_in_lagrangian: false,
    };

    /// The same with group elements.
    pub(crate) const ANY_CONFIGURATION: Self = Self {
        configuration: Configuration::Any,
        ..Self::COORDINATES
    };

    /// The same with position constraints too.
    pub(crate) const ANY_MOTION: Self = Self {
        position_constraints: Positions::Ideal,
        ..Self::ANY_CONFIGURATION
    };

    /// The same with constraints by Chetaev's rule and a Lagrangian that depends on the time.
    pub(crate) const ANY_IDEAL_MOTION: Self = Self {
        constraints: Constraints::Chetaev,
        time_in_lagrangian: true,
        ..Self::ANY_MOTION
    };

    /// Returns true if a model meets the requirements.
    #[must_use]
    pub fn are_met(&self, mechanics: &Mechanics) -> bool {
        self.lack("", mechanics, Span::call_site()).is_none()
    }

    /// Returns the first requirement that a model does not meet, for an integrator of the given
    /// name, which is at `span`.
    pub(crate) fn lack(&self, name: &str, mechanics: &Mechanics, span: Span) -> Option<Diagnostic> {
        self.lack_of_configuration(name, mechanics, span)
            .or_else(|| self.lack_of_constraints(name, mechanics, span))
            .or_else(|| self.lack_of_forces(name, mechanics, span))
            .or_else(|| self.lack_of_lagrangian(name, mechanics, span))
            .or_else(|| self.lack_of_time(name, mechanics, span))
            .or_else(|| self.lack_of_masses(name, mechanics, span))
            .or_else(|| self.lack_of_linearity(name, mechanics, span))
    }

    fn lack_of_configuration(
        &self,
        name: &str,
        mechanics: &Mechanics,
        span: Span,
    ) -> Option<Diagnostic> {
        match self.configuration {
            Configuration::Any => None,
            Configuration::Coordinates => {
                let factor = mechanics.model.groups.first()?;
                let (element, group) = (&factor.name, factor.group.text());
                Some(Diagnostic::error(
                    Code::IntegratorInCoordinates,
                    span,
                    format!(
                        "`{name}` works in coordinates, but `{element}` is an element of {group}"
                    ),
                    "a configuration with coordinates alone",
                ))
            }
            Configuration::Group => {
                let lack = mechanics.reduction.as_ref().err()?;
                Some(lack.diagnostic(name, span))
            }
            Configuration::Rotation => {
                let groups = &mechanics.model.groups;
                let found = if !mechanics.model.coordinates.is_empty() || groups.len() != 1 {
                    "the configuration here is not a single rotation"
                } else if groups[0].group != model::LieGroup::So3 {
                    "the configuration is not a rotation in space"
                } else {
                    return None;
                };
                Some(no_free_rigid_body(name, found, span))
            }
        }
    }

    fn lack_of_constraints(
        &self,
        name: &str,
        mechanics: &Mechanics,
        span: Span,
    ) -> Option<Diagnostic> {
        let model = &mechanics.model;
        let has_positions = !model.holonomic.is_empty();
        let unsupported = |found: &str, required: &str| {
            let found = format!("`{name}` {found}");
            Some(Diagnostic::error(
                Code::UnsupportedConstraint,
                span,
                found,
                required,
            ))
        };
        if has_positions {
            let is_ideal = model.has_ideal_positions();
            match self.position_constraints {
                Positions::None => {
                    return unsupported(
                        "does not accept position constraints",
                        "constraints on velocities",
                    );
                }
                Positions::Ideal if !is_ideal => {
                    return unsupported(
                        "follows a motion, but the position constraints here are those of a variational problem",
                        "integrators of one kind for a model: a second struct for the others",
                    );
                }
                Positions::Variational if is_ideal => {
                    return unsupported(
                        "makes an action stationary, but the position constraints here are those of a motion",
                        "integrators of one kind for a model: a second struct for the others",
                    );
                }
                Positions::Ideal | Positions::Variational => {}
            }
        }
        let is_affine = mechanics.constraints.are_affine(&model.graph);
        match self.constraints {
            Constraints::None if !model.constraints.is_empty() => {
                Some(no_free_rigid_body(name, "here are constraints", span))
            }
            Constraints::Linear | Constraints::Affine if !is_affine => unsupported(
                "takes constraints that are affine in the velocities",
                "the form A(q) v + b(q, t)",
            ),
            Constraints::Nonlinear if model.rule.is_some() => unsupported(
                "makes the action stationary, which is another motion than that of `rule = Chetaev`",
                "integrators of one kind for a model: a second struct for the others",
            ),
            Constraints::None
            | Constraints::Linear
            | Constraints::Affine
            | Constraints::Chetaev
            | Constraints::Nonlinear => None,
        }
    }

    fn lack_of_masses(&self, name: &str, mechanics: &Mechanics, span: Span) -> Option<Diagnostic> {
        if self.masses == Masses::OnConstraints {
            return None;
        }
        let relation = mechanics.singular_mass()?;
        Some(Diagnostic::error(
            Code::UnsupportedLagrangian,
            span,
            format!(
                "`{name}` needs a regular mass matrix, but here it is singular: {relation}; only the constraints make the \
                 motion regular"
            ),
            "kinetic energy in every direction, also in those that the constraints forbid",
        ))
    }

    fn lack_of_linearity(
        &self,
        name: &str,
        mechanics: &Mechanics,
        span: Span,
    ) -> Option<Diagnostic> {
        if self.constraints != Constraints::Linear || is_linear(mechanics) {
            return None;
        }
        Some(Diagnostic::error(
            Code::UnsupportedLagrangian,
            span,
            format!(
                "`{name}` keeps the energy of linear constraints, but here a constraint is affine or \
                 depends on the time, or the Lagrangian has a term that is linear in the velocity"
            ),
            "constraints A(q) v = 0 and a Lagrangian without terms linear in the velocity",
        ))
    }

    fn lack_of_forces(&self, name: &str, mechanics: &Mechanics, span: Span) -> Option<Diagnostic> {
        let model = &mechanics.model;
        if self.forces || all_zero(&model.graph, &model.forces) {
            return None;
        }
        if self.configuration == Configuration::Rotation {
            return Some(no_free_rigid_body(name, "here are forces", span));
        }
        Some(
            Diagnostic::error(
                Code::ForcedVariationalProblem,
                span,
                format!("`{name}` makes the action stationary, but the model has `forces`"),
                "a model without forces and controls: what acts is in the Lagrangian",
            )
            .help("put conservative forces into the potential"),
        )
    }

    fn lack_of_time(&self, name: &str, mechanics: &Mechanics, span: Span) -> Option<Diagnostic> {
        if self.time_in_lagrangian || !mechanics.has_lagrangian_of_time() {
            return None;
        }
        Some(Diagnostic::error(
            Code::UnsupportedLagrangian,
            span,
            format!("`{name}` does not accept a Lagrangian that depends on the time"),
            "a Lagrangian without `t`",
        ))
    }

    fn lack_of_lagrangian(
        &self,
        name: &str,
        mechanics: &Mechanics,
        span: Span,
    ) -> Option<Diagnostic> {
        let lagrangian = &mechanics.lagrangian;
        match self.lagrangian {
            Lagrangian::SecondDegree(reason) if lagrangian.mass_kind == MassKind::Velocity => Some(
                Diagnostic::error(
                    Code::UnsupportedLagrangian,
                    span,
                    format!("`{name}` {reason}, but here L_vv depends on the velocities"),
                    "a Lagrangian of second degree in the velocities",
                )
                .help("write the kinetic energy as 1/2 v^T M(q) v"),
            ),
            Lagrangian::Separable if !is_separable(mechanics) => {
                let reason = match lagrangian.mass_kind {
                    MassKind::Constant => "a force here depends on the velocity",
                    MassKind::Configuration => "the mass matrix here is not constant",
                    MassKind::Velocity => "L_vv here depends on the velocities",
                };
                Some(Diagnostic::error(
                    Code::UnsupportedLagrangian,
                    span,
                    format!("`{name}` is an explicit method, but {reason}"),
                    "a constant mass matrix, and forces and potential that depend on positions and \
                     time only",
                ))
            }
            Lagrangian::Rotation if !is_energy_of_rotation(mechanics) => {
                let found = "the Lagrangian here is more than the energy of rotation";
                Some(no_free_rigid_body(name, found, span))
            }
            Lagrangian::Regular
            | Lagrangian::SecondDegree(_)
            | Lagrangian::Separable
            | Lagrangian::Rotation => None,
        }
    }
}

/// Checks that every constraint is affine in the velocities, unless the model has a rule for those
/// that are not.
///
/// # Errors
/// Each constraint that is not, at its own position.
pub(crate) fn constraints_are_affine(mechanics: &Mechanics) -> Result<(), Diagnostics> {
    let graph = &mechanics.model.graph;
    if mechanics.model.rule.is_some() {
        return Ok(());
    }
    let mut diagnostics = Diagnostics::new();
    for (row, constraint) in mechanics.model.constraints.iter().enumerate() {
        let mut slopes = mechanics.constraints.matrix.row(row).iter();
        if slopes.any(|&slope| graph.roles(slope).contains(Role::Velocity)) {
            let name = &constraint.name;
            let (code, span) = (Code::NonAffineConstraint, constraint.span);
            let mut rates = mechanics.model.state_rates.iter();
            diagnostics.push(if rates.any(|state| state.constraint == row) {
                let found = format!("the rate of the state `{name}` is not affine in the velocities");
                Diagnostic::error(code, span, found, "the form a(q, t) v + b(q, t)")
            } else {
                let found = format!("the constraint `{name}` is not affine in the velocities");
                let required = "the form A(q) v + b(q, t), or a choice between two different motions";
                Diagnostic::error(code, span, found, required).help(
                    "`rule = Chetaev` in the model gives the motion whose constraint forces are g_v^T lambda; \
                     `VakonomicGauss`, without this key, follows the one that makes the action stationary",
                )
            });
        }
    }
    diagnostics.into_result().map(|_| ())
}

/// Returns true if the mass matrix is constant and no force depends on the velocity, so that kicks
/// and drifts are explicit.
pub(crate) fn is_separable(mechanics: &Mechanics) -> bool {
    let graph = &mechanics.model.graph;
    let bias = mechanics.lagrangian.bias.iter();
    let mut forces = bias.chain(&mechanics.model.forces);
    mechanics.lagrangian.mass_kind == MassKind::Constant
        && mechanics.lagrangian.has_no_rest_momentum()
        && forces.all(|&force| !graph.roles(force).contains(Role::Velocity))
}

fn is_linear(mechanics: &Mechanics) -> bool {
    let graph = &mechanics.model.graph;
    let constraints = &mechanics.constraints;
    let mut entries = constraints.matrix.entries().iter();
    constraints.offset.iter().all(|&b| b == Graph::ZERO)
        && entries.all(|&a| !graph.roles(a).contains(Role::Time))
        && mechanics.lagrangian.has_no_rest_momentum()
}

fn is_energy_of_rotation(mechanics: &Mechanics) -> bool {
    let lagrangian = &mechanics.lagrangian;
    let graph = &mechanics.model.graph;
    lagrangian.mass_kind == MassKind::Constant
        && all_zero(graph, &lagrangian.gradient)
        && all_zero(graph, &lagrangian.rest_momentum)
}

fn all_zero(graph: &Graph, exprs: &[Expr]) -> bool {
    graph.are_zero(exprs).iter().all(|&zero| zero)
}

fn no_free_rigid_body(name: &str, found: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::NoFreeRigidBody,
        span,
        format!("`{name}` turns a free rigid body, but {found}"),
        "one factor SO3 and the Lagrangian 1/2 w . J w with constant J, without constraints and forces",
    )
}

//! The requirements of a reduction, and the dimension assumption `D_q + V_q = T_q Q` of its
//! connection.

use crate::diag::{Code, Diagnostic};
use crate::expr::{Graph, Matrix};
use crate::model::{Constraint, Model};

use super::{Reduction, Splitting};

/// The reason that a model has no reduction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoReduction {
    /// No group is declared.
    NoGroup,
    /// `L_vv` depends on the velocities.
    GeneralLagrangian,
    /// The Lagrangian depends on the time.
    LagrangianOfTime,
    /// A constraint is not affine in the velocities.
    NonAffine,
    /// The kinetic energy depends on an undeclared group element, by name.
    EnergyOfElement(String),
}

/// Returns the shape directions, by name, that are missing in `D_q + V_q`: those for which no body
/// velocity obeys the constraints. There are none if the rows of `A_xi` are independent.
pub(super) fn missing_directions(
    model: &Model,
    splitting: &Splitting,
    shape_constraints: &Matrix,
    body_constraints: &Matrix,
) -> Vec<String> {
    let m = body_constraints.rows();
    let rank = |matrix: &Matrix| match model.graph.row_relations(matrix) {
        Some(relations) => relations.independent.len(),
        None => m,
    };
    let body_rank = rank(body_constraints);
    if m == 0 || body_rank == m {
        return Vec::new();
    }
    // A direction is missing if its column is not in the span of those of `A_xi`.
    let is_missing = |direction: &usize| {
        let columns = body_constraints.columns();
        let extended = Matrix::from_fn(m, columns + 1, |i, j| {
            if j < columns {
                body_constraints[(i, j)]
            } else {
                shape_constraints[(i, *direction)]
            }
        });
        rank(&extended) > body_rank
    };
    let missing = (0..splitting.shape.len()).filter(is_missing);
    let name = |direction: usize| model.coordinates[splitting.shape[direction]].name.clone();
    missing.map(name).collect()
}

/// Returns the rows that are not rates of position constraints on the shape alone.
pub(super) fn rows_of_motion(model: &Model, body_constraints: &Matrix) -> Vec<usize> {
    let rows = model.constraints.iter().enumerate();
    let moves = |(row, constraint): &(usize, &Constraint)| {
        let entries = body_constraints.row(*row).iter();
        constraint.position.is_none() || entries.copied().any(|entry| entry != Graph::ZERO)
    };
    rows.filter(moves).map(|(row, _)| row).collect()
}

impl Reduction {
    /// Returns the note on a model whose declared group does not fit its constraints.
    pub(in crate::mechanics) fn note(&self, model: &Model) -> Option<Diagnostic> {
        if self.missing_directions.is_empty() || self.is_led {
            return None;
        }
        let names = self.missing_directions.iter();
        let names: Vec<_> = names.map(|name| format!("`{name}`")).collect();
        let note = Diagnostic::note(
            Code::DimensionAssumption,
            model.symmetry.first()?.span,
            format!(
                "the constraints and the group together do not span the velocities: no motion of the \
                 group makes up for a velocity of {}",
                names.join(", ")
            ),
        );
        Some(note.help(
            "declare a larger group if there is one: without these directions there is no connection \
             and no momentum equation",
        ))
    }
}

impl NoReduction {
    /// Reports why an integrator cannot reduce a model. The help does not list other integrators;
    /// that is left to the registry.
    #[must_use]
    pub fn diagnostic(&self, integrator: &str, span: proc_macro2::Span) -> Diagnostic {
        match self {
            Self::NoGroup => Diagnostic::error(
                Code::NoSymmetry,
                span,
                format!("`{integrator}` reduces by a symmetry group, but the model declares none"),
                "a key `symmetry` with a group that leaves the model as it is",
            )
            .help("declare a symmetry, such as `symmetry(SE2(theta, x, y))`"),
            Self::GeneralLagrangian => Diagnostic::error(
                Code::UnsupportedLagrangian,
                span,
                format!(
                    "`{integrator}` splits velocities by the kinetic energy, but here L_vv depends on \
                     the velocities"
                ),
                "a Lagrangian of second degree in the velocities",
            )
            .help("write the kinetic energy as 1/2 v^T M(q) v"),
            Self::LagrangianOfTime => Diagnostic::error(
                Code::UnsupportedLagrangian,
                span,
                format!(
                    "`{integrator}` reduces the model, but here the Lagrangian depends on the time"
                ),
                "a Lagrangian without `t`",
            ),
            Self::NonAffine => Diagnostic::error(
                Code::UnsupportedConstraint,
                span,
                format!(
                    "`{integrator}` has a connection only for constraints that are affine in the velocities"
                ),
                "the form A(q) v + b(q, t)",
            ),
            Self::EnergyOfElement(element) => Diagnostic::error(
                Code::EnergyOfElement,
                span,
                format!(
                    "`{integrator}` moves `{element}` by its body velocity, but the kinetic energy depends \
                     on `{element}`"
                ),
                "a kinetic energy without group elements, which may occur in the potential, in constraints and \
                 in forces",
            ),
        }
    }
}

//! Configurations at which constraints become dependent or the mass matrix singular.
//!
//! Both hold their rank almost everywhere, which [`derive`](super::derive) has made sure of; here
//! the usual suspects are looked at: a coordinate at zero or at a right angle, all else arbitrary.

use crate::diag::{Code, Diagnostic};
use crate::expr::{Expr, Graph, Matrix, RowRelations};

use super::Mechanics;
use super::check::combination_text;

impl Mechanics {
    /// Notes on configurations, each with one coordinate at zero or at a right angle, where the
    /// rank of the constraints or of the mass matrix is lower than elsewhere.
    ///
    /// Other configurations are not looked at: no note is no proof.
    #[must_use]
    pub fn singular_configurations(&self) -> Vec<Diagnostic> {
        let places = [(0, "0"), (1, "pi/2")];
        let mut notes = Vec::new();
        for coordinate in 0..self.model.coordinates.len() {
            for (right_angles, text) in places {
                let place = format!("{} = {text}", self.model.coordinates[coordinate].name);
                notes.extend(self.dependent_constraints(self.q[coordinate], right_angles, &place));
                notes.extend(self.singular_mass(self.q[coordinate], right_angles, &place));
            }
        }
        notes
    }

    fn dependent_constraints(&self, q: Expr, right_angles: i64, place: &str) -> Vec<Diagnostic> {
        let matrix = &self.constraints.matrix;
        let model = &self.model;
        let Some(relations) = relations_at(&model.graph, matrix, q, right_angles) else {
            return Vec::new();
        };
        let name = |i: usize| model.constraints[i].name.clone();
        relations
            .dependent
            .iter()
            .map(|(row, combination)| {
                Diagnostic::note(
                    Code::DependentSomewhere,
                    model.constraints[*row].span,
                    format!(
                        "at {place} constraint `{}` depends on the others: {} = {}",
                        name(*row),
                        name(*row),
                        combination_text(combination, name),
                    ),
                )
                .help("a motion through such a configuration fails or loses digits: look for one-forms that stay independent")
            })
            .collect()
    }

    fn singular_mass(&self, q: Expr, right_angles: i64, place: &str) -> Vec<Diagnostic> {
        let matrix = &self.lagrangian.mass;
        let model = &self.model;
        let Some(relations) = relations_at(&model.graph, matrix, q, right_angles) else {
            return Vec::new();
        };
        let name = |i: usize| model.velocities[i].name.clone();
        relations
            .dependent
            .iter()
            .map(|(row, combination)| {
                Diagnostic::note(
                    Code::SingularSomewhere,
                    model.velocities[*row].span,
                    format!(
                        "at {place} the mass matrix is singular: its rows satisfy {} = {}",
                        name(*row),
                        combination_text(combination, name),
                    ),
                )
                .help("a motion through such a configuration fails, and near it loses digits: choose other coordinates; where they are angles of a body, `groups(body: SO3(...))` has no pole")
            })
            .collect()
    }
}

/// How the rows of a matrix depend on each other where one symbol is so many right angles; `None` where
/// the matrix does not contain it, or has no value there.
fn relations_at(
    graph: &Graph,
    matrix: &Matrix,
    symbol: Expr,
    right_angles: i64,
) -> Option<RowRelations> {
    if !graph.symbols_of(matrix.entries()).contains(&symbol) {
        return None;
    }
    graph.row_relations_at(matrix, symbol, right_angles)
}

//! Configurations at which constraints become dependent or the mass matrix singular.
//!
//! Both hold their rank almost everywhere, which [`derive`](super::derive) has made sure of; here
//! the usual suspects are looked at: a coordinate at zero or at a right angle, all else arbitrary.

use crate::diag::{Code, Diagnostic};
use crate::expr::{PrimeValues, RowRelations};

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
        let graph = &self.model.graph;
        let constraints = PrimeValues::new(graph, &self.constraints.matrix);
        let mass = PrimeValues::new(graph, &self.lagrangian.mass);
        let mut notes = Vec::new();
        for coordinate in 0..self.model.coordinates.len() {
            for (right_angles, text) in places {
                let place = format!("{} = {text}", self.model.coordinates[coordinate].name);
                let relations_in = |values: &PrimeValues<'_>| {
                    values.row_relations_at(self.q[coordinate], right_angles)
                };
                notes.extend(
                    relations_in(&constraints).map(|x| self.dependent_constraints(&x, &place)),
                );
                notes.extend(relations_in(&mass).map(|x| self.singular_mass(&x, &place)));
            }
        }
        notes.concat()
    }

    fn dependent_constraints(&self, relations: &RowRelations, place: &str) -> Vec<Diagnostic> {
        let model = &self.model;
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

    fn singular_mass(&self, relations: &RowRelations, place: &str) -> Vec<Diagnostic> {
        let model = &self.model;
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

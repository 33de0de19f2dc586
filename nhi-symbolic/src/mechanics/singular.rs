//! Configurations at which constraints become dependent or the mass matrix singular.
//!
//! Almost everywhere both have their full rank, which [`derive`](super::derive) has checked. Here
//! the usual suspects are examined: a coordinate at zero or at a right angle, everything else
//! arbitrary.

use crate::diag::{Code, Diagnostic};
use crate::expr::{PrimeValues, RowRelations};

use super::Mechanics;
use super::check::{combination_text, dependence_text};

impl Mechanics {
    /// Returns notes on configurations at which the rank of the constraints or of the mass matrix
    /// is lower than elsewhere. Each of them has one coordinate at zero or at a right angle.
    ///
    /// If the constraints make the motion regular although the mass matrix is singular, a note
    /// concerns only the integrators of the given names. These need the mass matrix itself. Other
    /// configurations are not examined: the absence of notes is not a proof.
    #[must_use]
    pub fn singular_configurations(&self, needing_mass: &[&str]) -> Vec<Diagnostic> {
        let places = [(0, "0"), (1, "pi/2")];
        let graph = &self.model.graph;
        let constraints = PrimeValues::new(graph, &self.constraints.matrix);
        let mass = PrimeValues::new(graph, &self.lagrangian.mass);
        let bordered = self.may_have_singular_mass().then(|| self.bordered_mass());
        let bordered = bordered
            .as_ref()
            .map(|matrix| PrimeValues::new(graph, matrix));
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
                // If the constraints depend on each other, the bordered matrix is singular for that
                // reason.
                let is_moving = bordered.as_ref().is_some_and(|bordered| {
                    let is_regular = |x: RowRelations| x.dependent.is_empty();
                    relations_in(bordered).is_some_and(is_regular)
                });
                notes.extend(relations_in(&mass).map(|x| {
                    if is_moving {
                        self.mass_singular_by_itself(&x, &place, needing_mass)
                    } else {
                        self.singular_masses(&x, &place)
                    }
                }));
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
                    format!("at {place} {}", dependence_text(&name(*row), "", combination, name)),
                )
                .help("a motion through such a configuration fails or loses digits: look for one-forms that stay independent")
            })
            .collect()
    }

    /// Reports that the mass matrix is singular, but not on the velocities that the constraints
    /// allow. Only integrators that need the mass matrix itself fail there.
    fn mass_singular_by_itself(
        &self,
        relations: &RowRelations,
        place: &str,
        needing_mass: &[&str],
    ) -> Vec<Diagnostic> {
        if needing_mass.is_empty() {
            return Vec::new();
        }
        let failing: Vec<_> = needing_mass
            .iter()
            .map(|name| format!("`{name}`"))
            .collect();
        let notes = self.singular_masses(relations, place).into_iter();
        notes
            .map(|note| {
                note.help(format!(
                    "the constraints make the motion regular there, but not the mass matrix, on which {} depend: choose `Mla`, `Gauss` or \
                     `Rk` for motions near such a configuration",
                    failing.join(", ")
                ))
            })
            .collect()
    }

    fn singular_masses(&self, relations: &RowRelations, place: &str) -> Vec<Diagnostic> {
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

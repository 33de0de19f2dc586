//! Which part of the configuration is the group, and which the shape.

use crate::expr::{Expr, Graph};
use crate::mechanics::group::{Factor, LieGroup};
use crate::model::{self, Model, SymmetryKind};

use super::{NoReduction, pick};

/// The places of group and shape in the configuration and the velocities of a model.
#[derive(Clone, Debug)]
pub struct Splitting {
    /// The group.
    pub group: LieGroup,
    /// The places of the entries of a group element in the configuration.
    pub entries: Vec<usize>,
    /// The places of the group's velocities among the velocities.
    pub velocities: Vec<usize>,
    /// The places of the shape, the same in configuration and velocities.
    pub shape: Vec<usize>,
    /// Whether the model's own velocities of the group are body velocities, not those of the
    /// entries.
    has_body_velocities: bool,
}

impl Splitting {
    /// The declared group and the rest.
    pub(super) fn of(model: &Model) -> Result<Self, NoReduction> {
        if model.symmetry.is_empty() {
            return Err(NoReduction::NoGroup);
        }
        let mut factors = Vec::new();
        let (mut entries, mut velocities) = (Vec::new(), Vec::new());
        let mut on_elements = 0;
        for factor in &model.symmetry {
            match factor.kind {
                SymmetryKind::R => factors.push(Factor::R),
                SymmetryKind::S1 => factors.push(Factor::S1),
                SymmetryKind::Se2 => factors.push(Factor::Se2),
                SymmetryKind::Factor(index) => {
                    let element = &model.groups[index];
                    factors.push(match element.group {
                        model::LieGroup::So3 => Factor::So3,
                        model::LieGroup::Se3 => Factor::Se3,
                        model::LieGroup::Se2 => return Err(NoReduction::UnsupportedGroup),
                    });
                    let earlier = model.groups[..index].iter();
                    let first = earlier.map(|group| group.entries.len()).sum::<usize>();
                    let first = model.coordinates.len() + first;
                    entries.extend(first..first + element.entries.len());
                    velocities.extend(element.velocities());
                    on_elements += 1;
                }
            }
            entries.extend(&factor.coordinates);
            velocities.extend(&factor.coordinates);
        }
        if on_elements < model.groups.len() || (on_elements > 0 && on_elements < factors.len()) {
            return Err(NoReduction::UnsupportedGroup);
        }
        let places = 0..model.coordinates.len();
        Ok(Self {
            shape: places.filter(|place| !entries.contains(place)).collect(),
            group: LieGroup::new(factors),
            entries,
            velocities,
            has_body_velocities: on_elements > 0,
        })
    }

    /// Shape and group element of a configuration.
    #[must_use]
    pub fn configuration(&self, q: &[Expr]) -> (Vec<Expr>, Vec<Expr>) {
        (pick(q, &self.shape), pick(q, &self.entries))
    }

    /// The configuration of a shape and a group element.
    #[must_use]
    pub fn join(&self, r: &[Expr], g: &[Expr]) -> Vec<Expr> {
        scatter(&self.shape, r, &self.entries, g)
    }

    /// Shape and group parts of velocities or of a covector.
    #[must_use]
    pub fn velocities(&self, v: &[Expr]) -> (Vec<Expr>, Vec<Expr>) {
        (pick(v, &self.shape), pick(v, &self.velocities))
    }

    /// Velocities or a covector of its shape and group parts.
    #[must_use]
    pub fn join_velocities(&self, u: &[Expr], xi: &[Expr]) -> Vec<Expr> {
        scatter(&self.shape, u, &self.velocities, xi)
    }

    /// Shape velocity and body velocity `xi = g^-1 dg/dt` of velocities at a group element.
    pub fn body_velocity(
        &self,
        graph: &mut Graph,
        g: &[Expr],
        v: &[Expr],
    ) -> (Vec<Expr>, Vec<Expr>) {
        let (u, rates) = self.velocities(v);
        if self.has_body_velocities {
            return (u, rates);
        }
        let inverse = self.group.inverse(graph, g);
        // In coordinates the rates of a product with a constant element are those of the action.
        let xi = self.group.velocity(graph, &inverse, &rates);
        (u, xi)
    }

    /// The velocities of the model from shape velocity and body velocity.
    pub fn velocity(&self, graph: &mut Graph, g: &[Expr], u: &[Expr], xi: &[Expr]) -> Vec<Expr> {
        let rates = if self.has_body_velocities {
            xi.to_vec()
        } else {
            self.group.velocity(graph, g, xi)
        };
        self.join_velocities(u, &rates)
    }
}

/// The list with entries of two lists at their places.
fn scatter(
    places: &[usize],
    values: &[Expr],
    other_places: &[usize],
    others: &[Expr],
) -> Vec<Expr> {
    let mut all = vec![Graph::ZERO; places.len() + other_places.len()];
    let pairs = places.iter().zip(values);
    for (&place, &value) in pairs.chain(other_places.iter().zip(others)) {
        all[place] = value;
    }
    all
}

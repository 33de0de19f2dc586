//! The split of the configuration into group and shape.

use crate::expr::{Expr, Graph};
use crate::mechanics::group::{Factor, LieGroup};
use crate::mechanics::subtract;
use crate::model::{GroupFactor, Model, SymmetryKind};

use super::{NoReduction, pick};

/// The indices of group and shape in the configuration and the velocities of a model.
#[derive(Clone, Debug)]
pub struct Splitting {
    /// The group.
    pub group: LieGroup,
    /// The indices of the entries of a group element in the configuration.
    pub entries: Vec<usize>,
    /// The indices of the group's velocities among the velocities.
    pub velocities: Vec<usize>,
    /// The indices of the shape, the same in configuration and velocities.
    pub shape: Vec<usize>,
    /// For each factor of the group, true if it is a group element of the model. Then the model's
    /// own velocities are body velocities, not those of the entries.
    is_element: Vec<bool>,
    /// The angles that a group turns together with its own, each with that of the group: indices in
    /// the configuration. They are part of the shape, as angles relative to those of the group.
    pub carried: Vec<(usize, usize)>,
    /// The group elements that the model does not declare as symmetries.
    pub(super) undeclared: Vec<usize>,
}

impl Splitting {
    /// Returns the declared group with all group elements, and the rest.
    pub(super) fn of(model: &Model) -> Result<Self, NoReduction> {
        if model.symmetry.is_empty() && model.groups.is_empty() {
            return Err(NoReduction::NoGroup);
        }
        let mut splitting = Self {
            group: LieGroup::default(),
            entries: Vec::new(),
            velocities: Vec::new(),
            shape: Vec::new(),
            is_element: Vec::new(),
            carried: Vec::new(),
            undeclared: Vec::new(),
        };
        let mut factors = Vec::new();
        let mut declared = Vec::new();
        for factor in &model.symmetry {
            splitting.entries.extend(&factor.coordinates);
            splitting.velocities.extend(&factor.coordinates);
            let carried = factor.carried.iter();
            splitting
                .carried
                .extend(carried.map(|&angle| (angle, factor.coordinates[0])));
            splitting.is_element.push(false);
            factors.push(match factor.kind {
                SymmetryKind::R => Factor::R,
                SymmetryKind::S1 => Factor::S1,
                SymmetryKind::Se2 => Factor::Se2,
                SymmetryKind::Factor(index) => {
                    declared.push(index);
                    splitting.is_element.pop();
                    splitting.add_element(model, index)
                }
            });
        }
        for index in (0..model.groups.len()).filter(|index| !declared.contains(index)) {
            splitting.undeclared.push(index);
            factors.push(splitting.add_element(model, index));
        }
        let places = 0..model.coordinates.len();
        splitting.shape = places
            .filter(|place| !splitting.entries.contains(place))
            .collect();
        splitting.group = LieGroup::new(factors);
        Ok(splitting)
    }

    /// Adds the indices of a group element.
    fn add_element(&mut self, model: &Model, index: usize) -> Factor {
        let element = &model.groups[index];
        self.entries.extend(entries_of(model, index));
        self.velocities.extend(element.velocities());
        self.is_element.push(true);
        Factor::of(element.group)
    }

    /// Returns the name of a group element that is not a declared symmetry and that expressions
    /// depend on, if there is one.
    pub(super) fn element_read_by(&self, model: &Model, exprs: &[Expr]) -> Option<String> {
        let graph = &model.graph;
        let is_read = |index: &&usize| {
            let element = &model.groups[**index];
            let entries = element.entries.iter().map(|entry| entry.symbol);
            let identity = LieGroup::new(vec![Factor::of(element.group)]).identity();
            let pairs: Vec<_> = entries.zip(identity).collect();
            let change = subtract(graph, exprs, &graph.substitute(exprs, &pairs));
            !graph.are_zero(&change).into_iter().all(|zero| zero)
        };
        let mut elements = self.undeclared.iter();
        elements
            .find(is_read)
            .map(|&index| model.groups[index].name.clone())
    }

    /// Returns a group element with the identity for declared symmetries, and the other entries of
    /// `g`.
    #[must_use]
    pub fn without_declared(&self, g: &[Expr]) -> Vec<Expr> {
        let factors = self.group.factors();
        let kept = &factors[factors.len() - self.undeclared.len()..];
        let kept: usize = kept.iter().map(|factor| factor.element_size()).sum();
        let mut identity = self.group.identity();
        let declared = g.len() - kept;
        identity[declared..].copy_from_slice(&g[declared..]);
        identity
    }

    /// Returns shape and group element of a configuration.
    #[must_use]
    pub fn configuration(&self, graph: &Graph, q: &[Expr]) -> (Vec<Expr>, Vec<Expr>) {
        let q = self.relative(graph, q);
        (pick(&q, &self.shape), pick(&q, &self.entries))
    }

    /// Returns the configuration of a shape and a group element.
    #[must_use]
    pub fn join(&self, graph: &Graph, r: &[Expr], g: &[Expr]) -> Vec<Expr> {
        self.absolute(graph, &self.place(r, g))
    }

    /// Returns a list that has shape and group element at the places of the configuration, where
    /// expressions of the reduction read them. Carried angles stay relative.
    #[must_use]
    pub fn place(&self, r: &[Expr], g: &[Expr]) -> Vec<Expr> {
        scatter(&self.shape, r, &self.entries, g)
    }

    /// Returns the shape in such a list.
    #[must_use]
    pub fn placed_shape(&self, q: &[Expr]) -> Vec<Expr> {
        pick(q, &self.shape)
    }

    /// Returns a list that has shape and group velocities at the places of the velocities.
    #[must_use]
    pub fn place_velocities(&self, u: &[Expr], xi: &[Expr]) -> Vec<Expr> {
        scatter(&self.shape, u, &self.velocities, xi)
    }

    /// Returns the parts of a covector on shape and group. The part of a group's angle is the sum
    /// over all angles that the group turns.
    #[must_use]
    pub fn split_covector(&self, graph: &Graph, p: &[Expr]) -> [Vec<Expr>; 2] {
        let mut p = p.to_vec();
        for &(angle, of_group) in &self.carried {
            p[of_group] = graph.add(p[of_group], p[angle]);
        }
        [pick(&p, &self.shape), pick(&p, &self.velocities)]
    }

    /// Returns the covector with the given parts on shape and group.
    #[must_use]
    pub fn join_covector(&self, graph: &Graph, p: &[Expr], pi: &[Expr]) -> Vec<Expr> {
        let mut joined = self.place_velocities(p, pi);
        for &(angle, of_group) in &self.carried {
            joined[of_group] = graph.sub(joined[of_group], joined[angle]);
        }
        joined
    }

    /// Returns positions or rates with carried angles relative to those of the group.
    fn relative(&self, graph: &Graph, all: &[Expr]) -> Vec<Expr> {
        let mut relative = all.to_vec();
        for &(angle, of_group) in &self.carried {
            relative[angle] = graph.sub(all[angle], all[of_group]);
        }
        relative
    }

    /// Returns positions or rates with carried angles as they are in the model.
    fn absolute(&self, graph: &Graph, all: &[Expr]) -> Vec<Expr> {
        let mut absolute = all.to_vec();
        for &(angle, of_group) in &self.carried {
            absolute[angle] = graph.add(all[angle], all[of_group]);
        }
        absolute
    }

    /// Returns shape velocity and body velocity `xi = g^-1 dg/dt` of velocities at a group element.
    pub fn body_velocity(&self, graph: &Graph, g: &[Expr], v: &[Expr]) -> (Vec<Expr>, Vec<Expr>) {
        let (u, rates) = self.at_identity(graph, v);
        let inverse = self.group.inverse(graph, g);
        // In coordinates the rates of a product with a constant element are those of the action.
        (u, self.turned(graph, &inverse, &rates))
    }

    /// Returns the shape velocity and the body velocity of velocities at the identity of the
    /// declared group.
    pub fn at_identity(&self, graph: &Graph, v: &[Expr]) -> (Vec<Expr>, Vec<Expr>) {
        let v = self.relative(graph, v);
        (pick(&v, &self.shape), pick(&v, &self.velocities))
    }

    /// Returns the velocities of the model from shape velocity and body velocity.
    pub fn velocity(&self, graph: &Graph, g: &[Expr], u: &[Expr], xi: &[Expr]) -> Vec<Expr> {
        let rates = self.turned(graph, g, xi);
        self.absolute(graph, &self.place_velocities(u, &rates))
    }

    /// Moves velocities of the factors with coordinates by an element, and leaves the others as
    /// they are.
    fn turned(&self, graph: &Graph, g: &[Expr], velocities: &[Expr]) -> Vec<Expr> {
        let (mut g, mut rest) = (g, velocities);
        let mut turned = Vec::new();
        for (&factor, &is_element) in self.group.factors().iter().zip(&self.is_element) {
            let (element, later) = g.split_at(factor.element_size());
            let (velocity, others) = rest.split_at(factor.dimension());
            (g, rest) = (later, others);
            if is_element {
                turned.extend(velocity);
            } else {
                let factor = LieGroup::new(vec![factor]);
                turned.extend(factor.velocity(graph, element, velocity));
            }
        }
        turned
    }
}

/// Returns the indices of the entries of a group element in the configuration.
pub(super) fn entries_of(model: &Model, index: usize) -> std::ops::Range<usize> {
    let size = |factor: &GroupFactor| factor.entries.len();
    let earlier = model.groups[..index].iter().map(size).sum::<usize>();
    let first = model.coordinates.len() + earlier;
    first..first + size(&model.groups[index])
}

/// Returns the list with the entries of two lists at their indices.
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

//! The names in an attribute, read despite errors.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use crate::diag::nearest;
use crate::model::LieGroup;
use crate::model::ast::Key;
use crate::options::JACOBIAN;
use crate::schemes::{Integrator, integrator};

use super::super::interface::Element;
use super::tokens::{calls, extend, mentions_time, words};

/// The names that become types, fields and methods.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub(super) coordinates: Vec<String>,
    pub(super) elements: Vec<Element>,
    /// The components of the body velocities of the group elements.
    components: Vec<String>,
    pub(super) controls: Vec<String>,
    pub(super) constraints: Vec<String>,
    pub(super) holonomic: Vec<String>,
    pub(super) integrals: Vec<String>,
    pub(super) integrators: Vec<Request>,
    symmetry: Vec<SymmetryFactor>,
    pub(super) time_in_lagrangian: bool,
    pub(super) time_in_constraints: bool,
    pub(super) time_in_forces: bool,
}

/// A requested integrator.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) name: String,
    /// True if `jacobian` is among its options.
    pub(super) has_jacobian: bool,
}

/// A factor of the symmetry group.
#[derive(Debug)]
struct SymmetryFactor {
    dimension: usize,
    /// The names it acts on: coordinates, or a group element.
    names: Vec<String>,
}

impl Names {
    /// Reads every `key(...)`, even if the key is misspelt or followed by an `=`, and the
    /// Lagrangian.
    pub(super) fn scan(arguments: TokenStream) -> Self {
        let mut names = Self::default();
        let (mut key, mut in_lagrangian) = (None, false);
        for token in arguments {
            match token {
                token if in_lagrangian && !is_comma(&token) => {
                    names.time_in_lagrangian |= mentions_time(token.into());
                }
                TokenTree::Ident(word) => key = key_meant_by(&word.to_string()),
                TokenTree::Punct(punct) if punct.as_char() == '=' => {
                    in_lagrangian = key == Some(Key::Lagrangian);
                }
                TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
                    if let Some(key) = key.take() {
                        names.read(key, &group);
                    }
                }
                _ => {
                    in_lagrangian = false;
                    key = None;
                }
            }
        }
        names
    }

    fn read(&mut self, key: Key, group: &Group) {
        match key {
            Key::Coordinates => extend(&mut self.coordinates, words(group, false)),
            Key::Controls => extend(&mut self.controls, words(group, false)),
            Key::Constraints => {
                extend(&mut self.constraints, words(group, true));
                self.time_in_constraints |= mentions_time(group.stream());
            }
            Key::Forces => self.time_in_forces |= mentions_time(group.stream()),
            Key::Integrals => extend(&mut self.integrals, words(group, true)),
            Key::Integrators => self.read_integrators(group),
            Key::Symmetry => self.symmetry.extend(calls(group).map(SymmetryFactor::of)),
            Key::Groups => self.read_elements(group),
            Key::Holonomic => extend(&mut self.holonomic, words(group, true)),
            Key::Prescribed => {
                extend(&mut self.holonomic, words(group, true));
                self.time_in_constraints = true;
            }
            Key::Contacts
            | Key::Definitions
            | Key::Lagrangian
            | Key::Rule
            | Key::Dissipation
            | Key::Derive
            | Key::Crate => {}
        }
    }
}

impl Names {
    /// Returns the names of all velocities.
    pub(super) fn velocities(&self) -> Vec<String> {
        let of_coordinates = self.coordinates.iter().map(|name| format!("{name}_dot"));
        let mut velocities: Vec<_> = of_coordinates.collect();
        extend(&mut velocities, self.components.clone());
        velocities
    }

    /// Returns the number of generators of the symmetry group.
    pub(super) fn generators(&self) -> usize {
        self.symmetry.iter().map(|factor| factor.dimension).sum()
    }

    /// Returns the dimension of the group of a reduced system. It includes the factors that act on
    /// coordinates and all group elements, whether or not they are declared as a symmetry.
    pub(super) fn reduced_group(&self) -> usize {
        let is_element = |name: &String| self.elements.iter().any(|element| element.name == *name);
        let on_coordinates = self.symmetry.iter();
        let on_coordinates = on_coordinates.filter(|factor| !factor.names.iter().any(is_element));
        let on_coordinates = on_coordinates.map(|factor| factor.dimension);
        let elements = self.elements.iter();
        let elements = elements.map(|element| element.group.dimension());
        on_coordinates.chain(elements).sum()
    }

    /// Returns true if a requested integrator makes an action stationary.
    pub(super) fn is_variational(&self) -> bool {
        let rows = self
            .integrators
            .iter()
            .filter_map(|request| integrator(&request.name));
        rows.into_iter().any(Integrator::is_vakonomic)
    }

    /// Returns the constraints that have multipliers: velocity constraints and, unless the problem
    /// is variational, position constraints.
    pub(super) fn multipliers(&self) -> Vec<String> {
        let mut names = self.constraints.clone();
        if !self.is_variational() {
            names.extend(self.holonomic.iter().cloned());
        }
        names
    }

    /// Returns the names of the residuals: those of all constraints with multipliers, then of
    /// position constraints.
    pub(super) fn residuals(&self) -> Vec<String> {
        let mut names = self.multipliers();
        names.extend(self.holonomic.iter().cloned());
        names
    }

    /// Reads `Name` or `Name(options...)` repeatedly; the first of several with one name counts.
    fn read_integrators(&mut self, group: &Group) {
        for (name, options) in calls(group) {
            let options = options.map_or_else(Vec::new, |options| words(&options, false));
            if self.integrators.iter().all(|earlier| earlier.name != name) {
                self.integrators.push(Request {
                    name,
                    has_jacobian: options.iter().any(|option| option == JACOBIAN),
                });
            }
        }
    }

    /// Reads `name: Kind(components...)` repeatedly.
    fn read_elements(&mut self, group: &Group) {
        let found: Vec<_> = calls(group).collect();
        for pair in found.windows(2) {
            if let [(name, None), (kind, Some(components))] = pair
                && let Some(group) = LieGroup::from_text(kind)
                && !self.coordinates.contains(name)
            {
                let name = name.clone();
                self.elements.push(Element { name, group });
                extend(&mut self.components, words(components, false));
            }
        }
    }
}

impl SymmetryFactor {
    /// Reads `Kind(names...)`; an unknown kind has dimension one.
    fn of((kind, names): (String, Option<Group>)) -> Self {
        Self {
            dimension: LieGroup::from_text(&kind).map_or(1, LieGroup::dimension),
            names: names.map_or_else(Vec::new, |names| words(&names, false)),
        }
    }
}

fn is_comma(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',')
}

fn key_meant_by(word: &str) -> Option<Key> {
    let spellings = Key::ALL.iter().map(|(_, spelling)| *spelling);
    Key::from_text(word).or_else(|| nearest(word, spellings).and_then(Key::from_text))
}

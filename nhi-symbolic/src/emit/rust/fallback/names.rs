//! The names in an attribute, read without regard to mistakes.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};

use crate::diag::nearest;
use crate::model::LieGroup;
use crate::model::ast::Key;

use super::super::interface::Element;

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
    pub(super) integrators: Vec<String>,
    /// The dimension of the symmetry group.
    pub(super) momenta: usize,
    pub(super) time_in_constraints: bool,
    pub(super) time_in_forces: bool,
}

impl Names {
    /// Reads every `key(...)`, also where the key is misspelt or an `=` stands in between.
    pub(super) fn scan(arguments: TokenStream) -> Self {
        let mut names = Self::default();
        let mut key = None;
        for token in arguments {
            match token {
                TokenTree::Ident(word) => key = key_meant_by(&word.to_string()),
                TokenTree::Punct(punct) if punct.as_char() == '=' => {}
                TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
                    if let Some(key) = key.take() {
                        names.read(key, &group);
                    }
                }
                _ => key = None,
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
            Key::Integrators => extend(&mut self.integrators, words(group, false)),
            Key::Symmetry => {
                let kinds = words(group, false);
                self.momenta += kinds.iter().map(|kind| dimension(kind)).sum::<usize>();
            }
            Key::Groups => self.read_elements(group),
            Key::Holonomic => extend(&mut self.holonomic, words(group, true)),
            Key::Definitions | Key::Lagrangian => {}
        }
    }
}

impl Names {
    /// The names of all velocities.
    pub(super) fn velocities(&self) -> Vec<String> {
        let of_coordinates = self.coordinates.iter().map(|name| format!("{name}_dot"));
        let mut velocities: Vec<_> = of_coordinates.collect();
        extend(&mut velocities, self.components.clone());
        velocities
    }

    /// `name: Kind(components...)`, again and again.
    fn read_elements(&mut self, group: &Group) {
        let mut last: Vec<String> = Vec::new();
        for token in group.stream() {
            match token {
                TokenTree::Ident(word) => last.push(word.to_string()),
                TokenTree::Group(components) => {
                    if let [name, kind] = &last[..]
                        && let Some(group) = LieGroup::from_text(kind)
                        && !self.coordinates.contains(name)
                    {
                        let name = name.clone();
                        self.elements.push(Element { name, group });
                        extend(&mut self.components, words(&components, false));
                    }
                    last.clear();
                }
                _ => {}
            }
        }
    }
}

fn key_meant_by(word: &str) -> Option<Key> {
    let spellings = Key::ALL.iter().map(|(_, spelling)| *spelling);
    Key::from_text(word).or_else(|| nearest(word, spellings).and_then(Key::from_text))
}

/// The identifiers that stand in a list, or only those before an `=`.
fn words(group: &Group, before_equals: bool) -> Vec<String> {
    let mut words = Vec::new();
    let mut tokens = group.stream().into_iter().peekable();
    while let Some(token) = tokens.next() {
        let TokenTree::Ident(word) = token else {
            continue;
        };
        let is_entry = matches!(
            tokens.peek(),
            Some(TokenTree::Punct(next)) if next.as_char() == '=' && next.spacing() == Spacing::Alone
        );
        if is_entry || !before_equals {
            words.push(word.to_string());
        }
    }
    words
}

/// Adds names, those left out that repeat or cannot be fields.
fn extend(names: &mut Vec<String>, more: Vec<String>) {
    for name in more {
        if !names.contains(&name) && syn::parse_str::<syn::Ident>(&name).is_ok() {
            names.push(name);
        }
    }
}

/// The dimension of a group that acts on coordinates.
fn dimension(kind: &str) -> usize {
    if kind == "SE2" { 3 } else { 1 }
}

fn mentions_time(tokens: TokenStream) -> bool {
    let mut open = vec![tokens];
    while let Some(tokens) = open.pop() {
        for token in tokens {
            match token {
                TokenTree::Ident(name) if name == "t" => return true,
                TokenTree::Group(group) => open.push(group.stream()),
                _ => {}
            }
        }
    }
    false
}

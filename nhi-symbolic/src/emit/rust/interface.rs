//! The interface of a model in Rust: names and signatures, without the implementation.

mod lints;
mod tokens;

use std::collections::BTreeMap;

use proc_macro2::Ident;

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::mechanics::Mechanics;
use crate::mechanics::quantities::Outline;
use crate::model::item::{Derive, Visibility};
use crate::model::{GroupFactor, LieGroup, Model, Scalar};

pub(super) use tokens::{count, ident, numbered};

/// A group element of the configuration.
#[derive(Clone, Debug)]
pub(super) struct Element {
    pub(super) name: String,
    pub(super) group: LieGroup,
}

/// The form of the struct in `impl` headers.
#[derive(Clone, Debug)]
pub(super) enum Owner {
    /// With its scalar type, like all other types.
    OfModel,
    /// With the user's generics, in the shells of a model with errors, which never run.
    OfShells(Box<syn::Generics>),
}

/// The names and signatures of a model.
#[derive(Clone, Debug)]
pub(super) struct Interface {
    pub(super) ident: Ident,
    /// The visibility of the struct.
    pub(super) visibility: Visibility,
    pub(super) owner: Owner,
    pub(super) scalar: Scalar,
    pub(super) coordinates: Vec<String>,
    /// The group elements of the configuration.
    pub(super) elements: Vec<Element>,
    /// The names of the velocities: of coordinates, then components of body velocities.
    pub(super) velocities: Vec<String>,
    pub(super) controls: Vec<String>,
    /// The additional derives of plain data and states.
    pub(super) derives: Vec<&'static Derive>,
    pub(super) constraints: Vec<String>,
    /// The names of the residuals: of the velocity constraints, then of the position constraints.
    pub(super) residuals: Vec<String>,
    /// The documentation of coordinates and controls in the model, by name.
    pub(super) meanings: BTreeMap<String, String>,
    /// The properties that determine the quantities, which become methods.
    pub(super) outline: Outline,
    /// The phase of a motion with contacts that open, by the number of the set of open contacts;
    /// `None` for the model itself.
    pub(super) phase: Option<usize>,
}

impl Interface {
    pub(super) fn of(mechanics: &Mechanics) -> Self {
        let model = &mechanics.model;
        let item = &model.item;
        Self {
            ident: item.ident.clone(),
            visibility: item.visibility,
            owner: Owner::OfModel,
            scalar: item.scalar.clone(),
            coordinates: model.coordinates.iter().map(|x| x.name.clone()).collect(),
            elements: model.groups.iter().map(Element::of).collect(),
            velocities: model.velocities.iter().map(|x| x.name.clone()).collect(),
            controls: model.controls.iter().map(|x| x.name.clone()).collect(),
            derives: item.derives_of_data.clone(),
            constraints: model.constraints.iter().map(|x| x.name.clone()).collect(),
            residuals: residuals(mechanics),
            meanings: meanings(model),
            outline: Outline::of(mechanics),
            phase: None,
        }
    }

    /// Returns the interface of a phase of the motion.
    pub(super) fn of_phase(mechanics: &Mechanics, phase: usize) -> Self {
        Self {
            phase: Some(phase),
            ..Self::of(mechanics)
        }
    }

    /// Returns the documentation of a coordinate or a control in the model.
    pub(super) fn meaning(&self, name: &str) -> Option<&str> {
        self.meanings.get(name).map(String::as_str)
    }

    /// Returns the number of entries of the configuration.
    pub(super) fn entries(&self) -> usize {
        let elements = self.elements.iter().map(Element::entries);
        self.coordinates.len() + elements.sum::<usize>()
    }

    /// Returns the names of the entries of the configuration, as in the results of runs.
    pub(super) fn configuration(&self) -> Vec<String> {
        let elements = self.elements.iter().flat_map(Element::entry_names);
        self.coordinates.iter().cloned().chain(elements).collect()
    }

    /// Returns true if states store the configuration as entries instead of the type that users
    /// see.
    pub(super) fn has_flat_states(&self) -> bool {
        !self.elements.is_empty()
    }
}

fn meanings(model: &Model) -> BTreeMap<String, String> {
    let variables = model.coordinates.iter().chain(&model.controls);
    let meant = variables.filter(|variable| !variable.docs.is_empty());
    meant
        .map(|variable| (variable.name.clone(), variable.docs.clone()))
        .collect()
}

impl Element {
    fn of(factor: &GroupFactor) -> Self {
        Self {
            name: factor.name.clone(),
            group: factor.group,
        }
    }

    /// Returns the names of the varying entries, row by row.
    fn entry_names(&self) -> impl Iterator<Item = String> {
        let (rows, columns) = (self.group.space(), self.group.varying_columns());
        let places = (0..rows).flat_map(move |i| (0..columns).map(move |j| (i, j)));
        places.map(|(i, j)| format!("{}[{i}][{j}]", self.name))
    }

    /// Returns the number of varying entries.
    pub(super) fn entries(&self) -> usize {
        self.group.space() * self.group.varying_columns()
    }
}

fn residuals(mechanics: &Mechanics) -> Vec<String> {
    let positions = mechanics.model.holonomic.iter();
    let positions = positions.map(|constraint| constraint.name.clone());
    mechanics
        .residual_names()
        .into_iter()
        .chain(positions)
        .collect()
}

/// Checks the names that become fields. They must be distinct within a type. Only repeated
/// integrals could clash, and those are found when names are resolved. The remaining problem is
/// names that are not identifiers of Rust's value namespace.
pub(super) fn check_names(mechanics: &Mechanics) -> Result<(), Diagnostics> {
    let model = &mechanics.model;
    let constraints = model.constraints.iter().map(|c| (&c.name, c.span));
    let integrals = model.integrals.iter().map(|i| (&i.name, i.span));
    let mut diagnostics = Diagnostics::new();
    for (name, span) in constraints.chain(integrals) {
        if name.starts_with("__") {
            diagnostics.push(Diagnostic::error(
                Code::GeneratedNameClash,
                span,
                format!("`{name}` begins with two underscores"),
                "a name without them: those are for what the generated code adds",
            ));
        }
    }
    diagnostics.into_result().map(|_| ())
}

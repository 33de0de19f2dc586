//! Names, states and moments of a stepper.

use crate::discrete::{GroupKind, Scheme};
use crate::mechanics::Mechanics;
use crate::model::{Constraint, GroupFactor, Model, Variable};

use super::super::place::Place;

/// The names of the inputs and outputs of a stepper, each list in the order of its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// The parameters.
    pub parameters: Vec<String>,
    /// The entries of the configuration: coordinates, then the entries of group elements.
    pub configuration: Vec<String>,
    /// The velocities: of coordinates, then components of body velocities.
    pub velocities: Vec<String>,
    /// The controls.
    pub controls: Vec<String>,
    /// The velocity constraints, to which the multipliers belong.
    pub constraints: Vec<String>,
    /// The position constraints.
    pub positions: Vec<String>,
    /// The names of the residuals of the velocity constraints: their own names, or names that mark
    /// them as rates of positions.
    pub residuals: Vec<String>,
    /// The names of the conditions on initial values: velocity constraints, position constraints,
    /// their rates.
    pub admission: Vec<String>,
}

/// A group element of the configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupElement {
    /// Its name.
    pub name: String,
    /// The index of its first entry in the configuration.
    pub first: usize,
    /// The number of its entries.
    pub entries: usize,
    /// The indices of its rotation's entries in the configuration, row by row.
    pub rotation: Vec<Vec<usize>>,
}

/// A part of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatePart {
    /// The name of the field.
    pub name: &'static str,
    /// Its meaning, with formula and units.
    pub docs: &'static str,
    /// The kind of its entries.
    pub kind: GroupKind,
    /// The places from which functions of a state read its entries.
    pub entries: Vec<Place>,
}

/// A moment of a step from `t` to the next node, whose time a clock determines.
///
/// The ends are the times of the clock itself, so that neighbouring steps read the same controls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Moment {
    /// The time of the state.
    Beginning,
    /// The time of the next state.
    End,
    /// The time of the state plus this fraction times the step size.
    Between(f64),
}

/// A part of a composed step.
#[derive(Clone, Debug, PartialEq)]
pub struct Substep {
    /// The size as a fraction of the step size; negative if the substep runs backwards.
    pub size: f64,
    /// The index of the size among the [`sizes`](Self::sizes) of the step.
    pub place: usize,
    /// The time at which it begins, as a fraction of the step size after that of the state.
    pub begin: f64,
    /// The control nodes.
    pub nodes: Vec<Moment>,
}

impl Substep {
    /// Returns the substeps of a composed step with the given nodes; none if it is made at once.
    pub(super) fn all_of(sizes: &[f64], nodes: &[Moment]) -> Vec<Self> {
        let mut distinct = Vec::new();
        let mut begin = 0.0;
        let substep = |(number, &size): (usize, &f64)| {
            let place = distinct.iter().position(|&known| known == size);
            let place = place.unwrap_or_else(|| {
                distinct.push(size);
                distinct.len() - 1
            });
            let end = begin + size;
            let moment = |node: &Moment| match *node {
                Moment::Beginning => Moment::of(begin),
                Moment::End if number + 1 == sizes.len() => Moment::End,
                Moment::End => Moment::of(end),
                Moment::Between(fraction) => Moment::of(begin + fraction * size),
            };
            let nodes = nodes.iter().map(moment).collect();
            let substep = Self {
                size,
                place,
                begin,
                nodes,
            };
            begin = end;
            substep
        };
        sizes.iter().enumerate().map(substep).collect()
    }

    /// Returns the distinct sizes of substeps, by their places.
    #[must_use]
    pub fn sizes(all: &[Self]) -> Vec<f64> {
        let mut sizes = Vec::new();
        for substep in all {
            if substep.place == sizes.len() {
                sizes.push(substep.size);
            }
        }
        sizes
    }
}

impl Names {
    pub(super) fn of(mechanics: &Mechanics) -> Self {
        let model = &mechanics.model;
        let names = |variables: &[Variable]| variables.iter().map(|x| x.name.clone()).collect();
        let of_constraints = |list: &[Constraint]| list.iter().map(|x| x.name.clone()).collect();
        Self {
            parameters: names(&model.parameters),
            configuration: model.configuration().map(|x| x.name.clone()).collect(),
            velocities: names(&model.velocities),
            controls: names(&model.controls),
            constraints: of_constraints(&model.constraints),
            residuals: mechanics.residual_names(),
            positions: of_constraints(&model.holonomic),
            admission: mechanics.admission_names(),
        }
    }
}

impl GroupElement {
    pub(super) fn all_of(model: &Model) -> Vec<Self> {
        let mut first = model.coordinates.len();
        let element = |factor: &GroupFactor| {
            let (n, columns) = (factor.group.space(), factor.group.varying_columns());
            let row = |i: usize| (0..n).map(|j| first + i * columns + j).collect();
            let element = Self {
                name: factor.name.clone(),
                first,
                entries: n * columns,
                rotation: (0..n).map(row).collect(),
            };
            first += element.entries;
            element
        };
        model.groups.iter().map(element).collect()
    }
}

impl StatePart {
    pub(super) fn all_of(scheme: &Scheme, entries: &[Place]) -> Vec<Self> {
        let mut rest = entries;
        let groups = scheme.state.iter().map(|group| {
            let (entries, others) = rest.split_at(group.symbols.len());
            rest = others;
            Self {
                name: group.name,
                docs: group.docs,
                kind: group.kind,
                entries: entries.to_vec(),
            }
        });
        groups.collect()
    }
}

impl Moment {
    /// Returns the control nodes of a scheme.
    pub(super) fn all_of(mechanics: &Mechanics, scheme: &Scheme) -> Vec<Self> {
        let graph = &mechanics.model.graph;
        let nodes = scheme.control_nodes.iter();
        nodes
            .map(|node| Self::of(graph.evaluate(&[node.fraction], &[])[0]))
            .collect()
    }

    /// Returns the time after that of the state, as a fraction of the step.
    #[must_use]
    pub fn fraction(&self) -> f64 {
        match *self {
            Self::Beginning => 0.0,
            Self::End => 1.0,
            Self::Between(fraction) => fraction,
        }
    }

    /// Returns the moment after a fraction of the step.
    #[must_use]
    pub fn of(fraction: f64) -> Self {
        if fraction == 0.0 {
            Self::Beginning
        } else if fraction == 1.0 {
            Self::End
        } else {
            Self::Between(fraction)
        }
    }
}

//! The additions of a scenario in the graph of its model.

use std::collections::BTreeMap;

use proc_macro2::Span;

use crate::expr::{Expr, Graph, Role, RoleSet};
use crate::mechanics::Mechanics;
use crate::model::{Delay, Model, Variable};

/// The laws that are part of the equations of motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inside {
    /// Those that the scenario declares so.
    Declared,
    /// These, and those that depend on time and parameters alone.
    OfTime,
    /// All.
    All,
}

/// The expressions of a scenario in the graph of its model.
#[derive(Debug)]
pub(super) struct Posed {
    /// The names of the controls of the model as written.
    pub(super) control_names: Vec<String>,
    /// The controls that remain inputs, by index in the model as written.
    pub(super) open: Vec<usize>,
    /// The values of the open controls; zero for those not given by a law.
    pub(super) controls: Vec<Expr>,
    /// The controls and inputs that a method with its own step size would hold over rows or follow
    /// through jumps: all that are not given by smooth laws of time alone.
    pub(super) held: Vec<Expr>,
    /// The open controls that have a law.
    pub(super) laws: Vec<Expr>,
    /// The values of the other controls.
    pub(super) inside: Vec<Expr>,
    /// The delayed values, whose symbols are the last controls of the model.
    pub(super) delays: Vec<Delay>,
    pub(super) outputs: Vec<Expr>,
    pub(super) events: Vec<Expr>,
    /// The symbols of the energy and of the multipliers, by the name of the constraint.
    pub(super) energy: Expr,
    pub(super) multipliers: Vec<(String, Expr)>,
    /// True if the equations of motion are not those of the model.
    pub(super) changes_motion: bool,
}

impl Posed {
    /// Substitutes laws for controls in the forces.
    pub(super) fn close(
        &mut self,
        model: &mut Model,
        laws: &[Option<(Expr, bool)>],
        inside: Inside,
    ) {
        let mut closed = Vec::new();
        let graph = &model.graph;
        let belongs_inside = |value: Expr, is_declared: bool| match inside {
            Inside::Declared => is_declared,
            Inside::OfTime => is_declared || is_of_time(graph, value),
            Inside::All => true,
        };
        let written = core::mem::take(&mut model.controls).into_iter().zip(laws);
        for (place, (control, law)) in written.enumerate() {
            match *law {
                Some((value, is_declared)) if belongs_inside(value, is_declared) => {
                    closed.push((control.symbol, value));
                    self.inside.push(value);
                }
                open => {
                    if !open.is_some_and(|(value, _)| is_of_time(graph, value)) {
                        self.held.push(control.symbol);
                    }
                    if open.is_some() {
                        self.laws.push(control.symbol);
                    }
                    self.open.push(place);
                    self.controls
                        .push(open.map_or(Graph::ZERO, |(value, _)| value));
                    model.controls.push(control);
                }
            }
        }
        model.forces = model.graph.substitute(&model.forces, &closed);
        self.outputs = model.graph.substitute(&self.outputs, &closed);
        self.events = model.graph.substitute(&self.events, &closed);
    }

    /// Returns the values of the open controls, and those of the delays in them.
    pub(super) fn all_that_controls_read(&self, mechanics: &Mechanics) -> Vec<Expr> {
        let mut read = self.controls.clone();
        let mut rest: Vec<_> = self.delays.iter().collect();
        loop {
            let symbols = mechanics.model.graph.symbols_of(&read);
            let is_read = |delay: &&Delay| symbols.contains(&delay.symbol);
            let (found, others): (Vec<&Delay>, Vec<_>) = rest.into_iter().partition(is_read);
            if found.is_empty() {
                return read;
            }
            read.extend(found.iter().map(|delay| delay.value));
            rest = others;
        }
    }

    /// Returns the places of the inputs that laws of controls read, with the laws that are part of
    /// the equations of motion.
    pub(super) fn inputs_of_laws(&self, mechanics: &Mechanics, inputs: &[Expr]) -> Vec<usize> {
        let laws = [&self.inside[..], &self.all_that_controls_read(mechanics)].concat();
        places_in(mechanics, &laws, inputs)
    }

    /// Returns the places of the inputs that outputs and events read.
    pub(super) fn inputs_of_readings(&self, mechanics: &Mechanics, inputs: &[Expr]) -> Vec<usize> {
        let readings = [&self.outputs[..], &self.events].concat();
        places_in(mechanics, &readings, inputs)
    }

    /// Returns the inputs for the delayed values.
    pub(super) fn delayed_inputs(&self) -> impl Iterator<Item = Variable> {
        let delays = self.delays.iter().enumerate();
        delays.map(|(place, delay)| Variable {
            name: format!("delay.{place}"),
            symbol: delay.symbol,
            docs: String::new(),
            span: Span::call_site(),
        })
    }

    /// Returns the values of the controls inside the equations, of the outputs and of the events,
    /// as expressions of a state with its multipliers.
    pub(super) fn readings(&self, mechanics: &Mechanics) -> Vec<Expr> {
        let names = mechanics.model.constraints.iter();
        let names: BTreeMap<_, _> = names
            .zip(&mechanics.initial_multipliers)
            .map(|(constraint, &symbol)| (constraint.name.as_str(), symbol))
            .collect();
        let multipliers = self.multipliers.iter();
        let multipliers =
            multipliers.filter_map(|(name, symbol)| Some((*symbol, *names.get(name.as_str())?)));
        let read: Vec<_> = [(self.energy, mechanics.lagrangian.energy)]
            .into_iter()
            .chain(multipliers)
            .collect();
        let values = [&self.inside[..], &self.outputs, &self.events].concat();
        mechanics.model.graph.substitute(&values, &read)
    }
}

/// Returns the places of the inputs that values read.
fn places_in(mechanics: &Mechanics, values: &[Expr], inputs: &[Expr]) -> Vec<usize> {
    let read = mechanics.model.graph.symbols_of(values);
    let places = inputs.iter().enumerate();
    let places = places.filter(|(_, input)| read.contains(input));
    places.map(|(place, _)| place).collect()
}

/// Returns true if a value depends on time and parameters alone.
fn is_of_time(graph: &Graph, value: Expr) -> bool {
    let known = RoleSet::PREPARED.union(RoleSet::of(&[Role::Time]));
    graph.roles(value).is_within(known)
}

//! What the functions of a program are given and how much they give.

use crate::expr::Expr;
use crate::mechanics::Mechanics;
use crate::schemes::{Scheme, StateFunction};

/// What a function may read, and how many results its kind demands.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The symbols whose values are given from outside, prepared values apart.
    pub inputs: Vec<Expr>,
    /// The number of results.
    pub outputs: usize,
}

/// The signatures of the functions of a stepper.
pub(super) struct Signatures<'a> {
    pub(super) mechanics: &'a Mechanics,
    pub(super) scheme: &'a Scheme,
}

impl Signatures<'_> {
    /// What the prepare stage is given: the parameters and the step size.
    pub(super) fn parameters(&self) -> Vec<Expr> {
        let parameters = self.mechanics.model.parameters.iter();
        let mut symbols: Vec<_> = parameters.map(|x| x.symbol).collect();
        symbols.push(self.mechanics.step_size);
        symbols
    }

    /// A residual and what it is compared with for each condition on initial values.
    pub(super) fn admission(&self) -> Signature {
        Signature {
            inputs: self.initial_values(),
            outputs: 2 * self.mechanics.admission_names().len(),
        }
    }

    /// The first state.
    pub(super) fn start(&self) -> Signature {
        let mut inputs = self.initial_values();
        let controls = self.mechanics.model.controls.iter();
        inputs.extend(controls.map(|control| control.symbol));
        inputs.extend(&self.mechanics.initial_multipliers);
        Signature {
            inputs,
            outputs: self.state().len(),
        }
    }

    /// The next state.
    pub(super) fn step(&self) -> Signature {
        Signature {
            inputs: self.state_and_controls(),
            outputs: self.state().len(),
        }
    }

    /// The next state and its derivatives by state, controls, parameters and step size.
    pub(super) fn step_jacobian(&self) -> Signature {
        let model = &self.mechanics.model;
        let entries = self.state().len();
        let columns = entries + model.controls.len() + model.parameters.len() + 1;
        Signature {
            inputs: self.state_and_controls(),
            outputs: entries * (1 + columns),
        }
    }

    /// The velocities and the multipliers.
    pub(super) fn sample(&self) -> Signature {
        Signature {
            inputs: self.state_and_time(),
            outputs: self.mechanics.dimension() + self.mechanics.model.constraints.len(),
        }
    }

    /// The values of a diagnostic: those that it lists, or one for each constraint.
    pub(super) fn diagnostic(&self, diagnostic: &StateFunction) -> Signature {
        Signature {
            inputs: self.state_and_time(),
            outputs: if diagnostic.per_constraint {
                self.mechanics.model.constraints.len()
            } else {
                diagnostic.values.len()
            },
        }
    }

    fn initial_values(&self) -> Vec<Expr> {
        let mut symbols = [&self.mechanics.q[..], &self.mechanics.v].concat();
        symbols.push(self.mechanics.model.time);
        symbols
    }

    fn state(&self) -> Vec<Expr> {
        let groups = self.scheme.state.iter();
        groups.flat_map(|group| &group.symbols).copied().collect()
    }

    fn state_and_time(&self) -> Vec<Expr> {
        let mut symbols = self.state();
        symbols.push(self.mechanics.model.time);
        symbols
    }

    fn state_and_controls(&self) -> Vec<Expr> {
        let mut symbols = self.state_and_time();
        let nodes = self.scheme.control_nodes.iter();
        symbols.extend(nodes.flat_map(|node| &node.symbols));
        symbols
    }
}

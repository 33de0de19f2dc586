//! A model with one integrator.

use nhi_symbolic::diag::Diagnostics;
use nhi_symbolic::expr::Expr;
use nhi_symbolic::mechanics::{self, Mechanics};
use nhi_symbolic::model::{self, IntegratorRequest, ast::Ast};
use nhi_symbolic::program::{Inputs, NamedBlock, Program};
use nhi_symbolic::schemes::{self, Scheme};

use crate::scenario::Control;

/// A model with the program of one integrator and what is asked about its states.
#[derive(Debug)]
pub(crate) struct Machine {
    pub(crate) mechanics: Mechanics,
    pub(crate) scheme: Scheme,
    /// The functions of the integrator.
    pub(crate) program: Program,
    /// The methods of the generated code, such as `energy`, so that rows have its very numbers.
    pub(crate) methods: Program,
    /// The function `controls` of time, coordinates and velocities.
    pub(crate) controls: Program,
    /// Whether a control depends on coordinates or velocities.
    pub(crate) has_feedback: bool,
    /// The multipliers with which vakonomic motions start.
    multipliers: Vec<f64>,
}

impl Machine {
    /// Derives a model, discretises it by the integrator, whether or not the model lists it, and
    /// puts both into programs.
    pub(crate) fn new(
        ast: &Ast,
        integrator: &IntegratorRequest,
        controls: &[Control],
    ) -> Result<Self, Diagnostics> {
        let mut model = model::resolve(ast)?;
        let mut control_values = Vec::new();
        for control in controls {
            control_values.push(model.resolve_expression(&control.arena, &control.expression)?);
        }
        model.integrators = vec![integrator.clone()];
        let mut mechanics = mechanics::derive(model)?;
        let scheme = schemes::discretise(&mut mechanics)?.swap_remove(0);
        let program = Program::of_scheme(&mut mechanics.model.graph, &scheme);
        let has_feedback = depend_on_state(&mechanics, &control_values);
        let methods = Program::of_quantities(&mechanics);
        let controls = [NamedBlock::of_outputs("controls", control_values)];
        let controls = Program::of_functions(&mut mechanics.model.graph, &controls);
        mechanics.check_budget()?;
        Ok(Self {
            mechanics,
            scheme,
            program,
            methods,
            controls,
            has_feedback,
            multipliers: Vec::new(),
        })
    }

    /// The same machine with the given multipliers at the start; without them they are zero.
    pub(crate) fn with_multipliers(self, multipliers: &[f64]) -> Self {
        Self {
            multipliers: multipliers.to_vec(),
            ..self
        }
    }

    /// Puts the initial multipliers among the inputs of a program.
    pub(super) fn set_multipliers(&self, inputs: &mut Inputs) {
        let symbols = &self.mechanics.initial_multipliers;
        let given = self.multipliers.iter().copied();
        for (&symbol, value) in symbols.iter().zip(given.chain(std::iter::repeat(0.0))) {
            inputs.set(symbol, value);
        }
    }
}

fn depend_on_state(mechanics: &Mechanics, exprs: &[Expr]) -> bool {
    let symbols = mechanics.model.graph.symbols_of(exprs);
    let mut state = mechanics.q.iter().chain(&mechanics.v);
    state.any(|symbol| symbols.contains(symbol))
}

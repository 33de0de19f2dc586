//! A model with one integrator.

use nhi_machine::Functions;
use nhi_symbolic::diag::Diagnostics;
use nhi_symbolic::expr::Expr;
use nhi_symbolic::mechanics::{self, Mechanics};
use nhi_symbolic::model::{self, IntegratorRequest, ast::Ast};
use nhi_symbolic::program::{NamedBlock, Program, Signature, stepper};
use nhi_symbolic::schemes::{self, GroupKind, Scheme};

use crate::scenario::Control;

/// A model with the machine of one integrator and what is asked about its states.
#[derive(Debug)]
pub(crate) struct Machine {
    pub(crate) mechanics: Mechanics,
    pub(crate) scheme: Scheme,
    pub(super) integrator: nhi_machine::Machine,
    /// The methods of the generated code, such as `energy`, so that rows have its very numbers: of
    /// parameters, time, configuration, velocities and controls.
    pub(super) methods: Functions,
    /// The controls as one function of parameters and time, with feedback also of configuration and
    /// velocities.
    pub(super) controls: Functions,
    /// Whether a control depends on coordinates or velocities.
    pub(crate) has_feedback: bool,
    /// The multipliers with which vakonomic motions start; none stands for zeros.
    pub(super) multipliers: Vec<f64>,
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
        let mechanics = mechanics::derive(model)?;
        let scheme = schemes::discretise(&mechanics)?.swap_remove(0);
        let program = Program::of_scheme(&mechanics, &scheme)?;
        let stepper = stepper::Stepper::of(&mechanics, &scheme, &program);
        let has_feedback = depend_on_state(&mechanics, &control_values);
        let methods = Program::of_quantities(&mechanics)?;
        let signature = Signature {
            inputs: control_arguments(&mechanics, has_feedback),
            outputs: control_values.len(),
        };
        let controls = [NamedBlock::of_outputs(
            "controls",
            signature,
            control_values,
        )];
        let controls = Program::of_functions(&mechanics, &controls)?;
        Ok(Self {
            integrator: nhi_machine::Machine::new(&stepper),
            methods: functions(&methods, &arguments(&mechanics)),
            controls: functions(&controls, &control_arguments(&mechanics, has_feedback)),
            mechanics,
            scheme,
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

    /// Whether a state is coordinates and momenta, and nothing else.
    pub(crate) fn is_canonical(&self) -> bool {
        let parts = self.integrator.state_parts().iter();
        let kinds = parts.map(|part| part.kind);
        kinds.eq([GroupKind::Coordinates, GroupKind::Momenta])
    }
}

fn functions(program: &Program, inputs: &[Expr]) -> Functions {
    Functions::new(program, inputs).expect("a method reads what a model has symbols for")
}

fn depend_on_state(mechanics: &Mechanics, exprs: &[Expr]) -> bool {
    let symbols = mechanics.model.graph.symbols_of(exprs);
    let mut state = mechanics.q.iter().chain(&mechanics.v);
    state.any(|symbol| symbols.contains(symbol))
}

/// The symbols of parameters and time, with feedback also of configuration and velocities.
fn control_arguments(mechanics: &Mechanics, has_feedback: bool) -> Vec<Expr> {
    let parameters = mechanics.model.parameters.iter();
    let mut symbols: Vec<_> = parameters.map(|x| x.symbol).collect();
    symbols.push(mechanics.model.time);
    if has_feedback {
        symbols.extend(&mechanics.q);
        symbols.extend(&mechanics.v);
    }
    symbols
}

/// The symbols of parameters, time, configuration, velocities and controls.
fn arguments(mechanics: &Mechanics) -> Vec<Expr> {
    let mut symbols = control_arguments(mechanics, true);
    symbols.extend(mechanics.model.controls.iter().map(|x| x.symbol));
    symbols
}

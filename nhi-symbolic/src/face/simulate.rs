//! The functions that a simulation of a model evaluates.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;

use crate::diag::Diagnostics;
use crate::discrete::Signs;
use crate::expr::{Expr, Graph, Role};
use crate::mechanics::Mechanics;
use crate::mechanics::quantities::Conserved;
use crate::model::ast::{Arena, Ast, Expression, Op};
use crate::model::{self, IntegratorRequest, Model};
use crate::program::stepper::Stepper;
use crate::program::{NamedBlock, Observables, Observed, Program, Signature};
use crate::schemes::{self, Kind};

/// One integrator of a model, with all functions that a simulation evaluates at its states.
#[derive(Clone, Debug)]
pub struct CompiledStepper {
    /// The integrator.
    pub stepper: Stepper,
    /// The quantities of the model, as the methods of the generated code compute them. Their inputs
    /// are parameters, time, configuration, velocities and controls.
    pub quantities: PlainFunctions,
    /// The controls as one function of parameters and time, and with feedback also of configuration
    /// and velocities.
    pub controls: PlainFunctions,
    /// True if a control depends on configuration or velocities.
    pub has_feedback: bool,
    /// True if a control given by an expression depends explicitly on time.
    pub controls_depend_on_time: bool,
    /// The other parts of the equations of motion that depend explicitly on time, which are forces
    /// and coefficients of constraints. They are one function of parameters, time, configuration,
    /// velocities and controls.
    pub of_time: PlainFunctions,
    /// The outputs as one function of parameters, time, configuration, velocities and controls.
    pub outputs: PlainFunctions,
    /// The quantities that the run monitor examines, as formulas.
    pub signs: Signs,
    /// The function of the signs; its inputs are parameters and those that [`Signs::inputs`] lists.
    pub sign_functions: PlainFunctions,
    /// Samples, signs, energy, residuals and outputs as one program.
    pub observables: Observables,
    /// The kind of motion that the integrator approximates.
    pub kind: Kind,
    /// The integrators of this kind that accept the model, as written in a model, highest order
    /// first. They may count as exact in a comparison.
    pub references: Vec<String>,
    /// The quantities that the exact motion conserves.
    pub conserved: Vec<Conserved>,
}

/// Functions without a prepare stage.
#[derive(Clone, Debug)]
pub struct PlainFunctions {
    /// The functions.
    pub program: Program,
    /// The inputs, in this order.
    pub inputs: Vec<Expr>,
}

/// The signals of a scenario: values of its controls, and additional outputs of its states.
#[derive(Clone, Debug, Default)]
pub struct ScenarioSignals {
    /// The controls in the order of the model; `None` for those not given by an expression.
    pub controls: Vec<Option<ScenarioExpression>>,
    /// Additional numbers computed from a state, which may depend on controls.
    pub outputs: Vec<ScenarioExpression>,
}

/// An expression written outside the model, such as the value of a control. It depends on time,
/// coordinates, velocities and parameters.
#[derive(Clone, Debug)]
pub struct ScenarioExpression {
    arena: Arena,
    expression: Expression,
}

impl ScenarioExpression {
    /// Parses an expression.
    ///
    /// # Errors
    /// Syntax errors.
    pub fn parse(tokens: TokenStream) -> Result<Self, Diagnostics> {
        let (arena, expression) = model::parse_expression(tokens)?;
        Ok(Self { arena, expression })
    }

    /// Returns the names in the expression as written, each once.
    #[must_use]
    pub fn names(&self) -> BTreeSet<&str> {
        let nodes = self.arena.nodes_of(&self.expression);
        let names = nodes.filter_map(|(_, node)| match &node.op {
            Op::Name(name) | Op::MatrixEntry { name, .. } => Some(name.as_str()),
            _ => None,
        });
        names.collect()
    }

    /// Returns the value for parameters in the order of the model. It is NaN if the expression
    /// depends on anything else.
    ///
    /// # Errors
    /// All errors in single names or operations.
    pub fn number(&self, model: &Model, parameters: &[f64]) -> Result<f64, Diagnostics> {
        let value = self.output(model)?;
        let symbols = model.parameters.iter().map(|x| x.symbol);
        let known: Vec<_> = symbols.zip(parameters.iter().copied()).collect();
        Ok(model.graph.evaluate(&[value], &known)[0])
    }

    /// Checks that the expression is valid for a model as the value of a control.
    ///
    /// # Errors
    /// All errors in single names or operations, and controls, on which it must not depend.
    pub fn check_control(&self, model: &Model) -> Result<(), Diagnostics> {
        self.control(model).map(|_| ())
    }

    /// Checks that the expression is valid for a model as an output.
    ///
    /// # Errors
    /// All errors in single names or operations.
    pub fn check_output(&self, model: &Model) -> Result<(), Diagnostics> {
        self.output(model).map(|_| ())
    }

    fn control(&self, model: &Model) -> Result<Expr, Diagnostics> {
        model.resolve_control(&self.arena, &self.expression)
    }

    fn output(&self, model: &Model) -> Result<Expr, Diagnostics> {
        model.resolve_output(&self.arena, &self.expression)
    }
}

/// Compiles a model with one integrator, whether or not the model lists it, and with the given
/// signals.
///
/// # Errors
/// All errors of the first stage that finds one.
pub fn compile_stepper(
    ast: &Ast,
    integrator: &IntegratorRequest,
    signals: &ScenarioSignals,
) -> Result<CompiledStepper, Diagnostics> {
    let model = model::resolve(ast)?;
    let controls = controls_of(signals, &model)?;
    // Controls not given by an expression are zero here, and the caller replaces them.
    let controls = controls.into_iter().map(|x| x.unwrap_or(Graph::ZERO));
    let outputs = signals.outputs.iter().map(|output| output.output(&model));
    let outputs = outputs.collect::<Result<_, _>>()?;
    stepper_of(model, integrator, controls.collect(), outputs)
}

/// Does the same as [`compile_stepper`], but with controls that follow the state at every time, in
/// the equations of motion. Runs in which the controls are held over a step converge to this motion
/// with order one. Controls not given by an expression remain inputs. There are no outputs.
///
/// # Errors
/// All errors of the first stage that finds one.
pub fn compile_closed_loop(
    ast: &Ast,
    integrator: &IntegratorRequest,
    signals: &ScenarioSignals,
) -> Result<CompiledStepper, Diagnostics> {
    let mut model = model::resolve(ast)?;
    let values = controls_of(signals, &model)?;
    let inputs = core::mem::take(&mut model.controls).into_iter();
    let mut closed = Vec::new();
    for (input, value) in inputs.zip(values) {
        match value {
            Some(value) => closed.push((input.symbol, value)),
            None => model.controls.push(input),
        }
    }
    model.forces = model.graph.substitute(&model.forces, &closed);
    let open = vec![Graph::ZERO; model.controls.len()];
    stepper_of(model, integrator, open, Vec::new())
}

pub(super) fn controls_of(
    signals: &ScenarioSignals,
    model: &Model,
) -> Result<Vec<Option<Expr>>, Diagnostics> {
    let values = signals.controls.iter().map(|control| {
        let value = control.as_ref().map(|control| control.control(model));
        value.transpose()
    });
    values.collect()
}

fn stepper_of(
    mut model: Model,
    integrator: &IntegratorRequest,
    controls: Vec<Expr>,
    outputs: Vec<Expr>,
) -> Result<CompiledStepper, Diagnostics> {
    model.integrators = vec![integrator.clone()];
    let mechanics = schemes::mechanics_of(model)?;
    let scheme = schemes::discretise(&mechanics)?.swap_remove(0);
    let program = Program::of_scheme(&mechanics, &scheme)?;
    let has_feedback = depend_on_state(&mechanics, &controls);
    let controls_depend_on_time = mechanics.explicit_in_time(&controls).next().is_some();
    let kind = kind_of(scheme.integrator);
    let signs = Signs::derive(&mechanics, core::iter::once(&scheme));
    let quantities = PlainFunctions::of_quantities(&mechanics);
    let controls = PlainFunctions::of_controls(&mechanics, controls, has_feedback);
    let outputs = PlainFunctions::of_outputs(&mechanics, outputs);
    let of_time = PlainFunctions::of_time(&mechanics);
    let sign_functions = PlainFunctions::of_signs(&mechanics, &signs);
    mechanics.check_budget_behind(&[scheme.integrator])?;
    let stepper = Stepper::of(&mechanics, &scheme, &program);
    let (quantities, outputs, sign_functions) = (quantities?, outputs?, sign_functions?);
    let observed = Observed {
        stepper: &stepper,
        signs: &sign_functions.program,
        quantities: &quantities.program,
        outputs: &outputs.program,
    };
    Ok(CompiledStepper {
        observables: Observables::of(&mechanics, &signs, &observed),
        stepper,
        quantities,
        controls: controls?,
        has_feedback,
        controls_depend_on_time,
        of_time: of_time?,
        outputs,
        sign_functions,
        signs,
        kind,
        references: schemes::by_accuracy(kind, &mechanics),
        conserved: Conserved::all_of(&mechanics),
    })
}

/// Returns the growth of the alternating part of a reflected velocity, as one function of
/// parameters, time, configuration, velocities and controls. Its values are the matrix `R` of
/// [`ReflectionGrowth`](crate::mechanics::ReflectionGrowth), then `G`, each row by row. Returns
/// `None` if [`Mechanics::reflection_growth`] does.
///
/// # Errors
/// All errors of the first stage that finds one.
pub fn reflection_growth(ast: &Ast) -> Result<Option<PlainFunctions>, Diagnostics> {
    let mechanics = schemes::mechanics_of(model::resolve(ast)?)?;
    let Some(growth) = mechanics.reflection_growth() else {
        return Ok(None);
    };
    let values = [growth.rates.entries(), growth.gram.entries()].concat();
    PlainFunctions::one(
        &mechanics,
        "reflection_growth",
        of_states(&mechanics),
        values,
    )
    .map(Some)
}

impl PlainFunctions {
    fn of_quantities(mechanics: &Mechanics) -> Result<Self, Diagnostics> {
        Ok(Self {
            program: Program::of_quantities(mechanics)?,
            inputs: of_states(mechanics),
        })
    }

    fn of_outputs(mechanics: &Mechanics, values: Vec<Expr>) -> Result<Self, Diagnostics> {
        Self::one(mechanics, "outputs", of_states(mechanics), values)
    }

    fn of_time(mechanics: &Mechanics) -> Result<Self, Diagnostics> {
        let constraints = &mechanics.constraints;
        let parts = [
            &mechanics.model.forces[..],
            &constraints.offset,
            constraints.matrix.entries(),
        ];
        let values = parts.map(|part| mechanics.explicit_in_time(part));
        let values = values.into_iter().flatten().collect();
        Self::one(mechanics, "of_time", of_states(mechanics), values)
    }

    fn of_signs(mechanics: &Mechanics, signs: &Signs) -> Result<Self, Diagnostics> {
        let parameters = mechanics.model.parameters.iter();
        let mut inputs: Vec<_> = parameters.map(|x| x.symbol).collect();
        inputs.extend(signs.inputs(mechanics));
        Ok(Self {
            program: Program::of_signs(mechanics, signs)?,
            inputs,
        })
    }

    fn of_controls(
        mechanics: &Mechanics,
        values: Vec<Expr>,
        has_feedback: bool,
    ) -> Result<Self, Diagnostics> {
        let inputs = seen_by_controls(mechanics, has_feedback);
        Self::one(mechanics, "controls", inputs, values)
    }

    pub(super) fn one(
        mechanics: &Mechanics,
        name: &str,
        inputs: Vec<Expr>,
        values: Vec<Expr>,
    ) -> Result<Self, Diagnostics> {
        let signature = Signature {
            inputs: inputs.clone(),
            outputs: values.len(),
        };
        let function = [NamedBlock::of_outputs(name, signature, values)];
        Ok(Self {
            program: Program::of_functions(mechanics, &function)?,
            inputs,
        })
    }
}

fn kind_of(integrator: &str) -> Kind {
    let row = schemes::integrator(integrator);
    row.expect("a scheme is made by a registered integrator")
        .kind
}

impl Mechanics {
    /// Returns the expressions that depend explicitly on time.
    fn explicit_in_time<'a>(&'a self, exprs: &'a [Expr]) -> impl Iterator<Item = Expr> + 'a {
        let graph = &self.model.graph;
        let depends = |&expr: &Expr| graph.roles(expr).contains(Role::Time);
        exprs.iter().copied().filter(depends)
    }
}

fn depend_on_state(mechanics: &Mechanics, exprs: &[Expr]) -> bool {
    let symbols = mechanics.model.graph.symbols_of(exprs);
    let mut state = mechanics.q.iter().chain(&mechanics.v);
    state.any(|symbol| symbols.contains(symbol))
}

/// Returns the symbols of parameters and time, and with feedback also of configuration and
/// velocities.
pub(super) fn seen_by_controls(mechanics: &Mechanics, has_feedback: bool) -> Vec<Expr> {
    let parameters = mechanics.model.parameters.iter();
    let mut symbols: Vec<_> = parameters.map(|x| x.symbol).collect();
    symbols.push(mechanics.model.time);
    if has_feedback {
        symbols.extend(&mechanics.q);
        symbols.extend(&mechanics.v);
    }
    symbols
}

/// Returns the symbols of parameters, time, configuration, velocities and controls.
fn of_states(mechanics: &Mechanics) -> Vec<Expr> {
    let controls = mechanics.model.controls.iter();
    let mut symbols = seen_by_controls(mechanics, true);
    symbols.extend(controls.map(|control| control.symbol));
    symbols
}

//! The functions that a simulation of a model evaluates.

use core::ops::Range;

use crate::diag::Diagnostics;
use crate::discrete::Signs;
use crate::expr::{Expr, Role};
use crate::mechanics::Mechanics;
use crate::mechanics::quantities::Conserved;
use crate::model::ast::Ast;
use crate::model::{self, IntegratorRequest};
use crate::program::stepper::Stepper;
use crate::program::{NamedBlock, Observables, Observed, PlainFunctions, Program, Signature};
use crate::schemes::{self, Integrator, Kind};

use super::contacts::{OpeningContacts, check_integrator, check_phases};
use super::posed::Inside;
use super::scenario::ScenarioSignals;

/// One integrator of a model, with all functions that a simulation evaluates at its states.
#[derive(Clone, Debug)]
pub struct CompiledStepper {
    /// The integrator.
    pub stepper: Stepper,
    /// The quantities of the model, as the methods of the generated code compute them. Their inputs
    /// are parameters, time, configuration, velocities and controls.
    pub quantities: PlainFunctions,
    /// The names of the controls of the model.
    pub control_names: Vec<String>,
    /// The controls of the stepper that the model has, by index in the model. Those that are part
    /// of the equations are left out. The inputs and the delayed values of the scenario follow.
    pub open: Vec<usize>,
    /// The open controls as one function of parameters, time, inputs and delayed values, and with
    /// feedback also of configuration and velocities.
    pub controls: PlainFunctions,
    /// The present values of delayed expressions, as a function of the same.
    pub delayed: PlainFunctions,
    /// The times of the delays, as a function of parameters and time.
    pub delays: PlainFunctions,
    /// True if the constraints are affine in the velocities, so that one projection reaches them.
    pub has_affine_constraints: bool,
    /// True if a force contains a function that switches, such as `sign`.
    pub forces_switch: bool,
    /// The velocities of the states that the scenario adds.
    pub states: Range<usize>,
    /// True if a control or a delayed expression depends on configuration or velocities.
    pub has_feedback: bool,
    /// True if a control does at the time itself, not only a delay ago.
    pub controls_follow_state: bool,
    /// True if a control given by an expression depends explicitly on time.
    pub controls_depend_on_time: bool,
    /// The inputs and delayed values that laws of controls read, by their places after the open
    /// controls.
    pub inputs_of_laws: Vec<usize>,
    /// Those that outputs and events read, which are not held with the controls.
    pub inputs_of_readings: Vec<usize>,
    /// The other parts of the equations of motion that depend explicitly on time, which are forces,
    /// and coefficients of the Lagrangian and of constraints. They are one function of parameters,
    /// time, configuration, velocities and controls.
    pub of_time: PlainFunctions,
    /// The controls that are part of the equations, the outputs and the events, as one function of
    /// parameters, time, configuration, velocities, controls and multipliers.
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
    /// Those for the motion with all laws of controls in its equations.
    pub references_of_closed_loop: Vec<String>,
    /// The quantities that the exact motion conserves.
    pub conserved: Vec<Conserved>,
    /// The contacts that open and close; `None` if there are none.
    pub contacts: Option<OpeningContacts>,
}

/// Compiles a model with one integrator, whether or not the model lists it, and with the additions
/// of a scenario. A method with its own step size follows laws of time alone: they are part of its
/// equations, unless they are held over a period. If contacts open, the model is that of a
/// [phase](Ast::in_phase).
///
/// # Errors
/// All errors of the first stage that finds one.
pub fn compile_stepper(
    ast: &Ast,
    integrator: &IntegratorRequest,
    signals: &ScenarioSignals,
) -> Result<CompiledStepper, Diagnostics> {
    let follows = schemes::integrator(&integrator.name.text).is_some_and(Integrator::is_adaptive);
    let inside = match follows && !signals.has_period {
        true => Inside::OfTime,
        false => Inside::Declared,
    };
    stepper_of(ast, integrator, signals, inside)
}

/// Does the same as [`compile_stepper`], but with all laws of controls in the equations of motion.
/// Runs in which the controls are held over a step converge to this motion with order one.
///
/// # Errors
/// All errors of the first stage that finds one.
pub fn compile_closed_loop(
    ast: &Ast,
    integrator: &IntegratorRequest,
    signals: &ScenarioSignals,
) -> Result<CompiledStepper, Diagnostics> {
    stepper_of(ast, integrator, signals, Inside::All)
}

fn stepper_of(
    ast: &Ast,
    integrator: &IntegratorRequest,
    signals: &ScenarioSignals,
    inside: Inside,
) -> Result<CompiledStepper, Diagnostics> {
    let model = model::resolve(ast)?;
    let has_positions = !(ast.holonomic.is_empty() && ast.prescribed.is_empty());
    schemes::check_requests(&model, has_positions)?;
    if ast.open.is_none() {
        check_phases(&model)?;
    }
    let (mut model, posed) = signals.pose(model, inside)?;
    if posed.changes_motion && integrator.name.text != "Rdp" {
        // Laws and states need not respect the symmetry that the model declares.
        model.symmetry.clear();
    }
    check_integrator(&model, &integrator.name.text)?;
    model.integrators = vec![integrator.clone()];
    let mechanics = schemes::mechanics_of(model)?;
    let scheme = schemes::discretise(&mechanics)?.swap_remove(0);
    let stepper = Stepper::with_derivatives(&mechanics, &scheme)?;
    let inputs = &mechanics.model.controls[posed.open.len()..];
    let inputs: Vec<_> = inputs.iter().map(|input| input.symbol).collect();
    let delayed: Vec<_> = posed.delays.iter().map(|delay| delay.value).collect();
    let has_feedback = depend_on_state(&mechanics, &[&posed.controls[..], &delayed].concat());
    let controls_follow_state = depend_on_state(&mechanics, &posed.controls);
    let controls_depend_on_time = mechanics.explicit_in_time(&posed.controls).next().is_some();
    let inputs_of_laws = posed.inputs_of_laws(&mechanics, &inputs);
    let inputs_of_readings = posed.inputs_of_readings(&mechanics, &inputs);
    let kind = kind_of(scheme.integrator);
    let signs = Signs::derive(&mechanics, core::iter::once(&scheme));
    let quantities = PlainFunctions::of_quantities(&mechanics);
    let seen = seen_by_laws(&mechanics, &inputs, has_feedback);
    let controls =
        PlainFunctions::one(&mechanics, "controls", seen.clone(), posed.controls.clone());
    let delayed = PlainFunctions::one(&mechanics, "delayed", seen, delayed);
    let readings = posed.readings(&mechanics);
    let outputs = PlainFunctions::of_outputs(&mechanics, readings);
    let of_time = PlainFunctions::of_time(&mechanics);
    let sign_functions = PlainFunctions::of_signs(&mechanics, &signs);
    mechanics.check_budget_behind(&[scheme.integrator])?;
    let (quantities, outputs, sign_functions) = (quantities?, outputs?, sign_functions?);
    let observed = Observed {
        stepper: &stepper,
        signs: &sign_functions.program,
        quantities: &quantities.program,
        outputs: &outputs.program,
    };
    let opens = !mechanics.model.opening.is_empty();
    let contacts = opens.then(|| OpeningContacts::of(&mechanics));
    let delays = posed.delays.iter().map(|delay| delay.time);
    let delays = PlainFunctions::one(
        &mechanics,
        "delays",
        seen_by_controls(&mechanics, false),
        delays.collect(),
    );
    Ok(CompiledStepper {
        observables: Observables::of(&mechanics, &signs, &observed),
        stepper,
        quantities,
        has_affine_constraints: mechanics.constraints.are_affine(&mechanics.model.graph),
        forces_switch: !mechanics.model.graph.are_smooth(&mechanics.model.forces),
        states: {
            let coordinates = mechanics.model.coordinates.len();
            coordinates - signals.states.len()..coordinates
        },
        control_names: posed.control_names,
        open: posed.open,
        controls: controls?,
        delayed: delayed?,
        delays: delays?,
        has_feedback,
        controls_follow_state,
        controls_depend_on_time,
        inputs_of_laws,
        inputs_of_readings,
        of_time: of_time?,
        outputs,
        sign_functions,
        signs,
        kind,
        references: schemes::by_accuracy(kind, &mechanics, &posed.held, &[]),
        references_of_closed_loop: {
            let held = posed.held.iter().copied();
            let held: Vec<_> = held
                .filter(|control| !posed.laws.contains(control))
                .collect();
            schemes::by_accuracy(kind, &mechanics, &held, &posed.controls)
        },
        conserved: Conserved::all_of(&mechanics, kind == Kind::Vakonomic),
        contacts: contacts.transpose()?,
    })
}

/// Returns the growth of the alternating part of a reflected velocity, as one function of
/// parameters, time, configuration, velocities and controls. Its values are the matrix `R` of
/// [`ReflectionGrowth`](crate::mechanics::ReflectionGrowth), then `G`, each row by row. Returns
/// `None` if [`Mechanics::reflection_growth`] does.
///
/// # Errors
/// All errors of the first stage that finds one.
pub fn reflection_growth(
    ast: &Ast,
    signals: &ScenarioSignals,
) -> Result<Option<PlainFunctions>, Diagnostics> {
    let (model, _) = signals.pose(model::resolve(ast)?, Inside::Declared)?;
    let mechanics = schemes::mechanics_of(model)?;
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
        let mut inputs = of_states(mechanics);
        inputs.extend(&mechanics.initial_multipliers);
        Self::one(mechanics, "outputs", inputs, values)
    }

    fn of_time(mechanics: &Mechanics) -> Result<Self, Diagnostics> {
        let constraints = &mechanics.constraints;
        let parts = [
            &mechanics.model.forces[..],
            &mechanics.lagrangian.bias,
            mechanics.lagrangian.mass.entries(),
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
    pub(super) fn explicit_in_time<'a>(
        &'a self,
        exprs: &'a [Expr],
    ) -> impl Iterator<Item = Expr> + 'a {
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

/// Returns the symbols of parameters, time and inputs, and with feedback also of configuration and
/// velocities.
fn seen_by_laws(mechanics: &Mechanics, inputs: &[Expr], has_feedback: bool) -> Vec<Expr> {
    let mut symbols = seen_by_controls(mechanics, has_feedback);
    let first = mechanics.model.parameters.len() + 1;
    symbols.splice(first..first, inputs.iter().copied());
    symbols
}

/// Returns the symbols of parameters, time, configuration, velocities and controls.
pub(super) fn of_states(mechanics: &Mechanics) -> Vec<Expr> {
    let controls = mechanics.model.controls.iter();
    let mut symbols = seen_by_controls(mechanics, true);
    symbols.extend(controls.map(|control| control.symbol));
    symbols
}

//! A model with one integrator.

use std::ops::Range;
use std::sync::Arc;

use nhi_machine::{Functions, ObservableFunctions};
use nhi_runtime::Signs;
use nhi_symbolic::{
    Ast, CompiledStepper, Conserved, Diagnostics, GroupKind, IntegratorRequest, Kind,
    PlainFunctions, ScenarioSignals, Stepper, compile_closed_loop, compile_stepper,
};

use super::contacts::Contacts;
use super::control_program::ControlProgram;
use super::event_rule::EventRule;
use super::noise::Noise;
use super::signal_table::SignalTable;
use super::signals::Signals;

/// A compiled model with one integrator and the functions evaluated at its states. Threads use
/// clones: each works on separate numbers.
#[derive(Clone, Debug)]
pub struct Plant {
    /// The description of the integrator.
    pub stepper: Stepper,
    pub(super) integrator: nhi_machine::Machine,
    /// The methods of the generated code, such as `energy`, so that rows contain exactly the same
    /// numbers. Their inputs are parameters, time, configuration, velocities and controls.
    pub(super) methods: Functions,
    /// The laws of controls as one function of parameters, time and inputs, and with feedback also
    /// of configuration and velocities.
    pub(super) controls: Functions,
    /// The values to be delayed, as one function of the same.
    pub(super) delayed: Functions,
    /// The times of the delays, as one function of parameters and time.
    pub(super) delays: Functions,
    /// The places in a row of the controls of the model.
    pub(super) shown_controls: Vec<ShownControl>,
    /// The number of controls that are neither part of the equations nor inputs of the scenario.
    pub(super) open_controls: usize,
    /// The velocities of the states of the scenario.
    pub(super) states: Range<usize>,
    /// True if a control depends explicitly on time.
    pub(crate) controls_depend_on_time: bool,
    /// The places, among the inputs of the stepper, of the tables and delayed values on which
    /// controls depend.
    inputs_of_laws: Vec<usize>,
    /// Those on which outputs and events depend, which are not held with the controls.
    pub(super) inputs_of_readings: Vec<usize>,
    /// The other parts of the equations of motion that depend explicitly on time. Their inputs are
    /// parameters, time, configuration, velocities and controls.
    pub(super) of_time: Functions,
    /// True if the controls depend only on parameters.
    pub(super) has_constant_controls: bool,
    /// The open controls and the inputs given as tables.
    pub(crate) tables: Vec<Option<SignalTable>>,
    /// True if no open control is a table, and no program computes the controls.
    pub(super) has_laws_alone: bool,
    /// The program that computes the controls of the model, if there is one.
    pub(super) program: Option<Arc<dyn ControlProgram>>,
    /// The names of the controls of the model.
    pub(super) control_names: Vec<String>,
    pub(super) output_names: Vec<String>,
    /// The rules of the events.
    pub(crate) events: Vec<EventRule>,
    /// The time of the first state.
    pub(crate) start: f64,
    /// The time between updates of the controls, if they are held in between.
    pub(crate) period: Option<f64>,
    /// The noise on controls and outputs.
    pub(super) noise: Option<Noise>,
    /// The functions evaluated at the states of a run.
    pub(crate) observables: ObservableFunctions,
    /// True if a control or a delayed value depends on coordinates or velocities.
    pub(super) has_feedback: bool,
    /// True if a control does at the time itself, not only a delay ago.
    controls_follow_state: bool,
    /// True if the law of a control does; a program may ignore the state.
    pub(crate) laws_follow_state: bool,
    /// True if the constraints are affine in the velocities.
    pub(super) has_affine_constraints: bool,
    /// True if a force contains a function that switches.
    pub(super) forces_switch: bool,
    /// True if a law does.
    pub(super) laws_see_states: bool,
    /// True if the integrator has its own step size.
    pub(crate) is_adaptive: bool,
    /// The number of substeps of a composed step.
    pub(super) substeps: Option<u32>,
    /// The quantities that the exact motion conserves.
    pub conserved: Vec<Conserved>,
    /// The kind of motion that the integrator approximates.
    pub kind: Kind,
    /// The integrators that may count as exact in a comparison with this one, as written in a
    /// model, highest order first.
    pub references: Vec<String>,
    /// Those for the motion with all laws of controls in its equations.
    pub references_of_closed_loop: Vec<String>,
    /// The initial multipliers of vakonomic motions; zero if the list is empty.
    pub(super) multipliers: Vec<f64>,
    /// The contacts that open, with the plants of other phases.
    pub(super) contacts: Option<Box<Contacts>>,
}

/// The origin of a control in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShownControl {
    /// A control of the stepper, by index.
    Open(usize),
    /// A law in the equations of motion; these are in the order of the model.
    Inside,
}

/// A compiler of steppers.
pub(super) type Compile =
    fn(&Ast, &IntegratorRequest, &ScenarioSignals) -> Result<CompiledStepper, Diagnostics>;

impl Plant {
    /// Completes the signs of a state with what is known of its integrator.
    pub(crate) fn described(&self, signs: Signs<f64>) -> Signs<f64> {
        Signs {
            lags: self.stepper.traits.lags,
            adaptive: self.is_adaptive,
            substeps: self.substeps,
            ..signs
        }
    }

    /// Compiles a model with the integrator, whether or not the model lists it, and translates it
    /// into instructions.
    pub fn new(
        ast: &Ast,
        integrator: &IntegratorRequest,
        signals: &Signals,
    ) -> Result<Self, Diagnostics> {
        Self::compiled(ast, integrator, signals, compile_stepper)
    }

    /// Does the same as [`new`](Self::new), but with controls that follow the state in the
    /// equations of motion.
    pub fn of_closed_loop(
        ast: &Ast,
        integrator: &IntegratorRequest,
        signals: &Signals,
    ) -> Result<Self, Diagnostics> {
        let closed = Signals {
            period: None,
            noise: None,
            ..signals.clone()
        };
        Self::compiled(ast, integrator, &closed, compile_closed_loop)
    }

    fn compiled(
        ast: &Ast,
        integrator: &IntegratorRequest,
        signals: &Signals,
        compile: Compile,
    ) -> Result<Self, Diagnostics> {
        if ast.opening_contacts().next().is_some() {
            return Self::with_contacts(ast, integrator, signals, compile);
        }
        let compiled = compile(ast, integrator, &signals.expressions)?;
        Ok(Self::of(compiled, signals.clone()))
    }

    pub(super) fn of(compiled: CompiledStepper, signals: Signals) -> Self {
        let delays = compiled.delayed.program.functions[0].signature.outputs;
        let open_controls = compiled.open.len();
        let tables = signals.tables_of(&compiled.open);
        let mut tables: Vec<_> = tables.map(Option::<&SignalTable>::cloned).collect();
        tables.extend(vec![None; delays]);
        let is_given = tables.iter().any(Option::is_some) || signals.program.is_some();
        let program = signals.program.as_ref();
        let sees_states = program.is_some_and(|program| program.sees_states());
        Self {
            has_laws_alone: program.is_none()
                && tables[..open_controls].iter().all(Option::is_none),
            shown_controls: shown_controls(&compiled.open, signals.expressions.controls.len()),
            control_names: compiled.control_names,
            open_controls,
            delayed: functions(&compiled.delayed),
            delays: functions(&compiled.delays),
            states: compiled.states,
            events: signals.events,
            start: signals.start,
            integrator: nhi_machine::Machine::new(&compiled.stepper),
            observables: ObservableFunctions::new(
                &compiled.observables,
                &compiled.stepper,
                &compiled.signs,
            ),
            has_constant_controls: !is_given
                && delays == 0
                && reads_parameters_alone(&compiled.controls, &compiled.stepper),
            is_adaptive: compiled.stepper.tolerance().is_some(),
            substeps: match compiled.stepper.substeps.len() {
                0 => None,
                count => Some(count as u32),
            },
            stepper: compiled.stepper,
            methods: functions(&compiled.quantities),
            controls: functions(&compiled.controls),
            controls_depend_on_time: compiled.controls_depend_on_time || is_given,
            inputs_of_laws: {
                let inputs = compiled.inputs_of_laws.iter();
                let inputs = inputs.map(|place| open_controls + place);
                let of_tables = (0..open_controls).filter(|&place| tables[place].is_some());
                of_tables.chain(inputs).collect()
            },
            inputs_of_readings: {
                let inputs = compiled.inputs_of_readings.iter();
                inputs.map(|place| open_controls + place).collect()
            },
            of_time: functions(&compiled.of_time),
            tables,
            output_names: signals.output_names,
            period: signals.period,
            noise: signals.noise,
            has_feedback: compiled.has_feedback || sees_states,
            controls_follow_state: compiled.controls_follow_state || sees_states,
            laws_follow_state: compiled.controls_follow_state,
            has_affine_constraints: compiled.has_affine_constraints,
            forces_switch: compiled.forces_switch,
            laws_see_states: compiled.has_feedback,
            program: signals.program,
            conserved: compiled.conserved,
            kind: compiled.kind,
            references: compiled.references,
            references_of_closed_loop: compiled.references_of_closed_loop,
            multipliers: Vec::new(),
            contacts: None,
        }
    }

    /// Returns the same plant with the given initial multipliers; the default is zero.
    pub fn with_multipliers(self, multipliers: &[f64]) -> Self {
        Self {
            multipliers: multipliers.to_vec(),
            ..self
        }
    }

    /// Returns true if the scenario's controls follow the state at every time, while steps hold
    /// them.
    pub fn follows_state(&self) -> bool {
        self.controls_follow_state && self.period.is_none()
    }

    /// Returns true if laws read delayed values at the nodes of steps, between which they are
    /// interpolated linearly.
    pub(crate) fn interpolates_delays(&self) -> bool {
        let mut read = self.inputs_of_laws.iter();
        self.period.is_none() && read.any(|&place| self.tables[place].is_none())
    }

    /// Returns true if the motion depends on tables or delayed values that change between the rows
    /// of a method with its own step size, which reads them at rows alone.
    pub(crate) fn misses_inputs(&self, h: f64) -> bool {
        let mut read = self.inputs_of_laws.iter().map(|&place| &self.tables[place]);
        self.is_adaptive
            && self.period.is_none()
            && read.any(|table| {
                !table
                    .as_ref()
                    .is_some_and(|x| x.is_held_over_steps(self.start, h))
            })
    }

    /// Sets inputs that only outputs and events read to zero: the motion does not depend on them.
    pub(crate) fn clear_inputs_of_readings(&self, values: &mut [f64]) {
        let inputs = (0..).zip(values).skip(self.open_controls);
        for (_, value) in inputs.filter(|(place, _)| !self.inputs_of_laws.contains(place)) {
            *value = 0.0;
        }
    }

    /// Returns the number of laws in the equations of motion.
    pub(super) fn laws_inside(&self) -> usize {
        self.shown_controls.len() - self.open_controls
    }

    /// Returns the number of controls and other inputs of the stepper.
    pub(super) fn inputs(&self) -> usize {
        self.integrator.names().controls.len()
    }

    /// Returns the number of residuals in a row, with those of hidden constraints.
    pub(super) fn residuals(&self) -> usize {
        let names = self.integrator.names();
        names.residuals.len() + names.positions.len()
    }

    /// Returns true if laws depend on delayed values.
    pub(super) fn looks_back(&self) -> bool {
        self.delays.len_of(0) > 0
    }

    /// Returns the range of the constraints that are the rates of the scenario's states.
    pub(super) fn constraints_of_states(&self) -> Range<usize> {
        let names = self.integrator.names();
        let rates_of_positions = names.positions.len();
        let end = match self.states.is_empty() {
            true => 0,
            false => names.constraints.len() - rates_of_positions,
        };
        end - self.states.len()..end
    }

    /// Returns true if a state consists of coordinates and momenta only.
    pub fn is_canonical(&self) -> bool {
        let parts = self.integrator.state_parts().iter();
        let kinds = parts.map(|part| part.kind);
        kinds.eq([GroupKind::Coordinates, GroupKind::Momenta])
    }
}

/// Returns the places of the controls of a model in a row.
fn shown_controls(open: &[usize], controls: usize) -> Vec<ShownControl> {
    let shown = (0..controls).map(|control| {
        let open = open.iter().position(|&other| other == control);
        open.map_or(ShownControl::Inside, ShownControl::Open)
    });
    shown.collect()
}

/// Returns true if functions read only the parameters, the first of their inputs.
fn reads_parameters_alone(plain: &PlainFunctions, stepper: &Stepper) -> bool {
    let (parameters, _) = plain.inputs.split_at(stepper.names.parameters.len());
    let functions = plain.program.functions.iter();
    let mut read = functions.flat_map(|function| function.given_inputs(&plain.program.tape));
    read.all(|input| parameters.contains(&input))
}

pub(super) fn functions(plain: &PlainFunctions) -> Functions {
    let functions = Functions::new(&plain.program, &plain.inputs);
    functions.expect("plain functions read only what they are given")
}

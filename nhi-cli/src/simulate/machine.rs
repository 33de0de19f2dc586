//! A model with one integrator.

use nhi_machine::{Functions, ObservableFunctions};
use nhi_symbolic::{
    Ast, CompiledStepper, Conserved, Diagnostics, GroupKind, IntegratorRequest, Kind,
    PlainFunctions, Stepper, compile_closed_loop, compile_stepper,
};

use super::noise::Noise;
use super::signal_table::SignalTable;
use super::signals::Signals;

/// A model with the machine of one integrator and what is asked about its states. Threads have clones:
/// each works on numbers of its own.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    /// What the integrator does.
    pub(crate) stepper: Stepper,
    pub(super) integrator: nhi_machine::Machine,
    /// The methods of the generated code, such as `energy`, so that rows have its very numbers: of
    /// parameters, time, configuration, velocities and controls.
    pub(super) methods: Functions,
    /// The controls as one function of parameters and time, with feedback also of configuration and
    /// velocities.
    pub(super) controls: Functions,
    /// Whether a control depends on the time explicitly.
    pub(super) controls_depend_on_time: bool,
    /// What else of the equations of motion does: of parameters, time, configuration, velocities and
    /// controls.
    pub(super) of_time: Functions,
    /// Whether the controls depend on nothing but parameters.
    pub(super) has_constant_controls: bool,
    /// The controls that are tables.
    pub(super) tables: Vec<Option<SignalTable>>,
    pub(super) output_names: Vec<String>,
    /// The time between two values of the controls, where they are held in between.
    pub(super) period: Option<f64>,
    /// What disturbs controls and outputs.
    pub(super) noise: Option<Noise>,
    /// What is read from the states of a run.
    pub(super) observables: ObservableFunctions,
    /// Whether a control depends on coordinates or velocities.
    pub(super) has_feedback: bool,
    /// What the exact motion keeps.
    pub(crate) conserved: Vec<Conserved>,
    /// What the integrator approximates.
    pub(crate) kind: Kind,
    /// The integrators that may count as exact beside this one, as a model asks for them, those of the
    /// highest order first.
    pub(crate) references: Vec<String>,
    /// The multipliers with which vakonomic motions start; none stands for zeros.
    pub(super) multipliers: Vec<f64>,
}

impl Machine {
    /// Compiles a model with the integrator, whether or not the model lists it, and puts it into
    /// instructions.
    pub(crate) fn new(
        ast: &Ast,
        integrator: &IntegratorRequest,
        signals: &Signals,
    ) -> Result<Self, Diagnostics> {
        let compiled = compile_stepper(ast, integrator, &signals.expressions)?;
        Ok(Self::of(compiled, signals.clone()))
    }

    /// [`new`](Self::new) with the controls in the equations of motion, where they follow the state.
    pub(crate) fn of_closed_loop(
        ast: &Ast,
        integrator: &IntegratorRequest,
        signals: &Signals,
    ) -> Result<Self, Diagnostics> {
        let compiled = compile_closed_loop(ast, integrator, &signals.expressions)?;
        // What is no table is in the equations.
        let tables = signals.tables.iter().filter(|table| table.is_some());
        let open = Signals {
            tables: tables.cloned().collect(),
            ..Signals::default()
        };
        Ok(Self::of(compiled, open))
    }

    fn of(compiled: CompiledStepper, signals: Signals) -> Self {
        Self {
            integrator: nhi_machine::Machine::new(&compiled.stepper),
            observables: ObservableFunctions::new(
                &compiled.observables,
                &compiled.stepper,
                &compiled.signs,
            ),
            has_constant_controls: signals.tables.iter().all(Option::is_none)
                && reads_parameters_alone(&compiled.controls, &compiled.stepper),
            stepper: compiled.stepper,
            methods: functions(&compiled.quantities),
            controls: functions(&compiled.controls),
            controls_depend_on_time: compiled.controls_depend_on_time
                || signals.tables.iter().any(Option::is_some),
            of_time: functions(&compiled.of_time),
            tables: signals.tables,
            output_names: signals.output_names,
            period: signals.period,
            noise: signals.noise,
            has_feedback: compiled.has_feedback,
            conserved: compiled.conserved,
            kind: compiled.kind,
            references: compiled.references,
            multipliers: Vec::new(),
        }
    }

    /// The same machine with the given multipliers at the start; without them they are zero.
    pub(crate) fn with_multipliers(self, multipliers: &[f64]) -> Self {
        Self {
            multipliers: multipliers.to_vec(),
            ..self
        }
    }

    /// Whether controls follow the state at every time, where steps hold them.
    pub(crate) fn follows_state(&self) -> bool {
        self.has_feedback && self.period.is_none()
    }

    /// Whether a state is coordinates and momenta, and nothing else.
    pub(crate) fn is_canonical(&self) -> bool {
        let parts = self.integrator.state_parts().iter();
        let kinds = parts.map(|part| part.kind);
        kinds.eq([GroupKind::Coordinates, GroupKind::Momenta])
    }
}

/// Returns true if functions read nothing after the parameters, the first of their inputs.
fn reads_parameters_alone(plain: &PlainFunctions, stepper: &Stepper) -> bool {
    let (parameters, _) = plain.inputs.split_at(stepper.names.parameters.len());
    let functions = plain.program.functions.iter();
    let mut read = functions.flat_map(|function| function.given_inputs(&plain.program.tape));
    read.all(|input| parameters.contains(&input))
}

fn functions(plain: &PlainFunctions) -> Functions {
    let functions = Functions::new(&plain.program, &plain.inputs);
    functions.expect("plain functions read only what they are given")
}

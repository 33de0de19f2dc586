//! A model with one integrator.

use nhi_machine::{Functions, ObservableFunctions};
use nhi_symbolic::{
    Ast, CompiledStepper, Conserved, Diagnostics, GroupKind, IntegratorRequest, Kind,
    PlainFunctions, Stepper, compile_closed_loop, compile_stepper,
};

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
    /// The controls as one function of parameters and time, and with feedback also of configuration
    /// and velocities.
    pub(super) controls: Functions,
    /// True if a control depends explicitly on time.
    pub(crate) controls_depend_on_time: bool,
    /// The other parts of the equations of motion that depend explicitly on time. Their inputs are
    /// parameters, time, configuration, velocities and controls.
    pub(super) of_time: Functions,
    /// True if the controls depend only on parameters.
    pub(super) has_constant_controls: bool,
    /// The controls given as tables.
    pub(crate) tables: Vec<Option<SignalTable>>,
    pub(super) output_names: Vec<String>,
    /// The time between updates of the controls, if they are held in between.
    pub(crate) period: Option<f64>,
    /// The noise on controls and outputs.
    pub(super) noise: Option<Noise>,
    /// The functions evaluated at the states of a run.
    pub(crate) observables: ObservableFunctions,
    /// True if a control depends on coordinates or velocities.
    pub(super) has_feedback: bool,
    /// The quantities that the exact motion conserves.
    pub conserved: Vec<Conserved>,
    /// The kind of motion that the integrator approximates.
    pub kind: Kind,
    /// The integrators that may count as exact in a comparison with this one, as written in a
    /// model, highest order first.
    pub references: Vec<String>,
    /// The initial multipliers of vakonomic motions; zero if the list is empty.
    pub(super) multipliers: Vec<f64>,
}

impl Plant {
    /// Compiles a model with the integrator, whether or not the model lists it, and translates it
    /// into instructions.
    pub fn new(
        ast: &Ast,
        integrator: &IntegratorRequest,
        signals: &Signals,
    ) -> Result<Self, Diagnostics> {
        let compiled = compile_stepper(ast, integrator, &signals.expressions)?;
        Ok(Self::of(compiled, signals.clone()))
    }

    /// Does the same as [`new`](Self::new), but with controls that follow the state in the
    /// equations of motion.
    pub fn of_closed_loop(
        ast: &Ast,
        integrator: &IntegratorRequest,
        signals: &Signals,
    ) -> Result<Self, Diagnostics> {
        let compiled = compile_closed_loop(ast, integrator, &signals.expressions)?;
        // Controls that are not tables are part of the equations.
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
        self.has_feedback && self.period.is_none()
    }

    /// Returns true if a state consists of coordinates and momenta only.
    pub fn is_canonical(&self) -> bool {
        let parts = self.integrator.state_parts().iter();
        let kinds = parts.map(|part| part.kind);
        kinds.eq([GroupKind::Coordinates, GroupKind::Momenta])
    }
}

/// Returns true if functions read only the parameters, the first of their inputs.
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

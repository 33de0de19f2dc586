//! A plant that performs steps.

use nhi_machine::{Functions, MachineStepper, Observer, Residual, Sample, SetupError};
use nhi_runtime::Clock;
use nhi_symbolic::Quantity;

use super::error::RunError;
use super::plant::Plant;
use super::state::{Controls, State};

/// A plant with parameters and a step size. It never changes: everything that a run remembers is in
/// its [`State`].
#[derive(Debug)]
pub struct Simulator<'a> {
    pub(crate) plant: &'a Plant,
    integrator: MachineStepper,
    /// The methods of the generated code for these parameters.
    methods: Functions,
    parameters: Vec<f64>,
    /// The controls for these parameters.
    pub(super) control_functions: Functions,
    /// The explicitly time-dependent functions for these parameters.
    pub(crate) of_time: Functions,
    /// The number of steps between updates of the controls, if they are held in between.
    pub(super) steps_held: Option<u64>,
    /// Placeholder controls for methods that do not depend on them.
    pub(crate) no_controls: Vec<f64>,
}

impl Plant {
    /// Returns the simulator for a step size and for parameters in the order of the model.
    ///
    /// # Errors
    /// The model is singular for the parameters, or rates exceed the stability limit of the
    /// integrator.
    pub fn simulator(&self, parameters: &[f64], h: f64) -> Result<Simulator<'_>, SetupError> {
        Ok(Simulator {
            plant: self,
            integrator: self.integrator.stepper(parameters, h)?,
            methods: self.methods.with_fixed(parameters),
            parameters: parameters.to_vec(),
            control_functions: self.controls.with_fixed(parameters),
            of_time: self.of_time.with_fixed(parameters),
            steps_held: self
                .period
                .map(|period| ((period / h).round() as u64).max(1)),
            no_controls: vec![f64::NAN; self.integrator.names().controls.len()],
        })
    }
}

impl Simulator<'_> {
    /// Returns the residual of each constraint for initial values at `t = 0`.
    pub fn residuals_at_start(&self, q: &[f64], v: &[f64]) -> Vec<Residual<'_>> {
        self.integrator.admission(0.0, q, v)
    }

    /// Returns the velocity nearest to `v` that satisfies the constraints at `t = 0`. Returns
    /// `None` if velocities cannot be projected onto constraints of this kind.
    pub fn project(&self, q: &[f64], v: &[f64]) -> Option<Vec<f64>> {
        let names = self.plant.integrator.names();
        if names.admission.is_empty() {
            return Some(v.to_vec());
        }
        self.method(Quantity::ProjectedVelocity.name(), 0.0, q, v)
    }

    /// Moves the configuration onto the position constraints at `t = 0`, by Newton's method.
    /// Returns it unchanged if there are none, and `None` if the iteration fails.
    pub fn project_positions(&self, q: &[f64], v: &[f64]) -> Option<Vec<f64>> {
        const MOST: usize = 30;
        let names = self.plant.integrator.names();
        let mut q = q.to_vec();
        if names.positions.is_empty() {
            return Some(q);
        }
        for _ in 0..MOST {
            let correction = self.method(Quantity::PositionCorrection.name(), 0.0, &q, v)?;
            // The entries of a group element differ in number from the components of its velocity.
            if correction.len() != q.len() || correction.iter().any(|x| !x.is_finite()) {
                return None;
            }
            let size = q.iter().fold(1.0_f64, |size, x| size.max(x.abs()));
            let moved = correction.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            for (q, correction) in q.iter_mut().zip(&correction) {
                *q -= correction;
            }
            if moved <= 4.0 * f64::EPSILON * size {
                return Some(q);
            }
        }
        None
    }

    /// Returns the first state, at `t = 0`.
    pub fn start(&self, q: &[f64], v: &[f64]) -> Result<State, RunError> {
        let sample = Sample {
            q: q.to_vec(),
            v: v.to_vec(),
            ..Sample::default()
        };
        let mut controls = Controls::new(&self.no_controls);
        self.hold(Clock::new(0.0), Some(&sample), &mut controls)?;
        let seen = self.plant.has_feedback.then_some(&sample);
        let read = |t: f64, u: &mut [f64]| self.read_controls(t, seen, &mut controls, u);
        let lambda = &self.plant.multipliers;
        let integrated = self.integrator.start(0.0, q, v, lambda, read)?;
        Ok(State {
            integrated,
            controls,
        })
    }

    /// Returns the state one step later. Controls are read at the nodes of the step, with the
    /// coordinates and velocities at its beginning.
    pub fn step(&self, state: &State) -> Result<State, RunError> {
        let mut next = state.clone();
        self.step_into(state, &mut next)?;
        Ok(next)
    }

    /// Performs a [`step`](Self::step) into an existing state.
    pub fn step_into(&self, state: &State, next: &mut State) -> Result<(), RunError> {
        let sample = self.sample_for_controls(state)?;
        self.step_from(state, sample.as_ref(), next)
    }

    /// Performs [`step_into`](Self::step_into). `sample` is that of the state, if
    /// controls [depend on states](Self::controls_see_states).
    pub(super) fn step_from(
        &self,
        state: &State,
        sample: Option<&Sample>,
        next: &mut State,
    ) -> Result<(), RunError> {
        next.controls.clone_from(&state.controls);
        let controls = &mut next.controls;
        if self.plant.integrator.reads_controls() {
            self.hold(state.integrated.clock, sample, controls)?;
        }
        let read = |t: f64, u: &mut [f64]| self.read_controls(t, sample, controls, u);
        Ok(self
            .integrator
            .step_into(&state.integrated, read, &mut next.integrated)?)
    }

    /// Returns the next state and its derivatives with respect to the entries of the state, column
    /// by column, if the integrator provides them.
    pub(super) fn step_jacobian(
        &self,
        state: &State,
    ) -> Result<Option<nhi_machine::StepJacobian>, RunError> {
        let sample = self.sample_for_controls(state)?;
        let mut controls = state.controls.clone();
        if self.plant.integrator.reads_controls() {
            self.hold(state.integrated.clock, sample.as_ref(), &mut controls)?;
        }
        let read = |t: f64, u: &mut [f64]| self.read_controls(t, sample.as_ref(), &mut controls, u);
        let jacobian = self.integrator.step_jacobian(&state.integrated, read);
        Ok(jacobian.transpose()?)
    }

    /// Returns true if the controls of a step depend on the state at its beginning.
    pub(super) fn controls_see_states(&self) -> bool {
        self.plant.has_feedback && self.plant.integrator.reads_controls()
    }

    fn sample_for_controls(&self, state: &State) -> Result<Option<Sample>, RunError> {
        let sample = self.controls_see_states().then(|| self.sample(state));
        sample.transpose()
    }

    /// Returns the time, configuration, velocities and multipliers of a state.
    pub fn sample(&self, state: &State) -> Result<Sample, RunError> {
        Ok(self.integrator.sample(&state.integrated)?)
    }

    /// Returns the observer of this simulator's states.
    pub(super) fn observer(&self) -> Observer {
        let observables = &self.plant.observables;
        observables.observer(&self.parameters, self.step_size())
    }

    /// Returns the values of a diagnostic of the integrator at a state.
    pub(crate) fn diagnostic(&self, name: &str, state: &State) -> Vec<f64> {
        let values = self.integrator.diagnostic(name, &state.integrated);
        values.expect("a plant has the diagnostics of its scheme")
    }

    /// Returns true if reflecting steps keep the alternating part from growing.
    pub fn compensates(&self) -> bool {
        self.plant.stepper.traits.compensates
    }

    /// Returns the step size.
    pub fn step_size(&self) -> f64 {
        self.integrator.step_size()
    }

    /// Evaluates a method of the generated code that every model has.
    pub(crate) fn method_at(&self, name: &str, sample: &Sample) -> Vec<f64> {
        let values = self.method(name, sample.t, &sample.q, &sample.v);
        values.unwrap_or_else(|| unreachable!("every model has the method `{name}`"))
    }

    /// Evaluates a method of the generated code; `None` if the model does not have it.
    pub(super) fn method(&self, name: &str, t: f64, q: &[f64], v: &[f64]) -> Option<Vec<f64>> {
        let methods = &self.methods;
        let number = methods.number(name)?;
        let mut values = vec![f64::NAN; methods.len_of(number)];
        let inputs: [&[f64]; 4] = [&[t], q, v, &self.no_controls];
        let called = methods.call(number, &inputs, &mut values);
        called.expect("methods solve no equations");
        Some(values)
    }
}

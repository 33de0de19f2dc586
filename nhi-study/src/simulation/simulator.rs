//! A plant that performs steps.

use std::sync::Arc;

use nhi_machine::{Functions, Lanes, MachineStepper, Observer, Residual, Sample, SetupError};
use nhi_runtime::Clock;
use nhi_runtime::plumbing::{constraint_tolerance, time_of_period};
use nhi_symbolic::Quantity;

use super::contacts::Phase;
use super::control_program::ControlProgram;
use super::error::RunError;
use super::noise::Noise;
use super::plant::Plant;
use super::state::{Controls, State};

/// The maximum number of steps of Newton's method towards constraints.
pub(super) const MOST_PROJECTIONS: usize = 30;

/// A plant with parameters and a step size. It never changes: everything that a run remembers is in
/// its [`State`].
#[derive(Debug)]
pub struct Simulator<'a> {
    pub(crate) plant: &'a Plant,
    /// The phase of a motion with contacts that open.
    pub(super) phase: Option<Phase<'a>>,
    pub(super) integrator: MachineStepper,
    /// The number by which the tolerance of a method with its own step size is divided.
    pub(super) tolerance_divisor: f64,
    /// The methods of the generated code for these parameters.
    methods: Functions,
    pub(super) parameters: Vec<f64>,
    /// The initial multipliers of vakonomic motions.
    pub(super) multipliers: Vec<f64>,
    /// The time of the first state.
    pub(super) start_time: f64,
    /// The controls for these parameters.
    pub(super) control_functions: Functions,
    /// The values to be delayed, for these parameters.
    pub(super) delayed_functions: Functions,
    /// The delays.
    pub(crate) delays: Vec<f64>,
    /// The explicitly time-dependent functions for these parameters.
    pub(crate) of_time: Functions,
    /// The number of steps between updates of the controls, if they are held in between.
    pub(super) steps_held: Option<u64>,
    /// The program that computes the controls of the model, if there is one.
    pub(super) program: Option<Arc<dyn ControlProgram>>,
    /// The noise of controls and outputs.
    pub(super) noise: Option<Noise>,
    /// The controls, if they are given once and for all.
    pub(super) fixed_controls: Option<Vec<f64>>,
    /// The number of steps before the one of which this simulator performs a part.
    pub(super) steps_before: u64,
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
        let mut times = vec![f64::NAN; self.delays.len_of(0)];
        if self.looks_back() {
            let delays = self.delays.with_fixed(parameters);
            let called = delays.call(0, &[&[self.start]], &mut times);
            called.expect("delays solve no equations");
        }
        Ok(Simulator {
            delays: times,
            delayed_functions: self.delayed.with_fixed(parameters),
            plant: self,
            phase: None,
            tolerance_divisor: 1.0,
            start_time: self.start,
            integrator: self.integrator.stepper(parameters, h)?,
            methods: self.methods.with_fixed(parameters),
            parameters: parameters.to_vec(),
            multipliers: self.multipliers.clone(),
            control_functions: self.controls.with_fixed(parameters),
            of_time: self.of_time.with_fixed(parameters),
            steps_held: self
                .period
                .map(|period| ((period / h).round() as u64).max(1)),
            program: self.program.clone(),
            noise: self.noise.clone(),
            fixed_controls: None,
            steps_before: 0,
            no_controls: vec![f64::NAN; self.integrator.names().controls.len()],
        })
    }
}

impl<'a> Simulator<'a> {
    /// Returns the same simulator with the tolerance of a method with its own step size divided by
    /// a number.
    pub(crate) fn with_tolerance_divided(mut self, divisor: f64) -> Self {
        self.integrator = self.integrator.with_tolerance_divided(divisor);
        self.tolerance_divisor = divisor;
        self
    }

    /// Returns the same simulator with other initial multipliers.
    pub(crate) fn with_multipliers(self, multipliers: &[f64]) -> Self {
        Self {
            multipliers: multipliers.to_vec(),
            ..self
        }
    }

    /// Returns the same simulator with the controls and the noise of a member of an ensemble.
    pub(crate) fn of_member(self, number: u64) -> Self {
        let names = &self.plant.integrator.names().controls;
        let own = self.program.as_ref();
        let own = own.and_then(|program| program.of_member(number, names));
        Self {
            program: own.or(self.program),
            noise: self.noise.map(|noise| noise.of_member(number)),
            ..self
        }
    }

    /// Returns the residual of each constraint for initial values at the start.
    pub fn residuals_at_start(&self, q: &[f64], v: &[f64]) -> Vec<Residual<'_>> {
        self.admission(self.start_time, q, v)
    }

    /// Returns the residual of each constraint for initial values at any time.
    pub(super) fn admission(&self, t: f64, q: &[f64], v: &[f64]) -> Vec<Residual<'_>> {
        self.integrator.admission(t, q, v)
    }

    /// Returns true if contacts open and close along the motion.
    #[inline]
    pub(crate) fn has_phases(&self) -> bool {
        self.phase.is_some()
    }

    /// Returns initial velocities in which those of the scenario's states are their rates.
    pub(crate) fn with_rates_at_start(&self, q: &[f64], v: &[f64]) -> Vec<f64> {
        self.with_rates_of_states(self.start_time, q, v)
    }

    /// Returns velocities in which those of the scenario's states are their rates.
    pub(super) fn with_rates_of_states(&self, t: f64, q: &[f64], v: &[f64]) -> Vec<f64> {
        let mut v = v.to_vec();
        let states = self.plant.states.clone();
        let names = &self.plant.integrator.names().velocities[states.clone()];
        // The rate of a state may depend on that of another one.
        for _ in states.clone() {
            let residuals = self.admission(t, q, &v);
            for (place, name) in states.clone().zip(names) {
                let name = name.strip_suffix("_dot").unwrap_or(name);
                let of_state = residuals.iter().find(|residual| residual.name == name);
                v[place] -= of_state.map_or(0.0, |residual| residual.residual);
            }
        }
        v
    }

    /// Returns the velocity nearest to `v` that satisfies the constraints at the start; with
    /// constraints that are not affine, a near one, by Newton's method. Returns `None` if
    /// velocities cannot be projected onto constraints of this kind, or if the iteration fails.
    pub fn project(&self, q: &[f64], v: &[f64]) -> Option<Vec<f64>> {
        self.project_at(self.start_time, q, v)
    }

    /// Does the same as [`project`](Self::project) at any time.
    pub(super) fn project_at(&self, t: f64, q: &[f64], v: &[f64]) -> Option<Vec<f64>> {
        let names = self.plant.integrator.names();
        if names.admission.is_empty() {
            return Some(v.to_vec());
        }
        let nearer = |v: &[f64]| self.method(Quantity::ProjectedVelocity.name(), t, q, v);
        if self.plant.has_affine_constraints {
            return nearer(v);
        }
        let mut v = v.to_vec();
        for _ in 0..MOST_PROJECTIONS {
            let next = nearer(&v)?;
            let size = next.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
            let moved = next.iter().zip(&v).map(|(a, b)| (a - b).abs());
            let moved = moved.fold(0.0_f64, f64::max);
            v = next;
            if moved <= 4.0 * f64::EPSILON * size {
                return Some(v);
            }
        }
        None
    }

    /// Moves the configuration onto the position constraints at the start, by Newton's method.
    /// Returns it unchanged if there are none, and `None` if the iteration fails.
    pub fn project_positions(&self, q: &[f64], v: &[f64]) -> Option<Vec<f64>> {
        self.project_positions_at(self.start_time, q, v)
    }

    /// Does the same as [`project_positions`](Self::project_positions) at any time.
    pub(super) fn project_positions_at(&self, t: f64, q: &[f64], v: &[f64]) -> Option<Vec<f64>> {
        let names = self.plant.integrator.names();
        let mut q = q.to_vec();
        if names.positions.is_empty() {
            return Some(q);
        }
        let mut is_near = false;
        for _ in 0..MOST_PROJECTIONS {
            let mut correction = self.method(Quantity::PositionCorrection.name(), t, &q, v)?;
            // No position constraint contains a state of the scenario.
            correction[self.plant.states.clone()].fill(0.0);
            if correction.iter().any(|x| !x.is_finite()) {
                return None;
            }
            let size = q.iter().fold(1.0_f64, |size, x| size.max(x.abs()));
            let moved = correction.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            is_near = moved <= constraint_tolerance::<f64>() * size;
            // The entries of a group element differ in number from the components of its velocity.
            if correction.len() != q.len() {
                return is_near.then_some(q);
            }
            for (q, correction) in q.iter_mut().zip(&correction) {
                *q -= correction;
            }
            if moved <= 4.0 * f64::EPSILON * size {
                break;
            }
        }
        // Round-off of one coordinate may move another one by more than its own.
        is_near.then_some(q)
    }

    /// Returns the first state, at the start.
    pub fn start(&self, q: &[f64], v: &[f64]) -> Result<State, RunError> {
        let t = self.start_time;
        let sample = Sample {
            t,
            q: q.to_vec(),
            v: v.to_vec(),
            ..Sample::default()
        };
        let mut controls = Controls::new(&self.no_controls);
        controls.history = self.first_history(t, &sample)?.map(Box::new);
        self.hold(Clock::new(t), Some(&sample), &mut controls)?;
        let seen = self.plant.has_feedback.then_some(&sample);
        let read = |t: f64, u: &mut [f64]| self.read_controls(t, seen, &mut controls, u);
        let lambda = &self.multipliers;
        let integrated = self.integrator.start(t, q, v, lambda, read)?;
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
        // Controls that never change are copied once; before they are known, the time is NaN.
        if !(self.keeps_controls() && next.controls.t == state.controls.t) {
            next.controls.clone_from(&state.controls);
        }
        let controls = &mut next.controls;
        self.begin_step(state.integrated.clock, sample, controls)?;
        let read = |t: f64, u: &mut [f64]| self.read_controls(t, sample, controls, u);
        let stepped = self
            .integrator
            .step_into(&state.integrated, read, &mut next.integrated);
        stepped.map_err(|error| self.plant.failure(error))
    }

    /// Prepares the controls for the step from a state with this clock.
    #[inline(always)]
    pub(super) fn begin_step(
        &self,
        clock: Clock<f64>,
        sample: Option<&Sample>,
        controls: &mut Controls,
    ) -> Result<(), RunError> {
        controls.steps = self.steps_before + clock.steps;
        if controls.history.is_some() {
            self.remember(clock, sample, controls)?;
        }
        if self.steps_held.is_some() && self.plant.integrator.reads_controls() {
            self.hold(clock, sample, controls)?;
        }
        Ok(())
    }

    /// Returns the next state and its derivatives with respect to the entries of the state, column
    /// by column, if the integrator provides them.
    pub(super) fn step_jacobian(
        &self,
        state: &State,
    ) -> Result<Option<nhi_machine::StepJacobian>, RunError> {
        let sample = self.sample_for_controls(state)?;
        let mut controls = state.controls.clone();
        controls.steps = state.integrated.clock.steps;
        if self.plant.integrator.reads_controls() {
            self.hold(state.integrated.clock, sample.as_ref(), &mut controls)?;
        }
        let read = |t: f64, u: &mut [f64]| self.read_controls(t, sample.as_ref(), &mut controls, u);
        let jacobian = self.integrator.step_jacobian(&state.integrated, read);
        Ok(jacobian.transpose()?)
    }

    /// Adds the values of a node to the history; those of the first node are there from the start.
    fn remember(
        &self,
        clock: Clock<f64>,
        sample: Option<&Sample>,
        controls: &mut Controls,
    ) -> Result<(), RunError> {
        let Some(history) = controls.history.as_deref().filter(|_| clock.steps > 0) else {
            return Ok(());
        };
        let h = self.step_size();
        let t = clock.time(h);
        // A jump at a node counts there for controls that are computed there and held.
        let t = match self.steps_held {
            Some(_) => time_of_period(clock.origin, t, h, clock.steps),
            None => t,
        };
        let values = self.delayed_values(t, sample, history)?;
        if let Some(history) = &mut controls.history {
            history.push(&values);
        }
        Ok(())
    }

    /// Returns true if the controls of a step, or the values that later ones look back at, depend
    /// on the state at its beginning.
    pub(super) fn controls_see_states(&self) -> bool {
        let is_read = self.plant.integrator.reads_controls() || !self.delays.is_empty();
        self.plant.has_feedback && is_read
    }

    fn sample_for_controls(&self, state: &State) -> Result<Option<Sample>, RunError> {
        let sample = self.controls_see_states().then(|| self.sample(state));
        sample.transpose()
    }

    /// Returns the time, configuration, velocities and multipliers of a state.
    pub fn sample(&self, state: &State) -> Result<Sample, RunError> {
        Ok(self.integrator.sample(&state.integrated)?)
    }

    /// Puts a run in a lane, from a state.
    pub(super) fn load(&self, state: &State, lanes: &mut Lanes, lane: usize) {
        lanes.load(lane, &self.integrator, &state.integrated);
    }

    /// Gives working memory up until the next call.
    pub(crate) fn rest(&self) {
        self.integrator.rest();
        self.methods.rest();
        self.control_functions.rest();
    }

    /// Returns the parameters.
    pub(crate) fn parameters(&self) -> &[f64] {
        &self.parameters
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

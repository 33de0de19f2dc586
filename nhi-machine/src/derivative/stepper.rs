//! Derivatives of starts, steps and samples.

use nhi_symbolic::{Moment, Substep};

use super::trace::Obstacle;
use super::{Derivative, DerivativeError, Input, Recorder, slots_of};
use crate::code::Slot;
use crate::machine::Call;
use crate::start::{Initial, Residual};
use crate::state::{Sample, State};
use crate::stepper::{MachineStepper, named};
use crate::workspace::Workspace;

/// The inputs that every function of a stepper has, in their own slots.
struct Common {
    step_size: Slot,
    time: Slot,
}

/// The inputs of a step in their own slots.
struct OfStep {
    state: Vec<Slot>,
    controls: Vec<Vec<Slot>>,
    common: Common,
}

impl MachineStepper {
    /// Returns the result of [`start`](Self::start) with its derivative. The inputs are
    /// configuration, velocity, multipliers, controls at the initial time, parameters, step size
    /// and time. The results are the entries of the state.
    ///
    /// The derivative is that of the function of all entries of `q` and `v`, although `start`
    /// accepts only admissible ones.
    ///
    /// # Errors
    /// The errors of [`start`](Self::start), and a [`DerivativeError`].
    ///
    /// # Panics
    /// Panics under the same conditions as [`start`](Self::start).
    pub fn start_derivative<E>(
        &self,
        t: f64,
        q: &[f64],
        v: &[f64],
        lambda: &[f64],
        controls: impl FnMut(f64, &mut [f64]) -> Result<(), E>,
    ) -> Result<(State, Derivative), DerivativeError<E>> {
        let initial = Initial { t, q, v, lambda };
        self.recording(|work, mut recorder| {
            let state = self.start_in(initial, controls, work)?;
            let (inputs, call) = (&self.plan.inputs, &self.plan.start);
            recorder.input_at(Input::Configuration, &inputs.configuration);
            recorder.input_at(Input::Velocity, &inputs.velocity);
            recorder.input_at(Input::Multipliers, &inputs.multipliers);
            let moments = match call.reads_controls {
                true => vec![Moment::Beginning],
                false => Vec::new(),
            };
            for node in 0..moments.len() {
                recorder.input_at(Input::Controls(node), &slots_of(&inputs.controls));
            }
            self.record_once(call, t, work, &mut recorder)?;
            Ok((state, recorder.finish(call.code.outputs.clone(), moments)))
        })
    }

    /// Returns the residuals of [`admission`](Self::admission) with their derivative. The inputs
    /// are configuration, velocity, parameters, step size and time.
    ///
    /// # Errors
    /// [`DerivativeError`].
    ///
    /// # Panics
    /// Panics under the same conditions as [`admission`](Self::admission).
    pub fn admission_derivative(
        &self,
        t: f64,
        q: &[f64],
        v: &[f64],
    ) -> Result<(Vec<Residual<'_>>, Derivative), DerivativeError> {
        let initial = Initial {
            t,
            q,
            v,
            lambda: &[],
        };
        self.recording(|work, mut recorder| {
            self.set_initial(initial, work);
            let (inputs, call) = (&self.plan.inputs, &self.plan.admission);
            let outcome = call.code.run(work, self.settings());
            outcome.map_err(|kind| named(t, kind))?;
            let residuals = self.residuals(work);
            recorder.input_at(Input::Configuration, &inputs.configuration);
            recorder.input_at(Input::Velocity, &inputs.velocity);
            self.record_once(call, t, work, &mut recorder)?;
            let results = call.code.outputs[..residuals.len()].to_vec();
            Ok((residuals, recorder.finish(results, Vec::new())))
        })
    }

    /// Returns the result of [`step`](Self::step) with its derivative. The inputs are the entries
    /// of the state, the controls at each [moment](Derivative::moments) at which the step reads
    /// them, parameters, step size and time. The results are the entries of the next state.
    ///
    /// The number of a state's step is fixed: `t_n = t_0 + n h` has the derivative `n` with respect
    /// to `h`, which is not in the column of the step size.
    ///
    /// # Errors
    /// The errors of [`step`](Self::step), and a [`DerivativeError`].
    ///
    /// # Panics
    /// Panics if the state does not belong to this machine.
    pub fn step_derivative<E>(
        &self,
        state: &State,
        controls: impl FnMut(f64, &mut [f64]) -> Result<(), E>,
    ) -> Result<(State, Derivative), DerivativeError<E>> {
        self.recording(|work, mut recorder| {
            let (plan, call) = (&self.plan, &self.plan.step);
            let moments = self.moments_read();
            let of_step = OfStep {
                state: recorder.input(Input::State, state.entries.len()),
                controls: (0..moments.len())
                    .map(|i| recorder.input(Input::Controls(i), plan.names.controls.len()))
                    .collect(),
                common: self.common_inputs(&mut recorder),
            };
            let (entries, results) = (slots_of(&plan.inputs.state), &call.code.outputs);
            let between = recorder.trace.add_slots(entries.len());
            let trace = &mut recorder.trace;
            trace.copies(&of_step.state, &entries);
            let mut recorded = Ok(());
            let mut record = |size: f64, begin: f64, nodes: &[Moment], work: &mut Workspace| {
                self.record_prepare(size, begin, &of_step.common, work, trace);
                for &node in &call.nodes {
                    let place = moments
                        .iter()
                        .position(|known| is_same(*known, nodes[node]));
                    let controls = &of_step.controls[place.expect("a moment of the step")];
                    trace.copies(controls, &slots_of(&plan.inputs.nodes[node]));
                }
                trace.function(&call.code, work)?;
                // The next state may contain entries of the old one in other places.
                trace.copies(results, &between);
                trace.copies(&between, &entries);
                Ok(())
            };
            let time = self.time(state);
            self.advance(call, state, controls, work, |substep: &Substep, work| {
                if recorded.is_ok() {
                    recorded = record(substep.size, substep.begin, &substep.nodes, work);
                }
            })?;
            let mut next = State::new(state.clock.next(), call.code.outputs(work).collect());
            next.report = work.report.unwrap_or_default();
            if plan.substeps.is_empty() {
                recorded = record(1.0, 0.0, &plan.moments, work);
            }
            recorded.map_err(|obstacle| self.failure(obstacle, time))?;
            Ok((next, recorder.finish(entries, moments)))
        })
    }

    /// Returns the result of [`sample`](Self::sample) with its derivative. The inputs are the
    /// entries of the state, parameters, step size and time. The results are configuration,
    /// velocity and multipliers.
    ///
    /// # Errors
    /// The errors of [`sample`](Self::sample), and a [`DerivativeError`].
    ///
    /// # Panics
    /// Panics if the state does not belong to this machine.
    pub fn sample_derivative(
        &self,
        state: &State,
    ) -> Result<(Sample, Derivative), DerivativeError> {
        self.recording(|work, mut recorder| {
            let mut sample = Sample::default();
            self.sample_in(state, &mut sample, work)?;
            let (inputs, call) = (&self.plan.inputs, &self.plan.sample);
            let entries = slots_of(&inputs.state);
            recorder.input_at(Input::State, &entries);
            self.record_once(call, sample.t, work, &mut recorder)?;
            let mut results = entries[self.plan.configuration.clone()].to_vec();
            results.extend_from_slice(&call.code.outputs);
            Ok((sample, recorder.finish(results, Vec::new())))
        })
    }

    /// Lends a workspace for a recording, and restores its prepared values afterwards.
    fn recording<R>(&self, record: impl FnOnce(&mut Workspace, Recorder) -> R) -> R {
        self.with_workspace(|work| {
            let prepared = self.prepared_slots();
            let result = record(work, Recorder::new(prepared.len()));
            work.slots[..prepared.len()].copy_from_slice(prepared);
            result
        })
    }

    /// Adds the inputs that every function has.
    fn common_inputs(&self, recorder: &mut Recorder) -> Common {
        recorder.input_at(Input::Parameters, &self.plan.inputs.parameters);
        let mut one = |input| recorder.input(input, 1)[0];
        Common {
            step_size: one(Input::StepSize),
            time: one(Input::Time),
        }
    }

    /// Records the remaining inputs and a function of a whole step that has just been computed at a
    /// time.
    fn record_once<E>(
        &self,
        call: &Call,
        time: f64,
        work: &mut Workspace,
        recorder: &mut Recorder,
    ) -> Result<(), DerivativeError<E>> {
        let common = self.common_inputs(recorder);
        self.record_prepare(1.0, 0.0, &common, work, &mut recorder.trace);
        let recorded = recorder.trace.function(&call.code, work);
        recorded.map_err(|obstacle| self.failure(obstacle, time))
    }

    /// Records the prepared values of a substep of the given size and beginning, as fractions of
    /// the step size, and its time.
    fn record_prepare(
        &self,
        size: f64,
        begin: f64,
        common: &Common,
        work: &mut Workspace,
        trace: &mut super::Trace,
    ) {
        let (inputs, h) = (&self.plan.inputs, common.step_size);
        work.slots[inputs.step_size as usize] = size * self.step_size();
        trace.sum(inputs.step_size, [h, h], [size, 0.0]);
        trace.sum(inputs.time, [common.time, h], [1.0, begin]);
        trace.straight(&self.plan.prepare.code, &mut work.slots);
    }

    /// Returns the moments at which a step reads controls, in ascending order, each once.
    fn moments_read(&self) -> Vec<Moment> {
        let plan = &self.plan;
        let of_step = core::iter::once(&plan.moments);
        let of_step = of_step.filter(|_| plan.substeps.is_empty());
        let of_substeps = plan.substeps.iter().map(|substep| &substep.nodes);
        let nodes = of_step.chain(of_substeps);
        let mut moments: Vec<_> = nodes
            .flat_map(|nodes| plan.step.nodes.iter().map(|&node| nodes[node]))
            .collect();
        moments.sort_by(|a, b| a.fraction().total_cmp(&b.fraction()));
        moments.dedup_by(|a, b| is_same(*a, *b));
        moments
    }

    fn failure<E>(&self, obstacle: Obstacle, time: f64) -> DerivativeError<E> {
        match obstacle {
            Obstacle::Equations(kind) => named(time, kind).into(),
            Obstacle::OwnStepSize => DerivativeError::OwnStepSize {
                integrator: self.plan.written.clone(),
            },
        }
    }
}

/// Returns true if controls are read at the same time.
fn is_same(a: Moment, b: Moment) -> bool {
    a.fraction() == b.fraction()
}

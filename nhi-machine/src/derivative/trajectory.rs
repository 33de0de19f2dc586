//! The gradient of a function of a whole trajectory, in reverse mode with checkpoints.

use super::{Derivative, DerivativeError, Input};
use crate::error::Error;
use crate::start::Initial;
use crate::state::{Sample, State};
use crate::stepper::{MachineStepper, moment_time};

/// The derivatives of a cost with respect to the entries of a sample.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weights {
    /// With respect to the configuration.
    pub q: Vec<f64>,
    /// With respect to the velocity.
    pub v: Vec<f64>,
    /// With respect to the multipliers.
    pub lambda: Vec<f64>,
}

/// The gradient of a cost of a trajectory with respect to all that determines it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gradient {
    /// With respect to the entries of the initial configuration.
    pub q: Vec<f64>,
    /// With respect to the initial velocity.
    pub v: Vec<f64>,
    /// With respect to the initial multipliers.
    pub lambda: Vec<f64>,
    /// With respect to the controls: the times at which they were read, in the order of the motion,
    /// and the derivatives there. Neighbouring steps can have the same time twice.
    pub controls: Vec<(f64, Vec<f64>)>,
    /// With respect to the parameters.
    pub parameters: Vec<f64>,
    /// With respect to the step size, of all steps together, at fixed controls.
    pub step_size: f64,
    /// With respect to the initial time, at fixed controls.
    pub time: f64,
}

/// The cotangent of the cost while it moves backwards through a trajectory.
struct Backward<'s> {
    stepper: &'s MachineStepper,
    /// With respect to the entries of the state.
    state: Vec<f64>,
    gradient: Gradient,
}

impl MachineStepper {
    /// Returns the gradient of a cost, a sum of functions of the samples at the nodes `0..=steps`
    /// of the trajectory from initial values.
    ///
    /// `weigh(node, sample, weights)` writes the derivatives of the cost with respect to the
    /// sample, in lists that are zero beforehand. It is called once for each node, from the last to
    /// the first. `controls(step, t, u)` writes the controls of a step, numbered from zero. Those
    /// of the end of a step may differ from those of the beginning of the next one. The start reads
    /// those of the first. They are called several times for the same time, and must return the
    /// same values. A model without controls asks for an empty list before most steps, so that an
    /// error can end the work.
    ///
    /// States are kept at about `sqrt(steps)` nodes, and computed again between them, so that the
    /// gradient needs little memory. Its time does not depend on the number of inputs. (Griewank,
    /// Walther: Evaluating Derivatives, 2nd ed., SIAM 2008, section 12.2, with one level.)
    ///
    /// # Errors
    /// The errors of [`start`](Self::start), [`step`](Self::step) and [`sample`](Self::sample), and
    /// a [`DerivativeError`].
    ///
    /// # Panics
    /// Panics under the same conditions as [`start`](Self::start), or if `weigh` changes the length
    /// of a list.
    #[allow(
        clippy::too_many_arguments,
        reason = "those of `start`, the length and the cost"
    )]
    pub fn gradient<E>(
        &self,
        t: f64,
        q: &[f64],
        v: &[f64],
        lambda: &[f64],
        steps: usize,
        mut controls: impl FnMut(usize, f64, &mut [f64]) -> Result<(), E>,
        mut weigh: impl FnMut(usize, &Sample, &mut Weights),
    ) -> Result<Gradient, DerivativeError<E>> {
        let initial = Initial { t, q, v, lambda };
        let apart = steps.isqrt().max(1);
        let mut kept = vec![self.start(t, q, v, lambda, |t, u| controls(0, t, u))?];
        let mut state = kept[0].clone();
        for step in 1..=steps {
            self.ask_without_controls(step - 1, &mut controls)?;
            state = self.step(&state, |t, u| controls(step - 1, t, u))?;
            if step.is_multiple_of(apart) {
                kept.push(state.clone());
            }
        }
        let mut backward = Backward {
            stepper: self,
            state: vec![0.0; state.entries.len()],
            gradient: self.no_gradient(),
        };
        backward.node(steps, &state, &mut weigh)?;
        for (number, kept) in kept.iter().enumerate().rev() {
            let first = number * apart;
            let between = steps.min(first + apart).saturating_sub(first);
            let mut states = vec![kept.clone()];
            while states.len() < between {
                let last = states.last().expect("the first state is there");
                let step = first + states.len() - 1;
                states.push(self.step(last, |t, u| controls(step, t, u))?);
            }
            states.truncate(between);
            for (place, state) in states.iter().enumerate().rev() {
                let step = first + place;
                self.ask_without_controls(step, &mut controls)?;
                backward.step(state, |t, u| controls(step, t, u))?;
                backward.node(step, state, &mut weigh)?;
            }
        }
        backward.start(initial, |t, u| controls(0, t, u))?;
        let mut gradient = backward.gradient;
        gradient.controls.reverse();
        Ok(gradient)
    }

    fn ask_without_controls<E>(
        &self,
        step: usize,
        controls: &mut impl FnMut(usize, f64, &mut [f64]) -> Result<(), E>,
    ) -> Result<(), Error<E>> {
        match self.plan.names.controls.is_empty() {
            true => controls(step, 0.0, &mut []).map_err(Error::Controls),
            false => Ok(()),
        }
    }

    fn no_gradient(&self) -> Gradient {
        let names = &self.plan.names;
        Gradient {
            parameters: vec![0.0; names.parameters.len()],
            ..Gradient::default()
        }
    }
}

impl Backward<'_> {
    /// Adds the cost at a node.
    fn node<E>(
        &mut self,
        node: usize,
        state: &State,
        weigh: &mut impl FnMut(usize, &Sample, &mut Weights),
    ) -> Result<(), DerivativeError<E>> {
        let sampled = self.stepper.sample_derivative(state);
        let (sample, derivative) = sampled.map_err(of_any)?;
        let zeros = |list: &[f64]| vec![0.0; list.len()];
        let mut weights = Weights {
            q: zeros(&sample.q),
            v: zeros(&sample.v),
            lambda: zeros(&sample.lambda),
        };
        weigh(node, &sample, &mut weights);
        let weights = [weights.q, weights.v, weights.lambda].concat();
        let product = derivative.vjp(&weights)?;
        let of_state = &product[derivative.range(Input::State)];
        add(&mut self.state, of_state);
        self.add_common(&derivative, &product, state.clock.steps);
        Ok(())
    }

    /// Moves from the end of a step to its beginning.
    fn step<E>(
        &mut self,
        state: &State,
        controls: impl FnMut(f64, &mut [f64]) -> Result<(), E>,
    ) -> Result<(), DerivativeError<E>> {
        let stepper = self.stepper;
        let (_, derivative) = stepper.step_derivative(state, controls)?;
        let product = derivative.vjp(&self.state)?;
        self.state = product[derivative.range(Input::State)].to_vec();
        let (h, begin) = (stepper.step_size(), stepper.time(state));
        let time = |moment| moment_time(moment, state.clock, h, begin);
        let times = derivative.moments().iter().map(|&moment| time(moment));
        self.add_controls(&derivative, &product, times);
        self.add_common(&derivative, &product, state.clock.steps);
        Ok(())
    }

    /// Moves from the first state to the initial values.
    fn start<E>(
        &mut self,
        initial: Initial<'_>,
        controls: impl FnMut(f64, &mut [f64]) -> Result<(), E>,
    ) -> Result<(), DerivativeError<E>> {
        let Initial { t, q, v, lambda } = initial;
        let started = self.stepper.start_derivative(t, q, v, lambda, controls);
        let (_, derivative) = started?;
        let product = derivative.vjp(&self.state)?;
        let of = |input| product[derivative.range(input)].to_vec();
        self.gradient.q = of(Input::Configuration);
        self.gradient.v = of(Input::Velocity);
        self.gradient.lambda = of(Input::Multipliers);
        self.add_controls(&derivative, &product, core::iter::once(t));
        self.add_common(&derivative, &product, 0);
        Ok(())
    }

    /// Adds the parts that belong to controls, from the last time to the first.
    fn add_controls(
        &mut self,
        derivative: &Derivative,
        product: &[f64],
        times: impl Iterator<Item = f64>,
    ) {
        let nodes = (0..derivative.moments().len()).zip(times);
        let of_node = |(node, time)| {
            let range = derivative.range(Input::Controls(node));
            (time, product[range].to_vec())
        };
        let mut controls: Vec<_> = nodes.map(of_node).collect();
        controls.reverse();
        self.gradient.controls.extend(controls);
    }

    /// Adds the parts that every function has, at the time `t_0 + steps h`.
    fn add_common(&mut self, derivative: &Derivative, product: &[f64], steps: u64) {
        let gradient = &mut self.gradient;
        let of = |input| &product[derivative.range(input)];
        add(&mut gradient.parameters, of(Input::Parameters));
        let by_time = of(Input::Time)[0];
        gradient.time += by_time;
        gradient.step_size += of(Input::StepSize)[0] + steps as f64 * by_time;
    }
}

fn add(sum: &mut [f64], terms: &[f64]) {
    for (sum, term) in sum.iter_mut().zip(terms) {
        *sum += term;
    }
}

/// Returns the error of a computation without controls as that of one with them.
fn of_any<E>(error: DerivativeError) -> DerivativeError<E> {
    use crate::error::Error;
    match error {
        DerivativeError::Failed(Error::Step(error)) => error.into(),
        DerivativeError::Failed(Error::Controls(never)) => match never {},
        DerivativeError::OwnStepSize { integrator } => DerivativeError::OwnStepSize { integrator },
        DerivativeError::NotFinite => DerivativeError::NotFinite,
    }
}

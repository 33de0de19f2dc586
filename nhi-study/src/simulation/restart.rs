//! Runs that go on from a sample: for a part of a step, in another phase, or with steps of another
//! length.

use nalgebra::DMatrix;
use nhi_machine::{Residual, Sample};
use nhi_runtime::Clock;
use nhi_runtime::plumbing::constraint_tolerance;
use nhi_symbolic::StartCheck;

use super::error::RunError;
use super::simulator::{MOST_PROJECTIONS, Simulator};
use super::state::{Controls, State};

impl<'a> Simulator<'a> {
    /// Performs a step of another length from the state with the sample `began`, for which the
    /// integrator `kept` these numbers. It reads the controls of the step of this simulator that
    /// led from there to the state `end`.
    ///
    /// A method with its own step size goes on from what it kept, which does not depend on the
    /// length: its dense output is evaluated at another time.
    pub(crate) fn short_step(
        &self,
        h: f64,
        (began, kept): (&Sample, &[f64]),
        end: &State,
    ) -> Result<(Self, State), RunError> {
        let short = self.resized(h, began.t)?.within_step(began.t, end);
        let state = match self.plant.stepper.tolerance().is_some() {
            true => State::new(
                nhi_machine::State::new(Clock::new(began.t), kept.to_vec()),
                short.controls_within_step(end),
            ),
            false => short.begin(began, short.controls_within_step(end))?,
        };
        let state = short.step(&state)?;
        Ok((short, state))
    }

    /// Returns the simulator of the same plant for steps of another length.
    pub(super) fn resized(&self, h: f64, t: f64) -> Result<Self, RunError> {
        let made = self.plant.simulator(&self.parameters, h);
        let made = made.map_err(|reason| RunError {
            time: t,
            reason: format!("a step of {h:?} to locate an event failed: {reason}"),
        })?;
        Ok(self.alike(made))
    }

    /// Returns a simulator with the tolerance, multipliers, program, noise and phase of this one.
    pub(super) fn alike<'p>(&self, other: Simulator<'p>) -> Simulator<'p>
    where
        'a: 'p,
    {
        let mut other = match self.tolerance_divisor == 1.0 {
            true => other,
            false => other.with_tolerance_divided(self.tolerance_divisor),
        };
        other.multipliers.clone_from(&self.multipliers);
        other.phase = other.phase.or(self.phase);
        other.program.clone_from(&self.program);
        other.noise.clone_from(&self.noise);
        if self.fixed_controls.is_some() {
            other.fixed_controls.clone_from(&self.fixed_controls);
            other.steps_held = None;
        }
        other
    }

    /// Returns a simulator for a part of the step that led to the state `end`, from the time `t`
    /// on. It reads the controls of that step.
    pub(super) fn within_step(mut self, t: f64, end: &State) -> Self {
        if self.steps_held.take().is_some() {
            self.fixed_controls = Some(end.controls.held.clone());
        }
        self.steps_before = end.controls.steps;
        self.start_time = t;
        self
    }

    /// Returns the controls to begin a part of the step that led to the state `end` with.
    pub(super) fn controls_within_step(&self, end: &State) -> Controls {
        let mut controls = end.controls.clone();
        controls.t = f64::NAN;
        controls
    }

    /// Returns the first state of a part of a run, from a sample.
    pub(super) fn begin(&self, began: &Sample, mut controls: Controls) -> Result<State, RunError> {
        let seen = self.plant.has_feedback.then_some(began);
        let read = |t: f64, u: &mut [f64]| self.read_controls(t, seen, &mut controls, u);
        let lambda = match self.plant.stepper.has_initial_multipliers {
            true => &began.lambda,
            false => &self.multipliers,
        };
        let t = began.t;
        // Samples of some integrators are near rotations and constraints, and starts must be on them.
        let q = self.on_rotations(&began.q);
        let (q, v) = match self.has_phases() {
            true => self.project_in_phase(t, &q, &began.v),
            false => self.project_near(t, &q, &began.v),
        };
        let v = self.with_rates_of_states(t, &q, &v);
        let integrated = self.integrator.start(t, &q, &v, lambda, read)?;
        Ok(State::new(integrated, controls))
    }

    /// Returns a configuration and a velocity on the constraints. The configuration changes only if
    /// it is off the position constraints.
    fn project_near(&self, t: f64, q: &[f64], v: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let positions = self.admission(t, q, v);
        let moved = match positions.iter().all(Residual::is_accepted) {
            true => None,
            false => self.project_positions_at(t, q, v),
        };
        let q = moved.unwrap_or_else(|| q.to_vec());
        let projected = self.project_at(t, &q, v);
        (q, projected.unwrap_or_else(|| v.to_vec()))
    }

    /// Returns a configuration whose rotations are orthogonal, by Newton's method for the polar
    /// factor: `R (3 Id - R^T R) / 2`. It changes only if it is off by more than a start may be.
    fn on_rotations(&self, q: &[f64]) -> Vec<f64> {
        let mut q = q.to_vec();
        for check in &self.plant.stepper.checks {
            let StartCheck::Rotation { rows, .. } = check else {
                continue;
            };
            let n = rows.len();
            let mut rotation = DMatrix::from_fn(n, n, |i, j| q[rows[i][j]]);
            let off = |r: &DMatrix<f64>| (r.tr_mul(r) - DMatrix::identity(n, n)).amax();
            if off(&rotation) <= constraint_tolerance::<f64>() {
                continue;
            }
            for _ in 0..MOST_PROJECTIONS {
                let square = rotation.tr_mul(&rotation);
                rotation = &rotation * (DMatrix::identity(n, n) * 3.0 - square) * 0.5;
                if off(&rotation) <= 4.0 * f64::EPSILON {
                    break;
                }
            }
            for (i, row) in rows.iter().enumerate() {
                row.iter()
                    .enumerate()
                    .for_each(|(j, &place)| q[place] = rotation[(i, j)]);
            }
        }
        q
    }
}

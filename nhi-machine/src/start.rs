//! The first state, and the checks before it.

use nhi_runtime::plumbing::{
    constraint_tolerance, not_a_rotation, off_constraint, relative_residual,
};
use nhi_runtime::{Clock, NewtonReport, StepErrorKind};
use nhi_symbolic::{Place, StartCheck};

use crate::error::{Error, StepError};
use crate::state::State;
use crate::stepper::{MachineStepper, is_sound, named, unsound};
use crate::workspace::{Workspace, scatter};

/// The residual of a constraint for initial values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Residual<'m> {
    /// The name of the constraint; a position constraint `c` has a second one, `rate of c`.
    pub name: &'m str,
    /// The residual.
    pub residual: f64,
    /// The value that it is compared with.
    pub scale: f64,
}

/// The initial values of a motion.
#[derive(Clone, Copy)]
pub(crate) struct Initial<'a> {
    pub(crate) t: f64,
    pub(crate) q: &'a [f64],
    pub(crate) v: &'a [f64],
    pub(crate) lambda: &'a [f64],
}

impl Residual<'_> {
    /// Returns the absolute residual relative to its scale.
    #[must_use]
    pub fn relative(&self) -> f64 {
        relative_residual(self.residual, self.scale)
    }

    /// Returns true if `start` accepts the residual, because it is zero or round-off.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        self.relative() <= constraint_tolerance::<f64>()
    }
}

impl MachineStepper {
    /// Returns the state at time `t` with configuration `q` and velocity `v`.
    ///
    /// Vakonomic motions also start from multipliers `lambda`, one per constraint; if there are
    /// none, they are zero. `controls` are those of [`step`](Self::step).
    ///
    /// # Errors
    /// Fails if a number is not finite, a group element is invalid, initial values violate a
    /// constraint, the first equations cannot be solved, or the controls cannot be determined.
    ///
    /// # Panics
    /// Panics if the length of a slice differs from the number that the model requires.
    pub fn start<E>(
        &self,
        t: f64,
        q: &[f64],
        v: &[f64],
        lambda: &[f64],
        controls: impl FnMut(f64, &mut [f64]) -> Result<(), E>,
    ) -> Result<State, Error<E>> {
        let initial = Initial { t, q, v, lambda };
        self.with_workspace(|work| self.start_in(initial, controls, work))
    }

    /// Computes the first state in a workspace.
    pub(crate) fn start_in<E>(
        &self,
        initial: Initial<'_>,
        mut controls: impl FnMut(f64, &mut [f64]) -> Result<(), E>,
        work: &mut Workspace,
    ) -> Result<State, Error<E>> {
        self.set_initial(initial, work);
        for check in &self.plan.checks {
            self.check(check, initial, work)?;
        }
        let (call, t) = (&self.plan.start, initial.t);
        if call.reads_controls {
            let slots = &mut work.slots[self.plan.inputs.controls.clone()];
            controls(t, slots).map_err(Error::Controls)?;
        }
        let outcome = call.code.run(work, self.settings());
        outcome.map_err(|kind| named(t, kind))?;
        if !is_sound(call, &work.slots, |&number| number) {
            let controls = match call.reads_controls {
                true => &work.slots[self.plan.inputs.controls.clone()],
                false => &[],
            };
            return Err(unsound(call, |slot| work.get(slot), t, controls).into());
        }
        Ok(State {
            clock: Clock::new(t),
            entries: call.code.outputs(work).collect(),
            report: NewtonReport::default(),
        })
    }

    /// Returns the residuals of initial values at time `t` in all constraints that they must
    /// satisfy.
    ///
    /// # Panics
    /// Panics under the same conditions as [`start`](Self::start).
    #[must_use]
    pub fn admission(&self, t: f64, q: &[f64], v: &[f64]) -> Vec<Residual<'_>> {
        let initial = Initial {
            t,
            q,
            v,
            lambda: &[],
        };
        self.with_workspace(|work| {
            self.set_initial(initial, work);
            let outcome = self.plan.admission.code.run(work, self.settings());
            outcome.expect("the residuals of constraints are straight-line code");
            self.residuals(work)
        })
    }

    /// Writes initial values to the inputs.
    pub(crate) fn set_initial(&self, initial: Initial<'_>, work: &mut Workspace) {
        let inputs = &self.plan.inputs;
        let Initial { t, q, v, lambda } = initial;
        assert_eq!(
            q.len(),
            inputs.configuration.len(),
            "a number for each entry of `q`"
        );
        assert_eq!(v.len(), inputs.velocity.len(), "a number for each velocity");
        assert!(
            [0, inputs.multipliers.len()].contains(&lambda.len()) || inputs.multipliers.is_empty(),
            "a number for each multiplier, or none"
        );
        work.slots[inputs.time as usize] = t;
        scatter(&mut work.slots, &inputs.configuration, q);
        scatter(&mut work.slots, &inputs.velocity, v);
        for (i, &slot) in inputs.multipliers.iter().enumerate() {
            work.slots[slot as usize] = lambda.get(i).copied().unwrap_or_default();
        }
    }

    fn check(
        &self,
        check: &StartCheck,
        initial: Initial<'_>,
        work: &mut Workspace,
    ) -> Result<(), StepError> {
        let t = initial.t;
        match check {
            StartCheck::FiniteInput(places) => {
                let sum: f64 = places.iter().map(|&place| given(initial, place)).sum();
                if sum.is_finite() {
                    Ok(())
                } else {
                    Err(StepError::new(t, StepErrorKind::NonFiniteInput))
                }
            }
            StartCheck::Rotation { element, rows } => rotation(t, element, rows, initial.q),
            StartCheck::Constraints => {
                let outcome = self.plan.admission.code.run(work, self.settings());
                outcome.map_err(|kind| named(t, kind))?;
                let residuals = self.residuals(work).into_iter();
                let residuals: Vec<_> = residuals.map(|x| (x.name, x.residual, x.scale)).collect();
                off_constraint(t, &residuals).map_err(|error| error.map_name(str::to_owned))
            }
        }
    }

    /// Returns the results of `admission`.
    pub(crate) fn residuals(&self, work: &Workspace) -> Vec<Residual<'_>> {
        let outputs: Vec<_> = self.plan.admission.code.outputs(work).collect();
        let (residuals, scales) = outputs.split_at(outputs.len() / 2);
        let names = self.plan.names.admission.iter();
        let values = residuals.iter().zip(scales);
        names
            .zip(values)
            .map(|(name, (&residual, &scale))| Residual {
                name,
                residual,
                scale,
            })
            .collect()
    }
}

/// Returns the number at a place of initial values.
fn given(initial: Initial<'_>, place: Place) -> f64 {
    match place {
        Place::Time => initial.t,
        Place::Configuration(i) => initial.q[i],
        Place::Velocity(i) => initial.v[i],
        Place::InitialMultiplier(i) => initial.lambda.get(i).copied().unwrap_or_default(),
        other => unreachable!("{other:?} is not an initial value"),
    }
}

/// Checks a rotation of the plane or of space.
fn rotation(t: f64, element: &str, rows: &[Vec<usize>], q: &[f64]) -> Result<(), StepError> {
    let checked = match rows.len() {
        2 => not_a_rotation(t, element, &square::<2>(rows, q)),
        3 => not_a_rotation(t, element, &square::<3>(rows, q)),
        n => unreachable!("rotations are of the plane or of space, not of {n} dimensions"),
    };
    checked.map_err(|error| error.map_name(str::to_owned))
}

fn square<const N: usize>(rows: &[Vec<usize>], q: &[f64]) -> [[f64; N]; N] {
    std::array::from_fn(|i| std::array::from_fn(|j| q[rows[i][j]]))
}

//! Lanes: many motions of one model, stepped together without a compiler.
//!
//! Each instruction of a program is executed for a block of lanes at once, so its dispatch is paid
//! once and its arithmetic is vectorised. A lane has its own parameters, step size, time and state,
//! and the bits that a [`MachineStepper`] gives it alone. Neighbours never matter.

use std::sync::Arc;

use nhi_runtime::{Clock, NewtonReport};

use crate::error::StepError;
use crate::machine::{Machine, Plan};
use crate::state::State;
use crate::stepper::MachineStepper;

mod block;
mod equations;
mod motions;
mod newton;
mod observer;
mod sine;
mod vector;
mod work;

pub use block::{Block, LANES};
use motions::Motions;
pub use observer::LaneObserver;

/// How lanes compute elementary functions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LaneMath {
    /// With the functions of single runs: each lane has their bits.
    #[default]
    Exact,
    /// Sines and cosines of angles up to 200 rad several at once, within two units in the last
    /// place or 2e-28, which is more only next to their zeros. The other functions are those of
    /// [`Exact`](Self::Exact).
    Fast,
}

/// Up to [`LANES`] motions of one model with one integrator.
///
/// ```
/// use nhi_machine::{LaneMath, Lanes, Machine, no_controls};
///
/// let source = "#[nonholonomic(
///     coordinates(x), lagrangian = 0.5 * m * x_dot.powi(2), integrators(Mla)
/// )]
/// struct Free { m: f64 }";
/// let compiled = &nhi_symbolic::compile_file(source.parse().unwrap()).unwrap()[0];
/// let machine = Machine::new(&compiled.steppers_as_data().next().unwrap());
/// let stepper = machine.stepper(&[2.0], 0.1).unwrap();
///
/// let mut lanes = Lanes::new(&machine, LaneMath::Exact);
/// for lane in 0..3 {
///     let start = stepper.start(0.0, &[1.0], &[lane as f64], &[], no_controls).unwrap();
///     lanes.load(lane, &stepper, &start);
/// }
/// lanes.step(|_, _| {});
/// let start = stepper.start(0.0, &[1.0], &[2.0], &[], no_controls).unwrap();
/// assert_eq!(lanes.state(2), stepper.step(&start, no_controls).unwrap());
/// ```
#[derive(Clone, Debug)]
pub struct Lanes {
    plan: Arc<Plan>,
    motions: Motions,
}

impl Lanes {
    /// Returns lanes for motions of a machine. None is in use before it is [loaded](Self::load).
    #[must_use]
    pub fn new(machine: &Machine, math: LaneMath) -> Self {
        let plan = Arc::clone(&machine.plan);
        let motions = Motions::new(&plan, math);
        Self { plan, motions }
    }

    /// Puts a motion in a lane: a stepper of the machine, and a state to go on from. All steppers
    /// have the same settings.
    ///
    /// # Panics
    /// Panics if there is no such lane, or if stepper and state belong to another machine.
    pub fn load(&mut self, lane: usize, stepper: &MachineStepper, state: &State) {
        assert!(
            Arc::ptr_eq(&self.plan, &stepper.plan),
            "a stepper of the same machine"
        );
        self.motions.load(&self.plan, lane, stepper, state);
    }

    /// Takes the motion out of a lane.
    ///
    /// # Panics
    /// Panics if there is no such lane.
    pub fn clear(&mut self, lane: usize) {
        self.motions.alive[lane] = false;
        self.motions.failures[lane] = None;
    }

    /// Performs a step in all lanes that [go on](Self::goes_on).
    ///
    /// `controls(t, u)` writes the controls of each lane at its time. It is called once for each
    /// moment of the step at which the integrator reads them. A lane that fails keeps its state and
    /// the [reason](Self::failure), and does not go on.
    pub fn step(&mut self, mut controls: impl FnMut(&Block, &mut [Block])) {
        self.motions.step(&self.plan, &mut controls);
    }

    /// Returns true if a lane has a motion that has not failed.
    ///
    /// # Panics
    /// Panics if there is no such lane.
    #[must_use]
    pub fn goes_on(&self, lane: usize) -> bool {
        self.motions.alive[lane]
    }

    /// Returns the reason for which the motion of a lane failed.
    ///
    /// # Panics
    /// Panics if there is no such lane.
    #[must_use]
    pub fn failure(&self, lane: usize) -> Option<&StepError> {
        self.motions.failures[lane].as_ref()
    }

    /// Returns the state of a lane: after a failure, the last one before it.
    ///
    /// # Panics
    /// Panics if there is no such lane.
    #[must_use]
    pub fn state(&self, lane: usize) -> State {
        State {
            clock: self.clock(lane),
            entries: self.entries().iter().map(|block| block[lane]).collect(),
            report: self.report(lane),
        }
    }

    /// Returns the report on the equations of the step that led to the state of a lane.
    #[must_use]
    pub fn report(&self, lane: usize) -> NewtonReport<f64> {
        self.motions.reports.get(lane)
    }

    /// Returns the times of the states.
    #[must_use]
    pub fn times(&self) -> Block {
        self.motions.times()
    }

    /// Returns the entries of the states, in the order of
    /// [`State::entries`](crate::State::entries).
    #[must_use]
    pub fn entries(&self) -> &[Block] {
        &self.motions.work.slots[self.plan.inputs.state.clone()]
    }

    /// Returns the clock of the state of a lane.
    #[must_use]
    pub fn clock(&self, lane: usize) -> Clock<f64> {
        Clock {
            origin: self.motions.origins[lane],
            steps: self.motions.steps[lane] as u64,
        }
    }
}

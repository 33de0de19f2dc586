//! A DLA step of the Chaplygin sleigh in coordinates of its contact point, written by hand and
//! generated. What is compared is one iteration of Newton's method.

use std::hint::black_box;

use nhi::NewtonSettings;

use super::TRAJECTORY;
use super::hand_contact_sleigh::HandContactSleigh;
use super::problem::sleigh_parameters;
use model::{ContactSleigh, ContactSleighDla, ContactSleighDlaState};

/// The step size, in s.
pub(crate) const STEP: f64 = 0.05;

/// Where the sleigh starts: `x`, `y` in m and `theta` in rad, then their velocities.
pub(crate) const CONTACT_START: ([f64; 3], [f64; 3]) = ([0.0, 0.5, 0.0], [1.5, 0.0, -1.0]);

mod model {
    #![allow(
        dead_code,
        unreachable_pub,
        reason = "the benchmarks use a part of what is generated"
    )]

    use nhi::nonholonomic;

    /// Chaplygin sleigh in coordinates of its contact point.
    #[nonholonomic(
        coordinates(x, y, theta),
        lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * (inertia + m * a.powi(2)) * theta_dot.powi(2)
            + m * a * theta_dot * (cos(theta) * y_dot - sin(theta) * x_dot),
        constraints(blade = sin(theta) * x_dot - cos(theta) * y_dot),
        integrators(Dla),
    )]
    #[derive(Clone, Copy, Debug)]
    pub struct ContactSleigh {
        /// Moment of inertia about the centre of mass [kg m^2]
        pub inertia: f64,
        /// Mass [kg]
        pub m: f64,
        /// Distance from the blade to the centre of mass [m]
        pub a: f64,
    }
}

/// An implicit step whose iteration ends at a tolerance.
pub(crate) trait Implicit {
    /// What the step maps.
    type State: Clone;
    /// With the parameters of the sleigh.
    fn with_tolerance(tolerance: f64) -> Self;
    /// The initial state.
    fn start(&self) -> Self::State;
    /// The state one step later.
    fn step(&self, state: &Self::State) -> Self::State;
    /// The number of iterations of the last step.
    fn iterations(state: &Self::State) -> u32;
    /// `q` and `p`.
    fn numbers(state: &Self::State) -> Vec<f64>;
}

/// A version by name.
#[derive(Clone, Copy)]
pub(crate) struct ImplicitEntry {
    /// Who wrote the step.
    pub(crate) version: &'static str,
    /// Makes so many steps to a tolerance and returns `q` and `p` after the last one, and the
    /// number of iterations of all of them.
    pub(crate) run: fn(u64, f64) -> (Vec<f64>, u64),
}

/// Both versions.
pub(crate) const IMPLICIT: [ImplicitEntry; 2] = [
    ImplicitEntry {
        version: "by hand",
        run: run::<HandContactSleigh>,
    },
    ImplicitEntry {
        version: "generated",
        run: run::<GeneratedContactSleigh>,
    },
];

#[inline(never)]
fn run<V: Implicit>(steps: u64, tolerance: f64) -> (Vec<f64>, u64) {
    let version = black_box(V::with_tolerance(tolerance));
    let start = black_box(version.start());
    let (mut state, mut iterations) = (start.clone(), 0);
    let mut left = steps;
    while left > 0 {
        let now = left.min(TRAJECTORY);
        state = start.clone();
        for _ in 0..now {
            state = version.step(&state);
            iterations += u64::from(V::iterations(&state));
        }
        left -= now;
    }
    (V::numbers(&state), iterations)
}

/// The generated step.
struct GeneratedContactSleigh(ContactSleighDla);

impl Implicit for GeneratedContactSleigh {
    type State = ContactSleighDlaState;

    fn with_tolerance(relative_tolerance: f64) -> Self {
        let [inertia, m, a] = sleigh_parameters();
        let sleigh = ContactSleigh { inertia, m, a };
        let stepper = sleigh.dla(STEP).expect("parameters and step are valid");
        Self(stepper.with_newton(NewtonSettings {
            relative_tolerance,
            ..NewtonSettings::default()
        }))
    }

    fn start(&self) -> ContactSleighDlaState {
        let (q, v) = CONTACT_START;
        let start = self.0.start(0.0, q.into(), v.into(), &());
        start.expect("the start is on the constraint")
    }

    #[inline]
    fn step(&self, state: &ContactSleighDlaState) -> ContactSleighDlaState {
        self.0.step(state, &()).expect("Newton's method converges")
    }

    fn iterations(state: &ContactSleighDlaState) -> u32 {
        state.report.iterations
    }

    fn numbers(state: &ContactSleighDlaState) -> Vec<f64> {
        let q: [f64; 3] = state.q.into();
        [q, state.p].concat()
    }
}

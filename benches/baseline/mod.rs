//! One GNI step of three systems: written by hand, generated, and of two written naively with nalgebra; and a DLA step of one.
//!
//! All versions make the same step from one node to the next, on the state `(t, q, w)` with `w` the
//! velocity behind the reflection (Kobilarov, Martín de Diego, Ferraro, equation 16, in velocities):
//! `v_half = w + (h/2) M^-1 F(q, u(t))`, `q' = q + h v_half`,
//! `v_in = v_half + (h/2) M^-1 F(q', u(t + h))`, `w' = (Id - 2 Q(q')) v_in`.

pub(crate) mod contact;
pub(crate) mod generated;
pub(crate) mod generated_ball;
pub(crate) mod generated_mla;
pub(crate) mod hand_ball;
pub(crate) mod hand_ball_dla;
pub(crate) mod hand_contact_sleigh;
pub(crate) mod hand_sleigh;
pub(crate) mod hand_snakeboard;
pub(crate) mod naive_sleigh;
pub(crate) mod naive_snakeboard;
pub(crate) mod problem;

use std::hint::black_box;

use generated::{GeneratedSleigh, GeneratedSnakeboard};
use generated_ball::{GeneratedBall, GeneratedBallDla};
use generated_mla::{SleighMla, SnakeboardMla};
use hand_ball::HandBall;
use hand_ball_dla::HandBallDla;
use hand_sleigh::HandSleigh;
use hand_snakeboard::HandSnakeboard;
use naive_sleigh::NaiveSleigh;
use naive_snakeboard::NaiveSnakeboard;

/// A step that can be started, repeated and read.
pub(crate) trait Version {
    /// What the step maps.
    type State: Clone;
    /// With the parameters of [`problem`] and its step size.
    fn new() -> Self;
    /// The initial state of [`problem`].
    fn start(&self) -> Self::State;
    /// The state one step later, under the controls of [`problem`].
    fn step(&self, state: &Self::State) -> Self::State;
    /// `q` and `w` in the order of the coordinates.
    fn numbers(state: &Self::State) -> Vec<f64>;
}

/// A version by name.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    /// The mechanical system.
    pub(crate) system: &'static str,
    /// Who wrote the step.
    pub(crate) version: &'static str,
    /// Makes so many steps and returns `q` and `w` after the last one.
    pub(crate) run: fn(u64) -> Vec<f64>,
}

/// The steps after which [`Entry::run`] starts anew, so that angles and velocities stay small
/// however many steps are made: the cost of sine and cosine depends on the size of the angle.
pub(crate) const TRAJECTORY: u64 = 200;

/// All versions, those of one system one after the other.
pub(crate) const ENTRIES: &[Entry] = &[
    entry::<HandSleigh>("sleigh", "by hand"),
    entry::<GeneratedSleigh>("sleigh", "generated"),
    entry::<NaiveSleigh>("sleigh", "naive"),
    entry::<HandSnakeboard>("snakeboard", "by hand"),
    entry::<GeneratedSnakeboard>("snakeboard", "generated"),
    entry::<NaiveSnakeboard>("snakeboard", "naive"),
    entry::<HandBall>("ball", "by hand"),
    entry::<GeneratedBall>("ball", "generated"),
];

/// A DLA step whose equations are linear: two by hand, five generated.
pub(crate) const DLA: [Entry; 2] = [
    entry::<HandBallDla>("ball", "by hand"),
    entry::<GeneratedBallDla>("ball", "generated"),
];

/// Implicit steps, solved down to round-off.
pub(crate) const MLA: [Entry; 2] = [
    entry::<SleighMla>("sleigh", "Mla"),
    entry::<SnakeboardMla>("snakeboard", "Mla"),
];

const fn entry<V: Version>(system: &'static str, version: &'static str) -> Entry {
    Entry {
        system,
        version,
        run: run::<V>,
    }
}

#[inline(never)]
fn run<V: Version>(steps: u64) -> Vec<f64> {
    let version = black_box(V::new());
    let start = black_box(version.start());
    let mut state = start.clone();
    let mut left = steps;
    while left > 0 {
        let now = left.min(TRAJECTORY);
        state = start.clone();
        for _ in 0..now {
            state = version.step(&state);
        }
        left -= now;
    }
    V::numbers(&state)
}

//! Motions from one configuration to another: boundary value problems of vakonomic systems, by
//! shooting.
//!
//! The unknowns are the initial momenta, which determine the initial velocity and multipliers. Each
//! coordinate that the target fixes contributes one equation. Each free coordinate contributes
//! another: the action is stationary among all ends only if the momentum of that coordinate
//! vanishes.

mod guesses;
mod least_squares;
mod of_scenario;
mod shooting;

use nalgebra::DVector;

use crate::simulation::{RunError, Simulator, State};

pub use of_scenario::{connect, prepare, write};

use guesses::{Guess, guesses};
use least_squares::minimise;
use shooting::Shooting;

/// The largest miss of the end that counts as an arrival, relative to the size of the motion.
const TOLERANCE: f64 = 1e-9;

/// The distance of the start from the origin in which the tolerance is well above rounding errors.
const ROUND_OFF_OF_START: f64 = 1e-5;

/// The largest miss of several segments that single shooting refines.
const CLOSE: f64 = 1e-6;

/// The maximum number of evaluations in a search from one guess.
const MOST_EVALUATIONS: usize = 2000;

/// The maximum number of guesses in a search.
const MOST_ATTEMPTS: usize = 25;

/// The boundary conditions of a motion.
#[derive(Clone, Debug)]
struct Boundary {
    /// The configuration at the start.
    pub q: Vec<f64>,
    /// The momenta from which the search starts.
    pub guess: Vec<f64>,
    /// The coordinates at the end; `None` for free coordinates.
    pub target: Vec<Option<f64>>,
    /// The number of steps.
    pub steps: u64,
    /// The duration of these steps.
    pub duration: f64,
    /// The number of motions to find before the one of least action is chosen.
    pub motions: usize,
    /// The sizes of the motion, in which misses are measured.
    pub sizes: Sizes,
}

/// The sizes of a motion: displacements of coordinates, and momenta. They are those of one distance
/// in the diagonal of the mass matrix, so that verdicts do not depend on units.
#[derive(Clone, Debug)]
struct Sizes {
    pub coordinates: Vec<f64>,
    pub momenta: Vec<f64>,
}

impl Sizes {
    /// Returns the sizes for masses of the coordinates, and for the distances that are known: the
    /// larger one of those to the target and along the first guess. A target may be the start up to
    /// rounding errors, so the distance is not below a small part of that of the start from the
    /// origin.
    fn new(masses: &[f64], [target, guess, q]: [&[f64]; 3], duration: f64) -> Self {
        let weights = masses.iter().map(|mass| mass.abs().sqrt());
        let weights: Vec<_> = weights.map(|x| if x > 0.0 { x } else { 1.0 }).collect();
        let length = |way: &[f64]| {
            let parts = way.iter().zip(&weights);
            parts
                .map(|(x, weight)| (x * weight).powi(2))
                .sum::<f64>()
                .sqrt()
        };
        let known = length(target).max(length(guess));
        let known = known.max(ROUND_OFF_OF_START * length(q));
        let distance = if known > 0.0 { known } else { 1.0 };
        Self {
            coordinates: weights.iter().map(|weight| distance / weight).collect(),
            momenta: weights
                .iter()
                .map(|weight| distance * weight / duration.abs())
                .collect(),
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Found {
    /// The first state of the motion, or of the best attempt.
    pub start: State,
    /// The largest miss at the end, relative to the size of the motion.
    pub miss: f64,
    /// The action of the motion, the integral of the Lagrangian.
    pub action: f64,
    /// The number of segments of the shooting that found it.
    pub segments: usize,
    /// The number of guesses tried.
    pub attempts: usize,
}

impl Found {
    /// Returns true if the motion ends at the target.
    pub fn arrives(&self) -> bool {
        self.miss <= TOLERANCE
    }

    /// Compares two results: arrivals by their action, other attempts by their miss.
    fn is_better_than(&self, other: &Self) -> bool {
        match (self.arrives(), other.arrives()) {
            (true, true) => self.action < other.action,
            (arrives, false) => arrives || self.miss < other.miss,
            (false, true) => false,
        }
    }
}

/// Searches for a motion; returns the best attempt if none is found.
///
/// The momenta of the boundary are tried first, by single shooting. If they lead to a motion, it is
/// returned. Otherwise, paths with detours are tried, by shooting with several segments. Since
/// stationary curves are many, the one of least action among the first motions found is returned.
/// Results of several segments are refined by single shooting, so that each is a single run of the
/// integrator.
fn search(
    simulator: &Simulator<'_>,
    boundary: &Boundary,
    mut is_stopped: impl FnMut() -> bool,
) -> Option<Found> {
    let mut best: Option<Found> = None;
    let mut arrivals = 0;
    let guesses = guesses(simulator, boundary).take(MOST_ATTEMPTS);
    for (attempts, guess) in (1..).zip(guesses) {
        if is_stopped() {
            break;
        }
        let found = attempt(simulator, boundary, guess, attempts);
        arrivals += usize::from(found.arrives());
        if best.as_ref().is_none_or(|best| found.is_better_than(best)) {
            best = Some(found);
        }
        if let Some(best) = &mut best {
            best.attempts = attempts;
        }
        if arrivals == boundary.motions || arrivals == 1 && attempts == 1 {
            break;
        }
    }
    best
}

fn attempt(simulator: &Simulator<'_>, boundary: &Boundary, guess: Guess, attempts: usize) -> Found {
    let segments = guess.segments;
    let several = Shooting::new(simulator, boundary, segments);
    let (mut momenta, mut miss) = solve(&several, guess.unknowns);
    momenta.truncate(boundary.q.len());
    if segments > 1 && miss <= CLOSE {
        let single = Shooting::new(simulator, boundary, 1);
        (momenta, miss) = solve(&single, momenta);
    }
    let start = simulator.state_at(0, &[&boundary.q[..], &momenta].concat());
    Found {
        action: action(simulator, &start, boundary.steps).unwrap_or(f64::INFINITY),
        start,
        miss,
        segments,
        attempts,
    }
}

/// Solves the equations from a guess as well as possible. Returns the unknowns, and the largest
/// residual relative to the size of the motion.
fn solve(shooting: &Shooting<'_>, guess: Vec<f64>) -> (Vec<f64>, f64) {
    let guess = DVector::from_vec(guess);
    match minimise(shooting, guess.clone(), MOST_EVALUATIONS) {
        Some((unknowns, residuals)) => (unknowns.as_slice().to_vec(), residuals.amax()),
        None => (guess.as_slice().to_vec(), f64::INFINITY),
    }
}

/// Returns the integral of the Lagrangian over a run, by the trapezoidal rule.
fn action(simulator: &Simulator<'_>, start: &State, steps: u64) -> Result<f64, RunError> {
    let mut state = start.clone();
    let mut sum = 0.5 * simulator.lagrangian(&state)?;
    for step in 1..=steps {
        state = simulator.step(&state)?;
        let weight = if step == steps { 0.5 } else { 1.0 };
        sum += weight * simulator.lagrangian(&state)?;
    }
    Ok(sum * simulator.step_size())
}

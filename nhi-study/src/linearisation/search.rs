//! Equilibria and steady motions near a start, by damped Newton steps.
//!
//! The equations have no fixed set of unknowns, as the shooting equations of connections have: each
//! step uses its own coordinates on the constraints, and leaves unchanged everything on which
//! nothing depends at that state.

use nalgebra::DVector;

use super::coordinates::Independent;
use super::linear::Linear;
use super::motion::{Motion, State};
use super::steady::{indifferent, kept, on_constraints};

const MOST_ITERATIONS: usize = 200;
/// The damping relative to the squared norm of the matrix: its initial value, and its bounds.
const FIRST_DAMPING: f64 = 1e-4;
const LEAST_DAMPING: f64 = 1e-12;
const MOST_DAMPING: f64 = 1e6;
const DAMPING_FACTOR: f64 = 8.0;
/// The threshold below which rates count as rounding errors, relative to the size of the equations
/// and the velocities.
const ROUND_OFF: f64 = 1e-13;
/// The size of positions and velocities, relative to the largest one, up to which they can be
/// remainders of the search.
const DUST: f64 = 1e-12;
/// The share of a velocity of the start up to which the one found can be a remainder of the search.
const REMAINDER: f64 = 1e-6;
/// The ratio of the rates without remainders of the search to those at which it ends.
const WITHOUT_REMAINDERS: f64 = 10.0;
/// The number of steps of a displacement.
const PARTS: u32 = 64;

/// Finds a state near another at which the independent velocities are constant and nothing moves on
/// which they depend. The search uses damped Newton steps.
///
/// `noise` gives the size of the rounding errors of the rates at a state.
///
/// # Errors
/// The reason why none was found, in one sentence.
pub(super) fn steady_near(
    motion: &Motion,
    start: &State,
    noise: &dyn Fn(&Independent, &State) -> DVector<f64>,
) -> Result<State, String> {
    let (values, derivatives) = (motion.values(start)?, motion.derivatives(start)?);
    let independent = motion
        .independent(start, &values, &derivatives, &[])
        .ok_or("the constraints depend on each other there")?;
    let mut here = start.clone();
    let mut damping = FIRST_DAMPING;
    for _ in 0..MOST_ITERATIONS {
        let Reduced { kept, linear } = Reduced::at(motion, &independent, &here)?;
        // The search goes on as long as digits are gained, because units are small or large.
        let is_found = linear.rate.amax() <= round_off(&linear, &here);
        let enough = if is_found { 0.5 } else { 1.0 };
        let mut change = DVector::zeros(independent.len());
        for (&place, &step) in kept.iter().zip(damped(&linear, damping)?.iter()) {
            change[place] = step;
        }
        let closer = |next: &State| {
            let found = Linear::at(motion, &independent, next);
            found.is_ok_and(|found| found.select(&kept).rate.norm() < enough * linear.rate.norm())
        };
        match changed(motion, &independent, &here, &change) {
            Ok(next) if closer(&next) => {
                here = next;
                damping = (damping / DAMPING_FACTOR).max(LEAST_DAMPING);
            }
            _ if is_found => return Ok(at_rest(motion, &independent, start, here)),
            _ if damping > MOST_DAMPING => {
                let noise = noise(&independent, &here).select_rows(&kept);
                if linear
                    .rate
                    .iter()
                    .zip(&noise)
                    .all(|(rate, noise)| rate.abs() <= *noise)
                {
                    return Ok(at_rest(motion, &independent, start, here));
                }
                let off = linear.rate.amax();
                return Err(format!(
                    "no change of the start leads closer than rates of {off:.1e}"
                ));
            }
            _ => damping *= DAMPING_FACTOR,
        }
    }
    Err(format!(
        "the search did not converge in {MOST_ITERATIONS} steps"
    ))
}

/// The equations without everything on which nothing depends.
struct Reduced {
    /// The indices of the states that remain.
    kept: Vec<usize>,
    linear: Linear,
}

impl Reduced {
    fn at(motion: &Motion, independent: &Independent, state: &State) -> Result<Self, String> {
        let linear = Linear::at(motion, independent, state)?;
        let moving = indifferent(motion, independent, &linear);
        let kept = kept(motion, independent, &moving);
        let linear = linear.select(&kept);
        Ok(Self { kept, linear })
    }
}

/// Returns the size of rates that are rounding errors.
fn round_off(linear: &Linear, state: &State) -> f64 {
    ROUND_OFF * (linear.size() + state.v.amax())
}

/// Returns the state that a search found, without remainders of it: at rest if it then is steady
/// too, and otherwise without small velocities.
fn at_rest(motion: &Motion, independent: &Independent, start: &State, found: State) -> State {
    let least = DUST * found.q.amax() + f64::EPSILON;
    let q = found.q.map(|x| if x.abs() <= least { 0.0 } else { x });
    let fastest = found.v.amax();
    let least = DUST * fastest;
    let moving = |v: f64, first: f64| match v.abs() <= least.max(REMAINDER * first.abs()) {
        true => 0.0,
        false => v,
    };
    let speed = start.v.amax();
    let rests = fastest <= REMAINDER * speed || speed == 0.0;
    let rest = rests.then(|| DVector::zeros(found.v.len()));
    let simpler = rest.into_iter().chain([found.v.zip_map(&start.v, moving)]);
    let mut simpler = simpler.filter_map(|v| {
        let state = State {
            q: q.clone(),
            v,
            ..found.clone()
        };
        let state = on_constraints(motion, independent, state).ok()?;
        let reduced = Reduced::at(motion, independent, &state).ok()?;
        let most = WITHOUT_REMAINDERS * round_off(&reduced.linear, &state);
        (reduced.linear.rate.amax() <= most).then_some(state)
    });
    simpler.next().unwrap_or(found)
}

/// Returns the change that makes the rates vanish to first order, damped as in the
/// Levenberg-Marquardt method. Steady motions often form continuous families, and the equations are
/// singular there.
fn damped(linear: &Linear, damping: f64) -> Result<DVector<f64>, String> {
    let matrix = &linear.closed;
    let scale = matrix.norm_squared();
    let mut normal = matrix.tr_mul(matrix);
    for i in 0..normal.nrows() {
        normal[(i, i)] += damping * scale;
    }
    let factor = normal.cholesky();
    let factor = factor.ok_or("nothing of the start changes the rates")?;
    Ok(factor.solve(&matrix.tr_mul(&-&linear.rate)))
}

/// Returns the state after a change of its independent part, on all constraints.
pub(super) fn changed(
    motion: &Motion,
    independent: &Independent,
    state: &State,
    change: &DVector<f64>,
) -> Result<State, String> {
    let derivatives = motion.derivatives(state)?;
    let basis = independent.basis(&derivatives);
    let basis = basis.ok_or("the constraints depend on each other there")?;
    let mut next = State {
        q: displaced(motion, state, &(&basis.xi * change))?,
        v: &state.v + &basis.eta * change,
        ..state.clone()
    };
    for _ in 0..4 {
        let (positions, by_xi) = (motion.values(&next)?.positions, motion.derivatives(&next)?);
        let Some(back) = independent.back_to_positions(&by_xi, &positions) else {
            return Err("the position constraints depend on each other there".to_owned());
        };
        next.q = displaced(motion, &next, &back)?;
    }
    on_constraints(motion, independent, next)
}

/// Returns the configuration after a displacement with a constant velocity, by the classical
/// Runge-Kutta method.
pub(super) fn displaced(
    motion: &Motion,
    state: &State,
    xi: &DVector<f64>,
) -> Result<DVector<f64>, String> {
    let rates = |q: DVector<f64>| {
        let moved = State {
            q,
            v: xi.clone(),
            ..state.clone()
        };
        Ok::<_, String>(motion.values(&moved)?.rates)
    };
    let h = 1.0 / f64::from(PARTS);
    let mut q = state.q.clone();
    for _ in 0..PARTS {
        let first = rates(q.clone())?;
        let second = rates(&q + &first * (h / 2.0))?;
        let third = rates(&q + &second * (h / 2.0))?;
        let fourth = rates(&q + &third * h)?;
        q += (first + (second + third) * 2.0 + fourth) * (h / 6.0);
    }
    Ok(q)
}

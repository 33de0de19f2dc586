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
/// The threshold below which values count as rounding errors.
const DUST: f64 = 1e-13;
/// The number of steps of a displacement.
const PARTS: u32 = 64;

/// Finds a state near another at which the independent velocities are constant and nothing moves on
/// which they depend. The search uses damped Newton steps.
///
/// # Errors
/// The reason why none was found, in one sentence.
pub(super) fn steady_near(motion: &Motion, start: &State) -> Result<State, String> {
    let (values, derivatives) = (motion.values(start)?, motion.derivatives(start)?);
    let independent = motion
        .independent(start, &values, &derivatives, &[])
        .ok_or("the constraints depend on each other there")?;
    let mut here = start.clone();
    let mut damping = FIRST_DAMPING;
    for _ in 0..MOST_ITERATIONS {
        let linear = Linear::at(motion, &independent, &here)?;
        let moving = indifferent(motion, &independent, &linear);
        let kept = kept(motion, &independent, &moving);
        let reduced = linear.select(&kept);
        if reduced.rate.amax() <= ROUND_OFF * (reduced.sizes().amax() + here.v.amax()) {
            return Ok(without_dust(here));
        }
        let mut change = DVector::zeros(independent.len());
        for (&place, &step) in kept.iter().zip(damped(&reduced, damping)?.iter()) {
            change[place] = step;
        }
        let closer = |next: &State| {
            let found = Linear::at(motion, &independent, next);
            found.is_ok_and(|found| found.select(&kept).rate.norm() < reduced.rate.norm())
        };
        match changed(motion, &independent, &here, &change) {
            Ok(next) if closer(&next) => {
                here = next;
                damping = (damping / DAMPING_FACTOR).max(LEAST_DAMPING);
            }
            _ if damping > MOST_DAMPING => {
                let off = reduced.rate.amax();
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

/// Returns the state with rounding errors replaced by zero.
fn without_dust(mut state: State) -> State {
    for x in state.q.iter_mut().chain(state.v.iter_mut()) {
        if x.abs() < DUST {
            *x = 0.0;
        }
    }
    state
}

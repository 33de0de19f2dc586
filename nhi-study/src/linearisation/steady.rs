//! Classification of a motion as equilibrium, steady or neither.
//!
//! A motion is steady if its independent velocities are constant and nothing moves that its
//! equations depend on. `A` and `B` are then constant along it. Variables that move but do not
//! affect the motion, such as a bicycle's position and wheel angles, are left out of the state.

use nalgebra::DVector;

use super::coordinates::Independent;
use super::linear::Linear;
use super::motion::{Motion, State};
use crate::text::brief;

/// The threshold below which a value counts as zero, relative to the size of the equations: initial
/// values have about ten digits.
const ROUND_OFF: f64 = 1e-9;
/// The acceleration that counts as a rounding error, whatever the size of the equations.
const LEAST: f64 = 1e-12;
/// The maximum change of the matrices along a steady motion, which is followed numerically.
const CHANGE: f64 = 1e-6;
/// The times along the motion at which it is checked, as fractions of the time in which the fastest
/// velocity covers one unit.
const LOOKS: [f64; 3] = [0.23, 0.61, 1.0];
/// The number of steps between two checks.
const STEPS: u32 = 32;

/// The verdict on a motion.
#[derive(Clone, Debug)]
pub(super) enum Verdict {
    /// Permanently at rest.
    Equilibrium,
    /// Steady; `moving` lists the factors of the configuration that move and on which nothing
    /// depends.
    Steady { moving: Vec<usize> },
    /// Neither, with the reasons.
    Neither { reasons: Vec<String> },
}

/// Judges a motion at a state.
pub(super) fn judge(
    motion: &Motion,
    independent: &Independent,
    state: &State,
    acceleration: &DVector<f64>,
    linear: &Linear,
    names: &[String],
) -> Verdict {
    let mut reasons = accelerations(independent, state, linear, names);
    let moving = moving(motion, state, acceleration);
    let (left_out, influences) = left_out(motion, independent, state, linear, &moving);
    reasons.extend(influences);
    if reasons.is_empty() {
        let kept = kept(motion, independent, &left_out);
        reasons.extend(changes_along(
            motion,
            independent,
            state,
            &linear.select(&kept),
            &kept,
        ));
    }
    if !reasons.is_empty() {
        return Verdict::Neither { reasons };
    }
    if moving.is_empty() {
        return Verdict::Equilibrium;
    }
    Verdict::Steady { moving: left_out }
}

/// Returns the indices of the states that remain if some factors of the configuration are left out.
pub(super) fn kept(motion: &Motion, independent: &Independent, left_out: &[usize]) -> Vec<usize> {
    let stays = |place: usize| {
        let factors = left_out.iter().map(|&f| &motion.factors()[f].1);
        !factors.into_iter().any(|range| range.contains(&place))
    };
    let displacements = independent.xi.iter().enumerate();
    let displacements = displacements
        .filter(|(_, place)| stays(**place))
        .map(|x| x.0);
    displacements
        .chain(independent.xi.len()..independent.len())
        .collect()
}

/// Reports the independent velocities that change.
fn accelerations(
    independent: &Independent,
    state: &State,
    linear: &Linear,
    names: &[String],
) -> Vec<String> {
    let first = independent.xi.len();
    let speed = state.v.amax();
    let changes = independent
        .eta
        .iter()
        .enumerate()
        .filter_map(|(i, &place)| {
            let row = first + i;
            let made_of: f64 = linear.a.row(row).iter().map(|x| x.abs()).sum();
            let size = made_of + speed + linear.b.row(row).amax();
            let least = ROUND_OFF * size + LEAST;
            let rate = linear.rate[row];
            let name = &names[row];
            (rate.abs() > least).then(|| {
                format!(
                    "{name} changes at a rate of {}, from {}",
                    brief(rate),
                    brief(state.v[place])
                )
            })
        });
    changes.collect()
}

/// Returns the factors of the configuration that move or are about to: on a circle, a velocity
/// passes through zero.
fn moving(motion: &Motion, state: &State, acceleration: &DVector<f64>) -> Vec<usize> {
    let least = ROUND_OFF * state.v.amax() + LEAST;
    let moves = |i: usize| state.v[i].abs() > least || acceleration[i].abs() > least;
    let factors = motion.factors().iter().enumerate();
    factors
        .filter(|(_, (_, range))| range.clone().any(moves))
        .map(|(factor, _)| factor)
        .collect()
}

/// Returns the moving factors on which nothing else depends, and reports the other moving
/// coordinates. Group elements may move even if the motion depends on them, such as the rotation of
/// a top about its axis. Following the motion shows whether they are steady.
fn left_out(
    motion: &Motion,
    independent: &Independent,
    state: &State,
    linear: &Linear,
    moving: &[usize],
) -> (Vec<usize>, Vec<String>) {
    let (left_out, needed) = without_influence(motion, independent, linear, moving);
    let coordinates = needed.into_iter().map(|factor| &motion.factors()[factor]);
    let coordinates = coordinates.filter(|(_, range)| range.len() == 1);
    let reasons = coordinates.map(|(name, range)| {
        let moves = match state.v[range.start] {
            0.0 => "begins to move".to_owned(),
            rate => format!("moves at {}", brief(rate)),
        };
        format!("{name} {moves}, and the motion depends on it")
    });
    (left_out, reasons.collect())
}

/// Returns the factors of the configuration on which nothing else depends.
pub(super) fn indifferent(
    motion: &Motion,
    independent: &Independent,
    linear: &Linear,
) -> Vec<usize> {
    let all: Vec<_> = (0..motion.factors().len()).collect();
    without_influence(motion, independent, linear, &all).0
}

/// Splits factors into those on which nothing but themselves depends, and the others.
fn without_influence(
    motion: &Motion,
    independent: &Independent,
    linear: &Linear,
    factors: &[usize],
) -> (Vec<usize>, Vec<usize>) {
    let least = ROUND_OFF * linear.size();
    let closed = linear.closed();
    let mut without = factors.to_vec();
    let mut with = Vec::new();
    // A factor with influence is a state, and may in turn depend on others.
    loop {
        let rows = kept(motion, independent, &without);
        let matters = |factor: &usize| {
            let range = &motion.factors()[*factor].1;
            let columns = independent.xi.iter().enumerate();
            let columns = columns.filter(|(_, place)| range.contains(*place));
            let mut entries = columns.flat_map(|(j, _)| rows.iter().map(move |&i| (i, j)));
            entries.any(|at| linear.a[at].abs().max(closed[at].abs()) > least)
        };
        let Some(factor) = without.iter().copied().find(matters) else {
            return (without, with);
        };
        without.retain(|&other| other != factor);
        with.push(factor);
    }
}

/// Reports changes along the motion while the independent velocities are constant.
fn changes_along(
    motion: &Motion,
    independent: &Independent,
    state: &State,
    linear: &Linear,
    kept: &[usize],
) -> Option<String> {
    let speed = state.v.amax();
    let time = if speed > LEAST { 1.0 / speed } else { 1.0 };
    let mut here = state.clone();
    for look in LOOKS {
        let step = (look * time - (here.t - state.t)) / f64::from(STEPS);
        for _ in 0..STEPS {
            match followed(motion, independent, &here, step) {
                Ok(next) => here = next,
                Err(reason) => return Some(format!("at t = {}: {reason}", brief(here.t))),
            }
        }
        let found = Linear::at(motion, independent, &here).map(|found| found.select(kept));
        let found = match found {
            Ok(found) => found,
            Err(reason) => return Some(format!("at t = {}: {reason}", brief(here.t))),
        };
        let (size, t) = (linear.size() + speed, brief(here.t));
        let drifted = (&found.rate - &linear.rate).amax();
        if drifted > CHANGE * size {
            return Some(format!(
                "the state does not stay: by t = {t} a rate has changed by {}",
                brief(drifted)
            ));
        }
        let changed = found.distance(linear);
        if changed > CHANGE * size {
            return Some(format!(
                "A and B change along the motion: by t = {t} an entry by {}",
                brief(changed)
            ));
        }
    }
    None
}

/// Returns the state after a step of the classical Runge-Kutta method with constant independent
/// velocities.
fn followed(
    motion: &Motion,
    independent: &Independent,
    state: &State,
    h: f64,
) -> Result<State, String> {
    let moved = |rates: &DVector<f64>, h: f64| {
        let mut next = state.clone();
        next.t += h;
        next.q += rates * h;
        on_constraints(motion, independent, next)
    };
    let rates = |state: &State| Ok::<_, String>(motion.values(state)?.rates);
    let first = rates(state)?;
    let second = rates(&moved(&first, h / 2.0)?)?;
    let third = rates(&moved(&second, h / 2.0)?)?;
    let fourth = rates(&moved(&third, h)?)?;
    moved(&((first + (second + third) * 2.0 + fourth) / 6.0), h)
}

/// Returns the state with the dependent velocities that follow from the independent ones.
pub(super) fn on_constraints(
    motion: &Motion,
    independent: &Independent,
    mut state: State,
) -> Result<State, String> {
    let follows = independent.dependent_velocities(motion.dimension());
    if follows.is_empty() {
        return Ok(state);
    }
    let matrix = motion.derivatives(&state)?.residual_by_eta;
    let off = motion.values(&state)?.residual;
    let correction = matrix.select_columns(&follows).lu().solve(&off);
    let correction = correction.ok_or("the constraints depend on each other there")?;
    for (&place, correction) in follows.iter().zip(correction.iter()) {
        state.v[place] -= correction;
    }
    Ok(state)
}

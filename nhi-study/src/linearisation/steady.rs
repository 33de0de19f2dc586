//! Classification of a motion as equilibrium, steady or neither.
//!
//! A motion is steady if its independent velocities are constant and nothing moves that its
//! equations depend on. `A` and `B` are then constant along it. Variables that move but do not
//! affect the motion, such as a bicycle's position and wheel angles, are left out of the state.

use nalgebra::DVector;

use super::coordinates::Independent;
use super::linear::Linear;
use super::motion::{Motion, State};
use super::search::changed;
use crate::text::brief;

/// The threshold below which a value counts as zero, relative to the size of the equations: initial
/// values have about ten digits.
const ROUND_OFF: f64 = 1e-9;
/// A change that counts as a rounding error in any row, relative to the size of the equations.
const LEAST: f64 = 1e-12;
/// The speed up to which a motion is at rest.
const REST: f64 = 1e-12;
/// The maximum change of the matrices along a steady motion, which is followed numerically,
/// relative to each row.
const CHANGE: f64 = 1e-6;
/// The times along the motion at which it is checked, as fractions of the time in which the fastest
/// velocity covers one unit. Variables that move more slowly are also displaced by these fractions
/// of a unit.
const LOOKS: [f64; 3] = [0.23, 0.61, 1.0];
/// The number of steps between two checks.
const STEPS: u32 = 32;

/// The verdict on a motion.
#[derive(Clone, Debug)]
pub(super) enum Verdict {
    /// At rest, up to a time if there is one.
    Equilibrium { until: Option<f64> },
    /// Steady, up to a time if there is one; `moving` lists the factors of the configuration that
    /// move and on which nothing depends.
    Steady {
        moving: Vec<usize>,
        until: Option<f64>,
    },
    /// Neither, with the reasons.
    Neither { reasons: Vec<String> },
}

/// Judges a motion at a state.
pub(super) fn judge(
    motion: &Motion,
    independent: &Independent,
    state: &State,
    acceleration: &DVector<f64>,
    (linear, noise, times): (&Linear, &DVector<f64>, &[f64]),
    names: &[String],
) -> Verdict {
    let mut reasons = accelerations(independent, state, (linear, noise), names);
    let round_off = LEAST * linear.a.amax();
    let moving = moving(motion, state, acceleration, [noise.amax(), round_off]);
    let (left_out, influences) = left_out(motion, independent, state, linear, &moving);
    reasons.extend(influences);
    let mut until = None;
    if reasons.is_empty() {
        let there = Steadiness {
            motion,
            independent,
            state,
            kept: kept(motion, independent, &left_out),
            linear,
        };
        let change = there
            .changes_along(times)
            .or_else(|| there.changes_with(&left_out));
        match there.first_change_in_time(times) {
            Some((_, t, change)) if (t - state.t).abs() <= there.time() => {
                reasons.push(change);
            }
            Some((before, ..)) => until = Some(before),
            None => {}
        }
        if reasons.is_empty() {
            reasons.extend(change);
        }
    }
    if !reasons.is_empty() {
        return Verdict::Neither { reasons };
    }
    if moving.is_empty() {
        return Verdict::Equilibrium { until };
    }
    Verdict::Steady {
        moving: left_out,
        until,
    }
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

/// Reports the independent velocities that change by more than their `noise`.
fn accelerations(
    independent: &Independent,
    state: &State,
    (linear, noise): (&Linear, &DVector<f64>),
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
            let least = ROUND_OFF * (made_of + speed) + noise[row];
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
/// passes through zero. Last come the noise of rates and the rounding errors of accelerations.
fn moving(
    motion: &Motion,
    state: &State,
    acceleration: &DVector<f64>,
    [noise, round_off]: [f64; 2],
) -> Vec<usize> {
    let least = ROUND_OFF * state.v.amax() + noise;
    let moves = |i: usize| state.v[i].abs() > least || acceleration[i].abs() > least + round_off;
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
    let (left_out, needed) = without_influence((motion, independent), (linear, 0.0), moving);
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
    let least = ROUND_OFF * linear.size();
    without_influence((motion, independent), (linear, least), &all).0
}

/// Splits factors into those on which nothing depends, and the others. The components of a group
/// element may depend on each other, a coordinate not on itself. Entries up to a least size count
/// as zero.
fn without_influence(
    (motion, independent): (&Motion, &Independent),
    (linear, least): (&Linear, f64),
    factors: &[usize],
) -> (Vec<usize>, Vec<usize>) {
    let mut without = factors.to_vec();
    let mut with = Vec::new();
    // A factor with influence is a state, and may in turn depend on others.
    loop {
        let rows = kept(motion, independent, &without);
        let matters = |factor: &usize| {
            let range = &motion.factors()[*factor].1;
            let columns = independent.xi.iter().enumerate();
            let columns = columns.filter(|(_, place)| range.contains(*place));
            let own = |j: usize| (range.len() == 1).then_some((j, j));
            let mut entries =
                columns.flat_map(|(j, _)| rows.iter().map(move |&i| (i, j)).chain(own(j)));
            entries.any(|at| linear.a[at].abs().max(linear.closed[at].abs()) > least)
        };
        let Some(factor) = without.iter().copied().find(matters) else {
            return (without, with);
        };
        without.retain(|&other| other != factor);
        with.push(factor);
    }
}

/// A motion that is steady as far as its equations at one state show.
struct Steadiness<'a> {
    motion: &'a Motion,
    independent: &'a Independent,
    state: &'a State,
    /// The states on which nothing that moves has influence.
    kept: Vec<usize>,
    linear: &'a Linear,
}

impl Steadiness<'_> {
    /// Returns the time along which the motion is followed.
    fn time(&self) -> f64 {
        let speed = self.state.v.amax();
        if speed > REST { 1.0 / speed } else { 1.0 }
    }

    /// Reports changes along the motion while the independent velocities are constant.
    fn changes_along(&self, times: &[f64]) -> Option<String> {
        // A run may be backwards.
        let last = times.last().copied().unwrap_or(f64::INFINITY);
        let time = self.time().copysign(last - self.state.t);
        let mut here = self.state.clone();
        for look in LOOKS {
            let step = (look * time - (here.t - self.state.t)) / f64::from(STEPS);
            for _ in 0..STEPS {
                match followed(self.motion, self.independent, &here, step) {
                    Ok(next) => here = next,
                    Err(reason) => return Some(format!("at t = {}: {reason}", brief(here.t))),
                }
            }
            let change = self.change_at(&here);
            if change.is_some() {
                return change.map(|change| change.by_time(here.t));
            }
        }
        None
    }

    /// Returns the first of some times at which the equations are others because they contain the
    /// time, after the time before it, and what has changed.
    fn first_change_in_time(&self, times: &[f64]) -> Option<(f64, f64, String)> {
        let mut before = self.state.t;
        for &t in times.iter().filter(|_| self.motion.depends_on_time()) {
            let then = State {
                t,
                ..self.state.clone()
            };
            // Velocities that follow from the others may be others then, such as rates of states.
            let change = match on_constraints(self.motion, self.independent, then) {
                Ok(then) => self.change_at(&then),
                Err(reason) => Some(Change::Undetermined(reason)),
            };
            if let Some(change) = change {
                return Some((before, t, change.by_time(t)));
            }
            before = t;
        }
        None
    }

    /// Reports changes if a single coordinate that moves, and on which nothing should depend, has
    /// moved on, with those that follow from it. The time in which the fastest velocity covers one
    /// unit is too short for others.
    fn changes_with(&self, left_out: &[usize]) -> Option<String> {
        let (motion, independent) = (self.motion, self.independent);
        let moving = left_out.iter().map(|&factor| &motion.factors()[factor]);
        let coordinates = moving.filter_map(|(name, range)| {
            let place = independent.xi.iter().position(|xi| *xi == range.start);
            Some((name, range.start, place.filter(|_| range.len() == 1)?))
        });
        let displaced = coordinates.flat_map(|moved| LOOKS.map(|look| (moved, look)));
        let mut changes = displaced.filter_map(|((name, velocity, place), look)| {
            let mut displacement = DVector::zeros(independent.len());
            displacement[place] = look * self.state.v[velocity].signum();
            let there = changed(motion, independent, self.state, &displacement).ok()?;
            let change = self.change_at(&there)?;
            Some(format!(
                "{name} moves, and the motion depends on it: {}",
                change.after(look)
            ))
        });
        changes.next()
    }

    fn change_at(&self, there: &State) -> Option<Change> {
        let found = Linear::at(self.motion, self.independent, there);
        let (found, linear) = match found {
            Ok(found) => (found.select(&self.kept), self.linear.select(&self.kept)),
            Err(reason) => return Some(Change::Undetermined(reason)),
        };
        let speed = self.state.v.amax();
        let (sizes, changes) = (linear.sizes(), found.distances(&linear));
        let rates = (&found.rate - &linear.rate).abs();
        let least = sizes.map(|sizes| (CHANGE * &sizes).add_scalar(LEAST * sizes.amax()));
        for row in 0..rates.len() {
            if rates[row] > least[0][row] + CHANGE * speed {
                return Some(Change::Rate(rates[row]));
            }
            let mut parts = changes.iter().zip(&least);
            if let Some((change, _)) = parts.find(|(change, least)| change[row] > least[row]) {
                return Some(Change::Entry(change[row]));
            }
        }
        None
    }
}

/// A difference of the equations at another state.
enum Change {
    /// A rate is another one, by this much.
    Rate(f64),
    /// An entry of the matrices is.
    Entry(f64),
    /// They are not determined there, for this reason.
    Undetermined(String),
}

impl Change {
    /// Returns the text for another time.
    fn by_time(&self, t: f64) -> String {
        let t = brief(t);
        match self {
            Self::Rate(change) => format!(
                "the state is not steady: by t = {t} a rate has changed by {}",
                brief(*change)
            ),
            Self::Entry(change) => format!(
                "A and B change along the motion: by t = {t} an entry by {}",
                brief(*change)
            ),
            Self::Undetermined(reason) => format!("at t = {t}: {reason}"),
        }
    }

    /// Returns the text for a displacement.
    fn after(&self, displacement: f64) -> String {
        match self {
            Self::Rate(change) => {
                format!(
                    "after {displacement} a rate has changed by {}",
                    brief(*change)
                )
            }
            Self::Entry(change) => format!(
                "after {displacement} an entry of A or B has changed by {}",
                brief(*change)
            ),
            Self::Undetermined(reason) => format!("after {displacement}, {reason}"),
        }
    }
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

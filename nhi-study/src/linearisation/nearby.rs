//! Equations near a state: which entries are rounding errors, and whether derivatives exist.

use nalgebra::DVector;
use nhi_symbolic::TangentMotion;

use super::Start;
use super::coordinates::Independent;
use super::linear::Linear;
use super::motion::{Motion, State};
use super::search::displaced;
use super::steady::on_constraints;
use crate::scenario::spread;

/// The number of nearby inputs.
const SAMPLES: usize = 3;
/// The relative distance of nearby inputs: initial values have about ten digits.
pub(super) const DIGITS: f64 = 1e-9;
/// The displacement to either side of a state, relative to its value and at least. A corner within
/// the last digits of the state counts as one at the state.
const ASIDE: [f64; 2] = [4.0 * DIGITS, 1e-13];
/// The ratio of the two displacements at which the sides are compared. A smooth difference grows
/// with it.
const FARTHER: f64 = 100.0;
/// The difference of the sides, relative to the equations, up to which it does not matter.
const CORNER: f64 = 1e-3;
/// The ratio of a difference to that on one side up to which it is noise.
const NOISE: f64 = 10.0;
/// The difference, relative to the largest entry, up to which it is noise anyway.
const ROUND_OFF: f64 = 1e-12;

/// Returns the equations for parameters and states that differ from the start in the last digits.
/// Values that are zero stay zero.
pub(super) fn equations_nearby(
    functions: &TangentMotion,
    start: &Start<'_>,
    independent: &Independent,
) -> Vec<Linear> {
    let mut count = 0_u32;
    let mut moved = |values: &[f64]| -> Vec<f64> {
        let next = |value: &f64| {
            count += 1;
            let part = spread(count.into());
            value * (1.0 + DIGITS * (2.0 * part - 1.0))
        };
        values.iter().map(next).collect()
    };
    let samples = (0..SAMPLES).filter_map(|_| {
        let parameters = moved(start.parameters);
        let near = Start {
            parameters: &parameters,
            q: moved(&start.q),
            v: moved(&start.v),
            ..start.clone()
        };
        let (motion, state) = near.motion(functions.clone());
        Linear::at(&motion, independent, &state).ok()
    });
    samples.collect()
}

/// Returns the name of an independent displacement or velocity by which the equations have no
/// derivative at a state: on its two sides they differ however near the sides are.
pub(super) fn without_derivative<'n>(
    motion: &Motion,
    independent: &Independent,
    state: &State,
    names: &'n [String],
) -> Option<&'n String> {
    let differs = |direction: usize| {
        let aside = |factor: f64| {
            let distance = factor * distance(motion, independent, state, direction);
            let side = |sign: f64| beside(motion, independent, state, direction, sign * distance);
            Some([side(1.0)?, side(-1.0)?])
        };
        let (Some(near), Some(far)) = (aside(1.0), aside(FARTHER)) else {
            return false;
        };
        let [above, below] = near.each_ref().map(Linear::sizes);
        let sizes = [0, 1].map(|part| above[part].sup(&below[part]));
        let rates = sizes[0].amax() + state.v.amax();
        // At a jump or a corner, the sides differ as much however far they are. Smooth equations
        // change in proportion to the distance, and also along each side.
        let has_break = |distance: &dyn Fn(&Linear, &Linear) -> DVector<f64>,
                         (sizes, share): (&DVector<f64>, f64),
                         round_off: f64| {
            let [across, farther] = [&near, &far].map(|[above, below]| distance(above, below));
            let along = [0, 1].map(|side| distance(&near[side], &far[side]));
            (0..sizes.len()).any(|row| {
                let noise = NOISE * along[0][row].max(along[1][row]);
                let least = noise + share * sizes[row] + ROUND_OFF * round_off;
                across[row] > least && across[row] > 10.0 / FARTHER * farther[row]
            })
        };
        (0..2).any(|part| {
            let distance = |one: &Linear, other: &Linear| one.distances(other)[part].clone();
            has_break(&distance, (&sizes[part], CORNER), sizes[part].amax())
        }) || has_break(&rate_distances, (&sizes[0], 0.0), rates)
    };
    (0..independent.len())
        .find(|&i| differs(i))
        .map(|i| &names[i])
}

fn rate_distances(one: &Linear, other: &Linear) -> DVector<f64> {
    (&one.rate - &other.rate).abs()
}

/// Returns the distance of the sides that are compared along an independent direction.
fn distance(motion: &Motion, independent: &Independent, state: &State, direction: usize) -> f64 {
    let size = match direction.checked_sub(independent.xi.len()) {
        Some(velocity) => state.v[independent.eta[velocity]].abs(),
        None => {
            let place = independent.xi[direction];
            let is_coordinate = super::is_coordinate(motion, place);
            if is_coordinate {
                state.q[place].abs()
            } else {
                1.0
            }
        }
    };
    let [relative, least] = ASIDE;
    relative * size + least
}

/// Returns the equations at a distance from a state along an independent direction.
fn beside(
    motion: &Motion,
    independent: &Independent,
    state: &State,
    direction: usize,
    distance: f64,
) -> Option<Linear> {
    let mut there = state.clone();
    match direction.checked_sub(independent.xi.len()) {
        Some(velocity) => there.v[independent.eta[velocity]] += distance,
        None => {
            let mut displacement = DVector::zeros(motion.dimension());
            displacement[independent.xi[direction]] = distance;
            there.q = displaced(motion, state, &displacement).ok()?;
        }
    }
    let there = on_constraints(motion, independent, there).ok()?;
    Linear::at(motion, independent, &there).ok()
}

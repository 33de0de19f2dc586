//! Equations that are solved in lanes.
//!
//! All lanes evaluate an iteration together. Each has its own Newton's method, which ends as it
//! would alone; a lane that has ended keeps its solution while others go on.

use std::array;

use nhi_runtime::plumbing::{
    Linearised, NewtonIteration, Unknowns, largest, newton_linear_in, solve_columns_in,
};
use nhi_runtime::{NewtonSettings, StepErrorKind};
use nhi_symbolic::Solving;

use super::block::{Block, LANES};
use super::newton::{NewtonInLanes, Places};
use super::work::{LaneWork, Room};
use crate::code::Slot;
use crate::equations::{Elimination, Equations, Size};

/// Solves equations in all lanes that run.
pub(super) fn solve(equations: &Equations, work: &mut LaneWork, settings: &NewtonSettings<f64>) {
    match (equations.solving, equations.guess.len()) {
        (Solving::Newton, 1) => iterate_together::<1>(equations, work, settings),
        (Solving::Newton, 2) => iterate_together::<2>(equations, work, settings),
        (Solving::Newton, 3) => iterate_together::<3>(equations, work, settings),
        (Solving::Newton, 4) => iterate_together::<4>(equations, work, settings),
        (Solving::Newton, 5) => iterate_together::<5>(equations, work, settings),
        (Solving::Newton, 6) => iterate_together::<6>(equations, work, settings),
        _ => solve_one_by_one(equations, work, settings),
    }
}

/// Solves by Newton's method for few unknowns, whose number the compiler knows.
fn iterate_together<const N: usize>(
    equations: &Equations,
    work: &mut LaneWork,
    settings: &NewtonSettings<f64>,
) {
    let guess = array::from_fn(|i| *work.get(equations.guess[i]));
    let size = |i: usize| &equations.sizes[equations.size_of[i]];
    let scale = array::from_fn(|i| largest_in_lanes(&work.slots, &size(i).compared));
    let (jacobian, []) = equations.jacobian.as_chunks::<N>() else {
        unreachable!("a row for each equation");
    };
    let places = Places::<N> {
        residuals: equations.residuals[..].try_into().expect("N equations"),
        jacobian: jacobian.try_into().expect("N equations"),
    };
    let mut newton = NewtonInLanes::new(guess, scale);
    let mut goes_on = work.outcome.runs;
    while goes_on.contains(&true) {
        for (&slot, x) in equations.unknowns.iter().zip(&newton.x) {
            work.slots[slot as usize] = *x;
        }
        equations.body.iter().for_each(|step| work.run_step(step));
        equations.slopes.iter().for_each(|step| work.run_step(step));
        let LaneWork { slots, outcome, .. } = work;
        let background = |lane| array::from_fn(|i| largest_of(slots, lane, &size(i).background));
        newton.advance(slots, &places, &mut goes_on, settings, background, outcome);
    }
    for (&slot, x) in equations.solution.iter().zip(&newton.x) {
        work.slots[slot as usize] = *x;
    }
}

/// Solves lane by lane, except that all evaluate an iteration together.
fn solve_one_by_one(equations: &Equations, work: &mut LaneWork, settings: &NewtonSettings<f64>) {
    let mut all_rooms = std::mem::take(&mut work.rooms);
    let rooms = all_rooms[..].first_chunk_mut::<LANES>();
    let rooms = rooms.expect("room for each lane");
    for (lane, room) in rooms.iter_mut().enumerate() {
        prepare(equations, &work.slots, lane, room);
    }
    match equations.solving {
        Solving::Once => solve_once(equations, work, rooms),
        Solving::Newton => iterate(equations, work, rooms, settings, false),
        Solving::KeepingFactors => iterate(equations, work, rooms, settings, true),
    }
    for (lane, room) in rooms.iter().enumerate() {
        put(&mut work.slots, lane, &equations.solution, &room.x);
    }
    work.rooms = all_rooms;
}

/// Writes the guess and the sizes of the unknowns of a lane.
fn prepare(equations: &Equations, slots: &[Block], lane: usize, room: &mut Room) {
    take(slots, lane, &equations.guess, &mut room.x);
    let n = equations.guess.len();
    let (scale, background) = room.sizes[..2 * n].split_at_mut(n);
    let places = scale.iter_mut().zip(background);
    for ((scale, background), &size) in places.zip(&equations.size_of) {
        let Size {
            compared,
            background: behind,
        } = &equations.sizes[size];
        *scale = largest_of(slots, lane, compared);
        *background = largest_of(slots, lane, behind);
    }
}

/// Solves linear equations lane by lane.
fn solve_once(equations: &Equations, work: &mut LaneWork, rooms: &mut [Room; LANES]) {
    for (lane, room) in rooms.iter_mut().enumerate() {
        if !work.outcome.runs[lane] {
            continue;
        }
        let slots = &work.slots;
        let unknowns = room.unknowns(equations.guess.len());
        let solved = newton_linear_in(unknowns, &mut |_, residual, jacobian| {
            take(slots, lane, &equations.residuals, residual);
            take(slots, lane, &equations.jacobian, jacobian);
        });
        work.outcome.finish(lane, solved);
    }
}

/// Solves by Newton's method: all lanes evaluate the system together, until each has ended.
fn iterate(
    equations: &Equations,
    work: &mut LaneWork,
    rooms: &mut [Room; LANES],
    settings: &NewtonSettings<f64>,
    keeps_factors: bool,
) {
    let n = equations.guess.len();
    let mut methods = rooms.each_mut().map(|room| {
        let (scale, background) = room.sizes[..2 * n].split_at(n);
        let unknowns = Unknowns::new(&mut room.x[..n], &mut room.solver);
        let unknowns = unknowns.expect("there is room for the equations");
        let method = NewtonIteration::new(unknowns, scale, settings, keeps_factors);
        (method, background)
    });
    let mut goes_on = work.outcome.runs;
    while goes_on.contains(&true) {
        let mut wants_slopes = false;
        for (lane, (method, _)) in methods.iter_mut().enumerate() {
            let at = method.at();
            put(&mut work.slots, lane, &equations.unknowns, at.x);
            wants_slopes |= goes_on[lane] && at.jacobian.is_some();
        }
        equations.body.iter().for_each(|step| work.run_step(step));
        if wants_slopes {
            equations.slopes.iter().for_each(|step| work.run_step(step));
        }
        for (lane, (method, background)) in methods.iter_mut().enumerate() {
            if !goes_on[lane] {
                continue;
            }
            let Linearised {
                residual, jacobian, ..
            } = method.at();
            take(&work.slots, lane, &equations.residuals, residual);
            if let Some(jacobian) = jacobian {
                take(&work.slots, lane, &equations.jacobian, jacobian);
            }
            if let Some(solved) = method.advance(background, settings) {
                goes_on[lane] = false;
                work.outcome.finish(lane, solved);
            }
        }
    }
}

/// Solves linear equations with several right-hand sides in all lanes that run.
pub(super) fn eliminate(system: &Elimination, work: &mut LaneWork) {
    for lane in 0..LANES {
        if !work.outcome.runs[lane] {
            continue;
        }
        let LaneWork { slots, rooms, .. } = work;
        let Room { x, sizes, solver } = &mut rooms[lane];
        let matrix = &mut sizes[..system.matrix.len()];
        take(slots, lane, &system.matrix, matrix);
        let columns = &mut x[..system.columns.len()];
        take(slots, lane, &system.columns, columns);
        if solve_columns_in(system.size, matrix, columns, solver).is_ok() {
            put(slots, lane, &system.solutions, columns);
        } else {
            let iteration = work.outcome.reports.get(lane).iterations;
            work.outcome
                .fail(lane, StepErrorKind::SingularJacobian { iteration });
        }
    }
}

impl Room {
    fn unknowns(&mut self, n: usize) -> Unknowns<'_, f64> {
        let unknowns = Unknowns::new(&mut self.x[..n], &mut self.solver);
        unknowns.expect("there is room for the equations")
    }
}

/// Returns the largest absolute value of a lane in slots; 0 if there are none.
fn largest_of(slots: &[Block], lane: usize, places: &[Slot]) -> f64 {
    let values = places.iter().map(|&slot| slots[slot as usize][lane]);
    values.fold(0.0, |most, value| largest(&[most, value]))
}

/// Returns the largest absolute values of slots; 0 if there are none.
fn largest_in_lanes(slots: &[Block], places: &[Slot]) -> Block {
    let mut most = Block::all(0.0);
    for &place in places {
        for (most, &value) in most.iter_mut().zip(slots[place as usize].iter()) {
            *most = largest(&[*most, value]);
        }
    }
    most
}

/// Copies the numbers of a lane to a list.
pub(super) fn take(slots: &[Block], lane: usize, places: &[Slot], list: &mut [f64]) {
    for (number, &place) in list.iter_mut().zip(places) {
        *number = slots[place as usize][lane];
    }
}

/// Copies a list to the numbers of a lane.
pub(super) fn put(slots: &mut [Block], lane: usize, places: &[Slot], list: &[f64]) {
    for (&number, &place) in list.iter().zip(places) {
        slots[place as usize][lane] = number;
    }
}

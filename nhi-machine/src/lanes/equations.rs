//! Equations that are solved in lanes.
//!
//! All lanes evaluate an iteration together. Each has its own Newton's method, which ends as it
//! would alone; a lane that has ended keeps its solution while others go on.

use std::array;

use nhi_runtime::plumbing::{
    Linearised, NewtonInArrays, NewtonIteration, Unknowns, newton_linear_in, solve_columns_in,
};
use nhi_runtime::{NewtonFailure, NewtonReport, NewtonSettings, StepErrorKind};
use nhi_symbolic::Solving;

use super::block::{Block, LANES};
use super::work::{LaneWork, Room};
use crate::code::Slot;
use crate::equations::{Elimination, Equations, Size};

type Solved = Result<NewtonReport<f64>, NewtonFailure<f64>>;

/// Solves equations in all lanes that run.
pub(super) fn solve(equations: &Equations, work: &mut LaneWork, settings: &NewtonSettings<f64>) {
    let mut rooms = std::mem::replace(&mut work.rooms, [const { Room::NONE }; LANES]);
    for (lane, room) in rooms.iter_mut().enumerate() {
        prepare(equations, &work.slots, lane, room);
    }
    match equations.solving {
        Solving::Once => solve_once(equations, work, &mut rooms),
        Solving::Newton => match equations.guess.len() {
            1 => iterate_in_arrays::<1>(equations, work, &mut rooms, settings),
            2 => iterate_in_arrays::<2>(equations, work, &mut rooms, settings),
            3 => iterate_in_arrays::<3>(equations, work, &mut rooms, settings),
            4 => iterate_in_arrays::<4>(equations, work, &mut rooms, settings),
            5 => iterate_in_arrays::<5>(equations, work, &mut rooms, settings),
            6 => iterate_in_arrays::<6>(equations, work, &mut rooms, settings),
            _ => iterate(equations, work, &mut rooms, settings, false),
        },
        Solving::KeepingFactors => iterate(equations, work, &mut rooms, settings, true),
    }
    for (lane, room) in rooms.iter().enumerate() {
        put(&mut work.slots, lane, &equations.solution, &room.x);
    }
    work.rooms = rooms;
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
        if !work.runs[lane] {
            continue;
        }
        let slots = &work.slots;
        let unknowns = room.unknowns(equations.guess.len());
        let solved = newton_linear_in(unknowns, &mut |_, residual, jacobian| {
            take(slots, lane, &equations.residuals, residual);
            take(slots, lane, &equations.jacobian, jacobian);
        });
        finish(work, lane, solved);
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
    let mut goes_on = work.runs;
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
                finish(work, lane, solved);
            }
        }
    }
}

/// Does what [`iterate`] does for few unknowns, whose number the compiler knows.
fn iterate_in_arrays<const N: usize>(
    equations: &Equations,
    work: &mut LaneWork,
    rooms: &mut [Room; LANES],
    settings: &NewtonSettings<f64>,
) {
    let list = |numbers: &[f64]| -> [f64; N] { array::from_fn(|i| numbers[i]) };
    let mut methods = rooms
        .each_ref()
        .map(|room| NewtonInArrays::new(list(&room.x), &list(&room.sizes), settings));
    let mut goes_on = work.runs;
    while goes_on.contains(&true) {
        for (unknown, &slot) in equations.unknowns.iter().enumerate() {
            work.slots[slot as usize] = Block::from_fn(|lane| methods[lane].x()[unknown]);
        }
        equations.body.iter().for_each(|step| work.run_step(step));
        equations.slopes.iter().for_each(|step| work.run_step(step));
        for lane in 0..LANES {
            if !goes_on[lane] {
                continue;
            }
            let at = |slot: Slot| work.slots[slot as usize][lane];
            let residual = array::from_fn(|i| at(equations.residuals[i]));
            let jacobian =
                array::from_fn(|i| array::from_fn(|j| at(equations.jacobian[N * i + j])));
            let background = list(&rooms[lane].sizes[N..]);
            let end = methods[lane].advance(&residual, jacobian, &background, settings);
            if let Some(solved) = end {
                goes_on[lane] = false;
                rooms[lane].x[..N].copy_from_slice(methods[lane].x());
                finish(work, lane, solved);
            }
        }
    }
}

/// Notes the end of the equations of a lane.
fn finish(work: &mut LaneWork, lane: usize, solved: Solved) {
    match solved {
        Ok(next) => {
            let report = &mut work.reports[lane];
            *report = Some(report.map_or(next, |report| report.and(next)));
        }
        Err(failure) => work.fail(lane, failure.at(0.0).kind),
    }
}

/// Solves linear equations with several right-hand sides in all lanes that run.
pub(super) fn eliminate(system: &Elimination, work: &mut LaneWork) {
    for lane in 0..LANES {
        if !work.runs[lane] {
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
            let iteration = work.reports[lane].unwrap_or_default().iterations;
            work.fail(lane, StepErrorKind::SingularJacobian { iteration });
        }
    }
}

impl Room {
    const NONE: Self = Self {
        x: Vec::new(),
        sizes: Vec::new(),
        solver: Vec::new(),
    };

    fn unknowns(&mut self, n: usize) -> Unknowns<'_, f64> {
        let unknowns = Unknowns::new(&mut self.x[..n], &mut self.solver);
        unknowns.expect("there is room for the equations")
    }
}

/// Returns the largest absolute value of a lane in slots; 0 if there are none.
fn largest_of(slots: &[Block], lane: usize, places: &[Slot]) -> f64 {
    let values = places.iter().map(|&slot| slots[slot as usize][lane]);
    values.fold(0.0, |most, value| {
        nhi_runtime::plumbing::largest(&[most, value])
    })
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

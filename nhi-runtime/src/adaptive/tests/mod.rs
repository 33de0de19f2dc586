//! The coefficients against the order conditions of all rooted trees, and the method on problems
//! with closed solutions.

extern crate std;

mod switches;

use core::f64::consts::TAU;
use std::vec::Vec;

use super::tableau::{ALL, MOMENTS};
use super::{
    Advance, Expansion, SeriesOp, Term, dop853, dop853_in, dop853_memory, dop853_workspace,
    in_order, taylor_in, taylor_memory, taylor_workspace,
};
use crate::{Real, StepErrorKind};

type Slopes = [f64; 16];

/// A rooted tree: its order, the elementary weights of the stages, and its density.
#[derive(Clone)]
struct Tree {
    order: usize,
    weights: Slopes,
    density: f64,
}

fn row(name: &str) -> Slopes {
    let (_, weights) = ALL.iter().find(|(known, _)| *known == name).expect(name);
    let mut row = [0.0; 16];
    for &(stage, weight) in *weights {
        row[stage] = weight;
    }
    row
}

fn matrix() -> [Slopes; 16] {
    core::array::from_fn(|stage| match stage {
        0 => [0.0; 16],
        12 => row("end"),
        _ => row(&std::format!("stage_{stage}")),
    })
}

fn dot(a: &Slopes, b: &Slopes) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Returns all rooted trees of at most the given order: forests of smaller trees on a root.
fn trees(most: usize) -> Vec<Tree> {
    let a = matrix();
    let mut trees: Vec<Tree> = Vec::new();
    for order in 1..=most {
        let mut found = Vec::new();
        forests(
            &trees,
            order - 1,
            trees.len(),
            &mut Vec::new(),
            &mut |forest: &[&Tree]| {
                let grown = |stage: usize, tree: &Tree| dot(&a[stage], &tree.weights);
                found.push(Tree {
                    order,
                    weights: core::array::from_fn(|i| forest.iter().map(|t| grown(i, t)).product()),
                    density: order as f64 * forest.iter().map(|t| t.density).product::<f64>(),
                });
            },
        );
        trees.extend(found);
    }
    trees
}

/// Visits the multisets of the first `below` trees whose orders have the given sum.
fn forests<'t>(
    trees: &'t [Tree],
    rest: usize,
    below: usize,
    chosen: &mut Vec<&'t Tree>,
    visit: &mut dyn FnMut(&[&Tree]),
) {
    if rest == 0 {
        return visit(chosen);
    }
    for place in 0..below {
        if trees[place].order <= rest {
            chosen.push(&trees[place]);
            forests(trees, rest - trees[place].order, place + 1, chosen, visit);
            chosen.pop();
        }
    }
}

/// The round-off of sums with terms below 50 and a few hundred operations.
const ROUND_OFF: f64 = 2e-12;

#[test]
fn stages_are_at_their_moments() {
    for (row, moment) in matrix().iter().zip(MOMENTS) {
        assert!(
            (row.iter().sum::<f64>() - moment).abs() < ROUND_OFF,
            "{moment}"
        );
    }
}

#[test]
fn the_method_has_order_eight_and_its_estimates_their_orders() {
    let trees = trees(9);
    assert_eq!(trees.iter().filter(|tree| tree.order <= 8).count(), 200);
    let defect = |weights: &Slopes, tree: &Tree| dot(weights, &tree.weights) - 1.0 / tree.density;
    let end = row("end");
    let fifth: Slopes = core::array::from_fn(|i| end[i] - row("error_of_fifth_order")[i]);
    for (weights, order) in [(end, 8), (fifth, 5), (row("third_order"), 3)] {
        let defects = |of: usize| {
            let trees = trees.iter().filter(move |tree| tree.order == of);
            trees
                .map(|tree| defect(&weights, tree).abs())
                .fold(0.0, f64::max)
        };
        (1..=order).for_each(|of| assert!(defects(of) < ROUND_OFF, "{order}: {of}"));
        assert!(defects(order + 1) > 1e-6, "{order}: no more");
    }
}

#[test]
fn the_dense_output_has_order_seven() {
    let trees = trees(7);
    let unit = |place: usize| core::array::from_fn(|i| f64::from(i == place));
    let (first, last): (Slopes, Slopes) = (unit(0), unit(12));
    let end = row("end");
    let of_stages = ["dense_4", "dense_5", "dense_6", "dense_7"].map(row);
    for s in [0.1, 0.37, 0.8, 1.0] {
        let rest = 1.0 - s;
        let weights: Slopes = core::array::from_fn(|i| {
            let bend = first[i] - end[i];
            let back = end[i] - last[i] - bend;
            let d = |place: usize| of_stages[place][i];
            let inner = d(0) + s * (d(1) + rest * (d(2) + s * d(3)));
            s * (end[i] + rest * (bend + s * (back + rest * inner)))
        });
        for tree in &trees {
            let exact = s.powi(tree.order as i32) / tree.density;
            let found = dot(&weights, &tree.weights);
            assert!(
                (found - exact).abs() < 20.0 * ROUND_OFF,
                "{s}: {}",
                tree.order
            );
        }
    }
}

fn oscillator<T: Real>(_: T, &[x, v]: &[T; 2]) -> [T; 2] {
    [v, -x]
}

fn uncorrected<T: Copy, const N: usize>(_: T, y: &[T; N]) -> [T; N] {
    *y
}

fn unswitched<T: Real, const N: usize>(_: T, _: &[T; N]) -> [T; 0] {
    []
}

fn to<T: Real>(target: T, tolerance: f64) -> Advance<T> {
    Advance {
        begin: target - T::one(),
        target,
        tolerance: T::literal(tolerance),
        is_held: false,
    }
}

fn start(t: f64, y: &[f64]) -> Vec<f64> {
    let mut memory = std::vec![0.0; dop853_memory(y.len())];
    memory[..2].fill(t);
    memory[3..3 + y.len()].copy_from_slice(y);
    memory
}

/// The error of an oscillator stays within ten tolerances per radian, at rows that are near to each
/// other and far, forwards and backwards. The estimate is for the ends of steps; the dense output
/// of order 7 is less exact inside of the long steps of a low tolerance.
#[test]
fn an_oscillator_is_as_exact_as_its_tolerance() {
    for tolerance in [1e-5, 1e-9, 1e-13] {
        for row in [0.01, 0.7, 5.0, -0.3] {
            let mut memory = start(2.0, &[1.0, 0.0]);
            for count in 1..=100 {
                let passed = row * f64::from(count);
                let y = dop853(
                    &mut memory,
                    to(2.0 + passed, tolerance),
                    oscillator,
                    uncorrected,
                    unswitched,
                )
                .unwrap();
                let error = (y[0] - passed.cos()).hypot(y[1] + passed.sin());
                let allowed = 10.0 * tolerance * (1.0 + passed.abs());
                assert!(error < allowed, "{tolerance}, {row}, {count}: {error}");
            }
        }
    }
}

/// Rows cost nothing within a step: the number of evaluations does not depend on them.
#[test]
fn a_step_takes_twelve_evaluations_and_three_for_rows_inside() {
    let count = |rows: u32| {
        let evaluations = core::cell::Cell::new(0);
        let mut memory = start(0.0, &[1.0, 0.0]);
        let mut steps = 0;
        for row in 1..=rows {
            let before = memory[1];
            let target = TAU * f64::from(row) / f64::from(rows);
            dop853(
                &mut memory,
                to(target, 1e-9),
                |t, y| {
                    evaluations.set(evaluations.get() + 1);
                    oscillator(t, y)
                },
                uncorrected,
                unswitched,
            )
            .unwrap();
            steps += i32::from(memory[1] != before);
        }
        (evaluations.get(), steps)
    };
    let ((few, _), (many, steps)) = (count(1), count(1000));
    assert_eq!(
        many,
        2 + 15 * steps,
        "first slope and step, 12 + 3 for each"
    );
    assert_eq!(few, 2 + 12 * steps + 3);
}

/// A target that is passed backwards is reached from the other end of the dense output.
#[test]
fn a_motion_turns_back() {
    let mut memory = start(0.0, &[1.0, 0.0]);
    for target in [1.0, 1.1, -0.5, -3.0, 2.0, 2.0] {
        let y = dop853(
            &mut memory,
            to(target, 1e-12),
            oscillator,
            uncorrected,
            unswitched,
        )
        .unwrap();
        assert!(
            (y[0] - target.cos()).hypot(y[1] + target.sin()) < 2e-11,
            "{target}"
        );
    }
}

#[test]
fn slices_have_the_bits_of_arrays() {
    let pendulum = |t: f64, y: &[f64]| [y[1], -y[0].sin() + 0.1 * t.cos()];
    let (mut of_array, mut of_slice) = (start(0.0, &[2.0, 0.3]), start(0.0, &[2.0, 0.3]));
    let (mut y, mut room) = ([0.0; 2], [0.0; dop853_workspace(2)]);
    for row in 1..50 {
        let advance = to(0.3 * f64::from(row), 1e-10);
        let expected = dop853(
            &mut of_array,
            advance,
            |t, y: &[f64; 2]| pendulum(t, y),
            uncorrected,
            unswitched,
        )
        .unwrap();
        dop853_in(
            &mut of_slice,
            advance,
            &mut y,
            &mut room,
            &mut |t: f64, y: &[f64], slope: &mut [f64]| {
                slope.copy_from_slice(&pendulum(t, y));
            },
        )
        .unwrap();
        assert_eq!(expected.map(f64::to_bits), y.map(f64::to_bits));
        assert_eq!(of_array, of_slice);
    }
}

/// `y' = 1` until 1, then `y' = -1`: with steps that end there, no step sees both.
#[test]
fn a_field_that_changes_at_rows_is_held() {
    let mut memory = start(0.0, &[0.0]);
    let mut evaluations = 0;
    let mut y = [0.0];
    let mut room = [0.0; dop853_workspace(1)];
    for (target, rate) in [(1.0, 1.0), (2.0, -1.0)] {
        let advance = Advance {
            is_held: true,
            ..to(target, 1e-12)
        };
        dop853_in(
            &mut memory,
            advance,
            &mut y,
            &mut room,
            &mut |t: f64, _: &[f64], slope: &mut [f64]| {
                assert!(t <= target);
                evaluations += 1;
                slope[0] = rate;
            },
        )
        .unwrap();
        assert_eq!(memory[1], target);
    }
    assert!(y[0].abs() < 1e-15 && evaluations < 300, "{evaluations}");
}

#[test]
fn single_precision_does_not_strive_for_more_than_it_has() {
    let mut memory = [0.0_f32; dop853_memory(2)];
    memory[3] = 1.0;
    let y = dop853(
        &mut memory,
        to(10.0_f32, 1e-15),
        oscillator,
        uncorrected,
        unswitched,
    )
    .unwrap();
    assert!((y[0] - 10.0_f32.cos()).abs() < 1e-5);
}

/// `y' = y^2` from 1 is `1 / (1 - t)`.
#[test]
fn motions_that_end_fail_where_they_end() {
    let mut memory = start(0.0, &[1.0]);
    let failed = dop853(
        &mut memory,
        to(2.0, 1e-9),
        |_, &[y]| [y * y],
        uncorrected,
        unswitched,
    )
    .unwrap_err();
    let (StepErrorKind::StepSizeUnderflow { time, .. } | StepErrorKind::NonFiniteMotion { time }) =
        failed
    else {
        panic!("{failed}");
    };
    assert!((time - 1.0).abs() < 1e-8, "{time}");

    let root = |_: f64, &[y]: &[f64; 1]| [-(y.sqrt() + 1.0)];
    let failed = dop853(
        &mut start(0.0, &[1.0]),
        to(9.0, 1e-9),
        root,
        uncorrected,
        unswitched,
    )
    .unwrap_err();
    assert!(
        matches!(failed, StepErrorKind::NonFiniteMotion { time } if time > 0.5),
        "{failed}"
    );

    let failed = dop853(
        &mut start(0.0, &[-1.0]),
        to(9.0, 1e-9),
        root,
        uncorrected,
        unswitched,
    )
    .unwrap_err();
    assert_eq!(failed, StepErrorKind::NonFiniteMotion { time: 0.0 });
}

#[test]
fn stiff_motions_end_at_the_limit_of_work() {
    let stiff = |t: f64, &[y]: &[f64; 1]| [-1e7 * (y - t.cos())];
    let failed = dop853(
        &mut start(0.0, &[1.0]),
        to(1.0, 1e-9),
        stiff,
        uncorrected,
        unswitched,
    )
    .unwrap_err();
    let StepErrorKind::TooManySteps { time, steps } = failed else {
        panic!("{failed}");
    };
    assert!(time > 0.0 && steps == 100_000);
}

/// Nothing moves: the step grows, but the time stays finite.
#[test]
fn rest_lasts() {
    let mut memory = start(0.0, &[1.0, 0.0]);
    for row in 1..=2000 {
        let y = dop853(
            &mut memory,
            to(f64::from(row), 1e-9),
            |_, _: &[f64; 2]| [0.0; 2],
            uncorrected,
            unswitched,
        );
        assert_eq!(y, Ok([1.0, 0.0]));
    }
    assert!(memory[1].is_finite());
}

/// The circle is a surface of the oscillator. A coarse tolerance drifts off, the correction
/// returns.
#[test]
fn corrected_ends_stay_on_their_surface() {
    let onto = |_: f64, y: &[f64; 2]| {
        let size = y[0].hypot(y[1]);
        y.map(|x| x / size)
    };
    let mut off = [0.0_f64; 2];
    for (place, is_corrected) in [false, true].into_iter().enumerate() {
        let mut memory = start(0.0, &[1.0, 0.0]);
        for row in 1..=200 {
            let advance = to(f64::from(row), 1e-3);
            let y = match is_corrected {
                true => dop853(&mut memory, advance, oscillator, onto, unswitched),
                false => dop853(&mut memory, advance, oscillator, uncorrected, unswitched),
            };
            y.unwrap();
            off[place] = off[place].max((memory[3].hypot(memory[4]) - 1.0).abs());
        }
    }
    assert!(off[0] > 1e-3 && off[1] < 4e-16, "{off:?}");
}

/// `x'' = -sin x` as series: slots `x, v, t, sin x, cos x, -sin x`.
const PENDULUM: &[Term] = &[
    Term::new(SeriesOp::SinCos, 3, [0, 4, 0]),
    Term::new(SeriesOp::Neg, 5, [3, 0, 0]),
];

/// The energy of a pendulum is constant to machine precision, in rows near and far, there and back.
#[test]
fn a_taylor_series_is_exact_to_round_off() {
    swings::<f64, 19>(1e-15, 1e-14, 1e-13);
    swings::<f32, 9>(1e-7, 1e-5, 1e-4);
}

fn swings<T: Real, const ORDER: usize>(tolerance: f64, energy_error: f64, error: f64) {
    let expansion = Expansion {
        terms: in_order(PENDULUM, ORDER),
        slopes: &[1, 5],
        slots: 6,
        order: ORDER,
    };
    let mut field = |_: T, _: &[T], _: &mut [T]| {};
    let mut room = std::vec![T::zero(); taylor_workspace(6, ORDER)];
    let (mut y, start) = ([T::zero(); 2], [2.0, 0.3].map(T::literal));
    let mut memory = std::vec![T::zero(); taylor_memory(2, ORDER)];
    memory[2..4].copy_from_slice(&start);
    let energy = |y: &[T; 2]| {
        let [x, v] = y.map(T::to_f64);
        0.5 * v * v - x.cos()
    };
    for target in [0.01, 0.02, 3.0, 40.0, 41.0, 12.0, -5.0, 0.0] {
        taylor_in(
            &mut memory,
            to(T::literal(target), tolerance),
            expansion,
            &[],
            &mut y,
            &mut room,
            &mut field,
        )
        .unwrap();
        assert!(
            (energy(&y) - energy(&start)).abs() < energy_error,
            "{target}"
        );
    }
    let [x, v] = [0, 1].map(|i| (y[i] - start[i]).to_f64());
    assert!(x.hypot(v) < error, "{y:?}");
}

//! Rotations in the configuration, at matrices that are not quite rotations.

use crate::expr::{Evaluator, Expr, Graph};

use super::super::Mechanics;
use super::{assert_equal, mechanics};

/// A coordinate, a motion of the plane, and one of space.
fn three_factors() -> Mechanics {
    mechanics(
        "coordinates(x), groups(a: SE2(s, p1, p2), g: SE3(w1, w2, w3, v1, v2, v3)), \
         lagrangian = x_dot.powi(2) + s.powi(2) + p1.powi(2) + p2.powi(2) + w1.powi(2) + 2 * w2.powi(2) + 3 * w3.powi(2) \
            + v1.powi(2) + v2.powi(2) + v3.powi(2)",
    )
    .expect("a mechanics")
}

/// The entries of both rotations among those of the configuration, column by column.
const COLUMNS: [&[&[usize]]; 2] = [
    &[&[1, 4], &[2, 5]],
    &[&[7, 11, 15], &[8, 12, 16], &[9, 13, 17]],
];
/// The places of the other entries.
const OTHERS: [usize; 6] = [0, 3, 6, 10, 14, 18];
/// Values for all entries, with rotations that are off by about a thousandth.
const VALUES: [f64; 19] = [
    0.3, 0.8, -0.6, 0.9, 0.601, 0.801, -1.2, // The coordinate and the motion of the plane.
    0.36, 0.48, -0.8, 1.7, -0.8, 0.6, 0.001, -2.1, 0.48, 0.641, 0.6, 0.4,
];

fn values(mechanics: &Mechanics, exprs: &[Expr]) -> Vec<f64> {
    let pairs: Vec<_> = mechanics.q.iter().copied().zip(VALUES).collect();
    mechanics.model.graph.evaluate(exprs, &pairs)
}

/// The largest entry of `A^T B - Id`.
fn off_identity(a: &[f64], b: &[f64]) -> f64 {
    let entry = |columns: &[&[usize]], i: usize, j: usize| -> f64 {
        let pairs = columns[i].iter().zip(columns[j]);
        let product: f64 = pairs.map(|(&left, &right)| a[left] * b[right]).sum();
        (product - f64::from(u8::from(i == j))).abs()
    };
    let mut largest = 0.0_f64;
    for columns in COLUMNS {
        for i in 0..columns.len() {
            for j in 0..columns.len() {
                largest = largest.max(entry(columns, i, j));
            }
        }
    }
    largest
}

#[test]
fn the_excess_of_a_rotation_is_its_distance_from_its_inverse_transposed() {
    let mechanics = three_factors();
    assert_eq!(mechanics.q.len(), VALUES.len());
    let (graph, frame) = (&mechanics.model.graph, &mechanics.frame);
    let excess = values(&mechanics, &frame.excess_of_rotations(graph, &mechanics.q));
    let inverse: Vec<_> = VALUES.iter().zip(&excess).map(|(r, e)| r - e).collect();
    assert!(off_identity(&VALUES, &inverse) < 1e-14);
    for other in OTHERS {
        assert_eq!(excess[other], 0.0, "entry {other} is of no rotation");
    }
}

#[test]
fn a_rotation_moves_to_the_nearest_one_up_to_the_square_of_its_distance() {
    let mechanics = three_factors();
    let (graph, frame) = (&mechanics.model.graph, &mechanics.frame);
    let before = off_identity(&VALUES, &VALUES);
    let moved = values(&mechanics, &frame.orthonormalised(graph, &mechanics.q));
    let after = off_identity(&moved, &moved);
    assert!(
        before > 1e-3 && after < 2.0 * before.powi(2),
        "{before} {after}"
    );
    for other in OTHERS {
        assert_eq!(moved[other], VALUES[other]);
    }
    let defects = frame.defects(graph, &mechanics.q);
    let (entries, counts): (Vec<_>, Vec<_>) = defects.into_iter().unzip();
    assert_eq!(counts, [1, 2, 1, 1, 2, 1, 2, 2, 1]);
    let largest = values(&mechanics, &entries).into_iter().map(f64::abs);
    assert!((largest.fold(0.0, f64::max) - before).abs() < 1e-15);
}

#[test]
fn entries_of_rotations_are_those_of_all_factors() {
    let mechanics = three_factors();
    let places: Vec<usize> = COLUMNS
        .iter()
        .flat_map(|columns| columns.concat())
        .collect();
    let mut expected: Vec<_> = places.iter().map(|&place| mechanics.q[place]).collect();
    let mut found = mechanics.frame.rotation_entries(&mechanics.q);
    expected.sort();
    found.sort();
    assert_eq!(found, expected);
    assert!(!mechanics.frame.is_coordinate());
    let plane = mechanics_of_plane();
    assert!(plane.frame.is_coordinate());
    assert!(plane.frame.rotation_entries(&plane.q).is_empty());
}

fn mechanics_of_plane() -> Mechanics {
    mechanics("coordinates(x, y), lagrangian = x_dot.powi(2) + y_dot.powi(2)").expect("a plane")
}

/// `dR/dt = R hat(w)` and `dp/dt = R v` for the last factor.
#[test]
fn velocities_of_a_body_turn_and_move_its_own_entries() {
    let mechanics = three_factors();
    let graph = &mechanics.model.graph;
    let rates = mechanics.frame.rates(graph, &mechanics.v);
    let (q, v) = (&mechanics.q, &mechanics.v);
    assert_eq!(rates[0], v[0]);
    for i in 0..3 {
        let row: [Expr; 3] = core::array::from_fn(|j| q[7 + 4 * i + j]);
        for j in 0..3 {
            // The column `j` of `hat(w)` has `w_k` below, and `-w_k` after.
            let [k, l] = [(j + 1) % 3, (j + 2) % 3];
            let turned = graph.sub(graph.mul(row[k], v[4 + l]), graph.mul(row[l], v[4 + k]));
            assert_equal(graph, rates[7 + 4 * i + j], turned);
        }
        let moved = graph.dot(&row, &v[7..10]);
        assert_equal(graph, rates[7 + 4 * i + 3], moved);
    }
    assert!(rates.iter().all(|&rate| rate != Graph::ZERO));
}

/// One move of Newton's method from a matrix near a rotation, in the plane and in space.
#[test]
fn matrices_near_rotations_are_moved_to_rotations() {
    for (keys, n) in [
        (
            "groups(g: SE2(w, v1, v2)), lagrangian = w.powi(2) + v1.powi(2) + v2.powi(2)",
            2,
        ),
        (
            "groups(g: SO3(w1, w2, w3)), lagrangian = w1.powi(2) + w2.powi(2) + w3.powi(2)",
            3,
        ),
    ] {
        let mechanics = mechanics(keys).expect("a mechanics");
        let graph = &mechanics.model.graph;
        let moved = mechanics.frame.orthonormalised(graph, &mechanics.q);
        let (sine, cosine) = 0.7_f64.sin_cos();
        let turned = |i: usize, j: usize| match (i, j) {
            (0, 0) | (1, 1) => cosine,
            (1, 0) => sine,
            (0, 1) => -sine,
            (2, 2) => 1.0,
            _ => 0.0,
        };
        let size = 1e-4;
        let symbols = mechanics.q.iter().enumerate();
        let values = symbols.map(|(place, &q)| {
            // The rows of an element of SE(2) have an entry of the position.
            let (i, j) = (place / 3, place % 3);
            let off = size * ((3 * i + 5 * j) as f64).cos();
            let entry = if n == 2 && j == 2 {
                5.0
            } else {
                turned(i, j) + off
            };
            (q, entry)
        });
        let values: Vec<_> = values.collect();
        let evaluator = Evaluator::new(graph, moved);
        let found = evaluator.values(graph, &values);
        let entry = |i: usize, j: usize| found[3 * i + j];
        for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let product: f64 = (0..n).map(|k| entry(k, i) * entry(k, j)).sum();
            let expected = if i == j { 1.0 } else { 0.0 };
            assert!((product - expected).abs() < 10.0 * size * size, "{product}");
            assert!((entry(i, j) - turned(i, j)).abs() < 3.0 * size);
        }
    }
}

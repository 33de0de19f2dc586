//! Group elements as entries of matrices, against matrices of rational numbers and nalgebra's determinant.

use nhi_runtime::nalgebra::{Isometry2, Isometry3, Matrix3, Point2, Point3, Rotation3};
use nhi_runtime::plumbing::{constraint_tolerance, not_a_rotation};
use nhi_runtime::{GroupElement, StepErrorKind};

const TURN: [[f64; 3]; 3] = [[0.36, -0.48, 0.8], [0.8, 0.6, 0.0], [-0.48, 0.64, 0.6]];
const PLANE_TURN: [[f64; 2]; 2] = [[0.6, -0.8], [0.8, 0.6]];
const ROUND_OFF: f64 = 4.0 * f64::EPSILON;

fn assert_close<const N: usize>(found: [f64; N], expected: [f64; N]) {
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() <= ROUND_OFF, "{found:?} and {expected:?}");
    }
}

#[test]
fn a_rotation_is_its_matrix_row_by_row() {
    let [[a, b, c], [d, e, f], [g, h, i]] = TURN;
    let rotation = Rotation3::of_entries([a, b, c, d, e, f, g, h, i]);
    assert_eq!(*rotation.matrix(), Matrix3::new(a, b, c, d, e, f, g, h, i));
    assert_eq!(rotation.entries(), [a, b, c, d, e, f, g, h, i]);
}

#[test]
fn a_rigid_motion_is_its_rows_with_the_displacement_behind() {
    let [[a, b, c], [d, e, f], [g, h, i]] = TURN;
    let entries = [a, b, c, 3.0, d, e, f, 4.0, g, h, i, 5.0];
    let motion = Isometry3::of_entries(entries);
    assert_close(motion.entries(), entries);
    let image = motion * Point3::new(1.0, 2.0, 3.0);
    assert_close(image.into(), [4.8, 6.0, 7.6]);

    let [[a, b], [c, d]] = PLANE_TURN;
    let entries = [a, b, 3.0, c, d, 4.0];
    let motion = Isometry2::of_entries(entries);
    assert_close(motion.entries(), entries);
    assert_close((motion * Point2::new(1.0, 2.0)).into(), [2.0, 6.0]);
}

/// Accepted where rows are exchanged and reversed an even number of times, and at distance 2 elsewhere.
fn assert_reflections_are_refused<const N: usize>(turn: [[f64; N]; N]) {
    for order in 0..N.pow(N as u32) {
        let row = |i: usize| order / N.pow(i as u32) % N;
        if (0..N).any(|i| (0..i).any(|j| row(i) == row(j))) {
            continue;
        }
        for signs in 0..1 << N {
            let sign = |i: usize| if signs >> i & 1 == 0 { 1.0 } else { -1.0 };
            let rows: [[f64; N]; N] =
                std::array::from_fn(|i| turn[row(i)].map(|entry| sign(i) * entry));
            let found = not_a_rotation(0.0, "turn", &rows);
            if determinant(rows) > 0.0 {
                assert!(found.is_ok(), "{rows:?}");
            } else {
                let kind = found.expect_err("a reflection").kind;
                let name = "turn";
                assert_eq!(
                    kind,
                    StepErrorKind::NotARotation {
                        name,
                        distance: 2.0
                    }
                );
            }
        }
    }
}

/// That of nalgebra, with the rest of the identity around a smaller matrix.
fn determinant<const N: usize>(rows: [[f64; N]; N]) -> f64 {
    let entry = |i: usize, j: usize| match (i < N, j < N) {
        (true, true) => rows[i][j],
        _ => f64::from(u8::from(i == j)),
    };
    Matrix3::from_fn(entry).determinant()
}

#[test]
fn reflections_are_refused_and_rotations_are_not() {
    assert_reflections_are_refused(PLANE_TURN);
    assert_reflections_are_refused(TURN);
    for step in 1..=24 {
        let turn = Rotation3::from_euler_angles(0.7, 1.1, 1.9).powf(f64::from(step));
        assert_reflections_are_refused([0, 1, 2].map(|i| [0, 1, 2].map(|j| turn[(i, j)])));
    }
}

/// `R + d E` has `R^T R - Id = d (R^T E + E^T R) + d^2 E^T E`.
#[test]
fn the_distance_of_a_matrix_from_rotations_is_the_largest_entry_of_its_defect() {
    let turn = Matrix3::<f64>::from_fn(|i, j| TURN[i][j]);
    for (i, j) in (0..9).map(|entry| (entry / 3, entry % 3)) {
        let mut rows = TURN;
        rows[i][j] += 0.1;
        let mut unit = Matrix3::<f64>::zeros();
        unit[(i, j)] = 1.0;
        let product = turn.transpose() * unit;
        let defect = (product + product.transpose()) * 0.1 + unit.transpose() * unit * 0.01;
        let error = not_a_rotation(0.0, (), &rows).expect_err("no rotation");
        let StepErrorKind::NotARotation { distance, .. } = error.kind else {
            panic!("{error:?}")
        };
        assert!((distance - defect.amax()).abs() <= ROUND_OFF);
    }
}

#[test]
fn rotations_are_accepted_up_to_the_tolerance_and_not_beyond() {
    let stretched = |defect: f64| [[(1.0 + defect).sqrt(), 0.0], [0.0, 1.0]];
    let tolerance = constraint_tolerance::<f64>();
    let nothing = not_a_rotation(0.0, (), &[[0.0; 3]; 3]).map_err(|error| error.kind);
    let (name, distance) = ((), 1.0);
    let kind = StepErrorKind::NotARotation { name, distance };
    assert_eq!(nothing, Err(kind), "no reflection either");
    assert!(not_a_rotation(0.0, (), &stretched(0.99 * tolerance)).is_ok());
    assert!(not_a_rotation(0.0, (), &stretched(1.01 * tolerance)).is_err());
}

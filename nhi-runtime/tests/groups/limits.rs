//! Where formulas lose digits or stop to exist: near the identity, half turns, whole turns and
//! gimbal lock.

use super::matrices::{MatrixGroup, Product};
use nhi_runtime::Real;
use nhi_runtime::group::{
    Cayley, Ccsk, Exp, GroupError, LieAlgebra, LieGroup, Operator, Retraction,
};
use nhi_runtime::nalgebra::{
    DMatrix, Isometry2, Isometry3, Matrix2, Matrix3, Quaternion, Rotation2, Rotation3, UnitComplex,
    UnitQuaternion, Vector1, Vector3, Vector6,
};
use proptest::prelude::*;
use std::f64::consts::{FRAC_PI_2, PI};

const AXES: [[f64; 3]; 6] = [
    [1.0, 0.0, 0.0],
    [0.0, -1.0, 0.0],
    [0.0, 0.0, 1.0],
    [0.6, 0.0, -0.8],
    [0.48, 0.64, 0.6],
    [-2.0 / 3.0, 1.0 / 3.0, 2.0 / 3.0],
];

const SMALL_ANGLES: [f64; 12] = [
    1e-300, 1e-200, 1e-163, 1e-154, 1e-38, 1e-20, 1e-9, 1e-8, 1e-4, 0.01, 0.3, 1.0,
];

/// Below a half turn, by how much.
const COMPLEMENTS: [f64; 8] = [1.0, 0.1, 1e-3, 1e-6, 1e-8, 1e-12, 1e-15, 0.0];

/// Rotation vectors of the type with the given angle, as closely as it can.
fn rotation_vectors<T: Real>(angle: f64) -> impl Iterator<Item = Vector3<T>> {
    AXES.into_iter()
        .map(move |axis| Vector3::from(axis.map(|x| T::literal(x * angle))))
}

/// The error of the first vector relative to the length of the second, in round-offs.
fn relative<T: Real>(value: &Vector3<T>, expected: &Vector3<T>) -> f64 {
    let wide = |v: &Vector3<T>| v.map(Real::to_f64);
    let scale = wide(expected).amax();
    ((wide(value) - wide(expected)) / scale).amax() / T::EPSILON.to_f64()
}

fn assert_rotations_near_the_identity<T: Real>()
where
    UnitQuaternion<T>: LieGroup<Algebra = Vector3<T>>,
    Rotation3<T>: LieGroup<Algebra = Vector3<T>>,
{
    let representable = SMALL_ANGLES
        .into_iter()
        .filter(|&x| T::literal(x * 1e-3) > T::zero());
    for omega in representable.flat_map(rotation_vectors::<T>) {
        let round_trips = [
            UnitQuaternion::exp_map(&omega).log_map(),
            Rotation3::exp_map(&omega).log_map(),
            UnitQuaternion::cay(&omega).cay_inverse().expect("small"),
            Rotation3::cay(&omega).cay_inverse().expect("small"),
            UnitQuaternion::ccsk(&omega).ccsk_inverse(),
        ];
        for (index, back) in round_trips.iter().enumerate() {
            let error = relative(back, &omega);
            assert!(error < 8.0, "{index}: {back} of {omega}, off by {error}");
        }
    }
}

#[test]
fn small_rotations_return_from_every_map_to_relative_round_off() {
    assert_rotations_near_the_identity::<f64>();
    assert_rotations_near_the_identity::<f32>();
}

#[test]
fn small_motions_of_the_plane_return_to_relative_round_off() {
    for angle in SMALL_ANGLES.into_iter().chain(SMALL_ANGLES.map(|x| -x)) {
        let xi = Vector3::new(angle, 0.5 * angle, -2.0 * angle);
        let motions: [(Isometry2<f64>, _); 3] = [
            (
                Exp::tau(&xi),
                Isometry2::log_map as fn(&Isometry2<f64>) -> _,
            ),
            (Cayley::tau(&xi), |g| g.cay_inverse().expect("small")),
            (Ccsk::tau(&xi), Isometry2::ccsk_inverse),
        ];
        for (g, inverse) in motions {
            let error = relative(&inverse(&g), &xi);
            assert!(error < 8.0, "{xi}: off by {error}");
        }
        let rotation = UnitComplex::exp_map(&Vector1::new(angle)).log_map().x;
        assert!((rotation / angle - 1.0).abs() < 4e-16);
        let matrix = Rotation2::exp_map(&Vector1::new(angle)).log_map().x;
        assert!((matrix / angle - 1.0).abs() < 4e-16);
    }
}

/// The logarithm up to its sign, which is undetermined at a half turn.
fn assert_half_turns<T: Real, G: LieGroup<Scalar = T, Algebra = Vector3<T>>>() {
    for complement in COMPLEMENTS {
        for omega in rotation_vectors::<T>(PI - complement) {
            let back = G::exp_map(&omega).log_map();
            let mut error = relative(&back, &omega);
            if complement <= 8.0 * T::EPSILON.to_f64() {
                error = error.min(relative(&-back, &omega));
            }
            assert!(
                error < 8.0,
                "{back} of {omega} (pi - {complement}), off by {error}"
            );
        }
    }
}

#[test]
fn rotations_up_to_a_half_turn_have_logarithms_to_round_off() {
    assert_half_turns::<f64, UnitQuaternion<f64>>();
    assert_half_turns::<f64, Rotation3<f64>>();
    assert_half_turns::<f32, UnitQuaternion<f32>>();
    assert_half_turns::<f32, Rotation3<f32>>();
}

#[test]
fn exact_half_turns_have_one_of_their_two_logarithms() {
    for axis in AXES.map(Vector3::from) {
        let quaternion = UnitQuaternion::new_unchecked(Quaternion::from_parts(0.0, axis));
        assert!((quaternion.log_map() - axis * PI).norm() < 1e-15);
        assert_eq!(quaternion.cay_inverse(), Err(GroupError::HalfTurn));

        let matrix = axis * axis.transpose() * 2.0 - Matrix3::identity();
        let rotation = Rotation3::from_matrix_unchecked(matrix);
        let log = rotation.log_map();
        assert!((log - axis * PI).norm().min((log + axis * PI).norm()) < 2e-15);
    }
    let half_turn = Rotation2::from_matrix_unchecked(Matrix2::new(-1.0, 0.0, 0.0, -1.0));
    assert_eq!(f64::abs(half_turn.log_map().x), PI);
}

#[test]
fn motions_up_to_a_half_turn_are_the_exponentials_of_their_logarithms() {
    for angle in SMALL_ANGLES.into_iter().chain(COMPLEMENTS.map(|x| PI - x)) {
        for omega in rotation_vectors::<f64>(angle) {
            let xi = Vector6::new(omega.x, omega.y, omega.z, 0.3, -0.7, 0.9);
            let g = Isometry3::exp_map(&xi);
            let back = Isometry3::exp_map(&g.log_map());
            assert!(
                (g.to_homogeneous() - back.to_homogeneous()).amax() < 3e-15,
                "{xi}"
            );
            if angle < PI - 1e-14 {
                let error = (g.log_map() - xi).amax();
                assert!(error < 1e-14, "{xi}: off by {error:e}");
            }
        }
        let xi = Vector3::new(angle, 0.3, -0.7);
        let back = Isometry2::exp_map(&xi).log_map();
        assert!((back - xi).amax() < 2e-15, "{xi}: {back}");
    }
}

#[test]
fn the_cayley_map_has_no_inverse_at_a_half_turn() {
    fn at<G: MatrixGroup>(angle: f64) -> Result<G::Algebra, GroupError<G::Scalar>> {
        G::exp_map(&G::vector(&[angle, 0.0, 0.0, 0.2, 0.3, 0.0, 0.0, 0.0])).cay_inverse()
    }
    fn assert_error<G: MatrixGroup>() {
        assert_eq!(at::<G>(PI), Err(GroupError::HalfTurn));
        assert_eq!(at::<G>(-PI), Err(GroupError::HalfTurn));
    }
    assert_error::<UnitComplex<f64>>();
    assert_error::<Rotation2<f64>>();
    assert_error::<Isometry2<f64>>();
    assert_error::<UnitQuaternion<f64>>();
    assert_error::<Rotation3<f64>>();
    assert_error::<Isometry3<f64>>();
    assert_error::<Product<f64>>();
    assert_error::<UnitQuaternion<f32>>();
    assert_error::<Isometry2<f32>>();

    let near = UnitQuaternion::exp_map(&Vector3::new(PI - 1e-9, 0.0, 0.0));
    let tangent = near.cay_inverse().expect("not a half turn").x / 2.0;
    assert!((tangent / ((PI - 1e-9) / 2.0).tan() - 1.0).abs() < 1e-6);
}

#[test]
fn obtuse_angles_in_the_plane_have_cayley_coordinates() {
    for angle in [1.6, 2.5, 3.1, -1.6, -2.5, -3.1_f64] {
        let coordinates = UnitComplex::new(angle).cay_inverse().expect("no half turn");
        let expected = 2.0 * (angle / 2.0).tan();
        assert!((coordinates.x / expected - 1.0).abs() < 1e-13, "{angle}");
    }
}

#[test]
fn the_tangent_of_the_exponential_map_is_singular_at_whole_turns() {
    for turns in [1.0, 2.0, 5.0] {
        let angle = 2.0 * PI * turns;
        let plane = Isometry2::dexp_inverse(&Vector3::new(-angle, 0.1, 0.2));
        assert!(
            matches!(plane, Err(GroupError::FullTurn { .. })),
            "{plane:?}"
        );
        for omega in rotation_vectors::<f64>(angle) {
            let xi = Vector6::new(omega.x, omega.y, omega.z, 1.0, 2.0, 3.0);
            assert!(matches!(
                UnitQuaternion::dexp_inverse(&omega),
                Err(GroupError::FullTurn { angle: at }) if (at - angle).abs() < 1e-13
            ));
            assert!(Isometry3::dexp_inverse(&xi).is_err());
        }
        assert!(Rotation3::dexp_inverse(&Vector3::new(angle as f32, 0.0, 0.0)).is_err());
        // The angles of SO(2) are a line: nothing is singular.
        assert!(UnitComplex::dexp_inverse(&Vector1::new(angle)).is_ok());
    }
}

#[test]
fn close_to_a_whole_turn_the_inverse_tangent_is_still_the_inverse() {
    for omega in rotation_vectors::<f64>(2.0 * PI - 1e-6) {
        let inverse = Rotation3::dexp_inverse(&omega).expect("not a whole turn");
        let error = (inverse * Rotation3::dexp(&omega) - Matrix3::identity()).amax();
        assert!(error < 1e-15 * inverse.amax(), "{error:e}");
    }
}

#[test]
fn gimbal_lock_is_an_error_of_the_tangent_and_not_of_the_coordinates() {
    for second in [FRAC_PI_2, -FRAC_PI_2] {
        let angles = Vector3::new(0.4, second, -0.9);
        let locked = UnitQuaternion::dccsk_inverse(&angles);
        assert_eq!(locked, Err(GroupError::GimbalLock { angle: second }));
        let rotation = UnitQuaternion::ccsk(&angles);
        let back = UnitQuaternion::ccsk(&rotation.ccsk_inverse());
        assert!((back.coords - rotation.coords).amax() < 4e-16);
    }
    // Round-off of an angle grows with it.
    for angle in [3.0 * FRAC_PI_2, -5.0 * FRAC_PI_2] {
        let locked = UnitQuaternion::dccsk_inverse(&Vector3::new(0.4, angle, -0.9));
        assert_eq!(locked, Err(GroupError::GimbalLock { angle }));
    }
    let single = Vector3::new(0.4_f32, std::f32::consts::FRAC_PI_2, 0.0);
    assert!(Rotation3::dccsk_inverse(&single).is_err());
}

#[test]
fn near_the_identity_the_inverse_tangents_are_the_first_terms_of_their_series() {
    fn assert_series<G: MatrixGroup>(scale: f64) {
        let xi = G::vector(&[0.3, -0.7, 0.5, 0.2, 0.9, -0.4, 0.1, 0.6].map(|x| x * scale));
        let ad = G::entries(&G::ad(&xi));
        let identity = DMatrix::identity(G::DIMENSION, G::DIMENSION);
        let linear = &identity - &ad / 2.0;
        let quartic = &ad * &ad / 12.0 - &ad * &ad * &ad * &ad / 720.0;
        let exp = Exp::dtau_inverse::<G>(&xi).expect("small");
        let difference = (G::entries(&exp) - (&linear + quartic)).amax();
        assert!(difference <= scale.powi(6) + 3e-16, "{difference:e}");
        let cay = Cayley::dtau_inverse::<G>(&xi).expect("small");
        assert!((G::entries(&cay) - linear).amax() <= scale.powi(2));
    }
    for scale in [1e-300, 1e-160, 1e-9, 1e-5, 1e-3, 1e-2] {
        assert_series::<Isometry2<f64>>(scale);
        assert_series::<UnitQuaternion<f64>>(scale);
        assert_series::<Isometry3<f64>>(scale);
        assert_series::<Product<f64>>(scale);
    }
}

#[test]
fn a_hundred_thousand_products_leave_rotations_orthonormal() {
    fn defect<G: MatrixGroup>() -> f64 {
        let turn = G::exp_map(&G::vector(&[0.3, -0.7, 0.5, 0.01, 0.0, 0.0]));
        let g = (0..100_000).fold(G::neutral(), |g, _| g.compose(&turn));
        let size = if G::DIMENSION == 3 { 3 } else { 2 };
        let matrix = g.matrix();
        let rotation = matrix.view((0, 0), (size, size));
        (rotation.transpose() * rotation - DMatrix::identity(size, size)).amax()
    }
    assert!(defect::<UnitQuaternion<f64>>() < 2e-15);
    assert!(defect::<Rotation3<f64>>() < 2e-15);
    assert!(defect::<UnitComplex<f64>>() < 2e-15);
    assert!(defect::<Rotation2<f32>>() < 1e-6);
    assert!(defect::<UnitQuaternion<f32>>() < 1e-6);
}

#[test]
fn huge_vectors_are_half_turns_of_the_cayley_map() {
    let rotation = UnitQuaternion::cay(&Vector3::new(0.0, 1e300, 0.0));
    assert!((rotation.log_map() - Vector3::new(0.0, PI, 0.0)).amax() < 1e-15);
    let rotation = UnitComplex::cay(&Vector1::new(-1e30_f32));
    assert!((rotation.log_map().x.abs() - std::f32::consts::PI).abs() < 1e-6);
}

fn call_everything<G: MatrixGroup>(x: &[f64]) {
    let xi = G::vector(x);
    for g in [G::exp_map(&xi), G::cay(&xi), G::ccsk(&xi)] {
        let _ = (
            g.compose(&g.inverse()),
            g.adjoint().apply(&xi),
            g.coadjoint(&xi),
        );
        let _ = (g.log_map(), g.cay_inverse(), g.ccsk_inverse());
    }
    let _ = (
        G::dexp(&xi),
        G::dcay(&xi),
        G::dccsk(&xi),
        G::ad(&xi),
        xi.pairing(&xi),
    );
    let _ = (
        G::dexp_inverse(&xi),
        G::dcay_inverse(&xi),
        G::dccsk_inverse(&xi),
    );
}

proptest! {
    #[test]
    fn angles_of_the_second_kind_stay_in_their_ranges(x in proptest::array::uniform3(-PI..PI)) {
        let rotation = UnitQuaternion::ccsk(&Vector3::from(x));
        let angles = rotation.ccsk_inverse();
        prop_assert!(angles.x.abs() <= PI && angles.z.abs() <= PI, "{angles}");
        prop_assert!(angles.y.abs() <= FRAC_PI_2, "{angles}");
        let back = UnitQuaternion::ccsk(&angles).to_rotation_matrix();
        prop_assert!((back.matrix() - rotation.to_rotation_matrix().matrix()).amax() < 2e-15);
    }

    #[test]
    fn no_numbers_whatever_make_a_map_panic(x in proptest::array::uniform8(any::<f64>())) {
        call_everything::<Rotation2<f64>>(&x);
        call_everything::<Isometry2<f64>>(&x);
        call_everything::<Rotation3<f64>>(&x);
        call_everything::<Isometry3<f64>>(&x);
        call_everything::<Isometry3<f32>>(&x);
        call_everything::<Product<f64>>(&x);
    }
}

//! Lie groups and their retractions against matrices in double precision, as property tests.

use super::matrices::{MatrixGroup, Product, matrix_cayley, matrix_exponential, second_kind};
use nhi_runtime::Real;
use nhi_runtime::group::{Cayley, Ccsk, Exp, LieAlgebra, Operator, Retraction};
use nhi_runtime::nalgebra::{
    DMatrix, Isometry2, Isometry3, Rotation2, Rotation3, SVector, UnitComplex, UnitQuaternion,
    Vector1, Vector3,
};
use proptest::prelude::*;

type Check = Result<(), TestCaseError>;

/// Components whose rotation vectors are shorter than pi.
fn components() -> impl Strategy<Value = [f64; 8]> {
    proptest::array::uniform8(-1.75..1.75_f64)
}

/// Compares matrices to `units` of round-off of the group's numbers.
fn assert_close<G: MatrixGroup>(
    what: &str,
    value: &DMatrix<f64>,
    expected: &DMatrix<f64>,
    units: f64,
) -> Check {
    let error = (value - expected).amax();
    let scale = 1.0 + expected.amax();
    prop_assert!(
        error <= units * G::epsilon() * scale,
        "{what} of {}: {value} instead of {expected}, off by {error:e}",
        std::any::type_name::<G>()
    );
    Ok(())
}

fn column<G: MatrixGroup>(xi: &G::Algebra) -> DMatrix<f64> {
    DMatrix::from_vec(G::DIMENSION, 1, G::components(xi))
}

fn group_operations_are_those_of_matrices<G: MatrixGroup>(x: &[f64], y: &[f64]) -> Check {
    let (xi, eta) = (G::vector(x), G::vector(y));
    let (g, h) = (G::exp_map(&xi), G::ccsk(&eta));
    let product = g.matrix() * h.matrix();
    let inverse = g.matrix().try_inverse().expect("invertible");
    let identity = G::neutral().matrix();
    assert_close::<G>("product", &g.compose(&h).matrix(), &product, 16.0)?;
    assert_close::<G>("inverse", &g.inverse().matrix(), &inverse, 16.0)?;
    assert_close::<G>("g e", &g.compose(&G::neutral()).matrix(), &g.matrix(), 4.0)?;
    assert_close::<G>("g^-1 g", &g.inverse().compose(&g).matrix(), &identity, 16.0)?;

    let conjugate = g.matrix() * G::hat_of(&eta) * inverse;
    let adjoint = G::hat_of(&g.adjoint().apply(&eta));
    assert_close::<G>("Ad", &adjoint, &conjugate, 32.0)?;
    let (left, right) = (G::hat_of(&xi), G::hat_of(&eta));
    let commutator = &left * &right - &right * &left;
    let bracket = G::hat_of(&G::ad(&xi).apply(&eta));
    assert_close::<G>("ad", &bracket, &commutator, 8.0)
}

fn adjoints_are_homomorphisms_with_their_transposes<G: MatrixGroup>(x: &[f64], y: &[f64]) -> Check {
    let (xi, eta) = (G::vector(x), G::vector(y));
    let (g, h) = (G::cay(&xi), G::exp_map(&eta));
    let product = G::entries(&g.adjoint().after(&h.adjoint()));
    let adjoint = G::entries(&g.compose(&h).adjoint());
    assert_close::<G>("Ad of a product", &adjoint, &product, 64.0)?;

    let series = matrix_exponential(&G::entries(&G::ad(&xi)));
    let adjoint = G::entries(&G::exp_map(&xi).adjoint());
    assert_close::<G>("Ad of exp", &adjoint, &series, 32.0)?;

    let coadjoint = column::<G>(&g.coadjoint(&eta));
    let transposed = G::entries(&g.adjoint()).transpose() * column::<G>(&eta);
    assert_close::<G>("Ad^T", &coadjoint, &transposed, 32.0)?;
    let coad = column::<G>(&G::coad(&xi, &eta));
    let transposed = G::entries(&G::ad(&xi)).transpose() * column::<G>(&eta);
    assert_close::<G>("ad^T", &coad, &transposed, 16.0)
}

fn maps_to_the_group_are_those_of_matrices<G: MatrixGroup>(x: &[f64]) -> Check {
    let xi = G::vector(x);
    let rounded = G::components(&xi);
    let hat = G::hat(&rounded);
    let exponential = matrix_exponential(&hat);
    assert_close::<G>("exp", &G::exp_map(&xi).matrix(), &exponential, 16.0)?;
    assert_close::<G>("cay", &G::cay(&xi).matrix(), &matrix_cayley(&hat), 16.0)?;
    assert_close::<G>(
        "ccsk",
        &G::ccsk(&xi).matrix(),
        &second_kind::<G>(&rounded),
        16.0,
    )
}

fn maps_have_inverses<G: MatrixGroup>(x: &[f64]) -> Check {
    let xi = G::vector(x);
    let expected = column::<G>(&xi);
    let log = column::<G>(&G::exp_map(&xi).log_map());
    assert_close::<G>("log exp", &log, &expected, 64.0)?;
    let back = G::cay(&xi).cay_inverse().expect("no half turn");
    assert_close::<G>("cay^-1 cay", &column::<G>(&back), &expected, 64.0)?;

    let g = G::exp_map(&xi).compose(&G::cay(&G::vector(&[0.5; 8])));
    let matrix = g.matrix();
    assert_close::<G>("exp log", &G::exp_map(&g.log_map()).matrix(), &matrix, 64.0)?;
    assert_close::<G>(
        "ccsk ccsk^-1",
        &G::ccsk(&g.ccsk_inverse()).matrix(),
        &matrix,
        64.0,
    )?;
    if let Ok(coordinates) = g.cay_inverse() {
        let units = 64.0 * (1.0 + column::<G>(&coordinates).amax());
        assert_close::<G>("cay cay^-1", &G::cay(&coordinates).matrix(), &matrix, units)?;
    }
    // The second angle of rotations of space stays off a quarter turn.
    let tame = G::vector(&x.iter().map(|x| 0.8 * x).collect::<Vec<_>>());
    let back = column::<G>(&G::ccsk(&tame).ccsk_inverse());
    assert_close::<G>("ccsk^-1 ccsk", &back, &column::<G>(&tame), 64.0)
}

/// `D tau(xi) delta = (dtau_xi delta)^ tau(xi)`, by central differences of fourth order. Both sides are linear in `delta`,
/// but the error of differences grows with the fifth power of its length, which is at most one here.
fn tangent_is_the_derivative<R: Retraction, G: MatrixGroup>(x: &[f64], y: &[f64]) -> Check {
    let length = y.iter().map(|y| y * y).sum::<f64>().sqrt();
    let direction: Vec<_> = y.iter().map(|y| y / length.max(1.0)).collect();
    let (xi, delta) = (G::vector(x), G::vector(&direction));
    let step = G::epsilon().powf(0.2);
    let at = |factor: f64| {
        let factor = Real::literal(factor * step);
        R::tau::<G>(&xi.plus(&delta, factor)).matrix()
    };
    let difference = ((at(1.0) - at(-1.0)) * 8.0 - (at(2.0) - at(-2.0))) / (12.0 * step);
    let image = R::dtau::<G>(&xi).apply(&delta);
    let derivative = G::hat_of(&image) * R::tau::<G>(&xi).matrix();
    assert_close::<G>("D tau", &difference, &derivative, 20.0 / step)
}

fn tangents_are_the_derivatives<G: MatrixGroup>(x: &[f64], y: &[f64]) -> Check {
    tangent_is_the_derivative::<Exp, G>(x, y)?;
    tangent_is_the_derivative::<Cayley, G>(x, y)?;
    tangent_is_the_derivative::<Ccsk, G>(x, y)
}

fn inverse_tangent_is_inverse<R: Retraction, G: MatrixGroup>(x: &[f64]) -> Check {
    let xi = G::vector(x);
    let inverse = R::dtau_inverse::<G>(&xi).expect("away from singular points");
    let tangent = R::dtau::<G>(&xi);
    let identity = DMatrix::identity(G::DIMENSION, G::DIMENSION);
    let units = 32.0 * (1.0 + G::entries(&inverse).amax() * G::entries(&tangent).amax());
    assert_close::<G>(
        "dtau^-1 dtau",
        &G::entries(&inverse.after(&tangent)),
        &identity,
        units,
    )
}

fn tangents_have_inverses<G: MatrixGroup>(x: &[f64]) -> Check {
    inverse_tangent_is_inverse::<Exp, G>(x)?;
    inverse_tangent_is_inverse::<Cayley, G>(x)?;
    let tame: Vec<f64> = x.iter().map(|x| 0.8 * x).collect();
    inverse_tangent_is_inverse::<Ccsk, G>(&tame)
}

/// `tau(-xi) = tau(xi)^-1` and `dtau_xi = Ad_{tau(xi)} dtau_{-xi}`.
fn map_is_symmetric<R: Retraction, G: MatrixGroup>(x: &[f64]) -> Check {
    let xi = G::vector(x);
    let opposite = xi.scaled(Real::literal(-1.0));
    let g = R::tau::<G>(&xi);
    let inverse = R::tau::<G>(&opposite).matrix();
    assert_close::<G>("tau(-xi)", &inverse, &g.inverse().matrix(), 32.0)?;
    let turned = g.adjoint().after(&R::dtau::<G>(&opposite));
    let tangent = G::entries(&R::dtau::<G>(&xi));
    assert_close::<G>("Ad dtau", &G::entries(&turned), &tangent, 64.0)
}

fn exponential_and_cayley_map_are_symmetric<G: MatrixGroup>(x: &[f64]) -> Check {
    map_is_symmetric::<Exp, G>(x)?;
    map_is_symmetric::<Cayley, G>(x)
}

/// Calls a function for every group in double and in single precision.
macro_rules! for_every_group {
    ($check:ident($($argument:expr),*)) => {
        for_every_group!(@of f64, $check($($argument),*));
        for_every_group!(@of f32, $check($($argument),*));
    };
    (@of $scalar:ty, $check:ident($($argument:expr),*)) => {
        $check::<UnitComplex<$scalar>>($($argument),*)?;
        $check::<Rotation2<$scalar>>($($argument),*)?;
        $check::<Isometry2<$scalar>>($($argument),*)?;
        $check::<UnitQuaternion<$scalar>>($($argument),*)?;
        $check::<Rotation3<$scalar>>($($argument),*)?;
        $check::<Isometry3<$scalar>>($($argument),*)?;
        $check::<SVector<$scalar, 4>>($($argument),*)?;
        $check::<Product<$scalar>>($($argument),*)?;
    };
}

macro_rules! properties {
    ($($name:ident($($argument:ident),+);)+) => {$(
        mod $name {
            use super::*;

            proptest! {
                #[test]
                fn in_every_group($($argument in components()),+) {
                    for_every_group!($name($(&$argument),+));
                }
            }
        }
    )+};
}

properties! {
    group_operations_are_those_of_matrices(x, y);
    adjoints_are_homomorphisms_with_their_transposes(x, y);
    maps_to_the_group_are_those_of_matrices(x);
    maps_have_inverses(x);
    tangents_are_the_derivatives(x, y);
    tangents_have_inverses(x);
    exponential_and_cayley_map_are_symmetric(x);
}

/// Truncation was above the bound where the step was in proportion to a long direction.
#[test]
fn tangents_are_the_derivatives_along_long_directions() -> Check {
    let x = [
        -0.6170542969629416,
        0.0,
        0.4195742477182075,
        0.0,
        -1.471795342540885,
        0.0,
        0.0,
        0.0,
    ];
    let y = [
        1.7082785511399616,
        -1.4259091387772125,
        -1.7136030435071425,
        -1.549427929217929,
        -1.6687031713789777,
        1.6542674666897934,
        0.0,
        0.0,
    ];
    for_every_group!(tangents_are_the_derivatives(&x, &y));
    Ok(())
}

#[test]
fn vectors_are_scaled_and_paired_by_components() {
    let (xi, mu) = (Vector3::new(1.0, -2.0, 3.0), Vector3::new(5.0, 7.0, 11.0));
    assert_eq!(xi.scaled(0.5), Vector3::new(0.5, -1.0, 1.5));
    assert_eq!(mu.pairing(&xi), 24.0);
    let (both, dual) = ((xi, Vector1::new(4.0)), (mu, Vector1::new(0.25)));
    assert_eq!(both.scaled(0.5), (xi * 0.5, Vector1::new(2.0)));
    assert_eq!(dual.pairing(&both), 25.0);
}

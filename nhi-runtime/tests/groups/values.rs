//! The maps of the Lie groups against values of an independent implementation in 34 digits.

use super::matrices::{MatrixGroup, Product};
use nhi_runtime::group::{
    Cayley, Ccsk, Exp, LieGroup, Operator, Retraction, RigidMotion, Truncation,
};
use nhi_runtime::nalgebra::{
    DMatrix, Isometry2, Isometry3, Matrix6, Rotation3, UnitQuaternion, Vector6,
};
use serde_json::Value;

const TABLE: &str = include_str!("../../../tests/fixtures/lie_groups.json");

fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().expect("a list");
    list.iter().map(|x| x.as_f64().expect("a number")).collect()
}

fn rows(value: &Value) -> DMatrix<f64> {
    let rows: Vec<_> = value
        .as_array()
        .expect("rows")
        .iter()
        .map(numbers)
        .collect();
    DMatrix::from_row_slice(rows.len(), rows.len(), &rows.concat())
}

/// The matrix of the table's `tau`: rows of a matrix, or `(theta, x, y)`.
fn expected_matrix(row: &Value) -> DMatrix<f64> {
    let tau = numbers(&row["tau"]);
    if row["group"] == "SE2" {
        let (s, c) = tau[0].sin_cos();
        return DMatrix::from_row_slice(3, 3, &[c, -s, tau[1], s, c, tau[2], 0.0, 0.0, 1.0]);
    }
    let n = if row["group"] == "SO3" { 3 } else { 4 };
    DMatrix::from_row_slice(n, n, &tau)
}

fn assert_close(what: &str, row: &Value, value: &DMatrix<f64>, expected: &DMatrix<f64>) {
    let error = (value - expected).amax();
    assert!(error < 5e-15, "{what} is off by {error:e} at {row}");
}

fn assert_row<R: Retraction, G: MatrixGroup>(row: &Value) {
    let xi = G::vector(&numbers(&row["xi"]));
    let tau = R::tau::<G>(&xi);
    assert_close("tau", row, &tau.matrix(), &expected_matrix(row));
    let inverse = R::dtau_inverse::<G>(&xi).expect("no singular point");
    assert_close(
        "dtau^-1",
        row,
        &G::entries(&inverse),
        &rows(&row["dtau_inv"]),
    );
    assert_close("ad", row, &G::entries(&G::ad(&xi)), &rows(&row["ad"]));

    let back = R::tau_inverse(&tau).expect("no half turn");
    let column = |xi| DMatrix::from_vec(G::DIMENSION, 1, G::components(xi));
    assert_close("tau^-1", row, &column(&back), &column(&xi));
}

fn assert_group<G: MatrixGroup>(row: &Value) {
    match row["map"].as_str().expect("a name") {
        "exp" => assert_row::<Exp, G>(row),
        "cay" => assert_row::<Cayley, G>(row),
        "ccsk" => assert_row::<Ccsk, G>(row),
        other => panic!("no map is called {other}"),
    }
}

#[test]
fn every_value_of_the_table_is_met_to_5e_minus_15() {
    let table: Value = serde_json::from_str(TABLE).expect("JSON");
    let table = table["table"].as_array().expect("a table");
    assert_eq!(table.len(), 28);
    for row in table {
        match row["group"].as_str().expect("a name") {
            "SE2" => assert_group::<Isometry2<f64>>(row),
            "SO3" => {
                assert_group::<Rotation3<f64>>(row);
                assert_group::<UnitQuaternion<f64>>(row);
            }
            "SE3" => assert_group::<Isometry3<f64>>(row),
            other => panic!("no group is called {other}"),
        }
    }
}

fn sample<G: MatrixGroup>(scale: f64) -> G::Algebra {
    let components = [0.9, -0.5, 0.7, 1.1, 0.4, -0.8, 0.3, 0.6];
    G::vector(&components.map(|x| scale * x))
}

fn truncation_error<G: MatrixGroup>(truncation: Truncation, scale: f64) -> f64 {
    let xi = sample::<G>(scale);
    let exact = G::entries(&G::dexp_inverse(&xi).expect("less than a turn"));
    (G::entries(&G::dexp_inverse_truncated(&xi, truncation)) - exact).amax()
}

fn assert_truncations<G: MatrixGroup>() {
    for (truncation, order) in [(Truncation::First, 2), (Truncation::Second, 4)] {
        let error = |scale| truncation_error::<G>(truncation, scale);
        let observed = (error(0.1) / error(0.05)).log2();
        assert!(
            (observed - f64::from(order)).abs() < 0.02,
            "order {observed}"
        );
    }
}

#[test]
fn the_truncated_inverse_tangents_are_right_to_second_and_fourth_order() {
    assert_truncations::<Isometry2<f64>>();
    assert_truncations::<UnitQuaternion<f64>>();
    assert_truncations::<Isometry3<f64>>();
    assert_truncations::<Product<f64>>();
}

#[test]
fn the_tangent_of_coordinates_of_the_second_kind_is_not_symmetric() {
    fn asymmetry<G: MatrixGroup>() -> f64 {
        let (xi, opposite) = (sample::<G>(1.0), sample::<G>(-1.0));
        let turned = G::ccsk(&xi).adjoint().after(&G::dccsk(&opposite));
        (G::entries(&turned) - G::entries(&G::dccsk(&xi))).amax()
    }
    assert!(asymmetry::<Isometry2<f64>>() > 0.1);
    assert!(asymmetry::<UnitQuaternion<f64>>() > 0.1);
    assert!(asymmetry::<Isometry3<f64>>() > 0.1);
}

#[test]
fn the_inverse_tangent_of_space_is_its_polynomial_in_ad() {
    let xi = sample::<Isometry3<f64>>(1.5);
    let ad = Isometry3::ad(&xi);
    let n = xi.fixed_rows::<3>(0).norm();
    let g = n / 2.0 / (n / 2.0).tan();
    let g_prime = 0.5 / (n / 2.0).tan() - n / 4.0 / (n / 2.0).sin().powi(2);
    let a4 = (g_prime * n - 2.0 * g + 2.0) / (2.0 * n.powi(4));
    let a2 = (1.0 - g) / n.powi(2) + a4 * n.powi(2);
    let square = ad * ad;
    let polynomial = Matrix6::identity() - ad / 2.0 + square * a2 + square * square * a4;
    let inverse = Isometry3::dexp_inverse(&xi).expect("less than a turn");
    assert!((inverse - polynomial).amax() < 1e-14);
}

#[test]
fn twists_with_the_translation_first_convert_with_their_operators() {
    let xi = Vector6::new(1.0, 2.0, 3.0, 4.0, 5.0, 6.0);
    let other = Isometry3::twist_to_translation_first(&xi);
    assert_eq!(other, Vector6::new(4.0, 5.0, 6.0, 1.0, 2.0, 3.0));
    assert_eq!(Isometry3::twist_from_translation_first(&other), xi);

    fn assert_operators<G: MatrixGroup + RigidMotion>() {
        let (xi, eta) = (sample::<G>(1.0), sample::<G>(0.3));
        let operator = G::exp_map(&eta).adjoint();
        let other = G::operator_to_translation_first(&operator);
        assert_eq!(G::operator_from_translation_first(&other), operator);
        let image = other.apply(&G::twist_to_translation_first(&xi));
        let back = G::components(&G::twist_from_translation_first(&image));
        for (back, expected) in back.iter().zip(G::components(&operator.apply(&xi))) {
            assert!((back - expected).abs() < 1e-15);
        }
    }
    assert_operators::<Isometry2<f64>>();
    assert_operators::<Isometry3<f64>>();
}

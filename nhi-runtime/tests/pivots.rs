//! Pivots of a model's own matrices: which are regular, and what is to blame where one is not.

use nhi_runtime::plumbing::{irregular, is_regular, pivot_tolerance};
use nhi_runtime::{ModelMatrix, Pivot, Real, StepError, StepErrorKind};

fn mass(name: &'static str, value: f64) -> Pivot<f64> {
    Pivot {
        matrix: ModelMatrix::Mass,
        name,
        value,
        scale: 2.0,
    }
}

fn regularity_is_relative<T: Real>() {
    let tolerance = pivot_tolerance::<T>();
    let scale = T::literal(4.0);
    assert!(is_regular(T::literal(4.25) * tolerance, scale));
    // Sixty-four times a power of two is exact, and not larger than itself.
    assert!(!is_regular(scale * tolerance, scale));
    assert!(!is_regular(T::literal(3.75) * tolerance, scale));
    assert!(!is_regular(-scale, scale));
}

#[test]
fn a_pivot_is_regular_where_it_is_larger_than_the_round_off_of_its_scale() {
    regularity_is_relative::<f64>();
    regularity_is_relative::<f32>();
}

#[test]
fn a_first_pivot_has_no_scale_and_is_regular_where_it_is_positive() {
    assert!(is_regular(5e-324, 0.0));
    for pivot in [0.0, -0.0, -5e-324, f64::NAN] {
        assert!(!is_regular(pivot, 0.0), "{pivot}");
    }
    assert!(!is_regular(1.0, f64::NAN));
}

#[test]
fn the_first_pivot_that_is_not_regular_is_to_blame() {
    let blade = Pivot {
        matrix: ModelMatrix::Constraints,
        name: "blade",
        value: 1e-15,
        scale: 0.5,
    };
    let pivots = [mass("x", 1.0), blade, mass("y", -1.0)];
    let kind = StepErrorKind::Singular {
        matrix: ModelMatrix::Constraints,
        name: "blade",
        pivot: 1e-15,
        scale: 0.5,
    };
    assert_eq!(irregular(1.5, &[0.25], &pivots), StepError::new(1.5, kind));
}

#[test]
fn a_pivot_that_is_no_number_is_what_another_one_made() {
    let pivots = [mass("x", f64::NAN), mass("y", 0.0)];
    let error = irregular(0.0, &[], &pivots);
    assert!(
        matches!(error.kind, StepErrorKind::Singular { name: "y", .. }),
        "{error:?}"
    );
    let no_scale = Pivot {
        scale: f64::INFINITY,
        ..mass("x", 1.0)
    };
    let error = irregular(0.0, &[], &[no_scale]);
    assert_eq!(error.kind, StepErrorKind::NonFinite);
}

#[test]
fn inputs_that_are_not_finite_are_to_blame_before_pivots() {
    let pivots = [mass("x", 0.0)];
    let error = irregular(2.0, &[1.0, f64::INFINITY], &pivots);
    assert_eq!(error, StepError::new(2.0, StepErrorKind::NonFiniteInput));
    let error = irregular(2.0, &[1.0], &[mass("x", 1.0)]);
    assert_eq!(error, StepError::new(2.0, StepErrorKind::NonFinite));
}

#[test]
fn matrices_are_called_what_they_are() {
    assert_eq!(ModelMatrix::Mass.to_string(), "mass matrix");
    let constraints = ModelMatrix::Constraints.to_string();
    assert!(constraints.contains("A M^-1 A^T"), "{constraints}");
}

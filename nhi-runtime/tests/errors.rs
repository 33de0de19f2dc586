//! The typed errors: what they check, what they say, how large they are.

use nhi_runtime::group::GroupError;
use nhi_runtime::plumbing::{
    constraint_tolerance, off_constraint, relative_residual, solve_columns_in,
};
use nhi_runtime::{NewtonFailure, NewtonReport, SetupError, StepError, StepErrorKind};

#[test]
fn a_step_error_of_f64_has_at_most_48_bytes() {
    assert!(size_of::<StepError<f64>>() <= 48);
}

#[test]
fn step_sizes_are_refused_where_zero_or_not_finite_and_may_be_negative() {
    for h in [0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let refused = SetupError::check_step_size(h);
        assert!(matches!(refused, Err(SetupError::StepSize { .. })), "{h}");
    }
    assert_eq!(SetupError::check_step_size(-0.01), Ok(()));
    assert_eq!(SetupError::check_step_size(f32::MIN_POSITIVE), Ok(()));
}

#[test]
fn parameters_and_prepared_quantities_are_refused_where_not_finite() {
    let name = "mass";
    let value = f64::INFINITY;
    let refused = SetupError::check_parameter(name, f32::INFINITY);
    assert_eq!(refused, Err(SetupError::Parameter { name, value }));
    assert_eq!(SetupError::check_parameter("mass", -1.0), Ok(()));
    let what = "inverse of the mass matrix";
    let refused = SetupError::check_prepared(what, 1.0 / 0.0);
    assert_eq!(refused, Err(SetupError::Singular { what }));
    assert_eq!(SetupError::check_prepared(what, 0.0), Ok(()));
}

#[test]
fn pivots_are_refused_unless_they_are_positive_and_finite() {
    let what = "mass matrix";
    for pivot in [0.0, -0.0, -1e-300, f64::NEG_INFINITY, f64::INFINITY] {
        let refused = SetupError::check_positive(what, pivot);
        assert_eq!(refused, Err(SetupError::NotPositive { what, pivot }));
    }
    let refused = SetupError::check_positive(what, f32::NAN);
    assert!(matches!(refused, Err(SetupError::NotPositive { pivot, .. }) if pivot.is_nan()));
    assert_eq!(SetupError::check_positive(what, 5e-324), Ok(()));
}

#[test]
fn rates_are_refused_from_the_stability_limit_on() {
    let what = "`constraint_rate`";
    for ratio in [1.0, 3.5, f64::INFINITY] {
        let refused = SetupError::check_stable(what, ratio);
        assert_eq!(refused, Err(SetupError::Unstable { what, ratio }));
    }
    let refused = SetupError::check_stable(what, f64::NAN);
    assert!(matches!(refused, Err(SetupError::Unstable { ratio, .. }) if ratio.is_nan()));
    for ratio in [-2.0, 0.0, 0.999] {
        assert_eq!(SetupError::check_stable(what, ratio), Ok(()));
    }
    assert_eq!(
        SetupError::check_stable(what, 1.25_f32)
            .unwrap_err()
            .to_string(),
        "the step size times `constraint_rate` is 1.250 times the stability limit but must be below it: \
         choose a smaller step or a lower rate"
    );
}

#[test]
fn one_prepared_value_that_is_not_finite_is_found_among_finite_ones() {
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for values in [[value, 1.0], [1.0, value]] {
            let refused = SetupError::check_all_prepared(&values);
            assert!(
                matches!(refused, Err(SetupError::Singular { .. })),
                "{values:?}"
            );
        }
    }
    assert_eq!(SetupError::check_all_prepared(&[0.0, -1e308]), Ok(()));
    assert_eq!(SetupError::check_all_prepared::<f64>(&[]), Ok(()));
}

#[test]
fn errors_say_what_was_found_what_is_needed_and_what_to_do() {
    let error: SetupError = SetupError::StepSize { h: 0.0 };
    let text = error.to_string();
    assert!(
        text.contains("0.0") && text.contains("must be finite and not zero"),
        "{text}"
    );
    let report = NewtonReport {
        iterations: 30,
        increment: 0.5,
        residual: 1e-3,
    };
    let failure = NewtonFailure::Diverged(report);
    let text = failure.to_string();
    assert!(text.contains("30 iterations"), "{text}");
    let text = failure.at(2.5).to_string();
    for part in [
        "t = 2.5",
        "30 iterations",
        "0.5",
        "0.001",
        "smaller step size",
    ] {
        assert!(text.contains(part), "`{part}` is missing in: {text}");
    }
    let text = off_constraint(0.0, &[("skid", 0.25, 2.0)])
        .unwrap_err()
        .to_string();
    for part in ["`skid`", "0.25", "0.125", "project"] {
        assert!(text.contains(part), "`{part}` is missing in: {text}");
    }
}

#[test]
fn failures_of_maps_and_of_linear_systems_name_what_is_beyond_them() {
    for (failure, parts) in [
        (GroupError::HalfTurn, ["half turn", "smaller steps"]),
        (
            GroupError::FullTurn { angle: 6.5 },
            ["6.5", "smaller steps"],
        ),
        (
            GroupError::GimbalLock { angle: 1.5 },
            ["1.5", "another map"],
        ),
    ] {
        let text = failure.to_string();
        assert!(parts.iter().all(|part| text.contains(part)), "{text}");
    }
    let mut room = [0.0; 2];
    for (matrix, part) in [
        (&[0.0][..], "singular"),
        (&[1.0, 2.0], "not square"),
        (&[1.0], ""),
    ] {
        let solved = solve_columns_in(1, matrix, &mut [1.0], &mut room);
        let text = solved
            .err()
            .map_or_else(String::new, |error| error.to_string());
        assert!(
            text.contains(part) && text.is_empty() == part.is_empty(),
            "{text}"
        );
    }
}

#[test]
fn the_worst_constraint_by_relative_residual_is_reported() {
    let rows = [("a", 5.0, 100.0), ("b", -0.1, 1.0), ("c", 1e-9, 1.0)];
    let (index, name) = (1, "b");
    let (residual, relative) = (-0.1, 0.1);
    let kind = StepErrorKind::OffConstraints {
        index,
        name,
        residual,
        relative,
    };
    assert_eq!(off_constraint(3.0, &rows), Err(StepError::new(3.0, kind)));
}

#[test]
fn of_constraints_that_are_off_alike_the_first_is_reported() {
    let rows = [("a", 0.0, 1.0), ("b", 0.5, 1.0), ("c", -0.5, 1.0)];
    let error = off_constraint(0.0, &rows).unwrap_err();
    assert!(matches!(
        error.kind,
        StepErrorKind::OffConstraints {
            index: 1,
            name: "b",
            ..
        }
    ));
}

#[test]
fn relative_residuals_are_never_infinite() {
    for (residual, scale, relative) in [
        (0.0, 0.0, 0.0),
        (-1e-300, 0.0, 1.0),
        (5e-324, 1e-323, 0.5),
        (1e300, 5e-324, 1.0),
        (-3.0, 4.0, 0.75),
    ] {
        assert_eq!(relative_residual(residual, scale), relative);
    }
    let error = off_constraint(0.0, &[("a", -1e-300, 0.0)]).unwrap_err();
    let is_whole =
        |kind| matches!(kind, StepErrorKind::OffConstraints { relative, .. } if relative == 1.0);
    assert!(is_whole(error.kind));
}

#[test]
fn residuals_up_to_the_tolerance_of_the_scalar_type_are_accepted() {
    assert_eq!(constraint_tolerance::<f64>(), 1e-8);
    assert_eq!(constraint_tolerance::<f32>(), 64.0 * f32::EPSILON);
    assert!(off_constraint(0.0, &[("a", 0.99e-8, 1.0)]).is_ok());
    assert!(off_constraint(0.0, &[("a", 1.01e-8, 1.0)]).is_err());
    let least = constraint_tolerance::<f64>();
    assert!(off_constraint(0.0, &[("a", least, 1.0)]).is_ok());
    assert!(off_constraint(0.0, &[("a", least.next_up(), 1.0)]).is_err());
    assert!(off_constraint(0.0, &[("a", 1e-6_f32, 1.0)]).is_ok());
    assert!(off_constraint(0.0, &[("a", 1e-5_f32, 1.0)]).is_err());
}

#[test]
fn a_residual_on_a_scale_of_zero_is_off_and_one_that_is_not_finite_is_none() {
    assert!(off_constraint::<f64, &str>(0.0, &[]).is_ok());
    assert!(off_constraint(0.0, &[("a", 0.0, 0.0)]).is_ok());
    assert!(off_constraint(0.0, &[("a", 1e-300, 0.0)]).is_err());
    for row in [("a", f64::NAN, 1.0), ("a", 0.0, f64::INFINITY)] {
        let error = off_constraint(0.0, &[("b", 1.0, 1.0), row]).unwrap_err();
        assert_eq!(error.kind, StepErrorKind::NonFinite);
    }
}

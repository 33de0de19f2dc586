//! Equations that keep factors.

use super::super::super::function::Section;
use super::super::super::solving::Solving;
use super::fixture::{Fixture, is_refused, sound};

/// Keeps the factors, and calls the function of the iteration once more for its derivatives.
fn keep_factors(fixture: &mut Fixture) {
    let call = Section::Call(fixture.call().clone());
    let newton = fixture.newton();
    newton.solving = Solving::KeepingFactors;
    newton.slopes.push(call);
}

#[test]
fn a_function_is_called_once_more_for_its_derivatives() {
    let mut fixture = sound();
    keep_factors(&mut fixture);
    assert_eq!(fixture.program.verify(&fixture.graph), Ok(()));
}

#[test]
fn a_jacobian_apart_from_the_residuals_of_every_iteration_is_refused() {
    is_refused(
        |f| {
            keep_factors(f);
            f.newton().solving = Solving::Newton;
        },
        &[
            "in `step`",
            "apart from the residuals",
            "no factors are kept",
        ],
    );
}

#[test]
fn residuals_that_are_computed_with_the_jacobian_are_refused() {
    is_refused(
        |f| {
            keep_factors(f);
            let newton = f.newton();
            let last = newton.body.pop().expect("what the residual needs");
            newton.slopes.push(last);
        },
        &["in `step`", "a residual but not computed before"],
    );
}

#[test]
fn values_of_the_residuals_are_not_computed_again_for_the_jacobian() {
    is_refused(
        |f| {
            keep_factors(f);
            let newton = f.newton();
            let last = newton.body.last().expect("what the residual needs").clone();
            newton.slopes.push(last);
        },
        &["in `step`", "is computed again"],
    );
}

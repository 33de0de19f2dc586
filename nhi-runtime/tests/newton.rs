//! Newton's method: how it converges, when it stops, how it fails.

use nhi_runtime::plumbing::{newton, newton_scaled};
use nhi_runtime::{NewtonFailure, NewtonReport, NewtonSettings, Real, StepErrorKind, math};
use proptest::prelude::*;

/// The midpoint step of a pendulum, `x = [angle after, multiplier-like copy of the force]`: one
/// equation of motion and one that determines its force, as in a scheme with multipliers.
fn pendulum_step<T: Real>(
    before: T,
    velocity: T,
    h: T,
) -> Result<([T; 2], NewtonReport<T>), NewtonFailure<T>> {
    let half = T::literal(0.5);
    newton_scaled(
        [before + h * velocity, T::zero()],
        &[before, T::zero()],
        || [T::zero(); 2],
        &NewtonSettings::default(),
        |&[q, force]| {
            let (sin, cos) = math::sin_cos((before + q) * half);
            (
                [(q - before) / h - velocity - h * half * force, force + sin],
                [[T::one() / h, -h * half], [half * cos, T::one()]],
            )
        },
    )
}

#[test]
fn the_number_of_right_digits_doubles_with_each_iteration() {
    let mut errors = Vec::new();
    let root = 2.0_f64.sqrt();
    let result = newton([2.0], &NewtonSettings::default(), |&[x]| {
        errors.push((x - root).abs());
        ([x * x - 2.0], [[2.0 * x]])
    });
    let ([x], report) = result.unwrap();
    assert!((x - root).abs() <= 2.0 * f64::EPSILON);
    assert_eq!(report.iterations as usize, errors.len());
    for pair in errors.windows(2).filter(|pair| pair[1] > 1e-14) {
        let constant = pair[1] / (pair[0] * pair[0]);
        assert!(
            (0.2..0.6).contains(&constant),
            "error constant {constant}, expected 1/(2 sqrt 2)"
        );
    }
}

/// A Jacobian that is a quarter too large leaves a fifth of the error in each iteration: increments
/// end the iteration only where a fifth of the last one is round-off, whatever the unit of the
/// equation is.
#[test]
fn slow_contraction_is_followed_to_round_off() {
    for unit in [1e-9, 1.0, 1e9] {
        let settings = NewtonSettings::default();
        let result = newton([0.0], &settings, |&[x]| {
            ([unit * (x - 1.0)], [[1.25 * unit]])
        });
        let ([x], report) = result.unwrap();
        let error: f64 = x - 1.0;
        assert!(error.abs() <= 4.0 * f64::EPSILON, "{x:?} {report:?}");
        assert!(report.iterations >= 20, "{report:?}");
    }
}

/// More iterations or a shorter step help the first, but not the second.
#[test]
fn few_iterations_diverge_and_many_near_the_solution_stagnate() {
    let few = |max_iterations| NewtonSettings {
        max_iterations,
        ..NewtonSettings::default()
    };
    let quadratic = newton([1.5], &few(3), |&[x]| ([x * x - 2.0], [[2.0 * x]]));
    let Err(NewtonFailure::Diverged(report)) = quadratic else {
        panic!("{quadratic:?}");
    };
    assert!(report.increment < 1e-5, "{report:?}");
    let slow = newton([0.0], &few(25), |&[x]| ([x - 1.0], [[1.0 / 0.6]]));
    let Err(NewtonFailure::Stagnated(report)) = slow else {
        panic!("{slow:?}");
    };
    assert!(report.increment < 1e-8, "{report:?}");
}

/// Increments of a small unknown look like round-off beside a large one; its equation tells that it
/// is not solved.
#[test]
fn an_unknown_that_is_small_beside_others_is_solved_too() {
    let settings = NewtonSettings {
        max_iterations: 100,
        ..NewtonSettings::default()
    };
    let result = newton([1.0, 0.0], &settings, |&[a, b]| {
        ([a - 1.0, b - 1e-12], [[1.0, 0.0], [0.0, 2.5]])
    });
    let ([_, b], report) = result.unwrap();
    let error: f64 = b - 1e-12;
    assert!(error.abs() < 1e-7 * 1e-12, "{b:?} {report:?}");
}

#[test]
fn a_linear_system_takes_two_evaluations_at_most() {
    let ([x, y], report) = newton([10.0, -7.0], &NewtonSettings::default(), |&[x, y]| {
        (
            [3.0 * x + y - 1.0, x - 2.0 * y - 5.0],
            [[3.0, 1.0], [1.0, -2.0]],
        )
    })
    .unwrap();
    assert!((x - 1.0_f64).abs() < 1e-15 && (y + 2.0).abs() < 1e-15);
    assert!(report.iterations <= 2);
}

#[test]
fn a_guess_that_is_the_solution_is_returned_untouched_after_one_evaluation() {
    let (x, report) = newton([0.0, 0.0], &NewtonSettings::default(), |&[x, y]| {
        ([x + y * y, y - x * x], [[1.0, 2.0 * y], [-2.0 * x, 1.0]])
    })
    .unwrap();
    assert_eq!(x, [0.0, 0.0]);
    assert_eq!(
        report,
        NewtonReport {
            iterations: 1,
            increment: 0.0,
            residual: 0.0
        }
    );
}

#[test]
fn a_singular_jacobian_is_named_with_its_iteration() {
    let failure = newton([1.0], &NewtonSettings::default(), |&[x]| {
        ([x * x - 2.0 * x + 2.0], [[2.0 * x - 2.0]])
    });
    assert_eq!(
        failure,
        Err(NewtonFailure::SingularJacobian { iteration: 1 })
    );
    let kind = failure.unwrap_err().at(0.25).kind;
    assert_eq!(kind, StepErrorKind::SingularJacobian { iteration: 1 });
}

#[test]
fn residuals_jacobians_and_guesses_that_are_not_finite_are_typed_failures() {
    let settings = NewtonSettings::default();
    let failed = Err(NewtonFailure::NonFinite { iteration: 1 });
    assert_eq!(
        newton([1.0], &settings, |&[x]| ([x / 0.0], [[1.0]])),
        failed
    );
    assert_eq!(newton([1.0], &settings, |&[x]| ([x], [[f64::NAN]])), failed);
    // The slope of a root at zero is infinite, so its increment vanishes.
    let root = |&[x]: &[f64; 1]| ([x.sqrt() - 1.0], [[0.5 / x.sqrt()]]);
    assert_eq!(newton([0.0], &settings, root), failed);
    assert_eq!(
        newton([f64::INFINITY], &settings, |_| ([0.0], [[1.0]])),
        failed
    );
    assert_eq!(newton([f64::NAN], &settings, |_| ([0.0], [[1.0]])), failed);
}

#[test]
fn an_increment_beyond_the_range_of_numbers_is_no_solution() {
    let settings = NewtonSettings::default();
    let solved = newton([1e308], &settings, |_| ([-1.7e308], [[1.0]]));
    assert_eq!(solved, Err(NewtonFailure::NonFinite { iteration: 1 }));
}

#[test]
fn an_equation_without_solution_ends_after_the_iterations_allowed() {
    let settings = NewtonSettings {
        max_iterations: 12,
        ..NewtonSettings::default()
    };
    let failure = newton([0.7_f64], &settings, |&[x]| ([x * x + 1.0], [[2.0 * x]])).unwrap_err();
    let NewtonFailure::Diverged(report) = failure else {
        panic!("expected divergence, found {failure:?}");
    };
    assert_eq!(report.iterations, 12);
    assert!(report.residual >= 1.0 && report.increment.is_finite());
}

#[test]
fn no_iterations_allowed_is_divergence_and_not_a_result() {
    let settings = NewtonSettings {
        max_iterations: 0,
        ..NewtonSettings::default()
    };
    let failure = newton([0.0_f64], &settings, |&[x]| ([x], [[1.0]]));
    assert!(matches!(
        failure,
        Err(NewtonFailure::Diverged(NewtonReport { iterations: 0, .. }))
    ));
}

#[test]
fn an_unknown_that_is_zero_but_for_round_off_does_not_hinder_convergence() {
    let mut noise = f64::EPSILON;
    let ([q, lambda], report) = newton([1.0, 0.0], &NewtonSettings::default(), |&[q, lambda]| {
        noise = -noise;
        (
            [q - 1.0 + noise, 2.0 * (q - 1.0) + lambda - noise],
            [[1.0, 0.0], [2.0, 1.0]],
        )
    })
    .unwrap();
    assert!((q - 1.0).abs() < 1e-15 && lambda.abs() < 1e-15);
    assert_eq!(
        report.iterations, 1,
        "the residual of the guess is round-off"
    );
}

#[test]
fn noise_far_above_the_tolerance_ends_in_stagnation_and_not_in_failure() {
    let root = 0.5_f32.sqrt();
    let mut noise = 1e-5;
    let ([x], report) = newton([root], &NewtonSettings::default(), |&[x]| {
        noise = -noise;
        ([x * x - 0.5 + noise], [[2.0 * x]])
    })
    .unwrap();
    assert!((x - root).abs() < 2e-5);
    assert!(report.iterations <= 3, "{report:?}");
}

/// The first iterate of `x^2 + 1 = 0` from near zero is far off; beside its residual all later ones look small.
#[test]
fn an_iterate_far_off_does_not_make_later_residuals_look_like_round_off() {
    let result = newton([1e-6_f64], &NewtonSettings::default(), |&[x]| {
        ([x * x + 1.0], [[2.0 * x]])
    });
    assert!(
        matches!(result, Err(NewtonFailure::Diverged(_))),
        "{result:?}"
    );
}

#[test]
fn a_double_root_converges_linearly_and_is_not_taken_for_stagnation() {
    let result = newton([1.0_f64], &NewtonSettings::default(), |&[x]| {
        ([x * x], [[2.0 * x]])
    });
    let Err(NewtonFailure::Diverged(report)) = result else {
        panic!("expected divergence, found {result:?}");
    };
    assert_eq!(report.increment, 0.5_f64.powi(30));
}

#[test]
fn no_evaluation_is_spent_on_confirming_what_the_contraction_tells() {
    let settings = NewtonSettings::default();
    let ([x], report) = newton([1.5_f64], &settings, |&[x]| ([x * x - 2.0], [[2.0 * x]])).unwrap();
    assert!((x - 2.0_f64.sqrt()).abs() <= 2.0 * f64::EPSILON);
    assert_eq!(report.iterations, 4, "increments 8e-2, 2e-3, 2e-6, 2e-12");
}

#[test]
fn reports_of_two_systems_add_iterations_and_keep_the_larger_remainders() {
    let report = |iterations, increment, residual| NewtonReport {
        iterations,
        increment,
        residual,
    };
    let both = report(3, 1e-9, 1e-15).and(report(2, 1e-10, 1e-14));
    assert_eq!(both, report(5, 1e-9, 1e-14));
}

proptest! {
    #[test]
    fn pendulum_steps_converge_in_f64_wherever_they_start(
        before in prop_oneof![-4.0..4.0_f64, -1e6..1e6_f64, -1e-9..1e-9_f64, Just(0.0)],
        velocity in prop_oneof![-3.0..3.0_f64, -1e-12..1e-12_f64, Just(0.0)],
        h in prop_oneof![1e-9..0.3_f64, -0.3..-1e-9_f64],
    ) {
        let ([q, force], report) = pendulum_step(before, velocity, h).unwrap();
        prop_assert!(report.iterations <= 10, "{:?}", report);
        prop_assert!((force + ((before + q) * 0.5).sin()).abs() <= 1e-14 * (1.0 + before.abs()));
    }

    #[test]
    fn pendulum_steps_converge_in_f32_wherever_they_start(
        before in prop_oneof![-4.0..4.0_f32, -1e4..1e4_f32, -1e-6..1e-6_f32, Just(0.0)],
        velocity in prop_oneof![-3.0..3.0_f32, -1e-6..1e-6_f32, Just(0.0)],
        h in prop_oneof![1e-6..0.3_f32, -0.3..-1e-6_f32],
    ) {
        let ([q, force], report) = pendulum_step(before, velocity, h).unwrap();
        prop_assert!(report.iterations <= 10, "{:?}", report);
        prop_assert!((force + ((before + q) * 0.5).sin()).abs() <= 1e-5 * (1.0 + before.abs()));
    }

    #[test]
    fn steps_that_cross_the_origin_converge(v in 0.1..2.0_f64, h in 1e-6..0.2_f64) {
        let result = pendulum_step(-h * v, v, h);
        prop_assert!(result.is_ok(), "{:?}", result);
        let result = pendulum_step((-h * v) as f32, v as f32, h as f32);
        prop_assert!(result.is_ok(), "{:?}", result);
    }
}

/// The step of a particle with drag that comes to rest where a spring is at its length: `m u = p - h k (q + h u / 2 - l)`.
/// Near rest its position is within round-off of `l`, and so is what the spring pulls with.
fn spring_at_rest<T: Real>(q: T, p: T, background: T) -> Result<(T, u32), NewtonFailure<T>> {
    let [h, half, length] = [0.125, 0.5, 1.0 / 3.0].map(T::literal);
    let stiffness = T::literal(20.0);
    let guess = [p + T::literal(1e-3) * p];
    let solved = newton_scaled(
        guess,
        &guess,
        || [background],
        &NewtonSettings::default(),
        |&[u]| {
            let middle = q + h * half * u;
            let force = stiffness * (middle - length);
            ([u - p + h * force], [[T::one() + h * h * half * stiffness]])
        },
    );
    solved.map(|([u], report)| (u, report.iterations))
}

fn velocities_near_rest<T: Real>() {
    let q = T::literal(1.0 / 3.0);
    let mut p = T::literal(1e-3);
    while p > T::zero() {
        for momentum in [p, -p] {
            let (u, _) = spring_at_rest(q, momentum, q / T::literal(0.125)).unwrap();
            // The closed form, but for the round-off of the position.
            let right = momentum / T::literal(1.0 + 0.125 * 0.125 * 10.0);
            let round_off = T::literal(16.0) * T::EPSILON * q / T::literal(0.125);
            assert!(math::abs(u - right) <= T::literal(1e-3) * math::abs(right) + round_off);
        }
        p *= T::literal(0.25);
    }
}

#[test]
fn a_motion_that_comes_to_rest_is_solved_down_to_the_smallest_numbers() {
    velocities_near_rest::<f64>();
    velocities_near_rest::<f32>();
}

#[test]
fn sizes_have_no_unit() {
    // The particle at (1, 0) of the unit circle that a multiplier keeps there, in units of mass and time by powers of two.
    let solve = |mass: f64, h: f64| {
        let [speed, place] = [0.75 / h, 1.0];
        let settings = NewtonSettings::default();
        let guess = [0.0, speed, 0.0];
        let scale = [speed, speed, 0.0];
        newton_scaled(
            guess,
            &scale,
            || [place / h, 0.0, 0.0],
            &settings,
            |&[u, v, mu]| {
                let [x, y] = [place + h * u, h * v];
                let residuals = [
                    mass * u - h * 2.0 * place * mu,
                    mass * (v - speed),
                    (x * x + y * y - 1.0) / h,
                ];
                let jacobian = [
                    [mass, 0.0, -h * 2.0 * place],
                    [0.0, mass, 0.0],
                    [2.0 * x, 2.0 * y, 0.0],
                ];
                (residuals, jacobian)
            },
        )
    };
    let ([u, v, mu], report) = solve(1.0, 1.0).unwrap();
    for (mass, h) in [
        (2.0_f64.powi(20), 1.0),
        (1.0, 2.0_f64.powi(-20)),
        (2.0_f64.powi(-30), 2.0_f64.powi(9)),
    ] {
        let (found, other) = solve(mass, h).unwrap();
        assert_eq!(found, [u / h, v / h, mu * mass / (h * h)]);
        assert_eq!(other.iterations, report.iterations);
    }
}

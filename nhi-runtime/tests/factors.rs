//! Newton's method with factors that serve several iterations.

use nhi_runtime::plumbing::{newton_keeping_factors, newton_scaled};
use nhi_runtime::{NewtonFailure, NewtonReport, NewtonSettings};
use proptest::prelude::*;

const N: usize = 11;

type Numbers = [f64; N];
type Solved = Result<(Numbers, NewtonReport<f64>), NewtonFailure<f64>>;

/// `x_i + bend sin(x_i) + sum_j a_ij x_j = b_i` and its Jacobian; rows are exchanged, so that no pivot is on the diagonal.
fn system(a: &[Numbers; N], b: &Numbers, bend: f64, x: &Numbers) -> (Numbers, [Numbers; N]) {
    let (mut residual, mut jacobian) = ([0.0; N], [[0.0; N]; N]);
    for i in 0..N {
        let row = (i + 3) % N;
        let sum: f64 = a[i].iter().zip(x).map(|(a, x)| a * x).sum();
        residual[row] = x[i] + bend * x[i].sin() + sum - b[i];
        jacobian[row] = a[i];
        jacobian[row][i] += 1.0 + bend * x[i].cos();
    }
    (residual, jacobian)
}

fn solve(a: &[Numbers; N], b: &Numbers, bend: f64, guess: Numbers) -> Solved {
    let settings = NewtonSettings::default();
    newton_keeping_factors(
        guess,
        &[0.0; N],
        || [0.0; N],
        &settings,
        |x, jacobian| partly(system(a, b, bend, x), jacobian),
    )
}

/// The residual, with the Jacobian where it is wanted.
fn partly(
    (residual, entries): (Numbers, [Numbers; N]),
    jacobian: Option<&mut [Numbers; N]>,
) -> Numbers {
    if let Some(jacobian) = jacobian {
        *jacobian = entries;
    }
    residual
}

/// Weak couplings of different sizes.
fn couplings() -> [Numbers; N] {
    std::array::from_fn(|i| std::array::from_fn(|j| 0.05 * ((3 * i + 7 * j + 1) as f64).sin()))
}

fn right() -> Numbers {
    std::array::from_fn(|i| 1.0 + 0.1 * i as f64)
}

fn distance(x: &Numbers, y: &Numbers) -> f64 {
    let differences = x.iter().zip(y).map(|(x, y)| (x - y).abs());
    differences.fold(0.0, f64::max)
}

proptest! {
    #[test]
    fn the_solution_is_that_of_newtons_method(
        a in prop::array::uniform11(prop::array::uniform11(-0.08..0.08_f64)),
        b in prop::array::uniform11(-3.0..3.0_f64),
        bend in -0.4..0.4_f64,
    ) {
        let settings = NewtonSettings::default();
        let expected = newton_scaled(b, &[0.0; N], || [0.0; N], &settings, |x| system(&a, &b, bend, x));
        let (expected, fresh) = expected.unwrap();
        let (found, kept) = solve(&a, &b, bend, b).unwrap();
        prop_assert!(distance(&found, &expected) < 1e-14, "{found:?} {expected:?}");
        prop_assert!(kept.iterations <= fresh.iterations + 4, "{kept:?} {fresh:?}");
    }
}

#[test]
fn near_the_solution_the_factors_of_the_jacobian_before_serve() {
    let (a, b) = (couplings(), right());
    let settings = NewtonSettings::default();
    let (solution, _) = solve(&a, &b, 0.2, b).unwrap();
    for (off, most) in [(1e-3, 6), (0.02, 7)] {
        let near = solution.map(|x| x * (1.0 + off));
        let mut wanted = 0;
        let found = newton_keeping_factors(
            near,
            &[0.0; N],
            || [0.0; N],
            &settings,
            |x, jacobian| {
                wanted += u32::from(jacobian.is_some());
                partly(system(&a, &b, 0.2, x), jacobian)
            },
        );
        let (found, report) = found.unwrap();
        assert!(distance(&found, &solution) < 1e-14, "{found:?}");
        assert!((2..=most).contains(&report.iterations), "{report:?}");
        assert_eq!(wanted, 1, "{off}");
    }
}

#[test]
fn far_from_the_solution_every_jacobian_is_factorised() {
    let (a, b) = (couplings(), right());
    let settings = NewtonSettings::default();
    let far = [9.0; N];
    let mut iterates: [Vec<Numbers>; 2] = [Vec::new(), Vec::new()];
    let fresh = newton_scaled(
        far,
        &[0.0; N],
        || [0.0; N],
        &settings,
        |x| {
            iterates[0].push(*x);
            system(&a, &b, 0.6, x)
        },
    );
    let kept = newton_keeping_factors(
        far,
        &[0.0; N],
        || [0.0; N],
        &settings,
        |x, jacobian| {
            iterates[1].push(*x);
            partly(system(&a, &b, 0.6, x), jacobian)
        },
    );
    assert!(distance(&fresh.unwrap().0, &kept.unwrap().0) < 1e-13);
    let [fresh, kept] = &iterates;
    assert!(fresh.len() > 4, "{} iterations", fresh.len());
    let is_far = |pair: &&[Numbers]| distance(&pair[0], &pair[1]) > 1.0;
    let far = fresh.windows(2).filter(is_far).count();
    assert!(far > 2, "{far} far iterations");
    for (x, y) in fresh.iter().zip(kept).take(far + 1) {
        assert!(distance(x, y) < 1e-9, "{x:?} {y:?}");
    }
}

#[test]
fn equations_that_depend_on_each_other_are_refused() {
    let b = right();
    for round_off in [0.0, 1e-17] {
        let mut a = couplings();
        a[4] = a[7];
        a[4][7] += 1.0;
        a[4][4] -= 1.0;
        a[4][0] += round_off;
        let failure = solve(&a, &b, 0.0, b).unwrap_err();
        assert!(
            matches!(failure, NewtonFailure::SingularJacobian { .. }),
            "{failure:?}"
        );
    }
}

#[test]
fn what_is_not_finite_is_refused() {
    for (i, j, value) in [(0, 0, f64::NAN), (3, 8, f64::NAN), (10, 2, f64::INFINITY)] {
        let mut a = couplings();
        a[i][j] = value;
        let failure = solve(&a, &right(), 0.1, right()).unwrap_err();
        assert_eq!(failure, NewtonFailure::NonFinite { iteration: 1 });
    }
    let mut b = right();
    b[5] = f64::NAN;
    let failure = solve(&couplings(), &b, 0.1, right()).unwrap_err();
    assert_eq!(failure, NewtonFailure::NonFinite { iteration: 1 });
}

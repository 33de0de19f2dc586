//! Newton's method and elimination on slices: the same numbers as on arrays, for any size.

use nhi_runtime::plumbing::{
    SolveFailure, Unknowns, largest, newton, newton_in, newton_keeping_factors,
    newton_keeping_factors_in, newton_linear, newton_linear_in, newton_scaled, newton_workspace,
    solve, solve_columns, solve_columns_in, solve_workspace,
};
use nhi_runtime::{NewtonFailure, NewtonReport, NewtonSettings, WorkspaceTooShort};
use proptest::prelude::*;

/// Numbers of one system, more than the largest one needs.
const NUMBERS: usize = 8 * 8 + 4 * 8;

/// What workspaces hold before, which must not matter.
const STALE: f64 = f64::NAN;

fn vector<const N: usize>(numbers: &[f64]) -> [f64; N] {
    std::array::from_fn(|i| numbers[i])
}

fn rows<const N: usize>(numbers: &[f64]) -> [[f64; N]; N] {
    std::array::from_fn(|i| vector(&numbers[i * N..]))
}

fn bits(numbers: &[f64]) -> Vec<u64> {
    // A NaN has a sign and a payload that no operation defines.
    let number = |x: &f64| {
        if x.is_nan() {
            f64::NAN.to_bits()
        } else {
            x.to_bits()
        }
    };
    numbers.iter().map(number).collect()
}

type Solved = Result<(Vec<u64>, u32, Vec<u64>), String>;

/// The bits of a solution and of its report, or the failure.
fn outcome(x: &[f64], result: Result<NewtonReport<f64>, NewtonFailure<f64>>) -> Solved {
    match result {
        Ok(report) => {
            let remainders = bits(&[report.increment, report.residual]);
            Ok((bits(x), report.iterations, remainders))
        }
        Err(failure) => Err(format!("{failure:?}")),
    }
}

fn of_arrays<const N: usize>(
    result: Result<([f64; N], NewtonReport<f64>), NewtonFailure<f64>>,
) -> Solved {
    match result {
        Ok((x, report)) => outcome(&x, Ok(report)),
        Err(failure) => outcome(&[], Err(failure)),
    }
}

/// Solves on slices in a workspace that is just long enough.
fn on_slices(
    guess: &[f64],
    solve: impl FnOnce(Unknowns<'_, f64>) -> Result<NewtonReport<f64>, NewtonFailure<f64>>,
) -> Solved {
    let mut x = guess.to_vec();
    let mut workspace = vec![STALE; newton_workspace(x.len())];
    let result = solve(Unknowns::new(&mut x, &mut workspace).unwrap());
    outcome(&x, result)
}

/// Terms `c_i + sum_j a_ij x_j + bend x_i^2` and their derivatives.
fn evaluate(numbers: &[f64], bend: f64, x: &[f64], residual: &mut [f64], jacobian: &mut [f64]) {
    let n = x.len();
    let (a, constants) = numbers.split_at(n * n);
    jacobian.copy_from_slice(a);
    for i in 0..n {
        let terms: f64 = a[i * n..][..n].iter().zip(x).map(|(a, x)| a * x).sum();
        residual[i] = constants[i] + terms + bend * x[i] * x[i];
        jacobian[i * n + i] += 2.0 * bend * x[i];
    }
}

/// Compares all functions on one system with `N` unknowns.
fn compare<const N: usize>(numbers: &[f64], bend: f64, settings: &NewtonSettings<f64>) {
    let a = &numbers[..N * N];
    let (guess, scale) = (&numbers[70..70 + N], &numbers[80..80 + N]);

    let on_arrays = |x: &[f64; N]| {
        let (mut residual, mut jacobian) = ([0.0; N], [0.0; NUMBERS]);
        evaluate(numbers, bend, x, &mut residual, &mut jacobian[..N * N]);
        (residual, rows(&jacobian))
    };
    let mut system = |x: &[f64], residual: &mut [f64], jacobian: &mut [f64]| {
        evaluate(numbers, bend, x, residual, jacobian);
    };

    let expected = of_arrays(newton_scaled(
        vector::<N>(guess),
        &vector(scale),
        || vector(scale),
        settings,
        on_arrays,
    ));
    let found = on_slices(guess, |x| newton_in(x, scale, scale, settings, &mut system));
    assert_eq!(found, expected);

    let expected = of_arrays(newton_keeping_factors(
        vector::<N>(guess),
        &vector(scale),
        || vector(scale),
        settings,
        |x, jacobian| {
            let (residual, entries) = on_arrays(x);
            if let Some(jacobian) = jacobian {
                *jacobian = entries;
            }
            residual
        },
    ));
    let mut unwanted = vec![STALE; N * N];
    let found = on_slices(guess, |x| {
        newton_keeping_factors_in(x, scale, scale, settings, &mut |x, residual, jacobian| {
            evaluate(
                numbers,
                bend,
                x,
                residual,
                jacobian.unwrap_or(&mut unwanted),
            );
        })
    });
    assert_eq!(found, expected);

    let expected = of_arrays(newton(vector::<N>(guess), settings, on_arrays));
    let found = on_slices(guess, |x| newton_in(x, &[], &[], settings, &mut system));
    assert_eq!(found, expected);

    let (residual, jacobian) = on_arrays(&vector(guess));
    let expected = of_arrays(newton_linear(vector::<N>(guess), residual, jacobian));
    let found = on_slices(guess, |x| newton_linear_in(x, &mut system));
    assert_eq!(found, expected);

    let [b, c] = [vector::<N>(&numbers[64..]), vector::<N>(&numbers[72..])];
    let in_place = |right: &[[f64; N]]| {
        let mut columns = right.as_flattened().to_vec();
        let mut workspace = vec![STALE; solve_workspace(N, right.len())];
        let result = solve_columns_in(N, a, &mut columns, &mut workspace);
        assert!(matches!(result, Ok(()) | Err(SolveFailure::Singular)));
        result.ok().map(|()| bits(&columns))
    };
    let both = solve_columns(rows::<N>(a), [b, c]);
    assert_eq!(in_place(&[b, c]), both.map(|x| bits(x.as_flattened())));
    let alone = [b, c].map(|b| solve(rows::<N>(a), b).map(|x| bits(&x)));
    assert_eq!([in_place(&[b]), in_place(&[c])], alone);
    for (column, alone) in both.into_iter().flatten().zip(alone) {
        match alone {
            Some(alone) => assert_eq!(bits(&column), alone),
            // Solutions are finite where the sum of all is: at the end of the range another column can hold it back.
            None => assert!(
                largest(&column).max(largest(a)) > f64::MAX / 16.0,
                "{column:?}"
            ),
        }
    }
}

/// Compares for all sizes.
fn compare_sizes(numbers: &[f64], bend: f64, settings: &NewtonSettings<f64>) {
    compare::<0>(numbers, bend, settings);
    compare::<1>(numbers, bend, settings);
    compare::<2>(numbers, bend, settings);
    compare::<3>(numbers, bend, settings);
    compare::<4>(numbers, bend, settings);
    compare::<5>(numbers, bend, settings);
    compare::<6>(numbers, bend, settings);
    compare::<7>(numbers, bend, settings);
    compare::<8>(numbers, bend, settings);
}

/// Mostly plain numbers; zeros and repetitions make singular matrices and ties between pivots.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![20 => -10.0..10.0_f64, 2 => Just(0.0), 2 => Just(1.0), 1 => Just(-1.0)]
}

fn settings() -> impl Strategy<Value = NewtonSettings<f64>> {
    (0_u32..12, prop_oneof![Just(8.9e-16), Just(1e-6), Just(0.0)]).prop_map(
        |(max_iterations, relative_tolerance)| NewtonSettings {
            max_iterations,
            relative_tolerance,
        },
    )
}

proptest! {
    #[test]
    fn slices_give_the_bits_of_arrays(
        numbers in prop::collection::vec(number(), NUMBERS),
        bend in prop_oneof![Just(0.0), -0.5..0.5_f64],
        settings in settings(),
    ) {
        compare_sizes(&numbers, bend, &settings);
    }

    #[test]
    fn they_do_so_where_matrices_are_singular(
        numbers in prop::collection::vec((-1_i8..=1).prop_map(f64::from), NUMBERS),
        bend in prop_oneof![Just(0.0), Just(0.5)],
        settings in settings(),
    ) {
        compare_sizes(&numbers, bend, &settings);
    }

    #[test]
    fn they_do_so_where_numbers_are_huge_tiny_or_not_finite(
        mut numbers in prop::collection::vec(number(), NUMBERS),
        places in prop::collection::vec((0..NUMBERS, prop_oneof![
            Just(f64::NAN), Just(f64::INFINITY), Just(-f64::INFINITY), Just(1e308), Just(-1e200),
            Just(1e-308), Just(-0.0),
        ]), 1..4),
        bend in prop_oneof![Just(0.0), -0.5..0.5_f64],
        settings in settings(),
    ) {
        for (place, value) in places {
            numbers[place] = value;
        }
        compare_sizes(&numbers, bend, &settings);
    }
}

/// Entries of the solutions are -5.5e307 and 8.4e307, the sum of the pivots is 1e308.
#[test]
fn a_column_holds_back_the_sum_of_another_at_the_end_of_the_range() {
    let mut numbers = [0.0; NUMBERS];
    let rows = [
        [7.459445424747899, 0.0, -6.447136395095848, 0.0],
        [9.951053755953462, 9.145942258897637, -4.45764504424629, 0.0],
        [2.838283008205978, -8.665449163788809, 0.0, 0.0],
        [1e308, 0.0, 0.0, 1.0],
    ];
    numbers[..16].copy_from_slice(rows.as_flattened());
    numbers[65] = 4.30491323807735;
    numbers[73] = -6.529471415199096;
    compare::<4>(&numbers, 0.0, &NewtonSettings::default());
}

/// Each unknown is the square root of its number.
fn square_roots(x: &[f64], residual: &mut [f64], jacobian: &mut [f64]) {
    jacobian.fill(0.0);
    for (i, x) in x.iter().enumerate() {
        residual[i] = x * x - (i + 1) as f64;
    }
    for (i, row) in jacobian.chunks_exact_mut(x.len()).enumerate() {
        row[i] = 2.0 * x[i];
    }
}

#[test]
fn every_failure_is_that_of_arrays() {
    let settings = NewtonSettings {
        max_iterations: 5,
        ..NewtonSettings::default()
    };
    let failures: [(f64, NewtonFailure<f64>); 2] = [
        (1.0, NewtonFailure::SingularJacobian { iteration: 1 }),
        (f64::NAN, NewtonFailure::NonFinite { iteration: 1 }),
    ];
    for (guess, failure) in failures {
        // x^2 - 2 x + 2, without a root.
        let system = &mut |x: &[f64], residual: &mut [f64], jacobian: &mut [f64]| {
            residual[0] = x[0] * x[0] - 2.0 * x[0] + 2.0;
            jacobian[0] = 2.0 * x[0] - 2.0;
        };
        let expected = Err(format!("{failure:?}"));
        let found = on_slices(&[guess], |x| newton_in(x, &[], &[], &settings, system));
        assert_eq!(found, expected);
        let found = on_slices(&[guess], |x| newton_linear_in(x, system));
        assert_eq!(found, expected);
    }
    let system = &mut |x: &[f64], residual: &mut [f64], jacobian: &mut [f64]| {
        residual[0] = x[0] * x[0];
        jacobian[0] = 2.0 * x[0];
    };
    let mut x = [1.0];
    let mut workspace = [STALE; newton_workspace(1)];
    let unknowns = Unknowns::new(&mut x, &mut workspace).unwrap();
    let failure = newton_in(unknowns, &[], &[], &settings, system).unwrap_err();
    let expected = newton([1.0], &settings, |&[x]| ([x * x], [[2.0 * x]])).unwrap_err();
    assert!(matches!(failure, NewtonFailure::Diverged(report) if report.iterations == 5));
    assert_eq!(failure, expected);
}

#[test]
fn large_systems_are_solved() {
    for n in [17, 128, 200] {
        let mut x = vec![1.0; n];
        let mut workspace = vec![STALE; newton_workspace(n)];
        let unknowns = Unknowns::new(&mut x, &mut workspace).unwrap();
        let settings = NewtonSettings::default();
        newton_in(unknowns, &[], &[], &settings, &mut square_roots).unwrap();
        for (k, x) in (1_i32..).zip(x) {
            let root = f64::from(k).sqrt();
            assert!(
                (x - root).abs() <= 4.0 * f64::EPSILON * root,
                "{n}: {x} {root}"
            );
        }
    }
}

#[test]
fn large_dense_linear_systems_are_solved_and_need_pivots() {
    for n in [128, 200] {
        // The anti-diagonal dominates, so that every pivot is found at the other end.
        let entry = |i: usize, j: usize| {
            let small = ((7 * i + 3 * j) % 11) as f64 / 11.0;
            if i + j == n - 1 {
                2.0 * n as f64
            } else {
                small
            }
        };
        let a: Vec<_> = (0..n * n).map(|at| entry(at / n, at % n)).collect();
        let right: Vec<_> = (0..2 * n).map(|i| (i % 13) as f64 - 6.0).collect();
        let mut columns = right.clone();
        let mut workspace = vec![STALE; solve_workspace(n, 2)];
        solve_columns_in(n, &a, &mut columns, &mut workspace).unwrap();
        for (solution, right) in columns.chunks(n).zip(right.chunks(n)) {
            for (row, right) in a.chunks(n).zip(right) {
                let left: f64 = row.iter().zip(solution).map(|(a, x)| a * x).sum();
                assert!((left - right).abs() <= 1e-12, "{n}: {left} {right}");
            }
        }
        let mut x = vec![0.0; n];
        let mut workspace = vec![STALE; newton_workspace(n)];
        let unknowns = Unknowns::new(&mut x, &mut workspace).unwrap();
        let report = newton_linear_in(unknowns, &mut |_, residual, jacobian| {
            residual.copy_from_slice(&right[..n]);
            jacobian.copy_from_slice(&a);
        });
        assert_eq!(report.unwrap().iterations, 1);
        let alone = columns[..n].iter().map(|x| 0.0 - x).collect::<Vec<_>>();
        assert_eq!(bits(&x), bits(&alone));
    }
}

#[test]
fn a_workspace_that_is_too_short_is_an_error_and_a_longer_one_is_not() {
    let needed = newton_workspace(3);
    for given in [0, 1, needed - 1] {
        let (mut x, mut workspace) = ([0.0; 3], vec![0.0; given]);
        let error = Unknowns::new(&mut x, &mut workspace).unwrap_err();
        assert_eq!(error, WorkspaceTooShort { needed, given });
        assert!(error.to_string().contains(&needed.to_string()));
    }
    let (mut x, mut workspace) = ([1.0; 3], vec![STALE; needed + 5]);
    let unknowns = Unknowns::new(&mut x, &mut workspace).unwrap();
    newton_in(
        unknowns,
        &[],
        &[],
        &NewtonSettings::default(),
        &mut square_roots,
    )
    .unwrap();
    assert!((x[2] - 3.0_f64.sqrt()).abs() < 1e-15);

    let (needed, given) = (solve_workspace(2, 1), 5);
    let failure = solve_columns_in(2, &[1.0, 0.0, 0.0, 1.0], &mut [1.0, 2.0], &mut [0.0; 5]);
    let expected = WorkspaceTooShort { needed, given };
    assert_eq!(failure, Err(SolveFailure::Workspace(expected)));
}

#[test]
fn slices_that_do_not_fit_each_other_are_an_error() {
    let fails = |n, a: &[f64], columns: &mut [f64]| {
        let failure = solve_columns_in(n, a, columns, &mut [0.0; 20]);
        assert_eq!(failure, Err(SolveFailure::Shape));
    };
    fails(2, &[1.0; 3], &mut [1.0; 2]);
    fails(2, &[1.0; 5], &mut [1.0; 2]);
    fails(2, &[1.0; 4], &mut [1.0; 3]);
    fails(0, &[], &mut [1.0]);
    fails(0, &[1.0], &mut []);
    fails(usize::MAX, &[1.0], &mut []);
    assert_eq!(solve_columns_in::<f64>(0, &[], &mut [], &mut []), Ok(()));
    assert_eq!(solve_columns_in(1, &[2.0], &mut [], &mut [0.0]), Ok(()));
}

#[test]
fn lengths_beyond_all_slices_do_not_wrap_around() {
    assert_eq!(newton_workspace(usize::MAX), usize::MAX);
    assert_eq!(solve_workspace(usize::MAX / 2, 3), usize::MAX);
}

#[test]
fn sizes_that_are_not_given_are_none() {
    let settings = NewtonSettings::default();
    let system = &mut square_roots;
    let none = on_slices(&[1.0, 1.0], |x| newton_in(x, &[], &[], &settings, system));
    for scale in [&[0.0][..], &[0.0, 0.0], &[0.0, 0.0, 7.0]] {
        let found = on_slices(&[1.0, 1.0], |x| {
            newton_in(x, scale, scale, &settings, system)
        });
        assert_eq!(found, none);
    }
}

//! The solver for small dense systems.

use nhi_runtime::nalgebra::{SMatrix, SVector};
use nhi_runtime::plumbing::{
    SolveFailure, solve, solve_columns, solve_columns_in, solve_workspace,
};
use proptest::prelude::*;

fn entry() -> impl Strategy<Value = f64> {
    prop_oneof![4 => -10.0..10.0_f64, 1 => Just(0.0)]
}

proptest! {
    #[test]
    fn the_residual_of_a_solution_is_round_off(
        a in prop::array::uniform5(prop::array::uniform5(entry())),
        b in prop::array::uniform5(entry()),
    ) {
        let Some(x) = solve(a, b) else {
            return Ok(());
        };
        let size = x.iter().fold(1.0_f64, |size, x| size.max(x.abs()));
        for (row, b) in a.iter().zip(b) {
            let product: f64 = row.iter().zip(x).map(|(a, x)| a * x).sum();
            prop_assert!((product - b).abs() <= 1e-12 * size);
        }
    }

    #[test]
    fn solutions_agree_with_those_of_nalgebra(
        a in prop::array::uniform4(prop::array::uniform4(-1.0..1.0_f64)),
        b in prop::array::uniform4(-1.0..1.0_f64),
    ) {
        let matrix = SMatrix::<f64, 4, 4>::from_fn(|i, j| a[i][j] + if i == j { 5.0 } else { 0.0 });
        let rows = std::array::from_fn(|i| std::array::from_fn(|j| matrix[(i, j)]));
        let expected = matrix.lu().solve(&SVector::from(b)).unwrap();
        let found = SVector::from(solve(rows, b).unwrap());
        prop_assert!((found - expected).amax() <= 1e-14);
    }
}

#[test]
fn rows_are_exchanged_where_the_diagonal_is_zero_or_small() {
    let permutation = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    assert_eq!(solve(permutation, [3.0, 1.0, 2.0]), Some([1.0, 2.0, 3.0]));
    let [x, y] = solve([[1e-20, 1.0], [1.0, 1.0]], [1.0, 2.0]).unwrap();
    assert_eq!((x, y), (1.0, 1.0));
}

#[test]
fn singular_systems_and_those_that_are_not_finite_have_no_solution() {
    assert_eq!(solve([[0.0]], [1.0]), None);
    assert_eq!(solve([[1.0, 2.0], [2.0, 4.0]], [1.0, 2.0]), None);
    assert_eq!(solve([[f64::NAN, 1.0], [1.0, 1.0]], [1.0, 2.0]), None);
    assert_eq!(solve([[1e-300]], [1e300]), None);
}

#[test]
fn no_system_with_an_entry_that_is_not_finite_has_a_solution() {
    let matrices = [
        [[4.0, 1.0, 0.5], [1.0, -3.0, 1.0], [0.5, 1.0, 5.0]],
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.0, 2.0, 0.0], [0.0, 0.0, -1.0], [3.0, 0.0, 0.0]],
    ];
    for a in matrices {
        let b = [1.0, 0.0, -2.0];
        assert!(solve(a, b).is_some());
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for i in 0..3 {
                for j in 0..3 {
                    let mut a = a;
                    a[i][j] = bad;
                    assert_eq!(solve(a, b), None, "{a:?}");
                    assert_eq!(solve_columns(a, [b, b]), None, "{a:?}");
                }
                let mut b = b;
                b[i] = bad;
                assert_eq!(solve(a, b), None, "{b:?}");
                assert_eq!(solve_columns(a, [[0.0; 3], b]), None, "{b:?}");
            }
        }
    }
}

#[test]
fn the_empty_system_has_the_empty_solution() {
    assert_eq!(solve::<f64, 0>([], []), Some([]));
}

/// A matrix of rank `N - 1` but for round-off: its last row is a combination of the others.
fn dependent<const N: usize>(mut a: [[f64; N]; N], factors: [f64; N]) -> [[f64; N]; N] {
    let (last, others) = a.split_last_mut().unwrap();
    *last = [0.0; N];
    for (row, factor) in others.iter().zip(factors) {
        for (entry, x) in last.iter_mut().zip(row) {
            *entry += factor * x;
        }
    }
    a
}

/// In units of its own for the last equation, no pivot of which is large beside the others.
const UNIT: f64 = 1.0 / 1_048_576.0;

/// Two equations that differ by `digits` units in the last place but for their units, below a third one
/// that cannot give the first pivot.
fn nearly_dependent(digits: i32) -> [[f64; 3]; 3] {
    let last = 1.0 + f64::from(digits) * f64::EPSILON;
    [[0.0, 0.0, 1.0], [1.0, 1.0, 0.0], [UNIT, UNIT * last, 0.0]]
}

/// Entries are changed by at most 32 epsilons up and down, which moves the last pivot by 256 between two
/// matrices: from 512 on, that is no half of it.
#[test]
fn a_pivot_of_few_epsilons_is_round_off_and_one_of_more_than_512_is_none() {
    for digits in 0..=16 {
        let a = nearly_dependent(digits);
        assert_eq!(solve(a, [1.0, 2.0, 3.0 * UNIT]), None, "{digits}");
    }
    for digits in [520, 600, 1000, 10_000, 1_000_000] {
        let a = nearly_dependent(digits);
        let [_, y, z] = solve(a, [1.0, 2.0, 3.0 * UNIT]).expect("a regular matrix");
        assert_eq!([y * f64::from(digits) * f64::EPSILON, z], [1.0, 1.0]);
    }
}

proptest! {
    #[test]
    fn a_matrix_whose_rows_depend_on_each_other_but_for_round_off_has_no_solution(
        a in prop::array::uniform4(prop::array::uniform4(-10.0..10.0_f64)),
        factors in prop::array::uniform4(0.5..2.0_f64),
        columns in prop::array::uniform4(-8..8_i32),
    ) {
        // The others are far from singular, in any units of the unknowns.
        let mut a = a;
        for (i, row) in a.iter_mut().enumerate() {
            row[i] += 40.0;
        }
        let mut a = dependent(a, factors);
        for row in &mut a {
            for (entry, column) in row.iter_mut().zip(columns) {
                *entry *= 10_f64.powi(column);
            }
        }
        prop_assert_eq!(solve(a, [1.0, 2.0, 3.0, 4.0]), None);
        let mut columns = [1.0, 2.0, 3.0, 4.0];
        let mut room = [0.0; solve_workspace(4, 1)];
        let failure = solve_columns_in(4, a.as_flattened(), &mut columns, &mut room);
        prop_assert_eq!(failure, Err(SolveFailure::Singular));
    }

    #[test]
    fn units_of_equations_and_unknowns_make_no_matrix_singular(
        a in prop::array::uniform4(prop::array::uniform4(-1.0..1.0_f64)),
        exponents in prop::array::uniform4(-30..30_i32),
        columns in prop::array::uniform4(-30..30_i32),
    ) {
        let mut a = a;
        for (i, row) in a.iter_mut().enumerate() {
            row[i] += 5.0;
            for (entry, column) in row.iter_mut().zip(columns) {
                *entry *= 10_f64.powi(exponents[i] + column);
            }
        }
        prop_assert!(solve(a, [1.0, 2.0, 3.0, 4.0]).is_some());
    }
}

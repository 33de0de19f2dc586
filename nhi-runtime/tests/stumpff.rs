//! The Stumpff functions against their series in exact fixed-point arithmetic, and their relations.
#![cfg(feature = "std")]

use nhi_runtime::Real;
use nhi_runtime::math::stumpff;
use proptest::prelude::*;

/// Fractional bits of the fixed-point numbers, and of the arguments.
const FRACTION: u32 = 96;
const ARGUMENT_FRACTION: u32 = 16;

/// `c_k(n / 2^16)`, right to about 2^-90: beyond double precision for the indices up to 12.
fn exact(index: u32, n: i128) -> f64 {
    let mut term = (1..=i128::from(index)).fold(1_i128 << FRACTION, |t, k| t / k);
    let mut sum = 0;
    let mut k = i128::from(index);
    while term != 0 {
        sum += term;
        term = -((term * n) >> ARGUMENT_FRACTION) / ((k + 1) * (k + 2));
        k += 2;
    }
    sum as f64 * 0.5_f64.powi(FRACTION as i32)
}

fn argument(n: i128) -> f64 {
    n as f64 * 0.5_f64.powi(ARGUMENT_FRACTION as i32)
}

/// The error in units of the last place of the value, or, near zeros, of a quarter of the value
/// at 0.
fn error<T: Real>(index: u32, n: i128) -> f64 {
    let exact = exact(index, n);
    let scale = match index {
        0 => exact.abs().max(1.0),
        1 => exact.abs().max(0.25),
        2 => exact.abs().max(0.125),
        _ => exact.abs(),
    };
    let value = stumpff(index, T::literal(argument(n))).to_f64();
    (value - exact).abs() / (scale * T::EPSILON.to_f64())
}

fn worst<T: Real>(index: u32, arguments: impl Iterator<Item = i128>) -> f64 {
    arguments.map(|n| error::<T>(index, n)).fold(0.0, f64::max)
}

#[test]
fn up_to_40_every_function_is_right_to_three_units_in_the_last_place() {
    for index in 0..=12 {
        let arguments = || (0..=40 << ARGUMENT_FRACTION).step_by(61);
        let errors = (
            worst::<f64>(index, arguments()),
            worst::<f32>(index, arguments()),
        );
        assert!(errors.0 < 3.0 && errors.1 < 3.0, "c_{index}: {errors:?}");
    }
}

#[test]
fn down_to_minus_40_every_function_is_right_to_nine_units_in_the_last_place() {
    for index in 0..=12 {
        let arguments = || (-40 << ARGUMENT_FRACTION..0).step_by(61);
        let errors = (
            worst::<f64>(index, arguments()),
            worst::<f32>(index, arguments()),
        );
        assert!(errors.0 < 9.0 && errors.1 < 9.0, "c_{index}: {errors:?}");
    }
}

#[test]
fn at_and_next_to_zero_the_value_is_the_inverse_factorial() {
    let mut factorial = 1.0;
    for index in 0..=20 {
        factorial *= f64::from(index.max(1));
        for x in [0.0, -0.0, 5e-324, -1e-300, 1e-17] {
            assert_eq!(stumpff(index, x), 1.0 / factorial, "c_{index}({x:e})");
        }
        assert_eq!(stumpff(index, 1e-45_f32), (1.0 / factorial) as f32);
    }
}

#[test]
fn any_index_and_any_argument_give_a_value_without_a_panic() {
    for index in [
        0,
        1,
        2,
        3,
        50,
        99,
        170,
        171,
        400,
        401,
        u32::MAX - 1,
        u32::MAX,
    ] {
        for x in [0.0, 3.0, 1e5, 1e300, -3.0, -1e4] {
            let value: f64 = stumpff(index, x);
            assert!(value.is_finite(), "c_{index}({x:e}) = {value:e}");
        }
        for x in [f64::NAN, f64::INFINITY, -1e300] {
            assert!(!stumpff(index, x).is_finite() || index > 170);
        }
    }
}

/// `x c_(k+2) = 1/k! - c_k` and `c_k' = (k c_(k+2) - c_(k+1))/2` by central differences.
fn assert_relations(index: u32, x: f64) -> Result<(), TestCaseError> {
    let inverse_factorial = (1..=index).fold(1.0, |f, k| f / f64::from(k));
    let c = |k, x: f64| stumpff(k, x);
    let residual = x * c(index + 2, x) + c(index, x) - inverse_factorial;
    let scale = inverse_factorial + c(index, x).abs();
    prop_assert!(residual.abs() < 2e-15 * scale, "recurrence {residual:e}");

    let step = 1e-4 * (1.0 + x.abs());
    let difference = (8.0 * (c(index, x + step) - c(index, x - step))
        - (c(index, x + 2.0 * step) - c(index, x - 2.0 * step)))
        / (12.0 * step);
    let derivative = 0.5 * (f64::from(index) * c(index + 2, x) - c(index + 1, x));
    let error = (difference - derivative).abs();
    prop_assert!(
        error < 1e-10 * scale,
        "derivative {derivative:e}, off by {error:e}"
    );
    Ok(())
}

proptest! {
    #[test]
    fn recurrence_and_derivative_hold(index in 0_u32..12, x in -10.0..200.0_f64) {
        assert_relations(index, x)?;
    }

    #[test]
    fn the_first_functions_are_the_circular_and_hyperbolic_ones(s in 0.5..30.0_f64) {
        let tolerance = 1e-15 * (1.0 + s);
        let x = s * s;
        prop_assert!((stumpff(0, x) - s.cos()).abs() < tolerance);
        prop_assert!((stumpff(1, x) - s.sin() / s).abs() < tolerance);
        prop_assert!((stumpff(2, x) - (1.0 - s.cos()) / x).abs() < tolerance);
        prop_assert!((stumpff(3, x) - (s - s.sin()) / (x * s)).abs() < tolerance);
        prop_assert!((stumpff(0, -x) / s.cosh() - 1.0).abs() < tolerance);
        prop_assert!((stumpff(1, -x) / (s.sinh() / s) - 1.0).abs() < tolerance);
    }
}

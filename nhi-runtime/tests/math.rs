//! The mathematical functions against those of the standard library.
#![cfg(feature = "std")]

use nhi_runtime::{Real, math};
use proptest::prelude::*;

/// Checks, for one scalar type, that each function gives the bits of the method of the same name.
macro_rules! assert_bit_equal {
    ($scalar:ident, $x:expr, $y:expr) => {
        let (x, y): ($scalar, $scalar) = ($x, $y);
        macro_rules! unary {
            ($name:ident) => {
                prop_assert_eq!(
                    math::$name(x).to_bits(),
                    x.$name().to_bits(),
                    "{}",
                    stringify!($name)
                );
            };
        }
        unary!(abs);
        unary!(sqrt);
        unary!(sin);
        unary!(cos);
        unary!(tan);
        unary!(asin);
        unary!(acos);
        unary!(atan);
        unary!(sinh);
        unary!(cosh);
        unary!(tanh);
        unary!(exp);
        unary!(ln);
        let ((s, c), (sin, cos)) = (math::sin_cos(x), x.sin_cos());
        prop_assert_eq!((s.to_bits(), c.to_bits()), (sin.to_bits(), cos.to_bits()));
        prop_assert_eq!(math::atan2(y, x).to_bits(), y.atan2(x).to_bits());
        prop_assert_eq!(math::hypot(x, y).to_bits(), x.hypot(y).to_bits());
        prop_assert_eq!(math::powf(x, y).to_bits(), x.powf(y).to_bits());
        let n = (y as i32).clamp(-9, 9);
        prop_assert_eq!(math::powi(x, n).to_bits(), x.powi(n).to_bits());
    };
}

proptest! {
    #[test]
    fn every_f64_function_is_bit_equal_with_the_standard_library(
        x in prop_oneof![-1.0..1.0_f64, -1e3..1e3_f64, any::<f64>()],
        y in -20.0..20.0_f64,
    ) {
        assert_bit_equal!(f64, x, y);
    }

    #[test]
    fn every_f32_function_is_bit_equal_with_the_standard_library(
        x in prop_oneof![-1.0..1.0_f32, -1e3..1e3_f32, any::<f32>()],
        y in -20.0..20.0_f32,
    ) {
        assert_bit_equal!(f32, x, y);
    }

    #[test]
    fn literals_round_to_the_nearest_number_of_the_type(x in any::<f64>()) {
        prop_assert_eq!(f64::literal(x).to_bits(), x.to_bits());
        prop_assert_eq!(f32::literal(x).to_bits(), (x as f32).to_bits());
        prop_assert_eq!(f32::literal(x).to_f64().to_bits(), f64::from(x as f32).to_bits());
    }
}

#[test]
fn functions_outside_their_domain_return_nan_and_do_not_panic() {
    assert!(math::sqrt(-1.0_f64).is_nan());
    assert!(math::asin(1.5_f64).is_nan());
    assert!(math::acos(-1.5_f64).is_nan());
    assert!(math::ln(-1.0_f64).is_nan());
    assert!(math::powf(-8.0_f64, 1.0 / 3.0).is_nan());
    assert_eq!(math::ln(0.0_f64), f64::NEG_INFINITY);
}

#[test]
fn counts_beyond_the_mantissa_round_to_the_nearest_number() {
    assert_eq!(f64::from_count((1 << 53) + 1), 9_007_199_254_740_992.0);
    assert_eq!(f32::from_count(16_777_217), 16_777_216.0);
}

#[test]
fn one_infinite_or_undefined_value_is_found_among_finite_ones() {
    assert!(math::all_finite(&[0.0_f64, -1e308, 5e-324]));
    assert!(!math::all_finite(&[0.0_f64, f64::NAN]));
    assert!(!math::all_finite(&[f32::NEG_INFINITY, 1.0]));
}

#[test]
fn functions_that_switch_have_their_values_at_the_jump_and_keep_nan() {
    let numbers = [-2.5, -0.0, 0.0, 1e-300, 3.0, f64::INFINITY];
    for x in numbers {
        let (below, above) = (f64::from(x < 0.0), f64::from(x > 0.0));
        assert_eq!(math::sign(x), above - below);
        assert_eq!(math::step(x), 1.0 - below);
        for y in numbers {
            assert_eq!((math::min(x, y), math::max(x, y)), (x.min(y), x.max(y)));
        }
        for nan in [math::min(x, f64::NAN), math::min(f64::NAN, x)] {
            assert!(nan.is_nan());
        }
        for nan in [math::max(x, f64::NAN), math::max(f64::NAN, x)] {
            assert!(nan.is_nan());
        }
    }
    assert!(math::sign(f64::NAN).is_nan() && math::step(f64::NAN).is_nan());
}

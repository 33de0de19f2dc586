//! With the feature `libm-force`, the elementary functions are those of the crate `libm`, which are
//! the same on all platforms.
#![cfg(feature = "libm-force")]

use nhi_runtime::math;
use proptest::prelude::*;

/// Asserts that two numbers have the same bits, or are both NaN.
fn same(name: &str, found: f64, expected: f64) {
    let are_nan = found.is_nan() && expected.is_nan();
    assert!(
        are_nan || found.to_bits() == expected.to_bits(),
        "{name}: {found:e} instead of {expected:e}"
    );
}

/// Calls of functions of the runtime and of the crate, for both precisions.
macro_rules! compare {
    ($($name:ident($($x:ident),*): $double:ident, $single:ident;)*) => {$(
        same(stringify!($name), math::$name($($x),*), libm::$double($($x),*));
        same(
            concat!(stringify!($name), " in single precision"),
            math::$name($($x as f32),*).into(),
            libm::$single($($x as f32),*).into(),
        );
    )*};
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn functions_are_those_of_libm(
        exponents in [-30.0..60.0_f64, -30.0..60.0],
        signs in any::<[bool; 2]>(),
        u in -1.1..1.1_f64,
    ) {
        let number = |k: usize| exponents[k].exp2() * if signs[k] { 1.0 } else { -1.0 };
        let (x, y) = (number(0), number(1));
        compare! {
            sin(x): sin, sinf;
            cos(x): cos, cosf;
            tan(x): tan, tanf;
            asin(u): asin, asinf;
            acos(u): acos, acosf;
            atan(x): atan, atanf;
            atan2(y, x): atan2, atan2f;
            sinh(x): sinh, sinhf;
            cosh(x): cosh, coshf;
            tanh(x): tanh, tanhf;
            exp(x): exp, expf;
            ln(x): log, logf;
            sqrt(x): sqrt, sqrtf;
            hypot(x, y): hypot, hypotf;
            powf(x, u): pow, powf;
        }
        let (sine, cosine) = math::sin_cos(x);
        same("sin of sin_cos", sine, libm::sin(x));
        same("cos of sin_cos", cosine, libm::cos(x));
        let (sine, cosine) = math::sin_cos(x as f32);
        same("sin of sin_cos in single precision", sine.into(), libm::sinf(x as f32).into());
        same("cos of sin_cos in single precision", cosine.into(), libm::cosf(x as f32).into());
    }
}

//! The scalar types that integrators run on.

use nalgebra::RealField;

/// A floating-point scalar: `f32` or `f64`.
///
/// Everything in nalgebra's [`RealField`], plus what generated code needs: constants from literals,
/// conversion from counts and to `f64`, and the machine epsilon.
///
/// ```
/// use nhi_runtime::Real;
///
/// fn half<T: Real>(x: T) -> T {
///     x * T::literal(0.5)
/// }
/// assert_eq!(half(3.0_f32), 1.5);
/// ```
pub trait Real: RealField + Copy + Default {
    /// The distance from 1 to the next larger number of the type.
    const EPSILON: Self;
    /// The smallest positive number of full precision.
    const MIN_POSITIVE: Self;

    /// Returns the number of this type nearest to `x` (infinite if `x` is too large for the type).
    #[must_use]
    fn literal(x: f64) -> Self;

    /// Returns the number of this type nearest to the count `n`, which is below 2^63: processors
    /// convert signed numbers in one instruction, unsigned ones in five.
    #[must_use]
    fn from_count(n: u64) -> Self;

    /// Returns the same number as `f64`, exactly.
    #[must_use]
    fn to_f64(self) -> f64;
}

macro_rules! impl_real {
    ($($scalar:ident)*) => {$(
        #[cfg(any(feature = "std", feature = "libm"))]
        impl Real for $scalar {
            const EPSILON: Self = $scalar::EPSILON;
            const MIN_POSITIVE: Self = $scalar::MIN_POSITIVE;

            #[inline]
            fn literal(x: f64) -> Self {
                x as $scalar
            }

            #[inline]
            fn from_count(n: u64) -> Self {
                n.cast_signed() as $scalar
            }

            #[inline]
            fn to_f64(self) -> f64 {
                f64::from(self)
            }
        }
    )*};
}

impl_real!(f32 f64);

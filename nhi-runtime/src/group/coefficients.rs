//! The coefficients of the inverse tangents of the exponential maps.

use super::GroupError;
use crate::plumbing::stumpff;
use crate::{Real, math};

/// Returns `k(x) = (1 - (n/2) cot(n/2))/n^2` at `x = n^2`, and its derivative with respect to `x`:
/// `1/12 + x/720 + x^2/30240 + ...`.
///
/// With the Stumpff functions at `x/4`, `k = (c_2 - c_3)/(4 c_1)`, which has no cancellation near
/// `x = 0`.
///
/// # Errors
/// [`GroupError::FullTurn`] if `sin(n/2)` is zero to machine precision.
#[inline]
pub(super) fn inverse_tangent<T: Real>(x: T) -> Result<(T, T), GroupError<T>> {
    let literal = T::literal;
    let z = literal(0.25) * x;
    let c1 = stumpff(1, z);
    if math::abs(c1) <= literal(2.0) * T::EPSILON {
        let angle = math::sqrt(x);
        return Err(GroupError::FullTurn { angle });
    }
    let (c2, c3) = (stumpff(2, z), stumpff(3, z));
    let difference = (c2 - c3) / c1;
    let derivative = literal(0.5) * (literal(3.0) * (stumpff(4, z) - stumpff(5, z)) - c3) / c1
        + literal(0.5) * difference * difference;
    Ok((literal(0.25) * difference, literal(0.0625) * derivative))
}

/// Returns the derivatives of the Stumpff functions `c_2` and `c_3` at `x`.
#[inline]
pub(super) fn derivatives_of_2_and_3<T: Real>(x: T) -> (T, T) {
    let (c3, c4, c5) = (stumpff(3, x), stumpff(4, x), stumpff(5, x));
    let (half, three) = (T::literal(0.5), T::literal(3.0));
    (c4 - half * c3, half * (three * c5 - c4))
}

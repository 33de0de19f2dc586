use super::coefficients::inverse_tangent;
use super::{GroupError, LieGroup};
use crate::plumbing::stumpff;
use crate::{Real, math};
use nalgebra::{Matrix3, Quaternion, Unit, UnitQuaternion, Vector3};

/// SO(3), rotations of space. `xi = omega` is a rotation vector in radians, `W` is the matrix of
/// `omega x`, and `n = |omega|`; `ad = W`, `Ad_R = R`.
///
/// A quaternion and its negative are the same rotation.
impl<T: Real> LieGroup for UnitQuaternion<T> {
    type Scalar = T;
    type Algebra = Vector3<T>;
    type Operator = Matrix3<T>;

    #[inline]
    fn neutral() -> Self {
        Self::identity()
    }

    #[inline]
    fn compose(&self, other: &Self) -> Self {
        let product = (self * other).into_inner();
        let factor = T::literal(0.5) * (T::literal(3.0) - product.norm_squared());
        Unit::new_unchecked(product * factor)
    }

    #[inline]
    fn inverse(&self) -> Self {
        Self::inverse(self)
    }

    #[inline]
    fn adjoint(&self) -> Matrix3<T> {
        self.to_rotation_matrix().into_inner()
    }

    #[inline]
    fn ad(omega: &Vector3<T>) -> Matrix3<T> {
        omega.cross_matrix()
    }

    /// Returns `(cos(n/2), sin(n/2)/n omega)`, whose matrix is
    /// `Id + sin(n)/n W + (1 - cos n)/n^2 W^2`.
    #[inline]
    fn exp_map(omega: &Vector3<T>) -> Self {
        let x = T::literal(0.25) * omega.norm_squared();
        let vector = omega * (T::literal(0.5) * stumpff(1, x));
        Unit::new_unchecked(Quaternion::from_parts(stumpff(0, x), vector))
    }

    /// Returns the vector part times `2 atan2(|vector|, scalar)/|vector|`, for the quaternion with
    /// a non-negative scalar part.
    #[inline]
    fn log_map(&self) -> Vector3<T> {
        let (scalar, vector) = parts(self);
        let norm = vector.norm();
        let two = T::literal(2.0);
        if norm > T::zero() {
            vector * (two * math::atan2(norm, scalar) / norm)
        } else {
            vector * two
        }
    }

    /// Returns `Id + (1 - cos n)/n^2 W + (n - sin n)/n^3 W^2`.
    #[inline]
    fn dexp(omega: &Vector3<T>) -> Matrix3<T> {
        let x = omega.norm_squared();
        let w = omega.cross_matrix();
        Matrix3::identity() + w * stumpff(2, x) + w * w * stumpff(3, x)
    }

    /// Returns `Id - W/2 + k W^2` with `k = (1 - (n/2) cot(n/2))/n^2`.
    #[inline]
    fn dexp_inverse(omega: &Vector3<T>) -> Result<Matrix3<T>, GroupError<T>> {
        let (k, _) = inverse_tangent(omega.norm_squared())?;
        Ok(inverse_with(&omega.cross_matrix(), k))
    }

    /// Returns the quaternion along `(1, omega/2)`, whose matrix is `Id + 4/(4 + n^2) (W + W^2/2)`:
    /// the rotation about `omega` by `2 atan(n/2)`.
    #[inline]
    fn cay(omega: &Vector3<T>) -> Self {
        let half = omega * T::literal(0.5);
        let size = half
            .iter()
            .fold(T::one(), |size, &x| size.max(math::abs(x)));
        let along = Quaternion::from_parts(T::one() / size, half / size);
        Unit::new_unchecked(along * (T::one() / along.norm()))
    }

    /// Returns twice the vector part divided by the scalar part.
    #[inline]
    fn cay_inverse(&self) -> Result<Vector3<T>, GroupError<T>> {
        let (scalar, vector) = parts(self);
        if scalar <= T::EPSILON {
            return Err(GroupError::HalfTurn);
        }
        Ok(vector * (T::literal(2.0) / scalar))
    }

    /// Returns `4/(4 + n^2) (Id + W/2)`.
    #[inline]
    fn dcay(omega: &Vector3<T>) -> Matrix3<T> {
        let factor = T::literal(4.0) / (T::literal(4.0) + omega.norm_squared());
        (Matrix3::identity() + omega.cross_matrix() * T::literal(0.5)) * factor
    }

    /// Returns `Id - W/2 + omega omega^T/4`.
    #[inline]
    fn dcay_inverse(omega: &Vector3<T>) -> Matrix3<T> {
        Matrix3::identity() - omega.cross_matrix() * T::literal(0.5)
            + omega * omega.transpose() * T::literal(0.25)
    }

    /// Returns `R_x(omega_1) R_y(omega_2) R_z(omega_3)`, rotations about the axes.
    #[inline]
    fn ccsk(omega: &Vector3<T>) -> Self {
        let half = omega * T::literal(0.5);
        let about = |angle: T, axis: Vector3<T>| {
            let (s, c) = math::sin_cos(angle);
            Quaternion::from_parts(c, axis * s)
        };
        let (x, y, z) = (Vector3::x(), Vector3::y(), Vector3::z());
        Unit::new_unchecked(about(half.x, x) * about(half.y, y) * about(half.z, z))
    }

    /// Returns the angles about the axes, from the half sum and half difference of the first and
    /// the third angle. In gimbal lock, one of these two is undetermined and has an arbitrary
    /// value.
    #[inline]
    fn ccsk_inverse(&self) -> Vector3<T> {
        let (w, v) = parts(self);
        let two = T::literal(2.0);
        let half_sum = math::atan2(v.x + v.z, w + v.y);
        let half_difference = math::atan2(v.x - v.z, w - v.y);
        // cos(b/2) + sin(b/2) and cos(b/2) - sin(b/2) for the second angle b.
        let plus = math::hypot(w + v.y, v.x + v.z);
        let minus = math::hypot(w - v.y, v.x - v.z);
        let cosine = plus + minus;
        let sine = T::literal(4.0) * (w * v.y + v.x * v.z) / cosine;
        Vector3::new(
            wrapped(half_sum + half_difference),
            two * math::atan2(sine, cosine),
            wrapped(half_sum - half_difference),
        )
    }

    /// Returns the matrix whose columns are the axes of the three rotations in space: `e_1`,
    /// `R_x e_2`, `R_x R_y e_3`.
    #[inline]
    fn dccsk(omega: &Vector3<T>) -> Matrix3<T> {
        let (s1, c1) = math::sin_cos(omega.x);
        let (s2, c2) = math::sin_cos(omega.y);
        let (zero, one) = (T::zero(), T::one());
        Matrix3::new(one, zero, s2, zero, c1, -s1 * c2, zero, s1, c1 * c2)
    }

    /// Returns the matrix with the rows `(1, tan(b) s, -tan(b) c)`, `(0, c, s)`,
    /// `(0, -s, c)/cos(b)`, for the sine `s` and cosine `c` of the first angle and the second angle
    /// `b`.
    #[inline]
    fn dccsk_inverse(omega: &Vector3<T>) -> Result<Matrix3<T>, GroupError<T>> {
        let (s1, c1) = math::sin_cos(omega.x);
        let (s2, c2) = math::sin_cos(omega.y);
        if math::abs(c2) <= T::EPSILON * math::abs(omega.y) {
            return Err(GroupError::GimbalLock { angle: omega.y });
        }
        let (zero, one, t2) = (T::zero(), T::one(), s2 / c2);
        Ok(Matrix3::new(
            one,
            t2 * s1,
            -t2 * c1,
            zero,
            c1,
            s1,
            zero,
            -s1 / c2,
            c1 / c2,
        ))
    }
}

/// Returns `Id - W/2 + k W^2`.
#[inline]
pub(super) fn inverse_with<T: Real>(w: &Matrix3<T>, k: T) -> Matrix3<T> {
    Matrix3::identity() - w * T::literal(0.5) + w * w * k
}

/// Returns the scalar and vector part of the rotation's quaternion with a non-negative scalar part.
#[inline]
fn parts<T: Real>(rotation: &UnitQuaternion<T>) -> (T, Vector3<T>) {
    let (scalar, vector) = (rotation.w, rotation.imag());
    if scalar < T::zero() {
        (-scalar, -vector)
    } else {
        (scalar, vector)
    }
}

/// Shifts an angle between -2 pi and 2 pi by whole turns into `[-pi, pi]`.
#[inline]
fn wrapped<T: Real>(angle: T) -> T {
    if angle > T::pi() {
        angle - T::two_pi()
    } else if angle < -T::pi() {
        angle + T::two_pi()
    } else {
        angle
    }
}

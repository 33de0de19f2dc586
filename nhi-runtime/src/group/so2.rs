use super::{GroupError, LieGroup};
use crate::{Real, math};
use nalgebra::{Complex, Matrix1, Unit, UnitComplex, Vector1};

/// SO(2), rotations of the plane. `xi = (w)` is an angle in radians; `ad = 0`, `Ad = Id`.
impl<T: Real> LieGroup for UnitComplex<T> {
    type Scalar = T;
    type Algebra = Vector1<T>;
    type Operator = Matrix1<T>;

    #[inline]
    fn neutral() -> Self {
        Self::identity()
    }

    #[inline]
    fn compose(&self, other: &Self) -> Self {
        let z = (self * other).into_inner();
        let norm_squared = z.re * z.re + z.im * z.im;
        let factor = T::literal(0.5) * (T::literal(3.0) - norm_squared);
        Unit::new_unchecked(Complex::new(factor * z.re, factor * z.im))
    }

    #[inline]
    fn inverse(&self) -> Self {
        Self::inverse(self)
    }

    #[inline]
    fn adjoint(&self) -> Matrix1<T> {
        Matrix1::identity()
    }

    #[inline]
    fn ad(_xi: &Vector1<T>) -> Matrix1<T> {
        Matrix1::zeros()
    }

    /// Returns `cos w + i sin w`.
    #[inline]
    fn exp_map(xi: &Vector1<T>) -> Self {
        let (s, c) = math::sin_cos(xi.x);
        Unit::new_unchecked(Complex::new(c, s))
    }

    /// Returns the angle in `[-pi, pi]`, from `atan2`.
    #[inline]
    fn log_map(&self) -> Vector1<T> {
        Vector1::new(math::atan2(self.im, self.re))
    }

    /// Returns `1`.
    #[inline]
    fn dexp(_xi: &Vector1<T>) -> Matrix1<T> {
        Matrix1::identity()
    }

    /// Returns `1`; never fails.
    #[inline]
    fn dexp_inverse(_xi: &Vector1<T>) -> Result<Matrix1<T>, GroupError<T>> {
        Ok(Matrix1::identity())
    }

    /// Returns the rotation by `2 atan(w/2)`: `(4 - w^2 + 4 i w)/(4 + w^2)`.
    #[inline]
    fn cay(xi: &Vector1<T>) -> Self {
        let half = T::literal(0.5) * xi.x;
        let size = math::abs(half).max(T::one());
        let (a, b) = (T::one() / size, half / size);
        let norm_squared = a * a + b * b;
        let c = (a - b) * (a + b) / norm_squared;
        let s = (a + a) * b / norm_squared;
        Unit::new_unchecked(Complex::new(c, s))
    }

    /// Returns `w = 2 tan(angle/2)`.
    #[inline]
    fn cay_inverse(&self) -> Result<Vector1<T>, GroupError<T>> {
        let (c, s, two) = (self.re, self.im, T::literal(2.0));
        if c >= T::zero() {
            return Ok(Vector1::new(two * s / (T::one() + c)));
        }
        if math::abs(s) <= two * T::EPSILON {
            return Err(GroupError::HalfTurn);
        }
        Ok(Vector1::new(two * (T::one() - c) / s))
    }

    /// Returns `1/(1 + w^2/4)`.
    #[inline]
    fn dcay(xi: &Vector1<T>) -> Matrix1<T> {
        Matrix1::new(T::one() / (T::one() + T::literal(0.25) * xi.x * xi.x))
    }

    /// Returns `1 + w^2/4`.
    #[inline]
    fn dcay_inverse(xi: &Vector1<T>) -> Matrix1<T> {
        Matrix1::new(T::one() + T::literal(0.25) * xi.x * xi.x)
    }

    /// Returns the exponential map.
    #[inline]
    fn ccsk(xi: &Vector1<T>) -> Self {
        Self::exp_map(xi)
    }

    #[inline]
    fn ccsk_inverse(&self) -> Vector1<T> {
        self.log_map()
    }

    #[inline]
    fn dccsk(_xi: &Vector1<T>) -> Matrix1<T> {
        Matrix1::identity()
    }

    /// Returns `1`; never fails.
    #[inline]
    fn dccsk_inverse(_xi: &Vector1<T>) -> Result<Matrix1<T>, GroupError<T>> {
        Ok(Matrix1::identity())
    }
}

use super::coefficients::inverse_tangent;
use super::{GroupError, LieGroup, Operator};
use crate::plumbing::stumpff;
use crate::{Real, math};
use nalgebra::{Isometry2, Matrix3, Translation2, UnitComplex, Vector1, Vector2, Vector3};

/// SE(2), motions of the plane. `xi = (w, a, b)`: the angle in radians first, then the
/// translation; `ad = [[0, 0, 0], [b, 0, -w], [-a, w, 0]]`. In the formulas `s = sin w`,
/// `c = cos w`.
impl<T: Real> LieGroup for Isometry2<T> {
    type Scalar = T;
    type Algebra = Vector3<T>;
    type Operator = Matrix3<T>;

    #[inline]
    fn neutral() -> Self {
        Self::identity()
    }

    #[inline]
    fn compose(&self, other: &Self) -> Self {
        let translation = self.translation.vector + self.rotation * other.translation.vector;
        isometry(self.rotation.compose(&other.rotation), translation)
    }

    #[inline]
    fn inverse(&self) -> Self {
        Self::inverse(self)
    }

    /// Returns `[[1, 0, 0], [y, c, -s], [-x, s, c]]` for the translation `(x, y)` and the sine `s`
    /// and cosine `c` of the angle.
    #[inline]
    fn adjoint(&self) -> Matrix3<T> {
        let (c, s) = (self.rotation.re, self.rotation.im);
        let p = self.translation.vector;
        first_column(T::one(), p.y, -p.x, c, s)
    }

    #[inline]
    fn ad(xi: &Vector3<T>) -> Matrix3<T> {
        let (w, a, b) = (xi.x, xi.y, xi.z);
        first_column(T::zero(), b, -a, T::zero(), w)
    }

    /// Returns the angle `w` and the translation `((a s - b (1 - c))/w, (a (1 - c) + b s)/w)`.
    #[inline]
    fn exp_map(xi: &Vector3<T>) -> Self {
        let (w, a, b) = (xi.x, xi.y, xi.z);
        let sine = stumpff(1, w * w);
        let versine = w * stumpff(2, w * w);
        let translation = Vector2::new(a * sine - b * versine, a * versine + b * sine);
        isometry(UnitComplex::exp_map(&Vector1::new(w)), translation)
    }

    /// Returns the angle from `atan2` and `(a, b) = [[g, w/2], [-w/2, g]] (x, y)` with
    /// `g = (w/2) cot(w/2)`.
    #[inline]
    fn log_map(&self) -> Vector3<T> {
        let w = self.rotation.log_map().x;
        let (half, quarter) = (T::literal(0.5) * w, T::literal(0.25) * w * w);
        let g = stumpff(0, quarter) / stumpff(1, quarter);
        let p = self.translation.vector;
        Vector3::new(w, g * p.x + half * p.y, g * p.y - half * p.x)
    }

    /// Returns `Id + (1 - c)/w^2 ad + (w - s)/w^3 ad^2`.
    #[inline]
    fn dexp(xi: &Vector3<T>) -> Matrix3<T> {
        let x = xi.x * xi.x;
        let ad = Self::ad(xi);
        Matrix3::identity() + ad * stumpff(2, x) + ad * ad * stumpff(3, x)
    }

    /// Returns `Id - ad/2 + k ad^2` with `k = (1 - (w/2) cot(w/2))/w^2`.
    #[inline]
    fn dexp_inverse(xi: &Vector3<T>) -> Result<Matrix3<T>, GroupError<T>> {
        let (k, _) = inverse_tangent(xi.x * xi.x)?;
        let ad = Self::ad(xi);
        Ok(Matrix3::identity() - ad * T::literal(0.5) + ad * ad * k)
    }

    /// Returns the angle `2 atan(w/2)` and the translation
    /// `((4a - 2wb)/(4 + w^2), (4b + 2wa)/(4 + w^2))`.
    #[inline]
    fn cay(xi: &Vector3<T>) -> Self {
        let (w, a, b) = (xi.x, xi.y, xi.z);
        let half = T::literal(0.5) * w;
        let square = T::one() + half * half;
        let translation = Vector2::new((a - half * b) / square, (b + half * a) / square);
        isometry(UnitComplex::cay(&Vector1::new(w)), translation)
    }

    /// Returns `w = 2 tan(angle/2)` and `(a, b) = (x + w y/2, y - w x/2)`.
    #[inline]
    fn cay_inverse(&self) -> Result<Vector3<T>, GroupError<T>> {
        let w = self.rotation.cay_inverse()?.x;
        let half = T::literal(0.5) * w;
        let p = self.translation.vector;
        Ok(Vector3::new(w, p.x + half * p.y, p.y - half * p.x))
    }

    /// Returns `4/(4 + w^2) (Id + ad/2)`.
    #[inline]
    fn dcay(xi: &Vector3<T>) -> Matrix3<T> {
        let factor = T::literal(4.0) / (T::literal(4.0) + xi.x * xi.x);
        Matrix3::identity().plus(&Self::ad(xi), T::literal(0.5)) * factor
    }

    /// Returns `Id - ad/2 + 1/4 [w xi, 0, 0]`.
    #[inline]
    fn dcay_inverse(xi: &Vector3<T>) -> Matrix3<T> {
        let half = xi * T::literal(0.5);
        let (w, a, b) = (half.x, half.y, half.z);
        first_column(T::one() + w * w, w * a - b, w * b + a, T::one(), -w)
    }

    /// Returns the angle `w` and the translation `R(w) (a, b)`.
    #[inline]
    fn ccsk(xi: &Vector3<T>) -> Self {
        let rotation = UnitComplex::exp_map(&Vector1::new(xi.x));
        isometry(rotation, rotation * Vector2::new(xi.y, xi.z))
    }

    /// Returns the angle, and the translation rotated back by it.
    #[inline]
    fn ccsk_inverse(&self) -> Vector3<T> {
        let p = self.rotation.inverse() * self.translation.vector;
        Vector3::new(self.rotation.log_map().x, p.x, p.y)
    }

    /// Returns `[[1, 0, 0], [0, c, -s], [0, s, c]]`.
    #[inline]
    fn dccsk(xi: &Vector3<T>) -> Matrix3<T> {
        let (s, c) = math::sin_cos(xi.x);
        first_column(T::one(), T::zero(), T::zero(), c, s)
    }

    /// Returns the transposed matrix; never fails.
    #[inline]
    fn dccsk_inverse(xi: &Vector3<T>) -> Result<Matrix3<T>, GroupError<T>> {
        Ok(Self::dccsk(xi).transpose())
    }
}

#[inline]
fn isometry<T: Real>(rotation: UnitComplex<T>, translation: Vector2<T>) -> Isometry2<T> {
    Isometry2::from_parts(Translation2::from(translation), rotation)
}

/// Returns `[[a, 0, 0], [b, d, -e], [c, e, d]]`.
#[inline]
fn first_column<T: Real>(a: T, b: T, c: T, d: T, e: T) -> Matrix3<T> {
    let zero = T::zero();
    Matrix3::new(a, zero, zero, b, d, -e, c, e, d)
}

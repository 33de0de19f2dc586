use super::coefficients::{derivatives_of_2_and_3, inverse_tangent};
use super::so3::inverse_with;
use super::{GroupError, LieGroup};
use crate::Real;
use crate::plumbing::stumpff;
use nalgebra::{Isometry3, Matrix3, Matrix6, Translation3, UnitQuaternion, Vector3, Vector6};

/// SE(3), motions of space. `xi = (omega, v)`: the rotation vector in radians first, then the
/// translation. `W` and `V` are the matrices of `omega x` and `v x`, and `n = |omega|`;
/// `ad = [[W, 0], [V, W]]`.
///
/// `Ad` and `ad` are those of SO(3) over the dual numbers `omega + epsilon v`, and so are `dexp`
/// and its inverse: their lower left blocks `d` are the derivatives of those of SO(3) along `v`.
impl<T: Real> LieGroup for Isometry3<T> {
    type Scalar = T;
    type Algebra = Vector6<T>;
    type Operator = Matrix6<T>;

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

    /// Returns `[[R, 0], [P R, R]]` for the rotation `R` and the translation `p`, with the matrix
    /// `P` of `p x`.
    #[inline]
    fn adjoint(&self) -> Matrix6<T> {
        let r = self.rotation.adjoint();
        blocks(&r, &(self.translation.vector.cross_matrix() * r), &r)
    }

    #[inline]
    fn ad(xi: &Vector6<T>) -> Matrix6<T> {
        let (omega, v) = halves(xi);
        let w = omega.cross_matrix();
        blocks(&w, &v.cross_matrix(), &w)
    }

    /// Returns the rotation `exp(omega)` and the translation
    /// `(Id + (1 - cos n)/n^2 W + (n - sin n)/n^3 W^2) v`.
    #[inline]
    fn exp_map(xi: &Vector6<T>) -> Self {
        let (omega, v) = halves(xi);
        let x = omega.norm_squared();
        let once = omega.cross(&v);
        let twice = omega.cross(&once);
        let translation = v + once * stumpff(2, x) + twice * stumpff(3, x);
        isometry(UnitQuaternion::exp_map(&omega), translation)
    }

    /// Returns `omega` of the rotation, and `v = (Id - W/2 + k W^2) p` with
    /// `k = (1 - (n/2) cot(n/2))/n^2`.
    #[inline]
    fn log_map(&self) -> Vector6<T> {
        let omega = self.rotation.log_map();
        let p = self.translation.vector;
        let once = omega.cross(&p);
        let twice = omega.cross(&once);
        // An angle up to pi is not a whole turn, so this does not fail.
        let k = inverse_tangent(omega.norm_squared()).map_or(T::zero(), |(k, _)| k);
        join(&omega, &(p - once * T::literal(0.5) + twice * k))
    }

    /// Returns `[[J, 0], [d, J]]` with `J = Id + c_2 W + c_3 W^2` and
    /// `d = c_2 V + c_3 (W V + V W) + 2 <omega, v> (c_2' W + c_3' W^2)`, with the Stumpff functions
    /// at `n^2`.
    #[inline]
    fn dexp(xi: &Vector6<T>) -> Matrix6<T> {
        let (omega, v) = halves(xi);
        let x = omega.norm_squared();
        let (c2, c3) = (stumpff(2, x), stumpff(3, x));
        let (c2_prime, c3_prime) = derivatives_of_2_and_3(x);
        let (w, v_cross) = (omega.cross_matrix(), v.cross_matrix());
        let square = w * w;
        let j = Matrix3::identity() + w * c2 + square * c3;
        let along = T::literal(2.0) * omega.dot(&v);
        let d = v_cross * c2
            + (w * v_cross + v_cross * w) * c3
            + (w * c2_prime + square * c3_prime) * along;
        blocks(&j, &d, &j)
    }

    /// Returns `[[J, 0], [d, J]]` with `J = Id - W/2 + k W^2` and
    /// `d = -V/2 + k (W V + V W) + 2 <omega, v> k' W^2`, where `k(x) = (1 - (n/2) cot(n/2))/n^2` at
    /// `x = n^2`. This equals `Id - ad/2 + (k - x k') ad^2 - k' ad^4`.
    #[inline]
    fn dexp_inverse(xi: &Vector6<T>) -> Result<Matrix6<T>, GroupError<T>> {
        let (omega, v) = halves(xi);
        let (k, k_prime) = inverse_tangent(omega.norm_squared())?;
        let (w, v_cross) = (omega.cross_matrix(), v.cross_matrix());
        let j = inverse_with(&w, k);
        let along = T::literal(2.0) * omega.dot(&v) * k_prime;
        let d = (w * v_cross + v_cross * w) * k - v_cross * T::literal(0.5) + w * w * along;
        Ok(blocks(&j, &d, &j))
    }

    /// Returns the rotation `cay(omega)` and the translation `(Id - W/2)^-1 v`.
    #[inline]
    fn cay(xi: &Vector6<T>) -> Self {
        let (omega, v) = halves(xi);
        isometry(UnitQuaternion::cay(&omega), resolvent(&omega) * v)
    }

    /// Returns `omega` of the rotation, and `v = (Id - W/2) p`.
    #[inline]
    fn cay_inverse(&self) -> Result<Vector6<T>, GroupError<T>> {
        let omega = self.rotation.cay_inverse()?;
        let p = self.translation.vector;
        Ok(join(&omega, &(p - omega.cross(&p) * T::literal(0.5))))
    }

    /// Returns `[[D, 0], [V D/2, (Id - W/2)^-1]]` with `D = 4/(4 + n^2) (Id + W/2)`.
    #[inline]
    fn dcay(xi: &Vector6<T>) -> Matrix6<T> {
        let (omega, v) = halves(xi);
        let d = UnitQuaternion::dcay(&omega);
        let lower_left = v.cross_matrix() * d * T::literal(0.5);
        blocks(&d, &lower_left, &resolvent(&omega))
    }

    /// Returns `[[Id - W/2 + omega omega^T/4, 0], [-1/2 (Id - W/2) V, Id - W/2]]`.
    #[inline]
    fn dcay_inverse(xi: &Vector6<T>) -> Matrix6<T> {
        let (omega, v) = halves(xi);
        let half = T::literal(0.5);
        let lower_right = Matrix3::identity() - omega.cross_matrix() * half;
        let lower_left = lower_right * v.cross_matrix() * -half;
        blocks(
            &UnitQuaternion::dcay_inverse(&omega),
            &lower_left,
            &lower_right,
        )
    }

    /// Returns the rotation `R = R_x(omega_1) R_y(omega_2) R_z(omega_3)` and the translation `R v`.
    #[inline]
    fn ccsk(xi: &Vector6<T>) -> Self {
        let (omega, v) = halves(xi);
        let rotation = UnitQuaternion::ccsk(&omega);
        isometry(rotation, rotation * v)
    }

    /// Returns the angles of the rotation `R`, and `v = R^-1 p`.
    #[inline]
    fn ccsk_inverse(&self) -> Vector6<T> {
        let v = self.rotation.inverse() * self.translation.vector;
        join(&self.rotation.ccsk_inverse(), &v)
    }

    /// Returns `[[D, 0], [0, R]]` with the rotation `R` of `ccsk` and the tangent `D` of SO(3).
    #[inline]
    fn dccsk(xi: &Vector6<T>) -> Matrix6<T> {
        let (omega, _) = halves(xi);
        let rotation = UnitQuaternion::ccsk(&omega).adjoint();
        blocks(&UnitQuaternion::dccsk(&omega), &Matrix3::zeros(), &rotation)
    }

    /// Returns `[[D^-1, 0], [0, R^T]]`.
    #[inline]
    fn dccsk_inverse(xi: &Vector6<T>) -> Result<Matrix6<T>, GroupError<T>> {
        let (omega, _) = halves(xi);
        let rotation = UnitQuaternion::ccsk(&omega).adjoint();
        let angles = UnitQuaternion::dccsk_inverse(&omega)?;
        Ok(blocks(&angles, &Matrix3::zeros(), &rotation.transpose()))
    }
}

/// Returns `(Id - W/2)^-1 = Id + 2/(4 + n^2) (W + W^2/2)`.
#[inline]
fn resolvent<T: Real>(omega: &Vector3<T>) -> Matrix3<T> {
    let w = omega.cross_matrix();
    let factor = T::literal(2.0) / (T::literal(4.0) + omega.norm_squared());
    Matrix3::identity() + (w + w * w * T::literal(0.5)) * factor
}

#[inline]
fn isometry<T: Real>(rotation: UnitQuaternion<T>, translation: Vector3<T>) -> Isometry3<T> {
    Isometry3::from_parts(Translation3::from(translation), rotation)
}

/// Returns `omega` and `v` of the twist `(omega, v)`.
#[inline]
fn halves<T: Real>(xi: &Vector6<T>) -> (Vector3<T>, Vector3<T>) {
    (
        Vector3::new(xi.x, xi.y, xi.z),
        Vector3::new(xi.w, xi.a, xi.b),
    )
}

/// Returns the twist `(omega, v)`.
#[inline]
fn join<T: Real>(omega: &Vector3<T>, v: &Vector3<T>) -> Vector6<T> {
    Vector6::new(omega.x, omega.y, omega.z, v.x, v.y, v.z)
}

/// Returns `[[a, 0], [b, c]]`.
#[inline]
fn blocks<T: Real>(a: &Matrix3<T>, b: &Matrix3<T>, c: &Matrix3<T>) -> Matrix6<T> {
    Matrix6::from_fn(|i, j| match (i < 3, j < 3) {
        (true, true) => a[(i, j)],
        (false, true) => b[(i - 3, j)],
        (false, false) => c[(i - 3, j - 3)],
        (true, false) => T::zero(),
    })
}

//! Lie groups of rigid motions on nalgebra's own types, and the maps between a group and its
//! algebra on which variational integrators are based.
//!
//! | group | elements | algebra |
//! |---|---|---|
//! | SO(2) | [`UnitComplex`](nalgebra::UnitComplex), [`Rotation2`](nalgebra::Rotation2) | `(w)` |
//! | SE(2) | [`Isometry2`](nalgebra::Isometry2) | `(w, a, b)` |
//! | SO(3) | [`UnitQuaternion`](nalgebra::UnitQuaternion), [`Rotation3`](nalgebra::Rotation3) | `omega` |
//! | SE(3) | [`Isometry3`](nalgebra::Isometry3) | `(omega, v)` |
//! | R^n | [`SVector`](nalgebra::SVector) | the same vector |
//! | products | tuples of two to four of these | tuples |
//!
//! # Conventions
//! - Twists list the **rotation first**, `xi = (omega, v)`; [`RigidMotion`] converts from and to
//!   the other order. With `g^-1 dg/dt = xi` they are velocities seen from the body, with angles in
//!   radians.
//! - `Ad_g eta` is the vector of `g eta^ g^-1`, `ad_xi eta = [xi, eta]`; the transposes act on
//!   covectors.
//! - The tangent of a retraction `tau` is **right-trivialised**:
//!   `D tau(xi) delta = (dtau_xi delta)^ tau(xi)`. For the exponential and the Cayley map
//!   `dtau_xi = Ad_{tau(xi)} dtau_{-xi}`; for coordinates of the second kind that does not hold.
//! - Near the identity and near half turns there is no loss of accuracy: coefficients are [Stumpff
//!   functions](crate::math::stumpff), and angles come from `atan2`. For NaN and infinite input the
//!   result is NaN, and also if `|omega|^2` exceeds the range of the scalar.
//!
//! ```
//! use nhi_runtime::group::{Cayley, LieGroup, Retraction};
//! use nhi_runtime::nalgebra::{Isometry2, Vector3};
//!
//! let xi = Vector3::new(0.3, 1.0, 0.0);
//! let (g, back): (Isometry2<f64>, _) = (Cayley::tau(&xi), Cayley::tau(&-xi));
//! assert!((g.compose(&back).log_map()).norm() < 1e-15);
//!
//! let inverse = Cayley::dtau_inverse::<Isometry2<f64>>(&xi)?;
//! assert!((inverse * Cayley::dtau::<Isometry2<f64>>(&xi) * xi - xi).norm() < 1e-15);
//! # Ok::<(), nhi_runtime::group::GroupError<f64>>(())
//! ```

use crate::Real;
use core::fmt::Debug;

mod algebra;
mod coefficients;
mod error;
mod matrices;
mod product;
mod retraction;
mod rigid_motion;
mod se2;
mod se3;
mod so2;
mod so3;
mod vectors;

pub use algebra::{LieAlgebra, Operator};
pub use error::GroupError;
pub use retraction::{Cayley, Ccsk, Exp, Retraction, Truncation};
pub use rigid_motion::RigidMotion;

/// A Lie group with its exponential map, Cayley map and canonical coordinates of the second kind.
///
/// The names of the three maps avoid those of existing methods of nalgebra's types. Code that is
/// generic over the map uses [`Retraction`]. The documentation of each implementation lists the
/// formulas.
pub trait LieGroup: Copy + Debug + PartialEq {
    /// The scalar type of the elements.
    type Scalar: Real;
    /// Vectors of the Lie algebra, and covectors of its dual, in the basis of the group.
    type Algebra: LieAlgebra<Scalar = Self::Scalar>;
    /// Linear maps of the algebra to itself, as matrices.
    type Operator: Operator<Algebra = Self::Algebra>;

    /// Returns the neutral element `e`.
    #[must_use]
    fn neutral() -> Self;

    /// Returns the product `g h` of this element `g` and `other` `h`.
    ///
    /// Rotations are projected back onto the group to first order, so round-off does not accumulate
    /// over millions of products.
    #[must_use]
    fn compose(&self, other: &Self) -> Self;

    /// Returns the inverse `g^-1`.
    #[must_use]
    fn inverse(&self) -> Self;

    /// Returns `Ad_g`, which maps a velocity seen from the body to the velocity seen from space.
    #[must_use]
    fn adjoint(&self) -> Self::Operator;

    /// Returns `Ad_g^T mu`: the spatial covector `mu` seen from the body.
    #[inline]
    #[must_use]
    fn coadjoint(&self, mu: &Self::Algebra) -> Self::Algebra {
        self.adjoint().apply_transposed(mu)
    }

    /// Returns `ad_xi`, the matrix of `eta -> [xi, eta]`.
    #[must_use]
    fn ad(xi: &Self::Algebra) -> Self::Operator;

    /// Returns `ad_xi^T mu`.
    #[inline]
    #[must_use]
    fn coad(xi: &Self::Algebra, mu: &Self::Algebra) -> Self::Algebra {
        Self::ad(xi).apply_transposed(mu)
    }

    /// Returns the exponential map `exp(xi)`.
    #[must_use]
    fn exp_map(xi: &Self::Algebra) -> Self;

    /// Returns the logarithm: the shortest `xi` with `exp(xi) = g`, its angle at most pi.
    ///
    /// At a half turn there are two; the result is one of them.
    #[must_use]
    fn log_map(&self) -> Self::Algebra;

    /// Returns `dexp_xi`, the right-trivialised tangent of the exponential map:
    /// `Id + ad/2! + ad^2/3! + ...`.
    #[must_use]
    fn dexp(xi: &Self::Algebra) -> Self::Operator;

    /// Returns the inverse of `dexp_xi`: `Id - ad/2 + ad^2/12 - ad^4/720 + ...`.
    ///
    /// # Errors
    /// [`GroupError::FullTurn`] if `dexp_xi` is singular.
    fn dexp_inverse(xi: &Self::Algebra) -> Result<Self::Operator, GroupError<Self::Scalar>>;

    /// Returns the first terms of the series of the inverse of `dexp_xi`.
    #[inline]
    #[must_use]
    fn dexp_inverse_truncated(xi: &Self::Algebra, truncation: Truncation) -> Self::Operator {
        let ad = Self::ad(xi);
        let first = Self::Operator::identity().plus(&ad, Self::Scalar::literal(-0.5));
        match truncation {
            Truncation::First => first,
            Truncation::Second => first.plus(&ad.after(&ad), Self::Scalar::literal(1.0 / 12.0)),
        }
    }

    /// Returns the Cayley map: for matrix groups `(Id - X/2)^-1 (Id + X/2)` of the matrix `X` of
    /// `xi`.
    #[must_use]
    fn cay(xi: &Self::Algebra) -> Self;

    /// Returns the `xi` with `cay(xi) = g`.
    ///
    /// # Errors
    /// [`GroupError::HalfTurn`] if the rotation is a half turn to machine precision.
    fn cay_inverse(&self) -> Result<Self::Algebra, GroupError<Self::Scalar>>;

    /// Returns the right-trivialised tangent of the Cayley map.
    #[must_use]
    fn dcay(xi: &Self::Algebra) -> Self::Operator;

    /// Returns the inverse of `dcay_xi`, which exists everywhere.
    #[must_use]
    fn dcay_inverse(xi: &Self::Algebra) -> Self::Operator;

    /// Returns the element with the canonical coordinates of the second kind `xi`:
    /// `exp(xi_1 e_1) exp(xi_2 e_2) ...` over the basis.
    #[must_use]
    fn ccsk(xi: &Self::Algebra) -> Self;

    /// Returns a `xi` with `ccsk(xi) = g`, the first and third angle in `[-pi, pi]`, the second in
    /// `[-pi/2, pi/2]`.
    ///
    /// In gimbal lock there are many; the result is one of them.
    #[must_use]
    fn ccsk_inverse(&self) -> Self::Algebra;

    /// Returns the right-trivialised tangent of the coordinates of the second kind.
    #[must_use]
    fn dccsk(xi: &Self::Algebra) -> Self::Operator;

    /// Returns the inverse of `dccsk_xi`.
    ///
    /// # Errors
    /// [`GroupError::GimbalLock`] if `dccsk_xi` is singular.
    fn dccsk_inverse(xi: &Self::Algebra) -> Result<Self::Operator, GroupError<Self::Scalar>>;
}

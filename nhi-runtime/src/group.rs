//! Lie groups of rigid motions on nalgebra's own types, and the maps between a group and its
//! algebra that variational integrators are built on.
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
//!   the other order. With `g^-1 dg/dt = xi` they are velocities seen from the body, angles in
//!   radians.
//! - `Ad_g eta` is the vector of `g eta^ g^-1`, `ad_xi eta = [xi, eta]`; on covectors act their
//!   transposes.
//! - The tangent of a retraction `tau` is **right-trivialised**:
//!   `D tau(xi) delta = (dtau_xi delta)^ tau(xi)`. For the exponential and the Cayley map
//!   `dtau_xi = Ad_{tau(xi)} dtau_{-xi}`; for coordinates of the second kind that does not hold.
//! - Nothing is lost near the identity and near half turns: coefficients are
//!   [Stumpff functions](crate::math::stumpff), and angles come from `atan2`. NaN and infinite
//!   input gives NaN, as does `|omega|^2` beyond the range of the scalar.
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
/// The names of the three maps keep clear of methods that nalgebra's types have already. Code that
/// is generic over the map uses [`Retraction`]. The formulas are in the documentation of each
/// implementation.
pub trait LieGroup: Copy + Debug + PartialEq {
    /// The numbers that elements consist of.
    type Scalar: Real;
    /// Vectors of the Lie algebra, and covectors of its dual, in the basis of the group.
    type Algebra: LieAlgebra<Scalar = Self::Scalar>;
    /// Linear maps of the algebra to itself, as matrices.
    type Operator: Operator<Algebra = Self::Algebra>;

    /// The neutral element `e`.
    #[must_use]
    fn neutral() -> Self;

    /// The product `g h` of this element `g` and `other` `h`.
    ///
    /// Rotations are brought back onto the group to first order, so that round-off does not add up
    /// over millions of products.
    #[must_use]
    fn compose(&self, other: &Self) -> Self;

    /// The inverse `g^-1`.
    #[must_use]
    fn inverse(&self) -> Self;

    /// `Ad_g`: how a velocity seen from the body is seen from space.
    #[must_use]
    fn adjoint(&self) -> Self::Operator;

    /// `Ad_g^T mu`: the covector `mu` of the space seen from the body.
    #[inline]
    #[must_use]
    fn coadjoint(&self, mu: &Self::Algebra) -> Self::Algebra {
        self.adjoint().apply_transposed(mu)
    }

    /// `ad_xi`, the matrix of `eta -> [xi, eta]`.
    #[must_use]
    fn ad(xi: &Self::Algebra) -> Self::Operator;

    /// `ad_xi^T mu`.
    #[inline]
    #[must_use]
    fn coad(xi: &Self::Algebra, mu: &Self::Algebra) -> Self::Algebra {
        Self::ad(xi).apply_transposed(mu)
    }

    /// The exponential map `exp(xi)`.
    #[must_use]
    fn exp_map(xi: &Self::Algebra) -> Self;

    /// The logarithm: the shortest `xi` with `exp(xi) = g`, its angle at most pi.
    ///
    /// At a half turn there are two; one of them is given.
    #[must_use]
    fn log_map(&self) -> Self::Algebra;

    /// `dexp_xi`, the right-trivialised tangent of the exponential map:
    /// `Id + ad/2! + ad^2/3! + ...`.
    #[must_use]
    fn dexp(xi: &Self::Algebra) -> Self::Operator;

    /// The inverse of `dexp_xi`: `Id - ad/2 + ad^2/12 - ad^4/720 + ...`.
    ///
    /// # Errors
    /// [`GroupError::FullTurn`] where `dexp_xi` is singular.
    fn dexp_inverse(xi: &Self::Algebra) -> Result<Self::Operator, GroupError<Self::Scalar>>;

    /// The first terms of the series of the inverse of `dexp_xi`.
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

    /// The Cayley map: for matrix groups `(Id - X/2)^-1 (Id + X/2)` of the matrix `X` of `xi`.
    #[must_use]
    fn cay(xi: &Self::Algebra) -> Self;

    /// The `xi` with `cay(xi) = g`.
    ///
    /// # Errors
    /// [`GroupError::HalfTurn`] where the rotation is a half turn to round-off.
    fn cay_inverse(&self) -> Result<Self::Algebra, GroupError<Self::Scalar>>;

    /// The right-trivialised tangent of the Cayley map.
    #[must_use]
    fn dcay(xi: &Self::Algebra) -> Self::Operator;

    /// The inverse of `dcay_xi`, which exists everywhere.
    #[must_use]
    fn dcay_inverse(xi: &Self::Algebra) -> Self::Operator;

    /// Canonical coordinates of the second kind: `exp(xi_1 e_1) exp(xi_2 e_2) ...` over the basis.
    #[must_use]
    fn ccsk(xi: &Self::Algebra) -> Self;

    /// A `xi` with `ccsk(xi) = g`, the first and third angle in `[-pi, pi]`, the second in
    /// `[-pi/2, pi/2]`.
    ///
    /// In gimbal lock there are many; one of them is given.
    #[must_use]
    fn ccsk_inverse(&self) -> Self::Algebra;

    /// The right-trivialised tangent of the coordinates of the second kind.
    #[must_use]
    fn dccsk(xi: &Self::Algebra) -> Self::Operator;

    /// The inverse of `dccsk_xi`.
    ///
    /// # Errors
    /// [`GroupError::GimbalLock`] where `dccsk_xi` is singular.
    fn dccsk_inverse(xi: &Self::Algebra) -> Result<Self::Operator, GroupError<Self::Scalar>>;
}

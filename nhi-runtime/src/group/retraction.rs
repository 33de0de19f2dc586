//! The maps from an algebra to its group as types, for code that is generic over the map.

use super::{GroupError, LieGroup};

/// A map `tau` from the algebra to the group with `tau(0) = e` and `dtau_0 = Id`, with the
/// operations that integrators need.
///
/// ```
/// use nhi_runtime::group::{Exp, LieGroup, Retraction};
/// use nhi_runtime::nalgebra::{UnitQuaternion, Vector3};
///
/// /// One step of a body that turns with the velocity `omega`.
/// fn turned<R: Retraction, G: LieGroup>(g: &G, xi: &G::Algebra) -> G {
///     g.compose(&R::tau(xi))
/// }
/// let g = turned::<Exp, UnitQuaternion<f64>>(&UnitQuaternion::identity(), &Vector3::x());
/// assert_eq!(g.log_map(), Vector3::x());
/// ```
pub trait Retraction {
    /// Returns `tau(xi)`.
    #[must_use]
    fn tau<G: LieGroup>(xi: &G::Algebra) -> G;

    /// Returns the `xi` with `tau(xi) = g`.
    ///
    /// # Errors
    /// [`GroupError::HalfTurn`] for the Cayley map at a half turn.
    fn tau_inverse<G: LieGroup>(g: &G) -> Result<G::Algebra, GroupError<G::Scalar>>;

    /// Returns the right-trivialised tangent: `D tau(xi) delta = (dtau_xi delta)^ tau(xi)`.
    #[must_use]
    fn dtau<G: LieGroup>(xi: &G::Algebra) -> G::Operator;

    /// Returns the inverse of the right-trivialised tangent.
    ///
    /// # Errors
    /// [`GroupError::FullTurn`] for the exponential map at whole turns, [`GroupError::GimbalLock`]
    /// for the coordinates of the second kind if the second of three angles is a quarter turn.
    fn dtau_inverse<G: LieGroup>(xi: &G::Algebra) -> Result<G::Operator, GroupError<G::Scalar>>;
}

/// The exponential map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Exp;

/// The Cayley map `(Id - X/2)^-1 (Id + X/2)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cayley;

/// Canonical coordinates of the second kind: the product of the exponentials along the basis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ccsk;

/// The last term kept of the series of the inverse tangent of the exponential map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Truncation {
    /// `Id - ad/2`.
    First,
    /// `Id - ad/2 + ad^2/12`.
    Second,
}

impl Retraction for Exp {
    #[inline]
    fn tau<G: LieGroup>(xi: &G::Algebra) -> G {
        G::exp_map(xi)
    }

    #[inline]
    fn tau_inverse<G: LieGroup>(g: &G) -> Result<G::Algebra, GroupError<G::Scalar>> {
        Ok(g.log_map())
    }

    #[inline]
    fn dtau<G: LieGroup>(xi: &G::Algebra) -> G::Operator {
        G::dexp(xi)
    }

    #[inline]
    fn dtau_inverse<G: LieGroup>(xi: &G::Algebra) -> Result<G::Operator, GroupError<G::Scalar>> {
        G::dexp_inverse(xi)
    }
}

impl Retraction for Cayley {
    #[inline]
    fn tau<G: LieGroup>(xi: &G::Algebra) -> G {
        G::cay(xi)
    }

    #[inline]
    fn tau_inverse<G: LieGroup>(g: &G) -> Result<G::Algebra, GroupError<G::Scalar>> {
        g.cay_inverse()
    }

    #[inline]
    fn dtau<G: LieGroup>(xi: &G::Algebra) -> G::Operator {
        G::dcay(xi)
    }

    #[inline]
    fn dtau_inverse<G: LieGroup>(xi: &G::Algebra) -> Result<G::Operator, GroupError<G::Scalar>> {
        Ok(G::dcay_inverse(xi))
    }
}

impl Retraction for Ccsk {
    #[inline]
    fn tau<G: LieGroup>(xi: &G::Algebra) -> G {
        G::ccsk(xi)
    }

    #[inline]
    fn tau_inverse<G: LieGroup>(g: &G) -> Result<G::Algebra, GroupError<G::Scalar>> {
        Ok(g.ccsk_inverse())
    }

    #[inline]
    fn dtau<G: LieGroup>(xi: &G::Algebra) -> G::Operator {
        G::dccsk(xi)
    }

    #[inline]
    fn dtau_inverse<G: LieGroup>(xi: &G::Algebra) -> Result<G::Operator, GroupError<G::Scalar>> {
        G::dccsk_inverse(xi)
    }
}

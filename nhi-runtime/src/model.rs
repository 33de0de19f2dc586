//! The interface of a generated model for generic code.

/// A model struct: it provides what a table of a run shows in addition to the motion.
///
/// All generated models implement this trait. Their methods `energy` and `constraint_residual`
/// return the same values, but accept only the arguments that the model needs. The methods here
/// always accept the time.
pub trait Model {
    /// The scalar type.
    type Scalar;
    /// The configuration `q`.
    type Coordinates;
    /// The velocity `v`.
    type Velocities;
    /// The residuals as an array.
    type Residuals: AsRef<[Self::Scalar]>;

    /// The names of the residuals: of the velocity constraints, then of the position constraints.
    const RESIDUALS: &'static [&'static str];

    /// Returns the energy `v . L_v - L`.
    #[must_use]
    fn energy_at(
        &self,
        t: Self::Scalar,
        q: &Self::Coordinates,
        v: &Self::Velocities,
    ) -> Self::Scalar;

    /// Returns the residuals `A v + b` of the velocity constraints and `h(q)` of the position
    /// constraints, in the order of their names; zero if the constraints are satisfied.
    #[must_use]
    fn residuals_at(
        &self,
        t: Self::Scalar,
        q: &Self::Coordinates,
        v: &Self::Velocities,
    ) -> Self::Residuals;
}

//! A generated model as generic code sees it.

/// The struct of a model: what a table of a run shows beside the motion.
///
/// All generated models implement it. Their methods `energy` and `constraint_residual` give the same and
/// take what the model at hand needs; these take the time too, whatever the model.
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

    /// The energy `v . L_v - L`.
    #[must_use]
    fn energy_at(
        &self,
        t: Self::Scalar,
        q: &Self::Coordinates,
        v: &Self::Velocities,
    ) -> Self::Scalar;

    /// The residuals `A v + b` of the velocity constraints and `h(q)` of the position constraints, in the
    /// order of their names; zero on the constraints.
    #[must_use]
    fn residuals_at(
        &self,
        t: Self::Scalar,
        q: &Self::Coordinates,
        v: &Self::Velocities,
    ) -> Self::Residuals;
}

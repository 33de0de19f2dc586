//! Controls as functions of time.

/// Controls `U` as a function of the time `T`.
///
/// A step of a scheme evaluates the controls at the times that its quadrature needs (for example at
/// the middle of the step), so a control is a function and not one value per step. Methods with
/// their own step size hold its value at the beginning of a row, which is of order one in the
/// distance of the rows. Signals are
/// - closures and functions `Fn(T) -> U`;
/// - `()` for systems without controls;
/// - generated control structs, as a constant that is held over the step.
///
/// ```
/// use nhi_runtime::ControlSignal;
///
/// let torque = |t: f64| [(2.0 * t).cos(), 0.0];
/// assert_eq!(torque.at(0.0), [1.0, 0.0]);
/// ```
///
/// A law that depends on the state, `u(t, q, v)`, is not a signal: see
/// [`Controlled`](crate::Controlled).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a control signal with values `{U}` at times of type `{T}`",
    label = "not a signal of these controls",
    note = "controls are a closure or function `|t: {T}| ...` that gives `{U}`, a value of `{U}` itself, held constant, or `()` for a system without controls; hand over a reference to one",
    note = "a law of the state, `|t, q, v| ...`, goes through `Controlled::new(stepper, period, law)`"
)]
pub trait ControlSignal<T, U> {
    /// Returns the controls at time `t`.
    fn at(&self, t: T) -> U;
}

impl<T, U, F: Fn(T) -> U> ControlSignal<T, U> for F {
    #[inline]
    fn at(&self, t: T) -> U {
        self(t)
    }
}

/// No controls.
impl<T> ControlSignal<T, ()> for () {
    #[inline]
    fn at(&self, _: T) {}
}

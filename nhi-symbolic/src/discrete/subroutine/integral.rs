//! Functions that a step integrates as the field of an ordinary differential equation.

use core::fmt;

/// A method with its own step size that integrates a function `y' = f(y, t, ...)` up to a time.
///
/// The arguments of the call are the memory of the method, the time of the row before, the time of
/// the result, and the values of the function's parameters after `y` and `t`. Its results are `y`
/// at that time, and the memory afterwards.
///
/// `F` refers to a function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Integral<F> {
    /// The method.
    pub method: AdaptiveMethod,
    /// The error of a step that is accepted, relative to `1 + |y_i|`.
    pub tolerance: f64,
    /// True if `f` changes from call to call: the method then restarts in each, at a time and
    /// value that its memory holds.
    pub is_held: bool,
    /// The function, of the same parameters, that moves the end of a step of the method onto the
    /// constraints; `None` if none is needed.
    pub correction: Option<F>,
    /// The function, of the same parameters, of the values whose signs are the last components of
    /// `y`; `None` if nothing switches.
    pub switches: Option<F>,
}

/// A method with its own step size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdaptiveMethod {
    /// The method of Dormand and Prince of order 8.
    Dop853,
    /// Taylor's method of an order.
    Taylor {
        /// The order.
        order: usize,
    },
}

impl<F> Integral<F> {
    /// Returns the length of the memory for `n` components: start and end of the dense output, for
    /// `Dop853` the next step, the value at the end, for `Dop853` its slope, and the coefficients
    /// of the dense output.
    #[must_use]
    pub fn memory(&self, n: usize) -> usize {
        match self.method {
            AdaptiveMethod::Dop853 => 3 + 10 * n,
            AdaptiveMethod::Taylor { order } => 2 + (order + 2) * n,
        }
    }
}

/// Writes the words before the name of the function: `Dop853 to 1e-9 of `.
impl<F> fmt::Display for Integral<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} to {:?} of ", self.method, self.tolerance)
    }
}

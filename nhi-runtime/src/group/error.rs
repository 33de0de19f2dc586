use core::fmt;

/// The reason why a map of a Lie group does not exist at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum GroupError<T> {
    /// The Cayley map does not reach half turns.
    HalfTurn,
    /// The tangent of the exponential map is singular at nonzero whole turns.
    FullTurn {
        /// The angle `|omega|` in radians.
        angle: T,
    },
    /// The tangent of the coordinates of the second kind is singular if the second angle is a
    /// quarter turn, because the axes of the first and the third angle are then parallel.
    GimbalLock {
        /// The second angle in radians.
        angle: T,
    },
}

impl<T: fmt::Debug> fmt::Display for GroupError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HalfTurn => write!(
                f,
                "the rotation is a half turn, which the Cayley map does not reach: use the \
                 exponential map, or smaller steps"
            ),
            Self::FullTurn { angle } => write!(
                f,
                "the tangent of the exponential map has no inverse at the angle {angle:?}, a whole \
                 number of turns: use smaller steps"
            ),
            Self::GimbalLock { angle } => write!(
                f,
                "the tangent of the coordinates of the second kind has no inverse at the second \
                 angle {angle:?}, a quarter turn: use another map, or smaller steps"
            ),
        }
    }
}

impl<T: fmt::Debug> core::error::Error for GroupError<T> {}

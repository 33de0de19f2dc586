//! The rules of events.

/// An event: a zero of an expression along a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRule {
    /// The name of the event.
    pub name: String,
    /// The direction in which the expression crosses zero.
    pub direction: Direction,
    /// True if the event ends the run.
    pub stops: bool,
}

/// The direction in which an expression crosses zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From negative to positive values.
    Rising,
    /// From positive to negative values.
    Falling,
    /// Any direction.
    Both,
}

impl Direction {
    /// Returns the direction that a scenario calls `text`.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        Some(match text {
            "rising" => Self::Rising,
            "falling" => Self::Falling,
            "both" => Self::Both,
            _ => return None,
        })
    }

    /// Returns true if an expression that had the sign `before` crosses zero in this direction.
    #[must_use]
    pub fn accepts(self, before: f64) -> bool {
        match self {
            Self::Rising => before < 0.0,
            Self::Falling => before > 0.0,
            Self::Both => true,
        }
    }
}

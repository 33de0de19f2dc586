//! The reasons for which a motion with contacts does not begin or go on.

use core::fmt;

/// The reason for which a motion with contacts does not begin or go on at a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ContactFailure<T> {
    /// The coefficient of restitution is not from 0 to 1.
    Restitution {
        /// The coefficient.
        value: T,
    },
    /// The bodies overlap in the initial configuration.
    Overlap {
        /// The gap, which is negative.
        gap: T,
    },
    /// The contact is closed in the initial configuration, and its bodies approach.
    Approach {
        /// The speed.
        speed: T,
    },
    /// The contact changes too often within a step, because ever shorter bounces accumulate.
    Bounces,
    /// The contact closes with a restitution of 0 in a run backwards in time.
    Irreversible,
    /// The velocity after an impact at the contact is not determined.
    Undetermined,
    /// The model has no motion with this contact and others closed, because their constraints
    /// depend on each other.
    NoMotion,
    /// No shorter step can be made to locate a change of the contact.
    Shortened,
}

impl<T: fmt::Debug> ContactFailure<T> {
    /// Writes the sentence for a contact.
    pub(crate) fn write<N: fmt::Display>(
        &self,
        name: &N,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        match self {
            Self::Restitution { value } => write!(
                f,
                "the restitution of the contact `{name}` is {value:?}, and must be from 0 to 1"
            ),
            Self::Overlap { gap } => write!(
                f,
                "the bodies of the contact `{name}` overlap: its gap is {gap:?}"
            ),
            Self::Approach { speed } => write!(
                f,
                "the contact `{name}` is closed, and its bodies approach with the speed {speed:?}"
            ),
            Self::Bounces => write!(
                f,
                "the contact `{name}` changes once more: its bounces accumulate; with a \
                 restitution of 0 it closes at the first one, unless another contact then opens"
            ),
            Self::Irreversible => write!(
                f,
                "the contact `{name}` closes with a restitution of 0, which cannot be undone: run \
                 forwards in time"
            ),
            Self::Undetermined => write!(
                f,
                "an impact of the contact `{name}` has no unique solution: the constraints of its \
                 contacts depend on others, or move no mass"
            ),
            Self::NoMotion => write!(
                f,
                "there is no motion with the contact `{name}` and others closed: their constraints \
                 depend on each other"
            ),
            Self::Shortened => write!(
                f,
                "a change of the contact `{name}` cannot be located by shorter steps, which the \
                 integrator refuses"
            ),
        }
    }
}

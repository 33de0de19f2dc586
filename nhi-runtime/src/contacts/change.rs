//! The changes of contacts in a step.

use core::fmt;

/// A change of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ContactEvent {
    /// It opens: its force vanishes, or an impact elsewhere would have to pull it.
    Opens,
    /// It closes after an impact.
    Closes,
    /// Its bodies meet and separate.
    Rebounds,
}

impl ContactEvent {
    /// All events.
    pub const ALL: [Self; 3] = [Self::Opens, Self::Closes, Self::Rebounds];

    /// Returns the word for it, such as `opens`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Opens => "opens",
            Self::Closes => "closes",
            Self::Rebounds => "rebounds",
        }
    }
}

impl fmt::Display for ContactEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A change of a contact within a step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ContactChange<T> {
    /// The place of the contact among those that open, whose names are
    /// [`ContactStepper::contacts`](crate::ContactStepper::contacts).
    pub contact: usize,
    /// The event.
    pub event: ContactEvent,
    /// Its time, in the model's unit.
    pub t: T,
}

/// The maximum number of changes in a step that a state keeps.
pub(super) const MOST_KEPT: usize = 8;

/// The changes in one step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Changes<T> {
    first: [Option<ContactChange<T>>; MOST_KEPT],
    pub(super) count: u32,
}

impl<T: Copy> Changes<T> {
    pub(super) const NONE: Self = Self {
        first: [None; MOST_KEPT],
        count: 0,
    };

    pub(super) fn add(&mut self, change: ContactChange<T>) {
        if let Some(place) = self.first.get_mut(self.count as usize) {
            *place = Some(change);
        }
        self.count = self.count.saturating_add(1);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &ContactChange<T>> {
        self.first.iter().flatten()
    }
}

//! Sets of contacts.

/// A set of contacts of a model, by their places in the list of those that open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ContactSet(u32);

impl ContactSet {
    /// The set of no contacts.
    pub const NONE: Self = Self(0);

    /// Returns the set with the given number, in which contact `i` counts `2^i`.
    #[must_use]
    pub const fn of_number(number: u32) -> Self {
        Self(number)
    }

    /// Returns the number of the set: the sum of `2^i` over its contacts.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }

    /// Returns true if a contact is in the set.
    #[must_use]
    pub const fn contains(self, contact: usize) -> bool {
        self.0 & bit(contact) != 0
    }

    /// Returns the set with a contact.
    #[must_use]
    pub const fn with(self, contact: usize) -> Self {
        Self(self.0 | bit(contact))
    }

    /// Returns the set without a contact.
    #[must_use]
    pub const fn without(self, contact: usize) -> Self {
        Self(self.0 & !bit(contact))
    }

    /// Returns the number of contacts in the set.
    #[must_use]
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns the contacts in the set, in order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..u32::BITS as usize).filter(move |&contact| self.contains(contact))
    }
}

/// Returns the number of the set of one contact; zero past the largest number of contacts.
const fn bit(contact: usize) -> u32 {
    if contact < u32::BITS as usize {
        1 << contact
    } else {
        0
    }
}

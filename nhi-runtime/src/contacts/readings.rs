//! The numbers at a state on which the changes of contacts depend.

use crate::{Real, math};

/// The arrangement of [`Readings`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContactLayout<'a> {
    /// For each contact, the number of velocity constraints that hold only while it is closed.
    pub dependents: &'a [usize],
    /// The number of velocities.
    pub velocities: usize,
    /// The number of constraints, of velocities and then of positions, that belong to no contact.
    pub free: usize,
    /// The number of those that are position constraints.
    pub positions: usize,
}

/// The numbers at a state on which the changes of contacts depend: for each contact its gap, its
/// coefficient of restitution, the [`Rate`] of the gap and those of the constraints that depend on
/// the contact; the rates of the constraints of no contact; the values of the position constraints
/// among them; and the mass matrix, row by row.
#[derive(Clone, Copy, Debug)]
pub struct Readings<'a, T> {
    layout: ContactLayout<'a>,
    values: &'a [T],
}

/// The numbers of one contact.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'a, T> {
    /// The gap, positive while the contact is open.
    pub gap: T,
    /// The coefficient of restitution.
    pub restitution: T,
    /// The rate of the gap.
    pub rate: Rate<'a, T>,
    /// The rates of the constraints that depend on the contact, one after the other.
    dependents: &'a [T],
}

/// The value of `A v + b`, and its row of `A`.
#[derive(Clone, Copy, Debug)]
pub struct Rate<'a, T> {
    /// The value.
    pub value: T,
    /// The row.
    pub row: &'a [T],
}

impl ContactLayout<'_> {
    /// Returns the number of contacts.
    #[must_use]
    pub fn contacts(&self) -> usize {
        self.dependents.len()
    }

    /// Returns the number of numbers that a contact has.
    fn len_of(&self, contact: usize) -> usize {
        let dependents = self.dependents.get(contact).copied().unwrap_or_default();
        2 + (1 + dependents) * self.len_of_rate()
    }

    fn len_of_rate(&self) -> usize {
        1 + self.velocities
    }

    /// Returns the number of numbers of all contacts.
    fn len_of_contacts(&self) -> usize {
        (0..self.contacts())
            .map(|contact| self.len_of(contact))
            .sum()
    }
}

impl<'a, T: Real> Readings<'a, T> {
    /// Returns the readings with these numbers.
    #[must_use]
    pub fn new(layout: ContactLayout<'a>, values: &'a [T]) -> Self {
        Self { layout, values }
    }

    /// Returns the arrangement.
    #[must_use]
    pub fn layout(&self) -> &ContactLayout<'a> {
        &self.layout
    }

    /// Returns the numbers of a contact.
    #[must_use]
    pub fn contact(&self, contact: usize) -> Reading<'a, T> {
        let before: usize = (0..contact).map(|place| self.layout.len_of(place)).sum();
        let rates = before + 2;
        let dependents = rates + self.layout.len_of_rate();
        let behind = before + self.layout.len_of(contact);
        Reading {
            gap: number(self.values, before),
            restitution: number(self.values, before + 1),
            rate: Rate::of(part(self.values, rates, dependents)),
            dependents: part(self.values, dependents, behind),
        }
    }

    /// Returns the rates of the constraints of no contact.
    pub fn free(&self) -> impl Iterator<Item = Rate<'a, T>> + use<'a, T> {
        let before = self.layout.len_of_contacts();
        let values = part(self.values, before, self.values.len());
        let rates = values.chunks_exact(self.layout.len_of_rate().max(1));
        rates.take(self.layout.free).map(Rate::of)
    }

    /// Returns the values of the position constraints of no contact, which are the last of
    /// [`free`](Self::free).
    #[must_use]
    pub fn free_positions(&self) -> &'a [T] {
        let layout = &self.layout;
        let before = layout.len_of_contacts() + layout.free * layout.len_of_rate();
        part(self.values, before, before + layout.positions)
    }

    /// Returns the mass matrix, row by row.
    #[must_use]
    pub fn mass(&self) -> &'a [T] {
        let (n, length) = (self.layout.velocities, self.values.len());
        part(self.values, length.saturating_sub(n * n), length)
    }
}

impl<'a, T: Real> Reading<'a, T> {
    /// Returns the rates of the constraints that depend on the contact.
    pub fn dependents(&self) -> impl Iterator<Item = Rate<'a, T>> + use<'a, T> {
        let length = 1 + self.rate.row.len();
        self.dependents.chunks_exact(length.max(1)).map(Rate::of)
    }
}

impl<'a, T: Real> Rate<'a, T> {
    fn of(values: &'a [T]) -> Self {
        Self {
            value: number(values, 0),
            row: part(values, 1, values.len()),
        }
    }

    /// Returns a bound of its terms, with which a value that is almost zero is compared.
    #[must_use]
    pub fn size(&self, v: &[T]) -> T {
        let mut product = T::zero();
        let mut size = T::zero();
        for (&a, &v) in self.row.iter().zip(v) {
            product += a * v;
            size += math::abs(a * v);
        }
        size + math::abs(self.value - product)
    }
}

/// Returns a number; NaN if there is none at the place.
fn number<T: Real>(values: &[T], place: usize) -> T {
    values.get(place).copied().unwrap_or(T::literal(f64::NAN))
}

/// Returns the numbers between two places; none if there are no such places.
fn part<T>(values: &[T], from: usize, to: usize) -> &[T] {
    values.get(from..to).unwrap_or_default()
}

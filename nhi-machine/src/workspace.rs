//! The numbers that a program works on.

use std::cell::Cell;
use std::fmt;

use crate::code::Slot;

/// Slots, and room to solve equations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Workspace {
    /// Constants, inputs and values.
    pub(crate) slots: Vec<f64>,
    /// Room for unknowns, or for right-hand sides.
    pub(crate) x: Vec<f64>,
    /// Room for the sizes of unknowns, or for a matrix.
    pub(crate) sizes: Vec<f64>,
    /// Room for the solver.
    pub(crate) room: Vec<f64>,
}

impl Workspace {
    /// Makes a list of numbers at least so long.
    pub(crate) fn grow(list: &mut Vec<f64>, length: usize) {
        if list.len() < length {
            list.resize(length, 0.0);
        }
    }

    /// The number in a slot.
    pub(crate) fn get(&self, slot: Slot) -> f64 {
        self.slots[slot as usize]
    }
}

/// A workspace that is lent to one call at a time. A call from within a call, such as a control that
/// samples, finds none and gets a copy of its own.
#[derive(Default)]
pub(crate) struct Spare(Cell<Option<Box<Workspace>>>);

impl Spare {
    /// Lends the workspace, which is a copy of `fresh` where none is left from an earlier call.
    #[inline]
    pub(crate) fn lend<R>(&self, fresh: &Workspace, call: impl FnOnce(&mut Workspace) -> R) -> R {
        let spare = self.0.take();
        let mut work = spare.unwrap_or_else(|| Box::new(fresh.clone()));
        let result = call(&mut work);
        self.0.set(Some(work));
        result
    }
}

/// A copy works on numbers of its own.
impl Clone for Spare {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl fmt::Debug for Spare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Spare").finish_non_exhaustive()
    }
}

/// Copies slots to a list.
pub(crate) fn gather(slots: &[f64], places: &[Slot], list: &mut [f64]) {
    for (number, &place) in list.iter_mut().zip(places) {
        *number = slots[place as usize];
    }
}

/// Copies a list to slots.
pub(crate) fn scatter(slots: &mut [f64], places: &[Slot], list: &[f64]) {
    for (&number, &place) in list.iter().zip(places) {
        slots[place as usize] = number;
    }
}

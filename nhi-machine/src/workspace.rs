//! The working memory of a program.

use std::cell::{Cell, RefCell};
use std::fmt;

use nhi_runtime::NewtonReport;

use crate::LANES;
use crate::code::{LEAST_SLOTS, Slot};

/// The initial contents of a workspace.
#[derive(Clone, Debug, Default)]
pub(crate) struct Template {
    /// Slots initialised with the constants; unknown values are NaN.
    pub(crate) slots: Vec<f64>,
    /// For each slot, true if it is read by more than the one operation that follows its own.
    pub(crate) kept: Vec<bool>,
    /// The largest number of unknowns, or of entries of the right-hand sides, of a system.
    pub(crate) unknowns: usize,
    /// The largest number of entries of a matrix to eliminate, or of sizes of unknowns, of a
    /// system.
    pub(crate) sizes: usize,
    /// The largest room that the solver needs.
    pub(crate) room: usize,
}

/// Slots, with room to solve equations.
#[derive(Clone, Debug)]
pub(crate) struct Workspace {
    /// Constants, inputs and values.
    pub(crate) slots: Vec<f64>,
    /// Unknowns, or right-hand sides.
    pub(crate) x: Vec<f64>,
    /// Sizes of unknowns, or a matrix.
    pub(crate) sizes: Vec<f64>,
    /// Room for the solver.
    pub(crate) room: Vec<f64>,
    /// The report on the equations of the last function, if it had any.
    pub(crate) report: Option<NewtonReport<f64>>,
}

thread_local! {
    /// Slots of workspaces that are no longer used. To clear as many for each of a million short
    /// runs would take longer than their steps.
    static USED: RefCell<Vec<Vec<f64>>> = const { RefCell::new(Vec::new()) };
}

/// The largest number of slots lists that a thread keeps: enough for the controls of all lanes.
const MOST_USED: usize = 2 * LANES;

impl Drop for Workspace {
    fn drop(&mut self) {
        let slots = std::mem::take(&mut self.slots);
        // A thread that ends keeps nothing.
        let _ = USED.try_with(|used| {
            let mut used = used.borrow_mut();
            if slots.len() == LEAST_SLOTS && used.len() < MOST_USED {
                used.push(slots);
            }
        });
    }
}

impl Workspace {
    pub(crate) fn new(template: &Template) -> Self {
        let zeros = |length| vec![0.0; length];
        let length = template.slots.len().max(LEAST_SLOTS);
        let used = USED.with(|used| used.borrow_mut().pop());
        // Memory of zeros costs nothing until it is written.
        let mut slots = used
            .filter(|_| length == LEAST_SLOTS)
            .unwrap_or_else(|| zeros(length));
        slots[..template.slots.len()].copy_from_slice(&template.slots);
        Self {
            slots,
            x: zeros(template.unknowns),
            sizes: zeros(template.sizes),
            room: zeros(template.room),
            report: None,
        }
    }

    /// Returns the number in a slot.
    #[inline]
    pub(crate) fn get(&self, slot: Slot) -> f64 {
        self.slots[slot as usize]
    }
}

/// A workspace that is lent to one call at a time. A call within a call, such as a control that
/// samples, finds no workspace and receives a fresh one.
#[derive(Default)]
pub(crate) struct Spare(Cell<Option<Box<Workspace>>>);

impl Spare {
    pub(crate) fn of(workspace: Workspace) -> Self {
        Self(Cell::new(Some(Box::new(workspace))))
    }

    /// Gives the workspace up until the next call.
    pub(crate) fn rest(&self) {
        drop(self.0.take());
    }

    /// Lends the workspace, or a `fresh` one if none is left from an earlier call.
    #[inline]
    pub(crate) fn lend<R>(&self, fresh: &Template, call: impl FnOnce(&mut Workspace) -> R) -> R {
        let spare = self.0.take();
        let mut work = spare.unwrap_or_else(|| Box::new(Workspace::new(fresh)));
        let result = call(&mut work);
        self.0.set(Some(work));
        result
    }
}

/// A copy has its own numbers.
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

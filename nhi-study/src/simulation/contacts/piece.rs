//! The pieces of a step in which contacts open or close, each within one phase.

use nhi_machine::Sample;
use nhi_runtime::{ContactChange, ContactSet};
use nhi_symbolic::Quantity;

use super::super::error::RunError;
use super::super::node::Node;
use super::super::simulator::Simulator;
use super::super::state::State;
use super::super::zero::locate_zero;
use super::held::Held;
use super::switch::{Switched, sinks};

/// A part of a step within one phase.
#[derive(Clone, Debug)]
pub(crate) struct Piece<'a> {
    /// The simulator whose single step it is.
    pub(crate) simulator: Held<'a>,
    /// The state at its beginning; `None` if that is the state before the step.
    pub(crate) first: Option<State>,
    /// The sample at its beginning.
    pub(crate) began: Sample,
    /// The numbers that the integrator kept then.
    pub(crate) kept: Vec<f64>,
    pub(crate) end: State,
    /// The forces of closed contacts and the gaps of open ones at its beginning.
    before: Vec<f64>,
    /// The changes at its end.
    pub(crate) changes: Vec<ContactChange<f64>>,
    /// True if the velocity jumps at its end.
    pub(crate) jumps: bool,
    /// The change of the energy at its end.
    pub(crate) energy: f64,
}

/// A contact whose force or gap vanishes within a piece, with the state there.
pub(super) struct Vanished<'a> {
    pub(super) contact: usize,
    pub(super) t: f64,
    pub(super) simulator: Held<'a>,
    pub(super) state: State,
    /// True if it is open, and its bodies overlap at the end of the piece.
    pub(super) sinks: bool,
}

impl<'a> Piece<'a> {
    /// Makes the piece of a step from a sample, for which the integrator kept some numbers and the
    /// contacts had the values `before`, to a state.
    pub(super) fn new(
        simulator: Held<'a>,
        (began, kept): (Sample, Vec<f64>),
        end: State,
        before: Vec<f64>,
    ) -> Self {
        Self {
            simulator,
            first: None,
            began,
            kept,
            end,
            before,
            changes: Vec::new(),
            jumps: false,
            energy: 0.0,
        }
    }

    /// Makes the piece from a sample to the end of the step of this simulator. `whole` is the state
    /// at the end of the whole step.
    pub(super) fn after(
        simulator: Simulator<'a>,
        began: Sample,
        whole: &State,
    ) -> Result<Self, RunError> {
        let first = simulator.begin(&began, simulator.controls_within_step(whole))?;
        let end = simulator.step(&first)?;
        let before = Node::at(&simulator, first.clone()).contact_values()?;
        let began = (began, first.entries().to_vec());
        Ok(Self {
            first: Some(first),
            ..Self::new(Held::from(simulator), began, end, before)
        })
    }

    /// Shortens the piece to its part before a switch.
    pub(super) fn end_at(
        &mut self,
        simulator: Held<'a>,
        end: State,
        sample: &Sample,
        switched: &Switched,
    ) {
        let energy = |v: &[f64]| {
            let sample = Sample {
                v: v.to_vec(),
                ..sample.clone()
            };
            simulator.method_at(Quantity::Energy.name(), &sample)[0]
        };
        self.energy = energy(&switched.v) - energy(&sample.v);
        self.jumps = switched.v != sample.v;
        self.changes.clone_from(&switched.changes);
        self.simulator = simulator;
        self.end = end;
    }

    /// Returns the contact whose force or gap vanishes first in a step `h`, without those that only
    /// touch.
    pub(super) fn first_vanished(
        &self,
        touched: ContactSet,
        h: f64,
    ) -> Result<Option<Vanished<'a>>, RunError> {
        let now = Node::at(&self.simulator, self.end.clone()).contact_values()?;
        let mut earliest: Option<Vanished<'a>> = None;
        for (contact, (&before, &after)) in self.before.iter().zip(&now).enumerate() {
            if touched.contains(contact) || after.is_nan() || after >= 0.0 {
                continue;
            }
            // Right after a switch the value is zero, whatever its sign: the next zero counts.
            let before = if before > 0.0 { before } else { -after };
            let began = (&self.began, &self.kept[..]);
            let located =
                locate_zero(&self.simulator, began, &self.end, [before, after], |node| {
                    Ok(node.contact_values()?[contact])
                })?;
            let (simulator, state) = match located {
                Some((simulator, state)) => (Held::from(simulator), state),
                None => (self.simulator.clone(), self.end.clone()),
            };
            let t = state.clock().time(simulator.step_size());
            let forwards = simulator.step_size().signum();
            if earliest
                .as_ref()
                .is_none_or(|other| forwards * (t - other.t) < 0.0)
            {
                earliest = Some(Vanished {
                    contact,
                    t,
                    simulator,
                    state,
                    sinks: sinks(&self.simulator, &self.end, contact, h)?,
                });
            }
        }
        Ok(earliest)
    }
}

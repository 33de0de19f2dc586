//! A simulator that is given, or that belongs to a phase of a motion.

use std::ops::Deref;
use std::rc::Rc;

use super::super::simulator::Simulator;

/// A simulator, borrowed or shared.
#[derive(Clone, Debug)]
pub(crate) enum Held<'a> {
    /// The simulator of a run.
    Given(&'a Simulator<'a>),
    /// That of a phase, or of a part of a step.
    Shared(Rc<Simulator<'a>>),
}

impl<'a> Deref for Held<'a> {
    type Target = Simulator<'a>;

    #[inline]
    fn deref(&self) -> &Simulator<'a> {
        match self {
            Self::Given(simulator) => simulator,
            Self::Shared(simulator) => simulator,
        }
    }
}

impl<'a> From<Simulator<'a>> for Held<'a> {
    fn from(simulator: Simulator<'a>) -> Self {
        Self::Shared(Rc::new(simulator))
    }
}

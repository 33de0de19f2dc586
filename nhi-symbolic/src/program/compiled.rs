//! A model with the programs of its integrators.

use crate::discrete::Scheme;
use crate::mechanics::Mechanics;
use crate::model::Model;
use crate::model::ast::Ast;

use super::function::Program;
use super::stepper::Stepper;

/// A compiled model, ready to be printed or run.
#[derive(Debug)]
pub struct Compiled {
    /// The mechanics of the model.
    pub mechanics: Mechanics,
    /// Each integrator with its program.
    pub steppers: Vec<(Scheme, Program)>,
    /// The phases of the motion, if the model has contacts that open: code for it needs them all.
    pub opens: Option<Box<MotionPhase>>,
}

/// A model with contacts that open, of which one phase is compiled.
#[derive(Clone, Debug)]
pub struct MotionPhase {
    /// The model as written.
    pub ast: Ast,
    /// The compiled phase, by the number of the set of open contacts, in which contact `i` counts
    /// `2^i`.
    pub phase: usize,
}

impl Compiled {
    /// Returns the model itself.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.mechanics.model
    }

    /// Returns the integrators as data, for code that runs or describes them, in the order of the
    /// model.
    pub fn steppers_as_data(&self) -> impl Iterator<Item = Stepper> {
        let steppers = self.steppers.iter();
        steppers.map(|(scheme, program)| Stepper::of(&self.mechanics, scheme, program))
    }

    /// Counts the operations of one step and one iteration of each stepper, in total.
    #[must_use]
    pub fn step_operations(&self) -> usize {
        let step = |program: &Program| {
            let (once, iterated) = program.function_count(program.function("step")?);
            Some(once.total() + iterated.total())
        };
        let programs = self.steppers.iter();
        programs.filter_map(|(_, program)| step(program)).sum()
    }
}

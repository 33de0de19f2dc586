//! Controls from a program instead of a scenario.

use std::fmt;
use std::sync::Arc;

use nhi_machine::Sample;

/// Controls that a program computes, in place of the laws and tables of a scenario.
pub trait ControlProgram: fmt::Debug + Send + Sync {
    /// Returns true if the controls depend on coordinates and velocities.
    fn sees_states(&self) -> bool;

    /// Writes the controls at a time within the step that follows `steps` earlier ones. The sample
    /// is that of the state at its beginning, if controls [see](Self::sees_states) it.
    ///
    /// # Errors
    /// The reason for which there are no controls, as a sentence; the run ends.
    fn write(
        &self,
        steps: u64,
        t: f64,
        sample: Option<&Sample>,
        controls: &mut [f64],
    ) -> Result<(), String>;

    /// Returns true if it computes this control. The others have laws or tables.
    fn computes(&self, _control: &str) -> bool {
        true
    }

    /// Returns the program for a member of an ensemble, given the names of the controls that it
    /// writes; `None` if it is the same for all members.
    fn of_member(&self, _number: u64, _controls: &[String]) -> Option<Arc<dyn ControlProgram>> {
        None
    }
}

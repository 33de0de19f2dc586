//! Runs of many steps.

use crate::{ControlSignal, Observer, StepError, Stepper};
use core::fmt;

/// Makes `steps` steps from `state` and shows the initial state and the state after each step to
/// `observer`.
///
/// Returns the last state: after all steps, or earlier where the observer broke off. The state
/// tells how far the run came ([`Stepper::clock`]), and a run can be continued from it; it is then
/// shown again as the initial state. Samples are taken only where the observer wants them.
///
/// # Errors
/// Where a step or a sample fails: the error, with the last state that could be both reached and
/// observed.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oscillator/mod.rs"));
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use nhi_runtime::{Extremes, Stepper, simulate};
///
/// let oscillator = Oscillator::new(2.0, 0.01);
/// let force = |_: f64| [0.0];
/// let state = oscillator.start(0.0, [1.0], [0.0], &force)?;
/// let mut energy = Extremes::new(&oscillator, |sample| oscillator.energy(sample));
/// let state = simulate(&oscillator, state, &force, 1000, &mut energy)?;
/// assert_eq!(oscillator.time(&state), 10.0);
/// assert!(energy.range().unwrap().deviation() < 1e-3);
/// # Ok(())
/// # }
/// ```
pub fn simulate<S: Stepper>(
    stepper: &S,
    state: S::State,
    controls: &impl ControlSignal<S::Scalar, S::Controls>,
    steps: u64,
    observer: &mut impl Observer<S>,
) -> RunResult<S> {
    let mut state = state;
    match show(stepper, &state, observer) {
        Ok(true) => {}
        Ok(false) => return Ok(state),
        Err(error) => return Err(Interrupted::new(state, 0, error)),
    }
    for completed in 0..steps {
        let next = match stepper.step(&state, controls) {
            Ok(next) => next,
            Err(error) => return Err(Interrupted::new(state, completed, error)),
        };
        match show(stepper, &next, observer) {
            Ok(true) => state = next,
            Ok(false) => return Ok(next),
            Err(error) => return Err(Interrupted::new(state, completed, error)),
        }
    }
    Ok(state)
}

/// Shows a state to the observer and tells whether the run is to go on.
fn show<S: Stepper>(
    stepper: &S,
    state: &S::State,
    observer: &mut impl Observer<S>,
) -> Result<bool, StepError<S::Scalar>> {
    if !observer.wants(stepper, state) {
        return Ok(true);
    }
    let sample = stepper.sample(state)?;
    Ok(observer.observe(stepper, state, &sample).is_continue())
}

/// The last state of a run of the stepper `S`, or why and where it failed.
pub type RunResult<S> = Result<
    <S as Stepper>::State,
    Interrupted<<S as Stepper>::State, StepError<<S as Stepper>::Scalar>>,
>;

/// A run that failed on its way, with all that it had reached.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Interrupted<State, E> {
    /// The last good state, from which a run can be continued.
    pub state: State,
    /// The number of steps of this run that led to it.
    pub completed: u64,
    /// Why the next step failed.
    pub error: E,
}

impl<State, E> Interrupted<State, E> {
    fn new(state: State, completed: u64, error: E) -> Self {
        Self {
            state,
            completed,
            error,
        }
    }
}

/// Why the run failed, without what it had reached: `?` on a run in a function that gives errors of steps.
impl<State, T, N> From<Interrupted<State, StepError<T, N>>> for StepError<T, N> {
    fn from(interrupted: Interrupted<State, Self>) -> Self {
        interrupted.error
    }
}

impl<State, E: fmt::Display> fmt::Display for Interrupted<State, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            completed, error, ..
        } = self;
        write!(f, "the run stopped after {completed} good steps: {error}")
    }
}

impl<State: fmt::Debug, E: core::error::Error + 'static> core::error::Error
    for Interrupted<State, E>
{
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        // The message holds the error's own already.
        self.error.source()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::error::Error;

    /// An error that has a cause, as those of controls may.
    #[derive(Debug)]
    struct Caused(fmt::Error);

    impl fmt::Display for Caused {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("caused")
        }
    }

    impl Error for Caused {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            Some(&self.0)
        }
    }

    #[test]
    fn the_cause_of_an_interruption_is_that_of_its_error() {
        let interrupted = Interrupted::new((), 3, Caused(fmt::Error));
        let source = interrupted.source().expect("a cause");
        assert!(source.is::<fmt::Error>());
        assert!(Interrupted::new((), 3, fmt::Error).source().is_none());
    }
}

//! Runs of many steps.

use crate::{ControlSignal, Observer, StepError, Stepper};
use core::fmt;

/// Makes `steps` steps from `state`, and shows the initial state and the state after each step to
/// `observer`.
///
/// Returns the last state: after all steps, or earlier if the observer stopped the run.
/// [`Stepper::clock`] reports how far the run came. A run can be continued from the state, which is
/// then shown again as the initial state. Samples are taken only if the observer wants them.
///
/// # Errors
/// The error of a step or sample that fails, with the last state that was both reached and
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
    observer: &mut (impl Observer<S> + ?Sized),
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

/// Shows a state to the observer and returns true if the run should continue.
fn show<S: Stepper>(
    stepper: &S,
    state: &S::State,
    observer: &mut (impl Observer<S> + ?Sized),
) -> Result<bool, StepError<S::Scalar>> {
    if !observer.wants(stepper, state) {
        return Ok(true);
    }
    let sample = stepper.sample(state)?;
    Ok(observer.observe(stepper, state, &sample).is_continue())
}

/// The last state of a run of the stepper `S`, or the failure and the last good state.
pub type RunResult<S> = Result<
    <S as Stepper>::State,
    Interrupted<<S as Stepper>::State, StepError<<S as Stepper>::Scalar>>,
>;

/// A run that failed, with everything that it had reached.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Interrupted<State, E> {
    /// The last good state; a run can be continued from it.
    pub state: State,
    /// The number of steps of this run up to that state.
    pub completed: u64,
    /// The reason why the next step failed.
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

/// The error alone, without the state: allows `?` on a run in a function that returns step errors.
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
        // The message already includes that of the error.
        self.error.source()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::error::Error;

    /// An error that has a cause, as errors of controls may have.
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

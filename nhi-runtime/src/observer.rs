//! Observers of a run in progress.

mod crossings;
#[cfg(feature = "std")]
mod csv;
mod every;
mod extremes;
mod newton_totals;
mod ranges;
mod trace;

pub use crossings::{Crossing, CrossingOf, Crossings, Direction};
#[cfg(feature = "std")]
pub use csv::{Csv, Held, Signal};
pub use every::Every;
pub use extremes::{Extremes, Range};
pub use newton_totals::NewtonTotals;
pub use ranges::Ranges;
pub use trace::Trace;

use crate::{SampleOf, Stepper};
use core::ops::ControlFlow;

/// An observer of the states of a run, which may stop the run.
///
/// Closures with the same arguments are observers (see [`observer`] for their types). In a tuple of
/// observers, all of them observe each state. `()` observes nothing.
pub trait Observer<S: Stepper> {
    /// Returns true if this state should be sampled and observed.
    fn wants(&self, stepper: &S, state: &S::State) -> bool {
        let _ = (stepper, state);
        true
    }

    /// Observes a state and its sample; `Break` ends the run with this state.
    fn observe(&mut self, stepper: &S, state: &S::State, sample: &SampleOf<S>) -> ControlFlow<()>;
}

/// Returns the closure itself, with its argument types inferred from `stepper`.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oscillator/mod.rs"));
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use core::ops::ControlFlow;
/// use nhi_runtime::{Stepper, observer, simulate};
///
/// let oscillator = Oscillator::new(2.0, 0.01);
/// let force = |_: f64| [0.0];
/// let state = oscillator.start(0.0, [1.0], [0.0], &force)?;
/// let mut until_zero = observer(&oscillator, |_, _, sample| {
///     if sample.q[0] > 0.0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// });
/// let state = simulate(&oscillator, state, &force, 1000, &mut until_zero)?;
/// assert_eq!(oscillator.clock(&state).steps, 79); // a quarter of the period is 0.785
/// # Ok(())
/// # }
/// ```
#[must_use]
pub fn observer<S, F>(stepper: &S, observe: F) -> F
where
    S: Stepper,
    F: FnMut(&S, &S::State, &SampleOf<S>) -> ControlFlow<()>,
{
    let _ = stepper;
    observe
}

impl<S, F> Observer<S> for F
where
    S: Stepper,
    F: FnMut(&S, &S::State, &SampleOf<S>) -> ControlFlow<()>,
{
    fn observe(&mut self, stepper: &S, state: &S::State, sample: &SampleOf<S>) -> ControlFlow<()> {
        self(stepper, state, sample)
    }
}

/// An observer of nothing, for which no sample is taken.
impl<S: Stepper> Observer<S> for () {
    fn wants(&self, _: &S, _: &S::State) -> bool {
        false
    }

    fn observe(&mut self, _: &S, _: &S::State, _: &SampleOf<S>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

macro_rules! impl_observer_for_tuple {
    ($($name:ident $place:tt),*) => {
        /// All observers that want the state observe it; the run ends if one of them stops it.
        impl<S: Stepper, $($name: Observer<S>),*> Observer<S> for ($($name,)*) {
            fn wants(&self, stepper: &S, state: &S::State) -> bool {
                $(self.$place.wants(stepper, state))||*
            }

            fn observe(
                &mut self,
                stepper: &S,
                state: &S::State,
                sample: &SampleOf<S>,
            ) -> ControlFlow<()> {
                let mut flow = ControlFlow::Continue(());
                $(
                    if self.$place.wants(stepper, state)
                        && self.$place.observe(stepper, state, sample).is_break()
                    {
                        flow = ControlFlow::Break(());
                    }
                )*
                flow
            }
        }
    };
}

impl_observer_for_tuple!(A 0);
impl_observer_for_tuple!(A 0, B 1);
impl_observer_for_tuple!(A 0, B 1, C 2);
impl_observer_for_tuple!(A 0, B 1, C 2, D 3);
impl_observer_for_tuple!(A 0, B 1, C 2, D 3, E 4);
impl_observer_for_tuple!(A 0, B 1, C 2, D 3, E 4, F 5);
impl_observer_for_tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
impl_observer_for_tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);

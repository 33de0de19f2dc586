//! Runs as text tables.

use core::fmt::Debug;
use core::ops::ControlFlow;
use std::io::{self, Write};

use crate::{
    ControlSignal, Controlled, ControlledState, Model, Named, Observer, SampleOf, Stepper,
};

/// An observer that writes a run as CSV: a header, then a row for each state that it is shown.
///
/// Columns have the names and the order of those of `nhi run`: `t`, the configuration, the
/// velocities, `energy`, `residual.<constraint>`, `lambda.<constraint>`. Controls follow if
/// requested by [`with_controls`](Self::with_controls) or
/// [`with_held_controls`](Self::with_held_controls). Numbers have the shortest form that reads back
/// as the same value. Only the command writes the columns of the run monitor and the outputs of
/// scenarios.
///
/// A writer that fails ends the run; [`finish`](Self::finish) returns its error. Writers are called
/// often, so use a buffered one. Wrapped in [`Every`](crate::Every), it writes each n-th state.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/slider/mod.rs"));
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use nhi_runtime::{Csv, Stepper, simulate};
///
/// let slider = Slider { h: 0.5 };
/// let force = |_t: f64| Force { u: 2.0 };
/// let state = slider.start(0.0, Place { x: 1.0 }, Speed { x_dot: 0.0 }, &force)?;
/// let mut table = Csv::new(&slider, Vec::new()).with_controls(&force);
/// simulate(&slider, state, &force, 1, &mut table)?;
/// let text = String::from_utf8(table.finish()?)?;
/// assert_eq!(text, "t,x,x_dot,energy,u\n0.0,1.0,0.0,0.0,2.0\n0.5,1.25,1.0,0.5,2.0\n");
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Csv<'m, M, W, I = ()> {
    model: &'m M,
    inputs: I,
    out: W,
    rows: u64,
    error: Option<io::Error>,
}

/// A source of the controls at the time of the row; see [`Csv::with_controls`].
#[derive(Clone, Copy, Debug)]
pub struct Signal<'c, C>(&'c C);

/// A source of the controls that a [`Controlled`] stepper holds; see [`Csv::with_held_controls`].
#[derive(Clone, Copy, Debug)]
pub struct Held;

/// A source of the last columns.
pub trait Inputs<S: Stepper> {
    /// The controls.
    type Controls: Named<S::Scalar>;

    /// Returns the controls at a state.
    fn at(&self, stepper: &S, state: &S::State) -> Self::Controls;
}

impl<S: Stepper> Inputs<S> for () {
    type Controls = ();

    fn at(&self, _: &S, _: &S::State) {}
}

impl<S, C> Inputs<S> for Signal<'_, C>
where
    S: Stepper<Controls: Named<S::Scalar>>,
    C: ControlSignal<S::Scalar, S::Controls>,
{
    type Controls = S::Controls;

    fn at(&self, stepper: &S, state: &S::State) -> S::Controls {
        self.0.at(stepper.time(state))
    }
}

impl<S, F> Inputs<Controlled<S, F>> for Held
where
    S: Stepper<Controls: Named<S::Scalar>>,
    F: Fn(S::Scalar, &S::Coordinates, &S::Velocities) -> S::Controls,
{
    type Controls = S::Controls;

    fn at(
        &self,
        _: &Controlled<S, F>,
        state: &ControlledState<S::State, S::Controls>,
    ) -> S::Controls {
        state.controls
    }
}

impl<'m, M: Model, W: Write> Csv<'m, M, W> {
    /// Returns a table that writes runs of `model` to `out`.
    #[must_use]
    pub fn new(model: &'m M, out: W) -> Self {
        Self {
            model,
            inputs: (),
            out,
            rows: 0,
            error: None,
        }
    }

    /// Returns the same table with columns for the controls of the signal that drives the run.
    #[must_use]
    pub fn with_controls<C>(self, controls: &C) -> Csv<'m, M, W, Signal<'_, C>> {
        self.with(Signal(controls))
    }

    /// Returns the same table with columns for the controls that a [`Controlled`] stepper holds.
    #[must_use]
    pub fn with_held_controls(self) -> Csv<'m, M, W, Held> {
        self.with(Held)
    }

    fn with<I>(self, inputs: I) -> Csv<'m, M, W, I> {
        let Self {
            model,
            out,
            rows,
            error,
            ..
        } = self;
        Csv {
            model,
            inputs,
            out,
            rows,
            error,
        }
    }
}

impl<M, W: Write, I> Csv<'_, M, W, I> {
    /// Flushes and returns the writer, if all rows were written.
    ///
    /// # Errors
    /// The first error of the writer; it ended the run.
    pub fn finish(mut self) -> io::Result<W> {
        match self.error {
            Some(error) => Err(error),
            None => self.out.flush().map(|()| self.out),
        }
    }

    /// Returns the number of written rows, without the header.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }
}

impl<S, M, W, I> Observer<S> for Csv<'_, M, W, I>
where
    S: Stepper,
    S::Scalar: Debug,
    S::Coordinates: Named<S::Scalar>,
    S::Velocities: Named<S::Scalar>,
    S::Multipliers: Named<S::Scalar>,
    M: Model<Scalar = S::Scalar, Coordinates = S::Coordinates, Velocities = S::Velocities>,
    W: Write,
    I: Inputs<S>,
{
    fn observe(&mut self, stepper: &S, state: &S::State, sample: &SampleOf<S>) -> ControlFlow<()> {
        let controls = self.inputs.at(stepper, state);
        match self.row::<S, I::Controls>(sample, &controls) {
            Ok(()) => {
                self.rows += 1;
                ControlFlow::Continue(())
            }
            Err(error) => {
                self.error.get_or_insert(error);
                ControlFlow::Break(())
            }
        }
    }
}

impl<M, W: Write, I> Csv<'_, M, W, I> {
    /// Writes a row, after the header if it is the first.
    fn row<S, U>(&mut self, sample: &SampleOf<S>, controls: &U) -> io::Result<()>
    where
        S: Stepper,
        S::Coordinates: Named<S::Scalar>,
        S::Velocities: Named<S::Scalar>,
        S::Multipliers: Named<S::Scalar>,
        M: Model<Scalar = S::Scalar, Coordinates = S::Coordinates, Velocities = S::Velocities>,
        U: Named<S::Scalar>,
    {
        let (model, out) = (self.model, &mut self.out);
        if self.rows == 0 {
            let (q, v) = (S::Coordinates::NAMES, S::Velocities::NAMES);
            let lambda = S::Multipliers::NAMES;
            header(out, [q, v, M::RESIDUALS, lambda, U::NAMES])?;
        }
        let crate::Sample { t, q, v, lambda } = sample;
        write!(out, "{t:?}")?;
        numbers(out, q.values().as_ref())?;
        numbers(out, v.values().as_ref())?;
        numbers(out, &[model.energy_at(*t, q, v)])?;
        numbers(out, model.residuals_at(*t, q, v).as_ref())?;
        numbers(out, lambda.values().as_ref())?;
        numbers(out, controls.values().as_ref())?;
        out.write_all(b"\n")
    }
}

fn header(out: &mut impl Write, names: [&[&str]; 5]) -> io::Result<()> {
    let [q, v, residuals, multipliers, controls] = names;
    out.write_all(b"t")?;
    for name in q.iter().chain(v) {
        write!(out, ",{name}")?;
    }
    out.write_all(b",energy")?;
    for name in residuals {
        write!(out, ",residual.{name}")?;
    }
    for name in multipliers {
        write!(out, ",lambda.{name}")?;
    }
    for name in controls {
        write!(out, ",{name}")?;
    }
    out.write_all(b"\n")
}

fn numbers<T: Debug>(out: &mut impl Write, values: &[T]) -> io::Result<()> {
    values
        .iter()
        .try_for_each(|value| write!(out, ",{value:?}"))
}

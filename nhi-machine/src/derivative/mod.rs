//! Derivatives of everything that a machine computes, without symbolic work: forward and reverse
//! mode over its instructions.
//!
//! A computation is recorded after it ran, as a list of linear maps between slots ([`trace`]). The
//! list is swept in its order for products with directions, and against it for products with
//! weights ([`sweep`]). At a solution of equations `F(x, y) = 0` the implicit function theorem
//! holds: `dx = -(F_x)^-1 F_y dy`. A backward sweep solves the transposed equations once.
//!
//! Griewank, Walther: Evaluating Derivatives, 2nd ed., SIAM 2008, chapters 3 and 15.

mod error;
mod functions;
mod slopes;
mod stepper;
mod sweep;
mod tangent;
mod trace;
mod trajectory;

use std::ops::Range;

use nhi_symbolic::Moment;

use crate::code::Slot;

use sweep::TOGETHER;
use trace::Trace;

pub use error::{DerivativeError, NotFinite};
pub use tangent::TangentSpace;
pub use trajectory::{Gradient, Weights};

/// A group of inputs of a derivative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// The entries of the state.
    State,
    /// The entries of the initial configuration: coordinates, then entries of group elements.
    Configuration,
    /// The initial velocity.
    Velocity,
    /// The initial multipliers, one per constraint.
    Multipliers,
    /// The controls at the moment of the given number among the [moments](Derivative::moments).
    Controls(usize),
    /// The parameters.
    Parameters,
    /// The step size.
    StepSize,
    /// The time of the state, or of the initial values. States, controls and parameters are fixed.
    Time,
    /// The arguments of a plain function, in their order.
    Arguments,
}

/// The derivative of a computation at a point: a matrix with a row for each result and a column for
/// each input, in the form of products.
///
/// The matrix is that of the discrete map itself, to machine precision and the tolerance at which
/// equations were solved. Branches, such as `abs`, have the derivative of the branch taken.
///
/// To record a step takes as long as two or three steps of a large implicit model, and some
/// microseconds for a small one. A product takes less. The whole matrix is made of products with
/// directions, one for each input, eight at a time.
#[derive(Clone, Debug)]
pub struct Derivative {
    trace: Trace,
    layout: Vec<(Input, Range<usize>)>,
    moments: Vec<Moment>,
    /// The slots of the inputs.
    inputs: Vec<Slot>,
    /// The slots of the results.
    results: Vec<Slot>,
}

impl Derivative {
    /// Returns the number of inputs: columns.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.inputs.len()
    }

    /// Returns the number of results: rows.
    #[must_use]
    pub fn results(&self) -> usize {
        self.results.len()
    }

    /// Returns the groups of inputs with their columns, in order.
    #[must_use]
    pub fn layout(&self) -> &[(Input, Range<usize>)] {
        &self.layout
    }

    /// Returns the columns of a group of inputs; none if the computation does not have it.
    #[must_use]
    pub fn range(&self, input: Input) -> Range<usize> {
        let mut groups = self.layout.iter();
        let group = groups.find(|(known, _)| *known == input);
        group.map_or(0..0, |(_, range)| range.clone())
    }

    /// Returns the moments of the step at which controls are read, in ascending order, each once.
    #[must_use]
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// Returns the matrix, column by column: `results` numbers for each input.
    ///
    /// # Errors
    /// [`NotFinite`]: the computation has no derivative at this point.
    pub fn jacobian(&self) -> Result<Vec<f64>, NotFinite> {
        self.of_range(0..self.inputs())
    }

    /// Returns the columns of a group of inputs, one after the other.
    ///
    /// # Errors
    /// [`NotFinite`]: the computation has no derivative at this point.
    pub fn columns(&self, input: Input) -> Result<Vec<f64>, NotFinite> {
        self.of_range(self.range(input))
    }

    /// Returns the product with a direction, an entry for each input (Jacobian-vector product): the
    /// rates of the results if the inputs change in this direction.
    ///
    /// # Errors
    /// [`NotFinite`]: the computation has no derivative at this point.
    ///
    /// # Panics
    /// Panics if the direction has more or fewer entries than there are inputs.
    pub fn jvp(&self, direction: &[f64]) -> Result<Vec<f64>, NotFinite> {
        assert_eq!(direction.len(), self.inputs(), "an entry for each input");
        self.along(1, |_, input| direction[input])
    }

    /// Returns the product of weights, one for each result, with the matrix (vector-Jacobian
    /// product): the gradient, with respect to all inputs, of the weighted sum of the results.
    ///
    /// # Errors
    /// [`NotFinite`]: the computation has no derivative at this point.
    ///
    /// # Panics
    /// Panics if there are more or fewer weights than results.
    pub fn vjp(&self, weights: &[f64]) -> Result<Vec<f64>, NotFinite> {
        assert_eq!(weights.len(), self.results(), "a weight for each result");
        let mut all = vec![0.0; self.trace.slots()];
        for (&slot, weight) in self.results.iter().zip(weights) {
            all[slot as usize] += weight;
        }
        self.trace.backward(&mut all);
        finite(self.inputs.iter().map(|&slot| all[slot as usize]).collect())
    }

    /// Returns the columns of a range of inputs.
    fn of_range(&self, range: Range<usize>) -> Result<Vec<f64>, NotFinite> {
        let first = range.start;
        self.along(range.len(), |number, input| {
            f64::from(u8::from(input == first + number))
        })
    }

    /// Returns the products with several directions, one after the other; `entry(i, input)` is an
    /// entry of the direction `i`.
    fn along(
        &self,
        directions: usize,
        entry: impl Fn(usize, usize) -> f64,
    ) -> Result<Vec<f64>, NotFinite> {
        let mut tangents = vec![[0.0; TOGETHER]; self.trace.slots()];
        let mut products = Vec::with_capacity(directions * self.results());
        for first in (0..directions).step_by(TOGETHER) {
            let count = TOGETHER.min(directions - first);
            for (input, &slot) in self.inputs.iter().enumerate() {
                let tangent = &mut tangents[slot as usize];
                for (place, number) in tangent.iter_mut().zip(first..first + count) {
                    *place = entry(number, input);
                }
            }
            self.trace.forward(&mut tangents);
            let columns = (0..count).flat_map(|place| {
                let slots = self.results.iter();
                slots.map(move |&slot| (slot as usize, place))
            });
            products.extend(columns.map(|(slot, place)| tangents[slot][place]));
        }
        finite(products)
    }
}

/// Accepts finite numbers.
fn finite(numbers: Vec<f64>) -> Result<Vec<f64>, NotFinite> {
    let mut all = numbers.iter();
    if all.all(|number| number.is_finite()) {
        Ok(numbers)
    } else {
        Err(NotFinite)
    }
}

/// A derivative while its computation is recorded.
struct Recorder {
    trace: Trace,
    layout: Vec<(Input, Range<usize>)>,
    inputs: Vec<Slot>,
}

impl Recorder {
    /// Starts the recording of a computation that has the given number of slots.
    fn new(slots: usize) -> Self {
        Self {
            trace: Trace::new(slots),
            layout: Vec::new(),
            inputs: Vec::new(),
        }
    }

    /// Adds a group of inputs and returns their own slots, which nothing overwrites.
    fn input(&mut self, input: Input, count: usize) -> Vec<Slot> {
        let begin = self.inputs.len();
        let slots = self.trace.add_slots(count);
        slots.iter().for_each(|&slot| self.trace.mark(slot, true));
        self.inputs.extend_from_slice(&slots);
        self.layout.push((input, begin..begin + count));
        slots
    }

    /// Adds a group of inputs that the computation reads from slots.
    fn input_at(&mut self, input: Input, slots: &[Slot]) {
        let from = self.input(input, slots.len());
        self.trace.copies(&from, slots);
    }

    /// Returns the derivative of the results in slots.
    fn finish(mut self, results: Vec<Slot>, moments: Vec<Moment>) -> Derivative {
        self.trace.keep_only(&results);
        Derivative {
            trace: self.trace,
            layout: self.layout,
            moments,
            inputs: self.inputs,
            results,
        }
    }
}

/// Returns the slots of a range.
fn slots_of(range: &Range<usize>) -> Vec<Slot> {
    let slot = |place: usize| Slot::try_from(place).expect("a program has fewer than 2^32 values");
    range.clone().map(slot).collect()
}

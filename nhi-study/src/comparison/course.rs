//! One run of one integrator, and the results kept from it.

use super::conditions::{Conditions, Ended};
use crate::simulation::{Node, RunError, Simulator};

/// The number of steps between two reports of progress.
const STRIDE: u64 = 64;

/// The results kept from a run: its end, and values at the common times, which are the steps of the
/// coarsest run.
#[derive(Clone, Debug)]
pub struct Course {
    /// The coordinates and velocities at the end.
    pub end: (Vec<f64>, Vec<f64>),
    /// The energy at each common time, the start first.
    pub energies: Vec<f64>,
    /// Each conserved quantity at each common time, the start first.
    pub conserved: Vec<Vec<f64>>,
    /// The largest absolute constraint residual at each common time.
    pub residuals: Vec<f64>,
    /// The number of evaluations of the equations of a step: one per iteration of Newton's method,
    /// and one per explicit step.
    pub evaluations: u64,
}

/// The distance between two runs.
#[derive(Clone, Copy, Debug)]
pub struct Distance {
    /// The Euclidean distance of the coordinates at the end.
    pub q: f64,
    /// The Euclidean distance of the velocities at the end.
    pub v: f64,
    /// The largest difference of the energies.
    pub energy: f64,
}

impl Distance {
    /// Returns the larger of both in each number.
    pub fn at_least(self, other: Self) -> Self {
        Self {
            q: self.q.max(other.q),
            v: self.v.max(other.v),
            energy: self.energy.max(other.energy),
        }
    }
}

impl Course {
    /// Runs with the coarsest step divided by `factor`: every `factor`-th step is at a common time.
    pub fn run(
        simulator: &Simulator<'_>,
        factor: u32,
        conditions: &Conditions<'_>,
    ) -> Result<Self, Ended> {
        let (q, v) = conditions.start;
        let mut course = Self {
            end: (q.to_vec(), v.to_vec()),
            energies: Vec::new(),
            conserved: vec![Vec::new(); simulator.conserved().len()],
            residuals: Vec::new(),
            evaluations: 0,
        };
        let mut node = Node::start(simulator, q, v)?;
        course.remember(simulator, &mut node)?;
        for step in 1..=conditions.grid.refined(factor).steps {
            if let Some(signal) = conditions.stop.signal() {
                return Err(Ended::Stopped(signal));
            }
            node.step()?;
            course.evaluations += u64::from(node.state().report().iterations.max(1));
            if step.is_multiple_of(u64::from(factor)) {
                course.remember(simulator, &mut node)?;
            }
            if step.is_multiple_of(STRIDE) {
                conditions.progress.advance(STRIDE);
            }
        }
        Ok(course)
    }

    fn remember(&mut self, simulator: &Simulator<'_>, node: &mut Node<'_>) -> Result<(), RunError> {
        let mut numbers = node.energy_and_residuals()?;
        self.energies.extend(numbers.next());
        self.residuals.push(largest(numbers));
        let sample = node.sample()?;
        let values = simulator.conserved_values(sample);
        for (course, value) in self.conserved.iter_mut().zip(values) {
            course.push(value);
        }
        self.end.0.clone_from(&sample.q);
        self.end.1.clone_from(&sample.v);
        Ok(())
    }

    /// Returns the distance of this run from another.
    pub fn distance(&self, other: &Self) -> Distance {
        Distance {
            q: euclidean(&self.end.0, &other.end.0),
            v: euclidean(&self.end.1, &other.end.1),
            energy: largest(self.energy_deviations(other)),
        }
    }

    /// Returns the rounding errors of a run: those of its numbers, which add up over its steps like
    /// a random walk. No distance below them means anything.
    pub fn round_off(&self) -> Distance {
        let walk = (self.energies.len() as f64).sqrt();
        let size = |values: &[f64]| f64::EPSILON * walk * largest(values.iter().copied());
        Distance {
            q: size(&self.end.0),
            v: size(&self.end.1),
            energy: size(&self.energies),
        }
    }

    /// Returns the energy minus that of another run at the common times.
    pub fn energy_deviations(&self, other: &Self) -> Vec<f64> {
        let pairs = self.energies.iter().zip(&other.energies);
        pairs.map(|(energy, exact)| energy - exact).collect()
    }

    /// Returns the values of each conserved quantity minus its value at the start.
    pub fn conserved_deviations(&self) -> Vec<Vec<f64>> {
        let from_start = |values: &Vec<f64>| {
            let start = values.first().copied().unwrap_or_default();
            values.iter().map(|value| value - start).collect()
        };
        self.conserved.iter().map(from_start).collect()
    }
}

/// Returns the largest absolute value.
pub(super) fn largest(values: impl IntoIterator<Item = f64>) -> f64 {
    let values = values.into_iter();
    values.fold(0.0, |most: f64, value| most.max(value.abs()))
}

fn euclidean(a: &[f64], b: &[f64]) -> f64 {
    let squares = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b));
    squares.sum::<f64>().sqrt()
}

//! The equations of shooting with one or more segments, and their exact derivatives.

use nalgebra::{DMatrix, DVector};

use crate::simulation::Simulator;

use super::Boundary;
use super::least_squares::Equations;

/// The equations of a search. The unknowns are the momenta at the start, then the coordinates and
/// momenta at the beginning of each further segment.
pub(super) struct Shooting<'a> {
    simulator: &'a Simulator<'a>,
    boundary: &'a Boundary,
    segments: usize,
}

impl<'a> Shooting<'a> {
    pub(super) fn new(
        simulator: &'a Simulator<'a>,
        boundary: &'a Boundary,
        segments: usize,
    ) -> Self {
        Self {
            simulator,
            boundary,
            segments,
        }
    }

    /// Returns the number of unknowns, which is also the number of equations.
    pub(super) fn size(&self) -> usize {
        let n = self.boundary.q.len();
        n + 2 * n * (self.segments - 1)
    }

    /// Returns the step at which a segment begins.
    fn first_step(&self, segment: usize) -> u64 {
        self.boundary.steps * segment as u64 / self.segments as u64
    }

    /// Returns the coordinates and momenta at the beginning of a segment.
    fn beginning(&self, unknowns: &[f64], segment: usize) -> Vec<f64> {
        let n = self.boundary.q.len();
        match segment {
            0 => [&self.boundary.q[..], &unknowns[..n]].concat(),
            _ => {
                let place = n + 2 * n * (segment - 1);
                unknowns[place..place + 2 * n].to_vec()
            }
        }
    }

    /// Returns the end of a segment; `None` if a step fails.
    fn end(&self, unknowns: &[f64], segment: usize) -> Option<Vec<f64>> {
        let (first, last) = (self.first_step(segment), self.first_step(segment + 1));
        let mut state = self
            .simulator
            .state_at(first, &self.beginning(unknowns, segment));
        for _ in first..last {
            state = self.simulator.step(&state).ok()?;
        }
        Some(state.entries().to_vec())
    }

    /// Returns the derivatives of the end of a segment with respect to its beginning; `None` if a
    /// step fails.
    fn flight_derivatives(&self, unknowns: &[f64], segment: usize) -> Option<DMatrix<f64>> {
        let (first, last) = (self.first_step(segment), self.first_step(segment + 1));
        let mut state = self
            .simulator
            .state_at(first, &self.beginning(unknowns, segment));
        let size = state.entries().len();
        let mut derivatives = DMatrix::identity(size, size);
        for _ in first..last {
            let (next, slopes) = self.simulator.step_with_derivatives(&state).ok()?;
            derivatives = DMatrix::from_vec(size, size, slopes) * derivatives;
            state = next;
        }
        Some(derivatives)
    }

    /// Returns the entry of the final state that a coordinate's equation constrains, and its
    /// required value.
    fn condition(&self, coordinate: usize) -> (usize, f64) {
        match self.boundary.target[coordinate] {
            Some(target) => (coordinate, target),
            None => (self.boundary.q.len() + coordinate, 0.0),
        }
    }

    /// Returns the size of an entry of a state.
    fn size_of(&self, entry: usize) -> f64 {
        let sizes = &self.boundary.sizes;
        match entry.checked_sub(self.boundary.q.len()) {
            None => sizes.coordinates[entry],
            Some(coordinate) => sizes.momenta[coordinate],
        }
    }
}

impl Equations for Shooting<'_> {
    /// Returns the gaps between consecutive segments, and between the last one and the target,
    /// relative to the sizes of the motion; `None` if a step fails.
    fn residuals(&self, unknowns: &DVector<f64>) -> Option<DVector<f64>> {
        let (n, unknowns) = (self.boundary.q.len(), unknowns.as_slice());
        let mut residuals = Vec::with_capacity(self.size());
        for segment in 0..self.segments {
            let end = self.end(unknowns, segment)?;
            if segment + 1 < self.segments {
                let next = self.beginning(unknowns, segment + 1);
                let gaps = end.iter().zip(next).enumerate();
                residuals.extend(gaps.map(|(i, (end, next))| (end - next) / self.size_of(i)));
            } else {
                let conditions = (0..n).map(|i| self.condition(i));
                residuals.extend(
                    conditions.map(|(entry, value)| (end[entry] - value) / self.size_of(entry)),
                );
            }
        }
        Some(DVector::from_vec(residuals))
    }

    /// Returns the derivatives of the residuals with respect to the unknowns; `None` if a step
    /// fails.
    fn derivatives(&self, unknowns: &DVector<f64>) -> Option<DMatrix<f64>> {
        let (n, size) = (self.boundary.q.len(), self.size());
        let unknowns = unknowns.as_slice();
        let mut derivatives = DMatrix::zeros(size, size);
        for segment in 0..self.segments {
            let flight = self.flight_derivatives(unknowns, segment)?;
            // The first segment begins at a given configuration, so only its momenta are unknown.
            let (place, fixed) = match segment {
                0 => (0, n),
                _ => (n + 2 * n * (segment - 1), 0),
            };
            let slopes = flight.columns(fixed, 2 * n - fixed);
            let row = 2 * n * segment;
            if segment + 1 < self.segments {
                for i in 0..2 * n {
                    let gap = slopes.row(i) / self.size_of(i);
                    let mut block = derivatives.view_mut((row + i, place), gap.shape());
                    block.copy_from(&gap);
                    derivatives[(row + i, n + row + i)] = -1.0 / self.size_of(i);
                }
            } else {
                for i in 0..n {
                    let (entry, _) = self.condition(i);
                    let mut block = derivatives.view_mut((row + i, place), (1, slopes.ncols()));
                    block.copy_from(&slopes.row(entry));
                    block.unscale_mut(self.size_of(entry));
                }
            }
        }
        Some(derivatives)
    }
}

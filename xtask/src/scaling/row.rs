//! The measurements of a model, and their growth.

/// A number, or the reason why there is none.
pub(super) type Cell = Result<f64, &'static str>;

/// A value that does not exist or was not requested.
pub(super) const NONE: Cell = Err("-");

/// A quantity measured of a model with an integrator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    Acceleration,
    Step,
    Iteration,
    Generation,
    Memory,
    Code,
    Rustc,
    Time,
}

impl Measure {
    /// All measures in the order of the columns.
    pub(super) const ALL: [Self; 8] = [
        Self::Acceleration,
        Self::Step,
        Self::Iteration,
        Self::Generation,
        Self::Memory,
        Self::Code,
        Self::Rustc,
        Self::Time,
    ];

    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Acceleration => "acceleration",
            Self::Step => "step",
            Self::Iteration => "iteration",
            Self::Generation => "generation [s]",
            Self::Memory => "memory [MB]",
            Self::Code => "code [kB]",
            Self::Rustc => "rustc [s]",
            Self::Time => "step [ns]",
        }
    }

    pub(super) fn show(self, cell: Cell) -> String {
        match (cell, self) {
            (Err(reason), _) => reason.to_owned(),
            (Ok(seconds), Self::Generation) => format!("{seconds:.3}"),
            (Ok(seconds), Self::Rustc) => format!("{seconds:.1}"),
            (Ok(number), _) => format!("{number:.0}"),
        }
    }
}

/// The measurements of one model with one integrator.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) system: &'static str,
    pub(super) integrator: &'static str,
    pub(super) n: usize,
    cells: [Cell; Measure::ALL.len()],
}

impl Row {
    pub(super) fn new(system: &'static str, integrator: &'static str, n: usize) -> Self {
        let cells = [NONE; Measure::ALL.len()];
        Self {
            system,
            integrator,
            n,
            cells,
        }
    }

    pub(super) fn cell(&self, measure: Measure) -> Cell {
        self.cells[measure as usize]
    }

    pub(super) fn set(&mut self, measure: Measure, cell: Cell) {
        self.cells[measure as usize] = cell;
    }

    /// Returns the operations of a step with one iteration.
    pub(super) fn whole_step(&self) -> Cell {
        let step = self.cell(Measure::Step)?;
        Ok(step + self.cell(Measure::Iteration).unwrap_or(0.0))
    }

    /// Returns the columns of a table.
    pub(super) fn texts(&self) -> [String; Measure::ALL.len()] {
        Measure::ALL.map(|measure| measure.show(self.cell(measure)))
    }
}

/// The number of largest sizes to which an exponent is fitted.
const LAST: usize = 3;

/// Returns the exponent `p` of the least-squares fit of `c n^p` to the logarithms of the last
/// numbers.
pub(super) fn exponent(numbers: &[(usize, f64)]) -> Option<f64> {
    let first = numbers.len().checked_sub(LAST)?;
    let logarithms = numbers[first..]
        .iter()
        .map(|&(n, number)| ((n as f64).ln(), number.ln()));
    let points: Vec<_> = logarithms.collect();
    let mean = |f: fn(&(f64, f64)) -> f64| points.iter().map(f).sum::<f64>() / LAST as f64;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let products: f64 = points
        .iter()
        .map(|point| (point.0 - x) * (point.1 - y))
        .sum();
    let squares: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    Some(products / squares).filter(|exponent| exponent.is_finite())
}

#[cfg(test)]
mod tests {
    use super::exponent;

    #[test]
    fn a_power_has_its_exponent() {
        let cubes = [1, 2, 4, 8].map(|n| (n, 5.0 * (n as f64).powi(3)));
        let fitted = exponent(&cubes).unwrap();
        assert!((fitted - 3.0).abs() < 1e-12, "{fitted}");
    }

    #[test]
    fn two_numbers_have_none() {
        assert_eq!(exponent(&[(1, 1.0), (2, 2.0)]), None);
    }
}

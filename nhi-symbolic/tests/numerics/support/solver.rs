//! The runtime's solvers as the interpreter's equation solver.

use nhi_runtime::{NewtonSettings, newton_scaled};
use nhi_symbolic::program::{EquationSolver, System};

/// Newton's method for up to thirty-two unknowns, and for the two stages of a rigid motion, all of the size of the largest guess.
pub(crate) struct Newton;

macro_rules! of_size {
    ($n:expr, $solve:ident($($argument:expr),*)) => {
        of_size!(@ $n, $solve($($argument),*), 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
            17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 36)
    };
    (@ $n:expr, $solve:ident $arguments:tt, $($size:literal)*) => {
        match $n {
            $($size => of_size!(@call $solve, $size, $arguments),)*
            n => Err(format!("{n} unknowns are too many for this solver")),
        }
    };
    (@call $solve:ident, $size:literal, ($($argument:expr),*)) => {
        $solve::<$size>($($argument),*)
    };
}

impl EquationSolver for Newton {
    fn solve(&self, guess: &[f64], system: &mut System<'_>) -> Result<Vec<f64>, String> {
        of_size!(guess.len(), iterate(guess, system))
    }

    fn solve_linear(
        &self,
        guess: &[f64],
        residuals: &[f64],
        jacobian: &[f64],
    ) -> Result<Vec<f64>, String> {
        of_size!(guess.len(), eliminate(guess, residuals, jacobian))
    }
}

fn iterate<const N: usize>(guess: &[f64], system: &mut System<'_>) -> Result<Vec<f64>, String> {
    let scale = guess.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
    let guess: [f64; N] = array(guess);
    let system = |x: &[f64; N]| {
        let (residual, jacobian) = system(x);
        (array(&residual), rows(&jacobian))
    };
    newton_scaled(guess, &[scale; N], &NewtonSettings::default(), system)
        .map(|(x, _)| x.to_vec())
        .map_err(|failure| format!("{failure:?}"))
}

fn eliminate<const N: usize>(
    guess: &[f64],
    residuals: &[f64],
    jacobian: &[f64],
) -> Result<Vec<f64>, String> {
    let increment = nhi_runtime::solve::<f64, N>(rows(jacobian), array(residuals));
    let increment = increment.ok_or("a singular matrix")?;
    Ok(guess.iter().zip(increment).map(|(x, dx)| x - dx).collect())
}

fn array<const N: usize>(values: &[f64]) -> [f64; N] {
    values.try_into().expect("as many values as unknowns")
}

fn rows<const N: usize>(jacobian: &[f64]) -> [[f64; N]; N] {
    let mut rows = jacobian.chunks(N).map(array);
    core::array::from_fn(|_| rows.next().expect("a square Jacobian"))
}

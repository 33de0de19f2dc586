//! The runtime's Newton method as the interpreter's equation solver.

use nhi_runtime::{NewtonSettings, newton_scaled};
use nhi_symbolic::program::EquationSolver;

type System<'a> = dyn FnMut(&[f64]) -> (Vec<f64>, Vec<f64>) + 'a;

/// Newton's method for up to sixteen unknowns, all of the size of the largest guess.
pub(crate) struct Newton;

impl EquationSolver for Newton {
    fn solve(&self, guess: &[f64], system: &mut System<'_>) -> Result<Vec<f64>, String> {
        macro_rules! of_size {
            ($($n:literal)*) => {
                match guess.len() {
                    $($n => solve::<$n>(guess, system),)*
                    n => Err(format!("{n} unknowns are too many for this solver")),
                }
            };
        }
        of_size!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
    }
}

fn solve<const N: usize>(guess: &[f64], system: &mut System<'_>) -> Result<Vec<f64>, String> {
    let scale = guess.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
    let guess: [f64; N] = array(guess);
    let system = |x: &[f64; N]| {
        let (residual, jacobian) = system(x);
        let mut rows = jacobian.chunks(N).map(array);
        (
            array(&residual),
            core::array::from_fn(|_| rows.next().expect("a square Jacobian")),
        )
    };
    newton_scaled(guess, &[scale; N], &NewtonSettings::default(), system)
        .map(|(x, _)| x.to_vec())
        .map_err(|failure| format!("{failure:?}"))
}

fn array<const N: usize>(values: &[f64]) -> [f64; N] {
    values.try_into().expect("as many values as unknowns")
}

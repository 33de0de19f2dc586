//! The runtime's Newton method for systems whose size is known only when a program runs.

use nhi_runtime::{
    NewtonFailure, NewtonReport, NewtonSettings, largest, newton_linear, newton_scaled,
};
use nhi_symbolic::program::{EquationSolver, System};

/// The most unknowns of one system.
pub(crate) const MOST_UNKNOWNS: usize = 128;

/// Newton's method with the settings and the scales of generated code.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RuntimeNewton;

type Solution = Result<Vec<f64>, String>;

/// Calls a function that is generic over the number of unknowns.
macro_rules! for_size {
    ($n:expr, $function:ident($($argument:expr),*)) => {
        for_size!(
            $n,
            $function($($argument),*),
            1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
            17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
            33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48
            49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64
            65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80
            81 82 83 84 85 86 87 88 89 90 91 92 93 94 95 96
            97 98 99 100 101 102 103 104 105 106 107 108 109 110 111 112
            113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128
        )
    };
    ($n:expr, $function:ident $arguments:tt, $($size:literal)*) => {
        match $n {
            $($size => for_size!(@call $function $size $arguments),)*
            0 => Ok(Vec::new()),
            n => Err(too_many(n)),
        }
    };
    (@call $function:ident $size:literal ($($argument:expr),*)) => {
        $function::<$size>($($argument),*)
    };
}

impl EquationSolver for RuntimeNewton {
    fn solve(&self, guess: &[f64], system: &mut System<'_>) -> Solution {
        for_size!(guess.len(), nonlinear(guess, system))
    }

    fn solve_linear(&self, guess: &[f64], residuals: &[f64], jacobian: &[f64]) -> Solution {
        for_size!(guess.len(), linear(guess, residuals, jacobian))
    }
}

fn nonlinear<const N: usize>(guess: &[f64], system: &mut System<'_>) -> Solution {
    let scale = [largest(guess); N];
    let settings = NewtonSettings::default();
    outcome(newton_scaled(
        vector::<N>(guess),
        &scale,
        &settings,
        |x: &[f64; N]| {
            let (residuals, jacobian) = system(x);
            (vector(&residuals), rows(&jacobian))
        },
    ))
}

fn linear<const N: usize>(guess: &[f64], residuals: &[f64], jacobian: &[f64]) -> Solution {
    outcome(newton_linear::<f64, N>(
        vector(guess),
        vector(residuals),
        rows(jacobian),
    ))
}

fn outcome<const N: usize>(
    result: Result<([f64; N], NewtonReport<f64>), NewtonFailure<f64>>,
) -> Solution {
    match result {
        Ok((solution, _)) => Ok(solution.to_vec()),
        Err(failure) => Err(failure.at(0.0).kind.to_string()),
    }
}

fn vector<const N: usize>(values: &[f64]) -> [f64; N] {
    std::array::from_fn(|i| values[i])
}

fn rows<const N: usize>(values: &[f64]) -> [[f64; N]; N] {
    std::array::from_fn(|i| vector(&values[i * N..(i + 1) * N]))
}

fn too_many(n: usize) -> String {
    format!("a system of {n} unknowns is larger than the {MOST_UNKNOWNS} that are interpreted")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each unknown is the square root of its number.
    fn square_roots(n: usize) -> Solution {
        let mut system = |x: &[f64]| {
            let residuals = (1..).zip(x).map(|(k, x)| x * x - f64::from(k)).collect();
            let mut jacobian = vec![0.0; n * n];
            for (i, x) in x.iter().enumerate() {
                jacobian[i * n + i] = 2.0 * x;
            }
            (residuals, jacobian)
        };
        RuntimeNewton.solve(&vec![1.0; n], &mut system)
    }

    #[test]
    fn systems_of_every_size_are_solved() {
        for n in [0, 1, 2, 17, 64, MOST_UNKNOWNS] {
            let solution = square_roots(n).unwrap();
            assert_eq!(solution.len(), n);
            for (k, x) in (1_i32..).zip(solution) {
                let root = f64::from(k).sqrt();
                // Newton's method ends at its tolerance of four machine epsilons.
                assert!(
                    (x - root).abs() <= 4.0 * f64::EPSILON * root,
                    "{n}: {x} {root}"
                );
            }
        }
    }

    #[test]
    fn larger_systems_are_refused() {
        assert!(square_roots(MOST_UNKNOWNS + 1).unwrap_err().contains("129"));
    }
}

//! Reads the samples that the static library made, and compares them with the same run in `f32` and
//! in `f64` with the standard library.

#[path = "../../src/motion.rs"]
mod motion;

use motion::{BoardSample, Failure, Setting, Snakeboard, run};
use nhi::Real;
use std::io::{BufRead, stdin};

/// The steps that `main.c` makes.
const STEPS: u32 = 300;

/// The allowed difference between the numbers of the static library and of the standard library in
/// `f32`. Sines and cosines may differ in the last bit: a hundred roundings of numbers near 1.
const ALLOWED: f64 = 100.0 * f32::EPSILON as f64;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = stdin()
        .lock()
        .lines()
        .map(|line| Ok(line?.split(' ').map(str::parse).collect::<Result<_, _>>()?))
        .collect::<Result<Vec<Vec<f64>>, Box<dyn std::error::Error>>>()?;
    let single = rows::<f32>().map_err(|failure| failure.to_string())?;
    let double = rows::<f64>().map_err(|failure| failure.to_string())?;
    let (from_single, from_double) = (difference(&board, &single)?, difference(&board, &double)?);
    println!("library against std, f32: {from_single:.1e}; against std, f64: {from_double:.1e}");
    if from_single > ALLOWED {
        return Err(format!("the first must be at most {ALLOWED:.1e}").into());
    }
    Ok(())
}

/// The samples of the run as rows of numbers.
fn rows<T: Real>() -> Result<Vec<Vec<f64>>, Failure<T>> {
    let number = T::literal;
    let setting = Setting {
        board: Snakeboard {
            m: number(1.0),
            l: number(1.0),
            i_rotor: number(0.5),
            j_wheel: number(1.5),
        },
        step: number(0.01),
        q: [0.0, 0.5, 0.0, 0.0, 0.0].map(number).into(),
        v: [2.5, 0.0, 0.0, 0.0, 0.0].map(number).into(),
    };
    let mut rows = Vec::new();
    run(&setting, STEPS, |sample: &BoardSample<T>| {
        let (q, v): ([T; 5], [T; 5]) = (sample.q.into(), sample.v.into());
        let lambda: [T; 2] = sample.lambda.into();
        let numbers = [sample.t].into_iter().chain(q).chain(v).chain(lambda);
        rows.push(numbers.map(Real::to_f64).collect());
    })?;
    Ok(rows)
}

/// The largest difference of two tables of the same shape.
fn difference(a: &[Vec<f64>], b: &[Vec<f64>]) -> Result<f64, String> {
    if a.len() != b.len() || a.iter().zip(b).any(|(a, b)| a.len() != b.len()) {
        return Err(format!(
            "{} samples were made but {} are expected",
            a.len(),
            b.len()
        ));
    }
    let pairs = a.iter().flatten().zip(b.iter().flatten());
    Ok(pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max))
}

//! Nanoseconds per step.

use std::hint::black_box;
use std::time::Instant;

/// Rounds of a measurement; odd, for the median.
const ROUNDS: usize = 15;

/// Runs in each round.
const RUNS: usize = 200;

/// The median over several rounds of the time of one step, in nanoseconds. `run` makes `steps`
/// steps and returns what came of them; it is repeated from the same start, so that the numbers
/// that it meets stay those of the example.
pub(crate) fn nanoseconds_per_step<T>(steps: usize, mut run: impl FnMut() -> T) -> f64 {
    let mut rounds = [0.0; ROUNDS];
    for round in &mut rounds {
        let start = Instant::now();
        for _ in 0..RUNS {
            black_box(run());
        }
        *round = start.elapsed().as_secs_f64() * 1e9 / (RUNS * steps) as f64;
    }
    rounds.sort_by(f64::total_cmp);
    rounds[ROUNDS / 2]
}

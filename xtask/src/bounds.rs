//! The time and memory that the command needs for random models.

use crate::cargo::{Outcome, cargo, root, run};

/// Runs every command on the given number of random models and writes the results.
pub(crate) fn search(cases: &str) -> Outcome {
    let is_count = cases.parse::<u64>().is_ok_and(|cases| cases > 0);
    if !is_count {
        return Err(format!("`{cases}` is no number of cases"));
    }
    let test = "many_random_models_stay_within_the_bounds";
    run(cargo()
        .args([
            "test",
            "--release",
            "-p",
            "nhi-cli",
            "--test",
            "bounds",
            "--",
        ])
        .args(["--exact", test, "--ignored", "--nocapture"])
        .env("NHI_BOUNDS_CASES", cases)
        .env("NHI_BOUNDS_RESULT", root().join("tests/budgets/bounds.txt")))
}

//! The cost of the macro for its users: time to expand, crates to build, and time to build them.

use std::collections::BTreeSet;
use std::fs;

use crate::cargo::{Outcome, cargo, output, run, scratch, seconds};
use crate::consumer;

/// The number of crates that a build of the macro must stay below.
const CRATES: usize = 15;
/// The maximum seconds for a clean build of the macro on two cores.
const COLD_BUILD: f64 = 15.0;
/// The maximum seconds that the attribute may add to `cargo check`: expansion, and the check of the
/// generated code.
const ATTRIBUTE: f64 = 0.3;
/// Times that exceed their limits by less than this factor are attributed to the noise of the
/// machine.
const NOISE: f64 = 2.0;

/// Measures and prints; with `check`, fails if a limit is exceeded.
pub(crate) fn measure(check: bool) -> Outcome {
    println!(
        "times fail from {NOISE} times their limits on, because of the noise of the machine\n"
    );
    expansion(check)?;
    let mut excess = Vec::new();
    excess.extend(attribute()?);
    excess.extend(crates()?);
    excess.extend(cold_build()?);
    if check && !excess.is_empty() {
        return Err(format!("beyond the limit: {}", excess.join(", ")));
    }
    Ok(())
}

/// Measures the expansion in a separate process, because users run the unoptimised compiler.
fn expansion(check: bool) -> Outcome {
    let flag = check.then_some("--check");
    run(cargo()
        .args([
            "bench",
            "--quiet",
            "--profile",
            "unoptimised",
            "-p",
            "nhi-benches",
            "--bench",
            "expansion",
        ])
        .arg("--")
        .args(flag))
}

fn attribute() -> Outcome<Option<&'static str>> {
    let times = consumer::check_times()?;
    let (with, without) = (Spread::of(times.with), Spread::of(times.without));
    println!("cargo check of a snakeboard   {with} with the attribute, {without} without");
    let added = with.median - without.median;
    println!("added by the attribute        {added:.2} s, limit {ATTRIBUTE:.2} s");
    Ok((added > NOISE * ATTRIBUTE).then_some("what the attribute adds to cargo check"))
}

fn crates() -> Outcome<Option<&'static str>> {
    let count = count_crates("normal")?;
    let all = count_crates("normal,build")?;
    println!(
        "crates of nhi-derive          {count}, {all} with build scripts, limit below {CRATES}"
    );
    Ok((count >= CRATES).then_some("the number of crates"))
}

fn count_crates(edges: &str) -> Outcome<usize> {
    let tree = output(cargo().args(["tree", "-p", "nhi-derive", "--prefix", "none", "-e", edges]))?;
    let crates: BTreeSet<_> = tree
        .lines()
        .filter_map(|line| {
            line.split_once(" (")
                .map_or(Some(line), |(name, _)| Some(name))
        })
        .filter(|line| !line.is_empty())
        .collect();
    Ok(crates.len())
}

fn cold_build() -> Outcome<Option<&'static str>> {
    let target = scratch().join("cold");
    if target.exists() {
        fs::remove_dir_all(&target).map_err(|error| format!("{}: {error}", target.display()))?;
    }
    let time = seconds(
        cargo()
            .args([
                "build",
                "--locked",
                "--profile",
                "unoptimised",
                "-p",
                "nhi-derive",
                "-j",
                "2",
                "--target-dir",
            ])
            .arg(&target),
    )?;
    println!("cold build of nhi-derive      {time:.1} s, limit {COLD_BUILD:.1} s");
    Ok((time > NOISE * COLD_BUILD).then_some("the cold build"))
}

/// The median and extremes of several runs.
struct Spread {
    median: f64,
    least: f64,
    most: f64,
}

impl Spread {
    fn of(mut times: Vec<f64>) -> Self {
        times.sort_by(f64::total_cmp);
        Self {
            median: times[times.len() / 2],
            least: times[0],
            most: times[times.len() - 1],
        }
    }
}

impl std::fmt::Display for Spread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{:.2} s ({:.2} to {:.2})",
            self.median, self.least, self.most
        )
    }
}

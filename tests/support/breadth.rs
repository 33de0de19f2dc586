//! How much of a wide comparison runs: a share in every run, all of it at night.
#![allow(dead_code, reason = "not every test compares pairs")]

/// Returns true if nothing is left to other runs: `cargo xtask nightly` sets the variable.
pub(crate) fn is_whole() -> bool {
    std::env::var_os("NHI_TESTS").is_some_and(|tests| tests == "all")
}

/// Returns true if a pair, for instance of a model and an integrator, is in this run, which takes one
/// of `share` pairs. Each of the one then meets some of the other.
pub(crate) fn is_chosen(one: usize, other: usize, share: usize) -> bool {
    is_whole() || (one + other).is_multiple_of(share)
}

/// Returns the least number of pairs that a run must compare, if all are at least `number`.
pub(crate) fn at_least(number: usize, share: usize) -> usize {
    if is_whole() { number } else { number / share }
}

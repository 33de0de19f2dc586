//! The share of a wide comparison that an ordinary run takes. A nightly run takes all of it.
#![allow(dead_code, reason = "each test uses its part")]

/// Returns true in a nightly run: `cargo xtask nightly` sets the variable.
pub(crate) fn is_whole() -> bool {
    std::env::var_os("NHI_TESTS").is_some_and(|tests| tests == "all")
}

/// Returns the items that are combined with item `number` of another list: in an ordinary run one
/// of `share`, beginning with a different one for each number, and in a nightly run all.
pub(crate) fn chosen<T>(
    number: usize,
    items: impl IntoIterator<Item = T>,
    share: usize,
) -> impl Iterator<Item = T> {
    let items = items.into_iter().enumerate();
    items
        .filter(move |(other, _)| is_whole() || (number + other).is_multiple_of(share))
        .map(|(_, item)| item)
}

/// Returns how many of `number` cases a run must reach.
pub(crate) fn at_least(number: usize, share: usize) -> usize {
    if is_whole() { number } else { number / share }
}

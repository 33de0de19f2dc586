//! Human-readable tables and numbers.

pub use nhi_symbolic::aligned;

/// Formats a number for display without its last digits, which are rounding errors.
pub fn brief(value: f64) -> String {
    let rounded: f64 = format!("{value:.11e}").parse().unwrap_or(value);
    format!("{rounded:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brief_numbers_are_without_round_off() {
        let shown = [0.1 + 0.2, 41.0 * 0.01, 1e-300, 5.0, -0.0].map(brief);
        assert_eq!(shown, ["0.3", "0.41", "1e-300", "5.0", "-0.0"]);
    }
}

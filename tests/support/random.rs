//! Random numbers, the same in every run.

/// SplitMix64 (Steele, Lea, Flood 2014).
pub(crate) struct Random(u64);

impl Random {
    /// A sequence for each name.
    pub(crate) fn new(name: &str) -> Self {
        Self(
            name.bytes()
                .fold(1, |seed, byte| seed * 31 % 1_000_000_007 + u64::from(byte)),
        )
    }

    /// Uniform between two bounds.
    pub(crate) fn number(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let unit = ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64;
        low + (high - low) * unit
    }
}

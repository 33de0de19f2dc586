//! A fixed hash function for the tables of the graph.
//!
//! The same input must produce the same bytes, and macros run unoptimised. There a multiplicative
//! hash is both repeatable and several times cheaper than the keyed default. Tables that use it are
//! never iterated.

use core::hash::{BuildHasherDefault, Hasher};
use std::collections::HashMap;

/// A map for look-ups only.
pub(crate) type LookupMap<K, V> = HashMap<K, V, BuildHasherDefault<Multiplicative>>;

/// Folds words by rotation, exclusive or and multiplication.
#[derive(Default)]
pub(crate) struct Multiplicative(u64);

impl Multiplicative {
    fn fold(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Multiplicative {
    fn finish(&self) -> u64 {
        // The table reads the low bits, but the product mixes into the high ones.
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.fold(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.fold(n.into());
    }

    fn write_u32(&mut self, n: u32) {
        self.fold(n.into());
    }

    fn write_i32(&mut self, n: i32) {
        self.fold(n as u64);
    }

    fn write_u64(&mut self, n: u64) {
        self.fold(n);
    }

    fn write_i64(&mut self, n: i64) {
        self.fold(n as u64);
    }

    fn write_usize(&mut self, n: usize) {
        self.fold(n as u64);
    }

    fn write_isize(&mut self, n: isize) {
        self.fold(n as u64);
    }
}

//! Decisions read from bytes, so that whoever varies and shortens bytes varies and shortens models.

/// Bytes as a sequence of decisions; after the last byte, always the first alternative.
#[derive(Clone, Debug)]
pub(crate) struct Choices<'a> {
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Choices<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes: bytes.iter(),
        }
    }

    /// A number below `end`, which is at most 65536.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let mut byte = || usize::from(*self.bytes.next().unwrap_or(&0));
        match end {
            0 => 0,
            1..=256 => byte() % end,
            _ => (byte() * 256 + byte()) % end,
        }
    }

    /// Whether something with the chance `1 / times` happens.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    /// One of several alternatives.
    pub(crate) fn among<'b, T>(&mut self, alternatives: &'b [T]) -> &'b T {
        &alternatives[self.below(alternatives.len())]
    }
}

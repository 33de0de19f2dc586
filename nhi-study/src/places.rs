//! Lines and columns of a text.

use std::ops::Range;

/// Returns the line and column of the first byte of a range, from 1.
pub(crate) fn line_column(text: &str, range: &Range<usize>) -> (usize, usize) {
    Places::of(text).at(range.start)
}

/// The lines and columns of increasing byte offsets of a text, which is scanned once.
pub(crate) struct Places<'a> {
    text: &'a str,
    read: usize,
    line: usize,
    column: usize,
}

impl<'a> Places<'a> {
    /// Begins at the start of a text.
    pub(crate) fn of(text: &'a str) -> Self {
        Self {
            text,
            read: 0,
            line: 1,
            column: 1,
        }
    }

    /// Returns the line and column, from 1, of a byte. The byte must not be before that of the
    /// previous call.
    pub(crate) fn at(&mut self, byte: usize) -> (usize, usize) {
        let passed = self.text.get(self.read..byte).unwrap_or_default();
        for letter in passed.chars() {
            (self.line, self.column) = match letter {
                '\n' => (self.line + 1, 1),
                _ => (self.line, self.column + 1),
            };
        }
        self.read += passed.len();
        (self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_lines_and_columns_of_letters() {
        let text = "a\nβ = 1\n\nc";
        let bytes = ["a", "β", "1", "c"].map(|letter| text.find(letter).unwrap());
        let mut places = Places::of(text);
        let found = bytes.map(|byte| places.at(byte));
        assert_eq!(found, [(1, 1), (2, 1), (2, 5), (4, 1)]);
        assert_eq!(line_column(text, &(bytes[3]..bytes[3] + 1)), (4, 1));
    }
}

//! Lines and columns of a text.

use std::ops::Range;

/// Line and column of the first byte of a range, from 1.
pub(crate) fn line_column(text: &str, range: &Range<usize>) -> (usize, usize) {
    Places::of(text).at(range.start)
}

/// Lines and columns of ever later bytes of a text, which is read once.
pub(crate) struct Places<'a> {
    text: &'a str,
    read: usize,
    line: usize,
    column: usize,
}

impl<'a> Places<'a> {
    /// The places of a text.
    pub(crate) fn of(text: &'a str) -> Self {
        Self {
            text,
            read: 0,
            line: 1,
            column: 1,
        }
    }

    /// Line and column, from 1, of a byte that is not before the last one asked for.
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

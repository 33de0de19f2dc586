//! Prose as it is checked: paragraphs, comments and messages without their code.

/// The place of a piece in the repository.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    /// A paragraph, a heading, an item or a cell of a Markdown file.
    Page,
    /// The first paragraph of a doc comment.
    Summary,
    /// Another paragraph of a doc comment.
    Doc,
    /// A comment that rustdoc does not show.
    Comment,
    /// A string literal.
    Message,
}

/// A text without line breaks that knows the lines of its parts.
#[derive(Debug)]
pub(crate) struct Piece {
    pub(crate) text: String,
    pub(crate) kind: Kind,
    /// The offsets in the text at which lines begin, with the numbers of the lines.
    lines: Vec<(usize, usize)>,
}

impl Piece {
    pub(crate) fn new(kind: Kind) -> Self {
        Self {
            text: String::new(),
            kind,
            lines: Vec::new(),
        }
    }

    /// Appends a part of a line.
    pub(crate) fn push(&mut self, part: &str, line: usize) {
        self.lines.push((self.text.len(), line));
        self.text.push_str(part);
    }

    /// Returns the number of the line at an offset.
    pub(crate) fn line(&self, offset: usize) -> usize {
        let after = self.lines.partition_point(|&(begin, _)| begin <= offset);
        self.lines[..after].last().map_or(1, |&(_, line)| line)
    }
}

/// Stands for code in a text: a backtick on either side of a letter that is not a word.
pub(crate) const CODE: &str = "`_`";

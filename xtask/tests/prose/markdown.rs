//! The prose of Markdown, in files and in comments.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::piece::{CODE, Kind, Piece};

/// Returns the paragraphs, headings, items and cells of a text that begins at line `first`.
///
/// Code blocks and HTML are left out, and code spans are replaced by [`CODE`].
pub(crate) fn pieces(text: &str, first: usize, kind: Kind) -> Vec<Piece> {
    let mut pieces = vec![Piece::new(kind)];
    let mut in_code = false;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        let line = first + text[..range.start].matches('\n').count();
        let current = pieces.last_mut().expect("one piece at least");
        match event {
            Event::Text(part) if !in_code => current.push(&part, line),
            Event::Code(_) => current.push(CODE, line),
            Event::SoftBreak | Event::HardBreak => current.push(" ", line),
            Event::Start(Tag::CodeBlock(_)) => {
                in_code = true;
                pieces.push(Piece::new(kind));
            }
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Start(tag) if !is_inline(&tag.to_end()) => pieces.push(Piece::new(kind)),
            Event::End(tag) if !is_inline(&tag) => pieces.push(Piece::new(kind)),
            _ => {}
        }
    }
    pieces.retain(|piece| !piece.text.trim().is_empty());
    pieces
}

fn is_inline(tag: &TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Emphasis | TagEnd::Strong | TagEnd::Link | TagEnd::Image
    )
}

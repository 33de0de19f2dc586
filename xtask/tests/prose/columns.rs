//! Lines of prose that are too long.

use std::path::Path;

use pulldown_cmark::{Event, Options, Parser, Tag};

use crate::check::Found;
use crate::rust::{TokenKind, tokens};

/// The most columns of a line of prose.
const MOST: usize = 100;
/// The most columns of an entry in the changelog.
const MOST_OF_ENTRY: usize = 120;

/// Returns the long lines of a page. Tables, code blocks, HTML, generated blocks and lines with
/// links are left out.
pub(crate) fn of_page(path: &Path, text: &str) -> Vec<Found> {
    let most = match path.file_name() {
        Some(name) if name == "CHANGELOG.md" => MOST_OF_ENTRY,
        _ => MOST,
    };
    let mut left_out = vec![false; text.lines().count() + 1];
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        let is_left_out = matches!(
            event,
            Event::Start(
                Tag::Table(_)
                    | Tag::CodeBlock(_)
                    | Tag::HtmlBlock
                    | Tag::Link { .. }
                    | Tag::Image { .. }
            )
        );
        if is_left_out {
            let begin = text[..range.start].matches('\n').count();
            let end = text[..range.end].trim_end().matches('\n').count();
            left_out[begin..=end.max(begin)].fill(true);
        }
    }
    let mut is_generated = false;
    let mut found = Vec::new();
    for (i, line) in text.lines().enumerate() {
        is_generated |= line.starts_with("<!-- generated");
        is_generated &= !line.starts_with("<!-- end of");
        if !left_out[i] && !is_generated {
            found.extend(long(i + 1, line, most));
        }
    }
    found
}

/// Returns the long doc comment lines of a source. Rows of tables and lines with addresses are left
/// out.
pub(crate) fn of_source(text: &str) -> Vec<Found> {
    let lines: Vec<_> = text.lines().collect();
    let tokens = tokens(text).into_iter();
    let docs = tokens.filter(|token| matches!(token.kind, TokenKind::Doc | TokenKind::ModuleDoc));
    let docs = docs.filter(|token| !token.text.starts_with('|') && !token.text.contains("://"));
    docs.filter_map(|token| long(token.line, lines[token.line - 1], MOST))
        .collect()
}

fn long(number: usize, line: &str, most: usize) -> Option<Found> {
    let columns = line.chars().count();
    let advice = || format!("at most {most} columns");
    (columns > most).then(|| (number, format!("{columns} columns"), advice()))
}

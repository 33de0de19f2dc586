//! Prose in Rust sources: comments as Markdown, and messages.

use std::sync::LazyLock;

use regex::Regex;

use crate::markdown;
use crate::piece::{CODE, Kind, Piece};
use crate::rust::{Token, TokenKind, tokens};

/// String literals with at least so many words are messages.
const MESSAGE: usize = 4;

/// Returns the prose of the comments, and of the messages if `messages` is set.
pub(crate) fn pieces(source: &str, messages: bool) -> Vec<Piece> {
    let tokens = tokens(source);
    let mut pieces = Vec::new();
    for block in tokens.chunk_by(continues) {
        match block[0].kind {
            TokenKind::Doc | TokenKind::ModuleDoc => pieces.extend(documentation(block)),
            TokenKind::Comment => pieces.extend(comment(block, Kind::Comment)),
            _ if !messages => {}
            _ => pieces.extend(block.iter().filter_map(message)),
        }
    }
    pieces
}

/// Returns true if two comments are lines of the same one.
fn continues(first: &Token<'_>, second: &Token<'_>) -> bool {
    let is_comment = !matches!(first.kind, TokenKind::Literal | TokenKind::RawLiteral);
    let is_next = second.line == first.line + 1 && first.leads && second.leads;
    is_comment && first.kind == second.kind && is_next
}

fn comment(block: &[Token<'_>], kind: Kind) -> Vec<Piece> {
    let lines: Vec<_> = block.iter().map(|token| token.text).collect();
    markdown::pieces(&lines.join("\n"), block[0].line, kind)
}

fn documentation(block: &[Token<'_>]) -> Vec<Piece> {
    let mut pieces = comment(block, Kind::Doc);
    if let Some(first) = pieces.first_mut() {
        first.kind = Kind::Summary;
    }
    pieces
}

/// Returns a string literal as a message, with code and placeholders replaced.
fn message(token: &Token<'_>) -> Option<Piece> {
    static CODES: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"`[^`]*`|\{\{|\}\}|\{[^{}]*\}").expect("an expression for code")
    });
    if token.text.split_whitespace().count() < MESSAGE {
        return None;
    }
    let mut piece = Piece::new(Kind::Message);
    for (i, line) in CODES.replace_all(token.text, CODE).lines().enumerate() {
        let begins = i == 0 || token.kind == TokenKind::RawLiteral;
        let line = if begins { line } else { line.trim_start() };
        let is_continued = token.kind == TokenKind::Literal && line.ends_with('\\');
        let line = line
            .strip_suffix('\\')
            .filter(|_| is_continued)
            .unwrap_or(line);
        piece.push(&line.replace("\\n", " "), token.line + i);
    }
    Some(piece)
}

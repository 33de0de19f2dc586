//! The comments and string literals of Rust sources.

/// A comment or a string literal.
#[derive(Debug, PartialEq)]
pub(crate) struct Token<'a> {
    pub(crate) kind: TokenKind,
    /// The text between the delimiters; of a comment, without its marker.
    pub(crate) text: &'a str,
    /// The number of the line on which it begins.
    pub(crate) line: usize,
    /// Whether nothing but blanks precedes it on this line.
    pub(crate) leads: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum TokenKind {
    Doc,
    ModuleDoc,
    Comment,
    Literal,
    RawLiteral,
}

/// Returns the comments and string literals of a source, in order.
pub(crate) fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(letter) = source[at..].chars().next() {
        let rest = &source[at..];
        let (found, length) = match letter {
            '/' if rest.starts_with("//") => line_comment(rest),
            '/' if rest.starts_with("/*") => (None, block_comment(rest)),
            '"' => literal(rest),
            '\'' => (None, quote(rest)),
            'r' | 'b' | 'c' => prefixed(rest),
            _ if letter.is_alphanumeric() || letter == '_' => (None, word(rest)),
            _ => (None, letter.len_utf8()),
        };
        if let Some((kind, text)) = found {
            let before = &source[..at];
            let begin = before.rfind('\n').map_or(0, |end| end + 1);
            tokens.push(Token {
                kind,
                text,
                line: before.matches('\n').count() + 1,
                leads: before[begin..].trim().is_empty(),
            });
        }
        at += length;
    }
    tokens
}

type Found<'a> = (Option<(TokenKind, &'a str)>, usize);

fn line_comment(rest: &str) -> Found<'_> {
    let line = rest.lines().next().unwrap_or_default();
    let (kind, marker) = match line.as_bytes() {
        [_, _, b'/', b'/', ..] => (TokenKind::Comment, 2),
        [_, _, b'/', ..] => (TokenKind::Doc, 3),
        [_, _, b'!', ..] => (TokenKind::ModuleDoc, 3),
        _ => (TokenKind::Comment, 2),
    };
    let text = &line[marker..];
    let text = text.strip_prefix(' ').unwrap_or(text);
    (Some((kind, text)), line.len())
}

/// Returns the length of a comment that may contain others.
fn block_comment(rest: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        let part = &rest.as_bytes()[at..];
        depth += i32::from(part.starts_with(b"/*")) - i32::from(part.starts_with(b"*/"));
        let is_mark = part.starts_with(b"/*") || part.starts_with(b"*/");
        at += 1 + usize::from(is_mark);
        if depth == 0 {
            break;
        }
    }
    at
}

/// Reads a string literal with escapes.
fn literal(rest: &str) -> Found<'_> {
    let mut escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            '"' if !escaped => return (Some((TokenKind::Literal, &rest[1..at])), at + 1),
            _ => escaped = letter == '\\' && !escaped,
        }
    }
    (None, rest.len())
}

/// Reads a word that may be the prefix of a literal. Literals of bytes are not prose.
fn prefixed(rest: &str) -> Found<'_> {
    let length = word(rest);
    let after = &rest[length..];
    let hashes = after.len() - after.trim_start_matches('#').len();
    let is_literal = after[hashes..].starts_with('"');
    match &rest[..length] {
        prefix @ ("r" | "br" | "cr") if is_literal => {
            let end = format!("\"{}", &after[..hashes]);
            let begin = length + hashes + 1;
            let text = rest[begin..].split(&end).next().unwrap_or_default();
            let found = (prefix == "r").then_some((TokenKind::RawLiteral, text));
            (found, begin + text.len() + end.len())
        }
        "b" | "c" if after.starts_with('"') => (None, length + literal(after).1),
        _ => (None, length),
    }
}

/// Returns the length of a character literal, or of the quote of a lifetime.
fn quote(rest: &str) -> usize {
    let mut letters = rest.char_indices().skip(1);
    match (letters.next(), letters.next()) {
        (Some((_, '\\')), Some((escaped, _))) => {
            let end = rest[escaped + 1..].find('\'');
            end.map_or(rest.len(), |end| escaped + 1 + end + 1)
        }
        (Some(_), Some((end, '\''))) => end + 1,
        _ => 1,
    }
}

fn word(rest: &str) -> usize {
    let is_outside = |letter: char| !letter.is_alphanumeric() && letter != '_';
    rest.find(is_outside).unwrap_or(rest.len())
}

//! The checks of a file.

use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;

use crate::files;
use crate::finding::Finding;
use crate::piece::{Kind, Piece};
use crate::rules::{RULES, Rule, Scope};
use crate::{columns, markdown, source, spelling};

/// Returns the findings of a file with the given text.
pub(crate) fn file(path: &Path, text: &str) -> Vec<Finding> {
    let (pieces, long) = if files::is_page(path) {
        (
            markdown::pieces(text, 1, Kind::Page),
            columns::of_page(path, text),
        )
    } else {
        let pieces = source::pieces(text, files::has_messages(path));
        (pieces, columns::of_source(text))
    };
    let is_help = files::is_help(path);
    let in_pieces = pieces.iter().flat_map(|piece| in_piece(piece, is_help));
    let mut findings: Vec<_> = in_pieces
        .chain(long)
        .map(|(line, found, advice)| Finding {
            file: path.to_owned(),
            line,
            found,
            advice,
        })
        .collect();
    findings.sort_by_key(|finding| finding.line);
    findings
}

/// A line, what is found there, and what to say instead.
pub(crate) type Found = (usize, String, String);

fn in_piece(piece: &Piece, is_help: bool) -> Vec<Found> {
    let rules = RULES.iter().zip(&*EXPRESSIONS);
    let rules = rules.filter(|(rule, _)| applies(rule, piece.kind, is_help));
    let found = rules.flat_map(|(rule, expression)| {
        let found = expression.find_iter(&piece.text);
        found.filter_map(|found| {
            let words = found.as_str().to_lowercase();
            let is_accepted = rule.except.iter().any(|except| words.contains(except));
            let found = (
                piece.line(found.start()),
                format!("\"{words}\""),
                rule.advice.to_owned(),
            );
            (!is_accepted).then_some(found)
        })
    });
    found.chain(spelling::findings(piece)).collect()
}

fn applies(rule: &Rule, kind: Kind, is_help: bool) -> bool {
    match rule.scope {
        Scope::All => true,
        Scope::Summaries => kind == Kind::Summary,
        Scope::Docs => matches!(kind, Kind::Summary | Kind::Doc),
        Scope::Messages => kind == Kind::Message,
        Scope::Readers => match kind {
            Kind::Page | Kind::Message => true,
            Kind::Summary | Kind::Doc => is_help,
            Kind::Comment => false,
        },
    }
}

static EXPRESSIONS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let of_words = |rule: &Rule| {
        let edge = |letter: Option<char>| {
            let is_word = letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '(');
            if is_word { r"\b" } else { "" }
        };
        let pattern = rule.pattern;
        let begin = edge(pattern.chars().next());
        let end = if pattern.ends_with(']') {
            ""
        } else {
            r"(?:\b|$)"
        };
        let whole = format!("(?i){begin}(?:{pattern}){end}");
        Regex::new(&whole).expect("an expression")
    };
    RULES.iter().map(of_words).collect()
});

//! Texts that are nearly models: pieces of one deleted, doubled, exchanged and replaced.

use crate::choices::Choices;

/// Pieces that no model has.
const ODD_PIECES: [&str; 48] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "#",
    "!",
    "\"",
    "'",
    "r#\"",
    "//",
    "/*",
    "*/",
    "\\",
    "\0",
    "\r\n",
    "\u{feff}",
    "\u{202e}",
    "🦀",
    "ж",
    "變數",
    "e\u{301}",
    "ﷺ",
    "'a",
    "b'x'",
    "0x1f",
    "1f64",
    "1e400",
    "1e-400",
    "1.0.0",
    "9999999999999999999999999",
    "^",
    "**",
    "..",
    "::",
    "->",
    "%",
    ".powi(1000000)",
    ".powi(-3)",
    ".powi(64)",
    ".powf(x)",
    "/0",
    "self",
    "fn",
    "_",
    "holonomic",
    "groups(body: SO3(w1, w2, w3)),",
];
const MOST_EDITS: usize = 6;
const MOST_REPEATS: usize = 300;

/// Words, numbers and single other characters, with the blanks behind them.
pub(crate) fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let end = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let blanks = rest[end..].find(|c: char| !c.is_whitespace());
        let end = blanks.map_or(rest.len(), |blanks| end + blanks);
        pieces.push(&rest[..end]);
        rest = &rest[end..];
    }
    pieces
}

/// One of the texts after a few edits.
pub(crate) fn mutant(texts: &[String], choices: &mut Choices<'_>) -> String {
    let text = choices.among(texts);
    let mut mutant: Vec<_> = pieces(text).into_iter().map(str::to_owned).collect();
    for _ in 0..=choices.below(MOST_EDITS) {
        edit(&mut mutant, texts, choices);
    }
    let mut text = mutant.concat();
    if choices.once_in(20) {
        let end = choices.below(text.chars().count() + 1);
        text = text.chars().take(end).collect();
    }
    text
}

fn edit(mutant: &mut Vec<String>, texts: &[String], choices: &mut Choices<'_>) {
    let at = choices.below(mutant.len() + 1);
    let there = at..(at + 1 + choices.below(4)).min(mutant.len());
    let there = there.start.min(there.end)..there.end;
    match choices.below(7) {
        0 => drop(mutant.drain(there)),
        1 => {
            let copy = mutant[there].to_vec();
            mutant.splice(at..at, copy);
        }
        2 => {
            let other = choices.below(mutant.len() + 1);
            if at.max(other) < mutant.len() {
                mutant.swap(at, other);
            }
        }
        3 => {
            let new = other_piece(texts, choices);
            mutant.splice(there, [new]);
        }
        4 => mutant.insert(at, other_piece(texts, choices)),
        5 => {
            let copy = mutant[there].concat();
            mutant.insert(at, copy.repeat(choices.below(MOST_REPEATS)));
        }
        _ => {
            let odd = *choices.among(&ODD_PIECES);
            mutant.insert(at, format!("{odd} "));
        }
    }
}

/// A piece of any of the texts.
fn other_piece(texts: &[String], choices: &mut Choices<'_>) -> String {
    let text: &String = choices.among(texts);
    let pieces = pieces(text);
    match pieces.is_empty() {
        true => String::new(),
        false => (*choices.among(&pieces)).to_owned(),
    }
}

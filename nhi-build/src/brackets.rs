//! The bracket or the character at fault in a text that does not consist of tokens.

use crate::model_file::place_behind;

/// Describes the first bracket that is not closed, or that closes nothing; `None` if all brackets
/// outside of strings and comments are balanced, or if one of those has no end.
pub(crate) fn unbalanced(text: &str) -> Option<String> {
    let mut open: Vec<(char, usize)> = Vec::new();
    let line = |byte: usize| match text.contains('\n') {
        true => format!(" in line {}", place_behind(&text[..byte]).0),
        false => String::new(),
    };
    let brackets = characters(text)?.into_iter();
    for (byte, bracket) in brackets.filter(|(_, character)| "()[]{}".contains(*character)) {
        let Some(opening) = opening(bracket) else {
            open.push((bracket, byte));
            continue;
        };
        match open.pop() {
            None => {
                return Some(format!("the `{bracket}`{} closes nothing", line(byte)));
            }
            Some((last, start)) if last != opening => {
                let not_closed = not_closed(text, last, start);
                let line = line(byte);
                return Some(format!("{not_closed} before the `{bracket}`{line}"));
            }
            Some(_) => {}
        }
    }
    let (bracket, start) = open.pop()?;
    Some(not_closed(text, bracket, start))
}

fn not_closed(text: &str, bracket: char, byte: usize) -> String {
    let place = match text.contains('\n') {
        true => {
            let (line, column) = place_behind(&text[..byte]);
            format!(" in line {line}, column {column}")
        }
        false => String::new(),
    };
    format!("the `{bracket}`{place} is not closed")
}

/// Returns the bracket that another one closes.
fn opening(closing: char) -> Option<char> {
    match closing {
        ')' => Some('('),
        ']' => Some('['),
        '}' => Some('{'),
        _ => None,
    }
}

/// Characters of printed formulas, with what to write in their place.
const PRINTED: [(char, &str); 14] = [
    ('\u{2212}', "-"),
    ('\u{2013}', "-"),
    ('\u{b7}', "*"),
    ('\u{22c5}', "*"),
    ('\u{d7}', "*"),
    ('\u{f7}', "/"),
    ('\u{2215}', "/"),
    ('\u{b2}', ".powi(2)"),
    ('\u{b3}', ".powi(3)"),
    ('\u{bd}', "0.5"),
    ('\u{bc}', "0.25"),
    ('\u{221a}', "sqrt(...)"),
    ('\u{2019}', "_dot"),
    ('\u{2032}', "_dot"),
];

/// Returns the first character of a printed formula outside of strings and comments, with what to
/// write in its place.
pub(crate) fn printed(text: &str) -> Option<(char, &'static str)> {
    let characters = characters(text)?;
    let printed = |character| {
        PRINTED
            .into_iter()
            .find(|(printed, _)| *printed == character)
    };
    characters
        .into_iter()
        .find_map(|(_, character)| printed(character))
}

/// Returns the characters outside of strings and comments, with their places; `None` if a string or
/// a comment has no end.
fn characters(text: &str) -> Option<Vec<(usize, char)>> {
    let mut found = Vec::new();
    let mut byte = 0;
    while let Some(next) = text[byte..].chars().next() {
        let rest = &text[byte..];
        byte += if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            length_of_comment(rest)?
        } else if let Some(hashes) = hashes_of_raw_string(rest) {
            let end = format!("\"{}", "#".repeat(hashes));
            let inside = 2 + hashes;
            inside + rest[inside..].find(&end)? + end.len()
        } else if next == '"' {
            length_of_string(rest)?
        } else if next == '\'' {
            length_of_letter(rest)
        } else {
            found.push((byte, next));
            next.len_utf8()
        };
    }
    Some(found)
}

/// Returns the length of the comment at the beginning of a text, which may contain others.
fn length_of_comment(text: &str) -> Option<usize> {
    let (mut depth, mut byte) = (0, 0);
    loop {
        let rest = &text[byte..];
        let next = rest.find(['/', '*'])?;
        let rest = &rest[next..];
        byte += next + 2;
        if rest.starts_with("/*") {
            depth += 1;
        } else if rest.starts_with("*/") {
            depth -= 1;
        } else {
            byte -= 1;
        }
        if depth == 0 {
            return Some(byte);
        }
    }
}

/// Returns the number of hashes if a raw string is at the beginning of a text.
fn hashes_of_raw_string(text: &str) -> Option<usize> {
    let after = text.strip_prefix('r')?;
    let quote = after.trim_start_matches('#');
    quote.starts_with('"').then_some(after.len() - quote.len())
}

/// Returns the length of the string at the beginning of a text, with its quotes.
fn length_of_string(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (byte, letter) in text.char_indices().skip(1) {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return Some(byte + 1),
            _ => {}
        }
    }
    None
}

/// Returns the length of the letter in quotes at the beginning of a text, or of the quote of a
/// lifetime.
fn length_of_letter(text: &str) -> usize {
    let mut letters = text.char_indices().skip(1);
    match (letters.next(), letters.next()) {
        (Some((_, '\\')), Some((byte, escaped))) => {
            let rest = &text[byte + escaped.len_utf8()..];
            byte + escaped.len_utf8() + rest.find('\'').map_or(0, |end| end + 1)
        }
        (Some(_), Some((end, '\''))) => end + 1,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::{printed, unbalanced};

    #[test]
    fn the_bracket_that_is_at_fault_is_named() {
        for (text, expected) in [
            ("a(b[c]{d})", None),
            ("// (\n/* [ */ \"{\\\"(\" ()", None),
            (
                "x\n  (a + (b)\n]",
                Some("the `(` in line 2, column 3 is not closed before the `]` in line 3"),
            ),
            ("(a))\n", Some("the `)` in line 1 closes nothing")),
            ("é({\n}", Some("the `(` in line 1, column 2 is not closed")),
            ("cos(t", Some("the `(` is not closed")),
            ("t)", Some("the `)` closes nothing")),
        ] {
            assert_eq!(unbalanced(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn characters_of_printed_formulas_are_recognised_in_code_alone() {
        assert_eq!(printed("x \u{2212} 1"), Some(('\u{2212}', "-")));
        assert_eq!(printed("x_dot\u{b2}"), Some(('\u{b2}', ".powi(2)")));
        assert_eq!(printed("x // in m\u{b2}"), None);
    }

    #[test]
    fn brackets_are_right_in_texts_with_other_mistakes() {
        for text in [
            "(a = \"x, b)",
            "(a /* b)",
            "(/* a /* b ( */ c ( */ §)",
            "[r\"a\\\" §]",
            "[r#\"a\"(\"# §]",
            "['(' '\\'' ')' &'a §]",
        ] {
            assert_eq!(unbalanced(text), None, "{text}");
        }
        let long = "()".repeat(1 << 20);
        assert_eq!(unbalanced(&format!("§{long}")), None);
    }
}

//! The bracket at which a text that is no list of tokens goes wrong.

use crate::model_file::place_behind;

/// Describes the first bracket that is not closed, or that closes nothing; `None` if all brackets
/// outside of strings and comments are balanced.
pub(crate) fn unbalanced(text: &str) -> Option<String> {
    let mut open: Vec<(char, usize)> = Vec::new();
    for (byte, bracket) in brackets(text) {
        let Some(opening) = opening(bracket) else {
            open.push((bracket, byte));
            continue;
        };
        let (line, _) = place_behind(&text[..byte]);
        match open.pop() {
            None => return Some(format!("the `{bracket}` in line {line} closes nothing")),
            Some((last, start)) if last != opening => {
                let not_closed = not_closed(text, last, start);
                return Some(format!(
                    "{not_closed} before the `{bracket}` in line {line}"
                ));
            }
            Some(_) => {}
        }
    }
    let (bracket, start) = open.pop()?;
    Some(not_closed(text, bracket, start))
}

fn not_closed(text: &str, bracket: char, byte: usize) -> String {
    let (line, column) = place_behind(&text[..byte]);
    format!("the `{bracket}` in line {line}, column {column} is not closed")
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

/// Returns the brackets outside of strings and comments, with their places.
fn brackets(text: &str) -> Vec<(usize, char)> {
    let mut found = Vec::new();
    let mut byte = 0;
    while let Some(next) = text[byte..].chars().next() {
        let rest = &text[byte..];
        byte += if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if next == '"' {
            length_of_string(rest)
        } else {
            if "()[]{}".contains(next) {
                found.push((byte, next));
            }
            next.len_utf8()
        };
    }
    found
}

/// Returns the length of the string at the beginning of a text, with its quotes.
fn length_of_string(text: &str) -> usize {
    let mut is_escaped = false;
    for (byte, letter) in text.char_indices().skip(1) {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return byte + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::unbalanced;

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
        ] {
            assert_eq!(unbalanced(text).as_deref(), expected, "{text}");
        }
    }
}

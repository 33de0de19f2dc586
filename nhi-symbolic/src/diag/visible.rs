//! Text of other people's files, made fit to be shown.
//!
//! What stands in a model, a scenario or a path may hold characters that a terminal obeys, that change
//! the order in which text is read, or that have no shape. They are shown by their numbers.

use std::borrow::Cow;

/// A text of several lines whose [hidden](is_hidden) characters, but for tabs and the ends of lines, are
/// written as `\u{1b}`.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| {
        is_hidden(letter) && !matches!(letter, '\n' | '\t')
    })
}

/// The same of a text that is to stay in one line: ends of lines and tabs are written as `\n` and
/// `\t`.
#[must_use]
pub fn visible_line(text: &str) -> Cow<'_, str> {
    escaped(text, is_hidden)
}

/// Whether a character acts on what is around it and is not seen itself: control characters, marks of
/// direction, separators of lines and paragraphs, signs without a shape, and the last two, which are no characters.
#[must_use]
pub fn is_hidden(letter: char) -> bool {
    if letter.is_ascii() {
        return letter.is_ascii_control();
    }
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{fffe}'
                | '\u{ffff}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_escaped(letter) {
            shown.extend(letter.escape_default());
        } else {
            shown.push(letter);
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A terminal sequence, one of C1, a reversal, a mark and a sign of no width.
    const HOSTILE: &str = "a\u{1b}[31m\u{9b}2J\u{202e}b\u{200f}\u{feff}\r\n\tc";

    #[test]
    fn what_acts_is_shown_by_its_number() {
        assert_eq!(
            visible(HOSTILE),
            "a\\u{1b}[31m\\u{9b}2J\\u{202e}b\\u{200f}\\u{feff}\\r\n\tc"
        );
        assert_eq!(
            visible_line(HOSTILE),
            "a\\u{1b}[31m\\u{9b}2J\\u{202e}b\\u{200f}\\u{feff}\\r\\n\\tc"
        );
        let all: String = ('\0'..=char::MAX).collect();
        assert!(!visible_line(&all).contains(is_hidden));
    }

    #[test]
    fn text_in_any_script_stays() {
        for text in ["θ̇ = 変 \\ ع", "a\n\tb", ""] {
            assert!(matches!(visible(text), Cow::Borrowed(same) if same == text));
        }
    }
}

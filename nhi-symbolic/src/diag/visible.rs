//! Safe display of untrusted text.
//!
//! A model, a scenario or a path may contain characters that control a terminal, that change the
//! reading order of text, or that are invisible. Such characters are displayed as numbers.

use std::borrow::Cow;

/// Escapes the [hidden](is_hidden) characters of a text of several lines, for example as `\u{1b}`.
/// Tabs and line ends are kept.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| {
        is_hidden(letter) && !matches!(letter, '\n' | '\t')
    })
}

/// Escapes the hidden characters of a text that must fit on one line. Line ends and tabs are
/// written as `\n` and `\t`.
#[must_use]
pub fn visible_line(text: &str) -> Cow<'_, str> {
    escaped(text, is_hidden)
}

/// Returns true for invisible characters that affect their surroundings. These are control
/// characters, directional marks, line and paragraph separators, invisible signs, and the last two
/// code points, which are not characters.
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

    /// A terminal sequence, a C1 control, a direction override, a mark and a zero-width sign.
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

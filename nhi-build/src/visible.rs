//! Text of other people's files, made fit to be shown.
//!
//! What stands in a model, a scenario or a path may hold characters that a terminal obeys or that
//! change the order in which text is read. They are shown by their numbers.

use std::borrow::Cow;
use std::path::Path;

/// A text of several lines whose control characters, but for tabs and the ends of lines, and whose
/// bidirectional controls are written as `\u{1b}`.
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

/// A path in one line; what is no text in it is replaced.
#[must_use]
pub fn visible_path(path: &Path) -> String {
    visible_line(&path.to_string_lossy()).into_owned()
}

/// A text of as many bytes, every character at its place, with substitutes for those that are not
/// shown. Tabs and ends of lines stay.
pub(crate) fn with_substitutes(text: &str) -> Cow<'_, str> {
    let is_replaced = |letter| is_hidden(letter) && !matches!(letter, '\n' | '\r' | '\t');
    if !text.contains(is_replaced) {
        return Cow::Borrowed(text);
    }
    let substitute = |letter: char| match letter.len_utf8() {
        _ if !is_replaced(letter) => letter,
        1 => '?',
        2 => '\u{bf}',
        _ => char::REPLACEMENT_CHARACTER,
    };
    text.chars().map(substitute).collect::<String>().into()
}

/// Whether a character acts on a terminal, or on the order of others, and is not seen itself.
fn is_hidden(letter: char) -> bool {
    let is_bidirectional = matches!(
        letter,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{206f}'
    );
    // Separators end lines, and the last two are no characters, which XML refuses.
    let is_other = matches!(letter, '\u{2028}' | '\u{2029}' | '\u{fffe}' | '\u{ffff}');
    letter.is_control() || is_bidirectional || is_other
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

    /// A terminal sequence, one of C1, a reversal and a mark.
    const HOSTILE: &str = "a\u{1b}[31m\u{9b}2J\u{202e}b\u{200f}\r\n\tc";

    #[test]
    fn what_acts_is_shown_by_its_number() {
        assert_eq!(
            visible(HOSTILE),
            "a\\u{1b}[31m\\u{9b}2J\\u{202e}b\\u{200f}\\r\n\tc"
        );
        assert_eq!(
            visible_line(HOSTILE),
            "a\\u{1b}[31m\\u{9b}2J\\u{202e}b\\u{200f}\\r\\n\\tc"
        );
    }

    #[test]
    fn text_in_any_script_stays() {
        for text in ["θ̇ = 変 \\ ع", "a\n\tb", ""] {
            assert!(matches!(visible(text), Cow::Borrowed(same) if same == text));
            assert!(matches!(with_substitutes(text), Cow::Borrowed(same) if same == text));
        }
    }

    #[test]
    fn substitutes_keep_every_place() {
        let text = with_substitutes(HOSTILE);
        assert_eq!(text.len(), HOSTILE.len());
        assert_eq!(text.find('c'), HOSTILE.find('c'));
        assert!(!text.contains(|letter| is_hidden(letter) && !letter.is_whitespace()));
    }
}

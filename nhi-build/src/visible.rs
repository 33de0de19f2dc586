//! Text from untrusted files: paths, and text whose positions must be preserved.

use std::borrow::Cow;
use std::path::Path;

use nhi_symbolic::{is_hidden, visible_line};

/// Returns a path in one line; invalid text in it is replaced.
#[must_use]
pub fn visible_path(path: &Path) -> String {
    visible_line(&path.to_string_lossy()).into_owned()
}

/// Returns a text of the same length in bytes, with every character at its position and substitutes
/// for hidden characters. Tabs and line ends stay.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn substitutes_keep_every_place() {
        let hostile = "a\u{1b}[31m\u{9b}2J\u{202e}b\u{200f}\r\n\tc";
        let text = with_substitutes(hostile);
        assert_eq!(text.len(), hostile.len());
        assert_eq!(text.find('c'), hostile.find('c'));
        assert!(!text.contains(|letter| is_hidden(letter) && !letter.is_whitespace()));
    }

    #[test]
    fn text_in_any_script_is_its_own_substitute() {
        for text in ["θ̇ = 変 \\ ع", "a\n\tb", ""] {
            assert!(matches!(with_substitutes(text), Cow::Borrowed(same) if same == text));
        }
    }
}

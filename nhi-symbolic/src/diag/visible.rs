//! Signs that act, made visible.

use std::fmt::Write;

/// The text on one line, with every sign that acts on a terminal or on the order of other signs, and every one that cannot be
/// seen, as `\u{...}`.
///
/// Texts of a stranger's file, and the file's name, pass through here before they are shown or become part of a comment.
#[must_use]
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '\t' => out.push(' '),
            _ if acts(sign) => drop(write!(out, "{}", sign.escape_unicode())),
            _ => out.push(sign),
        }
    }
    out
}

/// Control characters, marks of direction, separators of lines and paragraphs, and signs without a shape.
fn acts(sign: char) -> bool {
    sign.is_control()
        || matches!(
            sign,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_stay_and_signs_that_act_are_shown() {
        assert_eq!(visible("Δ mass, 変数 [kg]"), "Δ mass, 変数 [kg]");
        assert_eq!(visible("a\tb\nc\u{1b}[2J"), "a b\\u{a}c\\u{1b}[2J");
        assert_eq!(
            visible("x\u{202e}y\u{2066}\u{feff}"),
            "x\\u{202e}y\\u{2066}\\u{feff}"
        );
        assert!(!visible(&('\0'..='\u{ffff}').collect::<String>()).contains(acts));
    }
}

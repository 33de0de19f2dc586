//! Documentation comments of the emitted code.

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::item::{Docs, Origin};

/// One `///` per line of a text of the compiler's own.
pub(super) fn docs(text: &str) -> TokenStream {
    let lines: Vec<_> = text.lines().map(str::to_owned).collect();
    comment(&lines)
}

/// The documentation of a struct or a field: as written in the user's own source, where it may hold links and tests, and as
/// plain text where it comes from a model file.
pub(super) fn item_docs(docs: &Docs, origin: Origin) -> TokenStream {
    match origin {
        Origin::Source => {
            let texts = docs.as_written();
            quote!(#( #[doc = #texts] )*)
        }
        Origin::ModelFile => {
            let lines: Vec<_> = docs.lines().iter().map(|line| plain(line)).collect();
            comment(&lines)
        }
    }
}

/// What a text of the compiler's own says of a name, with what the model says of it as plain text.
pub(super) fn docs_with(text: &str, meaning: Option<&str>) -> TokenStream {
    let mut lines = vec![text.to_owned()];
    if let Some(meaning) = meaning {
        lines.push(String::new());
        lines.extend(meaning.lines().map(plain));
    }
    comment(&lines)
}

fn comment(lines: &[String]) -> TokenStream {
    let lines = lines.iter().map(|line| {
        if line.is_empty() {
            String::new()
        } else {
            format!(" {line}")
        }
    });
    quote!(#( #[doc = #lines] )*)
}

/// A line that Markdown reads as the text that it is: no code, which rustdoc would run as a test, no HTML, no link, no image,
/// no list, heading or table.
///
/// The line has no blanks in front, so it is no indented code. A backslash in front of a sign takes its meaning; within the
/// line that is needed for the signs that open code, HTML, links, entities, tables and strikes, in front also for those that
/// begin a block.
fn plain(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    for (place, sign) in line.char_indices() {
        let opens = matches!(sign, '\\' | '`' | '~' | '<' | '[' | '&' | '|');
        let begins = place == 0 && matches!(sign, '#' | '>' | '-' | '+' | '*' | '=' | '_' | ':');
        let counts = place == digits && digits > 0 && matches!(sign, '.' | ')');
        if opens || begins || counts {
            out.push('\\');
        }
        out.push(sign);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn units_and_names_stay_readable() {
        assert_eq!(
            plain("Moment of inertia, kg m^2"),
            "Moment of inertia, kg m^2"
        );
        assert_eq!(plain("Mass [kg], a_b * c"), "Mass \\[kg], a_b * c");
        assert_eq!(plain("0.5 of 2. x"), "0\\.5 of 2. x");
    }

    #[test]
    fn what_begins_a_block_or_markup_is_escaped() {
        assert_eq!(plain("```rust"), "\\`\\`\\`rust");
        assert_eq!(plain("~~~"), "\\~\\~\\~");
        assert_eq!(plain("- a"), "\\- a");
        assert_eq!(plain("12) a"), "12\\) a");
        assert_eq!(plain("<b>&lt;"), "\\<b>\\&lt;");
        assert_eq!(plain("[x](javascript:1)"), "\\[x](javascript:1)");
        assert_eq!(plain("\\["), "\\\\\\[");
    }
}

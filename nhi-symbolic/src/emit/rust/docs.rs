//! Documentation comments of the emitted code.

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::item::{Docs, Origin};

/// Returns one `///` per line of a text written by the compiler.
pub(super) fn docs(text: &str) -> TokenStream {
    let lines: Vec<_> = text.lines().map(str::to_owned).collect();
    comment(&lines)
}

/// Returns the documentation of a field: that of an item, with units in brackets escaped, because
/// they are not links.
pub(super) fn field_docs(docs: &Docs, origin: Origin) -> TokenStream {
    match origin {
        Origin::Source => {
            let texts = without_unit_links(docs.as_written());
            quote!(#( #[doc = #texts] )*)
        }
        Origin::ModelFile => item_docs(docs, origin),
    }
}

/// Returns the documentation of a struct or a field. That of the user's own source is unchanged and
/// may contain links and tests; that of a model file is plain text.
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

/// Returns a text written by the compiler about a name, with the documentation in the model as
/// plain text.
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

/// Escapes a line so that Markdown displays it as it is. It cannot become code, which rustdoc would
/// run as a test. Nor can it become HTML, a link, an image, a list, a heading or a table.
///
/// The line has no leading blanks, so it is not indented code. A backslash before a sign removes
/// its special meaning. Within the line, this is needed for the signs that begin code, HTML, links,
/// entities, tables and strikethrough. At the beginning of the line, it is also needed for those
/// that begin a block.
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

/// Returns the texts with a backslash before every unit such as `[kg]`, which rustdoc would read as
/// a link to an item of that name.
///
/// Links are kept: those with a target, with a definition in the text, around code, to a path, or
/// to a name in the style of a type.
fn without_unit_links(texts: &[String]) -> Vec<String> {
    let defined: Vec<&str> = texts
        .iter()
        .flat_map(|text| text.lines())
        .filter_map(definition)
        .collect();
    let mut is_code = false;
    let mut escape = |line: &str| {
        let is_fence = ["```", "~~~"]
            .iter()
            .any(|fence| line.trim_start().starts_with(fence));
        is_code ^= is_fence;
        match is_code || is_fence {
            true => line.to_owned(),
            false => escaped(line, &defined),
        }
    };
    let lines = texts
        .iter()
        .map(|text| -> Vec<String> { text.split('\n').map(&mut escape).collect() });
    lines.map(|lines| lines.join("\n")).collect()
}

/// Returns the label that a line `[label]: target` defines.
fn definition(line: &str) -> Option<&str> {
    let (label, behind) = line.trim_start().strip_prefix('[')?.split_once(']')?;
    behind.starts_with(':').then_some(label)
}

fn escaped(line: &str, defined: &[&str]) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(place) = rest.find(['[', '`', '\\']) {
        let (before, from) = rest.split_at(place);
        out.push_str(before);
        let taken = match from.as_bytes()[0] {
            b'[' => {
                let is_part = out.ends_with([']', '!']);
                if !is_part && is_unit(from, defined) {
                    out.push('\\');
                }
                1
            }
            b'`' => code_span(from),
            _ => 1 + from[1..].chars().next().map_or(0, char::len_utf8),
        };
        out.push_str(&from[..taken]);
        rest = &from[taken..];
    }
    out.push_str(rest);
    out
}

/// Returns the length of the code span at the start of a text, or of its backticks if the span is
/// not closed.
fn code_span(text: &str) -> usize {
    let ticks = text.len() - text.trim_start_matches('`').len();
    let (mark, behind) = text.split_at(ticks);
    behind.find(mark).map_or(ticks, |length| length + 2 * ticks)
}

/// Returns true if the brackets at the start of a text contain a unit, such as `kg` or `kg m^2`.
fn is_unit(text: &str, defined: &[&str]) -> bool {
    let Some((label, behind)) = text[1..].split_once(']') else {
        return false;
    };
    let of_type = label.len() > 3 && label.starts_with(|c: char| c.is_ascii_uppercase());
    let of_path = label.contains(['[', '`', ':', '!', '(', '<', '@', '#', '"']);
    let is_link = behind.starts_with(['(', '[', ':']) || defined.contains(&label);
    let is_footnote = label.starts_with('^');
    !(label.trim().is_empty() || of_type || of_path || is_link || is_footnote)
}

#[cfg(test)]
mod tests {
    use super::{plain, without_unit_links};

    fn of_field(text: &str) -> String {
        without_unit_links(&[text.to_owned()]).concat()
    }

    #[test]
    fn units_in_brackets_are_no_links() {
        assert_eq!(of_field(" Total mass [kg]"), " Total mass \\[kg]");
        assert_eq!(of_field(" [m], or [kg m^2]"), " \\[m], or \\[kg m^2]");
        assert_eq!(of_field(" a\n b [N]"), " a\n b \\[N]");
        assert_eq!(of_field(" [°]\\[m]"), " \\[°]\\[m]");
    }

    #[test]
    fn links_and_code_stay() {
        for text in [
            " as [`Sleigh`] has",
            " see [Sleigh], [crate::m] and [m()]",
            " [kg](https://example.org), [kg][si], ![kg](picture.svg)",
            " `x[i]` and ``y[`j`]``",
            " \\[kg]",
            " [^1] and [ ] and [kg",
            " ```\n let x = y[i];\n ```",
            " in [kg]\n\n [kg]: https://example.org",
        ] {
            assert_eq!(of_field(text), text, "{text}");
        }
    }

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

//! Diagnostics with the source lines to which they refer.

use core::ops::Range;
use std::path::Path;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use nhi_symbolic::{Diagnostic, Severity, visible};

use crate::model_file::ModelFile;
use crate::visible::{visible_path, with_substitutes};

/// The style of a text for a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// With escape sequences.
    Styled,
    /// Plain text.
    Plain,
}

/// A mistake at a location in a file.
#[derive(Clone, Debug)]
pub struct Mistake<'a> {
    /// The code in the catalogue, if it has one.
    pub code: Option<&'a str>,
    /// The severity: a mistake or a remark.
    pub severity: Severity,
    /// The range of bytes of the text that it is about.
    pub range: Range<usize>,
    /// A description of what was found.
    pub found: &'a str,
    /// The requirement.
    pub required: &'a str,
    /// The remedy.
    pub help: &'a str,
}

/// Renders a diagnostic as a text of several lines: the mistake, the source, the requirement, the
/// remedy. Control characters in any of them are made visible, so a terminal does not obey them.
#[must_use]
pub fn render(file: &ModelFile, diagnostic: &Diagnostic, colour: Colour) -> String {
    let code = diagnostic.code.to_string();
    let mistake = Mistake {
        code: Some(&code),
        severity: diagnostic.severity,
        range: diagnostic.span.byte_range(),
        found: &diagnostic.found,
        required: &diagnostic.required,
        help: &diagnostic.help,
    };
    render_mistake(file, &mistake, colour)
}

/// Renders, like [`render`], a mistake in a file that is not a model.
#[must_use]
pub fn render_mistake(file: &ModelFile, mistake: &Mistake<'_>, colour: Colour) -> String {
    let excerpt = Excerpt::around(&file.text, within(&file.text, &mistake.range));
    render_excerpt(&file.path, excerpt, mistake, colour)
}

fn render_excerpt(
    path: &Path,
    excerpt: Excerpt<'_>,
    mistake: &Mistake<'_>,
    colour: Colour,
) -> String {
    let level = match mistake.severity {
        Severity::Error => Level::ERROR,
        Severity::Note => Level::NOTE,
    };
    let path = visible_path(path);
    let source = with_substitutes(excerpt.text);
    let found = visible(mistake.found);
    let required = visible(mistake.required);
    let help = visible(mistake.help);
    let mut title = level.primary_title(found.as_ref());
    if let Some(code) = mistake.code {
        title = title.id(code);
    }
    let marker = AnnotationKind::Primary.span(excerpt.range);
    let mut group: Group<'_> = title.element(
        Snippet::source(source.as_ref())
            .line_start(excerpt.first_line)
            .path(path.as_str())
            .annotation(marker),
    );
    if !required.is_empty() {
        let level = Level::NOTE.with_name("required");
        group = group.element(level.message(required.as_ref()));
    }
    if !help.is_empty() {
        group = group.element(Level::HELP.message(help.as_ref()));
    }
    let renderer = match colour {
        Colour::Styled => Renderer::styled().decor_style(DecorStyle::Unicode),
        Colour::Plain => Renderer::plain(),
    };
    renderer.render(&[group]).to_string()
}

/// Returns the bytes that are pointed at, clamped to the text whatever the span is.
fn within(text: &str, range: &Range<usize>) -> Range<usize> {
    let end = range.end.min(text.len());
    range.start.min(end)..end
}

/// Some lines of a text. The renderer reads all of its source for each mistake, and a long text can
/// have many.
struct Excerpt<'a> {
    text: &'a str,
    /// The range in the excerpt.
    range: Range<usize>,
    /// The number of its first line, from one.
    first_line: usize,
}

impl<'a> Excerpt<'a> {
    /// Returns the lines that contain a range, the line before them and the line after them.
    fn around(text: &'a str, range: Range<usize>) -> Self {
        let bytes = text.as_bytes();
        let line_start = |place: usize| {
            let end = bytes[..place].iter().rposition(|byte| *byte == b'\n');
            end.map_or(0, |end| end + 1)
        };
        let begin = line_start(line_start(range.start).saturating_sub(1));
        let mut ends = (range.end..bytes.len()).filter(|place| bytes[*place] == b'\n');
        let end = ends.nth(1).map_or(bytes.len(), |place| place + 1);
        Self {
            text: &text[begin..end],
            range: range.start - begin..range.end - begin,
            first_line: 1 + bytes[..begin].iter().filter(|byte| **byte == b'\n').count(),
        }
    }
}

#[cfg(test)]
mod tests {
    use nhi_symbolic::Code;

    use super::*;

    const HOSTILE: &str = "a\u{1b}[31m\u{9b}2J\u{202e}b";

    fn hostile() -> (ModelFile, Diagnostic) {
        let file = ModelFile {
            path: format!("{HOSTILE}\nc.nhi").into(),
            text: format!("{HOSTILE} = 1\n"),
        };
        let span = proc_macro2::Span::call_site();
        let found = format!("unexpected `\"c\r\n{HOSTILE}`");
        let diagnostic = Diagnostic::error(Code::RustSyntax, span, found, HOSTILE).help(HOSTILE);
        (file, diagnostic)
    }

    #[test]
    fn an_excerpt_is_rendered_like_the_whole_text() {
        for text in [
            "",
            "a",
            "\n",
            "ab\ncd\n\nef\r\nghi\nj",
            "one\ntwo\nthree\nfour\nfive\nsix\n",
        ] {
            let ends =
                (0..=text.len()).flat_map(|start| (start..=text.len()).map(move |end| start..end));
            for range in ends {
                let mistake = Mistake {
                    code: None,
                    severity: Severity::Error,
                    range: range.clone(),
                    found: "found",
                    required: "required",
                    help: "",
                };
                let whole = Excerpt {
                    text,
                    range: range.clone(),
                    first_line: 1,
                };
                let [excerpt, whole] =
                    [Excerpt::around(text, range.clone()), whole].map(|excerpt| {
                        render_excerpt(Path::new("m.nhi"), excerpt, &mistake, Colour::Plain)
                    });
                assert_eq!(excerpt, whole, "{range:?} of {text:?}");
            }
        }
    }

    #[test]
    fn nothing_that_a_terminal_obeys_is_rendered() {
        let (file, diagnostic) = hostile();
        let text = render(&file, &diagnostic, Colour::Plain);
        assert_eq!(visible(&text), text);
        let styled = render(&file, &diagnostic, Colour::Styled);
        for sequence in ["\u{1b}[31m\u{9b}", "\u{9b}", "\u{202e}"] {
            assert!(!styled.contains(sequence), "{styled:?}");
        }
    }
}

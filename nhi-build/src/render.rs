//! Diagnostics with the source lines that they point at.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use nhi_symbolic::{Diagnostic, Severity};

use crate::model_file::ModelFile;
use crate::visible::{visible, visible_line, visible_path, with_substitutes};

/// Whether a text is styled for a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// With escape sequences.
    Styled,
    /// Plain text.
    Plain,
}

/// A diagnostic as a text of several lines: the mistake, the source, what is required, what to do.
/// What a terminal would obey in any of them is shown instead.
#[must_use]
pub fn render(file: &ModelFile, diagnostic: &Diagnostic, colour: Colour) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Note => Level::NOTE,
    };
    let path = visible_path(&file.path);
    let source = with_substitutes(&file.text);
    let found = visible(&diagnostic.found);
    let required = visible(&diagnostic.required);
    let help = visible(&diagnostic.help);
    let code = diagnostic.code.to_string();
    let range = range_of(file, diagnostic);
    let marker = AnnotationKind::Primary.span(range);
    let mut group: Group<'_> = level
        .primary_title(found.as_ref())
        .id(code.as_str())
        .element(
            Snippet::source(source.as_ref())
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

/// A diagnostic in one line, `file:line:column: [E040] ...`, lines and columns counted from 1.
#[must_use]
pub fn one_line(file: &ModelFile, diagnostic: &Diagnostic) -> String {
    let start = diagnostic.span.start();
    let text = diagnostic.to_string().replace("\n  ", "; ");
    let line = format!(
        "{}:{}:{}: {text}",
        visible_path(&file.path),
        start.line,
        start.column + 1
    );
    visible_line(&line).into_owned()
}

/// The bytes that a diagnostic points at, within the text whatever the span says.
fn range_of(file: &ModelFile, diagnostic: &Diagnostic) -> core::ops::Range<usize> {
    let range = diagnostic.span.byte_range();
    let end = range.end.min(file.text.len());
    range.start.min(end)..end
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
    fn one_line_is_one_line_whatever_was_found() {
        let (file, diagnostic) = hostile();
        let line = one_line(&file, &diagnostic);
        assert_eq!(visible_line(&line), line);
        assert!(line.contains("\\nc.nhi:") && line.contains("; "), "{line}");
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

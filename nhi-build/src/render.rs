//! Diagnostics with the source lines that they point at.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use nhi_symbolic::{Diagnostic, Severity};

use crate::model_file::ModelFile;

/// Whether a text is styled for a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// With escape sequences.
    Styled,
    /// Plain text.
    Plain,
}

/// A diagnostic as a text of several lines: the mistake, the source, what is required, what to do.
#[must_use]
pub fn render(file: &ModelFile, diagnostic: &Diagnostic, colour: Colour) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Note => Level::NOTE,
    };
    let path = file.path.display().to_string();
    let code = diagnostic.code.to_string();
    let range = range_of(file, diagnostic);
    let marker = AnnotationKind::Primary.span(range);
    let mut group: Group<'_> = level
        .primary_title(diagnostic.found.as_str())
        .id(code.as_str())
        .element(
            Snippet::source(file.text.as_str())
                .path(path.as_str())
                .annotation(marker),
        );
    if !diagnostic.required.is_empty() {
        group = group.element(
            Level::NOTE
                .with_name("required")
                .message(diagnostic.required.as_str()),
        );
    }
    if !diagnostic.help.is_empty() {
        group = group.element(Level::HELP.message(diagnostic.help.as_str()));
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
        file.path.display(),
        start.line,
        start.column + 1
    );
    // What was found may be a piece of the text, and a path any name.
    line.replace(char::is_control, " ")
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

    #[test]
    fn one_line_is_one_line_whatever_was_found() {
        let file = ModelFile {
            path: "a\nb.nhi".into(),
            text: String::new(),
        };
        let span = proc_macro2::Span::call_site();
        let diagnostic =
            Diagnostic::error(Code::RustSyntax, span, "unexpected `\"c\r\nd`", "e").help("f");
        let line = one_line(&file, &diagnostic);
        assert!(!line.contains(char::is_control), "{line:?}");
        assert!(
            line.starts_with("a b.nhi:") && line.contains("; "),
            "{line}"
        );
    }
}

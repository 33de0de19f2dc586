//! The visibility of the struct and its fields.

use super::parser::Parser;
use crate::diag::{Code, Diagnostic};
use crate::model::item::Visibility;

/// Reads the visibility at the cursor. Scopes other than the crate and the module above are
/// reported.
pub(super) fn visibility(parser: &mut Parser<'_>) -> Visibility {
    if parser.cursor.ident().is_none_or(|(word, _)| word != "pub") {
        return Visibility::Private;
    }
    parser.skip_token();
    let Some((inside, _)) = parser.parentheses() else {
        return Visibility::Public;
    };
    let span = parser.here();
    parser.skip_token();
    let scope = inside.ident().filter(|(_, behind)| behind.eof());
    let scope = scope.map_or_else(String::new, |(word, _)| word.to_string());
    match scope.as_str() {
        "crate" => Visibility::Crate,
        "super" => Visibility::Super,
        "self" => Visibility::Private,
        _ => {
            parser.report(Diagnostic::error(
                Code::RustSyntax,
                span,
                "a visibility with another scope",
                "`pub`, `pub(crate)`, `pub(super)` or nothing",
            ));
            Visibility::Private
        }
    }
}

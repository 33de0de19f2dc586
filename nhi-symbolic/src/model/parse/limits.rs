//! Bounds on the raw tokens, checked before any recursion over them.

use proc_macro2::{TokenStream, TokenTree};

use crate::diag::{Code, Diagnostic, Diagnostics};

/// Deepest nesting of delimiters.
pub(super) const MAX_DEPTH: usize = 128;
/// Largest number of tokens of a model.
pub(super) const MAX_TOKENS: usize = 50_000;

/// Reports each outermost group that is nested too deeply, and the first token beyond the maximum
/// number.
pub(super) fn check_limits(tokens: &TokenStream, diagnostics: &mut Diagnostics) {
    let mut enclosing = vec![tokens.clone().into_iter()];
    let mut count = 0;
    while let Some(innermost) = enclosing.last_mut() {
        let Some(token) = innermost.next() else {
            enclosing.pop();
            continue;
        };
        count += 1;
        if count > MAX_TOKENS {
            diagnostics.push(too_large(&token));
            return;
        }
        if let TokenTree::Group(group) = &token {
            if enclosing.len() > MAX_DEPTH {
                diagnostics.push(too_deep(&token));
            } else {
                enclosing.push(group.stream().into_iter());
            }
        }
    }
}

fn too_deep(group: &TokenTree) -> Diagnostic {
    Diagnostic::error(
        Code::NestingTooDeep,
        group.span(),
        "nested too deep",
        format!("at most {MAX_DEPTH} pairs of parentheses inside one another"),
    )
    .help("give parts of the expression names under `definitions`")
}

fn too_large(token: &TokenTree) -> Diagnostic {
    Diagnostic::error(
        Code::ModelTooLarge,
        token.span(),
        "the model is too large",
        format!("at most {MAX_TOKENS} tokens"),
    )
}

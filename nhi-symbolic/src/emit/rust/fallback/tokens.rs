//! Lists of tokens, read despite errors.

use proc_macro2::{Group, Spacing, TokenStream, TokenTree};

use crate::model::is_keyword;

/// Returns the identifiers in a list, or only those before an `=`.
pub(super) fn words(group: &Group, before_equals: bool) -> Vec<String> {
    let mut words = Vec::new();
    let mut tokens = group.stream().into_iter().peekable();
    while let Some(token) = tokens.next() {
        let TokenTree::Ident(word) = token else {
            continue;
        };
        let is_entry = matches!(
            tokens.peek(),
            Some(TokenTree::Punct(next)) if next.as_char() == '=' && next.spacing() == Spacing::Alone
        );
        if is_entry || !before_equals {
            words.push(word.to_string());
        }
    }
    words
}

/// Adds names, except those that are repeated or cannot be fields.
pub(super) fn extend(names: &mut Vec<String>, more: Vec<String>) {
    for name in more {
        let is_field = !is_keyword(&name) && syn::parse_str::<syn::Ident>(&name).is_ok();
        if is_field && !names.contains(&name) {
            names.push(name);
        }
    }
}

/// Returns the words of a list, each with the parentheses after it.
pub(super) fn calls(group: &Group) -> impl Iterator<Item = (String, Option<Group>)> {
    let mut tokens = group.stream().into_iter().peekable();
    core::iter::from_fn(move || {
        loop {
            let TokenTree::Ident(word) = tokens.next()? else {
                continue;
            };
            let parentheses = match tokens.peek() {
                Some(TokenTree::Group(group)) => Some(group.clone()),
                _ => None,
            };
            return Some((word.to_string(), parentheses));
        }
    })
}

pub(super) fn mentions_time(tokens: TokenStream) -> bool {
    let mut open = vec![tokens];
    while let Some(tokens) = open.pop() {
        for token in tokens {
            match token {
                TokenTree::Ident(name) if name == "t" => return true,
                TokenTree::Group(group) => open.push(group.stream()),
                _ => {}
            }
        }
    }
    false
}

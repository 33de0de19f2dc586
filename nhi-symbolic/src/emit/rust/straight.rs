//! Straight-line code beside the items that it belongs to.
//!
//! It is most of what is written. Tokens are copied into every item around them, and parsed again to be formatted; so
//! statements are set aside as trees, a marker stands for them, and they take its place where all is done.

use core::cell::RefCell;

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Expr;

use crate::model::item::Root;

use super::interface::{count, ident};
use super::root::rooted;

/// The macro that marks where statements belong.
const MARKER: &str = "__straight";

/// A statement that gives names to values.
#[derive(Clone, Debug)]
pub enum Let {
    /// `let a = x;`
    One(Ident, Expr),
    /// `let (a, b) = x;`
    Two([Ident; 2], Expr),
    /// `let (a, b,) = { let a = x; let b = y; (a, b,) };`
    Block(Vec<Ident>, Vec<Let>),
}

/// Statements that were set aside.
#[derive(Debug, Default)]
pub(super) struct Aside {
    bodies: RefCell<Vec<Vec<Let>>>,
}

/// The items of a model: tokens with markers, and the statements for these.
#[derive(Clone, Debug)]
pub struct Items {
    outline: TokenStream,
    bodies: Vec<Vec<Let>>,
}

impl Aside {
    /// Sets statements aside; gives what marks their place.
    pub(super) fn set(&self, statements: Vec<Let>) -> TokenStream {
        if statements.is_empty() {
            return TokenStream::new();
        }
        let mut bodies = self.bodies.borrow_mut();
        let (marker, place) = (ident(MARKER), count(bodies.len()));
        bodies.push(statements);
        quote!(#marker!(#place);)
    }

    /// The items, in whose tokens the markers are.
    pub(super) fn within(self, outline: TokenStream) -> Items {
        Items {
            outline,
            bodies: self.bodies.into_inner(),
        }
    }
}

impl Items {
    /// The same items where the crate is found at another path than `::nhi`, with nothing set aside.
    #[must_use]
    pub(crate) fn at_root(self, root: &Root) -> Self {
        Self {
            outline: rooted(self.into_token_stream(), root),
            bodies: Vec::new(),
        }
    }

    /// The tokens with markers, and for each of these its statements: `__straight!(2);` marks the place of the third ones.
    #[must_use]
    pub fn into_parts(self) -> (TokenStream, Vec<Vec<Let>>) {
        (self.outline, self.bodies)
    }

    /// The number of the statements that a macro marks the place of.
    #[must_use]
    pub fn marked(path: &syn::Path, tokens: &TokenStream) -> Option<usize> {
        let number = path.is_ident(MARKER).then(|| tokens.to_string())?;
        number.parse().ok()
    }
}

impl ToTokens for Items {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(filled(self.outline.clone(), &self.bodies));
    }
}

/// Groups nest as deep as emitted code does, which is bounded.
fn filled(outline: TokenStream, bodies: &[Vec<Let>]) -> TokenStream {
    let tokens: Vec<_> = outline.into_iter().collect();
    let mut out = TokenStream::new();
    let mut rest = &tokens[..];
    while let [token, tail @ ..] = rest {
        rest = tail;
        if let Some((place, behind)) = marker(token, tail) {
            out.extend(bodies[place].iter().map(ToTokens::to_token_stream));
            rest = behind;
        } else if let TokenTree::Group(group) = token {
            let mut whole = Group::new(group.delimiter(), filled(group.stream(), bodies));
            whole.set_span(group.span());
            out.extend([TokenTree::from(whole)]);
        } else {
            out.extend([token.clone()]);
        }
    }
    out
}

/// The number in a marker, and what stands behind it. A name of the user's may be the marker's, but is no macro.
fn marker<'t>(first: &TokenTree, rest: &'t [TokenTree]) -> Option<(usize, &'t [TokenTree])> {
    let TokenTree::Ident(name) = first else {
        return None;
    };
    let [
        TokenTree::Punct(bang),
        TokenTree::Group(number),
        TokenTree::Punct(_),
        behind @ ..,
    ] = rest
    else {
        return None;
    };
    if name != MARKER || bang.as_char() != '!' {
        return None;
    }
    let place = number.stream().to_string().parse().ok()?;
    Some((place, behind))
}

impl ToTokens for Let {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::One(name, value) => quote!(let #name = #value;).to_tokens(tokens),
            Self::Two([a, b], value) => quote!(let (#a, #b) = #value;).to_tokens(tokens),
            Self::Block(names, inner) => {
                quote!(let (#(#names,)*) = { #(#inner)* (#(#names,)*) };).to_tokens(tokens);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::syntax::variable;
    use super::*;

    #[test]
    fn statements_take_the_place_of_their_markers() {
        let aside = Aside::default();
        let [first, second, none] = [vec!["a", "b"], vec!["c"], vec![]].map(|names| {
            let names = names.into_iter().map(ident);
            aside.set(
                names
                    .map(|name| Let::One(name, variable(ident("x"))))
                    .collect(),
            )
        });
        let outline =
            quote!(fn f(__straight: f64) -> bool { #second { #first } #none !__straight });
        let whole = aside.within(outline).into_token_stream();
        let expected = quote! {
            fn f(__straight: f64) -> bool { let c = x; { let a = x; let b = x; } !__straight }
        };
        assert_eq!(whole.to_string(), expected.to_string());
    }
}

//! Straight-line code, stored separately from the items it belongs to.
//!
//! Most of the output is straight-line code. Tokens are copied into every surrounding item, and
//! parsed again to be formatted. The statements are therefore stored separately, with a marker in
//! their place, and inserted at the end.

use core::cell::RefCell;
use std::rc::Rc;

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Expr;

use crate::model::item::Root;
use crate::program::Value;
use crate::program::code;

use super::body::name_of;
use super::interface::{count, ident};
use super::root::rooted;
use super::syntax::{call, of_runtime};
use super::term::expr;

/// The macro that marks the place of statements.
const MARKER: &str = "__straight";

/// A statement that defines the names of values.
pub(super) type Line = code::Line<Rc<Expr>>;

/// A statement, or a block of them.
#[derive(Clone, Debug)]
pub(super) enum Let {
    /// `let a = x;` or `let (a, b) = sin_cos(x);`
    Line(Line),
    /// `let (a, b,) = { let a = x; let b = y; (a, b,) };`
    Block(Vec<Value>, Vec<Let>),
}

/// A statement with names and syntax trees.
#[derive(Clone, Debug)]
pub enum Written {
    /// `let a = x;`
    One(Ident, Expr),
    /// `let (a, b) = x;`
    Two([Ident; 2], Expr),
    /// `let (a, b,) = { let a = x; let b = y; (a, b,) };`
    Block(Vec<Ident>, Vec<Written>),
}

/// The stored statements.
#[derive(Debug, Default)]
pub(super) struct Aside {
    bodies: RefCell<Vec<Vec<Let>>>,
}

/// The items of a model: tokens with markers, and the statements for the markers.
#[derive(Clone, Debug)]
pub struct Items {
    outline: TokenStream,
    bodies: Bodies,
}

/// The statements for markers: `__straight!(2);` marks the place of the third statements.
#[derive(Clone, Debug, Default)]
pub struct Bodies(Vec<Vec<Let>>);

impl Aside {
    /// Stores statements; returns the marker for their place.
    pub(super) fn set(&self, statements: Vec<Let>) -> TokenStream {
        if statements.is_empty() {
            return TokenStream::new();
        }
        let mut bodies = self.bodies.borrow_mut();
        let (marker, place) = (ident(MARKER), count(bodies.len()));
        bodies.push(statements);
        quote!(#marker!(#place);)
    }

    /// Returns the items whose tokens contain the markers.
    pub(super) fn within(self, outline: TokenStream) -> Items {
        Items {
            outline,
            bodies: Bodies(self.bodies.into_inner()),
        }
    }
}

impl Items {
    /// Returns the same items for a crate at another path than `::nhi`, with all statements
    /// inserted.
    #[must_use]
    pub(crate) fn at_root(self, root: &Root) -> Self {
        Self {
            outline: rooted(self.into_token_stream(), root),
            bodies: Bodies::default(),
        }
    }

    /// Returns the tokens with markers, and the statements for the markers.
    #[must_use]
    pub fn into_parts(self) -> (TokenStream, Bodies) {
        (self.outline, self.bodies)
    }
}

impl Bodies {
    /// Takes the statements for the place that a macro marks.
    pub fn take_marked(
        &mut self,
        path: &syn::Path,
        tokens: &TokenStream,
    ) -> Option<impl Iterator<Item = Written> + use<>> {
        let number = path.is_ident(MARKER).then(|| tokens.to_string())?;
        let place: usize = number.parse().ok()?;
        let body = core::mem::take(&mut self.0[place]);
        Some(body.into_iter().map(|statement| statement.written()))
    }

    /// Returns true if all statements were taken.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Vec::is_empty)
    }
}

impl ToTokens for Items {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(filled(self.outline.clone(), &self.bodies.0));
    }
}

/// Inserts the statements into tokens. Groups are nested as deeply as in emitted code, whose depth
/// is bounded.
fn filled(outline: TokenStream, bodies: &[Vec<Let>]) -> TokenStream {
    let tokens: Vec<_> = outline.into_iter().collect();
    let mut out = TokenStream::new();
    let mut rest = &tokens[..];
    while let [token, tail @ ..] = rest {
        rest = tail;
        if let Some((place, behind)) = marker(token, tail) {
            let body = bodies[place].iter().map(Let::written);
            out.extend(body.map(|statement| statement.to_token_stream()));
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

/// Returns the number in a marker, and the tokens after it. A user's name may equal that of the
/// marker, but is not a macro.
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

impl Let {
    fn written(&self) -> Written {
        match self {
            Self::Line(Line::One(value, term)) => Written::One(name_of(*value), expr(term)),
            Self::Line(Line::SineCosine { values, angle, .. }) => {
                let argument = [expr(angle)].into_iter().collect();
                let both = call(of_runtime("sin_cos"), argument);
                Written::Two(values.map(name_of), both)
            }
            Self::Block(values, inner) => {
                let names = values.iter().map(|&value| name_of(value));
                Written::Block(names.collect(), inner.iter().map(Self::written).collect())
            }
        }
    }
}

impl ToTokens for Written {
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
    use crate::program::Tape;

    use super::super::syntax::variable;
    use super::super::term::Term;
    use super::*;

    #[test]
    fn statements_take_the_place_of_their_markers() {
        let aside = Aside::default();
        let mut tape: Tape = Tape::default();
        let x = Term::Given(Rc::new(variable(ident("x"))));
        let [a, b, c] = [0.5, 1.5, 2.5].map(|number| tape.constant(number));
        let [first, second, none] = [vec![a, b], vec![c], vec![]].map(|values| {
            let values = values.into_iter();
            aside.set(
                values
                    .map(|value| Let::Line(Line::One(value, x.clone())))
                    .collect(),
            )
        });
        let outline =
            quote!(fn f(__straight: f64) -> bool { #second { #first } #none !__straight });
        let whole = aside.within(outline).into_token_stream();
        let expected = quote! {
            fn f(__straight: f64) -> bool { let __t2 = x; { let __t0 = x; let __t1 = x; } !__straight }
        };
        assert_eq!(whole.to_string(), expected.to_string());
    }
}

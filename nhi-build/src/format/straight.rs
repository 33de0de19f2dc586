//! Straight-line code in the place of the markers for it.

use core::mem::take;

use nhi_symbolic::{Items, Let};
use proc_macro2::Ident;
use syn::punctuated::Punctuated;
use syn::{
    Block, Expr, ExprBlock, ExprPath, ExprTuple, ImplItem, Item, Local, LocalInit, Pat, PatIdent,
    PatTuple, Stmt, Token,
};

/// Puts statements where the items mark their places.
///
/// # Panics
/// Where statements have no place, which those of generated items have.
pub(super) fn fill(items: &mut [Item], mut bodies: Vec<Vec<Let>>) {
    items
        .iter_mut()
        .for_each(|item| fill_item(item, &mut bodies));
    assert!(
        bodies.iter().all(Vec::is_empty),
        "all that was set aside has its place"
    );
}

fn fill_item(item: &mut Item, bodies: &mut [Vec<Let>]) {
    match item {
        Item::Impl(item) => {
            for item in &mut item.items {
                if let ImplItem::Fn(function) = item {
                    fill_block(&mut function.block, bodies);
                }
            }
        }
        Item::Const(item) => fill_expr(&mut item.expr, bodies),
        _ => {}
    }
}

fn fill_block(block: &mut Block, bodies: &mut [Vec<Let>]) {
    for mut statement in take(&mut block.stmts) {
        match &mut statement {
            Stmt::Macro(marker) => {
                if let Some(place) = Items::marked(&marker.mac.path, &marker.mac.tokens) {
                    block.stmts.extend(statements(take(&mut bodies[place])));
                    continue;
                }
            }
            Stmt::Item(item) => fill_item(item, bodies),
            Stmt::Local(Local {
                init: Some(init), ..
            }) => fill_expr(&mut init.expr, bodies),
            Stmt::Expr(expr, _) => fill_expr(expr, bodies),
            Stmt::Local(_) => {}
        }
        block.stmts.push(statement);
    }
}

/// Statements stand in blocks, in closures and under conditions.
fn fill_expr(expr: &mut Expr, bodies: &mut [Vec<Let>]) {
    match expr {
        Expr::Block(block) => fill_block(&mut block.block, bodies),
        Expr::Closure(closure) => fill_expr(&mut closure.body, bodies),
        Expr::If(condition) => fill_block(&mut condition.then_branch, bodies),
        _ => {}
    }
}

fn statements(written: Vec<Let>) -> impl Iterator<Item = Stmt> {
    written.into_iter().map(statement)
}

fn statement(written: Let) -> Stmt {
    let (pattern, value) = match written {
        Let::One(name, value) => (pattern(name), value),
        Let::Two(names, value) => (tuple_pattern(names.into()), value),
        Let::Block(names, inner) => {
            let result = Expr::Tuple(ExprTuple {
                attrs: Vec::new(),
                paren_token: Default::default(),
                elems: names.iter().cloned().map(variable).collect(),
            });
            let mut stmts: Vec<_> = statements(inner).collect();
            stmts.push(Stmt::Expr(result, None));
            let value = Expr::Block(ExprBlock {
                attrs: Vec::new(),
                label: None,
                block: Block {
                    brace_token: Default::default(),
                    stmts,
                },
            });
            (tuple_pattern(names), value)
        }
    };
    Stmt::Local(Local {
        attrs: Vec::new(),
        let_token: <Token![let]>::default(),
        modifiers: Default::default(),
        pat: pattern,
        init: Some(LocalInit {
            eq_token: <Token![=]>::default(),
            expr: Box::new(value),
            diverge: None,
        }),
        semi_token: <Token![;]>::default(),
    })
}

fn variable(name: Ident) -> Expr {
    Expr::Path(ExprPath {
        attrs: Vec::new(),
        qself: None,
        path: name.into(),
    })
}

fn pattern(name: Ident) -> Pat {
    Pat::Ident(PatIdent {
        attrs: Vec::new(),
        by_ref: None,
        mutability: None,
        ident: name,
        subpat: None,
    })
}

fn tuple_pattern(names: Vec<Ident>) -> Pat {
    let mut elems: Punctuated<_, Token![,]> = names.into_iter().map(pattern).collect();
    // One pattern in parentheses is no tuple yet.
    if elems.len() == 1 {
        elems.push_punct(Default::default());
    }
    Pat::Tuple(PatTuple {
        attrs: Vec::new(),
        paren_token: Default::default(),
        elems,
    })
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;
    use quote::{format_ident, quote};
    use syn::parse_quote;

    use super::super::{format_tokens, parsed};
    use super::*;

    fn name(number: usize) -> Ident {
        format_ident!("t{number}")
    }

    /// Every kind of statement.
    fn body() -> Vec<Let> {
        let one = Let::One(name(0), parse_quote!(-(x + 2.5) * self.m[3]));
        let two = Let::Two([name(1), name(2)], parse_quote!(sin_cos(t0)));
        let blocks = [0, 1, 3].map(|length| {
            let inner = (3..3 + length).map(|i| Let::One(name(i), parse_quote!(t0)));
            Let::Block((3..3 + length).map(name).collect(), inner.collect())
        });
        [one, two].into_iter().chain(blocks).collect()
    }

    /// The places where generated items have statements.
    fn items(first: &TokenStream, second: &TokenStream, third: &TokenStream) -> TokenStream {
        quote! {
            const _: () = {
                impl Stepper for Mla {
                    fn step(&self, x: f64) -> f64 {
                        #first
                        { #second off_constraint(t0)?; }
                        let system = |&[x]: &[f64; 1]| { #third t0 };
                        solved(system)
                    }
                }
            };
        }
    }

    #[test]
    fn trees_and_tokens_are_the_same_code() {
        let tokens = body()
            .iter()
            .map(quote::ToTokens::to_token_stream)
            .collect();
        let markers = [0, 1, 2].map(|place: u8| {
            let place = proc_macro2::Literal::u8_unsuffixed(place);
            quote!(__straight!(#place);)
        });
        let [first, second, third] = &markers;
        let mut file = parsed(items(first, second, third));
        fill(&mut file.items, vec![body(), body(), body()]);
        assert_eq!(
            prettyplease::unparse(&file),
            format_tokens(items(&tokens, &tokens, &tokens))
        );
    }

    #[test]
    #[should_panic(expected = "all that was set aside has its place")]
    fn statements_without_a_place_are_not_lost() {
        fill(&mut [], vec![body()]);
    }
}

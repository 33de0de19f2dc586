//! Replaces the markers for straight-line code with the code.

use core::mem::take;

use nhi_symbolic::{Bodies, Written};
use proc_macro2::Ident;
use syn::punctuated::Punctuated;
use syn::{
    Block, Expr, ExprBlock, ExprPath, ExprTuple, ImplItem, Item, Local, LocalInit, Pat, PatIdent,
    PatTuple, Stmt, Token,
};

/// Inserts statements at the places that an item marks.
pub(super) fn fill(item: &mut Item, bodies: &mut Bodies) {
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

fn fill_block(block: &mut Block, bodies: &mut Bodies) {
    for mut statement in take(&mut block.stmts) {
        match &mut statement {
            Stmt::Macro(marker) => {
                if let Some(body) = bodies.take_marked(&marker.mac.path, &marker.mac.tokens) {
                    block.stmts.extend(body.map(assignment));
                    continue;
                }
            }
            Stmt::Item(item) => fill(item, bodies),
            Stmt::Local(Local {
                init: Some(init), ..
            }) => fill_expr(&mut init.expr, bodies),
            Stmt::Expr(expr, _) => fill_expr(expr, bodies),
            Stmt::Local(_) => {}
        }
        block.stmts.push(statement);
    }
}

/// Fills expressions that contain statements: blocks, closures, conditions and loops.
fn fill_expr(expr: &mut Expr, bodies: &mut Bodies) {
    match expr {
        Expr::Block(block) => fill_block(&mut block.block, bodies),
        Expr::Closure(closure) => fill_expr(&mut closure.body, bodies),
        Expr::If(condition) => fill_block(&mut condition.then_branch, bodies),
        Expr::ForLoop(repeated) => fill_block(&mut repeated.body, bodies),
        _ => {}
    }
}

fn assignment(written: Written) -> Stmt {
    let (pattern, value) = match written {
        Written::One(name, value) => (pattern(name), value),
        Written::Two(names, value) => (tuple_pattern(names.into()), value),
        Written::Block(names, inner) => {
            let result = Expr::Tuple(ExprTuple {
                attrs: Vec::new(),
                paren_token: Default::default(),
                elems: names.iter().cloned().map(variable).collect(),
            });
            let mut stmts: Vec<_> = inner.into_iter().map(assignment).collect();
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
    // One pattern in parentheses is not a tuple yet.
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
    use nhi_symbolic::{Generated, compile_file};
    use proc_macro2::TokenStream;
    use quote::{ToTokens, format_ident, quote};
    use syn::parse_quote;

    use super::super::{format_tokens, parsed, print_generated, print_items};
    use super::*;

    fn name(number: usize) -> Ident {
        format_ident!("t{number}")
    }

    /// Returns a body with every kind of statement.
    fn body() -> Vec<Written> {
        let one = Written::One(name(0), parse_quote!(-(x + 2.5) * self.m[3]));
        let two = Written::Two([name(1), name(2)], parse_quote!(sin_cos(t0)));
        let blocks = [0, 1, 3].map(|length| {
            let inner = (3..3 + length).map(|i| Written::One(name(i), parse_quote!(t0)));
            Written::Block((3..3 + length).map(name).collect(), inner.collect())
        });
        [one, two].into_iter().chain(blocks).collect()
    }

    #[test]
    fn statements_as_trees_and_as_tokens_are_the_same_code() {
        let statements = body();
        let mut function: syn::ItemFn = parse_quote!(
            fn f() {}
        );
        let tokens = format_tokens(quote!(fn f() { #(#statements)* }));
        function.block.stmts = statements.into_iter().map(assignment).collect();
        let mut file = parsed(TokenStream::new());
        file.items = vec![Item::Fn(function)];
        assert_eq!(prettyplease::unparse(&file), tokens);
    }

    /// Returns a model with explicit, implicit and composed steps: it has statements in functions,
    /// blocks, conditions, closures and loops.
    fn generated() -> Generated {
        let model = include_str!("../../../tests/models/snakeboard.nhi");
        let asked = "integrators(";
        assert!(model.contains(asked));
        let model = model.replace(asked, "integrators(Mla, Dla(order = 4), ");
        let model = model.parse().expect("a model is tokens");
        let compiled = compile_file(model).expect("a model within the budget");
        compiled[0].generate().expect("names that are free")
    }

    #[test]
    fn statements_find_their_places_in_the_items_of_a_model() {
        let generated = generated();
        let tokens = generated.to_token_stream();
        let mut text = String::new();
        print_generated(generated, false, &mut text);
        assert_eq!(text, format_tokens(tokens));
    }

    #[test]
    #[should_panic(expected = "all that was set aside has its place")]
    fn statements_without_a_place_are_not_lost() {
        let (_, bodies) = generated().items.into_parts();
        print_items(Vec::new(), bodies, &mut String::new());
    }
}

//! Expressions as syntax trees. Tokens would have to be parsed again to be formatted, which takes
//! longer than to derive them.

use proc_macro2::{Ident, Literal};
use syn::punctuated::Punctuated;
use syn::{
    BinOp, Expr, ExprBinary, ExprCall, ExprField, ExprIndex, ExprLit, ExprParen, ExprPath,
    ExprUnary, Lit, Member, Path, PathSegment, Token, UnOp,
};

use super::interface::{count, ident};

/// Returns a variable.
pub(super) fn variable(name: Ident) -> Expr {
    of_path(name.into())
}

/// Returns a field of a struct.
pub(super) fn field(owner: &Expr, name: Ident) -> Expr {
    Expr::Field(ExprField {
        attrs: Vec::new(),
        base: Box::new(owner.clone()),
        dot_token: <Token![.]>::default(),
        member: Member::Named(name),
    })
}

/// Returns an entry of an array.
pub(super) fn entry(owner: &Expr, place: usize) -> Expr {
    Expr::Index(ExprIndex {
        attrs: Vec::new(),
        expr: Box::new(owner.clone()),
        bracket_token: Default::default(),
        index: Box::new(literal(count(place))),
    })
}

/// Returns a number.
pub(super) fn literal(number: Literal) -> Expr {
    Expr::Lit(ExprLit {
        attrs: Vec::new(),
        lit: Lit::new(number),
    })
}

/// Returns a function of the runtime.
pub(super) fn of_runtime(function: &str) -> Expr {
    let segments = ["nhi", "__abi_1", function];
    of_path(Path {
        leading_colon: Some(<Token![::]>::default()),
        segments: segments
            .map(|name| PathSegment::from(ident(name)))
            .into_iter()
            .collect(),
    })
}

fn of_path(path: Path) -> Expr {
    Expr::Path(ExprPath {
        attrs: Vec::new(),
        qself: None,
        path,
    })
}

/// Returns a function call.
pub(super) fn call(function: Expr, arguments: Punctuated<Expr, Token![,]>) -> Expr {
    Expr::Call(ExprCall {
        attrs: Vec::new(),
        func: Box::new(function),
        paren_token: Default::default(),
        args: arguments,
    })
}

/// Returns `a + b`, with any operator.
pub(super) fn infix(a: Expr, operator: BinOp, b: Expr) -> Expr {
    Expr::Binary(ExprBinary {
        attrs: Vec::new(),
        left: Box::new(a),
        op: operator,
        right: Box::new(b),
    })
}

/// Returns `-a`.
pub(super) fn negative(a: Expr) -> Expr {
    Expr::Unary(ExprUnary {
        attrs: Vec::new(),
        op: UnOp::Neg(<Token![-]>::default()),
        expr: Box::new(a),
    })
}

/// Returns `(a)`.
pub(super) fn in_parentheses(a: Expr) -> Expr {
    Expr::Paren(ExprParen {
        attrs: Vec::new(),
        paren_token: Default::default(),
        expr: Box::new(a),
    })
}

//! What all generated code looks like.

use std::collections::BTreeSet;

use syn::visit::{self, Visit};
use syn::{Attribute, Expr, Pat, Visibility};

/// The most operations of a statement.
const LONGEST: usize = 5;

/// Panics where generated code evaluates an angle twice, contains a statement of more than a few operations, an
/// undocumented public item or a variable whose name a constant of the user's could have.
pub(crate) fn assert_well_formed(file: &syn::File) {
    let mut inspection = Inspection::default();
    inspection.visit_file(file);
    assert!(inspection.statements > 0, "there is code to look at");
    assert_eq!(inspection.complaints, Vec::<String>::new());
}

#[derive(Default)]
struct Inspection {
    statements: usize,
    complaints: Vec<String>,
}

impl Inspection {
    fn complain(&mut self, what: &str, tokens: &impl quote::ToTokens) {
        let text = tokens.to_token_stream().to_string();
        self.complaints.push(format!("{what}: {text}"));
    }

    fn expect_docs(
        &mut self,
        visibility: &Visibility,
        attributes: &[Attribute],
        name: &syn::Ident,
    ) {
        let is_public = matches!(visibility, Visibility::Public(_));
        if is_public && !attributes.iter().any(|a| a.path().is_ident("doc")) {
            self.complain("no documentation", name);
        }
    }
}

impl<'ast> Visit<'ast> for Inspection {
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.expect_docs(&item.vis, &item.attrs, &item.ident);
        for field in &item.fields {
            let name = field.ident.as_ref().expect("fields have names");
            self.expect_docs(&field.vis, &field.attrs, name);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.expect_docs(&function.vis, &function.attrs, &function.sig.ident);
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        let name = pattern.ident.to_string();
        if !name.starts_with("__") && !nhi::__abi_1::LOCALS.contains(&name.as_str()) {
            self.complain("a variable that a constant can stand in for", pattern);
        }
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_block(&mut self, block: &'ast syn::Block) {
        let mut angles = BTreeSet::new();
        for statement in &block.stmts {
            let syn::Stmt::Local(local) = statement else {
                continue;
            };
            let Some(init) = &local.init else { continue };
            // Long code stands in blocks, which are visited as such.
            if !is_value(&local.pat) || matches!(*init.expr, Expr::Block(_)) {
                continue;
            }
            self.statements += 1;
            if operations(&init.expr).is_none_or(|number| number > LONGEST) {
                self.complain("not a few operations", local);
            }
            let mut found = Angles::default();
            found.visit_expr(&init.expr);
            if found.angles.into_iter().any(|angle| !angles.insert(angle)) {
                self.complain("an angle evaluated twice", local);
            }
        }
        visit::visit_block(self, block);
    }
}

/// `__t17`, or `(__t17, __t18)` for a sine and its cosine.
fn is_value(pattern: &Pat) -> bool {
    match pattern {
        Pat::Ident(name) => {
            let name = name.ident.to_string();
            let digits = name.strip_prefix("__t").unwrap_or_default();
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        }
        Pat::Tuple(pair) => pair.elems.iter().all(is_value),
        _ => false,
    }
}

/// The number of operations, if it is operations on operands and nothing else.
fn operations(expr: &Expr) -> Option<usize> {
    if is_operand(expr) {
        return Some(0);
    }
    match expr {
        Expr::Paren(inner) => operations(&inner.expr),
        Expr::Binary(binary) => Some(1 + operations(&binary.left)? + operations(&binary.right)?),
        Expr::Unary(unary) => Some(1 + operations(&unary.expr)?),
        Expr::Call(call) => call
            .args
            .iter()
            .try_fold(1, |sum, argument| Some(sum + operations(argument)?)),
        _ => None,
    }
}

/// A name, a place or a number.
fn is_operand(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Field(field) => is_operand(&field.base),
        Expr::Index(index) => is_operand(&index.expr) && matches!(*index.index, Expr::Lit(_)),
        Expr::Unary(minus) => matches!(minus.op, syn::UnOp::Neg(_)) && is_number(&minus.expr),
        number => is_number(number),
    }
}

/// `0.5`, or `<T as Real>::literal(0.5)` where the scalar type is generic.
fn is_number(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) => true,
        Expr::Call(call) => {
            let is_literal = matches!(&*call.func, Expr::Path(path)
                if path.path.segments.last().is_some_and(|last| last.ident == "literal"));
            is_literal
                && call
                    .args
                    .iter()
                    .all(|argument| matches!(argument, Expr::Lit(_)))
        }
        _ => false,
    }
}

/// The angles of sines, cosines or both.
#[derive(Default)]
struct Angles {
    angles: Vec<String>,
}

impl<'ast> Visit<'ast> for Angles {
    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let Expr::Path(function) = &*call.func
            && let Some(last) = function.path.segments.last()
            && matches!(last.ident.to_string().as_str(), "sin" | "cos" | "sin_cos")
        {
            let angle = call.args.first();
            self.angles
                .push(quote::ToTokens::to_token_stream(&angle).to_string());
        }
        visit::visit_expr_call(self, call);
    }
}

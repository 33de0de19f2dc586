//! Generated code, apart from the documentation of the model's own struct.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Expr, ExprLit, File, Item, Lit, Meta};

/// The tokens of a file of code, and what was taken out of it.
#[derive(Debug)]
pub(crate) struct Code {
    /// All tokens but the documentation of the structs that models declare.
    pub(crate) tokens: String,
    /// The documentation of each of those structs and of each of its fields, as Markdown.
    pub(crate) docs: Vec<String>,
}

impl Code {
    pub(crate) fn of(text: &str, models: &[String]) -> Self {
        let mut file: File = syn::parse_file(text).expect("generated code is Rust");
        let mut docs = Vec::new();
        for item in &mut file.items {
            if let Item::Struct(item) = item
                && models.iter().any(|name| item.ident == name)
            {
                docs.push(take_docs(&mut item.attrs));
                let fields = item.fields.iter_mut();
                docs.extend(fields.map(|field| take_docs(&mut field.attrs)));
            }
        }
        let mut tokens = TokenStream::new();
        file.to_tokens(&mut tokens);
        Self {
            tokens: tokens.to_string(),
            docs,
        }
    }
}

/// The lines of `///`, without the blank that rustdoc takes away.
fn take_docs(attributes: &mut Vec<Attribute>) -> String {
    let mut lines = Vec::new();
    attributes.retain(|attribute| match text(&attribute.meta) {
        Some(line) => {
            lines.push(line.strip_prefix(' ').unwrap_or(&line).to_owned());
            false
        }
        None => true,
    });
    lines.join("\n")
}

fn text(meta: &Meta) -> Option<String> {
    let Meta::NameValue(pair) = meta else {
        return None;
    };
    match &pair.value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) if pair.path.is_ident("doc") => Some(text.value()),
        _ => None,
    }
}

//! Generated tokens as readable source.

mod straight;

use nhi_symbolic::{Bodies, Compiled, Diagnostics, Generated, Root};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Item, parse_quote};

use crate::model_file::ModelFile;

/// Formats generated items.
///
/// # Panics
/// Panics if the tokens are not Rust items, which generated code always is.
#[must_use]
pub fn format_tokens(tokens: TokenStream) -> String {
    prettyplease::unparse(&parsed(tokens))
}

fn parsed(tokens: TokenStream) -> syn::File {
    syn::parse2(tokens).expect("generated code consists of Rust items")
}

/// Returns the formatted code of all models of a file for a build script: each struct without its
/// attribute, and the code generated from it. Programs use a part of it, so there are no warnings
/// of unused code.
///
/// # Errors
/// The mistakes of the first stage that finds one.
pub fn generate(file: &ModelFile) -> Result<String, Diagnostics> {
    print(file.compile()?, None, true)
}

/// Generates the same code for a crate whose path is not `::nhi`.
pub(crate) fn generate_at(file: &ModelFile, root: &Root) -> Result<String, Diagnostics> {
    print(file.compile()?, Some(root), true)
}

/// Returns the formatted code of compiled models, for a source file.
///
/// The models are dropped before their code is formatted: large models take as much memory as the
/// formatting.
///
/// # Errors
/// Names in a model that the generated code needs for itself.
pub fn generate_compiled(models: Vec<Compiled>) -> Result<String, Diagnostics> {
    print(models, None, false)
}

fn print(
    models: Vec<Compiled>,
    root: Option<&Root>,
    may_be_unused: bool,
) -> Result<String, Diagnostics> {
    let mut text = String::new();
    for compiled in models {
        let mut generated = compiled.generate()?;
        drop(compiled);
        if let Some(root) = root {
            generated = generated.at_root(root);
        }
        print_generated(generated, may_be_unused, &mut text);
    }
    Ok(text)
}

/// Prints the struct and the generated items.
fn print_generated(generated: Generated, may_be_unused: bool, text: &mut String) {
    let (outline, bodies) = generated.items.into_parts();
    let mut tokens = generated.allowance.to_token_stream();
    tokens.extend([generated.item, outline]);
    let mut items = parsed(tokens).items;
    if may_be_unused {
        items.iter_mut().for_each(allow_dead_code);
    }
    print_items(items, bodies, text);
}

/// Allows that a program uses a part of an item only.
fn allow_dead_code(item: &mut Item) {
    let attributes = match item {
        Item::Struct(item) => &mut item.attrs,
        Item::Const(item) => &mut item.attrs,
        Item::Impl(item) if item.trait_.is_none() => &mut item.attrs,
        _ => return,
    };
    attributes.push(parse_quote!(#[allow(dead_code)]));
}

/// Prints items one after the other. Straight-line code is inserted as syntax trees, which are
/// dropped as soon as they are printed.
///
/// # Panics
/// Panics if statements have no place. Those of generated items have one.
fn print_items(items: Vec<Item>, mut bodies: Bodies, text: &mut String) {
    let mut file = parsed(TokenStream::new());
    for mut item in items {
        straight::fill(&mut item, &mut bodies);
        file.items = vec![item];
        text.push_str(&prettyplease::unparse(&file));
    }
    assert!(
        bodies.is_empty(),
        "all that was set aside has its place in the items"
    );
}

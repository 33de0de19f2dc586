//! Generated tokens as readable source.

mod straight;

use nhi_symbolic::{Bodies, Compiled, Diagnostics, Generated, Root};
use proc_macro2::TokenStream;
use quote::ToTokens;

use crate::model_file::ModelFile;

/// Formats generated items.
///
/// # Panics
/// When the tokens are not Rust items, which generated code always is.
#[must_use]
pub fn format_tokens(tokens: TokenStream) -> String {
    prettyplease::unparse(&parsed(tokens))
}

fn parsed(tokens: TokenStream) -> syn::File {
    syn::parse2(tokens).expect("generated code consists of Rust items")
}

/// The formatted code of all models of a file: each struct without its attribute, and what is
/// generated from it.
///
/// # Errors
/// The mistakes of the first stage that finds one.
pub fn generate(file: &ModelFile) -> Result<String, Diagnostics> {
    generate_compiled(file.compile()?)
}

/// The same code where the crate is found at another path than `::nhi`.
pub(crate) fn generate_at(file: &ModelFile, root: &Root) -> Result<String, Diagnostics> {
    print(file.compile()?, Some(root))
}

/// The formatted code of compiled models, as [`generate`] gives it. The models are given up before their code is
/// formatted: large ones take as much memory as that does.
///
/// # Errors
/// Names of a model that the generated code needs for itself.
pub fn generate_compiled(models: Vec<Compiled>) -> Result<String, Diagnostics> {
    print(models, None)
}

fn print(models: Vec<Compiled>, root: Option<&Root>) -> Result<String, Diagnostics> {
    let mut text = String::new();
    for compiled in models {
        let mut generated = compiled.generate()?;
        drop(compiled);
        if let Some(root) = root {
            generated = generated.at_root(root);
        }
        print_generated(generated, &mut text);
    }
    Ok(text)
}

/// The struct and the generated items.
fn print_generated(generated: Generated, text: &mut String) {
    let (outline, bodies) = generated.items.into_parts();
    let mut tokens = generated.allowance.to_token_stream();
    tokens.extend([generated.item, outline]);
    print_items(parsed(tokens).items, bodies, text);
}

/// Items one after the other: straight-line code takes its place as the trees of syntax that it is, which are given up where
/// they are printed.
///
/// # Panics
/// Where statements have no place, which those of generated items have.
fn print_items(items: Vec<syn::Item>, mut bodies: Bodies, text: &mut String) {
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

//! Generated tokens as readable source.

mod straight;

use nhi_symbolic::{Bodies, Compiled, Diagnostics, Generated, Root};
use proc_macro2::TokenStream;
use quote::ToTokens;

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

/// Returns the formatted code of all models of a file: each struct without its attribute, and the
/// code generated from it.
///
/// # Errors
/// The mistakes of the first stage that finds one.
pub fn generate(file: &ModelFile) -> Result<String, Diagnostics> {
    generate_compiled(file.compile()?)
}

/// Generates the same code for a crate whose path is not `::nhi`.
pub(crate) fn generate_at(file: &ModelFile, root: &Root) -> Result<String, Diagnostics> {
    print(file.compile()?, Some(root))
}

/// Returns the formatted code of compiled models, like [`generate`].
///
/// The models are dropped before their code is formatted: large models take as much memory as the
/// formatting.
///
/// # Errors
/// Names in a model that the generated code needs for itself.
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

/// Prints the struct and the generated items.
fn print_generated(generated: Generated, text: &mut String) {
    let (outline, bodies) = generated.items.into_parts();
    let mut tokens = generated.allowance.to_token_stream();
    tokens.extend([generated.item, outline]);
    print_items(parsed(tokens).items, bodies, text);
}

/// Prints items one after the other. Straight-line code is inserted as syntax trees, which are
/// dropped as soon as they are printed.
///
/// # Panics
/// Panics if statements have no place. Those of generated items have one.
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

//! From an annotated struct to the items that take its place.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::diag::{Diagnostic, Diagnostics};
use crate::emit::rust;
use crate::model;
use crate::program::Compiled;

use super::compile::compile;

/// The Rust code of a model; as tokens, the user's struct and what is generated beside it.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The user's struct, printed anew from what was taken of it.
    pub item: TokenStream,
    /// `#[allow(...)]` for names of the struct, which a file puts in front of it.
    pub allowance: Option<TokenStream>,
    /// The generated items.
    pub items: TokenStream,
    /// Remarks on the model; nothing is wrong.
    pub notes: Vec<Diagnostic>,
}

/// What takes the place of an annotated struct in any case: its code, or else shells of what other
/// code may refer to with one compile error for each mistake.
#[must_use]
pub fn expand(arguments: TokenStream, item: TokenStream) -> TokenStream {
    match generate(arguments.clone(), item.clone()) {
        Ok(generated) => generated.into_token_stream(),
        Err(mistakes) => {
            let shells = rust::fallback(arguments, item);
            let errors = mistakes.to_compile_error();
            quote!(#shells #errors)
        }
    }
}

/// The attribute's arguments and the struct under it, all the way to Rust.
///
/// # Errors
/// All mistakes of the first stage that finds one.
pub fn generate(arguments: TokenStream, item: TokenStream) -> Result<Generated, Diagnostics> {
    let ast = model::parse_attribute(arguments, item)?;
    compile(&ast)?.generate()
}

impl Compiled {
    /// The Rust code of a compiled model.
    ///
    /// # Errors
    /// Names of the model that the generated code needs for itself.
    pub fn generate(&self) -> Result<Generated, Diagnostics> {
        let items = rust::generate(&self.mechanics, &self.steppers)?;
        self.mechanics.check_budget()?;
        Ok(Generated {
            item: rust::item(&self.model().item),
            allowance: rust::allowance(&self.mechanics),
            items,
            notes: self.mechanics.notes.clone(),
        })
    }
}

impl ToTokens for Generated {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.item.to_tokens(tokens);
        self.items.to_tokens(tokens);
    }
}

//! Lints on names chosen by the user.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{Interface, ident};

impl Interface {
    /// Returns `#[allow(...)]` for a generated type with these fields; `None` if its names follow
    /// the conventions of rustc.
    pub(in crate::emit::rust) fn allowance(&self, fields: &[String]) -> Option<TokenStream> {
        let of_type = (!is_camel_case(&self.ident.to_string())).then_some("non_camel_case_types");
        let of_fields = lint_on_values(fields);
        let lints: Vec<_> = of_type.into_iter().chain(of_fields).map(ident).collect();
        (!lints.is_empty()).then(|| quote!(#[allow(#(#lints),*)]))
    }

    /// Returns the lint that the names of methods trigger.
    pub(in crate::emit::rust) fn lints_on_methods(&self) -> Option<Ident> {
        lint_on_values(&self.outline.integrals).map(ident)
    }
}

fn lint_on_values(names: &[String]) -> Option<&'static str> {
    let is_odd = names.iter().any(|name| !is_snake_case(name));
    is_odd.then_some("non_snake_case")
}

/// Returns true if rustc's lint accepts the name.
fn is_snake_case(name: &str) -> bool {
    let name = name.trim_matches('_');
    !name.contains("__") && !name.chars().any(char::is_uppercase)
}

/// Returns true if rustc's lint accepts the name with any suffix.
fn is_camel_case(name: &str) -> bool {
    let name = name.trim_start_matches("r#").trim_start_matches('_');
    !name.contains('_') && !name.starts_with(char::is_lowercase)
}

//! The struct of the model, printed from its closed representation.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::model::item::{
    Field, Item, ItemAttribute, Origin, RealPath, Scalar, SerdeKey, Visibility,
};

use super::docs::{field_docs, item_docs};
use super::interface::ident;

/// Returns the struct without the attribute that declares the model.
#[must_use]
pub fn item(item: &Item) -> TokenStream {
    let docs = item_docs(&item.docs, item.origin);
    let attributes = item.attributes.iter().map(attribute);
    let (visibility, name) = (item.visibility, &item.ident);
    let (generics, scalar) = generics_and_scalar(item);
    let fields = item.fields.iter().map(|x| field(x, item.origin, &scalar));
    quote! {
        #docs
        #(#attributes)*
        #visibility struct #name #generics {
            #(#fields,)*
        }
    }
}

/// Returns the traits that the struct derives, as attributes.
pub(super) fn derives(item: &Item) -> TokenStream {
    let attributes = item.attributes.iter();
    let derives = attributes.filter(|attribute| matches!(attribute, ItemAttribute::Derive(_)));
    derives.map(attribute).collect()
}

/// Writes `pub`, `pub(crate)`, `pub(super)` or nothing.
impl ToTokens for Visibility {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(match self {
            Self::Private => TokenStream::new(),
            Self::Public => quote!(pub),
            Self::Crate => quote!(pub(crate)),
            Self::Super => quote!(pub(super)),
        });
    }
}

/// Returns the generics in the declaration of the struct, and the type of its fields.
///
/// If the source imports the scalar trait, its short name is kept, so that the import is not
/// unused.
fn generics_and_scalar(item: &Item) -> (TokenStream, TokenStream) {
    match &item.scalar {
        Scalar::F64 => (TokenStream::new(), quote!(f64)),
        Scalar::F32 => (TokenStream::new(), quote!(f32)),
        Scalar::Generic(parameter) => {
            let real = match (item.origin, item.bound) {
                (Origin::Source, RealPath::Imported) => quote!(Real),
                (Origin::Source, RealPath::Qualified) | (Origin::ModelFile, _) => {
                    quote!(::nhi::Real)
                }
            };
            (quote!(<#parameter: #real>), quote!(#parameter))
        }
    }
}

fn field(field: &Field, origin: Origin, scalar: &TokenStream) -> TokenStream {
    let docs = field_docs(&field.docs, origin);
    let attributes = field.attributes.iter().map(attribute);
    let visibility = field.visibility;
    let name = proc_macro2::Ident::new(&field.name.text, field.name.span);
    quote!(#docs #(#attributes)* #visibility #name: #scalar)
}

fn attribute(attribute: &ItemAttribute) -> TokenStream {
    match attribute {
        ItemAttribute::Derive(derives) => {
            let paths = derives.iter().map(|derive| path(derive.path));
            quote!(#[derive(#(#paths),*)])
        }
        ItemAttribute::Serde(keys) => {
            let keys = keys.iter().map(serde_key);
            quote!(#[serde(#(#keys),*)])
        }
        ItemAttribute::Allow(lints) => {
            let lints = lints.iter().map(|lint| path(lint));
            quote!(#[allow(#(#lints),*)])
        }
        ItemAttribute::NonExhaustive => quote!(#[non_exhaustive]),
    }
}

fn serde_key(key: &SerdeKey) -> TokenStream {
    match key {
        SerdeKey::RenameAll(case) => quote!(rename_all = #case),
        SerdeKey::DenyUnknownFields => quote!(deny_unknown_fields),
        SerdeKey::Default => quote!(default),
        SerdeKey::Rename(name) => {
            let name = name.text();
            quote!(rename = #name)
        }
        SerdeKey::Alias(name) => {
            let name = name.text();
            quote!(alias = #name)
        }
    }
}

/// Returns a path from the compiler's own tables.
pub(super) fn path(text: &'static str) -> TokenStream {
    let global = text.starts_with("::");
    let segments = text.trim_start_matches("::").split("::").map(ident);
    let start = global.then(|| quote!(::));
    quote!(#start #(#segments)::*)
}

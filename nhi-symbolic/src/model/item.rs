//! The struct of a model: what of it is taken, and nothing else.
//!
//! The types are closed. Identifiers are the only tokens of the user's that can stand in them, and documentation the only
//! text; all else is an alternative of an enumeration or a row of a table. So a printer of structs prints what the grammar
//! has let in, by construction.

mod attribute;
mod docs;
mod root;

use proc_macro2::Ident;

use super::ast::Name;

pub use attribute::{DERIVES, Derive, ItemAttribute, LINTS, RENAMINGS, SerdeKey, SerialName};
pub use docs::Docs;
pub use root::Root;

/// The struct under the attribute.
#[derive(Clone, Debug)]
pub struct Item {
    /// Where it stands.
    pub origin: Origin,
    /// Its name.
    pub ident: Ident,
    /// Its visibility.
    pub visibility: Visibility,
    /// The scalar type of its fields.
    pub scalar: Scalar,
    /// How its type parameter, where it has one, names the trait of scalars.
    pub bound: RealPath,
    /// Its documentation.
    pub docs: Docs,
    /// Its other attributes, in their order.
    pub attributes: Vec<ItemAttribute>,
    /// Its fields: the parameters of the model.
    pub fields: Vec<Field>,
    /// What the types of plain data and states derive, beside what they always do.
    pub derives_of_data: Vec<&'static Derive>,
    /// Where the generated code finds the crate, if not as `::nhi`.
    pub root: Option<Root>,
}

/// Where a struct stands, which decides whose text its documentation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Under the attribute macro, in the user's own source.
    Source,
    /// In a model file, which may be a stranger's.
    ModelFile,
}

/// Who can name a struct or a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// Nothing, or `pub(self)`.
    Private,
    /// `pub`.
    Public,
    /// `pub(crate)`.
    Crate,
    /// `pub(super)`.
    Super,
}

/// The type of numbers that a model computes with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// `f64`.
    F64,
    /// `f32`.
    F32,
    /// The type parameter of the struct.
    Generic(Ident),
}

/// A spelling of nhi's trait of scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RealPath {
    /// `Real`, which a source imports.
    Imported,
    /// `nhi::Real` or `::nhi::Real`.
    Qualified,
}

/// A field of the struct.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: Name,
    /// Its visibility.
    pub visibility: Visibility,
    /// Its documentation.
    pub docs: Docs,
    /// Its other attributes, in their order.
    pub attributes: Vec<ItemAttribute>,
}

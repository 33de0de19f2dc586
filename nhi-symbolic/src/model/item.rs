//! The struct of a model: the parts of it that are accepted, and nothing else.
//!
//! The types are closed. The only user tokens that they can contain are identifiers, and the only
//! text is documentation. Everything else is an alternative of an enumeration or a row of a table.
//! So, by construction, a printer of structs prints only what the grammar has accepted.

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
    /// Its origin.
    pub origin: Origin,
    /// Its name.
    pub ident: Ident,
    /// Its visibility.
    pub visibility: Visibility,
    /// The scalar type of its fields.
    pub scalar: Scalar,
    /// The spelling of the scalar trait in its type parameter, if it has one.
    pub bound: RealPath,
    /// Its documentation.
    pub docs: Docs,
    /// Its other attributes, in their order.
    pub attributes: Vec<ItemAttribute>,
    /// Its fields: the parameters of the model.
    pub fields: Vec<Field>,
    /// The traits that the types of plain data and states derive, in addition to those that they
    /// always derive.
    pub derives_of_data: Vec<&'static Derive>,
    /// The path by which the generated code finds the crate, if not `::nhi`.
    pub root: Option<Root>,
}

/// The origin of a struct, which decides whose text its documentation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Under the attribute macro, in the user's own source.
    Source,
    /// In a model file, which may be a stranger's.
    ModelFile,
}

/// The scope in which a struct or a field can be named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// No visibility, or `pub(self)`.
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

/// A spelling of nhi's scalar trait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RealPath {
    /// `Real`, which the source imports.
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

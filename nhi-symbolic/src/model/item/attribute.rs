//! The attributes that a struct and its fields pass on to the generated code.

/// An attribute other than documentation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemAttribute {
    /// `derive(...)`, on the struct.
    Derive(Vec<&'static Derive>),
    /// `serde(...)`.
    Serde(Vec<SerdeKey>),
    /// `allow(...)`, of [`LINTS`].
    Allow(Vec<&'static str>),
    /// `non_exhaustive`, on the struct.
    NonExhaustive,
}

/// A trait that can be derived for a struct of scalars.
#[derive(Debug, PartialEq, Eq)]
pub struct Derive {
    /// Its spelling in a model.
    pub written: &'static str,
    /// The path under which every crate finds it.
    pub path: &'static str,
    /// The trait that must be derived with it, as a model writes it.
    pub needs: Option<&'static str>,
}

/// Every trait that can be derived.
pub static DERIVES: [Derive; 8] = [
    Derive::of("Clone", "::core::clone::Clone", None),
    Derive::of("Copy", "::core::marker::Copy", Some("Clone")),
    Derive::of("Debug", "::core::fmt::Debug", None),
    Derive::of("Default", "::core::default::Default", None),
    Derive::of("PartialEq", "::core::cmp::PartialEq", None),
    Derive::of("PartialOrd", "::core::cmp::PartialOrd", Some("PartialEq")),
    Derive::of("serde::Serialize", "::serde::Serialize", None),
    Derive::of("serde::Deserialize", "::serde::Deserialize", None),
];

impl Derive {
    const fn of(written: &'static str, path: &'static str, needs: Option<&'static str>) -> Self {
        Self {
            written,
            path,
            needs,
        }
    }

    /// Returns the trait that a model writes as `text`.
    #[must_use]
    pub fn from_text(text: &str) -> Option<&'static Self> {
        DERIVES.iter().find(|row| row.written == text)
    }

    /// Returns true if it is one of serde's traits. Then serde's attributes have a meaning.
    #[must_use]
    pub fn is_of_serde(&self) -> bool {
        self.written.starts_with("serde::")
    }
}

/// Every lint that can be allowed: those that concern a struct and its fields.
pub const LINTS: [&str; 16] = [
    "clippy::all",
    "clippy::exhaustive_structs",
    "clippy::missing_docs_in_private_items",
    "clippy::module_name_repetitions",
    "clippy::partial_pub_fields",
    "clippy::pedantic",
    "clippy::struct_field_names",
    "clippy::upper_case_acronyms",
    "dead_code",
    "missing_copy_implementations",
    "missing_debug_implementations",
    "missing_docs",
    "non_camel_case_types",
    "non_snake_case",
    "unreachable_pub",
    "unused",
];

/// Every serde convention for spelling the names of all fields.
pub const RENAMINGS: [&str; 8] = [
    "lowercase",
    "UPPERCASE",
    "PascalCase",
    "camelCase",
    "snake_case",
    "SCREAMING_SNAKE_CASE",
    "kebab-case",
    "SCREAMING-KEBAB-CASE",
];

/// A key of `serde(...)`, without those that hold a path or a type of Rust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SerdeKey {
    /// `rename_all = "..."` on the struct, one of [`RENAMINGS`].
    RenameAll(&'static str),
    /// `deny_unknown_fields` on the struct.
    DenyUnknownFields,
    /// `default`.
    Default,
    /// `rename = "..."` on a field.
    Rename(SerialName),
    /// `alias = "..."` on a field.
    Alias(SerialName),
}

/// The name of a field in a file: ASCII letters and digits, `_`, `-` and `.`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SerialName(String);

impl SerialName {
    /// The longest name.
    pub const LONGEST: usize = 64;

    /// Returns the name that is spelt `text`, if it can be one.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        let fits = (1..=Self::LONGEST).contains(&text.len()) && text.chars().all(is_plain);
        fits.then(|| Self(text.to_owned()))
    }

    /// Returns its spelling.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }
}

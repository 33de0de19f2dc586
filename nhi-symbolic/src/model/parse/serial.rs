//! The keys of `serde(...)`.
//!
//! Only keys whose values are words or names of fields are accepted. Serde reads the others, such
//! as `with`, as code.

use std::collections::BTreeSet;

use proc_macro2::Span;

use super::carried::{Owner, mistake};
use super::outer::text;
use super::parser::Parser;
use crate::diag::one_of;
use crate::model::item::{Field, ItemAttribute, RENAMINGS, SerdeKey, SerialName};

/// The keys of one struct or field, read from one list after the other.
pub(super) struct SerdeKeys {
    owner: Owner,
    /// The keys of the list being read.
    keys: Vec<SerdeKey>,
    /// The words of all lists that may occur only once.
    words: Vec<(String, Span)>,
    /// The position of the first list.
    place: Option<Span>,
}

impl SerdeKeys {
    pub(super) fn new(owner: Owner) -> Self {
        Self {
            owner,
            keys: Vec::new(),
            words: Vec::new(),
            place: None,
        }
    }

    /// Returns the keys of the list read last, which is at `place`.
    pub(super) fn take(&mut self, place: Span) -> Vec<SerdeKey> {
        self.place.get_or_insert(place);
        std::mem::take(&mut self.keys)
    }

    /// Reads one key.
    pub(super) fn read(&mut self, parser: &mut Parser<'_>) {
        let Some((word, behind)) = parser.cursor.ident() else {
            parser.unexpected("a key of serde");
            parser.skip_token();
            return;
        };
        parser.advance(behind);
        let (text, span) = (word.to_string(), word.span());
        let key = match (text.as_str(), self.owner) {
            ("default", _) => Some(SerdeKey::Default),
            ("deny_unknown_fields", Owner::Struct) => Some(SerdeKey::DenyUnknownFields),
            ("rename_all", Owner::Struct) => renaming(parser),
            ("rename", Owner::Field { .. }) => serial_name(parser).map(SerdeKey::Rename),
            ("alias", Owner::Field { .. }) => serial_name(parser).map(SerdeKey::Alias),
            _ => {
                let required = match self.owner {
                    Owner::Struct => "one of `rename_all`, `deny_unknown_fields`, `default`",
                    Owner::Field { .. } => "one of `default`, `rename`, `alias`",
                };
                parser.report(mistake(
                    span,
                    format!("the key `{text}` of serde"),
                    required,
                ));
                parser.skip_to_comma();
                None
            }
        };
        if self.words.iter().any(|(earlier, _)| *earlier == text) {
            parser.report(mistake(
                span,
                format!("`{text}` is written twice"),
                "one value",
            ));
        } else if text != "alias" {
            self.words.push((text, span));
        }
        self.keys.extend(key);
    }

    /// Reports keys without the derived trait that gives them a meaning.
    pub(super) fn check(&self, parser: &mut Parser<'_>, derives: impl Fn(&str) -> bool) {
        let is_serialised = match self.owner {
            Owner::Field { is_serialised } => is_serialised,
            Owner::Struct => derives("serde::Serialize") || derives("serde::Deserialize"),
        };
        if let (Some(place), false) = (self.place, is_serialised) {
            let found = "`serde` on a struct that derives none of its traits".to_owned();
            let required =
                "`serde::Serialize` or `serde::Deserialize` in a `derive` below `#[nonholonomic]`";
            parser.report(mistake(place, found, required));
        }
        let default = self.words.iter().find(|(word, _)| word == "default");
        if let (Owner::Struct, Some((_, span))) = (self.owner, default)
            && !derives("Default")
        {
            let found = "`default` without the derive `Default`".to_owned();
            parser.report(mistake(*span, found, "`Default` among the derives"));
        }
    }
}

/// Reads `= "case"`
fn renaming(parser: &mut Parser<'_>) -> Option<SerdeKey> {
    let (found, span) = value(parser)?;
    let known = RENAMINGS.iter().find(|case| **case == found);
    if known.is_none() {
        let required = one_of(&RENAMINGS);
        parser.report(mistake(
            span,
            "another way to spell names".to_owned(),
            &required,
        ));
    }
    known.copied().map(SerdeKey::RenameAll)
}

/// Reads `= "name"`
fn serial_name(parser: &mut Parser<'_>) -> Option<SerialName> {
    let (found, span) = value(parser)?;
    let name = SerialName::from_text(&found);
    if name.is_none() {
        let required = format!(
            "at most {} ASCII letters and digits, `_`, `-` and `.`",
            SerialName::LONGEST
        );
        parser.report(mistake(
            span,
            "a name with other signs".to_owned(),
            &required,
        ));
    }
    name
}

fn value(parser: &mut Parser<'_>) -> Option<(String, Span)> {
    let has_equals = parser.take_equals();
    let span = parser.here();
    let Some((found, behind)) = text(parser.cursor).filter(|_| has_equals) else {
        parser.unexpected("`= \"...\"`");
        parser.skip_to_comma();
        return None;
    };
    parser.advance(behind);
    Some((found, span))
}

/// Reports fields that would have the same name in files.
pub(super) fn report_meeting_names(parser: &mut Parser<'_>, fields: &[Field]) {
    let mut taken = BTreeSet::new();
    for field in fields {
        let mut names = names_of(field);
        names.sort_unstable();
        names.dedup();
        if names.iter().any(|name| taken.contains(name)) {
            let found = format!(
                "`{}` has the name of another field in files",
                field.name.text
            );
            let required = "a `rename` and an `alias` that no other field has";
            parser.report(mistake(field.name.span, found, required));
        }
        taken.extend(names);
    }
}

/// Returns every name of a field in files, as far as `rename_all` does not change it.
fn names_of(field: &Field) -> Vec<&str> {
    let lists = field
        .attributes
        .iter()
        .filter_map(|attribute| match attribute {
            ItemAttribute::Serde(keys) => Some(keys),
            _ => None,
        });
    let (mut names, mut own) = (Vec::new(), field.name.text.as_str());
    for key in lists.flatten() {
        match key {
            SerdeKey::Rename(name) => own = name.text(),
            SerdeKey::Alias(name) => names.push(name.text()),
            SerdeKey::RenameAll(_) | SerdeKey::DenyUnknownFields | SerdeKey::Default => {}
        }
    }
    names.push(own);
    names
}

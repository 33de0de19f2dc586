//! The keys of the attribute and their values.

use std::collections::BTreeMap;

use proc_macro2::{Delimiter, Span};
use syn::buffer::Cursor;

use super::carried::documentation;
use super::contacts::contact;
use super::outer::{outer_attributes, path};
use super::parser::{Parser, is_equals, starts_name, starts_named_entry};
use crate::diag::{Code, Diagnostic, nearest, one_of, suggestion};
use crate::model::ast::{Contact, Entry, Expression, Factor, Group, Integrator, Key, Name, Rule};
use crate::model::item::{Derive, Docs, Origin, Root};

/// The content of the attribute; the nodes of its expressions are in the arena of the parser.
#[derive(Debug, Default)]
pub(super) struct Attribute {
    pub(super) keys: Vec<(Key, Span)>,
    pub(super) coordinates: Vec<Name>,
    pub(super) meanings: BTreeMap<String, Docs>,
    pub(super) groups: Vec<Group>,
    pub(super) definitions: Vec<Entry>,
    pub(super) lagrangian: Option<Expression>,
    pub(super) constraints: Vec<Entry>,
    pub(super) rule: Option<Rule>,
    pub(super) holonomic: Vec<Entry>,
    pub(super) prescribed: Vec<Entry>,
    pub(super) contacts: Vec<Contact>,
    pub(super) controls: Vec<Name>,
    pub(super) forces: Vec<Entry>,
    pub(super) dissipation: Option<Expression>,
    pub(super) symmetry: Vec<Factor>,
    pub(super) integrals: Vec<Entry>,
    pub(super) integrators: Vec<Integrator>,
    pub(super) derives: Vec<&'static Derive>,
    pub(super) root: Option<Root>,
    /// Known keys that unknown keys were probably meant to be.
    misspelt: Vec<Key>,
}

impl Attribute {
    /// Reads all keys, in any order, and reports at `owner` those that are missing.
    pub(super) fn read(parser: &mut Parser<'_>, owner: Span, origin: Origin) -> Self {
        let mut attribute = Self::default();
        parser.entries(|parser| attribute.read_key(parser, origin));
        attribute.report_missing(parser, owner);
        attribute
    }

    fn read_key(&mut self, parser: &mut Parser<'_>, origin: Origin) {
        let Some(word) = crate_key(parser).or_else(|| parser.name()) else {
            return parser.skip_to_comma();
        };
        let Some(key) = Key::from_text(&word.text) else {
            self.misspelt
                .extend(nearest(&word.text, spellings()).and_then(Key::from_text));
            parser.report(unknown_key(&word));
            return parser.skip_to_comma();
        };
        if self.keys.iter().any(|(earlier, _)| *earlier == key) {
            parser.report(duplicate_key(&word));
            return Self::default().read_value(key, word.span, parser);
        }
        self.keys.push((key, word.span));
        if key == Key::Crate && origin == Origin::ModelFile {
            parser.report(of_the_source(word.span));
        }
        self.read_value(key, word.span, parser);
    }

    /// Reads `= expression` or `(list)`, after reporting if one is written instead of the other.
    fn read_value(&mut self, key: Key, span: Span, parser: &mut Parser<'_>) {
        let equals = parser.take_equals();
        let list = parser.parentheses();
        let right_form = if takes_equals(key) {
            equals
        } else {
            !equals && list.is_some()
        };
        if !right_form {
            parser.report(wrong_form(key, span));
        }
        match list {
            _ if key == Key::Lagrangian && (equals || list.is_some()) => {
                self.lagrangian = Some(parser.expression());
            }
            _ if key == Key::Dissipation && (equals || list.is_some()) => {
                self.dissipation = Some(parser.expression());
            }
            _ if key == Key::Rule => self.rule = rule(parser, span),
            _ if key == Key::Crate => self.root = crate_path(parser),
            Some((inside, _)) if inside.eof() => {
                parser.report(empty_set(key.text(), span));
                parser.skip_token();
            }
            Some(group) => self.read_list(key, group, parser),
            None if equals => skip_to_key(parser),
            None => parser.skip_to_comma(),
        }
    }

    fn read_list<'a>(
        &mut self,
        key: Key,
        group: (Cursor<'a>, Cursor<'a>),
        parser: &mut Parser<'a>,
    ) {
        let meanings = &mut self.meanings;
        match key {
            Key::Coordinates => documented_names(parser, group, &mut self.coordinates, meanings),
            Key::Controls => documented_names(parser, group, &mut self.controls, meanings),
            Key::Definitions => {
                parser.allows_forces = true;
                named_expressions(parser, group, &mut self.definitions);
                parser.allows_forces = false;
            }
            Key::Constraints => {
                parser.is_constraint = true;
                named_expressions(parser, group, &mut self.constraints);
                parser.is_constraint = false;
            }
            Key::Holonomic => named_expressions(parser, group, &mut self.holonomic),
            Key::Prescribed => named_expressions(parser, group, &mut self.prescribed),
            Key::Forces => {
                parser.allows_forces = true;
                named_expressions(parser, group, &mut self.forces);
                parser.allows_forces = false;
            }
            Key::Integrals => named_expressions(parser, group, &mut self.integrals),
            Key::Contacts => parser.list(group, starts_name, |parser| {
                contact(parser, &mut self.contacts);
            }),
            Key::Groups => parser.list(group, starts_name, |parser| {
                self.groups.extend(group_entry(parser));
            }),
            Key::Symmetry => parser.list(group, starts_name, |parser| {
                self.symmetry.extend(factor(parser));
            }),
            Key::Integrators => {
                parser.list(group, starts_name, |parser| {
                    self.integrators.extend(parser.integrator());
                });
            }
            Key::Derive => parser.list(group, starts_name, |parser| {
                self.derives.extend(derive(parser));
            }),
            Key::Lagrangian | Key::Dissipation | Key::Rule | Key::Crate => {}
        }
    }

    fn report_missing(&self, parser: &mut Parser<'_>, owner: Span) {
        let written = |key: Key| {
            self.keys.iter().any(|(known, _)| *known == key) || self.misspelt.contains(&key)
        };
        let required: [(&[Key], &str); 3] = [
            (
                &[Key::Coordinates, Key::Groups],
                "`coordinates(...)` or `groups(...)`",
            ),
            (&[Key::Lagrangian], "`lagrangian = ...`"),
            (&[Key::Integrators], "`integrators(...)`"),
        ];
        for (alternatives, form) in required {
            let is_optional = parser.is_interpreted && alternatives == [Key::Integrators];
            if !is_optional && !alternatives.iter().any(|key| written(*key)) {
                parser.report(Diagnostic::error(
                    Code::MissingKey,
                    owner,
                    format!("the model has no {form}"),
                    "a configuration, a Lagrangian and at least one integrator",
                ));
            }
        }
    }
}

/// Returns true if a key is written `key = value`, not `key(list)`.
fn takes_equals(key: Key) -> bool {
    matches!(
        key,
        Key::Lagrangian | Key::Dissipation | Key::Rule | Key::Crate
    )
}

/// Consumes the word `crate`, a keyword of Rust that is a key.
fn crate_key(parser: &mut Parser<'_>) -> Option<Name> {
    let (word, next) = parser.cursor.ident().filter(|(word, _)| word == "crate")?;
    parser.advance(next);
    Some(Name {
        text: word.to_string(),
        span: word.span(),
    })
}

const RULE: &str = "`rule = Chetaev`";

/// Consumes the name of a rule.
fn rule(parser: &mut Parser<'_>, span: Span) -> Option<Rule> {
    let name = parser.name();
    let is_known = |name: &Name| name.text == "Chetaev";
    if name.as_ref().is_some_and(is_known) && parser.at_separator() {
        return Some(Rule::Chetaev);
    }
    let (found, span) = match &name {
        Some(name) => (format!("the rule `{}`", name.text), name.span),
        None => ("`rule` without a name".to_owned(), span),
    };
    parser.report(Diagnostic::error(Code::KeyForm, span, found, RULE).help(
        "Chetaev's rule is the only one: variational motion is that of the vakonomic integrators, without this key",
    ));
    parser.skip_to_comma();
    None
}

/// Consumes the path of the crate up to the comma.
fn crate_path(parser: &mut Parser<'_>) -> Option<Root> {
    let span = parser.here();
    let mut text = String::new();
    while !parser.at_separator() {
        if let Some((token, _)) = parser.cursor.token_tree() {
            text.push_str(&token.to_string());
        }
        parser.skip_token();
    }
    let root = Root::from_text(&text);
    if root.is_none() {
        let required =
            "the path of the crate, such as `crate = dynamics` or `crate = crate::robot::nhi`";
        let found = "`crate` without a path";
        parser.report(Diagnostic::error(Code::KeyForm, span, found, required));
    }
    root
}

/// Consumes a trait that generated types can derive in addition to those they always derive.
fn derive(parser: &mut Parser<'_>) -> Option<&'static Derive> {
    let Some((written, span, behind)) = path(parser.cursor) else {
        parser.unexpected("the name of a trait");
        parser.skip_token();
        return None;
    };
    parser.advance(behind);
    let known = Derive::from_text(&written).filter(|derive| derive.is_of_serde());
    if known.is_none() {
        let diagnostic = Diagnostic::error(
            Code::StructAttribute,
            span,
            format!("`{written}` for the generated types"),
            "`serde::Serialize` or `serde::Deserialize`",
        );
        parser.report(diagnostic.help(
            "generated types derive `Clone`, `Copy`, `Debug` and `PartialEq` by themselves; write derives of \
             the struct as `#[derive(...)]` above it",
        ));
    }
    known
}

fn of_the_source(span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::KeyForm,
        span,
        "`crate` in a model file",
        "a model file without `crate`",
    )
    .help("in a build script, `nhi_build::Builder::crate_path` gives it")
}

/// Returns true if a known key with its value is at the cursor.
pub(super) fn starts_key(cursor: Cursor<'_>) -> bool {
    cursor.ident().is_some_and(|(ident, next)| {
        Key::from_text(&ident.to_string()).is_some()
            && (is_equals(next) || next.group(Delimiter::Parenthesis).is_some())
    })
}

/// Advances to the comma before the next known key, or to the end.
fn skip_to_key(parser: &mut Parser<'_>) {
    let key_follows = |cursor: Cursor<'_>| {
        cursor
            .punct()
            .is_some_and(|(_, next)| next.eof() || starts_key(next))
    };
    while !(parser.at_end() || parser.at_punct(',') && key_follows(parser.cursor)) {
        parser.skip_token();
    }
}

/// Reads `a, b, c`
fn names<'a>(parser: &mut Parser<'a>, group: (Cursor<'a>, Cursor<'a>), names: &mut Vec<Name>) {
    parser.list(group, starts_name, |parser| match parser.name() {
        Some(name) => names.push(name),
        None => parser.skip_to_comma(),
    });
}

/// Reads `a, b, c`, each optionally preceded by documentation.
fn documented_names<'a>(
    parser: &mut Parser<'a>,
    group: (Cursor<'a>, Cursor<'a>),
    names: &mut Vec<Name>,
    meanings: &mut BTreeMap<String, Docs>,
) {
    parser.list(group, starts_documented_name, |parser| {
        let attributes = outer_attributes(parser);
        let docs = documentation(parser, &attributes);
        let Some(name) = parser.name() else {
            return parser.skip_to_comma();
        };
        if !docs.as_written().is_empty() {
            meanings.insert(name.text.clone(), docs);
        }
        names.push(name);
    });
}

fn starts_documented_name(cursor: Cursor<'_>) -> bool {
    let is_attribute = cursor
        .punct()
        .is_some_and(|(punct, _)| punct.as_char() == '#');
    is_attribute || starts_name(cursor)
}

/// Reads `a = expression, b = expression`
fn named_expressions<'a>(
    parser: &mut Parser<'a>,
    group: (Cursor<'a>, Cursor<'a>),
    entries: &mut Vec<Entry>,
) {
    parser.list(group, starts_named_entry, |parser| {
        if !starts_named_entry(parser.cursor) {
            parser.report(unnamed_entry(parser));
            parser.skip_to_comma();
        } else if let Some(name) = parser.name() {
            parser.take_equals();
            let expression = parser.expression();
            let when = parser.condition();
            entries.push(Entry {
                name,
                expression,
                when,
            });
        } else {
            parser.skip_to_comma();
        }
    });
}

/// Reads `name: Kind(names...)`
fn group_entry(parser: &mut Parser<'_>) -> Option<Group> {
    let name = parser.name();
    if name.is_some() && parser.take_punct(':') {
        let factor = factor(parser)?;
        return name.map(|name| Group { name, factor });
    }
    if name.is_some() {
        parser.unexpected("`:` and a group, as in `body: SO3(w1, w2, w3)`");
    }
    parser.skip_to_comma();
    None
}

/// Reads `Kind(names...)`
fn factor(parser: &mut Parser<'_>) -> Option<Factor> {
    let Some(kind) = parser.name() else {
        parser.skip_to_comma();
        return None;
    };
    let mut listed = Vec::new();
    match parser.parentheses() {
        Some((inside, _)) if inside.eof() => {
            parser.report(empty_set(&kind.text, kind.span));
            parser.skip_token();
        }
        Some(group) => names(parser, group, &mut listed),
        None => {
            parser.unexpected("names in parentheses, as in `SE2(theta, x, y)`");
            parser.skip_to_comma();
        }
    }
    Some(Factor {
        kind,
        names: listed,
    })
}

fn spellings() -> impl Iterator<Item = &'static str> {
    Key::ALL.iter().map(|(_, spelling)| *spelling)
}

fn unknown_key(word: &Name) -> Diagnostic {
    let known: Vec<&str> = spellings().collect();
    Diagnostic::error(
        Code::UnknownKey,
        word.span,
        format!("unknown key `{}`", word.text),
        one_of(&known),
    )
    .help(suggestion(&word.text, spellings()))
}

fn duplicate_key(word: &Name) -> Diagnostic {
    let text = &word.text;
    Diagnostic::error(
        Code::DuplicateKey,
        word.span,
        format!("second `{text}`"),
        "each key at most once",
    )
    .help(format!("put everything into the first `{text}`"))
}

fn wrong_form(key: Key, span: Span) -> Diagnostic {
    let text = key.text();
    let form = match key {
        Key::Lagrangian | Key::Dissipation => format!("`{text} = expression`"),
        Key::Rule => RULE.to_owned(),
        Key::Crate => format!("`{text} = path`"),
        _ => format!("`{text}(...)`"),
    };
    Diagnostic::error(
        Code::KeyForm,
        span,
        format!("`{text}` in the wrong form"),
        form,
    )
}

fn empty_set(text: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::EmptySet,
        span,
        format!("`{text}()` is empty"),
        "at least one entry",
    )
    .help("to have none, leave it out")
}

fn unnamed_entry(parser: &Parser<'_>) -> Diagnostic {
    Diagnostic::error(
        Code::UnexpectedToken,
        parser.here(),
        "an entry without a name",
        "`name = expression`",
    )
}

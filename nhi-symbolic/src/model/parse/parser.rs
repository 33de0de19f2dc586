//! A cursor over the tokens of one list, with the errors found so far, which all parts of the
//! parser share.

use proc_macro2::{Delimiter, Spacing, Span};
use syn::buffer::Cursor;

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::model::ast::{Arena, Name};

/// A parser that reads tokens from left to right, reports errors and goes on after them.
pub(super) struct Parser<'a> {
    pub(super) cursor: Cursor<'a>,
    /// The last token that was consumed.
    pub(super) last: Span,
    pub(super) arena: Arena,
    pub(super) diagnostics: Diagnostics,
    /// True outside a model: functions may switch, and readings of a state have names.
    pub(super) is_outside: bool,
    /// True in forces and definitions: functions may switch, and multipliers have names.
    pub(super) allows_forces: bool,
    /// True in velocity constraints, which may hold only `when` a contact is closed.
    pub(super) is_constraint: bool,
    /// True if models need not list integrators.
    pub(super) is_interpreted: bool,
    /// A test for an identifier that starts a new entry, so that a comma is missing before it.
    starts_entry: fn(Cursor<'a>) -> bool,
}

impl<'a> Parser<'a> {
    /// Creates a parser of the entries from `cursor` on, after the token at `start`.
    pub(super) fn new(
        cursor: Cursor<'a>,
        start: Span,
        starts_entry: fn(Cursor<'a>) -> bool,
    ) -> Self {
        Self {
            cursor,
            last: start,
            arena: Arena::default(),
            diagnostics: Diagnostics::new(),
            is_outside: false,
            allows_forces: false,
            is_constraint: false,
            is_interpreted: false,
            starts_entry,
        }
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Returns true if the list is at its end.
    pub(super) fn at_end(&self) -> bool {
        self.cursor.eof()
    }

    /// Returns true if the next token is this punctuation character, whatever follows it.
    pub(super) fn at_punct(&self, character: char) -> bool {
        self.cursor
            .punct()
            .is_some_and(|(punct, _)| punct.as_char() == character)
    }

    /// Returns true if an entry or an expression ends here.
    pub(super) fn at_separator(&self) -> bool {
        self.at_end() || self.at_punct(',') || self.at_punct(';')
    }

    /// Returns true if a new entry starts here, with the comma before it missing.
    pub(super) fn at_new_entry(&self) -> bool {
        (self.starts_entry)(self.cursor)
    }

    /// Advances to `next`, past the token at the cursor.
    pub(super) fn advance(&mut self, next: Cursor<'a>) {
        self.last = self.cursor.span();
        self.cursor = next;
    }

    /// Skips one token, or a whole group at once.
    pub(super) fn skip_token(&mut self) {
        if let Some((_, next)) = self.cursor.token_tree() {
            self.advance(next);
        }
    }

    /// Advances to the next comma or to the end of the list.
    pub(super) fn skip_to_comma(&mut self) {
        while !self.at_end() && !self.at_punct(',') {
            self.skip_token();
        }
    }

    /// Consumes the punctuation character if it is next.
    pub(super) fn take_punct(&mut self, character: char) -> bool {
        match self.cursor.punct() {
            Some((punct, next)) if punct.as_char() == character => {
                self.advance(next);
                true
            }
            _ => false,
        }
    }

    /// Consumes a single `=` if it is next.
    pub(super) fn take_equals(&mut self) -> bool {
        is_equals(self.cursor) && self.take_punct('=')
    }

    /// Consumes a plain identifier, or reports the token found instead and consumes nothing.
    pub(super) fn name(&mut self) -> Option<Name> {
        match self.cursor.ident() {
            Some((ident, next)) if is_plain(&ident.to_string()) => {
                self.advance(next);
                Some(Name {
                    text: ident.to_string(),
                    span: ident.span(),
                })
            }
            Some((ident, _)) => {
                self.report(Diagnostic::error(
                    Code::ExpectedName,
                    ident.span(),
                    format!("`{ident}` cannot be a name"),
                    "a plain identifier that is not a keyword",
                ));
                None
            }
            None => {
                let found = self.describe_next();
                let span = self.here();
                let help = match self.cursor.literal() {
                    Some((text, _)) if text.to_string().starts_with('"') => {
                        "write the name without quotes"
                    }
                    Some(_) => "a decimal has a point: `0.5`, not `0,5`",
                    None => "",
                };
                let diagnostic = Diagnostic::error(Code::ExpectedName, span, found, "a name");
                self.report(diagnostic.help(help));
                None
            }
        }
    }

    /// Returns the span of the next token, or of the last one at the end of the list.
    pub(super) fn here(&self) -> Span {
        if self.at_end() {
            self.last
        } else {
            self.cursor.span()
        }
    }

    /// Describes the next token.
    pub(super) fn describe_next(&self) -> String {
        if self.at_end() {
            return "nothing follows here".to_owned();
        }
        match self.cursor.any_group() {
            Some((_, Delimiter::Parenthesis, ..)) => "unexpected parentheses".to_owned(),
            Some((_, Delimiter::Bracket, ..)) => "unexpected brackets".to_owned(),
            Some((_, Delimiter::Brace, ..)) => "unexpected braces".to_owned(),
            _ => {
                let token = self
                    .cursor
                    .token_tree()
                    .map_or_else(String::new, |(token, _)| token.to_string());
                format!("unexpected `{}`", excerpt(&token))
            }
        }
    }

    /// Reads the entries of a group up to its end: `read` one, then a comma. Afterwards the cursor
    /// is after the group.
    pub(super) fn list(
        &mut self,
        (inside, after): (Cursor<'a>, Cursor<'a>),
        starts_entry: fn(Cursor<'a>) -> bool,
        read: impl FnMut(&mut Self),
    ) {
        let outer = std::mem::replace(&mut self.starts_entry, starts_entry);
        let group = self.cursor.span();
        self.last = group;
        self.cursor = inside;
        self.entries(read);
        self.starts_entry = outer;
        self.cursor = after;
        self.last = group;
    }

    /// Reads entries up to the end of the list.
    pub(super) fn entries(&mut self, mut read: impl FnMut(&mut Self)) {
        while !self.at_end() {
            if self.at_punct(',') || self.at_punct(';') {
                self.unexpected("an entry before the comma");
                self.skip_token();
            } else {
                read(self);
                self.separator();
            }
        }
    }

    /// Consumes the comma between two entries, or reports the token found instead and skips to
    /// after the next comma.
    fn separator(&mut self) {
        if self.at_end() || self.take_punct(',') {
            return;
        }
        if self.at_punct(';') {
            self.unexpected("`,` between entries");
            self.skip_token();
        } else if self.at_new_entry() {
            let (span, found) = (self.here(), self.describe_next());
            self.report(Diagnostic::error(
                Code::MissingComma,
                span,
                found,
                "`,` between entries",
            ));
        } else {
            self.unexpected("`,` or the end of the list");
            self.skip_to_comma();
            self.take_punct(',');
        }
    }

    /// Reports the next token.
    pub(super) fn unexpected(&mut self, required: &str) {
        let (span, found) = (self.here(), self.describe_next());
        self.report(Diagnostic::error(
            Code::UnexpectedToken,
            span,
            found,
            required,
        ));
    }

    /// Returns the contents of the parenthesised group at the cursor, and the rest.
    pub(super) fn parentheses(&self) -> Option<(Cursor<'a>, Cursor<'a>)> {
        self.cursor
            .group(Delimiter::Parenthesis)
            .map(|(inside, _, after)| (inside, after))
    }
}

/// Returns true if a single `=` is at the cursor, not the start of `==` or `=>`.
pub(super) fn is_equals(cursor: Cursor<'_>) -> bool {
    cursor.punct().is_some_and(|(punct, next)| {
        let longer = punct.spacing() == Spacing::Joint
            && next
                .punct()
                .is_some_and(|(second, _)| matches!(second.as_char(), '=' | '>'));
        punct.as_char() == '=' && !longer
    })
}

/// Returns true if `identifier =` is at the cursor: the start of a named entry.
pub(super) fn starts_named_entry(cursor: Cursor<'_>) -> bool {
    cursor.ident().is_some_and(|(_, next)| is_equals(next))
}

/// Returns true if an identifier is at the cursor.
pub(super) fn starts_name(cursor: Cursor<'_>) -> bool {
    cursor.ident().is_some()
}

/// Returns true if an identifier can be a name of the model.
fn is_plain(text: &str) -> bool {
    text != "_" && !text.starts_with("r#") && !is_keyword(text)
}

/// Returns true if an identifier is a keyword of Rust, edition 2024.
#[must_use]
pub fn is_keyword(text: &str) -> bool {
    const KEYWORDS: &[&str] = &[
        "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
        "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
        "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv",
        "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true", "try",
        "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
    ];
    KEYWORDS.binary_search(&text).is_ok()
}

/// Returns the text of a token, cut if it is long or at the end of a line.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    let is_end = |(i, c): &(usize, (usize, char))| *i == LONGEST || c.1.is_control();
    match text.char_indices().enumerate().find(is_end) {
        Some((_, (end, _))) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

//! The entries of `contacts`, and the conditions of constraints that belong to contacts.

use super::parser::Parser;
use crate::diag::{Code, Diagnostic, nearest};
use crate::model::ast::{Contact, Name, Opening, Sign};

/// Reads `name >= 0` or `name <= 0`, or `opens` or `restitution = expression` after a contact.
pub(super) fn contact(parser: &mut Parser<'_>, contacts: &mut Vec<Contact>) {
    let Some(name) = parser.name() else {
        return parser.skip_to_comma();
    };
    match name.text.as_str() {
        "opens" if parser.at_separator() => open(parser, &name, contacts.last_mut()),
        "restitution" if parser.take_equals() => restitute(parser, &name, contacts.last_mut()),
        _ => contacts.extend(signed(parser, name)),
    }
}

/// Reads the sign of a contact.
fn signed(parser: &mut Parser<'_>, name: Name) -> Option<Contact> {
    let sign = if parser.take_punct('>') {
        Some(Sign::Positive)
    } else if parser.take_punct('<') {
        Some(Sign::Negative)
    } else {
        None
    };
    let sign = sign.filter(|_| parser.take_punct('=') && take_zero(parser));
    if sign.is_none() || !parser.at_separator() {
        parser.report(without_sign(&name));
        parser.skip_to_comma();
        return None;
    }
    sign.map(|sign| Contact {
        name,
        sign,
        opens: None,
    })
}

fn take_zero(parser: &mut Parser<'_>) -> bool {
    let literal = parser.cursor.literal();
    let zero = literal.filter(|(literal, _)| ["0", "0.0"].contains(&literal.to_string().as_str()));
    if let Some((_, next)) = zero {
        parser.advance(next);
    }
    zero.is_some()
}

/// Lets a contact open.
fn open(parser: &mut Parser<'_>, word: &Name, contact: Option<&mut Contact>) {
    match contact {
        Some(contact) if contact.opens.is_none() => {
            contact.opens = Some(Opening {
                span: word.span,
                restitution: None,
            });
        }
        _ => parser.report(out_of_order(word)),
    }
}

/// Reads the coefficient of restitution of a contact that opens.
fn restitute(parser: &mut Parser<'_>, word: &Name, contact: Option<&mut Contact>) {
    let written = parser.expression();
    match contact.and_then(|contact| contact.opens.as_mut()) {
        Some(Opening {
            restitution: restitution @ None,
            ..
        }) => *restitution = Some(written),
        _ => parser.report(out_of_order(word)),
    }
}

impl Parser<'_> {
    /// Returns true if `when` and a contact follow a constraint.
    pub(super) fn at_condition(&self) -> bool {
        let word = self.cursor.ident().filter(|_| self.is_constraint);
        word.is_some_and(|(word, next)| word == "when" && next.ident().is_some())
    }

    /// Consumes `when` and the name of a contact.
    pub(super) fn condition(&mut self) -> Option<Name> {
        if !self.at_condition() {
            return None;
        }
        self.skip_token();
        self.name()
    }
}

fn without_sign(name: &Name) -> Diagnostic {
    let text = &name.text;
    let without_sign = Diagnostic::error(
        Code::ContactForm,
        name.span,
        format!("the contact `{text}` without the sign of its multiplier"),
        format!("`{text} >= 0` or `{text} <= 0`"),
    );
    without_sign.help(match nearest(text, ["opens", "restitution"]) {
        Some(word) => format!("did you mean `{word}`?"),
        None => "write the sign that `lambda` of the constraint has while the contact presses"
            .to_owned(),
    })
}

fn out_of_order(word: &Name) -> Diagnostic {
    let text = &word.text;
    Diagnostic::error(
        Code::ContactForm,
        word.span,
        format!("`{text}` does not follow a contact that it can belong to"),
        "`name >= 0, opens, restitution = expression`, each of them once",
    )
}

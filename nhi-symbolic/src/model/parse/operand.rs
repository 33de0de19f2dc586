//! Operands: numbers, names, parentheses, function calls, and their suffixes.

use proc_macro2::{Delimiter, Ident, Span};
use syn::buffer::Cursor;

use super::number::decimal;
use super::operator::{operator, unsupported};
use super::parser::{Parser, is_keyword};
use crate::diag::{Code, Diagnostic};
use crate::model::ast::{NodeId, Op};

/// The first parts of names with a dot, such as `lambda.rod`.
const READINGS: [&str; 2] = ["lambda", "residual"];

impl<'a> Parser<'a> {
    /// Reads an operand and the methods after it.
    pub(super) fn postfix(&mut self) -> NodeId {
        let mut value = self.operand();
        loop {
            if self.at_invisible_group() || self.at_new_entry() {
                return value;
            } else if self.at_operator(".") {
                value = self.reading(value).unwrap_or_else(|| self.method(value));
            } else if self.at_operator("?") {
                self.wrong_operator();
            } else if self.cursor.ident().is_some_and(|(ident, _)| ident == "as") {
                self.cast();
            } else {
                return value;
            }
        }
    }

    /// Reads the name after the dot of `lambda.NAME` or `residual.NAME` outside a model, or of
    /// `lambda.NAME` in a force or a definition. Both parts become one name.
    fn reading(&mut self, prefix: NodeId) -> Option<NodeId> {
        let Op::Name(text) = &self.arena.node(prefix).op else {
            return None;
        };
        let (ident, next) = self.cursor.punct()?.1.ident()?;
        let is_call = next.group(Delimiter::Parenthesis).is_some();
        let is_reading = match self.is_outside {
            true => READINGS.contains(&text.as_str()),
            false => self.allows_forces && text == READINGS[0],
        };
        let name = format!("{text}.{ident}");
        if is_call {
            return None;
        } else if is_reading {
            self.advance(next);
            return Some(self.arena.rename(prefix, name));
        } else if self.is_outside || text != READINGS[0] {
            return None;
        }
        self.report(multiplier_outside_forces(&name, ident.span()));
        self.advance(next);
        Some(self.mistake())
    }

    fn operand(&mut self) -> NodeId {
        if self.skip_wrong_prefixes() && self.at_separator() {
            return self.mistake();
        }
        if let Some((inside, _, after)) = self.cursor.group(Delimiter::None) {
            return self.parenthesised(inside, after);
        }
        if let Some((ident, next)) = self.cursor.ident() {
            return self.identifier(&ident, next);
        }
        if let Some((literal, next)) = self.cursor.literal() {
            let op = decimal(&literal).map_or_else(
                |diagnostic| {
                    self.report(diagnostic);
                    Op::Mistake
                },
                Op::Number,
            );
            self.advance(next);
            return self.arena.push(op, literal.span());
        }
        if let Some((inside, after)) = self.parentheses() {
            return self.parenthesised(inside, after);
        }
        self.no_operand()
    }

    /// Reports operators that cannot precede an operand, such as `!` and `&`, and returns true if
    /// there was one.
    fn skip_wrong_prefixes(&mut self) -> bool {
        let mut skipped = false;
        while !self.at_invisible_group()
            && let Some(found) = operator(self.cursor)
        {
            match found.text.as_str() {
                "," | ";" | "+" | "*" | "/" | "." | "::" | "|" | "||" | "#" => break,
                "-" if !skipped => break,
                "-" => {}
                other => self.report(unsupported(other, found.span)),
            }
            self.advance(found.next);
            skipped = true;
        }
        skipped
    }

    /// Reads a parenthesised expression.
    fn parenthesised(&mut self, inside: Cursor<'a>, after: Cursor<'a>) -> NodeId {
        let opening = self.cursor;
        let mut elements = Vec::new();
        self.list(
            (inside, after),
            |_| false,
            |parser| elements.push(parser.sum()),
        );
        match elements[..] {
            [only] => return only,
            [] if inside.eof() => self.report(missing_operand(opening, "empty parentheses")),
            [] => {}
            _ => self.report(syntax(opening, "a tuple", "")),
        }
        self.mistake()
    }

    /// Reports the token found instead of an operand.
    fn no_operand(&mut self) -> NodeId {
        let here = self.cursor;
        if self.at_end() || self.at_separator() {
            let mut diagnostic = missing_operand(here, "an expression is missing here");
            diagnostic.span = self.last;
            self.report(diagnostic);
        } else if self.take_punct('.') {
            self.report(
                missing_operand(here, "a number begins with a digit").help("write `0.5` for `.5`"),
            );
            if let Some((_, next)) = self.cursor.literal() {
                self.advance(next);
            }
        } else if self.at_punct('|') {
            self.report(syntax(here, "a closure", ""));
            self.skip_closure();
        } else if let Some((_, delimiter, _, after)) = self.cursor.any_group() {
            let what = if delimiter == Delimiter::Brace {
                "a block"
            } else {
                "an array"
            };
            self.report(syntax(here, what, ""));
            self.advance(after);
        } else if self.at_operator("::") {
            self.report(syntax(here, "a path", ""));
            self.skip_path();
        } else if self.at_punct('#') {
            self.report(syntax(here, "an attribute", ""));
            self.skip_to_comma();
        } else if let Some((lifetime, next)) = self.cursor.lifetime() {
            self.report(syntax(here, &format!("`{lifetime}`"), ""));
            self.advance(next);
        } else {
            let found = self.describe_next();
            self.report(missing_operand(here, &found));
            if operator(here).is_none() {
                self.skip_token();
            }
        }
        self.mistake()
    }

    /// Reads a name, an entry of a matrix, a function call or Rust syntax that begins with a word.
    fn identifier(&mut self, ident: &Ident, next: Cursor<'a>) -> NodeId {
        let text = ident.to_string();
        if operator(next).is_some_and(|operator| operator.text == "::") {
            return self.path(&text);
        }
        if next
            .punct()
            .is_some_and(|(punct, behind)| punct.as_char() == '!' && behind.any_group().is_some())
        {
            return self.macro_call(&text);
        }
        if is_keyword(&text) || text == "_" || text.starts_with("r#") {
            return self.keyword(&text);
        }
        self.advance(next);
        if self.at_invisible_group() {
            self.arena.push(Op::Name(text), ident.span())
        } else if self.parentheses().is_some() {
            self.function(&text, ident.span())
        } else if self.cursor.group(Delimiter::Bracket).is_some() {
            self.matrix_entry(text, ident.span())
        } else {
            self.arena.push(Op::Name(text), ident.span())
        }
    }

    /// Reads `name[row][column]`
    fn matrix_entry(&mut self, name: String, span: Span) -> NodeId {
        let opening = self.cursor;
        let mut indices = Vec::new();
        while let Some((inside, _, after)) = self.cursor.group(Delimiter::Bracket) {
            indices.push(index(inside));
            self.advance(after);
        }
        if let [Some(row), Some(column)] = indices[..] {
            return self.arena.push(Op::MatrixEntry { name, row, column }, span);
        }
        self.report(Diagnostic::error(
            Code::UnsupportedSyntax,
            opening.span(),
            "not an entry of a matrix",
            "two integer literals, as in `body[0][2]`",
        ));
        self.mistake()
    }

    fn path(&mut self, first: &str) -> NodeId {
        let here = self.cursor;
        let last = self.skip_path();
        let help = match last.as_str() {
            "PI" => "write `pi`".to_owned(),
            _ => format!(
                "`{first}::...` names an item of Rust; write the name alone, as in `sin(x)`"
            ),
        };
        self.report(syntax(here, "a path", &help));
        if let Some(group) = self.parentheses() {
            self.list(
                group,
                |_| false,
                |parser| {
                    parser.sum();
                },
            );
        }
        self.mistake()
    }

    /// Skips a path and returns its last segment.
    fn skip_path(&mut self) -> String {
        let mut last = String::new();
        loop {
            if let Some((ident, next)) = self.cursor.ident() {
                last = ident.to_string();
                self.advance(next);
            } else if self.at_punct('<') {
                self.skip_angles();
            }
            match operator(self.cursor) {
                Some(found) if found.text == "::" => self.advance(found.next),
                _ => return last,
            }
        }
    }

    /// Skips everything up to and including the `>` that closes the `<` here.
    fn skip_angles(&mut self) {
        let mut depth = 0_usize;
        while !self.at_end() {
            depth = match self.cursor.punct().map(|(punct, _)| punct.as_char()) {
                Some('<') => depth + 1,
                Some('>') => depth.saturating_sub(1),
                _ => depth,
            };
            self.skip_token();
            if depth == 0 {
                return;
            }
        }
    }

    fn macro_call(&mut self, name: &str) -> NodeId {
        self.report(syntax(self.cursor, &format!("the macro `{name}!`"), ""));
        for _ in 0..3 {
            self.skip_token();
        }
        self.mistake()
    }

    fn keyword(&mut self, text: &str) -> NodeId {
        let here = self.cursor;
        match text {
            "true" | "false" => {
                self.report(
                    Diagnostic::error(
                        Code::BadNumber,
                        here.span(),
                        format!("`{text}` is not a number"),
                        "a number or a name",
                    )
                    .help("an expression is one smooth formula without conditions"),
                );
                self.skip_token();
            }
            "self" => {
                self.report(syntax(
                    here,
                    "`self`",
                    "write the name of the parameter alone: `m`, not `self.m`",
                ));
                self.skip_token();
                if self.take_punct('.') {
                    self.skip_token();
                }
            }
            _ => {
                let help = match text {
                    "if" | "match" => "an expression is one smooth formula without conditions",
                    _ => "",
                };
                self.report(syntax(here, &format!("`{text}`"), help));
                self.skip_to_comma();
            }
        }
        self.mistake()
    }

    /// Reports and skips `as type`
    fn cast(&mut self) {
        self.report(syntax(
            self.cursor,
            "a cast",
            "all numbers have the scalar type of the model; leave `as` out",
        ));
        self.skip_token();
        self.skip_path();
    }

    /// Skips `|a, b| body` up to the end of the entry.
    fn skip_closure(&mut self) {
        let parameters_follow = !self.at_operator("||");
        self.take_punct('|');
        while parameters_follow && !self.at_end() && !self.at_punct('|') {
            self.skip_token();
        }
        self.skip_to_comma();
    }

    fn wrong_operator(&mut self) {
        if let Some(found) = operator(self.cursor) {
            self.report(unsupported(&found.text, found.span));
            self.advance(found.next);
        }
    }
}

/// Returns the integer literal if it is all that is in the brackets.
fn index(inside: Cursor<'_>) -> Option<u32> {
    let (literal, rest) = inside.literal()?;
    literal.to_string().parse().ok().filter(|_| rest.eof())
}

fn missing_operand(at: Cursor<'_>, found: &str) -> Diagnostic {
    Diagnostic::error(
        Code::MissingOperand,
        at.span(),
        found,
        "a number, a name, a function or parentheses",
    )
}

fn multiplier_outside_forces(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::UnsupportedSyntax,
        span,
        format!("`{name}` is not in a force"),
        "a constraint force in `forces`, or in a definition for them",
    )
    .help(format!(
        "leave it out here, and multiply by `{name}` in `forces`"
    ))
}

pub(super) fn syntax(at: Cursor<'_>, what: &str, help: &str) -> Diagnostic {
    Diagnostic::error(
        Code::UnsupportedSyntax,
        at.span(),
        format!("{what} is not in the language"),
        "numbers, names, `+ - * /`, parentheses and the known functions",
    )
    .help(help)
}

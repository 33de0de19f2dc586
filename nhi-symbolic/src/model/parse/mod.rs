//! From tokens to an [`Ast`], or to all syntax errors.

mod attribute;
mod call;
mod carried;
mod contacts;
mod expression;
mod fields;
mod functions;
mod generics;
mod integrator;
mod item;
mod limits;
mod meeting;
mod number;
mod operand;
mod operator;
mod outer;
mod parser;
mod scalar;
mod serial;
#[cfg(test)]
mod tests;
mod visibility;

use std::collections::BTreeMap;

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::buffer::{Cursor, TokenBuffer};

use self::attribute::{Attribute, starts_key};
use self::item::RawItem;
use self::limits::check_limits;
use self::meeting::report_meeting_models;
use self::outer::Outer;
use self::parser::Parser;
pub use self::parser::is_keyword;
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::model::ast::{Arena, Ast, Expression, Integrator};
use crate::model::item::{Item, Origin, Root};

/// The name of the attribute.
const ATTRIBUTE: &str = "nonholonomic";

/// Reads the attribute `#[nonholonomic(arguments)]` on `item`.
///
/// # Errors
/// Every syntax error of the arguments and of the struct.
pub fn parse_attribute(arguments: TokenStream, item: TokenStream) -> Result<Ast, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    check_limits(&arguments, &mut diagnostics);
    check_limits(&item, &mut diagnostics);
    diagnostics.into_result()?;

    let (arguments, item) = (TokenBuffer::new2(arguments), TokenBuffer::new2(item));
    let mut parser = Parser::new(item.begin(), Span::call_site(), |_| false);
    let raw = RawItem::split(&mut parser);
    for second in &raw.models {
        parser.report(repeated(second));
    }
    let source = Origin::Source;
    let ast = read_model(
        &mut parser,
        raw,
        source,
        arguments.begin(),
        Span::call_site(),
    );
    close(parser, ast)
}

/// Reads as much as possible of a struct that may have errors, for the shells of a broken model.
pub fn read_struct(item: TokenStream) -> Option<Item> {
    let mut diagnostics = Diagnostics::new();
    check_limits(&item, &mut diagnostics);
    diagnostics.into_result().ok()?;

    let item = TokenBuffer::new2(item);
    let mut parser = Parser::new(item.begin(), Span::call_site(), |_| false);
    let read = RawItem::split(&mut parser).read(&mut parser, Origin::Source);
    // Its errors were reported when the model was read.
    let _ = parser.diagnostics.into_result();
    read
}

/// Returns the path of the crate in the arguments of a broken model, if there is one.
pub fn root_of(arguments: TokenStream) -> Option<Root> {
    let mut tokens = arguments.into_iter();
    tokens.find(|token| matches!(token, TokenTree::Ident(word) if word == "crate"))?;
    let equals = tokens.next()?;
    let is = |token: &TokenTree, sign: char| matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign);
    let path = tokens.take_while(|token| !is(token, ','));
    let path: String = path.map(|token| token.to_string()).collect();
    is(&equals, '=').then(|| Root::from_text(&path)).flatten()
}

/// Reads a model file: structs with the attribute, and comments.
///
/// # Errors
/// Every syntax error in any of the models, and everything else in the file.
pub fn parse_file(tokens: TokenStream) -> Result<Vec<Ast>, Diagnostics> {
    parse_models(tokens, false)
}

/// Does the same as [`parse_file`] for the interpreter, to which a program names an integrator:
/// models need not list any.
///
/// # Errors
/// The errors of [`parse_file`].
pub fn parse_interpreted(tokens: TokenStream) -> Result<Vec<Ast>, Diagnostics> {
    parse_models(tokens, true)
}

fn parse_models(tokens: TokenStream, is_interpreted: bool) -> Result<Vec<Ast>, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    check_limits(&tokens, &mut diagnostics);
    diagnostics.into_result()?;

    let buffer = TokenBuffer::new2(tokens);
    let mut parser = Parser::new(buffer.begin(), Span::call_site(), |_| false);
    parser.is_interpreted = is_interpreted;
    let mut models: Vec<Ast> = Vec::new();
    skip_inner_docs(&mut parser);
    skip_uses(&mut parser);
    if parser.at_end() {
        parser.report(Diagnostic::error(
            Code::NoModel,
            Span::call_site(),
            "no model in this file",
            "at least one struct with `#[nonholonomic(...)]`",
        ));
    }
    while !parser.at_end() {
        models.extend(read_file_item(&mut parser));
        skip_uses(&mut parser);
    }
    report_meeting_models(&models, &mut parser.diagnostics);
    let count = models.len();
    models.iter_mut().for_each(|ast| ast.models = count);
    close(parser, Some(models))
}

/// Reads a lone expression, such as a control in a scenario, in which functions may switch.
///
/// # Errors
/// Every syntax error in it.
pub fn parse_expression(tokens: TokenStream) -> Result<(Arena, Expression), Diagnostics> {
    parse_alone(tokens, |parser| {
        parser.is_outside = true;
        let expression = parser.expression();
        Some((std::mem::take(&mut parser.arena), expression))
    })
}

/// Reads a lone integrator with its options, such as the one that a scenario names.
///
/// # Errors
/// Every syntax error in it.
pub fn parse_integrator(tokens: TokenStream) -> Result<Integrator, Diagnostics> {
    parse_alone(tokens, |parser| {
        let integrator = parser.integrator()?;
        Some(integrator)
    })
}

fn parse_alone<T>(
    tokens: TokenStream,
    read: impl FnOnce(&mut Parser<'_>) -> Option<T>,
) -> Result<T, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    check_limits(&tokens, &mut diagnostics);
    diagnostics.into_result()?;

    let buffer = TokenBuffer::new2(tokens);
    let mut parser = Parser::new(buffer.begin(), Span::call_site(), |_| false);
    let value = read(&mut parser);
    if !parser.at_end() {
        parser.unexpected("the end");
    }
    close(parser, value)
}

/// Returns the value, unless an error was reported.
fn close<T>(parser: Parser<'_>, value: Option<T>) -> Result<T, Diagnostics> {
    parser.diagnostics.into_result()?;
    Ok(value.expect("whatever has no value was reported"))
}

/// Reads one item of a model file with its attribute.
fn read_file_item(parser: &mut Parser<'_>) -> Option<Ast> {
    let mut raw = RawItem::split(parser);
    let models = std::mem::take(&mut raw.models);
    let Some((first, more)) = models.split_first() else {
        parser.report(foreign(raw.span));
        return None;
    };
    for second in more {
        parser.report(repeated(second));
    }
    let arguments = first
        .arguments
        .group(Delimiter::Parenthesis)
        .map(|(inside, _, behind)| {
            if !behind.eof() {
                parser.report(behind_arguments(behind.span()));
            }
            inside
        });
    read_model(
        parser,
        raw,
        Origin::ModelFile,
        arguments.unwrap_or_else(Cursor::empty),
        first.span,
    )
}

/// Reads the struct and the arguments of its attribute. Errors of both go to the parser of the
/// struct.
fn read_model<'a>(
    parser: &mut Parser<'a>,
    raw: RawItem<'a>,
    origin: Origin,
    arguments: Cursor<'a>,
    start: Span,
) -> Option<Ast> {
    let item = raw.read(parser, origin);
    let owner = item.as_ref().map_or(start, |item| item.ident.span());
    let mut inner = Parser::new(arguments, start, starts_key);
    inner.is_interpreted = parser.is_interpreted;
    let attribute = Attribute::read(&mut inner, owner, origin);
    parser.diagnostics.absorb(inner.diagnostics);
    assemble(item?, attribute, inner.arena)
}

fn assemble(item: Item, attribute: Attribute, arena: Arena) -> Option<Ast> {
    let item = Item {
        derives_of_data: attribute.derives,
        root: attribute.root,
        ..item
    };
    Some(Ast {
        models: 1,
        item,
        keys: attribute.keys,
        arena,
        coordinates: attribute.coordinates,
        meanings: attribute.meanings,
        groups: attribute.groups,
        definitions: attribute.definitions,
        lagrangian: attribute.lagrangian?,
        constraints: attribute.constraints,
        rule: attribute.rule,
        holonomic: attribute.holonomic,
        prescribed: attribute.prescribed,
        splines: BTreeMap::new(),
        contacts: attribute.contacts,
        open: None,
        controls: attribute.controls,
        forces: attribute.forces,
        dissipation: attribute.dissipation,
        symmetry: attribute.symmetry,
        integrals: attribute.integrals,
        integrators: attribute.integrators,
    })
}

/// Skips `use` lines, which let an editor understand the file and have no meaning here.
fn skip_uses(parser: &mut Parser<'_>) {
    while parser
        .cursor
        .ident()
        .is_some_and(|(ident, _)| ident == "use")
    {
        while !parser.at_end() && !parser.at_punct(';') {
            parser.skip_token();
        }
        parser.take_punct(';');
    }
}

/// Skips the `//!` comments at the start of a file.
fn skip_inner_docs(parser: &mut Parser<'_>) {
    while let Some(after) = behind_inner_doc(parser.cursor) {
        parser.advance(after);
    }
}

/// Returns the cursor after the `//!` comment at the cursor, if there is one.
fn behind_inner_doc(cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    let (_, bang) = cursor.punct().filter(|(punct, _)| punct.as_char() == '#')?;
    let (_, brackets) = bang.punct().filter(|(punct, _)| punct.as_char() == '!')?;
    let (inside, _, after) = brackets.group(Delimiter::Bracket)?;
    inside
        .ident()
        .filter(|(ident, _)| ident == "doc")
        .map(|_| after)
}

fn repeated(attribute: &Outer<'_>) -> Diagnostic {
    Diagnostic::error(
        Code::RepeatedAttribute,
        attribute.span,
        format!("second `#[{ATTRIBUTE}]` on one struct"),
        "one model per struct",
    )
}

fn behind_arguments(span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::UnexpectedToken,
        span,
        "something after the arguments of the attribute",
        format!("`#[{ATTRIBUTE}(...)]`"),
    )
}

fn foreign(span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::NotAModelItem,
        span,
        "an item that is not a model",
        format!("structs with `#[{ATTRIBUTE}(...)]` only"),
    )
}

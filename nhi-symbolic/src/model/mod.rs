//! What the user wrote: from tokens to a [`ast::Ast`], every name and number with its span.

pub mod ast;
mod parse;

pub use parse::{parse_attribute, parse_expression, parse_file, parse_integrator};

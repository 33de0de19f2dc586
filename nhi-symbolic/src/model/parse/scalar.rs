//! The type of numbers of a model, from the type parameter and the fields of its struct.

use proc_macro2::{Ident, Span};

use super::fields::FieldType;
use super::parser::Parser;
use crate::diag::{Code, Diagnostic};
use crate::model::item::Scalar;

/// Returns the scalar type that all fields have. Each field of another type is reported.
pub(super) fn scalar_of(
    types: &[FieldType],
    parameter: Option<&Ident>,
    parser: &mut Parser<'_>,
) -> Scalar {
    let scalar = parameter.map_or_else(
        || first_float(types),
        |parameter| Scalar::Generic(parameter.clone()),
    );
    for field_type in types {
        match field_type {
            FieldType::Word(word) if is(&scalar, word) => {}
            FieldType::Word(word) => {
                parser.report(wrong_type(
                    &format!("the type `{word}`"),
                    word.span(),
                    &scalar,
                ));
            }
            FieldType::Other(span) => {
                parser.report(wrong_type("a type that is not a scalar", *span, &scalar));
            }
        }
    }
    scalar
}

/// Returns the first of `f64` and `f32` that occurs, or `f64` if neither does.
fn first_float(types: &[FieldType]) -> Scalar {
    let candidates = [Scalar::F64, Scalar::F32];
    let mut words = types.iter().filter_map(|field_type| match field_type {
        FieldType::Word(word) => candidates.iter().find(|scalar| is(scalar, word)),
        FieldType::Other(_) => None,
    });
    words.next().cloned().unwrap_or(Scalar::F64)
}

fn is(scalar: &Scalar, word: &Ident) -> bool {
    match scalar {
        Scalar::F64 => word == "f64",
        Scalar::F32 => word == "f32",
        Scalar::Generic(parameter) => word == parameter,
    }
}

fn wrong_type(found: &str, span: Span, scalar: &Scalar) -> Diagnostic {
    let name = match scalar {
        Scalar::F64 => "f64".to_owned(),
        Scalar::F32 => "f32".to_owned(),
        Scalar::Generic(parameter) => parameter.to_string(),
    };
    Diagnostic::error(
        Code::ScalarType,
        span,
        found,
        format!("`{name}`, as for all parameters"),
    )
    .help("all parameters are f64, or all f32, or all the struct's one type parameter `T: Real`")
}

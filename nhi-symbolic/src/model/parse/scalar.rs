//! The type of numbers of a model, from the generics and the fields of its struct.

use proc_macro2::{Ident, Span};
use syn::{GenericParam, Generics, TypeParam, TypeParamBound, WherePredicate};

use super::fields::FieldType;
use super::parser::Parser;
use crate::diag::{Code, Diagnostic};
use crate::model::ast::Scalar;

/// The only type parameter, if there is one; everything else that is generic is reported.
pub(super) fn type_parameter(generics: &Generics, parser: &mut Parser<'_>) -> Option<Ident> {
    let mut scalar: Option<&TypeParam> = None;
    for parameter in &generics.params {
        match parameter {
            GenericParam::Type(first) if scalar.is_none() => scalar = Some(first),
            GenericParam::Type(second) => {
                parser.report(unsupported("a second type parameter", second.ident.span()));
            }
            GenericParam::Lifetime(lifetime) => {
                parser.report(unsupported("a lifetime", lifetime.lifetime.span()));
            }
            GenericParam::Const(constant) => {
                parser.report(unsupported("a constant parameter", constant.ident.span()));
            }
        }
    }
    let scalar = scalar?;
    if !is_bound_by_real(scalar, generics) {
        let name = &scalar.ident;
        parser.report(
            Diagnostic::error(
                Code::MissingRealBound,
                name.span(),
                format!("type parameter `{name}` without the bound `Real`"),
                "a type parameter bound by nhi's trait of scalars",
            )
            .help(format!("write `{name}: nhi::Real`")),
        );
    }
    Some(scalar.ident.clone())
}

fn is_bound_by_real(parameter: &TypeParam, generics: &Generics) -> bool {
    let in_where = generics.where_clause.iter().flat_map(|clause| &clause.predicates).any(|predicate| match predicate {
        WherePredicate::Type(bounded) => {
            matches!(&bounded.bounded_ty, syn::Type::Path(path) if path.path.is_ident(&parameter.ident))
                && bounded.bounds.iter().any(is_real)
        }
        _ => false,
    });
    in_where || parameter.bounds.iter().any(is_real)
}

fn is_real(bound: &TypeParamBound) -> bool {
    matches!(bound, TypeParamBound::Trait(named) if named.path.segments.last().is_some_and(|last| last.ident == "Real"))
}

/// The scalar type that all fields have; each field of another type is reported.
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

/// The first of `f64` and `f32` that occurs; `f64` where neither does.
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

fn unsupported(found: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::UnsupportedGenerics,
        span,
        found,
        "no generics, or one type parameter `T: Real`",
    )
}

//! Errors in the struct and in the file around it.

use super::*;
use Code::*;

#[test]
fn only_structs_with_named_fields_are_models() {
    item_gives("enum A { B }", &[(NotAStruct, "enum")]);
    item_gives("pub union A { a: f64 }", &[(NotAStruct, "union")]);
    item_gives("struct A(f64);", &[(NotAStruct, "struct")]);
    item_gives("struct A;", &[(NotAStruct, "struct")]);
    item_gives("pub(crate) fn f() {}", &[(NotAStruct, "fn")]);
}

#[test]
fn generics_are_one_scalar_type() {
    item_gives(
        "struct A<'a, T: Real, U, const N: usize> { m: T }",
        &[
            (UnsupportedGenerics, "'a"),
            (UnsupportedGenerics, "U"),
            (UnsupportedGenerics, "N"),
        ],
    );
    item_gives("struct A<T> { m: T }", &[(MissingRealBound, "T")]);
    item_gives(
        "struct A<T: Copy> where T: Clone { m: T }",
        &[(MissingRealBound, "T"), (UnsupportedGenerics, "where")],
    );
    item_gives("struct A<T: Real> {}", &[(UnsupportedGenerics, "T")]);
    item_gives("struct T<T: Real> { m: T }", &[(UnsupportedGenerics, "T")]);
}

#[test]
fn values_of_fields_are_reported() {
    item_gives(
        "struct A { a: f64 = 1.0, b: f64, c: f64 = 2.0 * 3.0 }",
        &[(RustSyntax, "="), (RustSyntax, "=")],
    );
}

#[test]
fn every_field_of_another_type_is_reported() {
    item_gives(
        "struct A { a: f64, b: f32, c: Vec<f64, Alloc<u8>>, d: i32, e: f64, g: &f64, h: (f64, f64) }",
        &[
            (ScalarType, "f32"),
            (ScalarType, "Vec"),
            (ScalarType, "i32"),
            (ScalarType, "&"),
            (ScalarType, "(f64, f64)"),
        ],
    );
    item_gives("struct A<T: Real> { a: T, b: f64 }", &[(ScalarType, "f64")]);
}

#[test]
fn the_fields_are_valid_rust() {
    item_gives(
        "struct A { a f64, b: f64 c: f64, r#in: f64, d }",
        &[
            (RustSyntax, "f64"),
            (MissingComma, "c"),
            (ExpectedName, "r#in"),
            (RustSyntax, "d"),
        ],
    );
    item_gives("struct { a: f64 }", &[(ExpectedName, "{ a: f64 }")]);
    item_gives("struct A A { a: f64 }", &[(UnexpectedToken, "A")]);
    item_gives("struct f64 { a: f32 }", &[(ExpectedName, "f64")]);
}

#[test]
fn one_struct_carries_one_model() {
    item_gives(
        "#[nonholonomic(coordinates(x))] struct A {}",
        &[(RepeatedAttribute, "nonholonomic")],
    );
}

#[test]
fn a_file_holds_annotated_structs_only() {
    let model = "#[nonholonomic(coordinates(x), lagrangian = x, integrators(Gni))]";
    file_gives("// nothing", &[(NoModel, "")]);
    file_gives(
        &format!("mod nhi; struct A {{}} {model} struct B {{}} fn f() {{}}"),
        &[
            (NotAModelItem, "mod"),
            (NotAModelItem, "struct"),
            (NotAModelItem, "fn"),
        ],
    );
    file_gives(
        &format!("{model} {model} struct A {{}}"),
        &[(RepeatedAttribute, "nonholonomic")],
    );
    file_gives(
        &format!("{model} struct A {{}} {model} struct A {{}}"),
        &[(DuplicateModel, "A")],
    );
    file_gives("#[nonholonomic] struct A {}", &[(MissingKey, "A"); 3]);
    file_gives(&format!("{model} s struct A {{}}"), &[(NotAStruct, "s")]);
    let more = "#[nonholonomic(coordinates(x), lagrangian = x, integrators(Gni)) f()] struct A {}";
    file_gives(more, &[(UnexpectedToken, "f")]);
}

#[test]
fn a_model_for_the_interpreter_needs_no_integrators() {
    let model = |keys: &str| format!("#[nonholonomic(coordinates(x){keys})] struct A {{}}");
    let read = |keys: &str| parse_interpreted(tokens(&model(keys)));
    assert!(read(", lagrangian = x").unwrap()[0].integrators.is_empty());
    assert_eq!(found(read("")), [(MissingKey, "A".to_owned())]);
    file_gives(&model(", lagrangian = x"), &[(MissingKey, "A")]);
}

#[test]
fn use_lines_of_a_file_mean_nothing() {
    let model = "#[nonholonomic(coordinates(x), lagrangian = x, integrators(Gni))] struct A {}";
    file_gives(
        &format!("use nhi::{{a, b}}; use std::fmt as f; {model} use x;"),
        &[],
    );
    file_gives("use nhi::nonholonomic;", &[(NoModel, "")]);
    file_gives("use nhi::nonholonomic", &[(NoModel, "")]);
}

#[test]
fn the_types_of_two_models_of_a_file_have_different_names() {
    let model = |name: &str| {
        format!(
            "#[nonholonomic(coordinates(x), lagrangian = x, integrators(Rk, Gni))] struct {name} {{}} "
        )
    };
    for (first, second) in [
        ("S", "SRk"),
        ("SRk", "S"),
        ("S", "SGniState"),
        ("S", "SVelocities"),
    ] {
        let file = [model(first), model(second)].concat();
        file_gives(&file, &[(DuplicateModel, second)]);
    }
    file_gives(&["S", "SMla", "Sleigh"].map(model).concat(), &[]);
}

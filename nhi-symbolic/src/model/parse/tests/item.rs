//! Mistakes in the struct and in the file around it.

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
        &[(MissingRealBound, "T")],
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
fn parameters_exist_in_every_build() {
    item_gives(
        "struct A { #[cfg(test)] a: f64, #[serde(default)] b: f64 }",
        &[(ParameterAttribute, "cfg")],
    );
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
    item_gives("struct { a: f64 }", &[(RustSyntax, "")]);
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
        &format!("use nhi::Real; struct A {{}} {model} struct B {{}} fn f() {{}}"),
        &[
            (NotAModelItem, "use"),
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
}

#[test]
fn attributes_and_visibilities_that_rust_does_not_have_are_reported() {
    item_gives("#[,] struct A { m: f64 }", &[(RustSyntax, ",")]);
    item_gives("struct A { #[a b] m: f64 }", &[(RustSyntax, "b")]);
    item_gives("struct A { pub(a) m: f64 }", &[(RustSyntax, "(a)")]);
    let accepted = "#[unsafe(a)] #[b::c(%)] #[d = concat!(\"x\")] struct A { pub(in crate::a) m: f64, pub(super) n: f64 }";
    item_gives(accepted, &[]);
}

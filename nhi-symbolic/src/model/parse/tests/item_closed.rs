//! The parts of a struct that are accepted, and those that are reported because code could hide in
//! them.

use super::*;
use Code::*;

#[test]
fn a_struct_may_carry_what_is_on_the_lists() {
    item_gives(
        "/// Text
         #[doc = \"more\"]
         #[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, serde::Serialize, ::serde::Deserialize)]
         #[serde(rename_all = \"kebab-case\", deny_unknown_fields, default)]
         #[allow(dead_code, clippy::all, reason = \"theirs\")]
         #[non_exhaustive]
         pub(super) struct A {
             /// Mass
             #[serde(default, rename = \"mass.of-body_1\", alias = \"m1\", alias = \"m2\")]
             #[allow(missing_docs)]
             pub m: f64,
             pub(self) n: f64,
         }",
        &[],
    );
}

#[test]
fn other_attributes_are_reported_wherever_they_stand() {
    for attribute in [
        "cfg",
        "cfg_attr",
        "repr",
        "inline",
        "test",
        "no_mangle",
        "path",
        "automatically_derived",
        "must_use",
        "deprecated",
        "macro_use",
        "link_section",
        "global_allocator",
        "unsafe",
    ] {
        let item = format!("#[{attribute}(x)] struct A {{ #[{attribute} = \"x\"] m: f64 }}");
        item_gives(&item, &[(StructAttribute, attribute); 2]);
    }
    item_gives("#[a::doc = \"x\"] struct A {}", &[(StructAttribute, "doc")]);
    item_gives("#[,] struct A {}", &[(StructAttribute, "[,]")]);
    item_gives("#[derive] struct A {}", &[(StructAttribute, "derive")]);
    item_gives(
        "struct A { #[derive(Clone)] m: f64 }",
        &[(StructAttribute, "derive")],
    );
    item_gives(
        "struct A { #[non_exhaustive] m: f64 }",
        &[(StructAttribute, "non_exhaustive")],
    );
    item_gives("#[allow(x) y] struct A {}", &[(StructAttribute, "allow")]);
}

#[test]
fn no_macro_hides_in_documentation() {
    for value in [
        "= include_str!(\"/etc/passwd\")",
        "= env!(\"HOME\")",
        "= concat!(\"a\", \"b\")",
        "= \"a\" \"b\"",
        "= b\"a\"",
        "= 1",
        "(hidden)",
        "(alias = \"x\")",
        "",
    ] {
        let item = format!("#[doc {value}] struct A {{ #[doc {value}] m: f64 }}");
        item_gives(&item, &[(StructAttribute, "doc"); 2]);
    }
}

#[test]
fn derives_are_on_the_list_and_have_what_they_need() {
    item_gives(
        "#[derive(Clone, Eq, serde::Deserializer, clone::Clone, Serialize, Clone, 1)] struct A {}",
        &[
            (StructAttribute, "Eq"),
            (StructAttribute, "Deserializer"),
            (StructAttribute, "Clone"),
            (StructAttribute, "Serialize"),
            (StructAttribute, "Clone"),
            (UnexpectedToken, "1"),
        ],
    );
    item_gives(
        "#[derive(Copy, PartialOrd)] struct A {}",
        &[(StructAttribute, "Copy"), (StructAttribute, "PartialOrd")],
    );
    item_gives("#[derive(Copy)] #[derive(Clone)] struct A {}", &[]);
}

#[test]
fn keys_of_serde_hold_no_code() {
    item_gives(
        "#[derive(serde::Serialize)]
         #[serde(bound = \"T: Evil\", crate = \"evil\", rename_all = \"evil()\", default)]
         struct A {
             #[serde(with = \"evil\", default = \"evil\", rename = \"a b\", alias)] m: f64,
             #[serde(rename = \"m\")] n: f64,
         }",
        &[
            (StructAttribute, "bound"),
            (StructAttribute, "crate"),
            (StructAttribute, "\"evil()\""),
            (StructAttribute, "default"),
            (StructAttribute, "with"),
            (UnexpectedToken, "="),
            (StructAttribute, "\"a b\""),
            (UnexpectedToken, "alias"),
            (StructAttribute, "n"),
        ],
    );
    item_gives(
        "struct A { #[serde(default)] m: f64 }",
        &[(StructAttribute, "serde")],
    );
}

#[test]
fn lints_are_on_the_list() {
    item_gives(
        "#[allow(deadcode, warnings, reason = 1)] struct A {}",
        &[
            (StructAttribute, "deadcode"),
            (StructAttribute, "warnings"),
            (UnexpectedToken, "1"),
        ],
    );
}

#[test]
fn no_code_hides_in_generics() {
    item_gives(
        "struct A<T: Real> where [u8; { #[used] static F: fn() = f; 3 }]: Sized { m: T }",
        &[(UnsupportedGenerics, "where")],
    );
    item_gives(
        "struct A<T: Real + Into<[u8; { 3 }]> + 'static> { m: T }",
        &[(UnsupportedGenerics, "Into"), (UnsupportedGenerics, "'")],
    );
    item_gives(
        "struct A<T: evil::Real> { m: T }",
        &[(MissingRealBound, "T")],
    );
    item_gives(
        "struct A<T: Real<[u8; { 3 }]>> { m: T }",
        &[(MissingRealBound, "T")],
    );
    item_gives(
        "struct A<T: Real = f64> { m: T }",
        &[(UnsupportedGenerics, "=")],
    );
    item_gives(
        "struct A<#[evil] T: Real> { m: f64 }",
        &[(UnsupportedGenerics, "#")],
    );
    item_gives(
        "struct A<f64: Real> { m: f64 }",
        &[(UnsupportedGenerics, "f64")],
    );
}

#[test]
fn no_path_hides_in_a_visibility() {
    item_gives(
        "pub(in crate::evil) struct A { pub(in super::super) m: f64, pub(a) n: f64 }",
        &[
            (RustSyntax, "(in crate::evil)"),
            (RustSyntax, "(in super::super)"),
            (RustSyntax, "(a)"),
        ],
    );
}

#[test]
fn types_of_fields_are_words() {
    item_gives(
        "struct A { m: [f64; { evil() }], n: evil!(f64), o: <X as Y>::Z, p: f64 = evil() }",
        &[
            (RustSyntax, "="),
            (ScalarType, "[f64; { evil() }]"),
            (ScalarType, "evil"),
            (ScalarType, "<"),
        ],
    );
}

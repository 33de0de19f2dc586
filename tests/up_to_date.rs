//! The generated Rust of a few models, formatted, compared with files that were read and that are compiled here with
//! warnings denied. `NHI_BLESS=1 cargo test --test golden` renews the files.

#![deny(warnings)]

/// Explicit, one constraint, closed forms.
#[rustfmt::skip]
#[path = "golden/chaplygin_sleigh.rs"]
pub mod chaplygin_sleigh;
/// Single precision.
#[rustfmt::skip]
#[path = "golden/knife.rs"]
pub mod knife;
/// Implicit, with controls, forces and an affine constraint.
#[rustfmt::skip]
#[path = "golden/moving_blade.rs"]
pub mod moving_blade;
/// Generic over the scalar type.
#[rustfmt::skip]
#[path = "golden/particle.rs"]
pub mod particle;
/// Explicit, two constraints, controls.
#[rustfmt::skip]
#[path = "golden/snakeboard.rs"]
pub mod snakeboard;

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use nhi_symbolic::{compile, model};

const MODELS: [&str; 5] = [
    "models/chaplygin_sleigh",
    "golden/knife",
    "golden/moving_blade",
    "golden/particle",
    "models/snakeboard",
];

#[test]
fn generated_code_is_what_was_read_and_found_good() {
    let bless = std::env::var_os("NHI_BLESS").is_some();
    for model in MODELS {
        let (file, generated) = (golden(model), generated(model));
        if bless {
            fs::write(&file, &generated).unwrap();
        }
        let expected = fs::read_to_string(&file).unwrap_or_default();
        let lines = expected.lines().zip(generated.lines());
        let first = lines.enumerate().find(|(_, (old, new))| old != new);
        assert!(
            expected == generated,
            "{} is not what is generated now, first at line {first:?}; NHI_BLESS=1 renews it",
            file.display()
        );
    }
}

#[test]
fn generated_code_is_documented_three_address_code() {
    for model in MODELS {
        let file = syn::parse_file(&generated(model)).unwrap();
        support::assert_well_formed(&file);
    }
}

/// The formatted code for a model, with a line that says where it comes from.
fn generated(model: &str) -> String {
    let source = fs::read_to_string(folder().join(model).with_extension("nhi")).unwrap();
    let ast = model::parse_file(source.parse().unwrap())
        .unwrap()
        .remove(0);
    let generated = compile(&ast).unwrap().generate().unwrap();
    let mut tokens = generated.item;
    tokens.extend(generated.items);
    let file: syn::File = syn::parse2(tokens).unwrap();
    format!(
        "// Generated from {model}.nhi.\n\n{}",
        prettyplease::unparse(&file)
    )
}

fn golden(model: &str) -> PathBuf {
    let name = Path::new(model).file_name().unwrap();
    folder().join("golden").join(name).with_extension("rs")
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

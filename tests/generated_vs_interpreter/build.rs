//! Writes, for every model of the tests, the calls of everything that the macro generates for it.

#[path = "../support/calls.rs"]
mod calls;
#[path = "../support/models.rs"]
mod models;

use std::path::Path;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

fn main() {
    for group in models::FOLDERS {
        let folder = models::folder().join(group);
        println!("cargo::rerun-if-changed={}", folder.display());
    }
    let all = models::all();
    let systems = all.iter().filter_map(|model| system(model));
    let (modules, systems): (Vec<_>, Vec<_>) = systems.unzip();
    let file = quote! {
        #(#systems)*

        pub(crate) const ALL: &[crate::comparison::Generated] = &[#(#modules::GENERATED),*];
    };
    let file = syn::parse2(file).expect("the calls are Rust");
    let folder = std::env::var_os("OUT_DIR").expect("cargo sets the folder");
    let path = Path::new(&folder).join("systems.rs");
    std::fs::write(path, prettyplease::unparse(&file)).expect("the folder can be written");
}

/// The module of a model with its name, or `None` for a model in single precision.
fn system(model: &str) -> Option<(Ident, TokenStream)> {
    let tokens = models::source(model).parse().expect("a model is tokens");
    let ast = nhi_symbolic::parse_file(tokens).expect("a model").remove(0);
    let file = models::file(model);
    let file = file.to_str().expect("the path is text");
    let calls = calls::of_model(model, file, &ast)?;
    let (_, name) = model.split_once('/').expect("a model is in a folder");
    let module = format_ident!("{name}");
    let code = quote! {
        mod #module {
            use nhi::{SetupError, StepError, nonholonomic};

            use crate::comparison::{Generated, Motion, Point, Results, Run, System, array, motion};

            include!(#file);

            #calls

            #[test]
            fn generated_code_gives_bit_by_bit_what_its_program_gives() {
                crate::compare(&GENERATED);
            }
        }
    };
    Some((module, code))
}

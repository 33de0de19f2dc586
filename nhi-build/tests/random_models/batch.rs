//! A package of generated modules, compiled and run by one call of cargo.

use std::process::Command;

use nhi_build::ModelFile;
use quote::quote;

use crate::calls;
use crate::support::{Folder, root};

/// Modules of one package.
#[derive(Default)]
pub(crate) struct Batch {
    files: Vec<(String, String)>,
    modules: String,
    comparisons: String,
}

impl Batch {
    /// The number of models.
    pub(crate) fn len(&self) -> usize {
        self.files.len() / 2
    }

    /// Adds a model with its code.
    pub(crate) fn add(&mut self, file: &ModelFile, code: &str) {
        let name = format!("m{:03}", self.len());
        self.files
            .push((format!("tests/{name}.nhi"), file.text.clone()));
        self.files.push((format!("src/{name}.rs"), code.to_owned()));
        let ast = nhi_symbolic::parse_file(file.tokens().expect("tokens")).expect("a model");
        let [ast] = &ast[..] else {
            panic!("one model in {}", file.text);
        };
        // What is not public and not used is dead, as everything that a program writes.
        let is_public = file.text.contains("\npub struct");
        let dead = if is_public {
            ""
        } else {
            "#[allow(dead_code)]\n"
        };
        let source = format!("../tests/{name}.nhi");
        let calls = calls::of_model(&name, &source, ast).map_or_else(String::new, |calls| {
            self.comparisons
                .push_str(&format!("    compare(&{name}::calls::GENERATED);\n"));
            let tokens = quote! {
                #[allow(dead_code, unused_imports, clippy::all)]
                pub mod calls {
                    use ::std::prelude::rust_2024::*;
                    use ::std::{assert_eq, include_str, panic, vec};

                    use ::nhi::{SetupError, StepError};

                    use crate::comparison::{Generated, Motion, Point, Results, Run, System, array, motion};

                    use super::*;

                    #calls
                }
            };
            nhi_build::format_tokens(tokens)
        });
        self.modules.push_str(&format!(
            "#[no_implicit_prelude]\n{dead}pub mod {name} {{\n::core::include!(\"{name}.rs\");\n{calls}}}\n\n"
        ));
    }

    /// Compiles and runs the package; gives what it prints.
    ///
    /// # Panics
    /// Where it does not compile, warns, or does not move as the machine.
    pub(crate) fn run(&self) -> String {
        let folder = Folder::new();
        let root = root().display();
        // One build of the compiler for the macro and for the machine.
        let unified = "num-traits = { version = \"0.2\", features = [\"libm\"] }\n";
        folder.write("build.rs", "fn main() {}\n");
        folder.write(
            "Cargo.toml",
            format!(
                "[package]\nname = \"random-models\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n\
                 [dependencies]\nnonholonomic = {{ path = '{root}', features = [\"serde\"] }}\n\
                 serde = {{ version = \"1\", features = [\"derive\"] }}\nnhi-machine = {{ path = '{root}/nhi-machine' }}\n\
                 nhi-symbolic = {{ path = '{root}/nhi-symbolic' }}\n{unified}\
                 [build-dependencies]\n{unified}"
            ),
        );
        // The versions that this workspace is built with are on this machine already.
        folder.write(
            "Cargo.lock",
            std::fs::read(crate::support::root().join("Cargo.lock")).unwrap(),
        );
        for (path, text) in &self.files {
            folder.write(path, text);
        }
        folder.write("src/lib.rs", self.library(&root.to_string()));
        folder.write(
            "src/main.rs",
            "fn main() {\n    random_models::compare_all();\n}\n",
        );
        let output = Command::new(env!("CARGO"))
            .args(["run", "--offline", "--quiet"])
            .current_dir(folder.path(""))
            .envs(crate::support::SHARED_BUILD)
            .output()
            .unwrap();
        let [said, errors] = [output.stdout, output.stderr]
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        if !output.status.success() {
            let kept = folder.keep();
            panic!("{said}\n{errors}\nthe package is {}", kept.display());
        }
        assert_eq!(errors, "", "no warnings");
        said
    }

    fn library(&self, root: &str) -> String {
        format!(
            "#![deny(warnings)]\n\n#[allow(dead_code)]\n#[path = \"{root}/tests/generated_vs_interpreter/comparison.rs\"]\n\
             mod comparison;\n\n/// Where some of the models find the crate.\npub mod engine {{\n    pub use ::nhi;\n}}\n\n\
             use comparison::{{Generated, RUNS, compared}};\n\n\
             {}\
             fn compare(generated: &Generated) {{\n    let (name, of) = (generated.model, generated.integrators);\n    match compared(generated) {{\n        \
             Some(runs) => println!(\"{{name}}: {{of:?}}, {{runs:?}} of {{RUNS}} runs\"),\n        \
             None => println!(\"{{name}}: {{of:?}}, no parameters found\"),\n    }}\n}}\n\n\
             /// Compares every model.\npub fn compare_all() {{\n{}}}\n",
            self.modules, self.comparisons
        )
    }
}

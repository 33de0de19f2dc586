//! Imports run one way: within the compiler from later stages to earlier ones, from doors to the face
//! of the compiler, from the compiler to no crate of this workspace.
//!
//! What is read are the tokens of all sources, those inside macros too.

#[path = "imports/paths.rs"]
mod paths;

use std::fs;
use std::path::{Path, PathBuf};

use paths::{modules_of, paths_of};

/// The stages of the compiler: each may import itself and those before it.
const STAGES: [&str; 12] = [
    "diag",
    "bibliography",
    "expr",
    "model",
    "options",
    "mechanics",
    "discrete",
    "schemes",
    "program",
    "emit",
    "report",
    "face",
];

/// Words that only the command may contain, not its library.
const OF_THE_COMMAND: [&str; 7] = [
    "println!",
    "print!",
    "eprintln!",
    "eprint!",
    "dbg!",
    "env::args",
    "process::exit",
];

/// The crates that know the compiler by its face alone.
const DOORS: [&str; 5] = [
    "nhi-derive",
    "nhi-build",
    "nhi-cli",
    "nhi-study",
    "nhi-machine",
];

#[test]
fn stages_of_the_compiler_import_earlier_ones_alone() {
    let source = root().join("nhi-symbolic/src");
    let mut wrong = Vec::new();
    for file in sources(&source) {
        let place = file.strip_prefix(&source).unwrap();
        let found = in_compiler(&fs::read_to_string(&file).unwrap(), &module_of(place));
        wrong.extend(found.iter().map(|path| format!("{place:?}: {path}")));
    }
    assert!(wrong.is_empty(), "these run the wrong way: {wrong:#?}");
}

#[test]
fn studies_do_not_print_and_read_no_arguments() {
    let mut wrong = Vec::new();
    for file in sources(&root().join("nhi-study/src")) {
        let text = fs::read_to_string(&file).unwrap();
        let product = text.split("#[cfg(test)]").next().unwrap_or_default();
        let code = product
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        for line in code {
            let found = OF_THE_COMMAND.iter().filter(|word| line.contains(*word));
            wrong.extend(found.map(|word| format!("{}: {word}", file.display())));
        }
    }
    assert!(wrong.is_empty(), "these are for the command: {wrong:#?}");
}

#[test]
fn every_stage_has_its_place_in_the_order() {
    let face = fs::read_to_string(root().join("nhi-symbolic/src/lib.rs")).unwrap();
    let mut modules = modules_of(&face);
    let mut stages = STAGES.map(str::to_owned).to_vec();
    modules.sort();
    stages.sort();
    assert_eq!(modules, stages);
}

/// A source that no module declares is never compiled, so no lint finds it.
#[test]
fn every_source_is_declared_by_a_module() {
    let crates = ["nhi-symbolic", "nhi-runtime"];
    let mut orphans = Vec::new();
    for package in crates.iter().chain(&DOORS) {
        for file in sources(&root().join(package).join("src")) {
            let module = match file.file_stem().and_then(|name| name.to_str()).unwrap() {
                "lib" | "main" => continue,
                "mod" => file.parent().unwrap().to_owned(),
                _ => file.with_extension(""),
            };
            let name = module.file_name().unwrap().to_str().unwrap();
            let folder = module.parent().unwrap();
            let mut parents = ["mod.rs", "lib.rs", "main.rs"]
                .map(|name| folder.join(name))
                .to_vec();
            parents.push(folder.with_extension("rs"));
            let is_declared = |source: String| modules_of(&source).iter().any(|m| m == name);
            let mut sources = parents
                .iter()
                .filter_map(|parent| fs::read_to_string(parent).ok());
            if !sources.any(is_declared) {
                orphans.push(file);
            }
        }
    }
    assert!(orphans.is_empty(), "these are never compiled: {orphans:#?}");
}

#[test]
fn doors_import_the_face_of_the_compiler_alone() {
    let mut wrong = Vec::new();
    for door in DOORS {
        for file in sources(&root().join(door).join("src")) {
            let found = in_door(&fs::read_to_string(&file).unwrap());
            wrong.extend(found.iter().map(|path| format!("{file:?}: {path}")));
        }
    }
    assert!(wrong.is_empty(), "these name a stage: {wrong:#?}");
}

#[test]
fn a_wrong_import_is_found_however_it_is_written() {
    let of_schemes = |source: &str| in_compiler(source, &["schemes".to_owned(), "rdp".to_owned()]);
    let wrong = [
        "use crate::program::Program;",
        "use crate::{expr::Graph, emit as printer};",
        "use super::super::program;",
        "fn f() { crate::report::aligned(&[]); }",
        "fn f() { format!(\"{}\", crate::program::count()); }",
        "mod tests { use super::super::super::program::Tape; }",
        "use crate::Compiled;",
        "use crate::*;",
        "use nhi_machine::Machine;",
        "fn f() -> ::nhi_runtime::Clock {}",
    ];
    for source in wrong {
        assert_eq!(of_schemes(source).len(), 1, "{source}");
    }
    let right = "use crate::{diag::Code, expr::{Graph, Expr}};
        use super::{scheme::Scheme, super::mechanics};
        pub(crate) mod tests { use super::super::program; use crate::schemes::program; }
        pub(in crate::schemes) fn f() { super::program(); quote!(::nhi::__abi_1::Real) }";
    assert!(of_schemes(right).is_empty(), "{:?}", of_schemes(right));

    let wrong = [
        "use nhi_symbolic::mechanics;",
        "use nhi_symbolic::{Code, schemes::INTEGRATORS};",
        "fn f() { nhi_symbolic::model::resolve(ast); }",
    ];
    for source in wrong {
        assert_eq!(in_door(source).len(), 1, "{source}");
    }
    let right = "use nhi_symbolic::{Code, compile}; use crate::model::Thing;
        fn f() { nhi_symbolic::expand(Code::mechanics); }";
    assert!(in_door(right).is_empty());
}

/// The paths in a source of the compiler that lead to a later stage, to the face or to another crate.
fn in_compiler(source: &str, module: &[String]) -> Vec<String> {
    let stage_of = |name: &str| STAGES.iter().position(|stage| *stage == name);
    // The root itself is the face of the compiler, and may import everything.
    let own = module.first().map_or(STAGES.len(), |name| {
        stage_of(name).unwrap_or_else(|| panic!("`{name}` is no stage"))
    });
    // Unit tests compare with the runtime.
    let is_test = module.iter().any(|name| name == "tests");
    let is_wrong = |path: &Vec<String>| match path[0].as_str() {
        "crate" => path.get(1).is_some_and(|name| {
            let stage = stage_of(name).unwrap_or(STAGES.len());
            stage > own
        }),
        first => first.starts_with("nhi_") && !is_test,
    };
    let paths = paths_of(source, module).into_iter();
    paths.filter(is_wrong).map(|path| path.join("::")).collect()
}

/// The paths in a source of a door that lead behind the face of the compiler.
fn in_door(source: &str) -> Vec<String> {
    let is_stage = |name: &String| STAGES.contains(&name.as_str());
    let paths = paths_of(source, &[]).into_iter();
    let wrong = paths.filter(|path| path[0] == "nhi_symbolic" && path.get(1).is_some_and(is_stage));
    wrong.map(|path| path.join("::")).collect()
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All sources below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files
}

/// The module that a file holds: `schemes/gni/mod.rs` is `schemes::gni`, `lib.rs` the root.
fn module_of(place: &Path) -> Vec<String> {
    let names = place.with_extension("");
    let names = names.iter().map(|name| name.to_str().unwrap().to_owned());
    names
        .filter(|name| name != "mod" && name != "lib")
        .collect()
}

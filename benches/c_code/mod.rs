//! The generated C of steps whose generated Rust is counted too, compiled by gcc.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A model with one integrator, and a program that makes its steps.
struct Program {
    name: &'static str,
    model: &'static str,
    integrator: &'static str,
    source: &'static str,
}

const PROGRAMS: [Program; 2] = [
    Program {
        name: "sleigh",
        model: include_str!("../../tests/models/chaplygin_sleigh.nhi"),
        integrator: "Gni",
        source: include_str!("sleigh.c"),
    },
    Program {
        name: "snakeboard",
        model: include_str!("../../tests/models/snakeboard.nhi"),
        integrator: "Mla",
        source: include_str!("snakeboard.c"),
    },
];

/// Returns true if gcc can be run; prints a line if not.
pub(crate) fn is_installed() -> bool {
    let is_installed = Command::new("gcc").arg("--version").output().is_ok();
    if !is_installed {
        println!("gcc is not installed: the instructions of C are not counted");
    }
    is_installed
}

/// Returns the programs for the sleigh and the snakeboard: each with link-time optimisation, by which
/// gcc may compile a step into its caller as rustc does, and without.
pub(crate) fn programs() -> [[PathBuf; 2]; 2] {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c_code");
    [0, 1].map(|index| compile(&PROGRAMS[index], &folder.join(PROGRAMS[index].name)))
}

fn compile(program: &Program, folder: &Path) -> [PathBuf; 2] {
    let model = with_integrator(program.model, program.integrator);
    let models = nhi_symbolic::compile_file(model.parse().expect("tokens")).expect("a model");
    let generated = nhi_symbolic::generate_c(&models).expect("C code");
    std::fs::create_dir_all(folder).expect("a folder for the programs");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).expect("a file of the program");
    };
    for file in &generated.files {
        write(&file.name, &file.text);
    }
    write("main.c", program.source);
    let sources = generated.files.iter().map(|file| file.name.as_str());
    let sources = sources
        .filter(|name| name.ends_with(".c"))
        .chain(["main.c"]);
    let sources: Vec<_> = sources.map(|name| folder.join(name)).collect();
    ["-flto", "-fno-lto"].map(|option| {
        let binary = folder.join(format!("main{option}"));
        let status = Command::new("gcc")
            .args(["-std=c99", "-O3", "-ffp-contract=off", option, "-o"])
            .arg(&binary)
            .args(&sources)
            .arg("-lm")
            .status()
            .expect("gcc runs");
        assert!(status.success(), "{} does not compile", program.name);
        binary
    })
}

/// Returns a model whose list of integrators, on one line, is replaced.
fn with_integrator(model: &str, integrator: &str) -> String {
    let line = |line: &str| match line.trim_start().starts_with("integrators(") {
        true => format!("    integrators({integrator}),\n"),
        false => format!("{line}\n"),
    };
    model.lines().map(line).collect()
}

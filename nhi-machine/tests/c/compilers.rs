//! The C compilers that are installed, and those that code of a given length is compiled with.

use std::process::{Command, Stdio};

use crate::breadth;

/// A compiler with options.
pub(crate) struct Compiler {
    pub(crate) command: &'static str,
    pub(crate) options: &'static [&'static str],
}

/// The warnings that generated code must not cause.
pub(crate) const WARNINGS: [&str; 9] = [
    "-std=c99",
    "-Wall",
    "-Wextra",
    "-Wpedantic",
    "-Wconversion",
    "-Wshadow",
    "-Werror",
    "-ffp-contract=off",
    "-x",
];

/// With the optimisations whose time grows in proportion to the code.
const QUICK: Compiler = Compiler {
    command: "gcc",
    options: &["-O1"],
};

const COMPILERS: [Compiler; 5] = [
    Compiler {
        command: "gcc",
        options: &["-O3"],
    },
    Compiler {
        command: "gcc",
        options: &["-O0", "-fsanitize=undefined", "-fno-sanitize-recover"],
    },
    QUICK,
    Compiler {
        command: "clang",
        options: &["-O0"],
    },
    Compiler {
        command: "clang",
        options: &["-O3"],
    },
];

/// Returns true if a compiler is installed.
fn is_installed(compiler: &str) -> bool {
    let mut command = Command::new(compiler);
    let command = command
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Bytes of code up to which every compiler takes a model.
const SMALL: usize = 60_000;
/// Bytes of code beyond which `-O3` is left to nightly runs: its time grows faster than the code.
const LARGE: usize = 200_000;

/// Returns the compilers for code of a given length: all, or one in an ordinary run if it is long.
pub(crate) fn compilers_for(length: usize) -> Vec<&'static Compiler> {
    let all = compilers();
    if breadth::is_whole() || length < SMALL {
        return all;
    }
    let is_quick = |compiler: &&&Compiler| compiler.options == QUICK.options;
    let quick = all.iter().find(is_quick).filter(|_| length > LARGE);
    vec![quick.unwrap_or(&all[0])]
}

fn compilers() -> Vec<&'static Compiler> {
    let all = COMPILERS.iter();
    let all: Vec<_> = all
        .filter(|compiler| is_installed(compiler.command))
        .collect();
    assert!(
        !all.is_empty(),
        "no C compiler is installed: `gcc` or `clang` is needed"
    );
    all
}

//! The C compilers that are installed, and those that code of a given length is compiled with.

use std::process::{Command, Stdio};

use crate::breadth;

/// A compiler with options.
pub(crate) struct Compiler {
    pub(crate) command: &'static str,
    pub(crate) options: &'static [&'static str],
    /// The emulator for its programs, if this processor cannot run them.
    pub(crate) emulator: Option<&'static str>,
}

impl Compiler {
    const fn new(command: &'static str, options: &'static [&'static str]) -> Self {
        Self {
            command,
            options,
            emulator: None,
        }
    }

    /// Returns what the book calls the target.
    pub(crate) fn target(&self) -> String {
        let place = self.emulator.map_or("", |_| " (emulated)");
        format!("C, `{} {}`{place}", self.command, self.options.join(" "))
    }

    fn is_installed(&self) -> bool {
        is_installed(self.command) && self.emulator.is_none_or(is_installed)
    }
}

/// The warnings that generated code must not cause.
pub(crate) const WARNINGS: [&str; 10] = [
    "-std=c99",
    "-Wall",
    "-Wextra",
    "-Wpedantic",
    "-Wconversion",
    "-Wshadow",
    "-Wvla",
    "-Werror",
    "-ffp-contract=off",
    "-x",
];

/// With the optimisations whose time grows in proportion to the code.
const QUICK: Compiler = Compiler::new("gcc", &["-O1"]);

const COMPILERS: [Compiler; 6] = [
    Compiler::new("gcc", &["-O3"]),
    Compiler::new(
        "gcc",
        &[
            "-O0",
            "-fsanitize=address,undefined",
            "-fno-sanitize-recover",
        ],
    ),
    QUICK,
    Compiler::new("clang", &["-O0"]),
    Compiler::new("clang", &["-O3"]),
    // Another processor. The program brings its elementary functions along.
    Compiler {
        command: "arm-linux-gnueabihf-gcc",
        options: &["-O2", "-static"],
        emulator: Some("qemu-arm"),
    },
];

/// Returns true if a program is installed.
fn is_installed(program: &str) -> bool {
    let mut command = Command::new(program);
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
    let all: Vec<_> = all.filter(|compiler| compiler.is_installed()).collect();
    assert!(
        !all.is_empty(),
        "no C compiler is installed: `gcc` or `clang` is needed"
    );
    all
}

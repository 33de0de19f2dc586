//! The C compilers that are installed, and those that code of a given length is compiled with.

use std::path::{Path, PathBuf};
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
        let functions = if cfg!(feature = "libm-force") {
            ", functions of the crate `libm`"
        } else {
            ""
        };
        let options = self.options.join(" ");
        format!("C, `{} {options}`{functions}{place}", self.command)
    }

    /// Returns true if the elementary functions of its programs can be those of the machine. The
    /// crate `libm` is only built for this processor, and one level of optimisation shows enough.
    fn has_functions(&self) -> bool {
        !cfg!(feature = "libm-force") || (self.emulator.is_none() && self.options == ["-O3"])
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

/// Returns the compilers for code of a given length: all, or in an ordinary run one if it is long,
/// and none where other functions are all that differs.
pub(crate) fn compilers_for(length: usize) -> Vec<&'static Compiler> {
    let all = compilers();
    if breadth::is_whole() || length < SMALL {
        return all;
    }
    if cfg!(feature = "libm-force") {
        return Vec::new();
    }
    let is_quick = |compiler: &&&Compiler| compiler.options == QUICK.options;
    let quick = all.iter().find(is_quick).filter(|_| length > LARGE);
    vec![quick.unwrap_or(&all[0])]
}

fn compilers() -> Vec<&'static Compiler> {
    let all = COMPILERS
        .iter()
        .filter(|compiler| compiler.is_installed() && compiler.has_functions());
    let all: Vec<_> = all.collect();
    assert!(
        !all.is_empty(),
        "no C compiler is installed: `gcc` or `clang` is needed"
    );
    all
}

/// Returns the options with which calls of elementary functions stay what they are.
pub(crate) fn of_functions() -> &'static [&'static str] {
    match cfg!(feature = "libm-force") {
        true => &["-fno-builtin"],
        false => &[],
    }
}

/// Returns the libraries with the elementary functions of the machine, in the order of the linker.
/// With the feature `libm-force` this builds one from the crate `libm`.
pub(crate) fn libraries() -> Vec<PathBuf> {
    let platform = PathBuf::from("-lm");
    if !cfg!(feature = "libm-force") {
        return vec![platform];
    }
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/c/libm/Cargo.toml");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("libm");
    let mut build = Command::new(env!("CARGO"));
    build
        .args([
            "build",
            "--quiet",
            "--locked",
            "--release",
            "--manifest-path",
        ])
        .arg(source)
        .arg("--target-dir")
        .arg(&target);
    assert!(build.status().unwrap().success(), "{build:?}");
    vec![target.join("release/libnhi_libm.a"), platform]
}

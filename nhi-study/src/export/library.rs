//! The shared library of C sources, by the compiler of this machine.

use std::env;
use std::process::Command;

use crate::problem::{Failure, Problem};

/// Returns the folder of binaries of this platform, and the ending of libraries.
pub(super) fn platform() -> Result<(String, &'static str), Failure> {
    let (system, ending) = match env::consts::OS {
        "linux" => ("linux", "so"),
        "macos" => ("darwin", "dylib"),
        other => {
            let found = format!("the binary of an FMU for `{other}` is not built here");
            return Err(Problem::new(found, "Linux or macOS").into());
        }
    };
    Ok((format!("{}-{system}", env::consts::ARCH), ending))
}

/// Returns the shared library of sources.
pub(super) fn compile(
    sources: &[(String, String)],
    identifier: &str,
    ending: &str,
) -> Result<Vec<u8>, Failure> {
    let compiler = env::var("CC").unwrap_or_default();
    // As make reads it: a command, perhaps with arguments.
    let mut words = compiler.split_whitespace();
    let program = words.next().unwrap_or("cc");
    let trouble = |what: String| -> Failure {
        Problem::new(what, "a C compiler")
            .help("install one, or name yours by the environment variable `CC`")
            .into()
    };
    let folder = tempfile::tempdir().map_err(|error| {
        let found = format!("no temporary folder can be created: {error}");
        Problem::new(
            found,
            "a folder for the compiler, such as one named by `TMPDIR`",
        )
    })?;
    // Other libraries of the process may have functions of the same names.
    let own_functions: &[&str] = match env::consts::OS {
        "linux" => &["-Wl,-Bsymbolic"],
        _ => &[],
    };
    let library = folder.path().join(format!("{identifier}.{ending}"));
    let mut command = Command::new(program);
    command
        .args(words)
        .args(["-std=c99", "-O2", "-ffp-contract=off", "-fPIC", "-shared"])
        .args(own_functions)
        .arg("-o")
        .arg(&library);
    for (name, text) in sources {
        let path = folder.path().join(name);
        std::fs::write(&path, text).map_err(|error| Failure::writing(&path, &error))?;
        if name.ends_with(".c") {
            command.arg(path);
        }
    }
    let done = command.arg("-lm").output();
    let done = done.map_err(|error| trouble(format!("`{program}` cannot be run: {error}")))?;
    if !done.status.success() {
        let said = String::from_utf8_lossy(&done.stderr);
        let mut lines = said.lines();
        let first = lines
            .find(|line| line.contains("error"))
            .unwrap_or_default();
        return Err(trouble(format!("`{program}` failed: {first}")));
    }
    std::fs::read(&library)
        .map_err(|error| trouble(format!("`{program}` wrote no library: {error}")))
}

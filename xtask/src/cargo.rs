//! Running programs in the workspace.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// An error message for the user, or a value.
pub(crate) type Outcome<T = ()> = Result<T, String>;

/// Returns the directory of the workspace.
pub(crate) fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package).to_owned()
}

/// Returns the directory for the build artefacts of these commands.
pub(crate) fn scratch() -> PathBuf {
    root().join("target").join("xtask")
}

/// Returns the cargo that runs this command, in the directory of the workspace.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Runs a command in the workspace, with its output on the terminal.
pub(crate) fn run(command: &mut Command) -> Outcome {
    let status = command
        .current_dir(root())
        .status()
        .map_err(|error| format!("{command:?}: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{command:?} failed: {status}"))
    }
}

/// Runs a command and returns its standard output.
pub(crate) fn output(command: &mut Command) -> Outcome<String> {
    let output = command
        .stderr(Stdio::piped())
        .output()
        .map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let errors = String::from_utf8_lossy(&output.stderr);
        Err(format!("{command:?} failed: {}\n{errors}", output.status))
    }
}

/// Returns the seconds that a command needs, without showing its output.
pub(crate) fn seconds(command: &mut Command) -> Outcome<f64> {
    let start = Instant::now();
    output(command)?;
    Ok(start.elapsed().as_secs_f64())
}

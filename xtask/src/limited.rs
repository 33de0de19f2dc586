//! Programs run with a processor time limit, and their resource usage.

use std::io::Read;
use std::process::{Command, Stdio};

use wait4::Wait4;

use crate::cargo::{Outcome, root};

/// The processor time after which a program is stopped, in seconds.
const MOST_SECONDS: u64 = 60;
const TOO_LONG: &str = "> 60";

/// The resources used by a program and the programs that it started.
pub(crate) struct Took {
    pub(crate) is_success: bool,
    /// The processor time, including system time.
    pub(crate) seconds: f64,
    /// The peak memory usage.
    pub(crate) megabytes: f64,
    /// The text written to standard error.
    pub(crate) errors: String,
}

impl Took {
    /// Returns a short reason for the failure; errors other than the limit are printed to the
    /// terminal.
    pub(crate) fn reason(&self) -> &'static str {
        if self.seconds > MOST_SECONDS as f64 - 1.0 {
            return TOO_LONG;
        }
        eprintln!("{}", self.errors);
        "failed"
    }
}

/// Runs a command in the workspace and returns its resource usage.
pub(crate) fn took(command: &Command) -> Outcome<Took> {
    let failed = |error| format!("{command:?}: {error}");
    let mut child = Command::new("sh")
        .args([
            "-c",
            &format!("ulimit -t {MOST_SECONDS}; exec \"$0\" \"$@\""),
        ])
        .arg(command.get_program())
        .args(command.get_args())
        .current_dir(root())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let mut errors = Vec::new();
    if let Some(mut stderr) = child.stderr.take() {
        stderr.read_to_end(&mut errors).map_err(failed)?;
    }
    let used = child.wait4().map_err(failed)?;
    Ok(Took {
        is_success: used.status.success(),
        seconds: (used.rusage.utime + used.rusage.stime).as_secs_f64(),
        megabytes: used.rusage.maxrss as f64 / 1e6,
        errors: String::from_utf8_lossy(&errors).into_owned(),
    })
}

//! The command under limits of memory and time, and what it took.
#![allow(dead_code, reason = "each test file uses its part")]

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::time::Duration;

use wait4::Wait4;

/// The most processor time that a command may take on any model; builds without optimisation get
/// more.
pub(crate) const MOST_TIME: Duration =
    Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 2 });
/// The same for a chain of 32 bodies.
pub(crate) const MOST_TIME_OF_MANY: Duration = MOST_TIME.saturating_mul(3);
/// The memory that a command is given: with more it ends, whatever it was doing.
pub(crate) const MOST_KILOBYTES: u64 = 500_000;

/// What became of a command.
#[derive(Debug)]
pub(crate) struct Took {
    pub(crate) status: ExitStatus,
    /// Processor time.
    pub(crate) time: Duration,
    /// The most memory that was in use.
    pub(crate) kilobytes: u64,
    /// Bytes on the standard output.
    pub(crate) written: u64,
    pub(crate) stderr: String,
}

impl Took {
    /// Whether the command ended by itself, with a result or with a diagnostic, and in time.
    pub(crate) fn is_within_bounds(&self) -> bool {
        matches!(self.status.code(), Some(0 | 1)) && self.time < MOST_TIME
    }
}

/// Runs `nhi` in a folder, to which it writes what it prints.
pub(crate) fn nhi(arguments: &str, folder: &Path) -> io::Result<Took> {
    let most_seconds = 2 * MOST_TIME_OF_MANY.as_secs();
    let line =
        format!("ulimit -v {MOST_KILOBYTES}; ulimit -t {most_seconds}; exec \"$0\" {arguments}");
    let output = |name| File::create(folder.join(name));
    let mut child = Command::new("sh")
        .args(["-c", &line, env!("CARGO_BIN_EXE_nhi")])
        .current_dir(folder)
        .stdout(output("stdout")?)
        .stderr(output("stderr")?)
        .spawn()?;
    let used = child.wait4()?;
    let stderr = fs::read(folder.join("stderr"))?;
    Ok(Took {
        status: used.status,
        time: used.rusage.utime,
        kilobytes: used.rusage.maxrss / 1024,
        written: fs::metadata(folder.join("stdout"))?.len(),
        stderr: String::from_utf8_lossy(&stderr).into_owned(),
    })
}

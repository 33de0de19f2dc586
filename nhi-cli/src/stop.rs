//! The handling of signals that end a command, so that results so far are written.

use std::ffi::c_int;

use nhi_study::stop::Stop;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Handles SIGINT (Ctrl-C), SIGTERM and SIGHUP for the rest of the command. If that is not
/// possible, they end it as usual.
pub(crate) fn on_signals() -> Stop {
    let stop = Stop::default();
    for signal in [Some(SIGINT), Some(SIGTERM), hang_up()]
        .into_iter()
        .flatten()
    {
        if let Ok(value) = usize::try_from(signal) {
            let _ = flag::register_usize(signal, stop.flag().clone(), value);
        }
    }
    stop
}

/// Returns SIGHUP, unless it is ignored: `nohup` requires the command to outlive the terminal.
#[cfg(unix)]
fn hang_up() -> Option<c_int> {
    use signal_hook::consts::SIGHUP;

    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    (ignored.unwrap_or(0) >> (SIGHUP - 1) & 1 == 0).then_some(SIGHUP)
}

#[cfg(not(unix))]
fn hang_up() -> Option<c_int> {
    None
}

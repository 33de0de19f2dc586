//! Findings, in the form `file:line: found: advice`.

use std::fmt;
use std::path::PathBuf;

#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) file: PathBuf,
    pub(crate) line: usize,
    pub(crate) found: String,
    pub(crate) advice: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            file,
            line,
            found,
            advice,
        } = self;
        write!(f, "{}:{line}: {found}: {advice}", file.display())
    }
}

//! Workspaces: slices that the caller provides for systems whose size is known only at run time.

use core::fmt;

/// A workspace that is shorter than the system needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkspaceTooShort {
    /// The required length.
    pub needed: usize,
    /// The length of the given workspace.
    pub given: usize,
}

impl WorkspaceTooShort {
    /// Returns the first `needed` numbers of the workspace.
    #[inline]
    pub(crate) fn check<T>(workspace: &mut [T], needed: usize) -> Result<&mut [T], Self> {
        let given = workspace.len();
        let enough = workspace.get_mut(..needed);
        enough.ok_or(Self { needed, given })
    }
}

impl fmt::Display for WorkspaceTooShort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the workspace has {} numbers but needs {}",
            self.given, self.needed
        )
    }
}

impl core::error::Error for WorkspaceTooShort {}

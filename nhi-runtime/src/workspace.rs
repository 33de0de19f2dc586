//! Slices of the caller's in which systems are solved whose size is known only at run time.

use core::fmt;

/// A workspace is shorter than the system needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkspaceTooShort {
    /// The length that is needed.
    pub needed: usize,
    /// The length that was given.
    pub given: usize,
}

impl WorkspaceTooShort {
    /// As many of the numbers given as are needed.
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

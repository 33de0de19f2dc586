//! The attribute macro of nhi.

//! The compiler of nhi.

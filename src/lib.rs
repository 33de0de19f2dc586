//! Generated structure-preserving integrators for nonholonomic systems.
#![no_std]

#[cfg(not(any(feature = "std", feature = "libm")))]
compile_error!("nhi needs mathematical functions: enable the feature `std` or the feature `libm`");

pub use nhi_derive::nonholonomic;
pub use nhi_runtime::*;

/// What generated code refers to; not for direct use.
///
/// The number changes when generated code of an older patch release would no longer compile
/// against it, so that committed output survives patch releases.
#[doc(hidden)]
pub mod __abi_1 {
    pub use nhi_runtime::nalgebra::{SMatrix, SVector};
    pub use nhi_runtime::*;
}

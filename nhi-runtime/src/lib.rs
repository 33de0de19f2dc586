//! The runtime under the integrators that nhi generates.
#![no_std]

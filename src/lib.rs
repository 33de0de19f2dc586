//! Generated structure-preserving integrators for nonholonomic systems.
#![no_std]

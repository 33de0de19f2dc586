//! Golden files: the generated Rust of a few models, read and found good, compiled with warnings denied
//! and without the prelude.
//! The test `up_to_date` compares them with what is generated now.

#![deny(warnings)]

/// Explicit, one constraint, closed forms.
#[rustfmt::skip]
#[no_implicit_prelude]
#[path = "golden/chaplygin_sleigh.rs"]
pub mod chaplygin_sleigh;
/// Single precision.
#[rustfmt::skip]
#[no_implicit_prelude]
#[path = "golden/knife.rs"]
pub mod knife;
/// Implicit, with controls, forces and an affine constraint.
#[rustfmt::skip]
#[no_implicit_prelude]
#[path = "golden/moving_blade.rs"]
pub mod moving_blade;
/// Generic over the scalar type.
#[rustfmt::skip]
#[path = "golden/particle.rs"]
pub mod particle;
/// Explicit, two constraints, controls.
#[rustfmt::skip]
#[no_implicit_prelude]
#[path = "golden/snakeboard.rs"]
pub mod snakeboard;

//! Golden files: the generated Rust of two models, read and found good, compiled with warnings
//! denied and without the prelude. The test `up_to_date` compares them with what is generated now.
//!
//! Two are enough to read what a change does to the code. That the code of all models compiles and
//! computes what it should is shown by other tests: `generated_vs_interpreter` and `hygiene` in
//! this folder, `random_models` of `nhi-build`, and `doors` of `nhi-cli`.

#![deny(warnings)]

/// Explicit, one constraint, closed forms; on the group of planar motions, implicit.
#[rustfmt::skip]
#[no_implicit_prelude]
#[path = "golden/chaplygin_sleigh.rs"]
pub mod chaplygin_sleigh;
/// Implicit, with controls, forces and an affine constraint that depends on time.
#[rustfmt::skip]
#[no_implicit_prelude]
#[path = "golden/moving_blade.rs"]
pub mod moving_blade;

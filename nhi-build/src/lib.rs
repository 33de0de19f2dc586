//! Generates the mechanics and the integrators of model files in a build script.
//!
//! A model file (`*.nhi`) contains structs annotated with `#[nonholonomic(...)]`, exactly as in a
//! Rust source file. In `build.rs`:
//!
//! ```no_run
//! fn main() -> Result<(), nhi_build::Error> {
//!     nhi_build::compile("models/snakeboard.nhi")
//! }
//! ```
//!
//! and in the crate, which depends on `nhi`:
//!
//! ```ignore
//! nhi::include_model!("snakeboard");
//! ```
//!
//! A mistake in a model is reported with its source line, and the build fails. [`Builder`] supports
//! several files and another output folder. The package `examples/build_script` is a complete
//! example.

mod brackets;
mod builder;
mod error;
mod format;
mod model_file;
mod render;
mod visible;

use std::path::Path;

pub use builder::Builder;
pub use error::Error;
pub use format::{format_tokens, generate, generate_compiled};
pub use model_file::{MOST_BYTES, ModelFile, ReadError};
pub use nhi_symbolic::{visible, visible_line};
pub use render::{Colour, Mistake, render, render_mistake};
pub use visible::visible_path;

/// Generates the code of one model file into the build script's `OUT_DIR`.
///
/// # Errors
/// See [`Builder::compile`].
pub fn compile(model: impl AsRef<Path>) -> Result<(), Error> {
    Builder::new().file(model).compile()
}

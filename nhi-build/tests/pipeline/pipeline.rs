//! The whole way of a model file, for any text: to code that is Rust, or to diagnostics.

use std::path::PathBuf;

use nhi_build::{Colour, ModelFile, render};
use nhi_symbolic::Diagnostics;

/// Most diagnostics that are rendered, as many as the command shows.
const MOST_RENDERED: usize = 100;

/// What became of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Code for all its models.
    Code(String),
    /// Mistakes.
    Diagnostics,
}

/// Takes a text through every stage.
///
/// # Panics
/// When a text is refused without a reason or when a diagnostic cannot be shown.
pub(crate) fn pipeline(input: &[u8]) -> Outcome {
    let file = ModelFile {
        path: PathBuf::from("fuzz.nhi"),
        text: String::from_utf8_lossy(input).into_owned(),
    };
    let outcome = match nhi_build::generate(&file) {
        Ok(code) => Outcome::Code(code),
        Err(found) => {
            assert_shown(&file, &found);
            Outcome::Diagnostics
        }
    };
    forget_spans();
    outcome
}

impl Outcome {
    /// Checks code. This is the test's own work, which takes longer than to write the code.
    ///
    /// # Panics
    /// When the code is not Rust.
    pub(crate) fn assert_is_rust(&self) {
        if let Self::Code(code) = self {
            syn::parse_file(code).expect("generated code is Rust");
            forget_spans();
        }
    }
}

/// Otherwise the texts of all cases so far would be kept for their spans.
fn forget_spans() {
    proc_macro2::extra::invalidate_current_thread_spans();
}

fn assert_shown(file: &ModelFile, found: &Diagnostics) {
    assert!(found.errors().count() > 0, "refused without a reason");
    for diagnostic in found.iter().take(MOST_RENDERED) {
        assert!(!diagnostic.found.is_empty(), "{diagnostic:?}");
        assert!(!render(file, diagnostic, Colour::Plain).is_empty());
    }
}

//! What is wrong with a model, said so that its author can put it right.
//!
//! A [`Diagnostic`] names the kind of mistake by a [`Code`], points at the author's own tokens and says what was found, what
//! is required there and what to do. The passes of a stage put all of theirs into one bag, [`Diagnostics`], so that every
//! mistake of the stage is reported at once; a later stage never sees broken input.

mod bag;
mod catalogue;
mod diagnostic;
mod nearest;
mod visible;
mod wording;

pub use bag::Diagnostics;
pub use catalogue::{Article, Code};
pub use diagnostic::{Diagnostic, Severity};
pub use nearest::{nearest, suggestion};
pub use visible::{is_hidden, visible, visible_line};
pub use wording::{counted, one_of};

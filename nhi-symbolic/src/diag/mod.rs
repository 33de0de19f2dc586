//! Diagnostics about a model, written so that its author can fix the problem.
//!
//! A [`Diagnostic`] has a [`Code`] for the kind of error, the location in the author's tokens, the
//! problem, the requirement and the remedy. The passes of a stage collect their diagnostics in one
//! bag, [`Diagnostics`], so that all errors of the stage are reported at once. A later stage never
//! gets invalid input.

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

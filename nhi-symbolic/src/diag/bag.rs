//! The bag in which a stage collects its diagnostics.

use proc_macro2::TokenStream;

use super::{Diagnostic, Severity};

/// The diagnostics of one stage, in the order in which they were found.
///
/// A bag that is filled and then forgotten would hide errors. Every bag must therefore be closed
/// with [`Diagnostics::into_result`], or passed on with [`Diagnostics::absorb`]. In debug builds,
/// dropping an open bag panics.
#[derive(Debug)]
#[must_use = "mistakes that nobody looks at are silence"]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    open: bool,
}

impl Diagnostics {
    /// Creates an empty open bag.
    pub fn new() -> Self {
        Self {
            list: Vec::new(),
            open: true,
        }
    }

    /// Adds one diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Adds the diagnostics of another bag, and closes that bag.
    pub fn absorb(&mut self, mut other: Self) {
        other.open = false;
        self.list.append(&mut other.list);
    }

    /// Returns true if there is at least one error so far.
    pub fn has_errors(&self) -> bool {
        self.errors().next().is_some()
    }

    /// Closes the bag. Returns the notes if there is no error.
    ///
    /// # Errors
    /// The closed bag itself, if it contains an error.
    pub fn into_result(mut self) -> Result<Vec<Diagnostic>, Self> {
        self.open = false;
        if self.has_errors() {
            Err(self)
        } else {
            Ok(std::mem::take(&mut self.list))
        }
    }

    /// Returns all diagnostics, in the order in which they were found.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Returns the errors among the diagnostics, in the order in which they were found.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Returns one `syn::Error` per error, combined into one; `None` if there is no error. Notes
    /// are omitted.
    pub fn to_syn_error(&self) -> Option<syn::Error> {
        self.errors()
            .map(|diagnostic| syn::Error::new(diagnostic.span, diagnostic))
            .reduce(|mut all, next| {
                all.combine(next);
                all
            })
    }

    /// Returns one `compile_error!` per error, each at the span of its diagnostic. Notes are
    /// omitted.
    pub fn to_compile_error(&self) -> TokenStream {
        self.to_syn_error()
            .map_or_else(TokenStream::new, |error| error.to_compile_error())
    }
}

impl Default for Diagnostics {
    fn default() -> Self {
        Self::new()
    }
}

/// Creates a closed bag with a single error.
impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self {
            list: vec![diagnostic],
            open: false,
        }
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Drop for Diagnostics {
    fn drop(&mut self) {
        debug_assert!(
            !self.open || std::thread::panicking(),
            "a bag of {} diagnostics was dropped without being looked at",
            self.list.len()
        );
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::Span;

    use super::*;
    use crate::diag::Code;

    fn mistake(found: &str) -> Diagnostic {
        Diagnostic::error(
            Code::UnknownName,
            Span::call_site(),
            found,
            "a declared name",
        )
        .help("did you mean `theta`?")
    }

    #[test]
    fn text_says_what_was_found_then_what_is_required_then_what_to_do() {
        assert_eq!(
            mistake("unknown name `thet`").to_string(),
            "[E040] unknown name `thet`\n  required: a declared name\n  help: did you mean `theta`?"
        );
    }

    #[test]
    fn every_error_becomes_one_compile_error_and_notes_become_none() {
        let mut bag = Diagnostics::new();
        bag.push(mistake("first"));
        bag.push(Diagnostic::note(
            Code::UnknownName,
            Span::call_site(),
            "a remark",
        ));
        bag.push(mistake("second"));
        let closed = bag.into_result().unwrap_err();
        let text = closed.to_compile_error().to_string();
        assert_eq!(text.matches("compile_error").count(), 2, "{text}");
        assert_eq!(closed.iter().count(), 3);
    }

    #[test]
    fn notes_alone_leave_the_result_intact() {
        let mut bag = Diagnostics::new();
        bag.push(Diagnostic::note(
            Code::UnknownName,
            Span::call_site(),
            "a remark",
        ));
        assert_eq!(bag.into_result().unwrap().len(), 1);
    }

    #[test]
    fn absorbing_keeps_the_order_and_closes_the_other_bag() {
        let (mut first, mut second) = (Diagnostics::new(), Diagnostics::new());
        first.push(mistake("a"));
        second.push(mistake("b"));
        first.absorb(second);
        let closed = first.into_result().unwrap_err();
        assert!(closed.iter().map(|d| d.found.as_str()).eq(["a", "b"]));
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "without being looked at")]
    fn an_open_bag_must_not_be_dropped() {
        drop(Diagnostics::new());
    }
}

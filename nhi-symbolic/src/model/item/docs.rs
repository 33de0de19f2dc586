//! Documentation as the user wrote it, and in forms that nothing acts on.

use crate::diag::visible_line;

/// The documentation of a struct or a field, one entry per line or attribute.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Docs(Vec<String>);

impl Docs {
    /// Adds a line or the text of an attribute.
    pub fn push(&mut self, text: String) {
        self.0.push(text);
    }

    /// Returns every entry as written.
    #[must_use]
    pub fn as_written(&self) -> &[String] {
        &self.0
    }

    /// Returns the lines without surrounding blanks, with tabs as blanks. Every character that
    /// could act on a terminal or on the order of other characters is made visible.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let lines = self.0.iter().flat_map(|entry| lines_of(entry));
        let shown = |line: &str| visible_line(&line.trim().replace('\t', " ")).into_owned();
        lines.map(shown).collect()
    }
}

/// Returns the lines of an entry; an entry without text is the line between paragraphs.
fn lines_of(entry: &str) -> Vec<&str> {
    match entry {
        "" => vec![""],
        _ => entry.lines().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_hold_no_sign_that_acts() {
        let mut docs = Docs::default();
        docs.push(" Total mass [kg] \u{1b}[31m".to_owned());
        docs.push(String::new());
        docs.push(" one\r\n\ttwo\rthree\t\u{202e}four".to_owned());
        assert_eq!(
            docs.lines(),
            [
                "Total mass [kg] \\u{1b}[31m",
                "",
                "one",
                "two\\rthree \\u{202e}four"
            ]
        );
    }
}

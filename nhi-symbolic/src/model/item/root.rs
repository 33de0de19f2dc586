//! The path by which generated code finds the crate `nhi`.

use super::super::parse::is_keyword;

/// The path of the crate: plain names after `::`, `crate`, `self` or `super`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    is_global: bool,
    segments: Vec<String>,
}

impl Root {
    /// Returns the path that is spelt `text`, if it can be one: `dynamics`, `crate::robot::nhi`.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let text: String = text.split_whitespace().collect();
        let (is_global, path) = match text.strip_prefix("::") {
            Some(path) => (true, path),
            None => (false, text.as_str()),
        };
        let segments: Vec<_> = path.split("::").map(str::to_owned).collect();
        let names = segments.iter().enumerate().skip_while(|&(place, segment)| {
            !is_global
                && (segment == "super"
                    || place == 0 && matches!(segment.as_str(), "crate" | "self"))
        });
        let mut names = names.map(|(_, segment)| segment).peekable();
        let is_path = names.peek().is_some() || segments == ["crate"];
        let is_path = is_path && names.all(|name| is_name(name));
        is_path.then_some(Self {
            is_global,
            segments,
        })
    }

    /// Returns true if it begins with `::`.
    #[must_use]
    pub fn is_global(&self) -> bool {
        self.is_global
    }

    /// Returns the names between `::`.
    #[must_use]
    pub fn segments(&self) -> &[String] {
        &self.segments
    }
}

fn is_name(text: &str) -> bool {
    text != "_"
        && !is_keyword(text)
        && !text.starts_with("r#")
        && syn::parse_str::<syn::Ident>(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::Root;

    #[test]
    fn paths_are_names_behind_where_they_begin() {
        for text in [
            "dynamics",
            "::dynamics",
            "crate::a::nhi",
            "super::super::nhi",
            "self::x",
            "crate",
        ] {
            let root = Root::from_text(text).expect(text);
            assert_eq!(root.is_global(), text.starts_with("::"));
            assert_eq!(root.segments().join("::"), text.trim_start_matches("::"));
        }
        for text in [
            "",
            "::",
            "a::",
            "a::crate",
            "::crate::a",
            "super",
            "self",
            "a::1",
            "fn",
            "a<b>",
            "\"a\"",
            "r#a",
        ] {
            assert!(Root::from_text(text).is_none() || text == "a::1", "{text}");
        }
    }
}

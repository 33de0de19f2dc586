//! Comments and declarations.

use core::fmt::Write;

use super::names::{Precision, field};

/// Returns a documentation comment, in which nothing can end the comment.
pub(super) fn comment(text: &str, indent: usize) -> String {
    let blanks = " ".repeat(indent);
    let text = text
        .replace("*/", "* /")
        .replace("/*", "/ *")
        .replace("??", "? ?");
    let lines: Vec<_> = text.lines().map(str::trim_end).collect();
    match lines[..] {
        [] => String::new(),
        [line] => format!("{blanks}/** {line} */\n"),
        _ => {
            let mut out = format!("{blanks}/**\n");
            for line in lines {
                let blank = if line.is_empty() { "" } else { " " };
                writeln!(out, "{blanks} *{blank}{line}").expect("text takes every line");
            }
            out.push_str(&format!("{blanks} */\n"));
            out
        }
    }
}

/// A field of a struct.
pub(super) struct Member {
    /// The type and the name.
    pub(super) declaration: String,
    pub(super) docs: String,
}

impl Member {
    pub(super) fn new(declaration: impl Into<String>, docs: impl Into<String>) -> Self {
        Self {
            declaration: declaration.into(),
            docs: docs.into(),
        }
    }

    /// Returns a number.
    pub(super) fn number(precision: Precision, name: &str, docs: impl Into<String>) -> Self {
        Self {
            declaration: format!("{} {}", precision.real(), field(name)),
            docs: docs.into(),
        }
    }
}

/// Returns the declaration of a struct. C has no empty ones.
pub(super) fn structure(name: &str, docs: &str, members: &[Member]) -> String {
    let mut out = comment(docs, 0) + "typedef struct {\n";
    for member in members {
        out += &comment(&member.docs, 4);
        writeln!(out, "    {};", member.declaration).expect("text takes every line");
    }
    if members.is_empty() {
        out += "    int none; /* not read */\n";
    }
    format!("{out}}} {name};\n\n")
}

/// Returns a function's signature.
pub(super) fn signature(result: &str, name: &str, arguments: &[String]) -> String {
    let head = format!("{result} {name}(");
    let one_line = format!("{head}{})", arguments.join(", "));
    if one_line.len() < 100 {
        return one_line;
    }
    let indent = " ".repeat(head.len().min(40));
    format!("{head}{})", arguments.join(&format!(",\n{indent}")))
}

/// Returns a function with a note for each argument that its body does not mention, so that
/// compilers do not warn.
pub(super) fn definition(signature: &str, arguments: &[String], body: &str) -> String {
    let names = arguments.iter().map(|declaration| name_of(declaration));
    let unread = names.filter(|name| !mentions(body, name));
    let unread: String = unread.map(|name| format!("    (void){name};\n")).collect();
    format!("{signature} {{\n{unread}{body}}}\n\n")
}

/// Returns the name in a declaration such as `const double values[3]`.
fn name_of(declaration: &str) -> &str {
    let name = declaration.split('[').next().unwrap_or_default();
    name.rsplit([' ', '*']).next().unwrap_or_default()
}

/// Returns true if a text of C mentions a variable: its name as a whole word, except in a string
/// and as the field of a struct, since a model may have parts of the same name.
pub(super) fn mentions(text: &str, name: &str) -> bool {
    // The strings of generated code contain no quotation marks, so every other part is a string.
    let mut code = text.split('"').step_by(2);
    code.any(|code| {
        let mut places = code.match_indices(name);
        places.any(|(place, _)| is_variable(&code[..place], &code[place + name.len()..]))
    })
}

/// Returns true if a name between these two texts is a whole word and not a field.
fn is_variable(before: &str, after: &str) -> bool {
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
    !before.ends_with(is_of_word)
        && !before.ends_with('.')
        && !before.ends_with("->")
        && !after.starts_with(is_of_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_and_strings_mention_no_variable() {
        assert!(mentions("x = v->x;", "v"));
        assert!(mentions("f(\"row of v\", v)", "v"));
        for text in [
            "x = q->v;",
            "x = state.v;",
            "f(\"row of v\");",
            "x = v1 + dv;",
        ] {
            assert!(!mentions(text, "v"), "{text}");
        }
    }
}

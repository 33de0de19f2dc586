//! An mdbook preprocessor that converts TeX formulas to MathML.
//!
//! Pages use the syntax of GitHub: fences with the language `math`, and ``$`M a = f`$`` within
//! lines. Browsers typeset MathML themselves, without scripts and without network.

use std::io::{self, Read};

use pulldown_latex::config::DisplayMode;
use pulldown_latex::{Parser, RenderConfig, Storage, push_mathml};
use serde_json::Value;

use crate::cargo::Outcome;

/// Returns an error unless formulas are supported for a renderer.
pub(crate) fn are_for(renderer: &str) -> Outcome {
    match renderer {
        "html" => Ok(()),
        _ => Err(format!("formulas are made for html, not for {renderer}")),
    }
}

/// Reads the input that mdbook passes to a preprocessor, `[context, book]`, and prints the book.
pub(crate) fn of_book() -> Outcome {
    let mut text = String::new();
    io::stdin()
        .read_to_string(&mut text)
        .map_err(|error| error.to_string())?;
    let read: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let mut book = read.get(1).cloned().ok_or("no book behind the context")?;
    in_chapters(&mut book)?;
    println!("{book}");
    Ok(())
}

/// Typesets the texts of all chapters, wherever the version of mdbook stores them.
fn in_chapters(value: &mut Value) -> Outcome {
    match value {
        Value::Array(entries) => entries.iter_mut().try_for_each(in_chapters),
        Value::Object(entries) => entries.iter_mut().try_for_each(|(key, value)| match value {
            Value::String(text) if key == "content" => {
                *text = typeset(text)?;
                Ok(())
            }
            value => in_chapters(value),
        }),
        _ => Ok(()),
    }
}

/// Returns a page with its formulas as MathML; everything else is unchanged.
fn typeset(page: &str) -> Result<String, String> {
    let mut typeset = String::new();
    let mut fence: Option<&str> = None;
    let mut formula = String::new();
    for line in page.split_inclusive('\n') {
        let word = line.trim();
        match fence {
            Some("math") if word == "```" => {
                let math = math_ml(&formula, DisplayMode::Block)?;
                typeset.push_str(&format!("<div class=\"formula\">{math}</div>\n"));
                formula.clear();
                fence = None;
            }
            Some("math") => formula.push_str(line),
            Some(_) => {
                typeset.push_str(line);
                fence = fence.filter(|_| word != "```");
            }
            None => match word.strip_prefix("```") {
                Some(language) => {
                    fence = Some(language);
                    typeset.push_str(if language == "math" { "" } else { line });
                }
                None => typeset.push_str(&of_line(line)?),
            },
        }
    }
    Ok(typeset)
}

/// Typesets the formulas in a line outside fences.
fn of_line(line: &str) -> Result<String, String> {
    let mut typeset = String::new();
    let mut rest = line;
    while let Some((before, behind)) = rest.split_once("$`") {
        let (formula, after) = behind
            .split_once("`$")
            .ok_or_else(|| format!("a formula does not end in its line: {line}"))?;
        typeset.push_str(before);
        typeset.push_str(&math_ml(formula, DisplayMode::Inline)?);
        rest = after;
    }
    typeset.push_str(rest);
    Ok(typeset)
}

/// Returns a formula on a single line, which Markdown leaves unchanged.
fn math_ml(formula: &str, display_mode: DisplayMode) -> Result<String, String> {
    let storage = Storage::new();
    let config = RenderConfig {
        display_mode,
        ..RenderConfig::default()
    };
    let mut markup = String::new();
    push_mathml(&mut markup, Parser::new(formula, &storage), config)
        .map_err(|error| error.to_string())?;
    // Syntax errors become elements of the formula.
    if markup.contains("<merror") {
        return Err(format!("no formula of TeX:\n{formula}\n{markup}"));
    }
    // The library escapes the entity that it writes for `\ `.
    let markup = markup.replace("&amp;nbsp;", "\u{a0}");
    Ok(markup.replace('\n', " "))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;

    use super::{in_chapters, typeset};
    use crate::cargo::root;

    #[test]
    fn every_formula_of_the_book_is_typeset() {
        let mut formulas = 0;
        for entry in fs::read_dir(root().join("docs/src")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "md") {
                let page = fs::read_to_string(&path).unwrap();
                let typeset =
                    typeset(&page).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                assert!(!typeset.contains("```math"), "{}", path.display());
                assert!(!typeset.contains("&amp;nbsp;"), "{}", path.display());
                formulas += typeset.matches("<math").count();
            }
        }
        assert!(formulas > 20, "{formulas}");
    }

    #[test]
    fn formulas_become_elements_and_all_else_stays() {
        let page = "a $`x^2`$, `$b`\n\n```math\nM a = f\n```\n\n```text\n$`x`$\n```\n";
        let typeset = typeset(page).unwrap();
        assert!(
            typeset.contains("<msup><mi>x</mi><mn>2</mn></msup>"),
            "{typeset}"
        );
        assert!(
            typeset.contains("<div class=\"formula\"><math display=\"block\""),
            "{typeset}"
        );
        assert!(typeset.contains("</math>, `$b`\n\n"), "{typeset}");
        assert!(typeset.ends_with("\n\n```text\n$`x`$\n```\n"), "{typeset}");
        assert_eq!(typeset.matches("<math").count(), 2);
    }

    #[test]
    fn a_formula_that_is_none_is_an_error() {
        for page in ["```math\n\\frac{1\n```\n", "$`\\unknowncommand`$", "$`x"] {
            assert!(typeset(page).is_err(), "{page}");
        }
    }

    #[test]
    fn chapters_are_found_at_any_depth() {
        let chapter = |text: &str| json!({ "Chapter": { "content": text, "sub_items": [] } });
        let mut book =
            json!({ "items": [{ "Chapter": { "content": "", "sub_items": [chapter("$`x`$")] } }] });
        in_chapters(&mut book).unwrap();
        let content = &book["items"][0]["Chapter"]["sub_items"][0]["Chapter"]["content"];
        assert!(content.as_str().unwrap().starts_with("<math"), "{content}");
    }
}

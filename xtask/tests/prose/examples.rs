//! The checker finds an example of each rule at its line, and nothing in code.

use std::path::Path;

use crate::check;
use crate::rules::{RULES, Rule, Scope};
use crate::rust::{TokenKind, tokens};

const PAGE: &str = "docs/src/page.md";
const SOURCE: &str = "nhi-cli/src/source.rs";

/// Returns the findings of a text with their lines.
fn findings(path: &str, text: &str) -> Vec<(usize, String)> {
    let findings = check::file(Path::new(path), text).into_iter();
    findings
        .map(|finding| (finding.line, finding.found))
        .collect()
}

fn assert_clean(path: &str, text: &str) {
    let findings = findings(path, text);
    assert!(findings.is_empty(), "{text}\n{findings:?}");
}

/// Returns the path and the text of a file to which a rule applies, with a text on line 3.
fn file_with(rule: &Rule, text: &str) -> (&'static str, String) {
    match rule.scope {
        Scope::All | Scope::Readers => (PAGE, format!("# Title\n\n{text}\n")),
        Scope::Summaries | Scope::Docs => (SOURCE, format!("\n\n/// {text}\nfn f() {{}}\n")),
        Scope::Messages => (SOURCE, format!("\n\nconst TEXT: &str = {text:?};\n")),
    }
}

#[test]
fn every_rule_finds_its_example() {
    for rule in RULES {
        let (path, text) = file_with(rule, rule.example);
        let findings = check::file(Path::new(path), &text);
        let is_meant = findings
            .iter()
            .any(|finding| finding.line == 3 && finding.advice == rule.advice);
        assert!(is_meant, "{}: {findings:?}", rule.pattern);
    }
}

#[test]
fn examples_in_code_are_not_findings() {
    for rule in RULES {
        let example = rule.example.replace('`', "");
        assert_clean(PAGE, &format!("A page.\n\n```text\n{example}\n```\n"));
        assert_clean(PAGE, &format!("A page with `{example}`.\n"));
        let doc =
            format!("/// A function.\n///\n/// ```text\n/// {example}\n/// ```\nfn f() {{}}\n");
        assert_clean(SOURCE, &doc);
    }
}

#[test]
fn accepted_phrases_are_not_findings() {
    assert_clean(
        PAGE,
        "Letters stand for numbers. There is no file. The file no longer exists. The trailer behind \
         it\nrolls. Its own evaluation has round-off. Take any more than three.\n",
    );
    assert_clean(PAGE, "A page says \"where the velocity is zero\".\n");
    assert_clean(SOURCE, "// Whether it holds is decided here.\nfn f() {}\n");
    assert_clean(
        "xtask/src/source.rs",
        "const TEXT: &str = \"a test shall fail\";\n",
    );
    assert_clean(
        "nhi-cli/src/tests.rs",
        "const TEXT: &str = \"a test shall fail\";\n",
    );
}

#[test]
fn findings_have_their_lines() {
    let page = "One line.\nAnother that\nshall be *found\nbehind* the first.\n";
    let found = [(3, "\"shall\""), (4, "\"behind the first\"")];
    assert_eq!(
        findings(PAGE, page),
        found.map(|(line, what)| (line, what.to_owned()))
    );
    let source = "/// A function.\n///\n/// It shall be found.\nfn f() {\n    g(\n        \
                  \"a message of two lines, \\\n         which shall be found\",\n    );\n}\n";
    let found = [3, 7].map(|line| (line, "\"shall\"".to_owned()));
    assert_eq!(findings(SOURCE, source), found);
}

#[test]
fn long_lines_of_prose_are_findings() {
    let words = "ten words ".repeat(10) + "more";
    let found = |line| vec![(line, "104 columns".to_owned())];
    assert_eq!(findings(PAGE, &format!("# Title\n\n{words}\n")), found(3));
    let doc = format!("/// {words}\nfn f() {{}}\n");
    assert_eq!(findings(SOURCE, &doc), vec![(1, "108 columns".to_owned())]);
    assert_clean("CHANGELOG.md", &format!("- {words}\n"));
    for page in [
        format!("| a |\n|---|\n| {words} |\n"),
        format!("```text\n{words}\n```\n"),
        format!("Text\nwith a [link](https://example.org) and {words}\n"),
        format!("<!-- generated: list; renew it -->\n- {words}\n<!-- end of list -->\n"),
    ] {
        assert_clean(PAGE, &page);
    }
}

#[test]
fn misspelt_words_are_findings() {
    for word in ["teh", "Recieve", "linearize", "colour-adress"] {
        let findings = findings(PAGE, &format!("Read {word} here.\n"));
        assert_eq!(findings.len(), 1, "{word}: {findings:?}");
    }
    assert_clean(
        PAGE,
        "Linearise the colour of the neighbour's metre, modelled at the centre.\n",
    );
    assert_clean(
        PAGE,
        "Names: `teh`, teh_name, teh.md, a/teh/b, x2teh, TEH, tehName.\n",
    );
}

#[test]
fn literals_and_comments_of_rust_are_found() {
    let source = "fn f<'a>(x: &'a str) -> char { '\"'; '\\''; r#\"raw \"text\"\"#; b\"bytes\"; \
                  \"a \\\" b\"; /* /* nested */ \"no\" */ 'x' } // last\n//! module\n//// plain\n";
    let found: Vec<_> = tokens(source)
        .into_iter()
        .map(|token| (token.kind, token.text.trim(), token.leads))
        .collect();
    let expected = [
        (TokenKind::RawLiteral, "raw \"text\"", false),
        (TokenKind::Literal, "a \\\" b", false),
        (TokenKind::Comment, "last", false),
        (TokenKind::ModuleDoc, "module", true),
        (TokenKind::Comment, "// plain", true),
    ];
    assert_eq!(found, expected);
}

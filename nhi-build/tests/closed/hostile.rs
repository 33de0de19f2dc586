//! Files of a stranger, each beside the same file without what is strange in it.

use crate::choices::Choices;

/// What no token of the generated code may contain.
pub(crate) const CANARY: &str = "canary";

/// A file, and what of it may reach the code.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub(crate) hostile: String,
    pub(crate) plain: String,
    /// The names of its models.
    pub(crate) names: Vec<String>,
    /// Texts that must be in the documentation, as written.
    pub(crate) texts: Vec<String>,
}

/// Signs that act on a terminal or on the order of others.
pub(crate) fn acts(sign: char) -> bool {
    sign != '\n' && sign.is_control()
        || matches!(sign, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Lines of documentation that Markdown, a browser or a terminal would act on.
const LINES: [&str; 26] = [
    "```",
    "```rust,ignore",
    "~~~ canary",
    "    canary();",
    "\tcanary();",
    "-     canary();",
    "1.      canary();",
    ">     canary();",
    "> ```",
    "- ```",
    "<script>canary()</script>",
    "</code><img src=x onerror=canary()>",
    "<!-- canary",
    "[canary](javascript:canary())",
    "![canary](http://canary.example/x.png)",
    "[canary]: javascript:canary()",
    "[canary]",
    "<javascript:canary()>",
    "a | b",
    "--|--",
    "===",
    "# canary",
    "canary \u{202e}txet\u{2066} \u{1b}[31m \u{7}",
    "&lt;script&gt; \\[canary] \\",
    "*/ fn canary() {} /*",
    "plain words, kg m^2, a_b * c_d, 0.5",
];

/// Attributes of a struct that are refused.
const ATTRIBUTES: [&str; 22] = [
    "#[cfg(canary)]",
    "#[cfg_attr(all(), canary)]",
    "#[repr(canary)]",
    "#[path = \"canary.rs\"]",
    "#[unsafe(no_mangle)]",
    "#[unsafe(link_section = \".canary\")]",
    "#[doc = include_str!(\"canary\")]",
    "#[doc = env!(\"CANARY\")]",
    "#[doc(alias = \"canary\")]",
    "#[doc = concat!(\"canary\", canary!())]",
    "#[derive(canary::Canary)]",
    "#[derive(Clone, Canary)]",
    "#[allow(canary)]",
    "#[allow(dead_code, reason = canary!())]",
    "#[serde(bound = \"canary\")]",
    "#[serde(crate = \"canary\", default = \"canary\")]",
    "#[canary::canary { fn canary() {} }]",
    "#[canary]",
    "#[test]",
    "#[inline(canary)]",
    "#[deprecated = \"canary\"]",
    "#![canary]",
];

const GENERICS: [&str; 9] = [
    "<T: Real + canary::Canary>",
    "<T: Real<[u8; { canary() }]>>",
    "<T: canary::Real>",
    "<T: Real = canary>",
    "<#[canary] T: Real>",
    "<'canary, T: Real>",
    "<T: Real, const CANARY: usize = { canary() }>",
    "<T: Real + for<'canary> Fn(&'canary ())>",
    "<T: ?Sized + Real>",
];

const CLAUSES: [&str; 4] = [
    "where [u8; { #[used] #[unsafe(link_section = \".init_array\")] static CANARY: fn() = canary; 3 }]: Sized",
    "where canary::Canary<{ canary() }>: Sized",
    "where T: Real",
    "where [(); include!(\"canary\")]: Sized",
];

const VISIBILITIES: [&str; 4] = [
    "pub(in crate::canary)",
    "pub(in super::canary)",
    "pub(canary)",
    "pub (crate::canary)",
];

const TYPES: [&str; 8] = [
    "[f64; { canary(); 1 }]",
    "canary!(f64)",
    "<canary::Canary as canary::Canary>::F64",
    "canary::f64",
    "f64 = canary()",
    "f64<canary>",
    "impl canary",
    "dyn canary",
];

const NAMES: [&str; 14] = [
    "m", "data", "q", "v", "h", "u", "c0", "g0", "α", "变数", "self", "r#type", "e\u{301}", "_",
];

const MODELS: [&str; 8] = [
    "Drawn", "S", "Übung", "union", "f64", "Self", "r#struct", "Core",
];

/// What may stand in front of the items of a file, or behind them.
const ITEMS: [&str; 6] = [
    "fn canary() {}",
    "canary! {}",
    "use canary::*;",
    "extern crate canary;",
    "static CANARY: u8 = 0;",
    "mod canary;",
];

/// Something strange with the chance of one in twenty.
fn strange(choices: &mut Choices<'_>, from: &[&str]) -> String {
    match choices.once_in(20) {
        true => (*choices.among(from)).to_owned(),
        false => String::new(),
    }
}

/// Lines of documentation as comments or attributes, and of those that are plain words the text.
fn docs(choices: &mut Choices<'_>, texts: &mut Vec<String>) -> String {
    let mut out = String::new();
    for _ in 0..choices.below(6) {
        let line = *choices.among(&LINES);
        if line.starts_with("plain") {
            texts.push(line.to_owned());
        }
        match choices.below(4) {
            0 => out.push_str(&format!("#[doc = {line:?}]\n")),
            1 => {
                let second = *choices.among(&LINES);
                out.push_str(&format!("#[doc = {:?}]\n", format!("{line}\n{second}\r\n")));
            }
            2 => out.push_str(&format!("#[doc = r###\"{line}\"###]\n")),
            _ => out.push_str(&format!("/// {line}\n")),
        }
    }
    out
}

/// Attributes that a struct may carry.
fn carried(choices: &mut Choices<'_>) -> String {
    const CARRIED: [&str; 5] = [
        "",
        "#[derive(Clone, Debug)]",
        "#[derive(Clone, Copy, PartialEq, PartialOrd, Default)]",
        "#[non_exhaustive] #[allow(dead_code, clippy::all)]",
        "#[derive(serde::Serialize)] #[serde(rename_all = \"kebab-case\")]",
    ];
    (*choices.among(&CARRIED)).to_owned()
}

/// A small model with something strange in any place where tokens can stand.
pub(crate) fn by_grammar(choices: &mut Choices<'_>) -> Pair {
    let mut texts = Vec::new();
    let name = (*choices.among(&MODELS)).to_owned();
    let field = (*choices.among(&NAMES)).to_owned();
    let (carried, is_generic) = (carried(choices), choices.once_in(4));
    let (generics, scalar) = match is_generic {
        true => ("<T: nhi::Real>", "T"),
        false => ("", "f64"),
    };
    let visibility = *choices.among(&["", "pub", "pub(crate)", "pub(super)"]);
    let coordinate = *choices.among(&["x", "body", "c1", "θ"]);
    let head = format!(
        "#[nonholonomic(coordinates({coordinate}), lagrangian = 0.5 * {field} * {coordinate}_dot.powi(2), integrators(Shake))]"
    );
    let plain =
        format!("{head} {carried} {visibility} struct {name}{generics} {{ {field}: {scalar} }}\n");

    let or = |strange: String, plain: &str| match strange.is_empty() {
        true => plain.to_owned(),
        false => strange,
    };
    let mut pieces = vec![strange(choices, &ITEMS), docs(choices, &mut texts)];
    pieces.push(strange(choices, &ATTRIBUTES));
    pieces.push(head);
    pieces.push(docs(choices, &mut texts));
    pieces.push(carried);
    pieces.push(strange(choices, &ATTRIBUTES));
    pieces.push(or(strange(choices, &VISIBILITIES), visibility));
    pieces.push(format!("struct {name}"));
    pieces.push(or(strange(choices, &GENERICS), generics));
    pieces.push(strange(choices, &CLAUSES));
    pieces.push("{".to_owned());
    pieces.push(docs(choices, &mut texts));
    pieces.push(strange(choices, &ATTRIBUTES));
    pieces.push(strange(choices, &VISIBILITIES));
    pieces.push(format!("{field}:"));
    pieces.push(or(strange(choices, &TYPES), scalar));
    pieces.push("}\n".to_owned());
    pieces.push(strange(choices, &ITEMS));
    Pair {
        hostile: pieces.join(" "),
        plain,
        names: vec![name],
        texts,
    }
}

/// A model of the project with one strange piece in front of any of its lines.
pub(crate) fn by_insertion(models: &[String], choices: &mut Choices<'_>) -> Pair {
    let plain: &String = choices.among(models);
    let mut texts = Vec::new();
    let kinds: [&[&str]; 6] = [
        &ATTRIBUTES,
        &GENERICS,
        &CLAUSES,
        &VISIBILITIES,
        &TYPES,
        &ITEMS,
    ];
    let piece = match choices.below(3) {
        0 => {
            let kind = *choices.among(&kinds);
            (*choices.among(kind)).to_owned()
        }
        _ => docs(choices, &mut texts),
    };
    let mut lines: Vec<_> = plain.lines().collect();
    lines.insert(choices.below(lines.len() + 1), &piece);
    let is_struct = |line: &&str| line.contains("struct ");
    let names = plain.lines().filter(is_struct).filter_map(|line| {
        let behind = line.split("struct ").nth(1)?;
        behind.split(|c: char| !c.is_alphanumeric()).next()
    });
    Pair {
        names: names.map(str::to_owned).collect(),
        hostile: lines.join("\n"),
        plain: plain.clone(),
        texts,
    }
}

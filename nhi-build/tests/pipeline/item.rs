//! The struct of a model that is meant to compile, with all that it and its fields may carry.

use nhi_symbolic::model::item::{DERIVES, LINTS, RENAMINGS};

use crate::choices::Choices;

const MODELS: [&str; 6] = ["S", "Sleigh", "Model2", "Bead_On_Wire", "lower", "StateRk"];

/// A struct with the parameters of a model as fields.
pub(crate) fn item(choices: &mut Choices<'_>, parameters: &[String]) -> String {
    let name = *choices.among(&MODELS);
    let visibility = *choices.among(&["pub ", "pub(crate) ", ""]);
    let (generics, scalar) = *choices.among(&[
        ("", "f64"),
        ("", "f64"),
        ("", "f32"),
        ("<T: ::nhi::Real>", "T"),
    ]);
    let derives = derives(choices);
    let is_serialised = derives.iter().any(|written| written.starts_with("serde::"));
    let mut carried = listed(choices, &derives);
    if is_serialised && choices.once_in(2) {
        carried.push_str(&serde_of_struct(choices, &derives));
    }
    if choices.once_in(4) {
        carried.push_str("#[non_exhaustive]\n");
    }
    carried.push_str(&allowed(choices));
    let mut fields = String::new();
    for (place, parameter) in parameters.iter().enumerate() {
        let visibility = *choices.among(&["pub ", "", "pub(crate) "]);
        fields.push_str("    /// A parameter.\n");
        if is_serialised && choices.once_in(3) {
            fields.push_str(&format!("    {}", serde_of_field(choices, place)));
        }
        if choices.once_in(6) {
            fields.push_str("    #[allow(dead_code)]\n");
        }
        fields.push_str(&format!("    {visibility}{parameter}: {scalar},\n"));
    }
    format!("{carried}{visibility}struct {name}{generics} {{\n{fields}}}\n")
}

/// Traits to derive, each behind the one that it needs.
fn derives(choices: &mut Choices<'_>) -> Vec<&'static str> {
    let mut derives: Vec<&'static str> = Vec::new();
    for row in &DERIVES {
        if !choices.once_in(3) {
            continue;
        }
        let needed = row.needs.filter(|needed| !derives.contains(needed));
        derives.extend(needed);
        derives.push(row.written);
    }
    derives
}

/// The traits in one list or two.
fn listed(choices: &mut Choices<'_>, derives: &[&str]) -> String {
    let (first, second) = derives.split_at(choices.below(derives.len() + 1));
    let lists = [first, second].into_iter().filter(|list| !list.is_empty());
    lists
        .map(|list| format!("#[derive({})]\n", list.join(", ")))
        .collect()
}

fn serde_of_struct(choices: &mut Choices<'_>, derives: &[&str]) -> String {
    let mut keys = vec![format!("rename_all = \"{}\"", choices.among(&RENAMINGS))];
    if choices.once_in(2) {
        keys.push("deny_unknown_fields".to_owned());
    }
    if derives.contains(&"Default") && choices.once_in(2) {
        keys.push("default".to_owned());
    }
    format!("#[serde({})]\n", keys.join(", "))
}

fn serde_of_field(choices: &mut Choices<'_>, place: usize) -> String {
    let keys = match choices.below(3) {
        0 => "default".to_owned(),
        1 => format!("rename = \"field-{place}\", default"),
        _ => format!("alias = \"old.{place}\", alias = \"older.{place}\""),
    };
    format!("#[serde({keys})]\n")
}

fn allowed(choices: &mut Choices<'_>) -> String {
    if !choices.once_in(4) {
        return String::new();
    }
    let lint = choices.among(&LINTS);
    match choices.once_in(2) {
        true => format!("#[allow({lint}, reason = \"a reason\")]\n"),
        false => format!("#[allow({lint})]\n"),
    }
}

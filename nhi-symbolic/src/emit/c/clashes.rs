//! Names that two files of C would share.

use std::collections::BTreeSet;

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::emit::case::snake_case;
use crate::model::Model;

use super::{CFile, runtime, runtime_of_contacts};

/// The headers of C that generated files include.
const INCLUDED: [&str; 5] = ["float.h", "math.h", "stddef.h", "stdint.h", "string.h"];

/// Checks that the files of a model do not replace a file that they include, nor one of the
/// `others`.
pub(crate) fn check_file_name(model: &Model, others: &[CFile]) -> Result<(), Diagnostics> {
    let title = &model.item.ident;
    let header = format!("{}.h", snake_case(&title.to_string()));
    let runtimes = [runtime(), runtime_of_contacts()];
    let is_runtime = runtimes.iter().any(|file| file.name == header);
    let user = if is_runtime || INCLUDED.contains(&header.as_str()) {
        "generated code includes"
    } else if others.iter().any(|file| file.name == header) {
        "another model has"
    } else {
        return Ok(());
    };
    Err(clash(
        model,
        &format!("the header of `{title}` in C would be `{header}`, which {user}"),
    ))
}

/// Checks that the header of a model declares no name that one of the `others` declares: `Foo` with
/// an integral `x` and `FooIntegral` with a function `x` would.
pub(crate) fn check_names(
    model: &Model,
    header: &CFile,
    others: &[CFile],
) -> Result<(), Diagnostics> {
    let title = &model.item.ident;
    for other in others.iter().filter(|other| other.name.ends_with(".h")) {
        let prefixes = [header, other].map(|file| format!("{}_", file.name.trim_end_matches(".h")));
        let is_of_both = |word: &&str| {
            prefixes
                .iter()
                .all(|prefix| word.to_lowercase().starts_with(prefix))
        };
        let declared: BTreeSet<_> = words(&other.text).filter(is_of_both).collect();
        let Some(name) = words(&header.text).find(|word| declared.contains(word)) else {
            continue;
        };
        let other = &other.name;
        return Err(clash(
            model,
            &format!("C code of `{title}` would declare `{name}`, which `{other}` declares too"),
        ));
    }
    Ok(())
}

/// Returns the names in a header, without those in comments.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split("/*").map(|part| match part.split_once("*/") {
        Some((_, code)) => code,
        None => part,
    });
    code.flat_map(|part| part.split(|c: char| !c.is_alphanumeric() && c != '_'))
}

fn clash(model: &Model, found: &str) -> Diagnostics {
    let title = &model.item.ident;
    let needed = format!("another name of the struct, such as `{title}Model`");
    Diagnostic::error(Code::GeneratedNameClash, title.span(), found, needed).into()
}

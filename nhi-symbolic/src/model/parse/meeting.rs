//! Names of the types that the models of one file generate.

use std::collections::BTreeMap;

use proc_macro2::Ident;

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::model::ast::Ast;

/// Suffixes that the emitter adds to the name of a model, in addition to integrators and their
/// states.
const SUFFIXES: [&str; 4] = ["Coordinates", "Velocities", "Controls", "Multipliers"];

/// Suffixes that it adds if there are several integrators to choose from.
const OF_CHOICE: [&str; 3] = ["Integrator", "Stepper", "State"];

/// Reports every model with a type that has the name of an earlier model's type, such as `S` with
/// `Rk` and `SRk`.
pub(super) fn report_meeting_models(models: &[Ast], diagnostics: &mut Diagnostics) {
    let mut taken: BTreeMap<String, &Ident> = BTreeMap::new();
    for ast in models {
        let name = &ast.item.ident;
        let types = types(ast);
        let meeting = types.iter().find_map(|t| Some((t, *taken.get(t)?)));
        if let Some((shared, earlier)) = meeting {
            diagnostics.push(meet(name, earlier, shared));
        }
        taken.extend(types.into_iter().map(|t| (t, name)));
    }
}

/// Returns the names of the types that are generated for a model, including its struct.
fn types(ast: &Ast) -> Vec<String> {
    let name = ast.item.ident.to_string();
    let integrators = ast.integrators.iter();
    let integrators = integrators.map(|request| &request.name.text);
    let integrators = integrators.flat_map(|name| [name.clone(), format!("{name}State")]);
    let of_choice: &[_] = match ast.integrators.len() {
        0 | 1 => &[],
        _ => &OF_CHOICE,
    };
    let suffixes = SUFFIXES.iter().chain(of_choice);
    let suffixes = suffixes.map(|suffix| (*suffix).to_owned());
    let generated = suffixes.chain(integrators);
    let mut types: Vec<_> = generated.map(|suffix| format!("{name}{suffix}")).collect();
    types.insert(0, name);
    types
}

fn meet(name: &Ident, earlier: &Ident, shared: &str) -> Diagnostic {
    let found = if name == earlier {
        format!("second model `{name}`")
    } else {
        format!("`{name}` and `{earlier}` would both have a type `{shared}`")
    };
    Diagnostic::error(
        Code::DuplicateModel,
        name.span(),
        found,
        "a different name for each model of a file and for each type that is generated",
    )
}

//! `nhi integrators`: the table of integrators.

use nhi_symbolic::{INTEGRATORS, Integrator};
use serde_json::{Value, json};

use crate::outcome::Outcome;
use crate::probe::probe;
use crate::text_table::aligned;

/// Lists all integrators.
pub(crate) fn integrators() -> Outcome {
    let header = [
        "integrator",
        "order",
        "properties",
        "options (default first)",
        "what it is",
    ];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    rows.extend(INTEGRATORS.iter().map(row));
    let mut text = aligned(&rows);
    text.push_str(
        "\nOrder and properties with default options, on a system with constant mass matrix, `MoserVeselov` on a rigid body. Exact is to \
         round-off, for samples: the energy where no force does work and the constraints are linear.\n",
    );
    Outcome::new(text, INTEGRATORS.iter().map(data).collect())
}

fn row(integrator: &Integrator) -> Vec<String> {
    let (order, properties) = match probe(integrator.name) {
        Some(traits) => {
            let kind = if traits.implicit {
                "implicit"
            } else {
                "explicit"
            };
            let symmetry = if traits.symmetric { ", symmetric" } else { "" };
            let constraints = exactly(traits.exact_constraints, "constraints");
            let energy = exactly(traits.exact_energy, "energy");
            (
                traits.order.to_string(),
                format!("{kind}{symmetry}{constraints}{energy}"),
            )
        }
        None => ("-".to_owned(), "-".to_owned()),
    };
    let options = match integrator.options_text() {
        none if none.is_empty() => "none".to_owned(),
        options => options,
    };
    vec![
        integrator.name.to_owned(),
        order,
        properties,
        options,
        integrator.summary.to_owned(),
    ]
}

fn exactly(is_exact: bool, what: &str) -> String {
    if is_exact {
        format!(", exact {what}")
    } else {
        String::new()
    }
}

fn data(integrator: &Integrator) -> Value {
    let traits = probe(integrator.name);
    json!({
        "name": integrator.name,
        "options": integrator.options_text(),
        "summary": integrator.summary,
        "preserves": integrator.preserves_in_words,
        "use_when": integrator.use_when,
        "not_when": integrator.not_when,
        "order": traits.map(|traits| traits.order),
        "symmetric": traits.map(|traits| traits.symmetric),
        "implicit": traits.map(|traits| traits.implicit),
        "exact_constraints": traits.map(|traits| traits.exact_constraints),
        "exact_energy": traits.map(|traits| traits.exact_energy),
    })
}

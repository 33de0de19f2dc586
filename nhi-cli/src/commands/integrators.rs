//! `nhi integrators`: the table of integrators.

use nhi_study::text::aligned;
use nhi_symbolic::{
    Choices, INTEGRATORS, Integrator, Kind, Locator, Needs, OptionRow, Positions, Reference, Values,
};
use serde_json::{Value, json};

use crate::outcome::Outcome;

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
        "\nProperties with default options. Samples preserve exact quantities to machine precision, the \
         energy if no force does work and the constraints are linear. `nhi cite INTEGRATOR` prints the \
         publication of an integrator.\n",
    );
    Outcome::new(text, INTEGRATORS.iter().map(data).collect())
}

fn row(integrator: &Integrator) -> Vec<String> {
    let options = match integrator.options_text() {
        none if none.is_empty() => "none".to_owned(),
        options => options,
    };
    vec![
        integrator.name.to_owned(),
        integrator.order_text(""),
        properties(integrator),
        options,
        integrator.summary.to_owned(),
    ]
}

fn properties(integrator: &Integrator) -> String {
    let defaults = Choices::defaults(integrator.options);
    let mut words = Vec::new();
    if integrator.is_vakonomic() {
        words.push("vakonomic");
    }
    if (integrator.symmetric)(&defaults) {
        words.push("symmetric");
    }
    if integrator.preserves.constraints {
        words.push("exact constraints");
    }
    if (integrator.preserves.energy)(&defaults) {
        words.push("exact energy");
    }
    words.join(", ")
}

fn data(integrator: &Integrator) -> Value {
    let defaults = Choices::defaults(integrator.options);
    json!({
        "name": integrator.name,
        "kind": match integrator.kind {
            Kind::Nonholonomic => "nonholonomic",
            Kind::Vakonomic => "vakonomic",
        },
        "options": integrator.options.iter().map(option).collect::<Vec<_>>(),
        "summary": integrator.summary,
        "needs": needs(&integrator.needs),
        "preserves": {
            "constraints": integrator.preserves.constraints,
            "energy": (integrator.preserves.energy)(&defaults),
            "in_words": integrator.preserves_in_words,
        },
        "use_when": integrator.use_when,
        "not_when": integrator.not_when,
        "order": (integrator.order)(&defaults),
        "orders": integrator.order_text(""),
        "symmetric": (integrator.symmetric)(&defaults),
        "references": integrator.references.iter().map(|x| reference(x)).collect::<Vec<_>>(),
    })
}

fn option(row: &OptionRow) -> Value {
    let (kind, values, default) = match row.values {
        Values::Flag => ("flag", json!(null), json!(false)),
        Values::Words(words) => ("word", json!(words), json!(words.first())),
        Values::Integers(numbers) => ("integer", json!(numbers), json!(numbers.first())),
        Values::Fraction(above, below) => {
            ("fraction", json!(null), json!(above as f64 / below as f64))
        }
        Values::Gain(gain) => ("gain", json!(null), json!(gain)),
        Values::Rate => ("rate", json!(null), json!("0.1/h")),
    };
    json!({
        "name": row.name_for("<integral>"),
        "type": kind,
        "values": values,
        "default": default,
        "remark": row.remark,
        "text": row.to_string(),
    })
}

fn needs(needs: &Needs) -> Value {
    json!({
        "configuration": needs.configuration.text(),
        "lagrangian": needs.lagrangian.text(),
        "constraints": needs.constraints.text(),
        "position_constraints": needs.position_constraints != Positions::None,
        "forces": needs.forces,
    })
}

/// Returns a publication as data.
pub(super) fn reference(reference: &Reference) -> Value {
    let mut data = json!({
        "key": reference.key,
        "authors": reference.authors,
        "title": reference.title,
        "venue": reference.venue,
        "year": reference.year,
    });
    match reference.locator {
        Locator::Doi(doi) => data["doi"] = json!(doi),
        Locator::Arxiv(number) => data["arxiv"] = json!(number),
        Locator::None => {}
    }
    data
}

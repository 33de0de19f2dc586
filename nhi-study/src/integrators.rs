//! The registry of integrators as data.

use nhi_symbolic::{
    Choices, Integrator, Kind, Locator, Needs, OptionRow, Positions, Reference, Values,
};
use serde_json::{Value, json};

/// Returns an integrator as data.
#[must_use]
pub fn data(integrator: &Integrator) -> Value {
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
        Values::Tolerance(power) => ("tolerance", json!(null), json!(10_f64.powi(power))),
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
        "time_in_lagrangian": needs.time_in_lagrangian,
    })
}

/// Returns a publication as data.
#[must_use]
pub fn reference(reference: &Reference) -> Value {
    let mut data = json!({
        "key": reference.key,
        "authors": reference.authors,
        "title": reference.title,
        "venue": reference.venue.to_string(),
        "year": reference.year,
    });
    for (name, value) in reference.venue.fields() {
        data[name] = json!(value);
    }
    match reference.locator {
        Locator::Doi(doi) => data["doi"] = json!(doi),
        Locator::Arxiv(number) => data["arxiv"] = json!(number),
        Locator::None => {}
    }
    data
}

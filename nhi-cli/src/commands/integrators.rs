//! `nhi integrators`: the table of integrators.

use nhi_symbolic::{
    Choices, INTEGRATORS, Integrator, Kind, Locator, Needs, OptionRow, Positions, Reference, Values,
};
use serde_json::{Value, json};

use crate::outcome::Outcome;

/// The width that lines keep to.
const WIDTH: usize = 100;

/// Lists all integrators.
pub(crate) fn integrators() -> Outcome {
    let mut text: String = INTEGRATORS.iter().map(entry).collect();
    text.push_str(
        "Properties with default options; options with the default first. Samples preserve exact\n\
         quantities to machine precision, the energy if no force does work and the constraints are\n\
         linear. `nhi cite INTEGRATOR` prints the publication of an integrator.\n",
    );
    Outcome::new(text, INTEGRATORS.iter().map(data).collect())
}

/// Returns the lines on an integrator.
fn entry(integrator: &Integrator) -> String {
    let options = integrator.options_text();
    let lines = [
        ("", integrator.summary.to_owned()),
        ("order ", integrator.order_text("")),
        ("", properties(integrator)),
        ("options: ", options),
    ];
    let lines = lines.iter().filter(|(_, text)| !text.is_empty());
    let lines: String = lines
        .map(|(title, text)| wrapped(&format!("{title}{text}")))
        .collect();
    format!("{}\n{lines}\n", integrator.name)
}

/// Breaks an indented text between words.
fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    let mut line = String::from("   ");
    for word in text.split(' ') {
        if line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push_str(&line);
            lines.push('\n');
            line = String::from("       ");
        }
        line.push(' ');
        line.push_str(word);
    }
    format!("{lines}{line}\n")
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
    })
}

/// Returns a publication as data.
pub(super) fn reference(reference: &Reference) -> Value {
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

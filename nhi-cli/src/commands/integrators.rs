//! `nhi integrators`: the table of integrators.

use nhi_study::integrators::data;
use nhi_symbolic::{Choices, INTEGRATORS, Integrator};

use crate::outcome::Outcome;

/// The width that lines keep to.
const WIDTH: usize = 100;

/// Lists all integrators.
pub(crate) fn integrators() -> Outcome {
    let mut text: String = INTEGRATORS.iter().map(entry).collect();
    text.push_str(
        "Properties with default options; options with the default first. Samples preserve exact\n\
         quantities to machine precision, the energy (of polynomials) if no force does work and the\n\
         constraints are linear. `nhi cite INTEGRATOR` prints the publication of an integrator.\n",
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

//! Descriptions of integrators, and the declarations of their schemes.

use std::collections::BTreeSet;

use crate::options::Choices;

use super::super::{INTEGRATORS, Integrator, discretise, integrator};
use super::mechanics_of;

/// Models that together are accepted by all integrators.
const MODELS: &[&str] = &[
    "coordinates(x, y), lagrangian = x_dot.powi(2) + y_dot.powi(2), \
     constraints(edge = y_dot - x * x_dot)",
    "groups(g: SE2(w, v1, v2)), lagrangian = w.powi(2) + v1.powi(2) + v2.powi(2), \
     constraints(edge = v2), symmetry(SE2(g))",
    "groups(g: SO3(w1, w2, w3)), \
     lagrangian = w1.powi(2) + 2 * w2.powi(2) + 3 * w3.powi(2), symmetry(SO3(g))",
];

fn row(name: &str) -> &'static Integrator {
    integrator(name).expect("an integrator")
}

#[test]
fn the_order_in_words_names_the_options_that_change_it() {
    for (name, expected) in [
        (
            "Mla",
            "2; 4 for `order = 4`; 6 for `order = 6`; 8 for `order = 8`",
        ),
        ("MoserVeselov", "2; 1 for `solve = Explicit`"),
        ("Gauss", "6; 2 for `stages = 1`; 4 for `stages = 2`"),
        ("Gni", "2"),
    ] {
        assert_eq!(row(name).order_text("`"), expected);
    }
}

#[test]
fn integrators_are_symmetric_with_the_options_for_which_they_are() {
    for (name, expected) in [("Rdp", true), ("Mla", true), ("Dap", true), ("Rk", false)] {
        let row = row(name);
        let defaults = Choices::defaults(row.options);
        assert_eq!((row.symmetric)(&defaults), expected, "{name}");
    }
    let rdp = row("Rdp");
    let alternatives = Choices::alternatives(rdp.options, true);
    let [symmetric, other]: [Vec<_>; 2] = [true, false].map(|is_symmetric| {
        let alternatives = alternatives.iter().map(|(_, choices)| choices);
        let same = alternatives.filter(|choices| (rdp.symmetric)(choices) == is_symmetric);
        same.map(|choices| (rdp.order)(choices)).collect()
    });
    assert!(!symmetric.is_empty() && symmetric.iter().all(|&order| order == 2));
    assert!(!other.is_empty() && other.iter().all(|&order| order == 1));
}

/// Measured with `nhi compare`: options that lower the order do so in the tables.
#[test]
fn options_that_lower_the_order_are_in_its_text() {
    let dla = row("Dla").order_text("");
    assert!(dla.contains("; 1 for start = TwoPoint"), "{dla}");
    let feedback = row("Feedback").order_text("");
    assert_eq!(feedback, "1; 2 for base = Rk2; 2 for base = Rk4");
}

#[test]
fn the_options_in_words_are_joined_by_commas() {
    let text = row("Gni").options_text();
    let options = row("Gni").options.iter().map(ToString::to_string);
    assert!(options.map(|option| text.find(&option)).is_sorted());
    assert!(
        text.contains("start = ") && text.contains(", reflection = "),
        "{text}"
    );
    assert_eq!(row("VakonomicRattle").options_text(), "");
}

/// A tolerance of `1e-15` is `e^-34.5`, and the order `1 + 34.5 / 2` rounded up.
#[test]
fn the_order_of_a_power_series_follows_from_the_tolerance() {
    let taylor = row("Taylor");
    assert_eq!((taylor.order)(&Choices::defaults(taylor.options)), 19);
}

#[test]
fn the_summary_of_a_scheme_tells_its_words_and_stages() {
    for integrator in INTEGRATORS {
        let mut choices = Choices::alternatives(integrator.options, false);
        choices.push((String::new(), Choices::defaults(integrator.options)));
        for keys in MODELS {
            let summaries = choices.iter().filter_map(|(_, choices)| {
                let request = choices.request(integrator.name, false);
                let mut schemes = discretise(&mechanics_of(keys, &request)).ok()?;
                Some(schemes.remove(0).summary)
            });
            let summaries: Vec<_> = summaries.collect();
            let distinct: BTreeSet<_> = summaries.iter().collect();
            assert_eq!(distinct.len(), summaries.len(), "{summaries:#?}");
        }
    }
}

/// The defaults of all integrators, and options with which one has other monitors.
fn requests(integrator: &Integrator) -> Vec<&'static str> {
    let further = match integrator.name {
        "Feedback" => &["Feedback(energy = 1, constraint = 2)"][..],
        _ => &[],
    };
    [&[integrator.name], further].concat()
}

#[test]
fn every_monitor_of_a_row_is_one_of_a_scheme() {
    for integrator in INTEGRATORS {
        let requests = requests(integrator);
        let pairs = MODELS
            .iter()
            .flat_map(|keys| requests.iter().map(move |r| (keys, r)));
        let schemes = pairs.filter_map(|(keys, r)| discretise(&mechanics_of(keys, r)).ok());
        let schemes: Vec<_> = schemes.flatten().collect();
        assert!(!schemes.is_empty(), "no model for {}", integrator.name);
        for row in integrator.monitors {
            let mut monitors = schemes.iter().flat_map(|scheme| &scheme.diagnostics);
            let is_there = monitors.any(|monitor| monitor.name == row.name);
            assert!(is_there, "{}: {}", integrator.name, row.name);
        }
    }
}

//! Models that the registry rejects, and the values that it computes from its rows.

mod advice;
mod coefficients;
mod needs;
mod outlines;
mod rates;
mod rows;
mod switches;
mod traits;

use crate::diag::{Code, Diagnostics};
use crate::mechanics::Mechanics;
use crate::model;

use crate::discrete::Scheme;
use crate::options::Choices;

use super::{INTEGRATORS, Integrator, Kind, by_accuracy, discretise};

fn mechanics_of(keys: &str, integrators: &str) -> Mechanics {
    let text = format!("#[nonholonomic({keys}, integrators({integrators}))] struct S {{}}");
    let tokens = text.parse().expect("the text consists of Rust tokens");
    let asts = model::parse_file(tokens).expect("the model is well formed");
    let model = model::resolve(&asts[0]).expect("the model is sound");
    super::mechanics_of(model).expect("the model has a mechanics")
}

fn codes(result: Result<Vec<Scheme>, Diagnostics>) -> Vec<Code> {
    match result {
        Ok(_) => Vec::new(),
        Err(diagnostics) => diagnostics.errors().map(|error| error.code).collect(),
    }
}

const PLANE: &str = "coordinates(x, y), lagrangian = x_dot * y_dot";

#[test]
fn nonlinear_constraints_are_for_vakonomic_integrators() {
    for constraint in ["x_dot * y_dot", "sqrt(1 + x_dot * y_dot)"] {
        let keys = format!("{PLANE}, constraints(c = {constraint})");
        let refused = discretise(&mechanics_of(&keys, "VakonomicGauss, Gni"));
        assert_eq!(codes(refused), [Code::NonAffineConstraint]);
    }
    let keys = format!("{PLANE}, constraints(c = x_dot * y_dot)");
    let taken = discretise(&mechanics_of(&keys, "VakonomicGauss(stages = 2)"));
    assert_eq!(codes(taken), []);
}

#[test]
fn position_constraints_that_follow_from_others_are_refused() {
    let circle = "circle = x.powi(2) + y.powi(2) - 1";
    for (constraints, expected) in [
        (format!("holonomic({circle}, plane = z)"), vec![]),
        (
            format!("holonomic({circle}, twice = 2 * x.powi(2) + 2 * y.powi(2) - 2)"),
            vec![Code::NotIndexOne],
        ),
        (
            format!("constraints(tangent = x * x_dot + y * y_dot), holonomic({circle})"),
            vec![Code::NotIndexOne],
        ),
    ] {
        let keys = format!(
            "coordinates(x, y, z), \
             lagrangian = x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2), {constraints}"
        );
        let refused = discretise(&mechanics_of(&keys, "VakonomicRattle"));
        assert_eq!(codes(refused), expected, "{constraints}");
    }
}

#[test]
fn references_are_what_takes_the_model_by_order() {
    let knife = mechanics_of(
        "coordinates(x, y), lagrangian = x_dot.powi(2) + y_dot.powi(2), \
         constraints(edge = y_dot - x * x_dot)",
        "Mla",
    );
    let references = by_accuracy(Kind::Nonholonomic, &knife, &[], &[]);
    let first: Vec<_> = references.iter().take(5).map(String::as_str).collect();
    assert_eq!(
        first,
        [
            "Taylor",
            "Dop853",
            "Gauss(stages = 3)",
            "Gauss(stages = 2)",
            "Rk(order = 4)"
        ]
    );
    assert_eq!(
        references.last().map(String::as_str),
        Some("Dla(quadrature = Left, start = Velocity, order = 2)")
    );
    let first = by_accuracy(Kind::Vakonomic, &knife, &[], &[]).swap_remove(0);
    assert_eq!(first, "VakonomicGauss(stages = 3)");
    let sphere = mechanics_of(
        "coordinates(x, y), lagrangian = x_dot.powi(2) + y_dot.powi(2), \
         holonomic(circle = x.powi(2) + y.powi(2) - 1)",
        "VakonomicRattle",
    );
    assert_eq!(
        by_accuracy(Kind::Vakonomic, &sphere, &[], &[]),
        ["VakonomicRattle"]
    );
    assert!(by_accuracy(Kind::Nonholonomic, &sphere, &[], &[]).is_empty());
}

/// Methods with their own step size hold controls over whole rows, and end steps at switches unless
/// there are very many.
#[test]
fn references_of_motions_with_held_controls_or_many_switches_have_fixed_steps() {
    let many: Vec<_> = (0..33).map(|place| format!("abs(x - {place})")).collect();
    for (force, is_adaptive) in [
        ("u", [true, false]),
        ("u - sign(x_dot)", [true, false]),
        (&format!("u - {}", many.join(" - ")), [false, false]),
    ] {
        let pushed = mechanics_of(
            &format!(
                "coordinates(x, y), controls(u), forces(x = {force}), \
                 lagrangian = x_dot.powi(2) + y_dot.powi(2) - x.sin(), \
                 constraints(edge = y_dot - x * x_dot)"
            ),
            "Mla",
        );
        let u = pushed.model.controls[0].symbol;
        for (held, expected) in [&[][..], &[u]].into_iter().zip(is_adaptive) {
            let references = by_accuracy(Kind::Nonholonomic, &pushed, held, &[]);
            let first = if expected {
                "Taylor"
            } else {
                "Gauss(stages = 3)"
            };
            assert_eq!(references[0], first, "{force}");
            assert_eq!(
                references.iter().any(|x| x == "Dop853"),
                expected,
                "{force}"
            );
        }
    }
}

#[test]
fn every_integrator_has_a_source_with_author_title_and_year() {
    for integrator in INTEGRATORS {
        let Some(first) = integrator.references.first() else {
            panic!("{} has no reference", integrator.name)
        };
        assert!(!first.authors.is_empty() && !first.title.is_empty());
        assert!((1900..2100).contains(&first.year));
    }
}

#[test]
fn scheme_parts_and_monitors_are_those_of_the_row() {
    let parts = |integrator: &Integrator| {
        let mechanics = mechanics_of(
            "coordinates(x, y), lagrangian = x_dot.powi(2) + y_dot.powi(2), \
             constraints(edge = y_dot - x * x_dot)",
            integrator.name,
        );
        discretise(&mechanics)
    };
    for integrator in INTEGRATORS {
        let Ok(schemes) = parts(integrator) else {
            continue;
        };
        for part in &schemes[0].state {
            let known = integrator.state.iter();
            let found = known.filter(|row| row.name == part.name && row.kind == part.kind);
            assert_eq!(found.count(), 1, "{}: {}", integrator.name, part.name);
        }
        for monitor in &schemes[0].diagnostics {
            let mut known = integrator.monitors.iter();
            assert!(
                known.any(|row| row.name == monitor.name),
                "{}: {}",
                integrator.name,
                monitor.name
            );
        }
    }
}

#[test]
fn the_text_of_choices_reads_back_as_the_same_choices() {
    for integrator in INTEGRATORS {
        for (option, choices) in Choices::alternatives(integrator.options, true) {
            assert!(
                choices.text(true).contains(&option),
                "{option}: {}",
                choices.text(true)
            );
        }
    }
}

#[test]
fn options_for_group_elements_are_refused_where_there_are_none_with_that_reason() {
    let keys = "coordinates(x, y), lagrangian = x_dot.powi(2) + y_dot.powi(2)";
    for option in ["Mla(retraction = Cayley)", "Feedback(rotation = 3)"] {
        let refused = discretise(&mechanics_of(keys, option)).expect_err("no group element");
        let found: Vec<_> = refused
            .errors()
            .map(|e| (e.code, e.found.clone()))
            .collect();
        let (code, text) = &found[0];
        assert_eq!((found.len(), *code), (1, Code::UnknownOption));
        assert!(
            text.ends_with("is for group elements, and the configuration has none"),
            "{text}"
        );
    }
}

//! A work budget that runs out while or after the mechanics are derived.

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::expr::{Graph, Role};
use crate::model::{self, Model};

use super::super::derive;

const TEXT: &str = "#[nonholonomic(coordinates(x, y), \
     lagrangian = x_dot.powi(2) + (1 + x.powi(2)) * y_dot.powi(2), \
     constraints(c = y_dot - x * x_dot), symmetry(R(y)), integrators(Mla, Gni, Lobatto))] struct S {}";

fn resolved_within(work: u64) -> Result<Model, Diagnostics> {
    let asts = model::parse_file(TEXT.parse().expect("tokens")).expect("a model");
    model::resolve_in(&asts[0], Graph::with_budget(work))
}

fn only(result: Result<(), Diagnostics>) -> Diagnostic {
    let errors = result.expect_err("the budget is exhausted");
    assert_eq!(errors.errors().count(), 1);
    let error = errors.errors().next().expect("an error").clone();
    assert_eq!(error.code, Code::BudgetExceeded);
    error
}

#[test]
fn mechanics_that_exhaust_the_budget_are_an_error() {
    let mut amounts = (1..).map(|thousands| resolved_within(1000 * thousands));
    let barely = amounts
        .find_map(Result::ok)
        .expect("a budget for the names");
    only(derive(barely).map(|_| ()));
}

#[test]
fn the_integrator_that_exhausts_the_budget_is_named_with_those_that_fit() {
    let mechanics = resolved_within(1_000_000).and_then(derive);
    let mechanics = mechanics.expect("a budget for the mechanics");
    let graph = &mechanics.model.graph;
    assert!(mechanics.check_budget().is_ok());
    assert!(mechanics.check_budget_at("Gni").is_ok());
    assert!(mechanics.check_budget_behind(&["Mla"]).is_ok());
    let constants = mechanics.constants_of_motion();
    assert!(!constants.is_energy_open && !constants.are_momenta_open);
    let x = graph.symbol("x_there", Role::Variable);
    let mut sum = x;
    while !graph.is_exhausted() {
        sum = graph.sin(graph.add(sum, x));
    }

    let constants = mechanics.constants_of_motion();
    assert!(constants.is_energy_open && constants.are_momenta_open);
    let found = only(mechanics.check_budget()).found;
    assert!(found.contains("the mechanics of this model"), "{found}");
    let found = only(mechanics.check_budget_behind(&[])).found;
    assert!(found.contains("the mechanics of this model"), "{found}");
    let first = only(mechanics.check_budget_at("Mla"));
    assert!(first.found.contains("`Mla`") && first.help.contains("a cheaper integrator"));
    for last in [
        only(mechanics.check_budget_at("Lobatto")),
        only(mechanics.check_budget_behind(&["Mla", "Gni", "Lobatto"])),
    ] {
        assert!(last.found.contains("`Lobatto`"), "{}", last.found);
        assert!(
            last.help.ends_with("fit the budget: `Mla`, `Gni`"),
            "{}",
            last.help
        );
    }
}

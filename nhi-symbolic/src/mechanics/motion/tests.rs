//! A comparison of the two forms of the solution on every model of the tests.

use std::fs;
use std::path::Path;

use super::{Motion, subtract};
use crate::mechanics;
use crate::model;

#[test]
fn both_forms_are_the_same_acceleration_and_multipliers() {
    let mut compared = 0;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/models");
    for entry in fs::read_dir(folder).expect("the models") {
        let path = entry.expect("a file").path();
        let text = fs::read_to_string(&path).expect("a text");
        let asts = model::parse_file(text.parse().expect("tokens")).expect("models");
        for ast in asts {
            compared += usize::from(forms_agree(&ast, &path));
        }
    }
    assert!(compared >= 15, "only {compared} models have both forms");
}

/// Returns true if the model has both forms, and checks that they are equal for all values of its
/// symbols.
fn forms_agree(ast: &model::ast::Ast, path: &Path) -> bool {
    let model = model::resolve(ast).expect("a model");
    let mechanics = mechanics::derive(model).expect("mechanics");
    let Some(null_space) = &mechanics.null_space else {
        return false;
    };
    let (model, lagrangian) = (&mechanics.model, &mechanics.lagrangian);
    let (graph, constraints) = (&model.graph, mechanics.projection.constraints());
    let forces = &model.forces;
    let inertia = &mechanics.inertia;
    let one = Motion::by_multipliers(graph, forces, lagrangian, constraints, inertia);
    let other = Motion::by_basis(graph, forces, lagrangian, constraints, null_space);
    for (left, right, what) in [
        (one.acceleration, other.acceleration, "acceleration"),
        (one.multipliers, other.multipliers, "multipliers"),
        (
            one.constraint_force,
            other.constraint_force,
            "constraint force",
        ),
    ] {
        let differences = subtract(graph, &left, &right);
        let zeros = graph.are_zero(&differences);
        assert!(
            zeros.iter().all(|&zero| zero),
            "{what} of {}",
            path.display()
        );
    }
    true
}

//! Constraints that do work, and directions that a reduction lacks.

use crate::expr::{Expr, Graph};

use super::super::quantities::Conserved;
use super::{assert_equal, mechanics, symbols};

/// A force `g_v^T lambda` has the power `lambda . g_v v`, which vanishes on a constraint that is
/// homogeneous in the velocities, and is `-lambda b` for `A v + b`.
#[test]
fn constraints_that_are_homogeneous_in_the_velocities_do_no_work() {
    let resisted = |constraint: &str, rule: &str| {
        let mechanics = mechanics(&format!(
            "coordinates(x, y, z), \
             lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)), \
             constraints(first = {constraint}, second = y_dot - x * z_dot){rule}"
        ))
        .expect("a mechanics");
        let found = mechanics.resisted_by_constraints(&mechanics.model.graph);
        assert_eq!(found.len(), 2);
        (mechanics, found)
    };
    let rule = ", rule = Chetaev";
    let (_, found) = resisted("x_dot.powi(2) + y_dot.powi(2) - 2 * z_dot.powi(2)", rule);
    assert_eq!(found, [Graph::ZERO; 2]);

    let (mechanics, found) = resisted("x_dot.powi(2) + y_dot.powi(2) - u", rule);
    let graph = &mechanics.model.graph;
    let squares = [0, 1].map(|i| graph.powi(mechanics.v[i], 2));
    assert_equal(
        graph,
        found[0],
        graph.scale(&(-2).into(), graph.sum(&squares)),
    );
    assert_eq!(found[1], Graph::ZERO);

    let (mechanics, found) = resisted("x_dot - u", "");
    let graph = &mechanics.model.graph;
    let mut parameters = mechanics.model.parameters.iter();
    let u = parameters.find(|x| x.name == "u").expect("a parameter");
    assert_equal(graph, found[0], graph.neg(u.symbol));
    assert_eq!(found[1], Graph::ZERO);
}

/// No translation along `x` makes up for a velocity of `y`, for `z` one does, and `w` is free.
#[test]
fn missing_directions_are_those_that_no_motion_of_the_group_makes_up_for() {
    let lack = |constraints: &str| {
        let keys = format!(
            "coordinates(x, y, z, w), lagrangian = x_dot.powi(2) + y_dot.powi(2) \
                + z_dot.powi(2) + w_dot.powi(2), constraints({constraints}), symmetry(R(x))"
        );
        let mechanics = mechanics(&keys).expect("a mechanics");
        let is_noted = !mechanics.notes.is_empty();
        let reduction = mechanics.reduction.expect("a reduction");
        // Without a connection nothing is solved for the body velocity.
        let is_solved = !reduction.drift.is_empty();
        assert_eq!(is_solved, reduction.missing_directions.is_empty());
        (reduction.missing_directions, is_noted)
    };
    let (missing, is_noted) = lack("first = y_dot, second = x_dot - w * z_dot");
    assert_eq!(missing, ["y"]);
    assert!(is_noted);
    let (missing, _) = lack("first = y_dot - z * z_dot");
    assert_eq!(missing, ["y", "z"]);
    assert!(lack("second = x_dot - w * z_dot").0.is_empty());
}

/// The translation along `x` is not an allowed motion, but the reaction vanishes on all motions.
#[test]
fn a_momentum_along_a_forbidden_motion_is_constant_if_the_reactions_do_no_work() {
    let is_conserved = |keys: &str| {
        let mechanics = mechanics(&format!(
            "coordinates(x, y), lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)), {keys}"
        ));
        let generators = mechanics.expect("a mechanics").symmetry.generators;
        let found = generators.into_iter().map(|xi| xi.is_conserved);
        found.collect::<Vec<_>>()
    };
    assert_eq!(
        is_conserved("constraints(c = x_dot - y_dot), symmetry(R(x))"),
        [true]
    );
    // The constraint needs a force, since the mass along it changes with the slope.
    assert_eq!(
        is_conserved("constraints(c = x_dot - y * y_dot), symmetry(R(x))"),
        [false]
    );
    // Without Chetaev's rule such constraints have no reactions: only variational motions follow.
    let only_variational = "constraints(c = x_dot.powi(2) - y_dot.powi(2) - 1)";
    let is_free = is_conserved(&format!("{only_variational}, symmetry(R(x))"));
    assert_eq!(is_free, [false]);
}

/// A charge in crossed fields, `f = b (-y_dot, x_dot + u)`: the power is `b u y_dot`, which is the
/// rate of `-u p_x`.
#[test]
fn a_moving_energy_of_forces_is_sought_along_declared_motions_alone() {
    let moving = |speed: &str, symmetry: &str| {
        let mechanics = mechanics(&format!(
            "coordinates(x, y), lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)), \
             forces(x = -j * y_dot, y = j * (x_dot + {speed})){symmetry}"
        ))
        .expect("a mechanics");
        mechanics.moving_energy.map(|moving| moving.formula)
    };
    let declared = ", symmetry(R(x))";
    assert_eq!(moving("u", declared).as_deref(), Some("E + u*J[0]"));
    assert_eq!(moving("2", declared).as_deref(), Some("E + 2*J[0]"));
    // Neither constraints nor the Lagrangian move, so no natural motions are searched.
    assert_eq!(moving("2", ""), None);
    // Only variational motions follow from such a constraint, and their momenta are others.
    let curved = "constraints(c = x_dot.powi(2) - y_dot.powi(2) - 1)";
    assert_eq!(moving("2", &format!("{declared}, {curved}")), None);
}

/// A potential that turns about the third axis of space carries the energy less the momentum about
/// it. It is not a constant of variational motions.
#[test]
fn a_potential_that_turns_in_space_gives_a_moving_energy() {
    let mechanics = mechanics(
        "groups(g: SO3(w1, w2, w3)), lagrangian = 0.5 * (w1.powi(2) + 2 * w2.powi(2) \
            + 3 * w3.powi(2)) - g[0][1] * cos(2 * t) - g[1][1] * sin(2 * t)",
    )
    .expect("a mechanics");
    let moving = mechanics.moving_energy.as_ref().expect("a moving energy");
    assert_eq!(moving.formula, "E - 2*J(g, 3)");
    let names = |is_vakonomic| {
        let conserved = Conserved::all_of(&mechanics, is_vakonomic).into_iter();
        conserved.map(|quantity| quantity.name).collect::<Vec<_>>()
    };
    assert_eq!(names(false), ["moving_energy"]);
    assert!(names(true).is_empty());
}

/// Translations that are declared, and an attitude that is not.
#[test]
fn elements_that_are_no_declared_symmetry_keep_their_entries() {
    let mechanics = mechanics(
        "coordinates(x, y, s), groups(g: SO3(w1, w2, w3)), symmetry(R(x), R(y)), \
         lagrangian = x_dot.powi(2) + y_dot.powi(2) + s_dot.powi(2) + w1.powi(2) + w2.powi(2) + w3.powi(2) - g[0][0] * s",
    )
    .expect("a mechanics");
    let graph = &mechanics.model.graph;
    let splitting = mechanics.reduction.expect("a reduction").splitting;
    let g: [Expr; 11] = symbols(graph, "g");
    let kept = splitting.without_declared(&g);
    assert_eq!(kept[..2], [Graph::ZERO; 2]);
    assert_eq!(kept[2..], g[2..]);
    let [s]: [Expr; 1] = symbols(graph, "s");
    let placed = splitting.place(&[s], &g);
    assert_eq!(placed.len(), 12);
    assert_eq!(splitting.placed_shape(&placed), [s]);
}

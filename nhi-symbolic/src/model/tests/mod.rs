//! From text to model: resolved parts, and errors with their positions. `names` has the rules for
//! names, `bounds` those for numbers and sizes.

mod bounds;
mod dimensions;
mod dissipation;
mod names;
mod rates;

use proc_macro2::TokenStream;

use super::*;
use crate::diag::Code::{self, *};

const SNAKEBOARD: &str = "
#[nonholonomic(
    coordinates(psi, phi, theta, x, y),
    lagrangian = 0.5 * i_rotor * (psi_dot + theta_dot).powi(2) + j_wheel * phi_dot.powi(2)
        + 0.5 * (m * l * l - i_rotor) * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)),
    constraints(
        skid  = sin(theta) * x_dot - cos(theta) * y_dot,
        steer = l * cos(phi) * theta_dot + sin(phi) * (cos(theta) * x_dot + sin(theta) * y_dot),
    ),
    controls(u_psi, u_phi),
    forces(psi = u_psi, phi = u_phi),
    symmetry(SE2(theta, x, y)),
    integrators(Gni, Rdp(retraction = Cayley, alpha = 0.5)),
)]
pub struct Snakeboard {
    /// Total mass [kg]
    pub m: f64,
    pub l: f64,
    pub i_rotor: f64,
    pub j_wheel: f64,
}";

fn tokens(text: &str) -> TokenStream {
    text.parse().unwrap()
}

/// Returns the model of a file with one struct.
fn file(text: &str) -> Result<Model, Diagnostics> {
    resolve(&parse_file(tokens(text)).unwrap()[0])
}

/// Returns a model in the plane with a parameter `m` and further keys.
fn planar(keys: &str) -> Result<Model, Diagnostics> {
    with_struct(
        &format!(
            "coordinates(x, y), lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)), integrators(Gni), {keys}"
        ),
        "struct Point { m: f64 }",
    )
}

fn with_struct(arguments: &str, item: &str) -> Result<Model, Diagnostics> {
    resolve(&parse_attribute(tokens(arguments), tokens(item)).unwrap())
}

/// Asserts exactly these errors, in this order, each with its code at its source text.
#[track_caller]
fn gives(result: Result<Model, Diagnostics>, expected: &[(Code, &str)]) {
    let found: Vec<(Code, String)> = match result {
        Ok(_) => Vec::new(),
        Err(diagnostics) => diagnostics
            .iter()
            .map(|d| (d.code, d.span.source_text().unwrap_or_default()))
            .collect(),
    };
    let found: Vec<(Code, &str)> = found
        .iter()
        .map(|(code, text)| (*code, text.as_str()))
        .collect();
    assert_eq!(found, expected);
}

/// Asserts the same for a potential in a planar model.
#[track_caller]
fn potential_gives(potential: &str, expected: &[(Code, &str)]) {
    let arguments = format!(
        "coordinates(x, y), integrators(Gni), lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) - ({potential})"
    );
    gives(with_struct(&arguments, "struct Point { m: f64 }"), expected);
}

#[test]
fn the_snakeboard_resolves() {
    let model = file(SNAKEBOARD).unwrap();
    let names =
        |variables: &[Variable]| variables.iter().map(|v| v.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&model.coordinates), ["psi", "phi", "theta", "x", "y"]);
    assert_eq!(
        names(&model.velocities),
        ["psi_dot", "phi_dot", "theta_dot", "x_dot", "y_dot"]
    );
    assert_eq!(names(&model.controls), ["u_psi", "u_phi"]);
    assert_eq!(model.parameters[0].docs, "Total mass [kg]");
    assert_eq!(model.constraints[1].name, "steer");
    assert_eq!(model.forces[0], model.controls[0].symbol);
    assert_eq!(model.forces[2..], [Graph::ZERO; 3]);
    assert_eq!(model.symmetry[0].kind, SymmetryKind::Se2);
    assert_eq!(model.symmetry[0].coordinates, [2, 3, 4]);
    assert_eq!(model.integrators.len(), 2);
}

#[test]
fn expressions_keep_their_values() {
    let model = planar(
        "definitions(r = x.hypot(y), e = 0.1), forces(x = r - e * x.powi(3) / 3.0 + tan(-y))",
    )
    .unwrap();
    let values = [
        (model.coordinates[0].symbol, 0.75),
        (model.coordinates[1].symbol, 1.25),
    ];
    let found = model.graph.evaluate(&[model.forces[0]], &values)[0];
    let (x, y) = (0.75_f64, 1.25_f64);
    let expected = x.hypot(y) - 0.1 * x.powi(3) / 3.0 + (-y).tan();
    assert!(
        (found - expected).abs() < 1e-14,
        "{found} is not {expected}"
    );
    let velocity = model.velocities[0].symbol;
    let momentum = model.graph.derivative(model.lagrangian, velocity);
    let product = model.graph.mul(model.parameters[0].symbol, velocity);
    assert_eq!(momentum, product);
}

#[test]
fn quantities_stand_where_they_belong() {
    potential_gives("t * x", &[]);
    gives(planar("prescribed(x = y)"), &[(VelocityNotAllowed, "y")]);
    gives(planar("prescribed(z = t)"), &[(PrescribedUnknown, "z")]);
    gives(
        planar(
            "controls(u), definitions(k = u * t), constraints(c = u * x_dot + t), integrals(i = k + t), forces(x = k + t)",
        ),
        &[
            (ControlNotAllowed, "u"),
            (ControlNotAllowed, "k"),
            (TimeNotAllowed, "t"),
        ],
    );
    gives(
        planar("holonomic(rod = x * x_dot)"),
        &[(VelocityNotAllowed, "x_dot")],
    );
}

#[test]
fn forces_act_on_coordinates_once() {
    gives(
        planar("forces(m = x, x = y, x = 2, y_dot = 1)"),
        &[
            (ForceOnUnknownCoordinate, "m"),
            (DuplicateForce, "x"),
            (ForceOnUnknownCoordinate, "y_dot"),
        ],
    );
}

#[test]
fn constraints_are_on_velocities_and_leave_a_motion() {
    gives(
        planar("constraints(c = x * y + t)"),
        &[(ConstraintWithoutVelocity, "c")],
    );
    gives(
        planar("constraints(c = (x_dot + 1).powi(2) - x_dot.powi(2) - 2 * x_dot)"),
        &[(ConstraintWithoutVelocity, "c")],
    );
    gives(
        planar("constraints(c = (x_dot + y).powi(2) - x_dot.powi(2) + cos(t))"),
        &[],
    );
    gives(
        planar("constraints(c = x_dot, d = y_dot)"),
        &[(TooManyConstraints, "d")],
    );
}

#[test]
fn keys_of_few_integrators_are_checked() {
    gives(
        planar("holonomic(rod = x - x + 1)"),
        &[(ConstraintWithoutCoordinate, "rod")],
    );
    gives(
        with_struct(
            "groups(a: SO3(w1, w2), b: SO4(v)), lagrangian = a[3][0] + a + w1 + v, integrators(Gni)",
            "struct S {}",
        ),
        &[
            (GroupArity, "SO3"),
            (UnknownGroup, "SO4"),
            (UnknownName, "a"),
            (UnknownName, "a"),
        ],
    );
    gives(
        with_struct(
            "groups(car: SE2(w, a, b)), lagrangian = w * w + a * a + b * b, symmetry(SO3(car)), integrators(Gauss)",
            "struct S {}",
        ),
        &[(SymmetryName, "SO3")],
    );
}

#[test]
fn group_elements_have_entries_and_body_velocities_but_no_coordinates() {
    let model = with_struct(
        "coordinates(x), groups(body: SO3(w1, w2, w3), car: SE2(w, a, b)),
         lagrangian = x_dot * x_dot + w1 * w1 + w2 * w2 + w3 * w3 + w * w + a * a + b * b - body[2][1] * car[0][2] + car[2][2],
         constraints(c = w3), forces(w1 = 2, b = x), symmetry(SO3(body)), integrators(Gauss)",
        "struct S {}",
    )
    .unwrap();
    let names: Vec<_> = model.configuration().map(|x| x.name.as_str()).collect();
    assert_eq!(names.len(), 1 + 9 + 6);
    assert_eq!([names[8], names[12]], ["body[2][1]", "car[0][2]"]);
    let names: Vec<_> = model.velocities.iter().map(|x| x.name.as_str()).collect();
    assert_eq!(names, ["x_dot", "w1", "w2", "w3", "w", "a", "b"]);
    assert_eq!(model.forces[6], model.coordinates[0].symbol);
    assert_eq!(model.groups[1].velocities(), 4..7);
    // The last row of a rigid motion is constant.
    assert_eq!(model.groups[1].entry(2, 2), Graph::ONE);
    assert_eq!(model.groups[1].entry(2, 0), Graph::ZERO);
    assert_eq!(model.group_text(0), "SO3(body)");
    // The entries of one rotation obey R^T R = Id wherever the model is tested.
    let graph = model.graph.clone();
    let column: Vec<_> = (0..3).map(|i| model.groups[0].entry(i, 1)).collect();
    let square = graph.dot(&column, &column);
    let excess = graph.sub(square, Graph::ONE);
    assert!(graph.is_zero(excess) && !graph.is_zero(square));
    let other = model.groups[1].entry(0, 1);
    let turned = graph.add(other, model.groups[1].entry(1, 0));
    assert!(graph.is_zero(turned));
}

#[test]
fn symmetry_groups_act_on_coordinates() {
    gives(
        planar("symmetry(SE2(x, y), R(m), S1(x), Se2(x), SO3(y))"),
        &[
            (GroupArity, "SE2"),
            (SymmetryName, "m"),
            (SymmetryName, "x"),
            (UnknownGroup, "Se2"),
            (SymmetryName, "x"),
            (SymmetryName, "y"),
        ],
    );
    gives(
        planar("symmetry(SE2(a, b, c, d))"),
        &[
            (SymmetryName, "a"),
            (SymmetryName, "b"),
            (SymmetryName, "c"),
            (SymmetryName, "d"),
        ],
    );
    let model = planar("symmetry(R(y), R(x))").unwrap();
    assert_eq!(model.symmetry[0].coordinates, [1]);
}

#[test]
fn resolving_is_repeatable() {
    let printed = || {
        format!(
            "{:?}",
            file(SNAKEBOARD)
                .unwrap()
                .graph
                .reachable(&[file(SNAKEBOARD).unwrap().lagrangian])
        )
    };
    assert_eq!(printed(), printed());
}

//! Energies and momenta that are constant along motions, with constraints whose answers are known.

use nhi_symbolic::mechanics::ConstantsOfMotion;
use nhi_symbolic::program::Compiled;
use nhi_symbolic::report::examine;

use crate::support::compiled::{derive, model_text};

fn found(text: &str) -> ConstantsOfMotion {
    let mechanics = derive(text).unwrap_or_else(|found| panic!("{found:?}\n{text}"));
    mechanics.constants_of_motion()
}

fn model(body: &str, parameters: &str) -> String {
    format!("#[nonholonomic({body}, integrators(Gni))] struct M {{ {parameters} }}")
}

/// The model with those of the parameters `m`, `i`, `k` and `spin` that it contains.
fn model_of(body: &str) -> String {
    let words: Vec<_> = body
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .collect();
    let used = ["m", "i", "k", "spin"]
        .into_iter()
        .filter(|name| words.contains(name));
    model(
        body,
        &used
            .map(|name| format!("{name}: f64, "))
            .collect::<String>(),
    )
}

/// The vertical disc: its generator of rolling is no allowed motion, but the reaction does no work
/// along it (Fassò, Ramos, Sansonetto).
#[test]
fn momenta_along_which_reactions_do_no_work_are_constant() {
    let disc = model(
        "coordinates(x, y, a, b),
        lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * i * a_dot.powi(2) + 0.5 * j * b_dot.powi(2),
        constraints(rx = x_dot - r * cos(a) * b_dot, ry = y_dot - r * sin(a) * b_dot),
        symmetry(SE2(a, x, y), S1(b))",
        "m: f64, i: f64, j: f64, r: f64",
    );
    let found = found(&disc);
    println!("{found:?}");
    assert_eq!(found.energy.as_deref(), Some("E"));
    // The rotation of the plane turns the path too, and the reaction has a moment about the origin.
    assert_eq!(found.momenta, ["J[3]"]);
    assert_eq!(found.reduced_momenta.len(), 2);
}

/// The sleigh whose centre of mass is on the blade keeps its speed and its rate of turning, momenta
/// along directions that move with the body; no momentum of space is constant.
#[test]
fn momenta_along_directions_of_the_body_are_constant() {
    let sleigh = model(
        "coordinates(a, x, y),
        lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * j * a_dot.powi(2),
        constraints(blade = sin(a) * x_dot - cos(a) * y_dot),
        symmetry(SE2(a, x, y))",
        "m: f64, j: f64",
    );
    let found = found(&sleigh);
    println!("{found:?}");
    assert!(found.momenta.is_empty());
    assert_eq!(found.reduced_momenta, ["p[0]", "p[1]"]);
    let off = "chaplygin_sleigh";
    let found = self::found(&model_text(off));
    println!("{off}: {found:?}");
    assert!(found.reduced_momenta.is_empty() && found.energy.is_some());
}

/// A bead on a wire that turns at a constant rate: Jacobi's integral (Fassò, Sansonetto).
#[test]
fn a_moving_energy_is_constant_where_the_constraints_are_driven_along_a_symmetry() {
    let wire = |rate: &str| {
        model(
            &format!(
                "coordinates(r, a), lagrangian = 0.5 * m * (r_dot.powi(2) + (r * a_dot).powi(2)) - k * r.powi(4),
                constraints(drive = a_dot - {rate}), symmetry(S1(a))"
            ),
            "m: f64, k: f64, spin: f64",
        )
    };
    assert_eq!(
        found(&wire("spin")).energy.as_deref(),
        Some("E - spin*J[0]")
    );
    assert_eq!(
        found(&wire("3 / 2 * spin")).energy.as_deref(),
        Some("E - 3/2*spin*J[0]")
    );
    assert_eq!(found(&wire("spin * (1 + sin(t))")).energy, None);
}

/// Constraints and potentials that move along symmetries of the model which it does not declare: a
/// rotation of the plane, one of plane and body, a translation, and a turning potential. The momenta
/// are written by hand.
#[test]
fn moving_energies_of_symmetries_that_are_not_declared() {
    const PLANE: &str = "lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2))";
    let turning = "cos(spin * t) * x + sin(spin * t) * y";
    for (body, formula, momentum) in [
        (
            format!(
                "coordinates(x, y), {PLANE}, constraints(turn = x * y_dot - y * x_dot - spin * (x.powi(2) + y.powi(2)))"
            ),
            "E - spin*J(x, y)",
            "spin * m * (x * y_dot - y * x_dot)",
        ),
        (
            format!(
                "coordinates(x, y, phi),
                {PLANE} + 0.5 * i * phi_dot.powi(2) - k * (cos(phi) * x + sin(phi) * y).powi(4),
                constraints(edge = sin(phi) * (x_dot + spin * y) - cos(phi) * (y_dot - spin * x))"
            ),
            "E - spin*J(phi) - spin*J(x, y)",
            "spin * (m * (x * y_dot - y * x_dot) + i * phi_dot)",
        ),
        (
            format!(
                "coordinates(x, y, phi), {PLANE} + 0.5 * i * phi_dot.powi(2) - k * y.powi(4),
                constraints(edge = sin(phi) * (x_dot - 3 * spin) - cos(phi) * y_dot)"
            ),
            "E - 3*spin*J(x)",
            "3 * spin * m * x_dot",
        ),
        (
            format!("coordinates(x, y), {PLANE} - k * ({turning}).powi(4)"),
            "E - spin*J(x, y)",
            "spin * m * (x * y_dot - y * x_dot)",
        ),
    ] {
        let text = model_of(&body);
        let mechanics = derive(&text).unwrap_or_else(|found| panic!("{found:?}\n{text}"));
        let moving = mechanics.moving_energy.as_ref().expect("a moving energy");
        assert_eq!(moving.formula, formula);
        assert_eq!(
            mechanics.constants_of_motion().energy.as_deref(),
            Some(formula)
        );
        let integral = format!("{body}, integrals(momentum = {momentum})");
        let text = model_of(&integral);
        let mechanics = derive(&text).unwrap_or_else(|found| panic!("{found:?}\n{text}"));
        let (graph, moving) = (
            &mechanics.model.graph,
            mechanics.moving_energy.as_ref().expect("as before"),
        );
        let by_hand = graph.sub(
            mechanics.lagrangian.energy,
            mechanics.model.integrals[0].expr,
        );
        let difference = graph.sub(moving.value, by_hand);
        assert!(graph.is_zero(difference), "{}", graph.display(difference));
    }
}

/// The ball turns with the table, or not: its momentum about the vertical is constant by itself.
#[test]
fn a_ball_on_a_turntable_has_a_moving_energy() {
    let text = std::fs::read_to_string("../tests/rolling/turntable_ball.nhi").expect("a model");
    let mechanics = derive(&text).expect("a mechanics");
    let moving = mechanics.moving_energy.as_ref().expect("a moving energy");
    assert_eq!(moving.formula, "E - table*J(x, y)");
    assert!(mechanics.is_constant_of_motion(moving.value));
}

/// Energies that are constant by themselves, dissipation, and rates that change with the time.
#[test]
fn no_moving_energy_is_found_where_none_is_constant() {
    for (body, energy) in [
        (
            "constraints(edge = sin(x) * x_dot - cos(x) * y_dot)",
            Some("E"),
        ),
        (
            "constraints(edge = sin(x) * x_dot - cos(x) * (y_dot - spin))",
            None,
        ),
        (
            "constraints(slide = x_dot - spin), forces(y = -k * y_dot)",
            None,
        ),
        ("constraints(slide = x_dot - spin * t)", None),
        ("constraints(slide = x_dot - spin * x)", None),
    ] {
        let body = format!(
            "coordinates(x, y), lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) - k * y.powi(4), {body}"
        );
        let text = model_of(&body);
        let mechanics = derive(&text).unwrap_or_else(|found| panic!("{found:?}\n{text}"));
        assert_eq!(mechanics.moving_energy, None, "{body}");
        assert_eq!(
            mechanics.constants_of_motion().energy.as_deref(),
            energy,
            "{body}"
        );
    }
}

#[test]
fn forces_and_controls_that_work_change_the_energy() {
    for (model, is_constant) in [
        ("chaplygin_sleigh", true),
        ("heisenberg", true),
        ("suslov", true),
        ("heavy_top", true),
        ("dragged_sleigh", false),
        ("snakeboard", false),
        ("turntable_knife_edge", false),
    ] {
        let found = found(&model_text(model));
        println!("{model}: {found:?}");
        assert_eq!(found.energy.is_some(), is_constant, "{model}");
    }
}

/// A particle whose third momentum is constant under any constraint of the others; but which dynamics a
/// constraint has that is not affine, the model does not say.
#[test]
fn nothing_is_called_constant_under_constraints_that_are_not_affine() {
    let found = |constraint: &str| {
        let body = format!(
            "coordinates(x, y, z), lagrangian = x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2),
            constraints(c = {constraint}), symmetry(R(z))"
        );
        self::found(&model(&body, ""))
    };
    let affine = found("x_dot - y * y_dot");
    assert_eq!(affine.formulas(), ["E", "J[0]"]);
    assert!(!affine.is_empty());
    let nonlinear = found("x_dot * y_dot - 1");
    assert!(nonlinear.is_empty(), "{nonlinear:?}");
}

/// Drag along eight directions of symmetry, each with a parameter of its own, may be made up for by more
/// multiples of their momenta than are compared.
#[test]
fn what_the_search_does_not_last_for_is_not_decided() {
    for (directions, is_open) in [(3, false), (8, true)] {
        let join = |term: &dyn Fn(usize) -> String, between: &str| {
            (0..directions).map(term).collect::<Vec<_>>().join(between)
        };
        let body = format!(
            "coordinates({}), lagrangian = {}, forces({}), symmetry({})",
            join(&|i| format!("x{i}"), ", "),
            join(&|i| format!("m * x{i}_dot.powi(2)"), " + "),
            join(&|i| format!("x{i} = -drag{i} * x{i}_dot"), ", "),
            join(&|i| format!("R(x{i})"), ", "),
        );
        let drag = join(&|i| format!("drag{i}: f64"), ", ");
        let mechanics = derive(&model(&body, &format!("m: f64, {drag}"))).expect("a model");
        let constants = mechanics.constants_of_motion();
        assert_eq!(constants.energy, None);
        assert_eq!(constants.is_energy_open, is_open);
        let compiled = Compiled {
            mechanics,
            steppers: Vec::new(),
            opens: None,
        };
        let verdicts = examine(&compiled).verdicts;
        let mut of_energy = verdicts.iter().filter(|v| v.property.starts_with("energy"));
        let found = of_energy.next().expect("a verdict on the energy");
        println!("{directions}: {found:?}");
        let property = if is_open {
            "energy decided"
        } else {
            "energy constant"
        };
        assert_eq!((found.property, found.holds), (property, false));
        assert_eq!(found.text.starts_with("not decided"), is_open);
    }
}

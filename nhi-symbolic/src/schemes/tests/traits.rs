//! The properties that schemes declare, by model and options.

use crate::discrete::Traits;

use super::super::discretise;
use super::mechanics_of;

/// A blade, whose constraint every integrator in coordinates accepts.
const BLADE: &str = "coordinates(x, y), lagrangian = x_dot.powi(2) + y_dot.powi(2), \
                     constraints(edge = y_dot - x * x_dot)";
const CIRCLE: &str = "coordinates(x, y), lagrangian = x_dot.powi(2) + y_dot.powi(2), \
                      holonomic(circle = x.powi(2) + y.powi(2) - 1)";
const BODY: &str = "groups(g: SO3(w1, w2, w3)), \
                    lagrangian = w1.powi(2) + 2 * w2.powi(2) + 3 * w3.powi(2), symmetry(SO3(g))";
/// A sleigh alone, one with a drag, and one with a shape.
const SLEIGH: &str = "groups(g: SE2(w, v1, v2)), \
                      lagrangian = w.powi(2) + v1.powi(2) + v2.powi(2), constraints(edge = v2), \
                      symmetry(SE2(g))";
const DRAGGED: &str = "groups(g: SE2(w, v1, v2)), \
                       lagrangian = w.powi(2) + v1.powi(2) + v2.powi(2), constraints(edge = v2), \
                       forces(v1 = -v1), symmetry(SE2(g))";
const SHAPED: &str = "coordinates(s), groups(g: SE2(w, v1, v2)), \
                      lagrangian = s_dot.powi(2) + w.powi(2) + v1.powi(2) + v2.powi(2), \
                      constraints(edge = v2 - s * s_dot), symmetry(SE2(g))";
/// Translations, which commute, with a shape.
const CART: &str = "coordinates(s, x), lagrangian = s_dot.powi(2) + (2 + s) * x_dot.powi(2), \
                    symmetry(R(x))";
/// A ball whose constraint reads its attitude.
const ROLLER: &str = "coordinates(x), groups(g: SO3(w1, w2, w3)), \
                      lagrangian = x_dot.powi(2) + w1.powi(2) + w2.powi(2) + w3.powi(2), \
                      constraints(along = x_dot - g[1][0] * w1 - g[1][1] * w2 - g[1][2] * w3)";

fn traits(keys: &str, integrator: &str) -> Traits {
    let schemes = discretise(&mechanics_of(keys, integrator));
    schemes.expect("the model is accepted")[0].traits
}

#[test]
fn order_and_symmetry_are_those_of_the_options_on_the_model() {
    for (keys, integrator, expected) in [
        (BLADE, "Dap", (2, true)),
        (BLADE, "Dap(alpha = 0.25)", (1, false)),
        (BLADE, "Gauss(stages = 2)", (4, true)),
        // A step back does not undo the move to the circle at the end of a step.
        (CIRCLE, "Gauss(stages = 1)", (2, false)),
        (CIRCLE, "Gauss(stages = 2)", (4, false)),
        (CIRCLE, "Gauss(stages = 3)", (6, false)),
        (SHAPED, "Rdp", (2, true)),
        (SHAPED, "Rdp(retraction = Cayley)", (2, true)),
        (SHAPED, "Rdp(retraction = Ccsk)", (1, false)),
        (SHAPED, "Rdp(alpha = 0.25)", (1, false)),
        // Nothing depends on the point in the step.
        (SLEIGH, "Rdp(alpha = 0.25)", (2, true)),
        (SLEIGH, "Rdp(retraction = Ccsk)", (1, false)),
        (DRAGGED, "Rdp(alpha = 0.25)", (1, false)),
        (DRAGGED, "Rdp", (2, true)),
        // All retractions of a group that commutes are one.
        (CART, "Rdp(retraction = Ccsk)", (2, true)),
        (CART, "Rdp(alpha = 0.25)", (1, false)),
        (CART, "Rdp(retraction = Ccsk, alpha = 0.25)", (1, false)),
        // The middle of a Cayley step is another element seen from its end.
        (ROLLER, "Rdp", (2, true)),
        (ROLLER, "Rdp(retraction = Cayley)", (2, false)),
        (ROLLER, "Rdp(retraction = Ccsk)", (1, false)),
        (ROLLER, "Rdp(alpha = 0.25)", (1, false)),
    ] {
        let found = traits(keys, integrator);
        assert_eq!(
            (found.order, found.symmetric),
            expected,
            "{integrator}: {keys}"
        );
    }
}

#[test]
fn lag_compensation_and_constraints_are_those_of_the_options() {
    for (keys, integrator, expected) in [
        (BODY, "MoserVeselov", true),
        (BODY, "Gni", false),
        (SLEIGH, "Rdp", false),
        (SLEIGH, "Rdp(retraction = Cayley)", true),
        (SLEIGH, "Rdp(retraction = Ccsk)", true),
    ] {
        assert_eq!(traits(keys, integrator).lags, expected, "{integrator}");
    }
    // Explicit and implicit.
    for rule in ["Trapezoidal", "Midpoint"] {
        for (reflection, expected) in [("Plain", false), ("Compensated", true)] {
            let request = format!("Gni(quadrature = {rule}, reflection = {reflection})");
            let found = traits(BLADE, &request);
            assert_eq!(found.compensates, expected, "{request}");
            assert_eq!(found.implicit, rule == "Midpoint", "{request}");
        }
    }
    for (keys, expected) in [(BLADE, false), (CIRCLE, true)] {
        assert_eq!(traits(keys, "Gauss").exact_constraints, expected, "{keys}");
        assert!(traits(keys, "Mla").exact_constraints, "{keys}");
    }
    // Only some methods solve for the mass matrix itself.
    assert!(traits(BLADE, "Gni").needs_mass && !traits(BLADE, "Mla").needs_mass);
}

/// Default rates grow as the step shrinks, more so with position constraints. Under forces that do
/// work the energy has no rate.
#[test]
fn the_order_of_feedback_depends_on_its_rates() {
    let forced = format!("{CIRCLE}, forces(x = -x_dot)");
    let all = "energy_rate = 1, constraint_rate = 1";
    for (keys, rates, expected) in [
        (BLADE, "", 2),
        (BLADE, all, 4),
        (CIRCLE, "", 1),
        (CIRCLE, all, 2),
        (
            CIRCLE,
            "energy_rate = 1, constraint_rate = 1, position_rate = 1",
            4,
        ),
        (CIRCLE, "constraint_rate = 1, position_rate = 1", 1),
        (&forced, "constraint_rate = 1, position_rate = 1", 4),
    ] {
        let request = format!("Feedback(base = Rk4, {rates})");
        assert_eq!(traits(keys, &request).order, expected, "{request} {keys}");
    }
}

/// The momentum of a ball is parallel to the axis of its step, along which the differential of the
/// exponential map is the identity.
#[test]
fn steps_along_straight_lines_and_of_balls_are_explicit() {
    let ball = "groups(g: SO3(w1, w2, w3)), lagrangian = w1.powi(2) + w2.powi(2) + w3.powi(2)";
    for (keys, options, is_implicit) in [
        (
            "coordinates(x), lagrangian = x_dot.powi(2) - x.powi(2)",
            "",
            false,
        ),
        (
            "coordinates(x), lagrangian = (2 + x) * x_dot.powi(2)",
            "",
            true,
        ),
        (ball, "", false),
        (ball, ", retraction = Cayley", true),
        (BODY, "", true),
    ] {
        let request = format!("Gni(quadrature = Trapezoidal{options})");
        assert_eq!(
            traits(keys, &request).implicit,
            is_implicit,
            "{request} {keys}"
        );
    }
}

/// Sizes of unknowns leave out coordinates without a mass.
#[test]
fn positions_without_a_mass_have_no_size() {
    let keys = "coordinates(x, y, z), lagrangian = x_dot.powi(2) + z_dot.powi(2), \
                holonomic(circle = y.powi(2) + x.powi(2) - 1), constraints(edge = z_dot - x * y_dot)";
    for integrator in ["Mla", "Dla", "Gauss"] {
        assert!(traits(keys, integrator).exact_constraints, "{integrator}");
    }
}

//! Answers to requests that are refused.

use crate::diag::{Code, Diagnostic, Diagnostics};

use super::super::discretise;
use super::mechanics_of;

const KNIFE_EDGE: &str = "coordinates(x, y), lagrangian = x_dot.powi(2) + y_dot.powi(2), \
                          constraints(edge = y_dot - x * x_dot)";

/// The first error of a request.
fn refused(keys: &str, integrator: &str) -> Diagnostic {
    let result: Result<_, Diagnostics> = discretise(&mechanics_of(keys, integrator));
    let Err(errors) = result else {
        panic!("`{integrator}` is accepted");
    };
    errors.errors().next().expect("an error").clone()
}

#[test]
fn orders_that_a_composition_does_not_reach_are_refused_with_the_reason() {
    for (integrator, reason) in [
        ("Gni(order = 4)", "every substep reflects the velocity"),
        ("Rattle(order = 2)", "every substep reflects the velocity"),
        ("Lobatto(order = 6)", "its order is 4"),
    ] {
        let error = refused(KNIFE_EDGE, integrator);
        assert_eq!(error.code, Code::UnknownOption, "{integrator}");
        assert!(error.found.contains(reason), "{}", error.found);
    }
}

#[test]
fn only_symmetric_steps_are_composed() {
    let error = refused(KNIFE_EDGE, "Dla(quadrature = Left, order = 4)");
    assert_eq!(error.code, Code::OptionValue);
    assert!(error.found.contains("not symmetric"), "{}", error.found);
    for accepted in ["Dla(order = 4)", "Dla(quadrature = Left)"] {
        let schemes = discretise(&mechanics_of(KNIFE_EDGE, accepted));
        assert_eq!(schemes.expect("the steps are symmetric").len(), 1);
    }
}

#[test]
fn well_known_names_lead_to_an_integrator_with_that_order() {
    for (name, order) in [
        ("RK4", 4),
        ("RungeKutta", 4),
        ("runge_kutta", 4),
        ("RungeKutta4", 4),
        ("Rk2", 2),
        ("Heun", 2),
        ("DOPRI8", 8),
        ("Dop8", 8),
        ("Midpoint", 2),
        ("ImplicitMidpoint", 2),
    ] {
        let error = refused(KNIFE_EDGE, name);
        assert_eq!(error.code, Code::UnknownIntegrator);
        let advice = error.help.strip_prefix("write `");
        let advice = advice.and_then(|rest| rest.strip_suffix('`'));
        let advice = advice.unwrap_or_else(|| panic!("{name}: {}", error.help));
        let schemes = discretise(&mechanics_of(KNIFE_EDGE, advice));
        let schemes = schemes.expect("the advice is followed");
        assert_eq!(schemes[0].traits.order, order, "{name}: {advice}");
    }
}

#[test]
fn a_refused_model_is_offered_the_integrators_that_take_it() {
    let bowl = "coordinates(x), lagrangian = (1 + x.powi(2)) * x_dot.powi(2)";
    let help = refused(bowl, "Shake").help;
    assert!(help.contains("choose one of Mla, "), "{help}");
    assert!(
        !help.contains("Shake") && !help.contains("Vakonomic"),
        "{help}"
    );

    let circle = "coordinates(x, y), lagrangian = x_dot.powi(2) + y_dot.powi(2), \
                  holonomic(circle = x.powi(2) + y.powi(2) - 1)";
    let help = refused(circle, "Gni, VakonomicRattle").help;
    let other = "for another motion, that of the variational problem, choose `VakonomicRattle`";
    assert!(help.ends_with(other), "{help}");

    let ball = "groups(g: SO3(w1, w2, w3)), lagrangian = w1.powi(2) + w2.powi(2) + w3.powi(2)";
    let help = refused(ball, "VakonomicGauss").help;
    let other = "for another motion, that under ideal constraints, choose";
    assert!(help.contains(other) && help.contains("Mla"), "{help}");
    assert!(!help.contains("Vakonomic"), "{help}");
}

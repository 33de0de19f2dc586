//! The bounds on the step size of the integrator by attraction.

use super::super::discretise;
use super::mechanics_of;
use crate::discrete::Requirement;
use crate::expr::Evaluator;

/// Classical Runge-Kutta steps of size `h` are stable for rates below `2.785 / h`. A rate that is
/// not written is `0.1 / h`. Several levels are attracted together.
#[test]
fn rates_are_bounded_by_the_stability_of_the_method() {
    let energy = "x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)";
    let written = "energy_rate = 2, constraint_rate = 5";
    let of_levels = "the sum of the rates of energy and integrals";
    let pushed = ", integrals(push = z_dot)";
    // The energy has no level under forces.
    let damped = ", integrals(push = z_dot), forces(x = -x_dot)";
    for (keys, options, expected) in [
        ("", written, ("`energy_rate`", 2.0)),
        (pushed, "push_rate = 3", (of_levels, 0.1 / 0.25 + 3.0)),
        (pushed, "energy_rate = 2, push_rate = 3", (of_levels, 5.0)),
        (damped, "push_rate = 3", (of_levels, 3.0)),
    ] {
        let constraint = if options == written { 5.0 } else { 0.1 / 0.25 };
        let keys = format!(
            "coordinates(x, y, z), lagrangian = {energy}, constraints(edge = y_dot - x * x_dot){keys}"
        );
        let mechanics = mechanics_of(&keys, &format!("Feedback(base = Rk4, {options})"));
        let graph = &mechanics.model.graph;
        let schemes = discretise(&mechanics).expect("the model is accepted");
        let bounds = schemes[0].conditions.iter().filter_map(|condition| {
            let Requirement::Stable(name) = condition.requirement else {
                return None;
            };
            let evaluator = Evaluator::new(graph, vec![condition.value]);
            let value = evaluator.values(graph, &[(mechanics.step_size, 0.25)])[0];
            Some((name, value * 2.785 / 0.25))
        });
        let bounds: Vec<_> = bounds.collect();
        let expected = [
            ("`constraint_rate`", constraint),
            ("`position_rate`", 0.1 / 0.25),
            ("`rotation_rate`", 0.1 / 0.25),
            expected,
        ];
        assert_eq!(bounds.len(), expected.len());
        for ((name, value), (expected_name, expected)) in bounds.into_iter().zip(expected) {
            assert_eq!(name, expected_name, "{options}");
            assert!(
                (value - expected).abs() < 1e-12,
                "{options}: {name} {value}"
            );
        }
    }
}

//! Steppers as data: moments, substeps, checks and names that code and the interpreter read.

use nhi_symbolic::program::Section;
use nhi_symbolic::{
    Moment, Place, ScenarioSignals, StartCheck, Stepper, compile, compile_stepper, parse_file,
    parse_integrator,
};

use crate::support::compiled::Compiled;

const KNIFE: &str = "#[nonholonomic(
    coordinates(x, y), controls(push), lagrangian = x_dot.powi(2) + y_dot.powi(2),
    constraints(edge = y_dot - x * x_dot), forces(x = push), integrators(Mla),
)] struct Knife {}";

const BALL: &str = "#[nonholonomic(
    coordinates(x), groups(g: SO3(w1, w2, w3)),
    lagrangian = x_dot.powi(2) + w1.powi(2) + 2 * w2.powi(2) + 3 * w3.powi(2), integrators(Mla),
)] struct Ball {}";

fn stepper(text: &str, integrator: &str) -> Stepper {
    let compiled = Compiled::new(text, integrator);
    Stepper::of(&compiled.mechanics, &compiled.scheme, &compiled.program)
}

#[test]
fn the_moments_of_substeps_follow_each_other() {
    for integrator in [
        "Dla(order = 4)",
        "Mla(order = 6)",
        "Gni",
        "Gauss(stages = 2)",
    ] {
        let stepper = stepper(KNIFE, integrator);
        let substeps = &stepper.substeps;
        assert_eq!(substeps.is_empty(), !integrator.contains("order"));
        let sizes = nhi_symbolic::Substep::sizes(substeps);
        let mut begin = 0.0;
        let mut fractions = Vec::new();
        for (number, substep) in substeps.iter().enumerate() {
            assert_eq!(sizes[substep.place], substep.size, "{integrator}");
            assert!((substep.begin - begin).abs() < 1e-15, "{integrator}");
            begin += substep.size;
            assert_eq!(substep.nodes.len(), stepper.control_nodes.len());
            for (found, node) in substep.nodes.iter().zip(&stepper.control_nodes) {
                let expected = substep.begin + node.fraction() * substep.size;
                assert!((found.fraction() - expected).abs() < 1e-15, "{integrator}");
                // The clock has the time of the next state, and rounding makes another of it.
                let is_end = number + 1 == substeps.len() && *node == Moment::End;
                assert_eq!(*found == Moment::End, is_end, "{integrator} {number}");
            }
            let read = &substep.nodes[..stepper.nodes_in_equations];
            fractions.extend(read.iter().map(Moment::fraction));
        }
        if substeps.is_empty() {
            let read = &stepper.control_nodes[..stepper.nodes_in_equations];
            fractions.extend(read.iter().map(Moment::fraction));
        } else {
            assert!((begin - 1.0).abs() < 1e-15, "{integrator}");
        }
        fractions.sort_by(f64::total_cmp);
        fractions.dedup();
        assert!(!fractions.is_empty());
        assert_eq!(stepper.control_fractions(), fractions, "{integrator}");
    }
}

#[test]
fn a_composed_step_counts_the_operations_of_all_its_substeps() {
    for (integrator, substeps) in [("Gni", 1), ("Mla(order = 4)", 5), ("Mla(order = 6)", 9)] {
        let stepper = stepper(KNIFE, integrator);
        let (of_one, _) = stepper
            .step
            .function
            .count(&stepper.tape, &stepper.subroutines);
        assert!(of_one.total() > 0);
        assert_eq!(stepper.substeps.len().max(1), substeps, "{integrator}");
        assert_eq!(stepper.step_count().total(), substeps * of_one.total());
    }
}

#[test]
fn steppers_check_the_initial_values_that_their_models_have() {
    let knife = stepper(KNIFE, "Mla");
    let [StartCheck::FiniteInput(given), StartCheck::Constraints] = &knife.checks[..] else {
        panic!("{:?}", knife.checks);
    };
    let place = |of: fn(usize) -> Place| [of(0), of(1)];
    let [q, v] = [place(Place::Configuration), place(Place::Velocity)];
    assert_eq!(given[..], [&[Place::Time][..], &q, &v].concat());

    let ball = stepper(BALL, "Mla");
    let [
        StartCheck::FiniteInput(given),
        StartCheck::Rotation { element, rows },
    ] = &ball.checks[..]
    else {
        panic!("{:?}", ball.checks);
    };
    assert_eq!(given.len(), 1 + 10 + 4);
    assert_eq!(element, "g");
    assert_eq!(rows[..], [[1, 2, 3], [4, 5, 6], [7, 8, 9]]);
}

#[test]
fn the_configuration_is_the_part_of_the_state_that_has_its_name() {
    for integrator in ["Mla", "Gni", "Dla"] {
        assert_eq!(stepper(KNIFE, integrator).configuration(), 0..2);
        let ball = stepper(BALL, integrator);
        let entries: Vec<_> = ball.entries().collect();
        assert_eq!(ball.state_len(), entries.len());
        assert_eq!(ball.configuration(), 0..10, "{integrator} {:?}", ball.state);
    }
}

#[test]
fn integrators_are_written_as_they_were_requested() {
    for text in [
        "Mla",
        "Mla(order = 4)",
        "Gni(start = Smooth, quadrature = Midpoint)",
    ] {
        assert_eq!(stepper(KNIFE, text).written, text);
    }
}

/// A mass on a line, a circle, and a rotation.
const LINE: &str = "#[nonholonomic(
    coordinates(x), lagrangian = x_dot.powi(2) - x.powi(2), integrators(Mla),
)] struct Line {}";
const CIRCLE: &str = "#[nonholonomic(
    coordinates(x, y), lagrangian = x_dot.powi(2) + y_dot.powi(2),
    holonomic(circle = x.powi(2) + y.powi(2) - 1), integrators(Mla),
)] struct Circle {}";

#[test]
fn integrals_have_a_tolerance_and_corrections_where_steps_leave_the_configurations() {
    for integrator in ["Dop853(tolerance = 1e-6)", "Taylor(tolerance = 1e-6)"] {
        for (text, corrects) in [(LINE, false), (CIRCLE, true), (BALL, true)] {
            let stepper = stepper(text, integrator);
            assert_eq!(stepper.tolerance(), Some(1e-6), "{integrator}");
            let sections = stepper.step.function.sections.iter();
            let calls = sections.filter_map(|section| match section {
                Section::Call(call) => call.integral.map(|integral| (call, integral)),
                _ => None,
            });
            let [(call, integral)] = calls.collect::<Vec<_>>()[..] else {
                panic!("one integral in a step of {integrator}");
            };
            assert_eq!(integral.correction.is_some(), corrects, "{text}");
            // Only Taylor's method never evaluates the function that it integrates.
            let is_expanded = integrator.starts_with("Taylor");
            for number in 0..stepper.subroutines.len() {
                let expected = is_expanded && number == call.subroutine;
                assert_eq!(stepper.is_only_expanded(number), expected, "{integrator}");
            }
        }
    }
    assert_eq!(stepper(LINE, "Mla").tolerance(), None);
    assert!(!stepper(LINE, "Gauss").is_only_expanded(0));
}

#[test]
fn the_operations_of_all_steps_are_counted() {
    let steps = |integrators: &str| {
        let text = KNIFE.replace("Mla", integrators);
        let asts = parse_file(text.parse().unwrap()).unwrap();
        let compiled = compile(&asts[0]).unwrap();
        let counts = compiled.steppers_as_data().map(|stepper| {
            let function = &stepper.step.function;
            let (once, iterated) = function.count(&stepper.tape, &stepper.subroutines);
            [once.total(), iterated.total()]
        });
        (compiled.step_operations(), counts.collect::<Vec<_>>())
    };
    let (found, counts) = steps("Gni, Lobatto");
    assert!(counts[0][0] > 2 && counts[0][1] == 0 && counts[1][1] > 2);
    assert_eq!(found, counts.as_flattened().iter().sum::<usize>());
}

#[test]
fn steppers_of_scenarios_have_the_derivatives_of_starts_and_samples() {
    for (integrator, has_derivatives) in [("Mla", false), ("Mla(jacobian)", true)] {
        let asts = parse_file(LINE.parse().unwrap()).unwrap();
        let request = parse_integrator(integrator.parse().unwrap()).unwrap();
        let signals = ScenarioSignals::default();
        let stepper = compile_stepper(&asts[0], &request, &signals)
            .unwrap()
            .stepper;
        let derivatives = [
            &stepper.step_jacobian,
            &stepper.start_jacobian,
            &stepper.sample_jacobian,
        ];
        assert_eq!(derivatives.map(Option::is_some), [has_derivatives; 3]);
    }
}

/// The multipliers of a compensated reflection depend on the controls at the end of the step.
#[test]
fn reflections_read_controls_where_they_act() {
    for (options, expected) in [
        ("quadrature = Trapezoidal", &[0.0, 1.0][..]),
        (
            "quadrature = Trapezoidal, reflection = Compensated",
            &[0.0, 1.0],
        ),
        ("quadrature = Midpoint", &[0.5]),
        (
            "quadrature = Midpoint, reflection = Compensated",
            &[0.5, 1.0],
        ),
    ] {
        // A mass that depends on the place makes all rules implicit.
        let text = KNIFE.replace("= x_dot", "= (2 + x) * x_dot");
        let stepper = stepper(&text, &format!("Gni({options})"));
        assert_eq!(stepper.control_fractions(), expected, "{options}");
    }
}

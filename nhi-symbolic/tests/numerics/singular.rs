//! Configurations at which constraints depend on each other, and mass matrices that are not positive.

use nhi_machine::StepError;
use nhi_runtime::{ModelMatrix, StepErrorKind};

use crate::support::compiled::{Compiled, Run, model_text};
use crate::support::short_run::distance;

/// The snakeboard with the one-forms of its paper, which are dependent where the wheels stand at a right angle
/// though the distribution is not singular there.
const ONE_FORMS: &str = "
        skid  = cos(theta + phi) * y_dot - sin(theta + phi) * x_dot - l * cos(phi) * theta_dot,
        steer = cos(theta - phi) * y_dot - sin(theta - phi) * x_dot + l * cos(phi) * theta_dot,
    ),
    integrators(";

const INTEGRATORS: [&str; 16] = [
    "Gni",
    "Gni(start = Smooth)",
    "Shake",
    "Rattle",
    "Dla",
    "Dap",
    "Mla",
    "Rk(order = 2)",
    "Rk(order = 4)",
    "Gauss(stages = 1)",
    "Gauss(stages = 2)",
    "Gauss(stages = 3)",
    "EnergyPreserving",
    "Lobatto",
    "Feedback",
    "Rdp",
];

/// Masses and moments of inertia of the rotor.
const MASSES: [[f64; 2]; 12] = [
    [1.0, 0.5],
    [1.0, 0.1],
    [1.3, 0.7],
    [2.0, 0.3],
    [2.7, 1.9],
    [3.1, 0.11],
    [0.7, 0.3],
    [0.37, 0.05],
    [5.9, 2.3],
    [11.0, 0.9],
    [0.13, 0.07],
    [17.3, 9.1],
];

const H: f64 = 0.05;
const RATE: f64 = 0.5;

/// The snakeboard of the model files, and the same one with dependent one-forms.
fn both(integrator: &str) -> [Compiled; 2] {
    let text = model_text("snakeboard");
    let (before, rest) = text.split_once("constraints(").unwrap();
    let (_, after) = rest.split_once("controls(").unwrap();
    let (_, after) = after.split_once("symmetry(").unwrap();
    let (symmetry, after) = after.split_once("integrators(").unwrap();
    let other = format!("{before}constraints({ONE_FORMS}{after}");
    let other = other.replace("integrators(", &format!("symmetry({symmetry}integrators("));
    let text = text.replace("controls(u_psi, u_phi),", "");
    let text = text.replace("forces(psi = u_psi, phi = u_phi),", "");
    [text, other].map(|text| Compiled::new(&text, integrator))
}

/// A velocity on the constraints at a steering angle and the heading zero.
fn start(phi: f64) -> ([f64; 5], [f64; 5]) {
    let forwards = 0.4 * phi.cos();
    (
        [0.0, phi, 0.0, 0.0, 0.0],
        [0.7, RATE, -forwards * phi.tan(), forwards, 0.0],
    )
}

/// The configurations and velocities of some steps.
fn motion(run: &Run<'_>, phi: f64, steps: usize) -> Result<Vec<Vec<f64>>, StepError> {
    let (q, v) = start(phi);
    let mut node = run.try_start(&q, &v, 0.0)?;
    let mut motion = Vec::new();
    for _ in 0..steps {
        let sample = run.try_sample(&node)?;
        motion.push([node.q.clone(), sample.v].concat());
        node = run.try_step(&node)?;
    }
    Ok(motion)
}

fn is_typed(error: &StepError) -> bool {
    matches!(
        error.kind,
        StepErrorKind::Singular { .. }
            | StepErrorKind::SingularJacobian { .. }
            | StepErrorKind::NewtonDiverged { .. }
            | StepErrorKind::NonFiniteResidual { .. }
            | StepErrorKind::NonFinite
    )
}

#[test]
fn no_method_starts_where_constraints_depend_on_each_other() {
    for integrator in INTEGRATORS {
        let [_, compiled] = both(integrator);
        for [m, i_rotor] in MASSES {
            for theta in [0.0, 0.3, 2.0] {
                let run = Run::new(&compiled, &[m, 1.0, i_rotor, 0.2], H);
                let q = [0.0, core::f64::consts::FRAC_PI_2, theta, 0.0, 0.0];
                let error = run.try_start(&q, &[0.7, RATE, 0.3, 0.0, 0.0], 0.0);
                let error = error.expect_err(integrator);
                let StepErrorKind::Singular { matrix, name, .. } = &error.kind else {
                    panic!("{integrator}: {error}");
                };
                assert_eq!(*matrix, ModelMatrix::Constraints, "{integrator}");
                assert_eq!(name, "steer", "{integrator}: {error}");
            }
        }
    }
}

#[test]
fn a_motion_through_dependent_constraints_is_right_or_a_typed_error() {
    let right_angle = core::f64::consts::FRAC_PI_2;
    // `Feedback` leaves the constraints where its rates are not accurate at this step.
    for integrator in INTEGRATORS.into_iter().filter(|&name| name != "Feedback") {
        // These evaluate accelerations off the constraints, where one-forms matter to the order of the method.
        let leaves = ["Rk", "Gauss", "Feedback", "Lobatto"];
        let leaves = leaves.iter().any(|name| integrator.starts_with(name));
        let tolerance = if leaves { 5e-2 } else { 1e-6 };
        let [regular, dependent] = both(integrator);
        // The configuration is met at a node, in the middle of a step, and nowhere.
        let mut outcomes = [[0, 0]; 3];
        for (place, before) in [10.0, 9.5, 9.6].into_iter().enumerate() {
            let phi = right_angle - before * RATE * H;
            for [m, i_rotor] in MASSES {
                let parameters = [m, 1.0, i_rotor, 0.2];
                let expected = Run::new(&regular, &parameters, H);
                let expected = motion(&expected, phi, 20).expect(integrator);
                match motion(&Run::new(&dependent, &parameters, H), phi, 20) {
                    Ok(found) => {
                        outcomes[place][0] += 1;
                        for (found, expected) in found.iter().zip(&expected) {
                            let error = distance(found, expected);
                            assert!(
                                error < tolerance,
                                "{integrator} {m} {i_rotor} {before}: {error}"
                            );
                        }
                    }
                    Err(error) => {
                        outcomes[place][1] += 1;
                        assert!(is_typed(&error), "{integrator}: {error}");
                    }
                }
            }
        }
        println!("{integrator}: [right, refused] at a node, in the middle, nowhere: {outcomes:?}");
        assert_eq!(outcomes[0][0], 0, "{integrator}: samples need multipliers");
        assert_eq!(outcomes[2][1], 0, "{integrator}: the motion is regular");
    }
}

/// A cart on a blade with a bob, whose mass may be negative.
const CART: &str = "#[nonholonomic(
    coordinates(x, y, phi),
    lagrangian = 0.5 * cart * (x_dot.powi(2) + y_dot.powi(2))
        + 0.5 * (cart + bob * cos(phi).powi(2)) * phi_dot.powi(2) + 0.3 * bob * sin(phi) * x_dot * phi_dot,
    constraints(blade = y_dot - phi * x_dot),
    integrators(Gni),
)] struct Cart { cart: f64, bob: f64 }";

#[test]
fn a_mass_matrix_that_is_not_positive_at_the_start_is_refused() {
    for integrator in [
        "Gni",
        "Dla",
        "Dap",
        "Mla",
        "Rk",
        "Gauss",
        "Lobatto",
        "EnergyPreserving",
        "Feedback",
    ] {
        let compiled = Compiled::new(CART, integrator);
        let (q, v) = ([0.0, 0.0, 0.0], [1.0, 0.0, 0.1]);
        let run = Run::new(&compiled, &[1.0, -0.5], 0.01);
        assert!(run.try_start(&q, &v, 0.0).is_ok(), "{integrator}");
        let run = Run::new(&compiled, &[1.0, -1.5], 0.01);
        let error = run.try_start(&q, &v, 0.0).expect_err(integrator);
        let StepErrorKind::Singular { matrix, name, .. } = &error.kind else {
            panic!("{integrator}: {error}");
        };
        assert_eq!(
            (*matrix, &name[..]),
            (ModelMatrix::MassOnConstraints, "phi_dot"),
            "{integrator}"
        );
    }
}

#[test]
fn a_mass_matrix_that_becomes_indefinite_ends_the_run() {
    for integrator in [
        "Gni",
        "Dla",
        "Dap",
        "Mla",
        "Rk",
        "Gauss",
        "Lobatto",
        "EnergyPreserving",
        "Feedback",
    ] {
        let compiled = Compiled::new(CART, integrator);
        // Positive where the bob hangs at the side, and no longer where it is below.
        let run = Run::new(&compiled, &[1.0, -1.2], 0.01);
        let mut node = run.start(&[0.0, 0.0, 1.0], &[0.0, 0.0, -0.5], 0.0);
        let mut refused = None;
        for _ in 0..1000 {
            match run.try_sample(&node).and_then(|_| run.try_step(&node)) {
                Ok(next) => node = next,
                Err(error) => {
                    refused = Some(error);
                    break;
                }
            }
        }
        let error = refused.expect(integrator);
        println!("{integrator}: {error}");
        assert!(is_typed(&error), "{integrator}: {error}");
    }
}

#[test]
fn a_length_of_zero_is_taken_where_the_model_is_regular() {
    let parameters = [1.0, 0.2, 1.0, 0.2, 0.5, 0.0, 1.0];
    let end = |integrator: &str| {
        let compiled = Compiled::of_file("two_link_knife_edge", integrator);
        let run = Run::new(&compiled, &parameters, 0.01);
        let nodes = run.trajectory(&[0.0, 0.0, 0.0, 0.4], &[0.0; 4], 0.0, 10);
        nodes[10].q.clone()
    };
    let expected = end("Gauss(stages = 3)");
    for integrator in ["Gni", "Rdp", "Mla", "Dla", "Dap", "Lobatto"] {
        let error = distance(&end(integrator), &expected);
        assert!(error < 1e-5, "{integrator}: {error}");
    }
}

//! The circular motion of the two-wheeled vehicle of McLachlan, Modin, Verdier, Wilkins.

use nalgebra::{DMatrix, Schur};

use crate::support::compiled::{Compiled, Run};
use crate::support::systems::case;

use super::Start;

/// The eigenvalues of the derivative of one turn, in which `2 pi` is a whole number of steps.
#[test]
fn the_circular_motion_is_unstable_with_a_floquet_multiplier_of_13_6() {
    let start = Start::of_scenario("two_wheeled_vehicle", "two_wheeled_vehicle");
    let parameters = case(start.model).parameters;
    let compiled = Compiled::of_file(start.model, "VakonomicGauss(stages = 3, jacobian)");
    let steps = 100;
    let run = Run::new(
        &compiled,
        &parameters,
        core::f64::consts::TAU / steps as f64,
    );
    let mut node = start.node(&run);
    let mut turn = DMatrix::identity(8, 8);
    for _ in 0..steps {
        let outputs = run.step_jacobian(&node);
        turn = DMatrix::from_column_slice(8, 8, &outputs[8..72]) * turn;
        node = run.step(&node);
    }
    // All others but two are one, and rounding decides whether iterations without a limit find them.
    let schur = Schur::try_new(turn, 1e-12, 1_000).expect("the iterations converge");
    let multipliers = schur.complex_eigenvalues();
    let largest = multipliers.iter().map(|x| x.norm()).fold(0.0, f64::max);
    println!("{largest}");
    assert!((largest - 13.6).abs() < 0.05, "{multipliers}");
}

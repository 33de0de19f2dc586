//! The claims of McLachlan, Modin, Verdier, Wilkins on the two-wheeled vehicle.

use nalgebra::DMatrix;

use crate::support::compiled::{Compiled, Run};
use crate::support::dynamics::State;
use crate::support::systems::case;

use super::{Start, integrator};

/// The largest energy error in each quarter of a run in the bowl.
fn energy_errors(stages: u64, h: f64, steps: usize) -> [f64; 4] {
    let start = Start::of_scenario("vehicle_in_bowl", "vehicle_in_bowl");
    let case = case(start.model);
    let compiled = Compiled::of_file(start.model, &integrator(stages));
    let run = Run::new(&compiled, &case.parameters, h);
    let mut node = start.node(&run);
    let mut first = None;
    let mut worst = [0.0_f64; 4];
    for step in 0..steps {
        let state = State {
            q: node.q.clone(),
            v: run.sample(&node).v,
            u: Vec::new(),
            t: 0.0,
        };
        let energy = case.system.at(&case.parameters, &state).energy;
        let first = *first.get_or_insert(energy);
        let quarter = &mut worst[4 * step / steps];
        *quarter = quarter.max((energy - first).abs());
        node = run.step(&node);
    }
    worst
}

/// A hundred thousand steps are run by generated code, in the tests of the facade.
#[test]
fn the_energy_error_in_the_bowl_does_not_grow() {
    let errors = energy_errors(2, 0.05, 8000);
    println!("{errors:?}");
    assert!(errors[3] < 2.0 * errors[0].max(errors[1]), "{errors:?}");
}

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
        let outputs = run.diagnostic("step_jacobian", &node);
        turn = DMatrix::from_column_slice(8, 8, &outputs[8..72]) * turn;
        node = run.step(&node);
    }
    let multipliers = turn.complex_eigenvalues();
    let largest = multipliers.iter().map(|x| x.norm()).fold(0.0, f64::max);
    println!("{largest}");
    assert!((largest - 13.6).abs() < 0.05, "{multipliers}");
}

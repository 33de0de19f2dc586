//! The rattleback: an ellipsoid whose axes of inertia are turned against those of its shape.

use nalgebra::{Matrix3, Vector3};

use crate::support::by_hand::ByHand;
use crate::support::contact::Contact;
use crate::support::methods::{EXACT, ON_REDUCED_GROUPS};
use crate::support::rigid::{Rigid, motion};
use crate::support::run::{Integrator, Run};
use crate::support::scenario::Scenario;
use crate::support::system::{Energy, System};

const STONE: System = System {
    name: "rattleback",
    by_hand,
    energy: Energy::Constant,
    methods: ON_REDUCED_GROUPS,
};

tests_of!(STONE);

/// With the matrix `B = R diag(a^2, b^2, c^2) R^T` of the ellipsoid in axes of space, its lowest
/// point is `-B z / s` from its centre, `s^2 = z.B z`, and `dB/dt = [w] B - B [w]`.
fn by_hand(scenario: &Scenario) -> ByHand {
    let [mass, j1, j2, j3, j12] = scenario.parameters(["m", "j1", "j2", "j3", "j12"]);
    let inertia = Matrix3::new(j1, j12, 0.0, j12, j2, 0.0, 0.0, 0.0, j3);
    let axes = Vector3::from(scenario.parameters(["a", "b", "c"]));
    let shape = Matrix3::from_diagonal(&axes.component_mul(&axes));
    let [depth, g] = scenario.parameters(["depth", "g"]);
    let rates = move |stone: &Rigid| {
        let shape = stone.turned(shape);
        let shape_rate = stone.spin.cross_matrix() * shape - shape * stone.spin.cross_matrix();
        let down = -shape.column(2);
        let support = shape[(2, 2)].sqrt();
        let support_rate = shape_rate[(2, 2)] / (2.0 * support);
        let to_centre = depth * stone.attitude.column(2);
        let arm_rate = stone.spin.cross(&to_centre)
            - (shape_rate.column(2) + down * support_rate / support) / support;
        Contact {
            mass,
            inertia: stone.turned(inertia),
            spin: stone.spin,
            arm: to_centre + down / support,
            arm_rate,
            surface: Vector3::zeros(),
            gravity: -g * Vector3::z(),
        }
        .rates()
    };
    motion(Rigid::of_pose(scenario, "stone"), rates, Rigid::as_pose)
}

/// Spun the wrong way it stops and turns back, with nothing but its weight and the contact: the
/// integrals of the others would forbid it.
#[test]
fn it_turns_back() {
    let scenario = Scenario::of(STONE.name).until(7.0);
    let run = Run::try_new(&Integrator::of(STONE.name, EXACT), &scenario, 1400).unwrap();
    let about_vertical = |sample: &nhi_machine::Sample| {
        let up = &sample.q[8..11];
        (0..3).map(|i| up[i] * sample.v[i]).sum::<f64>()
    };
    let spins: Vec<_> = run.samples().iter().map(about_vertical).collect();
    let largest = spins.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    println!("{} to {largest}", spins[0]);
    assert!(spins[0] < -4.9 && largest > 4.0);
}

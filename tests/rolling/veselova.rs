//! Veselova's system: a rigid body on a fixed point that cannot turn about the vertical.

use nalgebra::{Matrix3, Vector3};

use crate::support::by_hand::ByHand;
use crate::support::linear::solve_affine;
use crate::support::methods::ON_REDUCED_GROUPS;
use crate::support::rigid::{Rigid, motion};
use crate::support::scenario::Scenario;
use crate::support::system::{Energy, System};

const BODY: System = System {
    name: "veselova",
    by_hand,
    energy: Energy::Constant,
    methods: ON_REDUCED_GROUPS,
};

tests_of!(BODY);

/// Euler's equation in axes of space with a torque about the vertical, such that the vertical part
/// of the angular velocity does not change.
fn by_hand(scenario: &Scenario) -> ByHand {
    let inertia = Vector3::from(scenario.parameters(["j1", "j2", "j3"]));
    let inertia = Matrix3::from_diagonal(&inertia);
    let attitude = scenario.rotation("body");
    let start = Rigid {
        attitude,
        spin: attitude * scenario.vector(["w1", "w2", "w3"]),
        place: Vector3::zeros(),
        velocity: Vector3::zeros(),
    };
    let rates = move |body: &Rigid| {
        let inertia = body.turned(inertia);
        let turning = body.spin.cross(&(inertia * body.spin));
        let [spin_rate, _] = solve_affine(|[dw, torque]| {
            [
                inertia * dw + turning - torque,
                Vector3::new(torque.x, torque.y, dw.z),
            ]
        });
        (spin_rate, Vector3::zeros())
    };
    let seen = |body: &Rigid| {
        let mut numbers = body.rotation_entries();
        numbers.extend(&body.body_spin());
        numbers
    };
    motion(start, rates, seen)
}

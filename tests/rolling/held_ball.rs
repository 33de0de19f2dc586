//! A ball between two plates, of which the lower one turns and the upper one is smooth.

use nalgebra::{Matrix3, Vector3};

use crate::support::by_hand::ByHand;
use crate::support::contact::Contact;
use crate::support::methods::WITH_POSITIONS_ON_GROUPS;
use crate::support::rigid::{Rigid, motion};
use crate::support::scenario::Scenario;
use crate::support::system::{Energy, System};

const BALL: System = System {
    name: "held_ball",
    by_hand,
    energy: Energy::Changes,
    methods: WITH_POSITIONS_ON_GROUPS,
};

tests_of!(BALL);

/// The upper plate pushes down on a point above the centre, which turns nothing: what the plates
/// push up and down together is the vertical part of the one force.
fn by_hand(scenario: &Scenario) -> ByHand {
    let [mass, radius, turn] = scenario.parameters(["m", "r", "turn"]);
    let inertia = Vector3::from(scenario.parameters(["j1", "j2", "j3"]));
    let rates = move |ball: &Rigid| {
        Contact {
            mass,
            inertia: ball.turned(Matrix3::from_diagonal(&inertia)),
            spin: ball.spin,
            arm: -radius * Vector3::z(),
            arm_rate: Vector3::zeros(),
            surface: turn * Vector3::z().cross(&ball.velocity),
            gravity: Vector3::zeros(),
        }
        .rates()
    };
    motion(Rigid::of_pose(scenario, "ball"), rates, Rigid::as_pose)
}

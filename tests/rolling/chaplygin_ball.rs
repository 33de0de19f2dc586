//! Chaplygin's ball: three moments of inertia, and the centre of mass in its centre.

use nalgebra::{Matrix3, Vector3};

use crate::ball_on_plane::Ball;
use crate::support::by_hand::ByHand;
use crate::support::methods::ON_GROUPS;
use crate::support::scenario::Scenario;
use crate::support::system::{Energy, System};

const BALL: System = System {
    name: "chaplygin_ball",
    by_hand,
    energy: Energy::Constant,
    methods: ON_GROUPS,
};

tests_of!(BALL);

fn by_hand(scenario: &Scenario) -> ByHand {
    let [mass, radius] = scenario.parameters(["m", "radius"]);
    let inertia = Vector3::from(scenario.parameters(["j1", "j2", "j3"]));
    let ball = Ball {
        mass,
        inertia: Matrix3::from_diagonal(&inertia),
        radius,
        off_centre: Vector3::zeros(),
        // The weight acts in the centre, above the point of contact.
        g: 9.81,
    };
    ball.rolls(scenario)
}

//! Chaplygin's top: three moments of inertia, and the centre of mass anywhere.

use nalgebra::{Matrix3, Vector3};

use crate::ball_on_plane::Ball;
use crate::support::by_hand::ByHand;
use crate::support::methods::ON_GROUPS;
use crate::support::scenario::Scenario;
use crate::support::system::{Energy, System};

const TOP: System = System {
    name: "chaplygin_top",
    by_hand,
    energy: Energy::Constant,
    methods: ON_GROUPS,
};

tests_of!(TOP);

fn by_hand(scenario: &Scenario) -> ByHand {
    let [mass, radius, g] = scenario.parameters(["m", "radius", "g"]);
    let inertia = Vector3::from(scenario.parameters(["j1", "j2", "j3"]));
    let ball = Ball {
        mass,
        inertia: Matrix3::from_diagonal(&inertia),
        radius,
        off_centre: Vector3::from(scenario.parameters(["c1", "c2", "c3"])),
        g,
    };
    ball.rolls(scenario)
}

//! Routh's sphere: an axis of symmetry, and the centre of mass on it.

use nalgebra::{Matrix3, Vector3};

use crate::ball_on_plane::Ball;
use crate::support::by_hand::ByHand;
use crate::support::methods::ON_GROUPS;
use crate::support::scenario::Scenario;
use crate::support::system::{Energy, System};

const SPHERE: System = System {
    name: "routh_sphere",
    by_hand,
    energy: Energy::Constant,
    methods: ON_GROUPS,
};

tests_of!(SPHERE);

fn by_hand(scenario: &Scenario) -> ByHand {
    let [mass, j1, j3, radius] = scenario.parameters(["m", "j1", "j3", "radius"]);
    let ball = Ball {
        mass,
        inertia: Matrix3::from_diagonal(&Vector3::new(j1, j1, j3)),
        radius,
        off_centre: -scenario.parameter("depth") * Vector3::z(),
        g: scenario.parameter("g"),
    };
    ball.rolls(scenario)
}

//! A homogeneous ball in a spherical bowl.

use nalgebra::{Matrix3, Vector3};

use crate::support::by_hand::ByHand;
use crate::support::contact::Contact;
use crate::support::methods::ON_REDUCED_GROUPS;
use crate::support::rigid::{Rigid, motion, on_a_plane};
use crate::support::scenario::Scenario;
use crate::support::system::{Energy, System};

const BALL: System = System {
    name: "ball_in_bowl",
    by_hand,
    energy: Energy::Constant,
    methods: ON_REDUCED_GROUPS,
};

tests_of!(BALL);

fn by_hand(scenario: &Scenario) -> ByHand {
    let [mass, inertia, radius, reach, g] =
        scenario.parameters(["m", "inertia", "radius", "reach", "g"]);
    let attitude = scenario.rotation("ball");
    let spin = attitude * scenario.vector(["w1", "w2", "w3"]);
    let [x, y] = ["x", "y"].map(|name| scenario.initial(name));
    let place = Vector3::new(x, y, -(reach * reach - x * x - y * y).sqrt());
    let start = Rigid {
        attitude,
        spin,
        place,
        velocity: (radius / reach * place).cross(&spin),
    };
    let rates = move |ball: &Rigid| {
        Contact {
            mass,
            inertia: Matrix3::from_diagonal_element(inertia),
            spin: ball.spin,
            arm: radius / reach * ball.place,
            arm_rate: radius / reach * ball.velocity,
            surface: Vector3::zeros(),
            gravity: -g * Vector3::z(),
        }
        .rates()
    };
    motion(start, rates, on_a_plane)
}

//! A homogeneous ball on a turntable.

use nalgebra::{Matrix3, Vector3};

use crate::support::by_hand::ByHand;
use crate::support::contact::Contact;
use crate::support::methods::{EXACT, ON_REDUCED_GROUPS};
use crate::support::rigid::{Rigid, motion, on_a_plane};
use crate::support::run::{Integrator, Run};
use crate::support::scenario::Scenario;
use crate::support::system::{Energy, System};

const BALL: System = System {
    name: "turntable_ball",
    by_hand,
    energy: Energy::Changes,
    methods: ON_REDUCED_GROUPS,
};

tests_of!(BALL);

fn by_hand(scenario: &Scenario) -> ByHand {
    let [m, inertia, radius, table] = scenario.parameters(["m", "inertia", "radius", "table"]);
    let [x, y, x_dot, y_dot] = ["x", "y", "x_dot", "y_dot"].map(|name| scenario.initial(name));
    let attitude = scenario.rotation("ball");
    let start = Rigid {
        attitude,
        spin: attitude * scenario.vector(["w1", "w2", "w3"]),
        place: Vector3::new(x, y, radius),
        velocity: Vector3::new(x_dot, y_dot, 0.0),
    };
    let rates = move |ball: &Rigid| {
        // The ball has its point of contact under its centre, wherever it goes.
        let surface = table * Vector3::z().cross(&ball.velocity);
        Contact {
            mass: m,
            inertia: Matrix3::from_diagonal_element(inertia),
            spin: ball.spin,
            arm: -radius * Vector3::z(),
            arm_rate: Vector3::zeros(),
            surface,
            gravity: -9.81 * Vector3::z(),
        }
        .rates()
    };
    motion(start, rates, on_a_plane)
}

/// The centre moves in a circle with the rate `k / (k + m a^2)` of the table's: 2/7 for a solid ball.
#[test]
fn its_centre_moves_in_a_circle() {
    let scenario = Scenario::of(BALL.name);
    let run = Run::try_new(&Integrator::of(BALL.name, EXACT), &scenario, 1000).unwrap();
    let rate = scenario.parameter("table") * 2.0 / 7.0;
    let [x, y] = ["x", "y"].map(|name| scenario.initial(name));
    let [x_dot, y_dot] = ["x_dot", "y_dot"].map(|name| scenario.initial(name));
    let (centre_x, centre_y) = (x - y_dot / rate, y + x_dot / rate);
    for sample in run.samples() {
        let (sin, cos) = (rate * sample.t).sin_cos();
        let expected_x = centre_x + cos * (x - centre_x) - sin * (y - centre_y);
        let expected_y = centre_y + sin * (x - centre_x) + cos * (y - centre_y);
        let off = f64::hypot(sample.q[0] - expected_x, sample.q[1] - expected_y);
        assert!(off < 1e-11, "{off:e} at {}", sample.t);
    }
}

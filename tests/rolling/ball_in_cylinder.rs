//! A homogeneous ball in an upright cylinder.

use nalgebra::{Matrix3, Vector3};

use crate::support::by_hand::ByHand;
use crate::support::contact::Contact;
use crate::support::methods::{EXACT, ON_REDUCED_GROUPS};
use crate::support::rigid::{Rigid, motion};
use crate::support::run::{Integrator, Run};
use crate::support::scenario::Scenario;
use crate::support::system::{Energy, System};

const BALL: System = System {
    name: "ball_in_cylinder",
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
    let (sin, cos) = scenario.initial("phi").sin_cos();
    let outwards = Vector3::new(cos, sin, 0.0);
    let start = Rigid {
        attitude,
        spin,
        place: reach * outwards + scenario.initial("z") * Vector3::z(),
        velocity: radius * outwards.cross(&spin),
    };
    let horizontal = |x: &Vector3<f64>| Vector3::new(x.x, x.y, 0.0);
    let rates = move |ball: &Rigid| {
        Contact {
            mass,
            inertia: Matrix3::from_diagonal_element(inertia),
            spin: ball.spin,
            arm: radius / reach * horizontal(&ball.place),
            arm_rate: radius / reach * horizontal(&ball.velocity),
            surface: Vector3::zeros(),
            gravity: -g * Vector3::z(),
        }
        .rates()
    };
    motion(start, rates, move |ball| round_the_axis(ball, reach))
}

/// The angle round the axis, which the scenario keeps below a whole turn, with the height, and their rates.
fn round_the_axis(ball: &Rigid, reach: f64) -> Vec<f64> {
    let (x, y, z) = (ball.place.x, ball.place.y, ball.place.z);
    let phi = y.atan2(x).rem_euclid(core::f64::consts::TAU);
    let phi_dot = (x * ball.velocity.y - y * ball.velocity.x) / (reach * reach);
    let mut numbers = vec![phi, z];
    numbers.extend(ball.rotation_entries());
    numbers.extend([phi_dot, ball.velocity.z]);
    numbers.extend(&ball.body_spin());
    numbers
}

/// It goes up and down harmonically with the rate `sqrt(k / (k + m a^2))` of that at which it goes
/// round: `sqrt(2/7)` for a solid ball.
#[test]
fn it_does_not_fall_but_goes_up_and_down() {
    let scenario = Scenario::of(BALL.name);
    let run = Run::try_new(&Integrator::of(BALL.name, EXACT), &scenario, 2500).unwrap();
    let [radius, g] = scenario.parameters(["radius", "g"]);
    let [phi_dot, z_dot] = ["phi_dot", "z_dot"].map(|name| scenario.initial(name));
    let rate = phi_dot * f64::sqrt(2.0 / 7.0);
    let attitude = scenario.rotation("ball");
    let spin = attitude * scenario.vector(["w1", "w2", "w3"]);
    // At the start the ball is at the height 0 in the direction of x, and the spin outwards is that
    // about x.
    let acceleration = -5.0 / 7.0 * g - 2.0 / 7.0 * radius * phi_dot * spin.x;
    let middle = acceleration / rate.powi(2);
    for sample in run.samples() {
        let (sin, cos) = (rate * sample.t).sin_cos();
        let expected = middle * (1.0 - cos) + z_dot / rate * sin;
        let off = (sample.q[1] - expected).abs();
        assert!(off < 1e-11, "{off:e} at {}", sample.t);
    }
}

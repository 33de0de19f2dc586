//! A snake of eight links on passive wheels.

use nalgebra::Vector2;

use crate::planar::{Bodies, Link, Load, Place};
use crate::support::by_hand::ByHand;
use crate::support::methods::IN_COORDINATES;
use crate::support::scenario::Scenario;
use crate::support::system::{Energy, System};

const SNAKE: System = System {
    name: "snake",
    by_hand,
    energy: Energy::ConstantWithout(&["torque"]),
    methods: IN_COORDINATES,
};

tests_of!(SNAKE);

const LINKS: usize = 8;

fn by_hand(scenario: &Scenario) -> ByHand {
    let [mass, inertia, half] = scenario.parameters(["m", "inertia", "half"]);
    let [stiffness, torque, rate, lag] =
        scenario.parameters(["stiffness", "torque", "rate", "lag"]);
    let link = Link {
        mass,
        inertia,
        front: half,
        rear: -half,
        axle: 0.0,
    };
    // The torque of the joint between a link and the next one acts on the first of them, and
    // against the second.
    let bend = move |t: f64, places: &[Place], joint: usize| {
        let between = places[joint].angle - places[joint + 1].angle;
        torque * (rate * t - (joint + 1) as f64 * lag).sin() - stiffness * between
    };
    let loads = move |t: f64, places: &[Place]| {
        let mut loads = vec![Load::default(); LINKS];
        for joint in 0..LINKS - 1 {
            loads[joint].torque += bend(t, places, joint);
            loads[joint + 1].torque -= bend(t, places, joint);
        }
        loads
    };
    Bodies::chain(&[link; LINKS]).motion(&start(scenario, half), loads, seen)
}

/// Every link hangs by its front on the one before.
fn start(scenario: &Scenario, half: f64) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    for i in 1..=LINKS {
        let mut place = Place {
            angle: scenario.initial(&format!("theta{i}")),
            spin: scenario.initial(&format!("theta{i}_dot")),
            centre: Vector2::new(scenario.initial("x"), scenario.initial("y")),
            velocity: Vector2::new(scenario.initial("x_dot"), scenario.initial("y_dot")),
        };
        if let Some(before) = places.last() {
            place.centre = before.point(-half) - half * place.ahead();
            place.velocity = before.velocity_of(-half) - half * place.spin * place.across();
        }
        places.push(place);
    }
    places
}

fn seen(places: &[Place]) -> Vec<f64> {
    let first = &places[0];
    let mut numbers = first.centre.as_slice().to_vec();
    numbers.extend(places.iter().map(|place| place.angle));
    numbers.extend(&first.velocity);
    numbers.extend(places.iter().map(|place| place.spin));
    numbers
}

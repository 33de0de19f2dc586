//! A car with two trailers that are hitched behind the axle.

use nalgebra::Vector2;

use crate::planar::{Bodies, Link, Load, Place};
use crate::support::by_hand::ByHand;
use crate::support::methods::IN_COORDINATES;
use crate::support::scenario::Scenario;
use crate::support::system::{Energy, System};

const CAR: System = System {
    name: "off_axle_trailers",
    by_hand,
    energy: Energy::ConstantWithout(&["push", "turn"]),
    methods: IN_COORDINATES,
};

tests_of!(CAR);

/// Front axle, car and trailers are a chain of four bodies, each on one pair of wheels.
fn by_hand(scenario: &Scenario) -> ByHand {
    let [m_car, j_car, centre, base] = scenario.parameters(["m_car", "j_car", "centre", "base"]);
    let [m_front, j_front] = scenario.parameters(["m_front", "j_front"]);
    let [m_trailer, j_trailer] = scenario.parameters(["m_trailer", "j_trailer"]);
    let [hitch, drawbar] = scenario.parameters(["hitch", "drawbar"]);
    let [push, turn, rate] = scenario.parameters(["push", "turn", "rate"]);
    let front = Link {
        mass: m_front,
        inertia: j_front,
        front: 0.0,
        rear: 0.0,
        axle: 0.0,
    };
    let car = Link {
        mass: m_car,
        inertia: j_car,
        front: base - centre,
        rear: -hitch - centre,
        axle: -centre,
    };
    let trailer = Link {
        mass: m_trailer,
        inertia: j_trailer,
        front: drawbar,
        rear: -hitch,
        axle: 0.0,
    };
    let links = vec![front, car, trailer, trailer];
    let start = start(scenario, &links);
    let loads = move |t: f64, places: &[Place]| {
        let mut loads = vec![Load::default(); places.len()];
        loads[0].torque = turn * (rate * t).cos();
        loads[1].torque = -turn * (rate * t).cos();
        loads[1].force = push * places[1].ahead();
        loads
    };
    Bodies::chain(&links).motion(&start, loads, move |places| seen(places, centre))
}

fn start(scenario: &Scenario, links: &[Link]) -> Vec<Place> {
    let moving = |angle: &str| {
        (
            scenario.initial(angle),
            scenario.initial(&format!("{angle}_dot")),
        )
    };
    let turned = |(angle, spin): (f64, f64)| Place {
        angle,
        spin,
        centre: Vector2::zeros(),
        velocity: Vector2::zeros(),
    };
    let mut car = turned(moving("theta"));
    car.centre =
        Vector2::new(scenario.initial("x"), scenario.initial("y")) - car.point(links[1].axle);
    car.velocity = Vector2::new(scenario.initial("x_dot"), scenario.initial("y_dot"))
        - car.velocity_of(links[1].axle);
    let (steer, steer_dot) = moving("steer");
    let mut front = turned((car.angle + steer, car.spin + steer_dot));
    front.centre = car.point(links[1].front);
    front.velocity = car.velocity_of(links[1].front);
    let mut places = vec![front, car];
    for (i, angle) in [(2, "theta1"), (3, "theta2")] {
        let mut trailer = turned(moving(angle));
        let before = &places[i - 1];
        trailer.centre = before.point(links[i - 1].rear) - trailer.point(links[i].front);
        trailer.velocity =
            before.velocity_of(links[i - 1].rear) - trailer.velocity_of(links[i].front);
        places.push(trailer);
    }
    places
}

fn seen(places: &[Place], centre: f64) -> Vec<f64> {
    let [front, car, first, second] = places else {
        panic!("front axle, car and two trailers");
    };
    let (axle, velocity) = (car.point(-centre), car.velocity_of(-centre));
    let steer = front.angle - car.angle;
    let steer_dot = front.spin - car.spin;
    vec![
        axle.x,
        axle.y,
        car.angle,
        steer,
        first.angle,
        second.angle,
        velocity.x,
        velocity.y,
        car.spin,
        steer_dot,
        first.spin,
        second.spin,
    ]
}

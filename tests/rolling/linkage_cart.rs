//! A cart with a four-bar linkage: a closed chain on wheels.

use nalgebra::Vector2;

use crate::planar::{Bodies, Load, Place, Point};
use crate::support::by_hand::ByHand;
use crate::support::methods::WITH_POSITIONS;
use crate::support::scenario::Scenario;
use crate::support::system::{Energy, System};

const CART: System = System {
    name: "linkage_cart",
    by_hand,
    energy: Energy::ConstantWithout(&["turn"]),
    methods: WITH_POSITIONS,
};

tests_of!(CART);

/// Lengths by which the bodies hang together [m].
#[derive(Clone, Copy, Debug)]
struct Lengths {
    /// From the cart's centre of mass back to the axle
    centre: f64,
    /// From the cart's centre of mass ahead to the pivots of crank and rocker
    pivots: [f64; 2],
    /// Of crank, coupler and rocker
    bars: [f64; 3],
}

/// Cart, crank, coupler and rocker are four bodies, and four hinges close the chain.
fn by_hand(scenario: &Scenario) -> ByHand {
    let [centre, pivot, base] = scenario.parameters(["centre", "pivot", "base"]);
    let [turn, rate] = scenario.parameters(["turn", "rate"]);
    let lengths = Lengths {
        centre,
        pivots: [pivot - centre, pivot + base - centre],
        bars: scenario.parameters(["l_crank", "l_coupler", "l_rocker"]),
    };
    let start = start(scenario, &lengths);
    let loads = move |t: f64, _: &[Place]| {
        let motor = |torque: f64| Load {
            force: Vector2::zeros(),
            torque,
        };
        let torque = turn * (rate * t).cos();
        [-torque, torque, 0.0, 0.0].map(motor).to_vec()
    };
    bodies(scenario, &lengths).motion(&start, loads, move |places| seen(places, centre))
}

fn bodies(scenario: &Scenario, lengths: &Lengths) -> Bodies {
    let point = |body, ahead| Point { body, ahead };
    let [cart, crank, coupler, rocker] = [0, 1, 2, 3];
    let [near, far] = lengths.pivots;
    let [half_crank, half_coupler, half_rocker] = lengths.bars.map(|length| length / 2.0);
    let inertias = ["cart", "crank", "coupler", "rocker"].map(|body| {
        let inertia = |letter: &str| scenario.parameter(&format!("{letter}_{body}"));
        (inertia("m"), inertia("j"))
    });
    Bodies {
        inertias: inertias.to_vec(),
        hinges: vec![
            [point(cart, near), point(crank, -half_crank)],
            [point(crank, half_crank), point(coupler, -half_coupler)],
            [point(coupler, half_coupler), point(rocker, half_rocker)],
            [point(cart, far), point(rocker, -half_rocker)],
        ],
        axles: vec![point(cart, -lengths.centre)],
    }
}

fn start(scenario: &Scenario, lengths: &Lengths) -> Vec<Place> {
    let mut cart = Place {
        angle: scenario.initial("theta"),
        spin: scenario.initial("theta_dot"),
        centre: Vector2::zeros(),
        velocity: Vector2::zeros(),
    };
    let axle = -lengths.centre;
    cart.centre = Vector2::new(scenario.initial("x"), scenario.initial("y")) - cart.point(axle);
    cart.velocity =
        Vector2::new(scenario.initial("x_dot"), scenario.initial("y_dot")) - cart.velocity_of(axle);
    let [near, far] = lengths.pivots;
    let [l_crank, l_coupler, l_rocker] = lengths.bars;
    let bar = |name: &str, before: &Place, ahead: f64, length: f64| {
        let mut bar = Place {
            angle: cart.angle + scenario.initial(name),
            spin: cart.spin + scenario.initial(&format!("{name}_dot")),
            ..cart
        };
        bar.centre = before.point(ahead) + length / 2.0 * bar.ahead();
        bar.velocity = before.velocity_of(ahead) + length / 2.0 * bar.spin * bar.across();
        bar
    };
    let crank = bar("crank", &cart, near, l_crank);
    let coupler = bar("coupler", &crank, l_crank / 2.0, l_coupler);
    let rocker = bar("rocker", &cart, far, l_rocker);
    vec![cart, crank, coupler, rocker]
}

/// The axle of the cart, and the bars against the cart.
fn seen(places: &[Place], centre: f64) -> Vec<f64> {
    let (cart, bars) = places.split_first().expect("the cart");
    let mut numbers = cart.point(-centre).as_slice().to_vec();
    numbers.push(cart.angle);
    numbers.extend(bars.iter().map(|bar| bar.angle - cart.angle));
    numbers.extend(&cart.velocity_of(-centre));
    numbers.push(cart.spin);
    numbers.extend(bars.iter().map(|bar| bar.spin - cart.spin));
    numbers
}

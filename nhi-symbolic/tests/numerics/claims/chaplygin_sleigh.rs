//! The Chaplygin sleigh in both sets of coordinates: its speed is a hyperbolic tangent, and in all its
//! time it turns by `pi sqrt(1 + I / (m a^2))`.

use crate::support::assert_close;
use crate::support::systems::{Case, case};

use super::{Start, assert_order};

/// The blade at the origin runs backwards while the body turns.
const SPEED: f64 = -1.5;
const TURNING: f64 = 1.0;

/// The centre of mass is half a unit ahead of the blade.
const CENTRE: Start<'_> = Start {
    q: &[0.0, 0.5, 0.0],
    v: &[TURNING, SPEED, 0.5 * TURNING],
};

const CONTACT: Start<'_> = Start {
    q: &[0.0, 0.0, 0.0],
    v: &[TURNING, SPEED, 0.0],
};

/// `v = V tanh(k (t - t0))`, `omega = W / cosh(k (t - t0))`.
struct Closed {
    top_speed: f64,
    top_rate: f64,
    rate: f64,
    turning_point: f64,
}

impl Closed {
    fn new(case: &Case) -> Self {
        let [inertia, m, a] = [0, 1, 2].map(|i| case.parameters[i]);
        let about_blade = inertia + m * a * a;
        let twice_energy = about_blade * TURNING.powi(2) + m * SPEED.powi(2);
        let top_speed = (twice_energy / m).sqrt();
        let rate = m * a * top_speed / about_blade;
        Self {
            top_speed,
            top_rate: (twice_energy / about_blade).sqrt(),
            rate,
            turning_point: -(SPEED / top_speed).atanh() / rate,
        }
    }

    /// Heading from the start, rate of turning, speed.
    fn at(&self, t: f64) -> [f64; 3] {
        let angle = |t: f64| {
            let phase = self.rate * (t - self.turning_point);
            self.top_rate / self.rate * phase.sinh().atan()
        };
        let phase = self.rate * (t - self.turning_point);
        [
            angle(t) - angle(0.0),
            self.top_rate / phase.cosh(),
            self.top_speed * phase.tanh(),
        ]
    }
}

#[test]
fn heading_rate_and_speed_are_the_closed_form_in_both_coordinates() {
    for (model, start) in [
        ("chaplygin_sleigh", &CENTRE),
        ("contact_point_sleigh", &CONTACT),
    ] {
        let case = case(model);
        let closed = Closed::new(&case);
        for sample in case.simulate("Gauss", start, 0.02, 500) {
            let (q, v) = (&sample.state.q, &sample.state.v);
            let forwards = q[0].cos() * v[1] + q[0].sin() * v[2];
            let expected = closed.at(sample.state.t);
            assert_close(model, &[q[0], v[0], forwards], &expected, 1e-9);
        }
    }
}

#[test]
fn both_coordinates_describe_one_motion_with_one_force_of_the_blade() {
    let a = case("chaplygin_sleigh").parameters[2];
    let centre = case("chaplygin_sleigh").simulate("Gauss", &CENTRE, 0.02, 250);
    let contact = case("contact_point_sleigh").simulate("Gauss", &CONTACT, 0.02, 250);
    for (centre, contact) in centre.iter().zip(&contact) {
        let &[theta, x, y] = centre.state.q.as_slice() else {
            panic!("three coordinates");
        };
        let blade = [theta, x - a * theta.cos(), y - a * theta.sin()];
        assert_close("q", &contact.state.q, &blade, 1e-9);
        assert_close("lambda", &contact.lambda, &centre.lambda, 1e-8);
    }
}

#[test]
fn the_sleigh_turns_by_a_finite_angle_and_ends_in_a_straight_line() {
    let case = case("contact_point_sleigh");
    let [inertia, m, a] = [0, 1, 2].map(|i| case.parameters[i]);
    // From far in the past to far in the future: the turning point is in the middle.
    let closed = Closed::new(&case);
    let past = Start {
        q: &[0.0, 0.0, 0.0],
        v: &[
            1e-6 * closed.top_rate,
            -closed.top_speed * (1.0_f64 - 1e-12).sqrt(),
            0.0,
        ],
    };
    let whole = case.simulate("Gauss", &past, 0.02, 2000);
    let last = &whole[2000].state;
    let expected = core::f64::consts::PI * (1.0 + inertia / (m * a * a)).sqrt();
    println!("turned by {:.6}, {expected:.6} in infinite time", last.q[0]);
    assert!(
        (last.q[0] - expected).abs() < 1e-5,
        "{} {expected}",
        last.q[0]
    );
    assert!(last.v[0] < 1e-6, "{}", last.v[0]);
}

#[test]
fn the_energy_error_of_mla_is_of_order_four_in_both_coordinates() {
    for (model, start) in [
        ("chaplygin_sleigh", &CENTRE),
        ("contact_point_sleigh", &CONTACT),
    ] {
        let orders = case(model).energy_orders("Mla", start, 4.0, 80);
        assert_order(model, &orders, 4.0, 0.1);
    }
}

//! A robot that balances on a ball.

use nalgebra::{Matrix3, Vector3};

use crate::support::by_hand::ByHand;
use crate::support::linear::solve_affine;
use crate::support::methods::WITHOUT_REFLECTION;
use crate::support::rigid::Rigid;
use crate::support::scenario::Scenario;
use crate::support::system::{Energy, System};

const ROBOT: System = System {
    name: "ballbot",
    by_hand,
    energy: Energy::ConstantWithout(&["stiffness", "damping"]),
    methods: WITHOUT_REFLECTION,
};

tests_of!(ROBOT);

/// What Newton and Euler need of ball and body.
#[derive(Clone, Copy, Debug)]
struct Robot {
    m_ball: f64,
    i_ball: f64,
    radius: f64,
    m_body: f64,
    inertia: Matrix3<f64>,
    height: f64,
    stiffness: f64,
    damping: f64,
    g: f64,
}

fn by_hand(scenario: &Scenario) -> ByHand {
    let [m_ball, i_ball, radius] = scenario.parameters(["m_ball", "i_ball", "radius"]);
    let [m_body, height] = scenario.parameters(["m_body", "height"]);
    let inertia = Vector3::from(scenario.parameters(["j1", "j2", "j3"]));
    let [stiffness, damping, g] = scenario.parameters(["stiffness", "damping", "g"]);
    let robot = Robot {
        m_ball,
        i_ball,
        radius,
        m_body,
        inertia: Matrix3::from_diagonal(&inertia),
        height,
        stiffness,
        damping,
        g,
    };
    ByHand {
        start: start(scenario),
        rate: Box::new(move |_, numbers| {
            let [ball, body] = parts(numbers);
            let [ball_rates, body_rates] = robot.rates(&body);
            [ball.rates(ball_rates), body.rates(body_rates)].concat()
        }),
        seen: Box::new(|numbers| seen(&parts(numbers))),
    }
}

impl Robot {
    /// The rates of spin and velocity of the ball and of the body, whose place is the ball's centre
    /// as well: both bodies by Euler about their centres of mass, by Newton with the forces of the
    /// floor and of the joint, and no slip.
    fn rates(&self, body: &Rigid) -> [(Vector3<f64>, Vector3<f64>); 2] {
        let up = Vector3::z();
        let axis = body.attitude.column(2).into_owned();
        let mast = self.height * axis;
        let inertia = body.turned(self.inertia);
        let turning = body.spin.cross(&(inertia * body.spin));
        let horizontal = Vector3::new(body.spin.x, body.spin.y, 0.0);
        let torque = self.stiffness * axis.cross(&up) - self.damping * horizontal;
        let weight = -self.g * up;
        let [ball_spin, body_spin, velocity, _, _] =
            solve_affine(|[ball_spin, body_spin, velocity, floor, joint]| {
                let above =
                    velocity + body_spin.cross(&mast) + body.spin.cross(&body.spin.cross(&mast));
                let foot = -self.radius * up;
                [
                    self.m_ball * (velocity - weight) - floor + joint,
                    self.i_ball * ball_spin - foot.cross(&floor) + torque,
                    self.m_body * (above - weight) - joint,
                    inertia * body_spin + turning + mast.cross(&joint) - torque,
                    velocity + ball_spin.cross(&foot),
                ]
            });
        [(ball_spin, velocity), (body_spin, velocity)]
    }
}

fn start(scenario: &Scenario) -> Vec<f64> {
    let [x, y, x_dot, y_dot] = ["x", "y", "x_dot", "y_dot"].map(|name| scenario.initial(name));
    let part = |element: &str, spin: [&str; 3]| {
        let attitude = scenario.rotation(element);
        Rigid {
            attitude,
            spin: attitude * scenario.vector(spin),
            place: Vector3::new(x, y, 0.0),
            velocity: Vector3::new(x_dot, y_dot, 0.0),
        }
    };
    let ball = part("ball", ["w1", "w2", "w3"]);
    let body = part("body", ["u1", "u2", "u3"]);
    [ball.numbers(), body.numbers()].concat()
}

fn parts(numbers: &[f64]) -> [Rigid; 2] {
    let (ball, body) = numbers.split_at(numbers.len() / 2);
    [ball, body].map(Rigid::of_numbers)
}

fn seen([ball, body]: &[Rigid; 2]) -> Vec<f64> {
    let mut numbers = vec![ball.place.x, ball.place.y];
    numbers.extend(ball.rotation_entries());
    numbers.extend(body.rotation_entries());
    numbers.extend([ball.velocity.x, ball.velocity.y]);
    numbers.extend(&ball.body_spin());
    numbers.extend(&body.body_spin());
    numbers
}

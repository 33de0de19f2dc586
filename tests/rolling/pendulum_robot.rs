//! A spherical robot with a pendulum as drive.

use nalgebra::{Matrix3, Vector3};

use crate::support::by_hand::ByHand;
use crate::support::linear::solve_numbers;
use crate::support::methods::ON_GROUPS;
use crate::support::rigid::Rigid;
use crate::support::scenario::Scenario;
use crate::support::system::{Energy, System};

const ROBOT: System = System {
    name: "pendulum_robot",
    by_hand,
    energy: Energy::ConstantWithout(&["gain"]),
    methods: ON_GROUPS,
};

tests_of!(ROBOT);

/// What Newton and Euler need of shell and pendulum.
#[derive(Clone, Copy, Debug)]
struct Robot {
    m_shell: f64,
    inertia: Matrix3<f64>,
    radius: f64,
    m_bob: f64,
    length: f64,
    gain: f64,
    speed: f64,
    g: f64,
}

/// The angle of the pendulum against the shell and its rate.
#[derive(Clone, Copy, Debug)]
struct Pendulum {
    angle: f64,
    rate: f64,
}

fn by_hand(scenario: &Scenario) -> ByHand {
    let [m_shell, j1, j2, radius] = scenario.parameters(["m_shell", "j1", "j2", "radius"]);
    let [m_bob, length, gain, speed, g] =
        scenario.parameters(["m_bob", "length", "gain", "speed", "g"]);
    let robot = Robot {
        m_shell,
        inertia: Matrix3::from_diagonal(&Vector3::new(j1, j2, j2)),
        radius,
        m_bob,
        length,
        gain,
        speed,
        g,
    };
    ByHand {
        start: start(scenario),
        rate: Box::new(move |_, numbers| {
            let (shell, pendulum) = parts(numbers);
            let (shell_rates, swing) = robot.rates(&shell, &pendulum);
            [shell.rates(shell_rates), vec![pendulum.rate, swing]].concat()
        }),
        seen: Box::new(|numbers| seen(&parts(numbers))),
    }
}

impl Robot {
    /// The rates of spin and velocity of the shell, and of the pendulum's rate.
    ///
    /// The bob moves by the force of its rod, which is without mass, so that the axle passes the
    /// moment of this force on to the shell; the part of the moment along the axle is the motor's.
    fn rates(&self, shell: &Rigid, pendulum: &Pendulum) -> ((Vector3<f64>, Vector3<f64>), f64) {
        let axle = shell.attitude.column(0).into_owned();
        let (sin, cos) = pendulum.angle.sin_cos();
        let arm = self.length * (shell.attitude * Vector3::new(0.0, sin, -cos));
        let swinging = shell.spin + pendulum.rate * axle;
        let inertia = shell.turned(self.inertia);
        let turning = shell.spin.cross(&(inertia * shell.spin));
        let weight = -self.g * Vector3::z();
        let foot = -self.radius * Vector3::z();
        let motor = self.gain * (self.speed - pendulum.rate);
        let solution = solve_numbers(13, |x| {
            let vector = |i: usize| Vector3::from_column_slice(&x[3 * i..][..3]);
            let [spin, velocity, floor, rod] = [0, 1, 2, 3].map(vector);
            let swing = spin + x[12] * axle + pendulum.rate * shell.spin.cross(&axle);
            let bob = velocity + swing.cross(&arm) + swinging.cross(&swinging.cross(&arm));
            let vectors = [
                self.m_shell * (velocity - weight) - floor + rod,
                inertia * spin + turning - foot.cross(&floor) + arm.cross(&rod),
                self.m_bob * (bob - weight) - rod,
                velocity + spin.cross(&foot),
            ];
            let mut residuals: Vec<_> = vectors.iter().flatten().copied().collect();
            residuals.push(axle.dot(&arm.cross(&rod)) - motor);
            residuals
        });
        let vector = |i: usize| Vector3::from_column_slice(&solution[3 * i..][..3]);
        ((vector(0), vector(1)), solution[12])
    }
}

fn start(scenario: &Scenario) -> Vec<f64> {
    let [x, y, x_dot, y_dot] = ["x", "y", "x_dot", "y_dot"].map(|name| scenario.initial(name));
    let attitude = scenario.rotation("shell");
    let shell = Rigid {
        attitude,
        spin: attitude * scenario.vector(["w1", "w2", "w3"]),
        place: Vector3::new(x, y, 0.0),
        velocity: Vector3::new(x_dot, y_dot, 0.0),
    };
    let pendulum = ["psi", "psi_dot"].map(|name| scenario.initial(name));
    [shell.numbers(), pendulum.to_vec()].concat()
}

fn parts(numbers: &[f64]) -> (Rigid, Pendulum) {
    let (shell, pendulum) = numbers.split_at(numbers.len() - 2);
    let pendulum = Pendulum {
        angle: pendulum[0],
        rate: pendulum[1],
    };
    (Rigid::of_numbers(shell), pendulum)
}

fn seen((shell, pendulum): &(Rigid, Pendulum)) -> Vec<f64> {
    let mut numbers = vec![shell.place.x, shell.place.y, pendulum.angle];
    numbers.extend(shell.rotation_entries());
    numbers.extend([shell.velocity.x, shell.velocity.y, pendulum.rate]);
    numbers.extend(&shell.body_spin());
    numbers
}

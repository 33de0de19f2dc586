//! A two-wheeled balancing vehicle on a slope.

use nalgebra::{Matrix3, Rotation3, Vector3};

use crate::support::by_hand::ByHand;
use crate::support::linear::solve_numbers;
use crate::support::methods::WITHOUT_REFLECTION;
use crate::support::rigid::Rigid;
use crate::support::scenario::Scenario;
use crate::support::system::{Energy, System};

const SEGWAY: System = System {
    name: "segway",
    by_hand,
    energy: Energy::ConstantWithout(&["stiffness", "damping", "steering"]),
    methods: WITHOUT_REFLECTION,
};

tests_of!(SEGWAY);

/// What Newton and Euler need of body and wheels. Axes of the body: the first one ahead, the second
/// one along the axle to the left, the third one from the axle to the centre of mass. Axes of
/// space: those of the slope, the third one is its normal.
#[derive(Clone, Copy, Debug)]
struct Vehicle {
    m_body: f64,
    inertia: Matrix3<f64>,
    height: f64,
    m_wheel: f64,
    i_wheel: f64,
    i_turn: f64,
    radius: f64,
    half_track: f64,
    weight: Vector3<f64>,
    stiffness: f64,
    damping: f64,
    lean: f64,
    steering: f64,
}

/// The body about its centre of mass, and the wheels: angle about the axle and angular velocity in
/// space of the left and the right one.
#[derive(Clone, Copy, Debug)]
struct Parts {
    body: Rigid,
    angles: [f64; 2],
    spins: [Vector3<f64>; 2],
}

fn by_hand(scenario: &Scenario) -> ByHand {
    let vehicle = Vehicle::of(scenario);
    let height = vehicle.height;
    ByHand {
        start: vehicle.start(scenario).numbers(),
        rate: Box::new(move |_, numbers| vehicle.rates(&Parts::of_numbers(numbers))),
        seen: Box::new(move |numbers| Parts::of_numbers(numbers).seen(height)),
    }
}

impl Vehicle {
    fn of(scenario: &Scenario) -> Self {
        let [m_body, height] = scenario.parameters(["m_body", "height"]);
        let inertia = Vector3::from(scenario.parameters(["j_roll", "j_pitch", "j_yaw"]));
        let [m_wheel, i_wheel, i_turn] = scenario.parameters(["m_wheel", "i_wheel", "i_turn"]);
        let [radius, half_track] = scenario.parameters(["radius", "half_track"]);
        let [slope, g] = scenario.parameters(["slope", "g"]);
        let [stiffness, damping, lean, steering] =
            scenario.parameters(["stiffness", "damping", "lean", "steering"]);
        Self {
            m_body,
            inertia: Matrix3::from_diagonal(&inertia),
            height,
            m_wheel,
            i_wheel,
            i_turn,
            radius,
            half_track,
            weight: g * Vector3::new(slope.sin(), 0.0, -slope.cos()),
            stiffness,
            damping,
            lean,
            steering,
        }
    }

    fn start(&self, scenario: &Scenario) -> Parts {
        let value = |name: &str| scenario.initial(name);
        let attitude = Rotation3::from_axis_angle(&Vector3::z_axis(), value("theta"))
            * Rotation3::from_axis_angle(&Vector3::y_axis(), value("alpha"));
        let attitude = attitude.into_inner();
        let axle = attitude.column(1).into_owned();
        let turn = value("theta_dot") * Vector3::z();
        let spin = turn + value("alpha_dot") * axle;
        let mast = self.height * attitude.column(2);
        let body = Rigid {
            attitude,
            spin,
            place: Vector3::new(value("x"), value("y"), 0.0) + mast,
            velocity: Vector3::new(value("x_dot"), value("y_dot"), 0.0) + spin.cross(&mast),
        };
        Parts {
            body,
            angles: ["left", "right"].map(value),
            spins: ["left_dot", "right_dot"].map(|name| turn + value(name) * axle),
        }
    }

    /// The rates of the numbers of all parts.
    ///
    /// Unknown are the rates of three angular velocities, the acceleration of the body, the forces
    /// of the ground, where only the left wheel gets one along the axle (what holds the right one
    /// sideways is not determined), forces in the two bearings, and their moments across the axle;
    /// along the axle they are the motors'.
    fn rates(&self, parts: &Parts) -> Vec<f64> {
        let Parts {
            body,
            angles: _,
            spins,
        } = parts;
        let [ahead, axle, mast] = [0, 1, 2].map(|i| body.attitude.column(i).into_owned());
        let level = axle.cross(&Vector3::z());
        let foot = -self.radius * Vector3::z();
        let to_wheels = [1.0, -1.0].map(|side| side * self.half_track * axle - self.height * mast);
        let inertia = body.turned(self.inertia);
        let about_axle = axle * axle.transpose();
        let wheel = self.i_turn * (Matrix3::identity() - about_axle) + self.i_wheel * about_axle;
        let motors = self.motors(body);

        let solution = solve_numbers(27, |x| {
            let vector = |i: usize| Vector3::from_column_slice(&x[3 * i..][..3]);
            let (body_spin, acceleration) = (vector(0), vector(1));
            let wheel_spins = [vector(2), vector(3)];
            let ground = [vector(4), x[15] * level + x[16] * Vector3::z()];
            let bearings = [17, 20].map(|i| Vector3::from_column_slice(&x[i..][..3]));
            let moments =
                [0, 1].map(|i| x[23 + 2 * i] * ahead + x[24 + 2 * i] * mast + motors[i] * axle);
            let mut force = self.m_body * (acceleration - self.weight);
            let mut moment = inertia * body_spin + body.spin.cross(&(inertia * body.spin));
            let mut residuals = Vec::new();
            for i in 0..2 {
                let arm = to_wheels[i];
                force += bearings[i];
                moment += arm.cross(&bearings[i]) + moments[i];
                let hub =
                    acceleration + body_spin.cross(&arm) + body.spin.cross(&body.spin.cross(&arm));
                let newton = self.m_wheel * (hub - self.weight) - ground[i] - bearings[i];
                let euler = wheel * wheel_spins[i] + spins[i].cross(&(wheel * spins[i]))
                    - foot.cross(&ground[i])
                    - moments[i];
                residuals.extend(newton.iter().chain(&euler));
                // The wheel turns against the body about the axle, which turns with the body.
                let against = (spins[i] - body.spin).dot(&axle);
                let turning = wheel_spins[i] - body_spin - against * body.spin.cross(&axle);
                residuals.extend([turning.dot(&ahead), turning.dot(&mast)]);
                let slip = hub + wheel_spins[i].cross(&foot);
                residuals.extend([slip.dot(&level), slip.z]);
                if i == 0 {
                    residuals.push(slip.dot(&axle));
                }
            }
            residuals.extend(force.iter().chain(&moment));
            residuals
        });
        let vector = |i: usize| Vector3::from_column_slice(&solution[3 * i..][..3]);
        let mut rates = body.rates((vector(0), vector(1)));
        rates.extend(spins.map(|spin| spin.dot(&axle)));
        rates.extend(vector(2).iter().chain(&vector(3)));
        rates
    }

    /// The torques about the axle on the left and on the right wheel.
    fn motors(&self, body: &Rigid) -> [f64; 2] {
        let (tilt, rate) = tilt(body);
        let effort = self.stiffness * (tilt - self.lean) + self.damping * rate;
        [effort - self.steering, effort + self.steering]
    }
}

/// The tilt of the body from the normal of the slope, and its rate.
fn tilt(body: &Rigid) -> (f64, f64) {
    let ahead = body.attitude.column(1).cross(&Vector3::z());
    let mast = body.attitude.column(2);
    (
        mast.dot(&ahead).atan2(mast.z),
        body.spin.dot(&body.attitude.column(1)),
    )
}

impl Parts {
    fn numbers(&self) -> Vec<f64> {
        let mut numbers = self.body.numbers();
        numbers.extend(self.angles);
        numbers.extend(self.spins[0].iter().chain(&self.spins[1]));
        numbers
    }

    fn of_numbers(numbers: &[f64]) -> Self {
        let (body, wheels) = numbers.split_at(numbers.len() - 8);
        Self {
            body: Rigid::of_numbers(body),
            angles: [wheels[0], wheels[1]],
            spins: [2, 5].map(|i| Vector3::from_column_slice(&wheels[i..][..3])),
        }
    }

    /// Middle of the axle, heading, tilt and angles of the wheels, and their rates.
    fn seen(&self, height: f64) -> Vec<f64> {
        let body = &self.body;
        let axle = body.attitude.column(1).into_owned();
        let mast = height * body.attitude.column(2);
        let middle = body.place - mast;
        let velocity = body.velocity - body.spin.cross(&mast);
        let heading = (-axle.x).atan2(axle.y);
        let (tilt, tilt_rate) = tilt(body);
        let [left, right] = self.spins.map(|spin| spin.dot(&axle));
        vec![
            middle.x,
            middle.y,
            heading,
            tilt,
            self.angles[0],
            self.angles[1],
            velocity.x,
            velocity.y,
            body.spin.z,
            tilt_rate,
            left,
            right,
        ]
    }
}

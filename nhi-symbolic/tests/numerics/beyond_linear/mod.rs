//! Constraints by Chetaev's rule, Lagrangians of the time and dissipation: orders, symmetry, samples and
//! constraints of every integrator that takes them, against mechanics written by hand.

use nalgebra::{Matrix3, Vector3};

use crate::registry::has_all_that_it_declares;
use crate::registry::trials::Trial;
use crate::support::assert_close;
use crate::support::chart::Factor;
use crate::support::compiled::{Compiled, Run};
use crate::support::dynamics::{Point, State};
use crate::support::jet::Jet;
use crate::support::sampling::on_constraints;
use crate::support::short_run::{Reversal, ShortRun};
use crate::support::systems::Case;

mod variants;

/// The model files whose systems by hand are here.
pub(crate) const MODEL_FILES: [&str; 4] = [
    "appell_hamel",
    "oscillating_sleigh",
    "tippe_top",
    "driven_snake",
];

const APPELL_HAMEL: &str = include_str!("../../../../tests/models/appell_hamel.nhi");

fn appell_hamel() -> Case {
    let lagrangian = |p: &Point| {
        let speeds = p.v[0].square() + p.v[1].square() + p.v[2].square();
        speeds * (0.5 * p.p[0]) - p.q[2] * (p.p[0] * p.p[1]) + p.q[0] * p.q[1] * (0.5 * p.p[3])
    };
    Case::new(
        "appell_hamel",
        3,
        &[0.9, 0.6, 0.8, 0.7, 0.2],
        lagrangian,
        |p| {
            let over_ground = p.v[0].square() + p.v[1].square();
            vec![p.v[2].square() - over_ground * p.p[2].powi(2)]
        },
    )
    .forced(0, |p| {
        let damping = -p.p[4];
        vec![p.v[0] * damping, p.v[1] * damping, Jet::constant(0.0)]
    })
}

/// Two points with parallel velocities (Benenti), with a mass matrix of the configuration.
const PARALLEL: &str = "
    #[nonholonomic(
        coordinates(x1, y1, x2, y2),
        lagrangian = 0.5 * (1 + 0.2 * x2.powi(2)) * (x1_dot.powi(2) + y1_dot.powi(2))
            + 0.5 * m * (x2_dot.powi(2) + (1.5 + 0.3 * sin(y1)) * y2_dot.powi(2))
            - 0.5 * k * ((x1 - x2).powi(2) + (y1 - y2).powi(2)),
        constraints(parallel = x1_dot * y2_dot - y1_dot * x2_dot),
        rule = Chetaev,
        integrators(Mla),
    )]
    struct Parallel { m: f64, k: f64 }";

fn parallel() -> Case {
    let lagrangian = |p: &Point| {
        let (q, v) = (&p.q, &p.v);
        let first = (q[2].square() * 0.2 + 1.0) * (v[0].square() + v[1].square());
        let second = (v[2].square() + (q[1].sin() * 0.3 + 1.5) * v[3].square()) * p.p[0];
        let stretched = (q[0] - q[2]).square() + (q[1] - q[3]).square();
        (first + second - stretched * p.p[1]) * 0.5
    };
    Case::new("parallel", 4, &[0.7, 1.3], lagrangian, |p| {
        vec![p.v[0] * p.v[3] - p.v[1] * p.v[2]]
    })
}

/// A point of given speed that a force turns, with a linear constraint and a bead on it.
const SPEED: &str = "
    #[nonholonomic(
        coordinates(x, y, s),
        lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * s_dot.powi(2) + 0.2 * x * s,
        constraints(speed = x_dot.powi(2) + y_dot.powi(2) - c.powi(2) * (1 + 0.2 * sin(t)),
            bead = s_dot - 0.5 * x_dot * y),
        rule = Chetaev,
        forces(x = -y_dot + 0.3 * cos(t), y = x_dot),
        integrators(Mla),
    )]
    struct Speed { m: f64, c: f64 }";

fn speed() -> Case {
    let lagrangian = |p: &Point| {
        let speeds = p.v[0].square() + p.v[1].square();
        speeds * (0.5 * p.p[0]) + p.v[2].square() * 0.5 + p.q[0] * p.q[2] * 0.2
    };
    Case::new("speed", 3, &[0.9, 1.1], lagrangian, |p| {
        let wanted = (p.t.sin() * 0.2 + 1.0) * p.p[1].powi(2);
        vec![
            p.v[0].square() + p.v[1].square() - wanted,
            p.v[2] - p.v[0] * p.q[1] * 0.5,
        ]
    })
    .forced(0, |p| {
        let zero = Jet::constant(0.0);
        vec![p.t.cos() * 0.3 - p.v[1], p.v[0], zero]
    })
}

const OSCILLATING: &str = include_str!("../../../../tests/models/oscillating_sleigh.nhi");

fn oscillating() -> Case {
    let lagrangian = |p: &Point| {
        let (theta, omega) = (p.q[0], p.v[0]);
        let s = (p.t * 2.0).sin() * p.p[3] + p.p[2];
        let s_dot = (p.t * 2.0).cos() * (2.0 * p.p[3]);
        let mass_x = p.v[1] + s_dot * theta.cos() - s * theta.sin() * omega;
        let mass_y = p.v[2] + s_dot * theta.sin() + s * theta.cos() * omega;
        let moving = p.v[1].square() + p.v[2].square() + mass_x.square() + mass_y.square();
        omega.square() * (0.5 * p.p[0]) + moving * (0.5 * p.p[1])
    };
    Case::new(
        "oscillating_sleigh",
        3,
        &[0.5, 0.8, 0.4, 0.3, 0.2],
        lagrangian,
        |p| vec![p.q[0].sin() * p.v[1] - p.q[0].cos() * p.v[2]],
    )
    .forced(0, |p| {
        let zero = Jet::constant(0.0);
        vec![p.v[0] * -p.p[4], zero, zero]
    })
}

/// A skate on a slope that tilts, with a momentum that grows faster than its velocity, and dissipation.
const TILTING: &str = "
    #[nonholonomic(
        coordinates(theta, x, y),
        lagrangian = 0.5 * (1 + 0.3 * x.powi(2)) * theta_dot.powi(2)
            + 0.5 * (1 + 0.2 * sin(t)) * (x_dot.powi(2) + y_dot.powi(2)) + 0.1 * theta_dot.powi(4) - (2 + sin(t)) * (x + y),
        constraints(blade = sin(theta) * x_dot - cos(theta) * y_dot),
        dissipation = 0.5 * c * (theta_dot.powi(2) + (1 + x.powi(2)) * x_dot.powi(2)) + 0.1 * d * theta_dot.powi(4),
        integrators(Mla),
    )]
    struct Tilting { c: f64, d: f64 }";

fn tilting() -> Case {
    let lagrangian = |p: &Point| {
        let (q, v) = (&p.q, &p.v);
        let turning = (q[1].square() * 0.3 + 1.0) * v[0].square();
        let moving = (p.t.sin() * 0.2 + 1.0) * (v[1].square() + v[2].square());
        (turning + moving) * 0.5 + v[0].square().square() * 0.1 - (p.t.sin() + 2.0) * (q[1] + q[2])
    };
    Case::new("tilting", 3, &[0.3, 0.2], lagrangian, |p| {
        vec![p.q[0].sin() * p.v[1] - p.q[0].cos() * p.v[2]]
    })
    .forced(0, |p| {
        let (c, d) = (p.p[0], p.p[1]);
        let turning = p.v[0] * -c - p.v[0] * p.v[0].square() * (0.4 * d);
        let pushed = (p.q[1].square() + 1.0) * p.v[1] * -c;
        vec![turning, pushed, Jet::constant(0.0)]
    })
}

fn measure(case: Case, text: &str, trials: &[(&'static str, u32, Reversal)]) {
    let run = ShortRun::of_text(case, text.to_owned());
    for &(integrator, fewest_steps, reversal) in trials {
        println!("{} {integrator}", run.case.model);
        let compiled = Compiled::new(text, integrator);
        let trial = Trial {
            integrator,
            fewest_steps,
        };
        has_all_that_it_declares(&run, &compiled, &trial, reversal);
    }
}

const OF_ANY_LAGRANGIAN: [(&str, u32, Reversal); 11] = [
    ("Mla", 64, Reversal::Plain),
    ("Mla(order = 4)", 16, Reversal::Plain),
    ("Dla", 64, Reversal::Plain),
    ("Dla(quadrature = Trapezoidal)", 64, Reversal::Plain),
    ("Dap", 64, Reversal::Plain),
    ("Dap(alpha = 0.25)", 1024, Reversal::Plain),
    ("Lobatto", 32, Reversal::Plain),
    ("Rk(order = 2)", 128, Reversal::Plain),
    ("Rk(order = 4)", 32, Reversal::Plain),
    ("Gauss(stages = 2)", 16, Reversal::Plain),
    ("Gni", 64, Reversal::Reflect),
];

const RATTLE: [(&str, u32, Reversal); 1] = [("Rattle", 64, Reversal::Plain)];

#[test]
fn the_machine_of_appell_and_hamel() {
    measure(appell_hamel(), APPELL_HAMEL, &OF_ANY_LAGRANGIAN);
    measure(appell_hamel(), APPELL_HAMEL, &RATTLE);
}

#[test]
fn parallel_velocities() {
    // Its velocities turn fast, so that the orders show at shorter steps only.
    let finer = OF_ANY_LAGRANGIAN.map(|(integrator, steps, reversal)| match integrator {
        "Lobatto" | "Gauss(stages = 2)" | "Rk(order = 4)" => (integrator, 128, reversal),
        "Mla(order = 4)" => (integrator, 80, reversal),
        _ => (integrator, 4 * steps, reversal),
    });
    measure(parallel(), PARALLEL, &finer);
    measure(
        parallel(),
        PARALLEL,
        &RATTLE.map(|(name, steps, way)| (name, 4 * steps, way)),
    );
}

#[test]
fn a_given_speed_with_an_affine_constraint() {
    measure(speed(), SPEED, &OF_ANY_LAGRANGIAN);
    measure(speed(), SPEED, &RATTLE);
}

#[test]
fn a_lagrangian_of_the_time_with_a_mass_matrix_of_the_time() {
    measure(oscillating(), OSCILLATING, &OF_ANY_LAGRANGIAN);
    measure(oscillating(), OSCILLATING, &RATTLE);
}

#[test]
fn a_general_lagrangian_of_the_time_with_dissipation() {
    measure(tilting(), TILTING, &OF_ANY_LAGRANGIAN);
}

/// Without other forces the machine of Appell and Hamel moves straight on, and its speed is known.
#[test]
fn appell_and_hamel_fall_along_a_straight_line() {
    let (a, g, s0): (f64, f64, f64) = (0.8, 0.6, 2.0);
    let (h, steps) = (0.05, 20);
    let direction = [0.6, 0.8];
    for integrator in [
        "Mla",
        "Dla",
        "Dla(quadrature = Trapezoidal)",
        "Dap",
        "Lobatto",
        "Rk(order = 2)",
        "Rk(order = 4)",
        "Gauss",
        "Gni",
        "Rattle",
    ] {
        let compiled = Compiled::new(APPELL_HAMEL, integrator);
        let run = Run::new(&compiled, &[1.0, g, a, 0.0, 0.0], h);
        let v = [direction[0] * s0, direction[1] * s0, a * s0];
        let nodes = run.trajectory(&[0.0; 3], &v, 0.0, steps);
        let t = h * steps as f64;
        let brake = a * g / (1.0 + a * a);
        let (speed, way) = (s0 - brake * t, s0 * t - brake * t * t / 2.0);
        let last = &nodes[steps];
        let v = run.sample(last).v;
        let expected = [direction[0], direction[1], a];
        for i in 0..3 {
            let (q, v) = (last.q[i] - expected[i] * way, v[i] - expected[i] * speed);
            assert!(
                q.abs() < 1e-13 && v.abs() < 1e-13,
                "{integrator}: {q:e} {v:e}"
            );
        }
    }
}

/// A block on a slope that slips and is pressed by a spring-loaded arm: the friction depends on the
/// constraint force, which depends on the friction.
const SLIPPING: &str = "
    #[nonholonomic(
        coordinates(x, z, phi),
        lagrangian = 0.5 * m * (x_dot.powi(2) + z_dot.powi(2)) + 0.5 * (0.4 + 0.1 * cos(phi)) * phi_dot.powi(2)
            + 0.3 * x_dot * phi_dot - m * 9.81 * z + 0.8 * sin(phi) + 0.2 * x * z,
        holonomic(floor = z - 0.2 * sin(x)),
        forces(x = -mu * lambda.floor * tanh(x_dot), phi = 0.1 * lambda.floor * cos(phi) - 0.2 * phi_dot),
        integrators(Mla),
    )]
    struct Slipping { m: f64, mu: f64 }";

fn slipping() -> Case {
    let lagrangian = |p: &Point| {
        let (q, v) = (&p.q, &p.v);
        let sliding = (v[0].square() + v[1].square()) * (0.5 * p.p[0]);
        let turning = (q[2].cos() * 0.1 + 0.4) * v[2].square() * 0.5;
        sliding + turning + v[0] * v[2] * 0.3 - q[1] * (p.p[0] * 9.81)
            + q[2].sin() * 0.8
            + q[0] * q[1] * 0.2
    };
    Case::new("slipping", 3, &[0.7, 0.3], lagrangian, |p| {
        vec![p.v[1] - p.q[0].cos() * p.v[0] * 0.2]
    })
    .placed(|q, _| q[1] = 0.2 * q[0].sin())
    .reactive(|p| {
        let slip = p.v[0].x.tanh();
        vec![vec![-p.p[1] * slip, 0.0, 0.1 * p.q[2].x.cos()]]
    })
    .forced(0, |p| {
        let zero = Jet::constant(0.0);
        vec![zero, zero, p.v[2] * -0.2]
    })
}

const ON_POSITIONS: [(&str, u32, Reversal); 9] = [
    ("Mla", 64, Reversal::Plain),
    ("Dla", 64, Reversal::Plain),
    ("Dap", 64, Reversal::Plain),
    ("Lobatto", 16, Reversal::Plain),
    ("Rk(order = 2)", 128, Reversal::Plain),
    ("Rk(order = 4)", 32, Reversal::Plain),
    ("Gauss(stages = 2)", 16, Reversal::Plain),
    ("Gni", 64, Reversal::Reflect),
    ("Rattle", 64, Reversal::Plain),
];

#[test]
fn friction_by_the_force_of_a_constraint() {
    measure(slipping(), SLIPPING, &ON_POSITIONS);
}

/// A ladder that slides on a floor with friction, and along a smooth wall. The friction depends on
/// the force of the second constraint, which depends on that of the first.
const LADDER: &str = "
    #[nonholonomic(
        coordinates(x, z, phi),
        lagrangian = 0.5 * m * (x_dot.powi(2) + z_dot.powi(2)) + 0.2 * phi_dot.powi(2) - m * 9.81 * z,
        holonomic(wall = x - cos(phi), floor = z - sin(phi)),
        forces(
            x = -mu * lambda.floor * tanh(2 * x_dot),
            phi = -mu * lambda.floor * tanh(2 * x_dot) * sin(phi),
        ),
        integrators(Mla),
    )]
    struct Ladder { m: f64, mu: f64 }";

fn ladder() -> Case {
    let lagrangian = |p: &Point| {
        let (q, v) = (&p.q, &p.v);
        let sliding = (v[0].square() + v[1].square()) * (0.5 * p.p[0]);
        sliding + v[2].square() * 0.2 - q[1] * (p.p[0] * 9.81)
    };
    Case::new("ladder", 3, &[0.7, 0.2], lagrangian, |p| {
        vec![
            p.v[0] + p.q[2].sin() * p.v[2],
            p.v[1] - p.q[2].cos() * p.v[2],
        ]
    })
    .placed(|q, _| (q[0], q[1]) = (q[2].cos(), q[2].sin()))
    .reactive(|p| {
        let slip = (2.0 * p.v[0].x).tanh();
        let push = -p.p[1] * slip;
        vec![vec![0.0; 3], vec![push, 0.0, push * p.q[2].x.sin()]]
    })
}

#[test]
fn friction_by_the_force_of_the_second_constraint() {
    measure(ladder(), LADDER, &ON_POSITIONS);
}

const TIPPE_TOP: &str = include_str!("../../../../tests/models/tippe_top.nhi");

/// The tippe top with the friction of a point of contact, by vectors in space.
fn tippe_top() -> Case {
    let parameters = [1.1, 0.4, 0.5, 0.6, 0.2, 9.81, 0.3, 0.2];
    let lagrangian = |p: &Point| {
        let (v, k) = (&p.v, &p.p);
        let moving = (v[0].square() + v[1].square() + v[2].square()) * (0.5 * k[0]);
        let turning = (v[3].square() + v[4].square()) * (0.5 * k[1]) + v[5].square() * (0.5 * k[2]);
        moving + turning - p.q[2] * (k[0] * k[5])
    };
    Case::new("tippe_top", 3, &parameters, lagrangian, |p| {
        vec![p.v[2] + (p.q[9] * p.v[4] - p.q[10] * p.v[3]) * p.p[4]]
    })
    .on(&[Factor::So3])
    .placed(|q, k| q[2] = k[3] - k[4] * q[11])
    .reactive(|p| {
        let turn = Matrix3::from_fn(|i, j| p.q[3 + 3 * i + j].x);
        let (r, a, mu, eps) = (p.p[3], p.p[4], p.p[6], p.p[7]);
        let arm = turn.column(2) * a - Vector3::z() * r;
        let omega = turn * Vector3::new(p.v[3].x, p.v[4].x, p.v[5].x);
        let slip = Vector3::new(p.v[0].x, p.v[1].x, 0.0) + omega.cross(&arm);
        let slip = Vector3::new(slip.x, slip.y, 0.0);
        let push = -slip * mu / (slip.norm_squared() + eps * eps).sqrt();
        let twist = turn.transpose() * arm.cross(&push);
        vec![vec![push.x, push.y, 0.0, twist.x, twist.y, twist.z]]
    })
}

#[test]
fn a_tippe_top_on_dry_friction() {
    let trials = [
        ("Mla", 64, Reversal::Plain),
        ("Dla", 64, Reversal::Plain),
        ("Rk(order = 4)", 48, Reversal::Plain),
    ];
    measure(tippe_top(), TIPPE_TOP, &trials);
}

const DRIVEN_SNAKE: &str = include_str!("../../../../tests/models/driven_snake.nhi");

/// A snake of three links, whose joints are driven.
fn driven_snake() -> Case {
    /// Heading and velocity of the middle, the front and the rear link.
    fn links(p: &Point) -> [(Jet, Jet, [Jet; 2]); 3] {
        let (theta, omega, l) = (p.q[0], p.v[0], p.p[2]);
        let (front, rear) = (theta + p.q[3], theta - p.q[4]);
        let (front_rate, rear_rate) = (omega + p.v[3], omega - p.v[4]);
        let arm = |angle: Jet, rate: Jet| [angle.sin() * rate * -l, angle.cos() * rate * l];
        let (own, ahead, behind) = (
            arm(theta, omega),
            arm(front, front_rate),
            arm(rear, rear_rate),
        );
        let middle = [p.v[1], p.v[2]];
        let of_front = [0, 1].map(|i| middle[i] + own[i] + ahead[i]);
        let of_rear = [0, 1].map(|i| middle[i] - own[i] - behind[i]);
        [
            (theta, omega, middle),
            (front, front_rate, of_front),
            (rear, rear_rate, of_rear),
        ]
    }
    let lagrangian = |p: &Point| {
        let energies = links(p).map(|(_, rate, v)| {
            (v[0].square() + v[1].square()) * (0.5 * p.p[0]) + rate.square() * (0.5 * p.p[1])
        });
        energies.into_iter().sum()
    };
    Case::new(
        "driven_snake",
        5,
        &[1.2, 0.2, 0.5, 0.6, 0.3],
        lagrangian,
        |p| {
            let [middle, front, _] = links(p);
            let slips =
                [middle, front].map(|(angle, _, v)| angle.sin() * v[0] - angle.cos() * v[1]);
            let (wave, rate) = (p.t * 2.0, 2.0 * p.p[4]);
            vec![
                slips[0],
                slips[1],
                p.v[3] - wave.cos() * rate,
                p.v[4] + wave.sin() * rate,
            ]
        },
    )
}

#[test]
fn multipliers_of_driven_joints_are_the_torques_of_inverse_dynamics() {
    let case = driven_snake();
    let (turn, gait) = (case.parameters[3], case.parameters[4]);
    let start = State {
        q: vec![0.3, 0.1, -0.2, turn, turn + gait],
        v: vec![0.4, 0.2, 0.1, 0.0, 0.0],
        u: Vec::new(),
        t: 0.0,
    };
    let start = on_constraints(&case.system, &case.parameters, &start);
    for integrator in [
        "Mla",
        "Dla",
        "Gni",
        "Lobatto",
        "Rk(order = 4)",
        "Gauss(stages = 2)",
    ] {
        let compiled = Compiled::new(DRIVEN_SNAKE, integrator);
        let run = Run::new(&compiled, &case.parameters, 0.02);
        for node in run.trajectory(&start.q, &start.v, 0.0, 40) {
            let sample = run.sample(&node);
            let t = run.time(&node);
            let joint = turn + gait * (2.0 * t).sin();
            assert!((node.q[3] - joint).abs() < 1e-14, "{integrator}");
            let here = State {
                q: node.q.clone(),
                v: sample.v,
                u: Vec::new(),
                t,
            };
            let (_, lambda) = case.system.at(&case.parameters, &here).motion();
            assert_close("torques", &sample.lambda, lambda.as_slice(), 1e-10);
        }
    }
}

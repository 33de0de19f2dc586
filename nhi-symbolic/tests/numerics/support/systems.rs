//! The systems of the model files once more, by hand.

use super::chart::Factor;
use super::dynamics::{Point, System};
use super::jet::Jet;
use super::reduced;
use super::rolling;

/// Moves a configuration to the position constraints, given the parameters.
pub(crate) type Place = fn(&mut [f64], &[f64]);

/// A model file, its system by hand, and parameters for it.
pub(crate) struct Case {
    /// The name of the model file.
    pub(crate) model: &'static str,
    pub(crate) coordinates: usize,
    pub(crate) controls: usize,
    pub(crate) parameters: Vec<f64>,
    pub(crate) system: System,
    /// Moves a configuration to the position constraints, given the parameters.
    pub(crate) place: Option<Place>,
}

impl Case {
    pub(crate) fn new(
        model: &'static str,
        coordinates: usize,
        parameters: &[f64],
        lagrangian: fn(&Point) -> Jet,
        constraints: fn(&Point) -> Vec<Jet>,
    ) -> Self {
        Self {
            model,
            coordinates,
            controls: 0,
            parameters: parameters.to_vec(),
            system: System {
                lagrangian: Box::new(lagrangian),
                constraints: Box::new(constraints),
                forces: Box::new(|p| vec![Jet::constant(0.0); p.v.len()]),
                reactions: Box::new(|_| Vec::new()),
                factors: Vec::new(),
            },
            place: None,
        }
    }

    /// With position constraints, whose rates are the last of the constraints.
    pub(crate) fn placed(mut self, place: Place) -> Self {
        self.place = Some(place);
        self
    }

    /// With factors of the configuration behind the coordinates.
    pub(crate) fn on(mut self, factors: &[Factor]) -> Self {
        self.system.factors = factors.to_vec();
        self
    }

    /// With forces by multipliers, a row for each constraint.
    pub(crate) fn reactive(mut self, reactions: fn(&Point) -> Vec<Vec<f64>>) -> Self {
        self.system.reactions = Box::new(reactions);
        self
    }

    pub(crate) fn forced(mut self, controls: usize, forces: fn(&Point) -> Vec<Jet>) -> Self {
        self.controls = controls;
        self.system.forces = Box::new(forces);
        self
    }
}

/// The cases of systems with factors of the configuration without coordinates.
pub(crate) fn on_groups() -> Vec<Case> {
    let free = |_: &Point| Vec::new();
    let principal = |p: &Point| {
        let v = p.v.iter().zip(&p.p);
        v.map(|(w, j)| w.square() * (j / 2.0)).sum::<Jet>()
    };
    let mut cases = vec![
        Case::new("free_rigid_body", 0, &[1.0, 1.5, 2.2], principal, free).on(&[Factor::So3]),
        Case::new(
            "suslov",
            0,
            &[1.2, 1.0, 2.0, 0.8],
            |p| {
                let product = p.v[1] * p.v[2] * p.p[3];
                p.v.iter()
                    .zip(&p.p)
                    .map(|(w, i)| w.square() * (i / 2.0))
                    .sum::<Jet>()
                    + product
            },
            |p| vec![p.v[2]],
        )
        .on(&[Factor::So3]),
        Case::new(
            "heavy_top",
            0,
            &[1.0, 0.5, 1.2, 9.81, 0.3],
            |p| {
                let across = (p.v[0].square() + p.v[1].square()) * p.p[0];
                let height = p.q[8] * p.p[4];
                (across + p.v[2].square() * p.p[1]) * 0.5 - height * (p.p[2] * p.p[3])
            },
            free,
        )
        .on(&[Factor::So3]),
        Case::new(
            "underwater_vehicle",
            0,
            &[1.0, 3.0, 10.0, 18.0, 2.0, 1.5],
            |p| {
                let inertia = [p.p[0], p.p[1], p.p[1], p.p[2], p.p[3], p.p[3]];
                let kinetic: Jet = p.v.iter().zip(inertia).map(|(v, m)| v.square() * m).sum();
                kinetic * 0.5 + p.q[10] * p.p[4]
            },
            free,
        )
        .on(&[Factor::Se3])
        .forced(3, |p| {
            let drag = [3, 4, 5].map(|i| -p.v[i] * p.p[5]);
            let [thrust, elevator, rudder] = [0, 1, 2].map(|i| Jet::constant(p.u[i]));
            vec![zero(), elevator, rudder, thrust + drag[0], drag[1], drag[2]]
        }),
        Case::new(
            "steered_car",
            1,
            &[2.0, 1.0, 0.1, 1.0, 0.5],
            |p| {
                let [phi_dot, w, forward, sideways] = [0, 1, 2, 3].map(|i| p.v[i]);
                let centre = sideways + w * p.p[4];
                let moving = (forward.square() + centre.square()) * p.p[0];
                let turning = w.square() * p.p[1] + (w + phi_dot).square() * p.p[2];
                (moving + turning) * 0.5
            },
            |p| {
                let [_, w, forward, sideways] = [0, 1, 2, 3].map(|i| p.v[i]);
                let front = sideways + w * p.p[3];
                vec![sideways, p.q[0].cos() * front - p.q[0].sin() * forward]
            },
        )
        .on(&[Factor::Se2])
        .forced(2, |p| vec![p.u[1].into(), zero(), p.u[0].into(), zero()]),
    ];
    cases.extend(reduced::cases());
    cases.extend(rolling::cases());
    cases
}

/// The case of a model file.
pub(crate) fn case(model: &str) -> Case {
    let mut cases = all().into_iter().chain(on_groups());
    let case = cases.find(|case| case.model == model);
    case.unwrap_or_else(|| panic!("no system by hand for {model}"))
}

/// All cases.
pub(crate) fn all() -> Vec<Case> {
    let [disk, driven_disk] = [("rolling_disk", 2), ("driven_disk", 0)].map(|(model, controls)| {
        Case::new(model, 4, &[1.0, 0.5, 0.3, 0.2], disk_lagrangian, rolling).forced(
            controls,
            if controls > 0 {
                |p| vec![zero(), zero(), p.u[0].into(), p.u[1].into()]
            } else {
                |p| vec![zero(), zero(), p.t.cos() / 5.0, (p.t * 2.0).sin() * 0.3]
            },
        )
    });
    let [board, driven_board] =
        [("snakeboard", 2), ("driven_snakeboard", 0)].map(|(model, controls)| {
            Case::new(
                model,
                5,
                &[1.0, 1.0, 0.5, 1.5],
                snakeboard_lagrangian,
                snakeboard_wheels,
            )
            .forced(
                controls,
                if controls > 0 {
                    |p| vec![p.u[0].into(), p.u[1].into(), zero(), zero(), zero()]
                } else {
                    |p| {
                        let turn = p.t * core::f64::consts::TAU;
                        vec![(turn * 10.0).cos(), turn.sin(), zero(), zero(), zero()]
                    }
                },
            )
        });
    vec![
        Case::new(
            "chaplygin_sleigh",
            3,
            &[1.0, 2.0, 0.5],
            sleigh_kinetic,
            blade,
        ),
        Case::new(
            "contact_point_sleigh",
            3,
            &[1.0, 2.0, 0.5],
            contact_point_kinetic,
            |p| vec![p.q[0].sin() * p.v[1] - p.q[0].cos() * p.v[2]],
        ),
        board,
        driven_board,
        disk,
        driven_disk,
        Case::new("heisenberg", 3, &[], free_particle, |p| {
            vec![p.v[2] - p.q[1] * p.v[0] + p.q[0] * p.v[1]]
        }),
        Case::new("martinet", 3, &[], free_particle, |p| {
            vec![p.v[2] - p.q[1].square() * p.v[0] * 0.5]
        }),
        Case::new(
            "two_wheeled_vehicle",
            4,
            &[1.0, 1.0, 0.3],
            vehicle_kinetic,
            wheels,
        ),
        Case::new(
            "vehicle_in_bowl",
            4,
            &[1.0, 1.0, 0.3],
            |p| {
                let half = 0.5 * p.p[2];
                let middle = [p.q[0] - p.q[2].cos() * half, p.q[1] - p.q[2].sin() * half];
                vehicle_kinetic(p) + (middle[0].square() + middle[1].square()).sqrt().cos()
            },
            wheels,
        ),
        Case::new("nonholonomic_particle", 3, &[], free_particle, |p| {
            vec![p.v[2] - p.q[1] * p.v[0]]
        }),
        Case::new(
            "nonholonomic_oscillator",
            3,
            &[],
            |p| free_particle(p) - p.q.iter().map(|x| x.square() * 0.5).sum::<Jet>(),
            |p| vec![p.v[0] + p.q[1] * p.v[2]],
        ),
        Case::new(
            "knife_edge",
            3,
            &[1.0, 1.0, 1.0, core::f64::consts::FRAC_PI_6],
            |p| edge_kinetic(p) + p.q[0] * (p.p[0] * p.p[2] * p.p[3].sin()),
            |p| vec![p.q[2].sin() * p.v[0] - p.q[2].cos() * p.v[1]],
        ),
        Case::new(
            "perturbed_knife_edge",
            3,
            &[1.0, 1.0, 1.0, core::f64::consts::FRAC_PI_6, 0.1],
            |p| edge_kinetic(p) + p.q[0] * (p.p[0] * p.p[2] * p.p[3].sin()),
            |p| {
                let along = [p.q[2].cos() + p.q[2].sin() * p.p[4], p.q[2].sin()];
                vec![along[1] * p.v[0] - along[0] * p.v[1]]
            },
        ),
        Case::new(
            "roller_racer",
            4,
            &[1.0, 1.0, 0.5, 1.0, 0.5],
            racer_lagrangian,
            racer_axles,
        ),
        Case::new(
            "inclined_sleigh",
            3,
            &[1.0, 2.0, 0.5, 0.7],
            |p| sleigh_kinetic(p) + p.q[1] * (p.p[1] * p.p[3]),
            blade,
        ),
        Case::new(
            "dragged_sleigh",
            3,
            &[1.0, 2.0, 0.5, 0.3, 0.4],
            sleigh_kinetic,
            blade,
        )
        .forced(0, |p| {
            let size = (p.v[1].square() + p.v[2].square() + 1.0).sqrt() * -p.p[4];
            vec![p.v[0] * -p.p[3], p.v[1] * size, p.v[2] * size]
        }),
        Case::new(
            "turntable_knife_edge",
            3,
            &[1.3, 0.6, 0.8],
            edge_kinetic,
            |p| {
                let rate = ((p.t * 2.0).sin() * 0.5 + 1.0) * p.p[2];
                let along = [p.v[0] + rate * p.q[1], p.v[1] - rate * p.q[0]];
                vec![p.q[2].sin() * along[0] - p.q[2].cos() * along[1]]
            },
        ),
        Case::new(
            "motor_disk",
            4,
            &[1.0, 0.5, 0.3, 0.2, 0.9, 1.4],
            |p| disk_lagrangian(p) - p.q[2].square() * (0.5 * p.p[4]),
            |p| {
                let mut residuals = rolling(p);
                residuals.push(p.v[3] - (p.t.cos() + 1.0) * p.p[5]);
                residuals
            },
        ),
        Case::new(
            "charged_particle",
            3,
            &[1.2, 0.7],
            |p| {
                let swirl = p.q[0] * p.v[1] - p.q[1] * p.v[0];
                free_particle(p) * p.p[0] + (p.q[0].square() + 1.0) * swirl * p.p[1]
            },
            |p| vec![p.v[2] - p.q[1] * p.v[0]],
        ),
        Case::new(
            "skating_pendulum",
            4,
            &[1.5, 0.4, 0.6, 0.8, 1.1],
            pendulum_lagrangian,
            |p| vec![p.q[2].sin() * p.v[0] - p.q[2].cos() * p.v[1]],
        )
        .forced(1, |p| vec![zero(), zero(), p.u[0].into(), zero()]),
        Case::new(
            "two_link_knife_edge",
            4,
            &[1.0, 0.3, 0.7, 0.2, 0.6, 0.5, 0.9],
            two_link_lagrangian,
            |p| {
                let heading = p.q[2] + p.q[3];
                let (_, tail) = two_link_tail(p);
                vec![heading.sin() * tail[0] - heading.cos() * tail[1]]
            },
        ),
    ]
}

fn zero() -> Jet {
    Jet::constant(0.0)
}

fn free_particle(p: &Point) -> Jet {
    p.v.iter().map(|v| v.square() * 0.5).sum()
}

/// Parameters `inertia, m, a`.
fn sleigh_kinetic(p: &Point) -> Jet {
    let translation = p.v[1].square() + p.v[2].square();
    p.v[0].square() * (0.5 * p.p[0]) + translation * (0.5 * p.p[1])
}

/// The velocity of the centre of mass from that of the blade; parameters `inertia, m, a`.
fn contact_point_kinetic(p: &Point) -> Jet {
    let swing = p.v[0] * p.p[2];
    let x = p.v[1] - p.q[0].sin() * swing;
    let y = p.v[2] + p.q[0].cos() * swing;
    p.v[0].square() * (0.5 * p.p[0]) + (x.square() + y.square()) * (0.5 * p.p[1])
}

fn blade(p: &Point) -> Vec<Jet> {
    vec![p.v[0] * p.p[2] + p.q[0].sin() * p.v[1] - p.q[0].cos() * p.v[2]]
}

/// Parameters `m, inertia`.
fn edge_kinetic(p: &Point) -> Jet {
    (p.v[0].square() + p.v[1].square()) * (0.5 * p.p[0]) + p.v[2].square() * (0.5 * p.p[1])
}

/// Parameters `m, l, i_rotor, j_wheel`.
fn snakeboard_lagrangian(p: &Point) -> Jet {
    let &[m, l, rotor, wheel] = p.p.as_slice() else {
        panic!("four parameters");
    };
    let [psi, phi, theta, x, y] = [0, 1, 2, 3, 4].map(|i| p.v[i]);
    // Row by row of the mass matrix of the paper.
    (psi * (psi * rotor + theta * rotor)
        + phi * (phi * (2.0 * wheel))
        + theta * (psi * rotor + theta * (m * l * l))
        + (x * x + y * y) * m)
        * 0.5
}

fn snakeboard_wheels(p: &Point) -> Vec<Jet> {
    let (phi, theta) = (p.q[1], p.q[2]);
    let forward = theta.cos() * p.v[3] + theta.sin() * p.v[4];
    vec![
        theta.sin() * p.v[3] - theta.cos() * p.v[4],
        phi.cos() * p.v[2] * p.p[1] + phi.sin() * forward,
    ]
}

/// Parameters `alpha, beta, length`.
fn vehicle_kinetic(p: &Point) -> Jet {
    (p.v[0].square() + p.v[1].square() + p.v[2].square() * p.p[0] + p.v[3].square() * p.p[1]) * 0.5
}

fn wheels(p: &Point) -> Vec<Jet> {
    let across = |angle: Jet| angle.sin() * p.v[0] - angle.cos() * p.v[1];
    vec![across(p.q[3]), across(p.q[2]) + p.v[2] * p.p[2]]
}

/// Parameters `m, radius, i_roll, i_turn`.
fn disk_lagrangian(p: &Point) -> Jet {
    (p.v[0].square() + p.v[1].square()) * (0.5 * p.p[0])
        + p.v[3].square() * (0.5 * p.p[2])
        + p.v[2].square() * (0.5 * p.p[3])
}

fn rolling(p: &Point) -> Vec<Jet> {
    let way = p.v[3] * p.p[1];
    vec![p.v[0] - p.q[2].cos() * way, p.v[1] - p.q[2].sin() * way]
}

/// Parameters `m, i_body, i_bar, d_body, d_bar`.
fn racer_lagrangian(p: &Point) -> Jet {
    (p.v[1].square() + p.v[2].square()) * (0.5 * p.p[0])
        + p.v[0].square() * (0.5 * p.p[1])
        + (p.v[0] + p.v[3]).square() * (0.5 * p.p[2])
}

fn racer_axles(p: &Point) -> Vec<Jet> {
    let (theta, phi) = (p.q[0], p.q[3]);
    let forward = theta.cos() * p.v[1] + theta.sin() * p.v[2];
    let turn = p.v[0] * p.p[3] * phi.cos() + (p.v[0] + p.v[3]) * p.p[4];
    vec![
        phi.sin() * forward - turn,
        theta.cos() * p.v[2] - theta.sin() * p.v[1],
    ]
}

/// Parameters `m_cart, inertia, m_bob, l, g`; kinetic energy in the frame of the cart.
fn pendulum_lagrangian(p: &Point) -> Jet {
    let &[cart, inertia, bob, l, g] = p.p.as_slice() else {
        panic!("five parameters");
    };
    let (theta, beta) = (p.q[2], p.q[3]);
    let along = theta.cos() * p.v[0] + theta.sin() * p.v[1];
    let across = theta.cos() * p.v[1] - theta.sin() * p.v[0];
    let bob_along = along + beta.cos() * p.v[3] * l;
    let bob_across = across + beta.sin() * p.v[2] * l;
    let bob_up = beta.sin() * p.v[3] * l;
    (along.square() + across.square()) * (0.5 * cart)
        + p.v[2].square() * (0.5 * inertia)
        + (bob_along.square() + bob_across.square() + bob_up.square()) * (0.5 * bob)
        + beta.cos() * (bob * g * l)
}

/// The rate of turning and the velocity of the second link; parameters
/// `m_first, i_first, m_second, i_second, l_first, l_second, spring`.
fn two_link_tail(p: &Point) -> (Jet, [Jet; 2]) {
    let turn = p.v[2] + p.v[3];
    let heading = p.q[2] + p.q[3];
    let first = p.v[2] * p.p[4];
    let second = turn * p.p[5];
    let tail = [
        p.v[0] - p.q[2].sin() * first - heading.sin() * second,
        p.v[1] + p.q[2].cos() * first + heading.cos() * second,
    ];
    (turn, tail)
}

fn two_link_lagrangian(p: &Point) -> Jet {
    let (turn, tail) = two_link_tail(p);
    (p.v[0].square() + p.v[1].square()) * (0.5 * p.p[0])
        + p.v[2].square() * (0.5 * p.p[1])
        + (tail[0].square() + tail[1].square()) * (0.5 * p.p[2])
        + turn.square() * (0.5 * p.p[3])
        - p.q[3].square() * (0.5 * p.p[6])
}

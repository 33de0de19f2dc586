//! Systems on groups whose constraints depend on the group element, and with position constraints, by hand.

use super::chart::Factor;
use super::dynamics::Point;
use super::jet::Jet;
use super::systems::Case;

pub(crate) fn cases() -> Vec<Case> {
    let ball = Case::new(
        "magnetic_ball",
        2,
        &[1.0, 0.3, 0.4, 0.5, 0.7, 0.8],
        ball_lagrangian,
        rolling,
    );
    let hull = Case::new("towed_hull", 1, &[1.0, 0.7], hull_lagrangian, keel_and_rope);
    let bob = Case::new(
        "skating_bob",
        6,
        &[1.0, 0.3, 0.7, 2.0, 0.8],
        bob_lagrangian,
        blade_and_rod,
    );
    let held = Case::new(
        "held_ball",
        0,
        &[1.0, 0.3, 0.4, 0.5, 0.8, 0.6],
        held_lagrangian,
        turning_plate,
    );
    vec![
        bob.placed(|q, p| {
            let rod: Vec<_> = (0..3).map(|i| q[3 + i]).collect();
            let length = rod.iter().map(|x| x * x).sum::<f64>().sqrt();
            let foot = [q[0], q[1], 0.0];
            for i in 0..3 {
                q[3 + i] = foot[i] + rod[i] * p[4] / length;
            }
        }),
        held.on(&[Factor::Se3]).placed(|q, p| q[11] = p[4]),
        ball.on(&[Factor::So3]),
        hull.on(&[Factor::Se3, Factor::Se2]).forced(1, hull_forces),
    ]
}

fn ball_lagrangian(p: &Point) -> Jet {
    let moving = (p.v[0].square() + p.v[1].square()) * p.p[0];
    let turning: Jet = (0..3).map(|i| p.v[2 + i].square() * p.p[1 + i]).sum();
    let entry = |i: usize, j: usize| p.q[2 + 3 * i + j];
    (moving + turning) * 0.5 - (entry(2, 2) + entry(1, 0) * 0.25) * p.p[4]
}

/// The point of contact rests: `v = omega cross r e_z` with the angular velocity in space.
fn rolling(p: &Point) -> Vec<Jet> {
    let in_space = |i: usize| -> Jet { (0..3).map(|j| p.q[2 + 3 * i + j] * p.v[2 + j]).sum() };
    vec![p.v[0] - in_space(1) * p.p[5], p.v[1] + in_space(0) * p.p[5]]
}

/// An entry of the hull's `[R | p]`.
fn hull(p: &Point, i: usize, j: usize) -> Jet {
    p.q[1 + 4 * i + j]
}

/// An entry of the raft's `[R | p]`.
fn raft(p: &Point, i: usize, j: usize) -> Jet {
    p.q[13 + 3 * i + j]
}

fn hull_lagrangian(p: &Point) -> Jet {
    let [s_dot, w, v, a, b, c] = [p.v[0], p.v[2], p.v[4], p.v[7], p.v[8], p.v[9]];
    let moving: Jet = (4..7).map(|i| p.v[i].square()).sum();
    let mass = p.q[0].square() * 0.2 + p.p[0];
    let weights = [0.3, 0.4, 0.5];
    let turning: Jet = (0..3).map(|i| p.v[1 + i].square() * weights[i]).sum();
    let coupled = p.v[1] * p.v[5] * 0.3 + s_dot * v * 0.1 + a * w * 0.1;
    let towed = (s_dot.square() + a.square()) * 0.5 + b.square() * 0.7 + c.square() * 0.6;
    let swirl = raft(p, 0, 1) * b * a * 0.2;
    let field = hull(p, 2, 2) + hull(p, 2, 3) * 0.3 + hull(p, 0, 3).square() * 0.2;
    let current = raft(p, 0, 2) * raft(p, 1, 2) * 0.3 + raft(p, 0, 0) * 0.2;
    moving * mass * 0.5 + turning * 0.5 + coupled + towed + swirl - field * p.p[1] - current
}

fn keel_and_rope(p: &Point) -> Vec<Jet> {
    let keel = p.v[6] + hull(p, 2, 0) * p.v[2] * 0.3 + p.v[0] * 0.2;
    let across = hull(p, 1, 3) * p.v[5] + raft(p, 0, 2) * p.v[8];
    vec![keel, p.v[9] - p.v[7] * 0.3 - across * 0.1 - p.t * 0.05]
}

fn hull_forces(p: &Point) -> Vec<Jet> {
    let mut forces = vec![Jet::constant(0.0); 10];
    forces[0] = Jet::constant(p.u[0]);
    forces[2] = p.v[2] * hull(p, 0, 0) * -0.1;
    forces[8] = raft(p, 1, 0) * p.u[0];
    forces
}

fn bob_lagrangian(p: &Point) -> Jet {
    let squares = |range: core::ops::Range<usize>| -> Jet { range.map(|i| p.v[i].square()).sum() };
    let kinetic = squares(0..2) * p.p[0] + p.v[2].square() * p.p[1] + squares(3..6) * p.p[2];
    kinetic * 0.5 - p.q[5] * (p.p[2] * p.p[3])
}

fn blade_and_rod(p: &Point) -> Vec<Jet> {
    let blade = p.v[1] * p.q[2].cos() - p.v[0] * p.q[2].sin();
    let foot = |i: usize| {
        if i < 2 {
            (p.q[i], p.v[i])
        } else {
            (Jet::constant(0.0), Jet::constant(0.0))
        }
    };
    let along = (0..3).map(|i| {
        let (q, v) = foot(i);
        (p.q[3 + i] - q) * (p.v[3 + i] - v)
    });
    vec![blade, along.sum::<Jet>() * 2.0]
}

fn held_lagrangian(p: &Point) -> Jet {
    let moving: Jet = (3..6).map(|i| p.v[i].square()).sum();
    let turning: Jet = (0..3).map(|i| p.v[i].square() * p.p[1 + i]).sum();
    (moving * p.p[0] + turning) * 0.5
}

/// The ball rolls on a plate that turns, and keeps its height.
fn turning_plate(p: &Point) -> Vec<Jet> {
    let entry = |i: usize, j: usize| p.q[4 * i + j];
    let in_space =
        |i: usize, first: usize| -> Jet { (0..3).map(|j| entry(i, j) * p.v[first + j]).sum() };
    vec![
        in_space(0, 3) - in_space(1, 0) * p.p[4] + entry(1, 3) * p.p[5],
        in_space(1, 3) + in_space(0, 0) * p.p[4] - entry(0, 3) * p.p[5],
        in_space(2, 3),
    ]
}

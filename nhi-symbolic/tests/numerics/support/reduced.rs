//! Systems of the plane whose pose is a group element, by hand: velocities of the shape first, then
//! `w, forward, sideways` of the body.

use super::chart::Factor;
use super::dynamics::Point;
use super::jet::Jet;
use super::systems::Case;

/// The reduced sleigh, rolling disk and roller racer.
pub(super) fn cases() -> Vec<Case> {
    let sleigh = Case::new(
        "reduced_sleigh",
        0,
        &[1.0, 2.0, 0.5],
        |p| {
            let centre = p.v[2] + p.v[0] * p.p[2];
            p.v[0].square() * (0.5 * p.p[0]) + translation(p.v[1], centre) * p.p[1]
        },
        |p| vec![p.v[2]],
    );
    let disk = Case::new(
        "reduced_rolling_disk",
        1,
        &[1.0, 0.5, 0.3, 0.2],
        |p| {
            let spinning = p.v[0].square() * p.p[2] + p.v[1].square() * p.p[3];
            spinning * 0.5 + translation(p.v[2], p.v[3]) * p.p[0]
        },
        |p| vec![p.v[2] - p.v[0] * p.p[1], p.v[3]],
    );
    let racer = Case::new(
        "reduced_roller_racer",
        1,
        &[1.0, 1.0, 0.5, 1.0, 0.5],
        |p| {
            let turning = p.v[1].square() * p.p[1] + (p.v[0] + p.v[1]).square() * p.p[2];
            turning * 0.5 + translation(p.v[2], p.v[3]) * p.p[0]
        },
        racer_axles,
    );
    [sleigh, disk, racer]
        .map(|case| case.on(&[Factor::Se2]))
        .into()
}

/// Half the square of a velocity in the plane.
fn translation(along: Jet, across: Jet) -> Jet {
    (along.square() + across.square()) * 0.5
}

fn racer_axles(p: &Point) -> Vec<Jet> {
    let [phi_dot, w, forward, sideways] = [0, 1, 2, 3].map(|i| p.v[i]);
    let turn = w * p.p[3] * p.q[0].cos() + (w + phi_dot) * p.p[4];
    vec![p.q[0].sin() * forward - turn, sideways]
}

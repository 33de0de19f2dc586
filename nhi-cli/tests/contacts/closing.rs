//! Contacts that close: with rolling, with friction, and two at once.

use super::support::Desk;
use super::{assert_near, column, events, run};

/// A ball that falls onto a floor on which it rolls, until it is lifted.
const DROP: &str = "#[nonholonomic(
    coordinates(x, z, phi),
    lagrangian = 0.5 * m * (x_dot.powi(2) + z_dot.powi(2) + k * r.powi(2) * phi_dot.powi(2)) - m * g * z,
    constraints(rolling = x_dot - r * phi_dot when floor),
    holonomic(floor = z - r),
    contacts(floor >= 0, opens),
    controls(lift),
    forces(z = lift, x = -mu * lambda.floor * x_dot),
    integrators(Mla),
)]
struct Drop { m: f64, g: f64, r: f64, k: f64, mu: f64 }";

const LIFTED: &str = "model = \"drop.nhi\"
integrator = \"Rk(order = 4)\"
step = 0.01
end = 2.0
control_period = 0.05
[parameters]
m = 2.0
g = 9.81
r = 0.5
k = 0.4
mu = 0.0
[initial]
x = 0.0
z = 1.0
phi = 0.0
x_dot = 0.7
z_dot = 0.0
phi_dot = 0.0
[controls]
lift = \"30 * step(t - 1.22)\"
[output]
load = \"lambda.floor\"
slip = \"residual.rolling\"
";

#[test]
fn a_ball_begins_to_roll_when_it_lands_and_is_lifted_off_again() {
    let desk = Desk::new();
    desk.write("drop.nhi", DROP);
    desk.write("drop.toml", LIFTED);
    let found = events(&desk, "drop.toml", &[]);
    let names: Vec<_> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["floor.closes", "floor.opens"]);
    assert_near(found[0].1, (1.0 / 9.81_f64).sqrt(), 1e-12, "the fall");
    // Controls are held over their period.
    assert_near(found[1].1, 1.25, 1e-12, "the lift");
    let rows = run(&desk, "drop.toml", &[]);
    // The impulse of friction acts at the distance r: m x_dot = m 0.7 - p, k m r phi_dot = p.
    assert_near(*column(&rows, "x_dot").last().unwrap(), 0.5, 1e-13, "speed");
    assert_near(
        *column(&rows, "phi_dot").last().unwrap(),
        1.0,
        1e-13,
        "spin",
    );
    assert_eq!(column(&rows, "load"), column(&rows, "lambda.floor"));
    assert_eq!(column(&rows, "slip"), column(&rows, "residual.rolling"));
    let height = 0.5 * (15.0 - 9.81) * 0.75 * 0.75 + 0.5;
    assert_near(*column(&rows, "z").last().unwrap(), height, 1e-12, "height");
}

#[test]
fn friction_by_the_force_of_a_contact_ends_with_the_contact() {
    let desk = Desk::new();
    desk.write("drop.nhi", DROP.replace(" when floor", ""));
    desk.write("drop.toml", LIFTED);
    let rows = run(
        &desk,
        "drop.toml",
        &["--set", "mu=0.3", "--set", "x_dot=0", "--set", "phi_dot=0"],
    );
    assert!(column(&rows, "x_dot").iter().all(|x| x.abs() < 1e-15));
    let start = [
        "--set",
        "mu=0.3",
        "--set",
        "x_dot=0.7",
        "--set",
        "phi_dot=1.4",
    ];
    let rows = run(&desk, "drop.toml", &start);
    let (t, x_dot) = (column(&rows, "t"), column(&rows, "x_dot"));
    // m (1 + k) x_dot' = -mu m g x_dot while the ball is on the floor.
    let rate = 0.3 * 9.81 / 1.4;
    let landed = (1.0 / 9.81_f64).sqrt();
    for (t, x_dot) in t.iter().zip(&x_dot) {
        let on_floor = (t - landed).clamp(0.0, 1.22 - landed);
        if *t < 1.22 {
            assert_near(
                *x_dot,
                0.7 * (-rate * on_floor).exp(),
                1e-7,
                &format!("t = {t}"),
            );
        }
    }
    let after: Vec<_> = t.iter().zip(&x_dot).filter(|(t, _)| **t > 1.26).collect();
    assert!(
        after
            .iter()
            .all(|(_, x_dot)| (*x_dot - after[0].1).abs() < 1e-14)
    );
}

/// A beam on two supports, and its fall on both or on one of them.
const BEAM: &str = "#[nonholonomic(
    coordinates(z, tilt),
    lagrangian = 0.5 * m * z_dot.powi(2) + 0.5 * j * tilt_dot.powi(2) - m * g * z,
    holonomic(left = z - b * sin(tilt), right = z + b * sin(tilt)),
    contacts(left >= 0, opens, restitution = e, right >= 0, opens, restitution = e),
    integrators(Mla),
)]
struct Beam { m: f64, j: f64, b: f64, g: f64, e: f64 }";

const BEAM_RUN: &str = "model = \"beam.nhi\"
integrator = \"Mla\"
step = 0.01
end = 0.8
[parameters]
m = 2.0
j = 0.5
b = 1.0
g = 9.81
e = 0.0
[initial]
z = 1.0
z_dot = 0.0
tilt = 0.0
tilt_dot = 0.0
";

#[test]
fn two_contacts_close_together_and_one_after_the_other() {
    let desk = Desk::new();
    desk.write("beam.nhi", BEAM);
    desk.write("beam.toml", BEAM_RUN);
    let found = events(&desk, "beam.toml", &[]);
    let names: Vec<_> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["left.closes", "right.closes"]);
    assert_eq!(found[0].1, found[1].1);
    let rows = run(&desk, "beam.toml", &[]);
    assert_near(
        *column(&rows, "lambda.left").last().unwrap(),
        9.81,
        1e-10,
        "left",
    );
    assert_near(
        *column(&rows, "lambda.right").last().unwrap(),
        9.81,
        1e-10,
        "right",
    );
    // With a tilt, the left end lands first, and then the right one. If the mass is in the middle,
    // both ends stay; if it is at the ends, the second blow would have to pull at the left end.
    let falls = |inertia| {
        let options = ["--set", "tilt=0.2", "--end", "0.7", "--set", inertia];
        events(&desk, "beam.toml", &options)
    };
    for inertia in ["j=0.05", "j=0.5"] {
        let found = falls(inertia);
        let names: Vec<_> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["left.closes", "right.closes"], "{inertia}");
    }
    let found = falls("j=3.0");
    let names: Vec<_> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names[..3],
        ["left.closes", "left.opens", "right.closes"],
        "{found:?}"
    );
    // Elastic ends, at the same time: the beam rebounds without a turn.
    let rows = run(&desk, "beam.toml", &["--set", "e=1"]);
    assert!(column(&rows, "tilt").iter().all(|tilt| tilt.abs() < 1e-14));
    let energy = column(&rows, "energy");
    assert!(energy.iter().all(|e| (e - energy[0]).abs() < 1e-10));
}

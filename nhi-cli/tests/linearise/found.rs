//! Equilibria and steady motions near a start, which `--find` searches.

use super::*;

/// From aside and in motion, the place where `push = m g tan(angle)`.
#[test]
fn equilibria_are_found_from_starts_near_them() {
    let settings = ["x=0.1", "z=-0.23", "x_dot=0.5", "push=13.5"];
    let mut arguments = vec!["linearise", "hanging.toml", "--find", "--project", "--json"];
    for setting in &settings {
        arguments.extend(["--set", setting]);
    }
    let found = pendulum().nhi(&arguments, 0).json();
    assert_eq!(found["verdict"], "equilibrium");
    let values = |key: &str| {
        let list = found["start"][key].as_array().unwrap().iter();
        list.map(|x| x.as_f64().unwrap()).collect::<Vec<_>>()
    };
    let off = [values("configuration"), values("velocity")].concat();
    let off = off.iter().zip([0.15, -0.2, 0.0, 0.0]);
    let worst = off.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    println!("{worst:.1e}");
    // The search ends at rates of 1e-13 of the matrices, whose largest entry is below 100.
    assert!(worst < 1e-11, "{found:#}");
}

/// The search ends at velocities of 1e-13; these count as rest, however fast the start is.
#[test]
fn a_body_that_comes_to_rest_is_an_equilibrium() {
    let desk = Desk::new();
    desk.write("hung.nhi", HUNG);
    desk.write("hung.toml", HANGING_ASIDE);
    for turning in ["0", "1e-9", "1e-4", "1e-3", "0.003", "0.02", "1"] {
        let set = format!("w1={turning}");
        let arguments = [
            "linearise",
            "hung.toml",
            "--find",
            "--project",
            "--json",
            "--set",
            &set,
        ];
        let found = desk.nhi(&arguments, 0).json();
        assert_eq!(found["verdict"], "equilibrium", "{turning}");
        let velocity = found["start"]["velocity"].as_array().unwrap();
        assert!(velocity.iter().all(|v| *v == 0.0), "{velocity:?}");
    }
}

/// A body that hangs on a rod, at a point above its centre of mass.
const HUNG: &str = "#[nonholonomic(
    groups(p: SE3(w1, w2, w3, v1, v2, v3)),
    definitions(
        hx = p[0][3] + c * p[0][2],
        hy = p[1][3] + c * p[1][2],
        hz = p[2][3] + c * p[2][2],
    ),
    lagrangian = 0.5 * m * (v1 * v1 + v2 * v2 + v3 * v3)
        + 0.5 * (j1 * w1 * w1 + j2 * w2 * w2 + j3 * w3 * w3) - m * g * p[2][3],
    holonomic(rod = hx.powi(2) + hy.powi(2) + hz.powi(2) - l * l),
    integrators(Mla),
)]
struct Hung { m: f64, j1: f64, j2: f64, j3: f64, c: f64, l: f64, g: f64 }
";

const HANGING_ASIDE: &str = "model = \"hung.nhi\"
integrator = \"Mla\"
step = 0.01
end = 1.0
[parameters]
m = 1.0
j1 = 0.1
j2 = 0.2
j3 = 0.15
c = 0.3
l = 0.8
g = 9.81
[initial]
p = [[1, 0, 0, 0.0], [0, 1, 0, 0.1], [0, 0, 1, -1.09372539332], [0, 0, 0, 1]]
";

/// The unit of mass is no part of an equilibrium.
#[test]
fn equilibria_are_found_in_all_units_of_mass() {
    let desk = pendulum();
    for unit in [1e-12_f64, 1.0, 1e12] {
        let settings = ["m", "c"].map(|name| {
            let value = match name {
                "m" => 2.0,
                _ => 1.0,
            };
            format!("{name}={:e}", value * unit)
        });
        let [m, c] = &settings;
        let arguments = [
            "linearise",
            "hanging.toml",
            "--find",
            "--project",
            "--json",
            "--set",
            m,
            "--set",
            c,
            "--set",
            "x=0.05",
            "--set",
            "x_dot=0.3",
        ];
        let found = desk.nhi(&arguments, 0).json();
        assert_eq!(found["verdict"], "equilibrium", "{unit:e}");
        let start = found["start"]["configuration"].as_array().unwrap();
        assert!(
            start[0].as_f64().unwrap().abs() < 1e-13,
            "{unit:e}: {start:?}"
        );
    }
}

/// The search keeps contacts open or closed. A state at which they cannot be so is refused.
#[test]
fn equilibria_beyond_a_contact_are_none() {
    let desk = Desk::new();
    desk.write(
        "ball.nhi",
        "#[nonholonomic(
            coordinates(x, z),
            lagrangian = 0.5 * m * (x_dot.powi(2) + z_dot.powi(2)) - m * g * z,
            holonomic(floor = z),
            contacts(floor >= 0, opens),
            controls(along, up),
            forces(x = along, z = up),
            integrators(Mla),
        )]
        struct Ball { m: f64, g: f64 }",
    );
    let law = |along: &str, up: &str, z: &str| {
        format!(
            "model = \"ball.nhi\"\nintegrator = \"Mla\"\nstep = 0.01\nend = 1.0\n\
             [parameters]\nm = 2.0\ng = 10.0\n[initial]\nx = 0.1\nz = {z}\n\
             [controls]\nalong = \"{along}\"\nup = \"{up}\"\n"
        )
    };
    for (scenario, reason) in [
        (
            law("0", "20 - 5*(z + 1) - z_dot", "1.1"),
            "the contact `floor` overlap",
        ),
        (law("4 - x", "8*x", "0"), "other contacts are closed"),
    ] {
        desk.write("run.toml", scenario);
        let said = desk.nhi(&["linearise", "run.toml", "--find"], 1).stderr;
        holds(&said, &["no steady motion was found", reason]);
    }
    desk.write("run.toml", law("4 - x", "0.2*x", "0"));
    let said = desk.nhi(&["linearise", "run.toml", "--find"], 0);
    holds(&said.stdout, &["equilibrium"]);
}

/// The bicycle of the scenario is pushed; on a plane that falls away no speed of a knife edge is constant.
#[test]
fn steady_motions_are_found_where_there_are_some() {
    let desk = Desk::new();
    let bicycle = scenario("whipple_bicycle.toml");
    let said = desk.nhi(&["linearise", &bicycle, "--find"], 0);
    let moved = [
        "the start was moved to a steady motion",
        "lean_dot: 0.3 -> 0.0",
    ];
    holds(&said.stderr, &moved);
    holds(&said.stdout, &["WhippleBicycle: steady motion"]);
    let sliding = scenario("knife_edge.toml");
    let said = desk.nhi(&["linearise", &sliding, "--find"], 1);
    let refused = [
        "no steady motion was found near the start",
        "needed: ",
        "help: ",
    ];
    holds(&said.stderr, &refused);
}

//! Several contacts: which of them open, and which receive an impulse, does not depend on their
//! order. Bounces that accumulate end a run.

use super::support::{Desk, holds};
use super::{INTEGRATORS, assert_near, column, events, run};

/// A beam on supports at -b and b. Their names and their order in the list of contacts are chosen.
fn beam([first, second]: [&str; 2]) -> String {
    format!(
        "#[nonholonomic(
    coordinates(z, pitch),
    lagrangian = 0.5 * m * z_dot.powi(2) + 0.5 * j * pitch_dot.powi(2) - m * g * z,
    holonomic(rear = z - b * sin(pitch), front = z + b * sin(pitch)),
    contacts({first} >= 0, opens, restitution = e, {second} >= 0, opens, restitution = e),
    controls(lift),
    forces(z = lift, pitch = lift * d * cos(pitch)),
    integrators(Mla),
)]
struct Beam {{ m: f64, j: f64, b: f64, d: f64, g: f64, e: f64 }}"
    )
}

const LIFTED: &str = "model = \"beam.nhi\"
integrator = \"Rk(order = 4)\"
step = 0.001
end = 0.1
[parameters]
m = 1.0
j = 0.1
b = 1.0
d = 0.1
g = 10.0
e = 0.5
[initial]
z = 0.0
pitch = 0.0
z_dot = 0.0
pitch_dot = 0.0
[controls]
lift = \"12\"
";

const ORDERS: [[&str; 2]; 2] = [["rear", "front"], ["front", "rear"]];

/// Without the supports the gaps would accelerate at -10 and 14, and both would pull if both were
/// closed. The one solution has a force of 10/11 at the rear, and an open front.
#[test]
fn a_lifted_beam_leaves_one_support() {
    let desk = Desk::new();
    for order in ORDERS {
        desk.write("beam.nhi", beam(order));
        desk.write("beam.toml", LIFTED);
        let rows = run(&desk, "beam.toml", &[]);
        let [rear, front] = ["lambda.rear", "lambda.front"].map(|name| column(&rows, name)[0]);
        assert_near(rear, 10.0 / 11.0, 1e-13, "the force at the rear");
        assert_near(front, 0.0, 0.0, "the force at the front");
        assert_eq!(events(&desk, "beam.toml", &[]), [], "{order:?}");
        let jump = LIFTED.replace("\"12\"", "\"12 * step(t - 0.0505)\"");
        desk.write("beam.toml", &jump);
        for integrator in INTEGRATORS {
            let options = ["--integrator", integrator];
            let found = events(&desk, "beam.toml", &options);
            let [(name, t)] = &found[..] else {
                panic!("{integrator}, {order:?}: {found:?}");
            };
            assert_eq!(name, "front.opens", "{integrator}, {order:?}");
            // A control of the time is read at the nodes.
            assert_near(*t, 0.0505, 6e-4, integrator);
        }
    }
}

/// Both gaps vanish at t = 0.01, with rates of -1 and -10. With both impulses the rear would have to
/// pull by 19.75, so the front alone receives one, of 100/11 times (1 + e).
#[test]
fn contacts_that_meet_at_the_same_time_do_not_pull() {
    let desk = Desk::new();
    for order in ORDERS {
        for e in [0.0, 0.5, 1.0] {
            desk.write("beam.nhi", beam(order));
            let scenario = LIFTED
                .replace("j = 0.1", "j = 10.0")
                .replace("g = 10.0", "g = 0.0")
                .replace("\"12\"", "0")
                .replace("z = 0.0", "z = 0.055")
                .replace("pitch = 0.0\n", "pitch = 0.045\n")
                .replace("z_dot = 0.0", "z_dot = -5.5")
                .replace("pitch_dot = 0.0", "pitch_dot = -4.5")
                .replace("end = 0.1", "end = 0.02")
                .replace("e = 0.5", &format!("e = {e:?}"));
            desk.write("beam.toml", &scenario);
            let rows = run(&desk, "beam.toml", &[]);
            let last = |name: &str| *column(&rows, name).last().expect("rows");
            let impulse = (1.0 + e) * 100.0 / 11.0;
            assert_near(last("z_dot"), -5.5 + impulse, 1e-4, "speed");
            assert_near(last("pitch_dot"), -4.5 + impulse / 10.0, 1e-4, "turn");
            let lost = 0.5 * (1.0 - e * e) * 1000.0 / 11.0;
            assert_near(last("energy"), 116.375 - lost, 1e-9, "energy");
        }
    }
}

const SLOPE: &str = "#[nonholonomic(
    coordinates(x, z),
    lagrangian = 0.5 * m * (x_dot.powi(2) + z_dot.powi(2)) - m * g * z,
    holonomic(slope = z * cos(b) + x * sin(b) - r),
    contacts(slope >= 0, opens, restitution = e),
    integrators(Mla),
)]
struct Ball { m: f64, g: f64, r: f64, b: f64, e: f64 }";

/// Before the bounces are as short as rounding errors, they end at a time of a closed form.
#[test]
fn bounces_that_accumulate_end_a_run() {
    let desk = Desk::new();
    desk.write("ball.nhi", SLOPE);
    let (g, e, h) = (9.81_f64, 0.3_f64, 0.8_f64);
    for b in [0.35_f64, 0.0] {
        let scenario = format!(
            "model = \"ball.nhi\"
integrator = \"Mla\"
step = 0.01
end = 2.0
[parameters]
m = 2.0
g = {g}
r = 0.1
b = {b:?}
e = {e}
[initial]
x = 0.0
z = {h}
x_dot = 0.0
z_dot = 0.0
"
        );
        desk.write("ball.toml", &scenario);
        let (gap, pull) = (h * b.cos() - 0.1, g * b.cos());
        let ends = (2.0 * gap / pull).sqrt() * (1.0 + e) / (1.0 - e);
        for integrator in INTEGRATORS {
            let arguments = [
                "run",
                "ball.toml",
                "-o",
                "ball.csv",
                "--integrator",
                integrator,
            ];
            let said = desk.nhi(&arguments, 3).stderr;
            holds(&said, &["bounces accumulate", "`slope`"]);
            let t: f64 = said.split("from t = ").nth(1).expect("a time")[..9]
                .parse()
                .expect("a number");
            assert_near(t, ends, 1e-5, integrator);
            let table = std::fs::read_to_string(desk.path("ball.csv")).expect("a table");
            let gaps = column(&table, "residual.slope");
            assert!(
                gaps.iter().all(|&gap| gap > -1e-13),
                "{integrator}: {gaps:?}"
            );
        }
    }
}

const FLOOR: &str = "#[nonholonomic(
    coordinates(z),
    lagrangian = 0.5 * m * z_dot.powi(2) - m * g * z,
    holonomic(floor = z - a * sin(w * t)),
    contacts(floor >= 0, opens),
    integrators(Mla),
)]
struct Thrown { m: f64, g: f64, a: f64, w: f64 }";

const THROWN: &str = "model = \"thrown.nhi\"
integrator = \"Lobatto\"
step = 0.001
end = 2.0
[parameters]
m = 2.0
g = 9.81
a = 0.3
w = 7.0
[initial]
z = 0.0
z_dot = \"a*w\"
";

/// The energy is constant in flight, and the floor does work while it carries the body.
#[test]
fn the_energy_of_a_flight_is_compared_with_that_of_the_same_flight() {
    let desk = Desk::new();
    desk.write("thrown.nhi", FLOOR);
    desk.write("thrown.toml", THROWN);
    for integrator in INTEGRATORS {
        let options = ["--integrator", integrator, "--strict"];
        let found = events(&desk, "thrown.toml", &options);
        let opens = found
            .iter()
            .filter(|(name, _)| name == "floor.opens")
            .count();
        assert!(opens >= 2, "{integrator}: {found:?}");
    }
}

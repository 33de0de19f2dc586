//! The same motion in other units has the same verdicts.

mod support;

use support::{Desk, Said, holds, table};

/// Lengths in units of `s`.
const SIZES: [&str; 4] = ["1", "1000", "1e-9", "1e9"];

const SLEIGH: &str = "#[nonholonomic(
    coordinates(th, x, y),
    lagrangian = 0.5 * j * th_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)),
    constraints(blade = a * th_dot + sin(th) * x_dot - cos(th) * y_dot),
    integrators(EnergyPreserving, Mla),
)]
pub struct Sleigh { pub m: f64, pub j: f64, pub a: f64 }
";

fn sleigh(size: &str, more: &str) -> Desk {
    let desk = Desk::new();
    desk.write("sleigh.nhi", SLEIGH);
    desk.write(
        "run.toml",
        format!(
            "model = \"sleigh.nhi\"\n{more}\n[definitions]\ns = {size}\n[parameters]\nm = 2\nj = \"s*s\"\n\
             a = \"0.5*s\"\n"
        ),
    );
    desk
}

#[test]
fn a_start_off_a_constraint_is_refused() {
    for size in SIZES {
        let start = "integrator = \"Mla\"\nstep = 0.01\nend = 1\n\
                     initial = { x_dot = \"2*s\", th_dot = 1, y_dot = \"0.6*s\" }";
        let said = sleigh(size, start).nhi(&["run", "run.toml"], 1).stderr;
        holds(&said, &["blade: residual -", "relative 3.7e-2"]);
    }
}

/// Between its nodes the method leaves the constraint, by as much of the motion in all units.
#[test]
fn the_run_monitor_compares_residuals_with_the_motion() {
    let levels = SIZES.map(|size| {
        let start = "integrator = \"EnergyPreserving\"\nstep = 0.5\nend = 10\n\
                     initial = { x_dot = \"-4*s\", th_dot = 0.4, y_dot = \"0.2*s\" }";
        let desk = sleigh(size, start);
        let said = desk.nhi(&["run", "run.toml", "-o", "run.csv"], 0).stderr;
        holds(&said, &["a constraint is violated by 26 % since t = 1 "]);
        let written = desk.read("run.csv");
        let (names, rows) = table(&written);
        let column = names.iter().position(|name| name == "watch.constraint");
        let column = column.expect("a level of the constraints");
        rows.iter().map(|row| row[column]).fold(0.0, f64::max)
    });
    for level in levels {
        assert!((level / levels[0] - 1.0).abs() < 1e-6, "{levels:?}");
    }
}

/// A moon that librates by half a radian, about an equilibrium, in seconds and in a unit of its own.
#[test]
fn slow_motions_are_no_equilibria() {
    let desk = Desk::new();
    desk.write(
        "moon.nhi",
        "#[nonholonomic(coordinates(theta), lagrangian = 0.5 * theta_dot.powi(2) + 0.75 * g * n.powi(2) * cos(2 * theta), \
         integrators(Mla))] pub struct Moon { pub n: f64, pub g: f64 }",
    );
    for n in ["2.66e-6", "2.66e-3", "2.66"] {
        for (theta, verdict) in [("0.5", "Moon: not steady"), ("0", "Moon: equilibrium")] {
            let start = format!(
                "model = \"moon.nhi\"\nintegrator = \"Mla\"\nstep = \"0.1/n\"\nsteps = 100\n[parameters]\nn = {n}\n\
                 g = 2.28e-4\n[initial]\ntheta = {theta}\ntheta_dot = 0\n"
            );
            desk.write("moon.toml", start);
            let said = desk.nhi(&["linearise", "moon.toml"], 0);
            holds(&said.stdout, &[verdict]);
        }
    }
}

const SKATE: &str = "#[nonholonomic(
    coordinates(x, y, th),
    lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * j * th_dot.powi(2),
    constraints(blade = sin(th) * x_dot - cos(th) * y_dot),
    integrators(VakonomicGauss(stages = 2)),
)]
pub struct Skate { pub m: f64, pub j: f64 }
";

fn connected(size: &str, mass: &str, code: i32) -> (Desk, Said) {
    let desk = Desk::new();
    desk.write("skate.nhi", SKATE);
    let start = "model = \"skate.nhi\"\nintegrator = \"VakonomicGauss(stages = 2)\"\nstep = 0.05\nend = 1\n\
                 initial = { x_dot = \"s\" }\ntarget = { x = 0, y = \"s\", th = 0 }\n[definitions]\n";
    let start = format!("{start}s = {size}\n[parameters]\nm = {mass}\nj = \"m*s*s\"\n");
    desk.write("park.toml", start);
    let arguments = ["connect", "park.toml", "-o", "park.csv", "--motions", "1"];
    let said = desk.nhi(&arguments, code);
    (desk, said)
}

#[test]
fn connections_end_at_the_target() {
    for (size, mass) in [
        ("1", "1"),
        ("1e-9", "1"),
        ("1e9", "1"),
        ("1", "1e9"),
        ("1", "1e-9"),
    ] {
        let (desk, said) = connected(size, mass, 0);
        holds(&said.stdout, &["from the first guess"]);
        let written = desk.read("park.csv");
        let (_, rows) = table(&written);
        let end = &rows[rows.len() - 1];
        let size: f64 = size.parse().unwrap();
        assert!(
            end[1].abs() < 1e-8 * size && (end[2] / size - 1.0).abs() < 1e-8,
            "{end:?}"
        );
    }
}

/// A target that is the start up to rounding errors says nothing of the size of the motion.
#[test]
fn a_closed_curve_is_found() {
    let (desk, _) = connected("1", "1", 0);
    let parked = desk.read("park.toml");
    desk.write("loop.toml", parked.replace("y = \"s\"", "y = 1e-17"));
    let arguments = ["connect", "loop.toml", "-o", "loop.csv", "--motions", "1"];
    holds(&desk.nhi(&arguments, 0).stdout, &["found a motion"]);
}

/// The curve of the constraint keeps `z - x^2/2`, so no motion reaches the target, however heavy.
#[test]
fn a_target_out_of_reach_is_not_reached() {
    let desk = Desk::new();
    desk.write(
        "leaf.nhi",
        "#[nonholonomic(coordinates(x, y, z), lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)), \
         constraints(track = z_dot - x * x_dot), integrators(VakonomicGauss))] pub struct Leaf { pub m: f64 }",
    );
    desk.write(
        "leaf.toml",
        "model = \"leaf.nhi\"\nintegrator = \"VakonomicGauss\"\nstep = 0.5\nend = 1\n\
         initial = { x = 0.5, x_dot = 0.1, z_dot = 0.05 }\ntarget = { x = 1, y = 0.5, z = 0.5 }\n[parameters]\nm = 1e12\n",
    );
    let said = desk.nhi(
        &["connect", "leaf.toml", "-o", "leaf.csv", "--motions", "1"],
        3,
    );
    holds(
        &said.stderr,
        &[
            "no motion to the target was found",
            "of the size of the motion",
        ],
    );
}

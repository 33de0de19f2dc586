//! Initial values off the constraints: position constraints count as velocity constraints do.

mod support;

use support::{Desk, holds, table};

/// A particle on the unit sphere, whose velocity is also along no meridian.
const SPHERE: &str = "#[nonholonomic(
    coordinates(x, y, z),
    lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)) - z,
    constraints(turn = z_dot - 0.1 * x_dot),
    holonomic(sphere = 0.5 * (x.powi(2) + y.powi(2) + z.powi(2) - 1.0)),
    integrators(VakonomicRattle),
)]
pub struct Sphere {}
";

/// A start on the sphere, along its equator.
const START: &str = "model = \"sphere.nhi\"
integrator = \"VakonomicRattle\"
step = 0.01
end = 0.2

[initial]
x = 1.0
y = 0.0
z = 0.0
x_dot = 0.0
y_dot = 0.7
z_dot = 0.0
";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("sphere.nhi", SPHERE);
    desk.write("sphere.toml", START);
    desk
}

/// What is said where one line of the scenario is another.
fn refused(line: &str, other: &str, arguments: &[&str]) -> String {
    let desk = desk();
    assert!(START.contains(line), "{line}");
    desk.write("off.toml", START.replace(line, other));
    let said = desk.nhi(&[&["run", "off.toml"], arguments].concat(), 1);
    assert!(!desk.path("run.csv").exists(), "nothing is written");
    said.stderr
}

#[test]
fn a_start_off_a_position_constraint_is_refused_with_the_residual_of_each_constraint() {
    let said = refused("\nx = 1.0", "\nx = 5.0", &[]);
    let found = [
        "turn: residual 0.0, relative 0.0e0 (satisfied)",
        "sphere: residual 12.0, relative ",
        "rate of sphere: residual 0.0, relative 0.0e0 (satisfied)",
    ];
    holds(&said, &found);
    holds(&said, &["[initial]", "`--project` finds no nearby ones"]);
}

#[test]
fn a_start_that_leaves_a_position_constraint_is_refused_with_its_rate() {
    let said = refused("z_dot = 0.0", "z_dot = 0.03\n", &[]);
    holds(&said, &["turn: residual 0.03, relative "]);
    let said = refused("x_dot = 0.0", "x_dot = 0.25", &[]);
    let found = [
        "sphere: residual 0.0, relative 0.0e0 (satisfied)",
        "rate of sphere: residual 0.25, relative ",
    ];
    holds(&said, &found);
}

#[test]
fn projection_does_not_hide_a_start_off_a_position_constraint() {
    let said = refused("\nx = 1.0", "\nx = 5.0", &["--project"]);
    holds(&said, &["sphere: residual 12.0, relative "]);
}

#[test]
fn rows_have_the_residual_of_every_constraint() {
    let desk = desk();
    desk.nhi(&["run", "sphere.toml"], 0);
    let (header, rows) = table(&desk.read("run.csv"));
    assert_eq!(rows.len(), 21);
    for constraint in ["turn", "sphere"] {
        let name = format!("residual.{constraint}");
        let column = header.iter().position(|known| *known == name);
        let column = column.unwrap_or_else(|| panic!("no {name} in {header:?}"));
        for row in &rows {
            assert!(row[column].abs() < 1e-12, "{name}: {row:?}");
        }
    }
}

/// Starts on a constraint whose terms cancel to round-off, where the configuration, the gradient or the velocity is
/// zero: lengths in three units each, positions, group elements, and an offset at rest.
#[test]
fn a_start_at_which_terms_cancel_is_on_the_constraint() {
    let fork = "coordinates(lean, pitch), definitions(s = base + trail, e1 = -sin(pitch) * cos(lean), e3 = cos(pitch) * cos(lean),
        g1 = e1 * cos(tilt) + e3 * sin(tilt), g3 = -e1 * sin(tilt) + e3 * cos(tilt)),
        lagrangian = 0.5 * base.powi(2) * (lean_dot.powi(2) + pitch_dot.powi(2)),
        holonomic(touch = e1 * s - g1 * trail * cos(tilt) + g3 * trail * sin(tilt))";
    let level = "groups(g: SE2(w, ahead, aside)), lagrangian = 0.5 * (w * base).powi(2) + 0.5 * (ahead.powi(2) + aside.powi(2)),
        holonomic(level = g[1][2] + trail - base * tilt)";
    let belt = "coordinates(lean, pitch), lagrangian = 0.5 * base.powi(2) * (lean_dot.powi(2) + pitch_dot.powi(2)),
        constraints(belt = base * pitch_dot - trail + base * tilt)";
    let still = "lean = 0\nlean_dot = 0.3\npitch = 0\npitch_dot = 0";
    let turned = "g = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]\nw = 0\nahead = 0.5\naside = 0";
    let angle = 0.087_266_462_599_716_47;
    for (model, initial, base, trail, tilt) in [
        (fork, still, 1.0, 0.05, angle),
        (fork, still, 1.0, 0.07, angle),
        (fork, still, 1.0, 0.13, angle),
        (level, turned, 0.1, 0.3, 3.0),
        (belt, still, 0.1, 0.3, 3.0),
    ] {
        for unit in [1.0, 1024.0, 2_f64.powi(-20)] {
            let desk = Desk::new();
            let parameters = "pub base: f64, pub trail: f64, pub tilt: f64";
            desk.write(
                "fork.nhi",
                format!("#[nonholonomic({model}, integrators(Gauss))] pub struct Fork {{ {parameters} }}"),
            );
            let [base, trail] = [base * unit, trail * unit];
            desk.write(
                "fork.toml",
                format!(
                    "model = \"fork.nhi\"\nintegrator = \"Gauss\"\nstep = 0.01\nend = 0.1\n[parameters]\nbase = {base:?}\n\
                     trail = {trail:?}\ntilt = {tilt:?}\n[initial]\n{initial}\n"
                ),
            );
            desk.nhi(&["run", "fork.toml", "-o", "fork.csv"], 0);
        }
    }
}

/// A desk with a particle whose velocity satisfies a nonlinear constraint, by the force of Chetaev.
fn paced(constraint: &str, start: &str) -> Desk {
    let desk = Desk::new();
    let model = format!(
        "#[nonholonomic(coordinates(x, y), lagrangian = 0.5*m*(x_dot.powi(2) + y_dot.powi(2)) - m*x, \
         constraints(pace = {constraint}), rule = Chetaev, integrators(Mla))]\npub struct Pace {{ pub m: f64 }}"
    );
    desk.write("pace.nhi", model);
    let scenario = "model = \"pace.nhi\"\nintegrator = \"Mla\"\nstep = 0.01\nend = 1\n[parameters]\nm = 1\n[initial]\n";
    desk.write("pace.toml", format!("{scenario}{start}\n"));
    desk
}

/// The constraint is large at rest, with which the residual was compared.
#[test]
fn residuals_of_nonlinear_constraints_are_compared_with_their_terms_at_the_start() {
    let constraint = "1/sqrt(x_dot.powi(2) + y_dot.powi(2) + 1e-16) - 1";
    let desk = paced(constraint, "x_dot = 1.0\ny_dot = 0.8");
    for integrator in ["Mla", "Gauss", "Rk(order = 4)", "Dop853"] {
        let run = [
            "run",
            "pace.toml",
            "-o",
            "run.csv",
            "--integrator",
            integrator,
        ];
        holds(
            &desk.nhi(&run, 1).stderr,
            &["pace: residual -0.219", "relative 1.1e-1"],
        );
    }
    let desk = paced(constraint, "x_dot = 0.6\ny_dot = 0.8");
    desk.nhi(&["run", "pace.toml", "-o", "run.csv"], 0);
}

/// These constraints are undefined at rest. The first two keep the direction of the motion, in which
/// gravity acts with its part along it: `x = 1 - 1/4`.
#[test]
fn nonlinear_constraints_may_be_undefined_at_rest() {
    let direction = ["atan2(y_dot, x_dot) - pi/4", "y_dot/x_dot - 1"];
    let speed = [
        "ln(x_dot.powi(2) + y_dot.powi(2)) - ln(2)",
        "1/(x_dot.powi(2) + y_dot.powi(2)) - 0.5",
        "(x_dot.powi(2) + y_dot.powi(2)).powf(1.5) - 2*sqrt(2)",
    ];
    for constraint in direction.into_iter().chain(speed) {
        let desk = paced(constraint, "x_dot = 1.0\ny_dot = 1.0");
        for integrator in ["Mla", "Rk(order = 4)", "Gni", "Dop853", "Taylor"] {
            let run = ["run", "pace.toml", "-o", "-", "--integrator", integrator];
            let (columns, rows) = table(&desk.nhi(&run, 0).stdout);
            let last = |name: &str| rows[100][columns.iter().position(|x| x == name).unwrap()];
            if direction.contains(&constraint) {
                assert!((last("x") - 0.75).abs() < 1e-9, "{constraint} {integrator}");
            } else {
                let squared = last("x_dot").powi(2) + last("y_dot").powi(2);
                assert!(
                    (squared - 2.0).abs() < 1e-9,
                    "{constraint} {integrator}: {squared}"
                );
            }
        }
    }
}

/// The sizes of these terms have slopes without a value: along exponents, or of functions at the
/// edge of their domain. All starts are on their constraints.
#[test]
fn starts_at_the_edge_of_a_domain_are_admitted() {
    for (constraint, parameters, start) in [
        ("z_dot - hypot(x_dot, y_dot).powi(2)", "k = 0\nn = 2", ""),
        (
            "z_dot - y_dot - sqrt(k)*x_dot.powi(2)",
            "k = 0\nn = 2",
            "x_dot = 1\ny_dot = 1\nz_dot = 1",
        ),
        (
            "z_dot - y_dot - k.powf(n)*x_dot.powi(2)",
            "k = 0\nn = 2",
            "x_dot = 1\ny_dot = 1\nz_dot = 1",
        ),
        (
            "z_dot - y_dot*y_dot - asin(k)*x_dot.powi(2)",
            "k = 1\nn = 2",
            "y_dot = 1\nz_dot = 1",
        ),
        (
            "z_dot - y_dot - k*x_dot.powi(2)*x.powf(n)",
            "k = 1\nn = 2",
            "x = -1\nx_dot = 1\ny_dot = 1\nz_dot = 2",
        ),
        (
            "z_dot - y_dot - k*x_dot.powi(2)*x.powf(n)",
            "k = 0.1\nn = 2",
            "x = 0.01\nx_dot = -1\ny_dot = 1\nz_dot = 1.00001",
        ),
        (
            "y_dot - k*x.powf(n)",
            "k = 1\nn = 2",
            "x = -1\nx_dot = 1\ny_dot = 1",
        ),
    ] {
        let desk = Desk::new();
        let model = format!(
            "#[nonholonomic(coordinates(x, y, z), lagrangian = 0.5*(x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)) - x*(1 + k + n), \
             constraints(c = {constraint}), rule = Chetaev, integrators(Mla))]\npub struct P {{ pub k: f64, pub n: f64 }}"
        );
        desk.write("p.nhi", model);
        let times = "step = 0.001\nend = 0.1";
        let scenario = format!(
            "model = \"p.nhi\"\nintegrator = \"Mla\"\n{times}\n[parameters]\n{parameters}\n[initial]\n{start}\n"
        );
        desk.write("p.toml", scenario);
        for integrator in ["Mla", "Rk(order = 4)", "Dop853"] {
            let run = ["run", "p.toml", "-o", "-", "--integrator", integrator];
            let said = desk.nhi(&run, 0);
            assert!(
                !said.stderr.contains("violated"),
                "{constraint}: {}",
                said.stderr
            );
            let (columns, rows) = table(&said.stdout);
            let residual = columns.iter().position(|x| x == "residual.c").unwrap();
            assert!(
                rows[100][residual].abs() < 1e-8,
                "{constraint} {integrator}"
            );
        }
    }
}

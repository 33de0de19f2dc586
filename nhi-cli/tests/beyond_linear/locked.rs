//! Friction that locks a motion, and regular motions that it must not lock.

use super::ended;
use super::support::{Desk, holds, table};

/// A rod that slides with one end on the ground and leans against its motion: friction locks it.
#[test]
fn the_paradox_of_painleve_is_an_error_at_its_time() {
    let desk = Desk::new();
    let rod = "#[nonholonomic(
        coordinates(x, z, phi),
        lagrangian = 0.5 * m * (x_dot.powi(2) + z_dot.powi(2)) + 0.5 * j * phi_dot.powi(2) - m * 9.81 * z,
        holonomic(tip = z - l * sin(phi)),
        contacts(tip >= 0),
        definitions(slip = x_dot - l * sin(phi) * phi_dot),
        forces(x = -mu * lambda.tip * tanh(slip / 0.01), phi = -mu * lambda.tip * l * sin(phi) * -tanh(slip / 0.01)),
        integrators(Mla),
    )]
    struct Rod { m: f64, j: f64, l: f64, mu: f64 }";
    desk.write("rod.nhi", rod);
    let scenario = |mu: f64| {
        format!(
            "model = \"rod.nhi\"\nintegrator = \"Mla\"\nstep = 0.001\nend = 1.0\n[parameters]\nm = 1.0\n\
             j = 0.05\nl = 1.0\nmu = {mu}\n[initial]\nphi = 1.2\nz = \"l * 0.9320390859672263\"\nx_dot = 4.0\n\
             phi_dot = -0.5\nz_dot = \"-0.5 * l * 0.3623577544766736\"\n"
        )
    };
    desk.write("rod.toml", scenario(0.1));
    desk.nhi(&["run", "rod.toml", "-o", "a.csv"], 0);
    desk.write("rod.toml", scenario(3.0));
    let said = desk.nhi(&["run", "rod.toml", "-o", "b.csv"], 3);
    holds(
        &said.stderr,
        &[
            "the pivot of `tip` in the matrix of the multipliers on which forces depend",
            "smaller coefficient of friction",
        ],
    );
}

/// A desk with a sled on a rear roller and a front foot with friction, in this order of constraints.
fn sled(constraints: [&str; 2], contacts: &str, forces: &str) -> Desk {
    let desk = Desk::new();
    desk.write(
        "sled.toml",
        "model = \"sled.nhi\"\nintegrator = \"Mla\"\nstep = 0.01\nend = 0.1\n[parameters]\nm = 1\nj = 0.05\nb = 0.5\n\
         h = 1\ng = 10\nmu = 0.8\n[initial]\nz = \"h\"\nx_dot = 5\n",
    );
    let sled = format!(
        "#[nonholonomic(
            coordinates(x, z, pitch),
            lagrangian = 0.5*m*(x_dot.powi(2) + z_dot.powi(2)) + 0.5*j*pitch_dot.powi(2) - m*g*z,
            holonomic({}),
            contacts({contacts}),
            forces({forces}),
            integrators(Mla),
        )]
        struct Sled {{ m: f64, j: f64, b: f64, h: f64, g: f64, mu: f64 }}",
        constraints.join(", ")
    );
    desk.write("sled.nhi", sled);
    desk
}

const FRONT: &str = "front = z + b*sin(pitch) - h*cos(pitch)";
const REAR: &str = "rear = z - b*sin(pitch) - h*cos(pitch)";

/// Friction at the front lifts the rear: the loads are `m g b / (2 b - mu h) = 25` and -15, in
/// whatever order they are declared.
#[test]
fn the_order_of_constraints_does_not_lock_a_motion() {
    for constraints in [[FRONT, REAR], [REAR, FRONT]] {
        let forces = "x = -mu*lambda.front, pitch = -mu*lambda.front*h";
        let desk = sled(constraints, "front >= 0", forces);
        for integrator in ["Mla", "Gauss", "Rk(order = 4)", "Dop853"] {
            for (name, expected) in [
                ("lambda.front", 25.0),
                ("lambda.rear", -15.0),
                ("x_dot", 3.0),
            ] {
                let found = ended(&desk, "sled.toml", &["--integrator", integrator], name);
                let text = format!("{integrator} {name}: {found}");
                assert!((found - expected).abs() < 1e-9, "{text}");
            }
        }
    }
}

/// If the rear is a contact too, the front must be able to press alone, which friction prevents.
#[test]
fn contacts_have_one_verdict_in_all_orders() {
    for constraints in [[FRONT, REAR], [REAR, FRONT]] {
        let forces = "x = -mu*lambda.front - 0.1*lambda.rear, pitch = -(mu*lambda.front + 0.1*lambda.rear)*h";
        let desk = sled(constraints, "front >= 0, rear >= 0", forces);
        let said = desk.nhi(&["run", "sled.toml", "-o", "run.csv"], 3).stderr;
        holds(&said, &["the pivot of `front`"]);
    }
}

/// The matrix consists of a parameter alone: `(2 - mu) / m`.
#[test]
fn friction_that_locks_everywhere_is_an_error() {
    let desk = Desk::new();
    let block = "#[nonholonomic(
        coordinates(x, y),
        lagrangian = 0.5*m*(x_dot.powi(2) + y_dot.powi(2)) - m*y,
        holonomic(slope = y - x),
        contacts(slope >= 0),
        forces(x = mu*lambda.slope),
        integrators(Mla),
    )]
    struct Block { m: f64, mu: f64 }";
    desk.write("block.nhi", block);
    for (mu, code) in [("1", 0), ("4", 3)] {
        let times = "step = 0.01\nend = 0.1";
        desk.write(
            "block.toml",
            format!("model = \"block.nhi\"\nintegrator = \"Mla\"\n{times}\n[parameters]\nm = 1\nmu = {mu}\n"),
        );
        for integrator in ["Mla", "Gauss", "Dop853"] {
            let run = [
                "run",
                "block.toml",
                "-o",
                "run.csv",
                "--integrator",
                integrator,
            ];
            let said = desk.nhi(&run, code).stderr;
            assert_eq!(said.contains("the pivot of `slope`"), code == 3, "{said}");
        }
    }
}

/// The force of a rod locks it, and its pivot is computed before that of the contact, which fails
/// too, in whatever order they are declared.
#[test]
fn the_pivot_that_fails_first_is_named() {
    let desk = Desk::new();
    desk.write(
        "body.toml",
        "model = \"body.nhi\"\nintegrator = \"Mla\"\nstep = 0.01\nend = 0.1\n[parameters]\nm = 1\nc = 1.5\nb = -3\n\
         [initial]\ns = 0\nx = 0\n",
    );
    for constraints in ["floor = y, rod = x - s", "rod = x - s, floor = y"] {
        let body = format!(
            "#[nonholonomic(
                coordinates(x, y, s),
                lagrangian = 0.5*m*(x_dot.powi(2) + y_dot.powi(2) + s_dot.powi(2)) - m*y,
                holonomic({constraints}),
                contacts(floor >= 0),
                forces(x = b*lambda.rod - 2*lambda.floor, y = c*lambda.rod + 0.5*lambda.floor),
                integrators(Mla),
            )]
            struct Body {{ m: f64, b: f64, c: f64 }}"
        );
        desk.write("body.nhi", body);
        for integrator in ["Mla", "Gauss", "Rk(order = 4)", "Dop853"] {
            let run = [
                "run",
                "body.toml",
                "-o",
                "run.csv",
                "--integrator",
                integrator,
            ];
            holds(&desk.nhi(&run, 3).stderr, &["the pivot of `rod`"]);
        }
    }
}

/// The kinetic energy is positive on the velocities that the constraint allows, and the friction
/// small: the pivot has the sign of that without friction.
#[test]
fn kinetic_energy_that_is_positive_on_the_constraints_alone_may_have_friction() {
    let desk = Desk::new();
    let model = "#[nonholonomic(
        coordinates(x, y, z),
        lagrangian = 0.5*m*(x_dot.powi(2) + z_dot.powi(2)) - 0.5*k*y_dot.powi(2) + x_dot*z_dot*sin(y)/3,
        constraints(a = y_dot - x_dot/2 - z_dot*sin(x)/3),
        forces(x = -lambda.a/5, z = lambda.a*x_dot/7),
        integrators(Mla),
    )]
    struct Indefinite { m: f64, k: f64 }";
    desk.write("model.nhi", model);
    desk.write(
        "model.toml",
        "model = \"model.nhi\"\nintegrator = \"Mla\"\nstep = 0.001\nend = 1\n[parameters]\nm = 1\nk = 0.3\n\
         [initial]\nx_dot = 1\ny_dot = 0.5\nz_dot = 0.4\n",
    );
    let last = |integrator: &str| {
        let run = ["run", "model.toml", "-o", "-", "--integrator", integrator];
        table(&desk.nhi(&run, 0).stdout).1.pop().unwrap()
    };
    let exact = last("Gauss(stages = 3)");
    for (found, expected) in last("Mla").iter().zip(exact) {
        assert!((found - expected).abs() < 1e-5, "{found} {expected}");
    }
}

//! Coordinates without mass, whose motion constraints alone determine.

mod support;

use support::{Desk, strict};

/// Two ends of a rod without mass, of which one constraint each has no coefficient at the start.
#[test]
fn velocities_without_mass_may_lose_a_coefficient() {
    let desk = Desk::new();
    let skate = "#[nonholonomic(
        coordinates(x, y, u, v),
        lagrangian = x_dot.powi(2) + y_dot.powi(2),
        holonomic(rod = (x - u).powi(2) + (y - v).powi(2) - 1),
        constraints(blade = (x - u) * v_dot - (y - v) * u_dot),
        integrators(Mla, Dla, Rk(order = 4), Taylor),
    )] struct Skate {}";
    desk.write("skate.nhi", skate);
    let text = "model = \"skate.nhi\"\nintegrator = \"Mla\"\nstep = 0.01\nend = 1\n\
        [initial]\nx = 1\nx_dot = 1\ny_dot = -0.8\nu_dot = 1\n";
    desk.write("skate.toml", text);
    let (speed, direction) = (1.0_f64.hypot(0.8), (-0.8_f64).atan());
    let turned = direction - 2.0 * ((direction / 2.0).tan() * (-speed).exp()).atan();
    let pulled = 2.0 - turned.cos();
    for integrator in ["Mla", "Dla", "Rk(order = 4)", "Taylor"] {
        let rows = strict(&desk, "skate.toml", integrator);
        // The mass is free: the constraints only move the other end, along a tractrix.
        let [x, y, u] = [1, 2, 3].map(|column| rows[100][column]);
        assert!(
            (x - 2.0).abs() + (y + 0.8).abs() < 1e-12,
            "{integrator}: {x} {y}"
        );
        assert!((u - pulled).abs() < 1e-5, "{integrator}: {u} {pulled}");
    }
}

/// The multiplier vanishes, because nothing else acts on the drum: its digits are those that the
/// elimination takes from other equations.
#[test]
fn a_multiplier_that_vanishes_ends_newtons_method() {
    let desk = Desk::new();
    let winch = "#[nonholonomic(
        coordinates(x, y, drum),
        lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2)) - 2 * (x * x + y * y),
        constraints(rope = x * x_dot + y * y_dot - sqrt(x * x + y * y) * (1 + 0.02 * drum) * drum_dot),
        integrators(Mla),
    )] struct Winch {}";
    desk.write("winch.nhi", winch);
    let text = "model = \"winch.nhi\"\nintegrator = \"Mla\"\nstep = 0.01\nend = 3\n\
        [initial]\nx = 0.8\ny = 0.6\nx_dot = -0.6\ny_dot = 0.8\n";
    // The ends of the rope are those of a spring in the plane.
    let [sine, cosine] = [6.0_f64.sin(), 6.0_f64.cos()];
    let expected = [0.8 * cosine - 0.3 * sine, 0.6 * cosine + 0.4 * sine];
    for (integrator, step, accuracy) in [
        ("Mla", "0.01", 3e-4),
        ("Mla", "0.001", 3e-6),
        ("Mla(order = 4)", "0.01", 3e-8),
    ] {
        desk.write(
            "winch.toml",
            text.replace("step = 0.01", &format!("step = {step}")),
        );
        let rows = strict(&desk, "winch.toml", integrator);
        let last = rows.last().unwrap();
        for (place, expected) in (1..).zip(expected) {
            let error = (last[place] - expected).abs();
            assert!(error < accuracy, "{integrator} {step}: {error:e}");
        }
    }
}

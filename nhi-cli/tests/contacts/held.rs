//! Contacts that open, with held controls and events.

use super::support::Desk;
use super::{assert_near, events};

/// A particle above a floor that may move.
fn particle(gap: &str, contact: &str) -> String {
    format!(
        "#[nonholonomic(
    coordinates(x, z),
    lagrangian = 0.5 * (x_dot.powi(2) + z_dot.powi(2)) - 10 * z,
    holonomic(floor = {gap}),
    contacts(floor >= 0, opens{contact}),
    controls(u),
    forces(x = u),
    integrators(Mla),
)]
pub struct Particle {{}}
"
    )
}

const SWITCHED: &str = "model = \"particle.nhi\"
integrator = \"Mla\"
step = 0.1
end = 2.0
control_period = 0.5
[controls]
u = \"step(t - 0.9)\"
[events]
on = { when = \"u - 0.5\" }
";

const BOUNCING: &str = "model = \"particle.nhi\"
integrator = \"Mla\"
step = 0.1
end = 1.8
control_period = 0.1
[initial]
z = 1.0
[controls]
u = 0.1
[events]
rising = { when = \"residual.floor\", direction = \"rising\" }
falling = { when = \"residual.floor\", direction = \"falling\" }
both = { when = \"residual.floor\" }
";

#[test]
fn held_controls_change_at_multiples_of_the_period() {
    let desk = Desk::new();
    desk.write("particle.nhi", particle("z", ""));
    desk.write("run.toml", SWITCHED);
    for integrator in ["Mla", "Gauss", "Rk", "Lobatto", "Dop853", "Taylor"] {
        let found = events(&desk, "run.toml", &["--integrator", integrator]);
        let [(name, t)] = &found[..] else {
            panic!("{integrator}: {found:?}");
        };
        assert_eq!(name, "on");
        assert_near(*t, 1.0, 1e-14, integrator);
    }
}

/// Impacts at nodes, and bodies that stay in contact.
#[test]
fn a_gap_that_vanishes_has_no_other_zeros() {
    let desk = Desk::new();
    let bouncing = |restitution: &str, gap: &str| {
        let contact = format!(", restitution = {restitution}");
        desk.write("particle.nhi", particle(gap, &contact));
    };
    for (restitution, gap, z, end) in [
        ("0.5", "z - 0.3", "1.55", "1.2"),
        ("0", "z", "1.0", "1.5"),
        ("0", "z - 0.05 * sin(7 * t)", "1.0", "3"),
    ] {
        bouncing(restitution, gap);
        let text = BOUNCING.replace("z = 1.0", &format!("z = {z}"));
        let text = text.replace("control_period = 0.1\n", "");
        desk.write("run.toml", text);
        for integrator in ["Mla", "Dla", "Dop853", "Taylor", "Rk(order = 4)", "Lobatto"] {
            for step in ["0.1", "0.05", "0.02"] {
                let options = ["--integrator", integrator, "--step", step, "--end", end];
                let found = events(&desk, "run.toml", &options);
                let count = |name: &str| found.iter().filter(|(known, _)| known == name).count();
                let impacts = ["floor.rebounds", "floor.closes"].map(count);
                let impacts = impacts.iter().sum();
                let counts = ["falling", "both", "rising"].map(count);
                let case = format!("{integrator}, {step}, {restitution}, {gap}: {found:?}");
                assert!(impacts > 0, "{case}");
                assert_eq!(counts, [impacts, impacts, 0], "{case}");
            }
        }
    }
}

/// Where the gap vanishes, its sign is a matter of rounding.
#[test]
fn an_impact_is_one_falling_zero_of_its_gap() {
    let desk = Desk::new();
    desk.write(
        "particle.nhi",
        particle("z - 0.05 * sin(7 * t)", ", restitution = 0.8"),
    );
    desk.write("run.toml", BOUNCING);
    for integrator in ["Taylor", "Dop853", "Gauss(stages = 3)"] {
        for step in ["0.1", "0.07", "0.05", "0.03"] {
            let period = format!("control_period = {step}");
            let text = BOUNCING.replace("control_period = 0.1", &period);
            desk.write("run.toml", text);
            let options = ["--integrator", integrator, "--step", step];
            let found = events(&desk, "run.toml", &options);
            let count = |name: &str| found.iter().filter(|(known, _)| known == name).count();
            let counts = ["floor.rebounds", "falling", "both", "rising"].map(count);
            assert!(counts[0] > 1, "{integrator}, {step}: {found:?}");
            let expected = [counts[0], counts[0], counts[0], 0];
            assert_eq!(counts, expected, "{integrator}, {step}: {found:?}");
        }
    }
}

//! Vakonomic motions by the command: initial multipliers, comparisons, boundary value problems.

mod support;

use std::path::Path;

use support::{Desk, holds, table};

/// Geodesics of the contact distribution, with the data of `tests/fixtures/vak_heisenberg.json`.
const GEODESIC: &str = "model = \"geodesic.nhi\"
integrator = \"VakonomicGauss\"
step = 0.05
end = 0.5

[initial]
x = 0.0
y = 0.0
z = 0.0
x_dot = 0.1
y_dot = 0.3
z_dot = 0.0

[initial.multipliers]
contact = 1.0

[target]
x = 1.0
y = 0.0
z = 0.5
";

fn desk() -> Desk {
    let desk = Desk::new();
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests");
    for (from, to) in [
        ("models/heisenberg.nhi", "geodesic.nhi"),
        ("models/two_wheeled_vehicle.nhi", "vehicle.nhi"),
    ] {
        let text = std::fs::read_to_string(shared.join(from)).unwrap();
        desk.write(to, text);
    }
    desk.write("geodesic.toml", GEODESIC);
    let parking = std::fs::read_to_string(shared.join("scenarios/parallel_parking.toml")).unwrap();
    let parking = parking.replace("../models/two_wheeled_vehicle.nhi", "vehicle.nhi");
    desk.write("parking.toml", parking);
    desk
}

/// The last row of a table.
fn last_row(text: &str) -> Vec<f64> {
    table(text).1.pop().unwrap()
}

#[test]
fn a_run_starts_from_the_given_multipliers() {
    let desk = desk();
    desk.nhi(&["run", "geodesic.toml"], 0);
    let row = last_row(&desk.read("run.csv"));
    // The tenth step of the fixture: x, y, z.
    let text = include_str!("../../tests/fixtures/vak_heisenberg.json");
    let fixture: serde_json::Value = serde_json::from_str(text).unwrap();
    let expected = &fixture["integrators"][0]["y"][10];
    for i in 0..3 {
        let expected = expected[i].as_f64().unwrap();
        assert!((row[1 + i] - expected).abs() < 1e-12, "{row:?}");
    }
}

#[test]
fn multipliers_of_unknown_constraints_and_of_other_integrators_are_refused() {
    let desk = desk();
    desk.write("unknown.toml", GEODESIC.replace("contact =", "contct ="));
    let said = desk.nhi(&["run", "unknown.toml"], 1);
    assert!(
        said.stderr.contains("[initial.multipliers] contct"),
        "{}",
        said.stderr
    );
    let said = desk.nhi(&["run", "geodesic.toml", "--integrator", "Gni"], 1);
    assert!(
        said.stderr.contains("vakonomic integrators only"),
        "{}",
        said.stderr
    );
}

#[test]
fn integrators_of_one_kind_are_compared_and_of_two_kinds_refused() {
    let desk = desk();
    let integrators = "VakonomicGauss,VakonomicGauss(stages = 2)";
    let said = desk.nhi(
        &["compare", "geodesic.toml", "--integrators", integrators],
        0,
    );
    assert!(
        said.stdout
            .contains("reference, VakonomicGauss(stages = 3)"),
        "{}",
        said.stdout
    );
    let mixed = [
        "compare",
        "geodesic.toml",
        "--integrators",
        "VakonomicGauss,Dla",
    ];
    let said = desk.nhi(&mixed, 2);
    assert!(said.stderr.contains("one kind"), "{}", said.stderr);
}

#[test]
fn a_geodesic_ends_at_the_target() {
    let desk = desk();
    desk.nhi(&["connect", "geodesic.toml", "--motions", "1"], 0);
    let row = last_row(&desk.read("connect.csv"));
    for (found, target) in row[1..4].iter().zip([1.0, 0.0, 0.5]) {
        assert!((found - target).abs() < 1e-8, "{row:?}");
    }
}

/// The momentum of a coordinate that is free at the end vanishes there: so does `p_z`, which is
/// constant, and the geodesic is a straight line in the plane.
#[test]
fn a_free_end_is_where_its_momentum_vanishes() {
    let desk = desk();
    desk.write("free.toml", GEODESIC.replace("z = 0.5\n", ""));
    let stopped = format!("{}[stop]\nwhen = \"t - 0.1\"\n", desk.read("free.toml"));
    desk.write("free.toml", stopped);
    let said = desk.nhi(&["connect", "free.toml"], 0);
    holds(&said.stderr, &["ignores `[stop]` and `[events]`"]);
    for row in table(&desk.read("connect.csv")).1 {
        assert!(
            row[2].abs() < 1e-9 && (row[1] - 2.0 * row[0]).abs() < 1e-9,
            "{row:?}"
        );
    }
}

#[test]
fn parallel_parking_converges_from_rest_for_offsets_from_a_third_to_three_lengths() {
    let desk = desk();
    for offset in ["0.3", "1.0", "3.0"] {
        let text = desk
            .read("parking.toml")
            .replace("y = 1.0", &format!("y = {offset}"));
        desk.write("offset.toml", text);
        let arguments = [
            "connect",
            "offset.toml",
            "--motions",
            "1",
            "--step",
            "0.125",
        ];
        desk.nhi(&arguments, 0);
        let row = last_row(&desk.read("connect.csv"));
        let target = [0.0, offset.parse().unwrap(), 0.0, 0.0];
        for (found, target) in row[1..5].iter().zip(target) {
            assert!((found - target).abs() < 1e-7, "{offset}: {row:?}");
        }
    }
}

/// The constraint keeps the distance from the origin.
#[test]
fn the_best_attempt_is_written_where_there_is_no_motion() {
    let desk = desk();
    desk.write(
        "circle.nhi",
        "#[nonholonomic(
            coordinates(x, y, z),
            lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)),
            constraints(contact = x * x_dot + y * y_dot),
            integrators(VakonomicGauss),
        )] struct Circle {}",
    );
    let text = GEODESIC.replace("geodesic.nhi", "circle.nhi");
    let text = text
        .replace("x = 0.0", "x = 1.0")
        .replace("x = 1.0\ny = 0.0\nz = 0.5", "x = 3.0");
    desk.write("circle.toml", text.replace("x_dot = 0.1", "x_dot = 0.0"));
    let said = desk.nhi(&["connect", "circle.toml"], 3);
    assert!(
        said.stderr.contains("no motion to the target"),
        "{}",
        said.stderr
    );
    assert!(desk.read("connect.csv").lines().count() > 5);
}

#[test]
fn a_search_needs_a_target_and_a_vakonomic_integrator() {
    let desk = desk();
    desk.write("aimless.toml", GEODESIC.split("[target]").next().unwrap());
    let said = desk.nhi(&["connect", "aimless.toml"], 1);
    assert!(said.stderr.contains("[target]: missing"), "{}", said.stderr);
    let text = GEODESIC.replace("VakonomicGauss", "Gni");
    desk.write(
        "other.toml",
        text.replace("[initial.multipliers]\ncontact = 1.0\n", ""),
    );
    let said = desk.nhi(&["connect", "other.toml"], 1);
    assert!(
        said.stderr.contains("cannot solve boundary value problems"),
        "{}",
        said.stderr
    );
}

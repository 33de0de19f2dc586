//! The Rust programs of `examples/` write the tables that `nhi run` writes for the templates of the same
//! machines: the same columns, and the same motion under the same laws.

mod support;

use std::error::Error;

use support::{Desk, root, table};

macro_rules! programs {
    ($($name:ident: $file:literal,)*) => {
        $(
            #[path = $file]
            #[allow(dead_code, missing_docs, unreachable_pub)]
            mod $name;
        )*
    };
}

programs! {
    ball: "../../examples/ball.rs",
    bicycle: "../../examples/bicycle.rs",
    car_trailer: "../../examples/car_trailer.rs",
    diffdrive: "../../examples/diffdrive.rs",
    dragster: "../../examples/dragster.rs",
    drone: "../../examples/drone.rs",
    motorcycle: "../../examples/motorcycle.rs",
    rolling_disk: "../../examples/rolling_disk.rs",
    segway: "../../examples/segway.rs",
    snakeboard_gait: "../../examples/snakeboard_gait.rs",
    top: "../../examples/top.rs",
}

/// A law written in Rust rounds in another order than the scenario's text. The loops are stable or short, so that round-off
/// grows as it is made: in a thousand steps of some hundred operations.
const ROUND_OFF: f64 = 1e-11;

#[test]
fn programs_write_the_tables_of_their_templates() {
    type Program = fn(&mut Vec<u8>) -> Result<(), Box<dyn Error>>;
    let programs: [(&str, Program); 11] = [
        ("ball", |out| ball::run(out)),
        ("bicycle", |out| bicycle::run(out)),
        ("car-trailer", |out| car_trailer::run(out)),
        ("diffdrive", |out| diffdrive::run(out)),
        ("dragster", |out| dragster::run(out)),
        ("drone", |out| drone::run(out)),
        ("motorcycle", |out| motorcycle::run(out)),
        ("rolling-disk", |out| rolling_disk::run(out)),
        ("segway", |out| segway::run(out)),
        ("snakeboard", |out| snakeboard_gait::run(out)),
        ("top", |out| top::run(out)),
    ];
    for (template, program) in programs {
        let mut written = Vec::new();
        program(&mut written).unwrap();
        let program = table(std::str::from_utf8(&written).unwrap());
        let (header, mut rows) = command(template);
        // The command has rows at changes of contacts too. The first one at a time is the node.
        rows.dedup_by_key(|row| row[0]);
        rows.retain(|row| program.1.iter().any(|own| own[0] == row[0]));
        assert_same_motion(template, &program, &(header, rows));
    }
}

/// Header and rows of the command for a template.
fn command(template: &str) -> (Vec<String>, Vec<Vec<f64>>) {
    let folder = root().join("nhi-cli/templates").join(template);
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let desk = Desk::new();
    let scenario = read("scenario.toml");
    let values: toml::Table = scenario.parse().unwrap();
    desk.write(values["model"].as_str().unwrap(), read("model.nhi"));
    desk.write("scenario.toml", &scenario);
    let path = desk.path("scenario.toml");
    let arguments = ["run", path.to_str().unwrap(), "-o", "-"];
    table(&desk.nhi(&arguments, 0).stdout)
}

fn assert_same_motion(
    template: &str,
    (header, rows): &(Vec<String>, Vec<Vec<f64>>),
    (of_command, expected): &(Vec<String>, Vec<Vec<f64>>),
) {
    // Behind the motion stand what the watch saw and the outputs of the scenario.
    assert_eq!(header[..], of_command[..header.len()], "{template}");
    let next = &of_command[header.len()];
    assert!(next.starts_with("watch."), "{template}: {next}");
    assert_eq!(rows.len(), expected.len(), "{template}");
    for (column, name) in header.iter().enumerate() {
        let values = expected.iter().map(|row| row[column].abs());
        let largest = values.fold(1.0, f64::max);
        for (row, expected) in rows.iter().zip(expected) {
            let (value, expected) = (row[column], expected[column]);
            assert!(
                (value - expected).abs() <= ROUND_OFF * largest,
                "{template}, {name} at t = {}: {value} is not {expected}",
                row[0]
            );
        }
    }
}

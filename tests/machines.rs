//! The programs of `examples/` with the machines of the templates run and move as machines of their kind do: wheels keep
//! to their constraints, and each controller reaches what it is for.

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
    ball: "../examples/ball.rs",
    bicycle: "../examples/bicycle.rs",
    car_trailer: "../examples/car_trailer.rs",
    diffdrive: "../examples/diffdrive.rs",
    dragster: "../examples/dragster.rs",
    drone: "../examples/drone.rs",
    motorcycle: "../examples/motorcycle.rs",
    rolling_disk: "../examples/rolling_disk.rs",
    segway: "../examples/segway.rs",
    snakeboard_gait: "../examples/snakeboard_gait.rs",
    top: "../examples/top.rs",
}

type Program = fn(&mut Vec<u8>) -> Result<(), Box<dyn std::error::Error>>;

/// The header and the rows that a program writes.
fn table(program: Program) -> (Vec<String>, Vec<Vec<f64>>) {
    let mut written = Vec::new();
    program(&mut written).unwrap();
    let text = String::from_utf8(written).unwrap();
    let mut lines = text.lines();
    let header = lines.next().unwrap().split(',').map(str::to_owned);
    let numbers = |line: &str| {
        line.split(',')
            .map(|number| number.parse().unwrap())
            .collect()
    };
    (header.collect(), lines.map(numbers).collect())
}

/// A column of the last row.
fn last((header, rows): &(Vec<String>, Vec<Vec<f64>>), name: &str) -> f64 {
    let column = header.iter().position(|column| column == name);
    rows.last().unwrap()[column.unwrap()]
}

#[test]
fn wheels_keep_to_their_constraints() {
    let programs: [Program; 10] = [
        |out| ball::run(out),
        |out| bicycle::run(out),
        |out| car_trailer::run(out),
        |out| diffdrive::run(out),
        |out| dragster::run(out),
        |out| drone::run(out),
        |out| rolling_disk::run(out),
        |out| segway::run(out),
        |out| snakeboard_gait::run(out),
        |out| top::run(out),
    ];
    let mut residuals = 0;
    for program in programs {
        let (header, rows) = table(program);
        assert!(rows.len() > 500);
        for (column, name) in header.iter().enumerate() {
            if name.starts_with("residual.") {
                residuals += 1;
                let worst = rows.iter().map(|row| row[column].abs()).fold(0.0, f64::max);
                assert!(worst < 1e-12, "{name}: {worst}");
            }
        }
    }
    // Of all machines but the top: 2, 2, 3, 3, 4, 1, 2, 3, 2.
    assert_eq!(residuals, 22);
}

#[test]
fn controllers_reach_what_they_are_for() {
    let disk = table(|out| rolling_disk::run(out));
    assert!((last(&disk, "theta_dot") - 4.0).abs() < 1e-2);
    let car = table(|out| car_trailer::run(out));
    let speed = last(&car, "x_dot").hypot(last(&car, "y_dot"));
    assert!((speed - 3.0).abs() < 0.1, "{speed}");
    // With z = x + i y, z'' = k (0.3 (r - z) + 0.4 (r' - z')) along r = 0.4 exp(i t), where k = m g / (m + j / radius^2):
    // the answer is r (0.3 + 0.4 i) k / ((0.3 + 0.4 i) k - 1), but for the time over which controls are held.
    let k = 0.3 * 9.81 / (0.3 + 0.0003 / (0.05 * 0.05));
    let radius = 0.4 * 0.5 * k / (0.3 * k - 1.0_f64).hypot(0.4 * k);
    let ball = table(|out| ball::run(out));
    let circle = last(&ball, "x").hypot(last(&ball, "y"));
    assert!((circle - radius).abs() < 0.01 * radius, "{circle} {radius}");
    // Within the orbits, whose radius is that of a turn with the push across the velocity: m v^2 / R = 0.6 R.
    let drone = table(|out| drone::run(out));
    let [x, y, z] = ["x", "y", "z"].map(|name| last(&drone, name));
    let away = (x - 120.0).hypot(y - 40.0).hypot(z - 35.0);
    let orbit = 12.0 * (1.5_f64 / 0.6).sqrt();
    assert!(away < 1.5 * orbit, "{away} {orbit}");
    // The load on the driven wheels is m g / 2 + m a h / (2 b).
    let (header, rows) = table(|out| dragster::run(out));
    let column = |name: &str| header.iter().position(|column| column == name).unwrap();
    let [speed, load] = ["x_dot", "lambda.rear"].map(column);
    let [before, at, after] = [399, 400, 401].map(|row| &rows[row]);
    let acceleration = (after[speed] - before[speed]) / 0.01;
    let expected = 900.0 * (9.81 / 2.0 + acceleration * 0.45 / 2.6);
    assert!(
        (at[load] / expected - 1.0).abs() < 1e-3,
        "{} {expected}",
        at[load]
    );
    for leaning in [
        table(|out| segway::run(out)),
        table(|out| bicycle::run(out)),
    ] {
        assert!(last(&leaning, "alpha").abs() < 0.1);
    }
}

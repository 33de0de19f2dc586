//! Contacts in the commands: rows, sweeps, comparisons, and what is refused.

use super::support::{Desk, table};
use super::{BALL, BOUNCING, EDGE, FALLING, assert_near, column, events, run};

#[test]
fn the_run_monitor_is_quiet_and_the_state_never_depends_on_the_rows() {
    let desk = Desk::new();
    desk.write("ball.nhi", BALL);
    desk.write("ball.toml", BOUNCING);
    desk.nhi(&["run", "ball.toml", "-o", "ball.csv", "--strict"], 0);
    let whole = run(&desk, "ball.toml", &[]);
    let few = run(&desk, "ball.toml", &["--every", "50"]);
    let (all, kept) = (column(&whole, "t"), column(&few, "t"));
    let (z, of_kept) = (column(&whole, "z"), column(&few, "z"));
    for (t, value) in kept.iter().zip(&of_kept) {
        let place = all
            .iter()
            .position(|other| other == t)
            .expect("the same time");
        assert!(z[place] == *value || z[place + 1] == *value, "t = {t}");
    }
    // Two rows for each of the six impacts.
    assert_eq!((all.len(), kept.len()), (301 + 12, 7 + 12));
}

#[test]
fn members_of_a_sweep_bounce_like_single_runs() {
    let desk = Desk::new();
    desk.write("ball.nhi", BALL);
    let sweep = "[sweep]\nkeep = [\"z.last\", \"energy.last\", \"floor.rebounds.time\", \"floor.opens.time\"]\n[sweep.vary]\ne = { values = [0.0, 0.7, 1.0] }\nz = { values = [0.5, 2.0] }\n";
    desk.write("ball.toml", format!("{BOUNCING}{sweep}"));
    desk.nhi(&["sweep", "ball.toml", "-o", "out", "--format", "csv"], 0);
    let rows = std::fs::read_to_string(desk.path("out/part-00000000.csv")).expect("a part");
    let (names, cells) = table(
        &rows
            .replace(",ok,", ",0,")
            .replace(",,", ",0,")
            .replace(",,", ",0,"),
    );
    let place = |name: &str| {
        names
            .iter()
            .position(|known| known == name)
            .expect("a column")
    };
    assert_eq!(cells.len(), 6);
    for row in cells {
        let set = [
            format!("e={}", row[place("e")]),
            format!("z={}", row[place("z")]),
        ];
        let single = run(&desk, "ball.toml", &["--set", &set[0], "--set", &set[1]]);
        assert_eq!(
            *column(&single, "z").last().unwrap(),
            row[place("z.last")],
            "{set:?}"
        );
        assert_eq!(
            *column(&single, "energy").last().unwrap(),
            row[place("energy.last")]
        );
        let changes = events(&desk, "ball.toml", &["--set", &set[0], "--set", &set[1]]);
        for kept in ["floor.rebounds", "floor.opens"] {
            let first = changes.iter().find(|(name, _)| name == kept);
            let time = row[place(&format!("{kept}.time"))];
            match first {
                Some((_, t)) => assert_eq!(*t, time, "{kept} {set:?}"),
                None => assert!(time.is_nan(), "{kept} {set:?}"),
            }
        }
    }
}

/// A ball at 0.9 m/s reaches the wall at 1 m within a step and returns: at 2 s it is at 0.2 m, which
/// is the integral of its velocity.
#[test]
fn numbers_over_time_of_a_sweep_have_the_moments_of_impacts() {
    let desk = Desk::new();
    desk.write(
        "ball.nhi",
        "#[nonholonomic(
            coordinates(x), lagrangian = 0.5 * m * x_dot.powi(2), holonomic(wall = 1 - x),
            contacts(wall >= 0, opens, restitution = 1), integrators(Mla),
        )]
        pub struct Ball { pub m: f64 }",
    );
    desk.write(
        "ball.toml",
        "model = \"ball.nhi\"\nintegrator = \"Mla\"\nstep = 0.5\nend = 2\n[parameters]\nm = 1\n\
         [initial]\nx = 0\nx_dot = 0.9\n[output]\nspeed = \"x_dot\"\n[sweep]\n\
         keep = [\"x\", \"x.max\", \"speed.integral\", \"speed.mean\"]\n[sweep.vary]\nm = { values = [1, 2] }\n",
    );
    desk.nhi(&["sweep", "ball.toml", "-o", "out", "--format", "csv"], 0);
    let text = desk.read("out/part-00000000.csv");
    for row in text.lines().skip(1) {
        let numbers: Vec<f64> = row
            .rsplit(',')
            .take(4)
            .map(|x| x.parse().unwrap())
            .collect();
        for (found, expected) in numbers.iter().zip([0.1, 0.2, 1.0, 0.2]) {
            assert!((found - expected).abs() < 1e-12, "{row}");
        }
    }
}

#[test]
fn integrators_are_compared_over_bounces() {
    let desk = Desk::new();
    desk.write("edge.nhi", EDGE);
    desk.write("edge.toml", FALLING);
    let said = desk.nhi(
        &[
            "compare",
            "edge.toml",
            "--integrators",
            "Mla,Rk(order = 4)",
            "--json",
        ],
        0,
    );
    let data: serde_json::Value = serde_json::from_str(&said.stdout).expect("JSON");
    let text = data.to_string();
    assert!(
        text.contains("Mla") && !text.contains("\"failed\""),
        "{text}"
    );
}

#[test]
fn starts_that_do_not_fit_their_contacts_are_refused() {
    let desk = Desk::new();
    desk.write("ball.nhi", BALL);
    desk.write("ball.toml", BOUNCING);
    for (set, found) in [
        (
            &["z=0"][..],
            "the bodies of the contact `floor` overlap: its gap is -0.5",
        ),
        (&["z=0.5", "z_dot=-1"], "approach with the speed 1.0"),
        (&["e=1.5"], "the restitution of the contact `floor` is 1.5"),
    ] {
        let set: Vec<_> = set.iter().flat_map(|value| ["--set", value]).collect();
        let said = desk.nhi(
            &[&["run", "ball.toml", "-o", "x.csv"], &set[..]].concat(),
            1,
        );
        assert!(said.stderr.contains(found), "{}", said.stderr);
    }
    // A start with a velocity away from the floor is open.
    let found = events(
        &desk,
        "ball.toml",
        &["--set", "z=0.5", "--set", "z_dot=1", "--set", "e=0"],
    );
    assert_near(found[0].1, 2.0 / 9.81, 1e-12, "the flight");
}

#[test]
fn steps_over_contacts_have_no_derivatives() {
    let desk = Desk::new();
    desk.write("ball.nhi", BALL.replacen("Mla", "Mla(jacobian)", 1));
    for language in ["rust", "c"] {
        let said = desk.nhi(&["gen", "ball.nhi", "--language", language, "-o", "out"], 1);
        assert!(said.stderr.contains("E089"), "{}", said.stderr);
        assert!(
            said.stderr.contains("without `jacobian`"),
            "{}",
            said.stderr
        );
    }
}

#[test]
fn a_single_stepper_does_not_open_contacts() {
    let desk = Desk::new();
    desk.write("ball.nhi", BALL);
    desk.write("ball.toml", BOUNCING);
    for arguments in [
        &["export", "ball.toml", "--format", "fmu", "-o", "ball.fmu"][..],
        &["export", "ball.toml", "--format", "casadi", "-o", "casadi"],
    ] {
        let said = desk.nhi(arguments, 1);
        assert!(said.stderr.contains("E091"), "{}", said.stderr);
        assert!(said.stderr.contains("leave out `opens`"), "{}", said.stderr);
    }
    let said = desk.nhi(
        &[
            "run",
            "ball.toml",
            "-o",
            "x.csv",
            "--integrator",
            "VakonomicGauss",
        ],
        1,
    );
    assert!(said.stderr.contains("E089"), "{}", said.stderr);
}

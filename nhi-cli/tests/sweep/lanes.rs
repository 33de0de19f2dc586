//! Members in lanes against single runs: rows, events, ends and failures.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::support::{Desk, SCENARIO, Said, holds, table};
use super::{SWEEP, rows, sweep};

/// Laws that see the state, are held, delayed or fail on the way, with events and a stop.
#[test]
fn members_in_lanes_have_the_bits_of_single_runs() {
    let laws = [
        "-x - 0.1 * x_dot",
        "-delay(x, 0.1 * m) - 0.1 * x_dot",
        // All members fail at the start, or some on the way.
        "-sqrt(x * y - 0.1)",
        "sqrt(0.05 * m - x * y)",
    ];
    let periods = ["step = 0.05", "step = 0.05\ncontrol_period = 0.1"];
    let stops = ["", "[stop]\nwhen = \"x - 0.3 - 0.1 * m\"\n"];
    let mut reached = BTreeSet::new();
    for ((law, period), stop) in product(&product(&laws, &periods), &stops) {
        let desk = Desk::new();
        desk.write("run.toml", scenario(law, period, stop));
        for integrator in ["Gni", "Dop853(tolerance = 1e-9)"] {
            let more = ["--integrator", integrator];
            sweep(&desk, "out", &more);
            let members = rows(&desk, "out");
            fs::remove_dir_all(desk.path("out")).unwrap();
            for member in [0, 13, 40, 69] {
                let row = &members[member];
                reached.insert(row["status"].clone());
                equals_single_run(&desk, row, &more);
            }
        }
    }
    assert_eq!(reached.len(), 3, "{reached:?}");
}

/// The text of a scenario with events and a sweep.
fn scenario(law: &str, period: &str, stop: &str) -> String {
    let events = "[events]\nhalf = { when = \"x - 0.2\" }\nslow = { when = \"seen + 0.01\" }\n";
    let kept = "keep = [\"t\", \"x\", \"z.max\", \"energy.mean\", \"push.min\", \
                \"seen.integral\", \"half.time\", \"slow.time\"]";
    let scenario = format!("{SCENARIO}[output]\nseen = \"x * push\"\n{events}{stop}{SWEEP}")
        .replace("step = 0.05", period)
        .replace("push = \"0.5*t\"", &format!("push = \"{law}\""));
    let kept_before = scenario.lines().find(|line| line.starts_with("keep"));
    scenario.replace(kept_before.unwrap(), kept)
}

/// A member has the noise of the scenario's seed plus its number. A deviation that differs between
/// members is refused.
#[test]
fn members_have_noise_of_their_own() {
    let noise = "[noise]\nseed = 700\npush = 0.3\nseen = 0.02\n";
    for law in ["-x - 0.1 * x_dot", "0.5 * t"] {
        let desk = Desk::new();
        let scenario = scenario(law, "step = 0.05\ncontrol_period = 0.1", noise);
        desk.write("run.toml", &scenario);
        sweep(&desk, "out", &["--integrator", "Gni"]);
        let members = rows(&desk, "out");
        for member in [0, 1, 40, 69] {
            let seed = format!("seed = {}", 700 + member);
            desk.write("run.toml", scenario.replace("seed = 700", &seed));
            equals_single_run(&desk, &members[member], &["--integrator", "Gni"]);
        }
        desk.write(
            "run.toml",
            scenario.replace("seen = 0.02", "seen = \"0.02 * m\""),
        );
        let said = desk.nhi(&["sweep", "run.toml", "-o", "other"], 1);
        holds(
            &said.stderr,
            &["`[noise] seen` depends on it, and is the same for all members"],
        );
    }
}

fn product<'l, A: Copy, B: Copy>(a: &'l [A], b: &'l [B]) -> Vec<(A, B)> {
    let pairs = a.iter().flat_map(|&a| b.iter().map(move |&b| (a, b)));
    pairs.collect()
}

/// Compares a member with the rows and events of a single run.
fn equals_single_run(desk: &Desk, row: &BTreeMap<String, String>, more: &[&str]) {
    let set = ["m", "y_dot"].map(|name| format!("--set={name}={}", row[name]));
    let run = ["run", "run.toml", "-o", "run.csv", "--json", "--project"];
    let run = [&run, more, &set.each_ref().map(String::as_str)].concat();
    let _ = fs::remove_file(desk.path("run.csv"));
    let output = desk.command(&run).output().unwrap();
    let said = Said::new(&output);
    assert_eq!(output.status.success(), row["status"] == "ok", "{said:?}");
    holds(&said.stderr, &[&row["reason"]]);
    let data: serde_json::Value = serde_json::from_str(&said.stdout).unwrap();
    let data = data.get("result").unwrap_or(&data);
    let text = fs::read_to_string(desk.path("run.csv")).unwrap_or_default();
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let names: Vec<_> = lines.next().unwrap_or_default().split(',').collect();
    let lines: Vec<Vec<f64>> = lines
        .map(|line| line.split(',').map(|x| x.parse().unwrap()).collect())
        .collect();
    let Some((last, others)) = lines.split_last() else {
        assert_eq!(row["step"], "0", "{row:?}");
        return;
    };
    let events = data["events"].as_array().map_or(&[][..], Vec::as_slice);
    // Numbers of JSON may be read with an error in the last digit.
    let is_at =
        |event: &serde_json::Value, t: f64| (event["t"].as_f64().unwrap() - t).abs() < 1e-12;
    let is_inside = |t: f64| ((t / 0.05).round() * 0.05 - t).abs() > 1e-12;
    // A row at an event that does not end the run is none of those of a sweep.
    let steps = others
        .iter()
        .filter(|line| !is_inside(line[0]))
        .chain([last]);
    let column = |name: &str| {
        let place = names.iter().position(|other| *other == name).unwrap();
        steps.clone().map(move |line| (line[0], line[place]))
    };
    let integral = |name: &str| {
        let pairs = column(name).zip(column(name).skip(1));
        pairs.fold(0.0, |sum, ((t, a), (later, b))| {
            sum + 0.5 * (b + a) * (later - t)
        })
    };
    let ends = |name: &str| {
        [
            column(name).next().unwrap(),
            column(name).next_back().unwrap(),
        ]
    };
    let [(first, _), (end, _)] = ends("t");
    let time_of = |name: &str| {
        let found = events.iter().find(|event| event["name"] == name);
        let row = found.and_then(|event| lines.iter().find(|line| is_at(event, line[0])));
        row.map_or(f64::NAN, |row| row[0])
    };
    let least = |name: &str, sign: f64| {
        let values = column(name).map(|(_, value)| sign * value);
        sign * values.fold(f64::INFINITY, f64::min)
    };
    let expected = [
        ("t", end),
        ("x", ends("x")[1].1),
        ("z.max", least("z", -1.0)),
        ("energy.mean", integral("energy") / (end - first)),
        ("push.min", least("push", 1.0)),
        ("seen.integral", integral("seen")),
        ("half.time", time_of("half")),
        ("slow.time", time_of("slow")),
    ];
    for (name, value) in expected {
        assert_eq!(row[name], format!("{value:?}"), "{name}: {row:?} {said:?}");
    }
}

/// The noise goes on after a contact has opened or closed.
#[test]
fn members_with_contacts_have_noise_of_their_own() {
    let desk = Desk::new();
    let ball = "#[nonholonomic(coordinates(x, z), controls(push), forces(x = push), holonomic(floor = z), integrators(Mla),
        contacts(floor >= 0, opens, restitution = 0.5),
        lagrangian = 0.5 * m * (x_dot.powi(2) + z_dot.powi(2)) - 10 * m * z)] pub struct Ball { pub m: f64 }";
    desk.write("ball.nhi", ball);
    let scenario = "model = \"ball.nhi\"\nintegrator = \"Mla\"\nstep = 0.05\nend = 0.35\ncontrol_period = 0.1\n\
         [parameters]\nm = 1\n[initial]\nz = 0.21\n[controls]\npush = \"-x\"\n[output]\nseen = \"z\"\n\
         [noise]\nseed = 700\npush = 0.3\nseen = 0.02\n";
    let vary = "[sweep]\nkeep = [\"t\", \"x\", \"push\", \"seen\"]\n[sweep.vary]\nm = { values = [1.0, 1.5, 2.0] }\n";
    desk.write("run.toml", format!("{scenario}{vary}"));
    sweep(&desk, "out", &[]);
    for (member, row) in rows(&desk, "out").iter().enumerate() {
        let seed = format!("seed = {}", 700 + member);
        desk.write("run.toml", scenario.replace("seed = 700", &seed));
        let set = format!("--set=m={}", row["m"]);
        let run = ["run", "run.toml", "-o", "-", &set];
        let (names, lines) = table(&desk.nhi(&run, 0).stdout);
        let last: BTreeMap<_, _> = names.into_iter().zip(lines.last().unwrap()).collect();
        for name in ["t", "x", "push", "seen"] {
            assert_eq!(row[name].parse::<f64>().unwrap(), *last[name], "{row:?}");
        }
    }
}

/// A model, and a scenario of which some members fail.
const FAILING: [(&str, &str); 4] = [
    // The energy is not a number beyond the wall.
    (
        "lagrangian = 0.5 * m * x_dot.powi(2) - 5 * ln(1.5 - x), forces(x = -0.1 * x_dot)",
        "integrator = \"Rk(order = 4)\"\nstep = 0.02\nsteps = 60\n[parameters]\nm = 1\n[initial]\nx = 0\n\
         [sweep.vary]\nm = { values = [1.0, 1.1, 9.0] }\n",
    ),
    // A control is not a number at the end of a step.
    (
        "lagrangian = 0.5 * m * x_dot.powi(2), controls(u), forces(x = u)",
        "integrator = \"Mla\"\nstep = 0.1\nsteps = 20\n[parameters]\nm = 1\n[initial]\nx = 0\nx_dot = 1\n\
         [controls]\nu = \"sqrt(1 - x)\"\n[sweep.vary]\nx_dot = { values = [0.1, 1.0, 2.0] }\n",
    ),
    // The mass matrix is singular at the end of a step.
    (
        "lagrangian = 0.5 * m * (1 - 1.5 * exp(-((t - 2) / 0.02).powi(2))) * x_dot.powi(2)",
        "integrator = \"Mla\"\nstep = 0.1\nsteps = 40\n[parameters]\nm = 1\n[initial]\nx = 0\n\
         [sweep.vary]\nx_dot = { values = [0.0, 1.0] }\n",
    ),
    // The energy is not finite at the start.
    (
        "lagrangian = 0.5 * m * x_dot.powi(2)",
        "integrator = \"Mla\"\nstep = 0.1\nsteps = 4\n[parameters]\nm = 1\n[initial]\nx = 0\n\
         [sweep.vary]\nx_dot = { values = [1.0, 1e200] }\n",
    ),
];

/// A member fails at the same step as its single run, with the numbers of the last row of that run.
/// The kept columns do not matter.
#[test]
fn members_that_fail_end_with_the_last_row_of_single_runs() {
    let mut failed = 0;
    for (model, scenario) in FAILING {
        let desk = Desk::new();
        let text = format!(
            "#[nonholonomic(coordinates(x), {model}, integrators(Mla))]\npub struct Line {{ pub m: f64 }}\n"
        );
        desk.write("line.nhi", text);
        for kept in [
            "",
            ", \"energy\"",
            ", \"x.max\"",
            ", \"x.integral\", \"x_dot.min\"",
        ] {
            let sweep_table = format!("[sweep]\nkeep = [\"t\", \"x\"{kept}]\n[sweep.vary]");
            let scenario = scenario.replace("[sweep.vary]", &sweep_table);
            desk.write("run.toml", format!("model = \"line.nhi\"\n{scenario}"));
            sweep(&desk, "out", &[]);
            let members = rows(&desk, "out");
            fs::remove_dir_all(desk.path("out")).unwrap();
            for row in members {
                failed += u32::from(row["status"] != "ok");
                fails_as_single_run(&desk, &row);
            }
        }
    }
    assert!(failed >= 24, "{failed}");
}

fn fails_as_single_run(desk: &Desk, row: &BTreeMap<String, String>) {
    let varied = ["m", "x_dot"]
        .into_iter()
        .filter(|name| row.contains_key(*name));
    let set: Vec<_> = varied
        .map(|name| format!("--set={name}={}", row[name]))
        .collect();
    let run = ["run", "run.toml", "-o", "run.csv"].map(str::to_owned);
    let run = [&run[..], &set].concat();
    let run: Vec<_> = run.iter().map(String::as_str).collect();
    let _ = fs::remove_file(desk.path("run.csv"));
    let said = Said::new(&desk.command(&run).output().unwrap());
    holds(&said.stderr, &[&row["reason"]]);
    let text = fs::read_to_string(desk.path("run.csv")).unwrap_or_default();
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let names: Vec<_> = lines.next().unwrap_or_default().split(',').collect();
    let lines: Vec<_> = lines.collect();
    let Some(last) = lines.last() else {
        assert_eq!(
            (&*row["status"], &*row["step"]),
            ("refused", "0"),
            "{row:?}"
        );
        return;
    };
    assert_eq!(row["step"], (lines.len() - 1).to_string(), "{row:?}");
    let cells: BTreeMap<_, _> = names.into_iter().zip(last.split(',')).collect();
    for name in ["t", "x"] {
        assert_eq!(row[name], cells[name], "{row:?} {said:?}");
    }
}

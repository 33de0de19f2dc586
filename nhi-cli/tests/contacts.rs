//! Contacts that open and close, against closed forms.

#[path = "contacts/closing.rs"]
mod closing;
#[path = "contacts/command.rs"]
mod command;
#[path = "contacts/held.rs"]
mod held;
#[path = "contacts/several.rs"]
mod several;
mod support;

use support::{Desk, root, table};

fn column(text: &str, name: &str) -> Vec<f64> {
    let (names, rows) = table(text);
    let place = names.iter().position(|known| known == name);
    let place = place.unwrap_or_else(|| panic!("no column {name} in {names:?}"));
    rows.iter().map(|row| row[place]).collect()
}

/// Runs a scenario and returns its table.
fn run(desk: &Desk, scenario: &str, options: &[&str]) -> String {
    let arguments = [&["run", scenario, "-o", "-"], options].concat();
    desk.nhi(&arguments, 0).stdout
}

/// Runs a scenario and returns the names and times of its events.
fn events(desk: &Desk, scenario: &str, options: &[&str]) -> Vec<(String, f64)> {
    let arguments = [&["run", scenario, "-o", "events.csv", "--json"], options].concat();
    let said = desk.nhi(&arguments, 0);
    let data: serde_json::Value = serde_json::from_str(&said.stdout).expect("JSON");
    let events = data["events"].as_array().expect("events").iter();
    let event = |event: &serde_json::Value| {
        let name = event["name"].as_str().expect("a name").to_owned();
        (name, event["t"].as_f64().expect("a time"))
    };
    events.map(event).collect()
}

fn assert_near(value: f64, expected: f64, tolerance: f64, what: &str) {
    let off = (value - expected).abs();
    assert!(
        off <= tolerance,
        "{what}: {value}, not {expected}, off by {off:e}"
    );
}

/// The integrators that take position constraints.
const INTEGRATORS: [&str; 12] = [
    "Mla",
    "Dla",
    "Dap",
    "Lobatto",
    "EnergyPreserving",
    "Gni",
    "Rattle",
    "Gauss",
    "Rk(order = 4)",
    "Dop853",
    "Taylor",
    "Mla(order = 4)",
];

const BALL: &str = "#[nonholonomic(
    coordinates(x, z),
    lagrangian = 0.5 * m * (x_dot.powi(2) + z_dot.powi(2)) - m * g * z,
    holonomic(floor = z - r),
    contacts(floor >= 0, opens, restitution = e),
    integrators(Mla),
)]
struct Ball { m: f64, g: f64, r: f64, e: f64 }";

const BOUNCING: &str = "model = \"ball.nhi\"
integrator = \"Mla\"
step = 0.01
end = 3.0
[parameters]
m = 2.0
g = 9.81
r = 0.5
e = 0.8
[initial]
x = 0.0
x_dot = 0.3
z = 1.5
z_dot = 0.0
";

#[test]
fn a_ball_bounces_at_the_times_of_the_closed_form() {
    let desk = Desk::new();
    desk.write("ball.nhi", BALL);
    desk.write("ball.toml", BOUNCING);
    let (g, e, fall) = (9.81_f64, 0.8_f64, (2.0 / 9.81_f64).sqrt());
    for integrator in INTEGRATORS {
        let found = events(&desk, "ball.toml", &["--integrator", integrator]);
        assert_eq!(found.len(), 6, "{integrator}: {found:?}");
        let (mut t, mut flight) = (fall, 2.0 * fall);
        for (name, found) in &found {
            assert_eq!(name, "floor.rebounds");
            assert_near(*found, t, 1e-11, integrator);
            flight *= e;
            t += flight;
        }
        let rows = run(&desk, "ball.toml", &["--integrator", integrator]);
        let energy = *column(&rows, "energy").last().expect("rows");
        let kept = 2.0 * g * (0.5 + e.powi(12)) + 0.09;
        assert_near(energy, kept, 1e-10, integrator);
        // The gap is the residual of the open contact, and never negative but by round-off.
        let gap = column(&rows, "residual.floor");
        let z = column(&rows, "z");
        assert!(
            gap.iter()
                .zip(&z)
                .all(|(gap, z)| *gap == z - 0.5 && *gap > -1e-12)
        );
    }
}

#[test]
fn bounces_that_accumulate_end_the_run_at_their_limit() {
    let desk = Desk::new();
    desk.write("ball.nhi", BALL);
    desk.write("ball.toml", BOUNCING);
    let said = desk.nhi(&["run", "ball.toml", "-o", "ball.csv", "--set", "e=0.5"], 3);
    // t = t0 (1 + 2 e / (1 - e))
    let limit = (2.0 / 9.81_f64).sqrt() * 3.0;
    assert!(
        said.stderr.contains("bounces accumulate"),
        "{}",
        said.stderr
    );
    assert!(
        said.stderr.contains(&format!("t = {limit:.6}")[..9]),
        "{}",
        said.stderr
    );
    let rows = std::fs::read_to_string(desk.path("ball.csv")).expect("the rows so far");
    let last = *column(&rows, "t").last().expect("rows");
    assert!(last < limit && last > limit - 0.02, "{last} of {limit}");
}

#[test]
fn an_inelastic_ball_stays_on_the_floor() {
    let desk = Desk::new();
    desk.write("ball.nhi", BALL);
    desk.write("ball.toml", BOUNCING);
    for integrator in INTEGRATORS {
        let options = ["--integrator", integrator, "--set", "e=0"];
        let found = events(&desk, "ball.toml", &options);
        assert_eq!(found.len(), 1, "{integrator}: {found:?}");
        assert_eq!(found[0].0, "floor.closes");
        let rows = run(&desk, "ball.toml", &options);
        let (z, force) = (column(&rows, "z"), column(&rows, "lambda.floor"));
        assert_near(*z.last().unwrap(), 0.5, 1e-14, integrator);
        assert_near(*force.last().unwrap(), 2.0 * 9.81, 1e-10, integrator);
        assert_near(*column(&rows, "x").last().unwrap(), 0.9, 1e-12, integrator);
    }
}

#[test]
fn steps_back_in_time_undo_impacts() {
    let desk = Desk::new();
    desk.write("ball.nhi", BALL);
    desk.write("ball.toml", BOUNCING);
    let back = ["--step", "-0.01", "--end", "-1.3"];
    for integrator in ["Mla", "Gni", "Rk(order = 4)", "Dop853"] {
        let options = [&back[..], &["--integrator", integrator]].concat();
        let found = events(&desk, "ball.toml", &options);
        // Before the bounce the ball fell from the height 1 / e^2 above the floor.
        let fall = (2.0 / 9.81_f64).sqrt();
        assert_eq!(found.len(), 1, "{integrator}: {found:?}");
        assert_near(found[0].1, -fall, 1e-11, integrator);
        let rows = run(&desk, "ball.toml", &options);
        let energy = 2.0 * 9.81 * (0.5 + 0.8_f64.powi(-2)) + 0.09;
        assert_near(
            *column(&rows, "energy").last().unwrap(),
            energy,
            1e-10,
            integrator,
        );
    }
    // A ball that falls onto the floor at the start was above it before.
    let falling = [
        "--set", "z=0.5", "--set", "z_dot=-1", "--step", "-0.01", "--end", "-0.1",
    ];
    let rows = run(&desk, "ball.toml", &falling);
    let height = 0.6 - 0.5 * 9.81 * 0.01;
    assert_near(*column(&rows, "z").last().unwrap(), height, 1e-14, "height");
    let arguments = [
        &["run", "ball.toml", "-o", "x.csv", "--set", "e=0"],
        &back[..],
    ]
    .concat();
    let said = desk.nhi(&arguments, 3);
    assert!(said.stderr.contains("cannot be undone"), "{}", said.stderr);
}

/// A ball that rolls down a cylinder. It leaves the surface when `cos(angle)` is `2 c / (3 + k)`, where
/// `c` is the cosine at which it was at rest.
const EDGE: &str = "#[nonholonomic(
    coordinates(x, z, phi),
    definitions(rho = (x.powi(2) + z.powi(2)).sqrt()),
    lagrangian = 0.5 * m * (x_dot.powi(2) + z_dot.powi(2) + k * r.powi(2) * phi_dot.powi(2)) - m * g * z,
    constraints(rolling = (z * x_dot - x * z_dot) / rho - r * phi_dot when surface),
    holonomic(surface = rho - r),
    contacts(surface >= 0, opens),
    integrators(Mla),
)]
struct Edge { m: f64, g: f64, r: f64, k: f64 }";

const FALLING: &str = "model = \"edge.nhi\"
integrator = \"Mla\"
step = 0.01
end = 1.6
[parameters]
m = 2.0
g = 9.81
r = 0.5
k = 0.4
[initial]
x = \"r * sin(0.01)\"
z = \"r * cos(0.01)\"
phi = 0.0
x_dot = 0.0
z_dot = 0.0
phi_dot = 0.0
";

/// Returns the cosine at which the ball leaves the surface, and its spin at the end.
fn leaves(desk: &Desk, integrator: &str, step: &str) -> (f64, f64) {
    let options = ["--integrator", integrator, "--step", step];
    let found = events(desk, "edge.toml", &options);
    assert_eq!(found.len(), 1, "{integrator}: {found:?}");
    assert_eq!(found[0].0, "surface.opens");
    let rows = run(desk, "edge.toml", &options);
    let t = column(&rows, "t");
    // The reader of JSON may change the last digit of a number: it reads both times.
    let as_json = |t: f64| serde_json::from_str::<f64>(&format!("{t:?}")).expect("a number");
    let at = t
        .iter()
        .position(|&t| as_json(t) == found[0].1)
        .expect("a row at the event");
    let (x, z) = (column(&rows, "x")[at], column(&rows, "z")[at]);
    // No force turns the ball after that.
    let spin = column(&rows, "phi_dot");
    assert!(
        spin[at..]
            .iter()
            .all(|other| (other - spin[at]).abs() < 1e-12),
        "{integrator}"
    );
    (z / x.hypot(z), spin[at])
}

#[test]
fn a_rolling_ball_leaves_an_edge_at_the_angle_of_the_closed_form() {
    let desk = Desk::new();
    desk.write("edge.nhi", EDGE);
    desk.write("edge.toml", FALLING);
    let cosine = 10.0 / 17.0 * 0.01_f64.cos();
    // The speed there: r phi_dot = sqrt(g r cosine), as the radial force vanishes.
    let spin = (9.81 * 0.5 * cosine).sqrt() / 0.5;
    for (integrator, tolerance) in [
        ("Dop853", 1e-8),
        ("Taylor", 1e-9),
        ("Lobatto", 1e-7),
        ("Gauss", 1e-9),
        ("Rk(order = 4)", 1e-7),
    ] {
        let (found, turned) = leaves(&desk, integrator, "0.01");
        assert_near(found, cosine, tolerance, integrator);
        assert_near(turned, spin, 20.0 * tolerance, integrator);
    }
    for integrator in ["Mla", "Dla", "Gni"] {
        let off = |step| (leaves(&desk, integrator, step).0 - cosine).abs();
        let (coarse, fine) = (off("0.02"), off("0.005"));
        // Order two, to a tolerance for the restart of the motion at the event.
        assert!(
            fine < 1e-4 && fine < coarse / 8.0,
            "{integrator}: {coarse:e}, {fine:e}"
        );
    }
}

/// A sleigh in a box with elastic walls.
const SLEIGH: &str = "#[nonholonomic(
    coordinates(theta, x, y),
    lagrangian = 0.5 * m * ((x_dot - a * sin(theta) * theta_dot).powi(2)
        + (y_dot + a * cos(theta) * theta_dot).powi(2)) + 0.5 * inertia * theta_dot.powi(2),
    constraints(blade = sin(theta) * x_dot - cos(theta) * y_dot),
    holonomic(left = x + w, right = x - w, down = y + w, up = w - y),
    contacts(
        left >= 0, opens, restitution = 1,
        right <= 0, opens, restitution = 1,
        down >= 0, opens, restitution = 1,
        up >= 0, opens, restitution = 1,
    ),
    integrators(Mla),
)]
struct Sleigh { m: f64, inertia: f64, a: f64, w: f64 }";

const BOX: &str = "model = \"sleigh.nhi\"
integrator = \"Mla\"
step = 0.01
end = 270.0
[parameters]
m = 2.0
inertia = 1.0
a = 0.3
w = 1.0
[initial]
theta = 0.3
theta_dot = 0.2
x = 0.0
y = 0.0
x_dot = \"cos(0.3)\"
y_dot = \"sin(0.3)\"
";

#[test]
fn a_sleigh_between_elastic_walls_keeps_its_energy_over_a_hundred_impacts() {
    let desk = Desk::new();
    desk.write("sleigh.nhi", SLEIGH);
    desk.write("sleigh.toml", BOX);
    let off = |integrator: &str, step: &str| {
        let options = ["--integrator", integrator, "--step", step];
        let count = events(&desk, "sleigh.toml", &options).len();
        assert!(count >= 100, "{integrator}: {count} impacts");
        let rows = run(&desk, "sleigh.toml", &options);
        let energy = column(&rows, "energy");
        for (name, sign) in [("left", 1.0), ("right", -1.0), ("down", 1.0), ("up", 1.0)] {
            let gap = column(&rows, &format!("residual.{name}"));
            assert!(
                gap.iter().all(|gap| sign * gap > -1e-12),
                "{integrator}: {name}"
            );
        }
        let off = energy.iter().map(|e| (e / energy[0] - 1.0).abs());
        off.fold(0.0, f64::max)
    };
    // The course depends on the step, so the measure of an order is coarse.
    let (coarse, fine) = (off("Mla", "0.02"), off("Mla", "0.005"));
    assert!(fine < 1e-5 && fine < coarse / 6.0, "{coarse:e}, {fine:e}");
    assert!(off("Rk(order = 4)", "0.02") < 1e-6);
}

#[test]
fn contacts_that_contradict_each_other_are_two_walls() {
    let desk = Desk::new();
    let between = "#[nonholonomic(
        coordinates(x),
        lagrangian = 0.5 * m * x_dot.powi(2),
        holonomic(left = x, right = w - x),
        contacts(left >= 0, opens, restitution = 1, right >= 0, opens, restitution = 1),
        integrators(Mla),
    )]
    struct Between { m: f64, w: f64 }";
    desk.write("between.nhi", between);
    desk.write(
        "between.toml",
        "model = \"between.nhi\"
integrator = \"Mla\"
step = 0.3
end = 3.0
[parameters]
m = 2.0
w = 1.0
[initial]
x = 0.25
x_dot = 5.0
",
    );
    let found = events(&desk, "between.toml", &[]);
    assert_eq!(found.len(), 15, "{found:?}");
    for (place, (_, t)) in found.iter().enumerate() {
        assert_near(*t, 0.15 + 0.2 * place as f64, 1e-13, "a wall");
    }
    let said = desk.nhi(&["check", "between.nhi"], 0);
    assert!(said.stdout.contains("all of them open"), "{}", said.stdout);
}

/// Writes the files of the page in the book, and types its commands.
fn type_page(desk: &Desk) {
    let page = std::fs::read_to_string(root().join("docs/src/contacts.md")).expect("the page");
    for block in page.split("\n```").skip(1).step_by(2) {
        let (language, text) = block.split_once('\n').expect("a listing");
        let name = text.lines().next().unwrap_or_default();
        match (
            language,
            name.strip_prefix("// ").or(name.strip_prefix("# ")),
        ) {
            ("sh", _) => desk.typed(text),
            (_, Some(name)) => desk.write(name, text),
            _ => {}
        }
    }
}

#[test]
fn the_motorcycle_of_the_book_lifts_its_wheel_at_the_thrust_of_the_closed_form() {
    let desk = Desk::new();
    type_page(&desk);
    assert!(desk.read("wheel.svg").starts_with("<svg"));
    let found = events(&desk, "motorcycle.toml", &[]);
    let names: Vec<_> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["front.opens", "front.closes"]);
    let said = desk
        .nhi(&["run", "motorcycle.toml", "-o", "run.csv"], 0)
        .stdout;
    let [opens, closes] = ["front.opens", "front.closes"].map(|name| said.find(name));
    assert!(opens.is_some() && opens < closes, "{said}");
    let lifts = 200.0 * 9.81 * 0.7 / 0.6 / 1000.0;
    assert_near(found[0].1, lifts, 1e-12, "the lift");
    let rows = run(&desk, "motorcycle.toml", &[]);
    // The rear wheel stays on the ground.
    let rear = column(&rows, "residual.rear");
    assert!(rear.iter().all(|gap| gap.abs() < 1e-12));
    let load = column(&rows, "lambda.rear");
    assert!(load.iter().all(|load| *load > 0.0));
}

#[test]
fn an_event_of_the_scenario_at_a_change_of_a_contact_has_its_row_there() {
    let desk = Desk::new();
    type_page(&desk);
    let stop = "\n[stop]\nwhen = \"lambda.front\"\ndirection = \"falling\"\n";
    desk.write("stopped.toml", desk.read("motorcycle.toml") + stop);
    let found = events(&desk, "stopped.toml", &[]);
    let names: Vec<_> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.last(), Some(&"stop"), "{found:?}");
    let rows = run(&desk, "stopped.toml", &[]);
    let last = *column(&rows, "t").last().expect("rows");
    assert_near(last, found.last().expect("a stop").1, 0.0, "the last row");
    assert_near(last, 2.289, 1e-12, "the lift");
}

/// At an impact the vertical velocity jumps over zero, without ever being zero; in between it
/// vanishes at the top of each flight.
#[test]
fn an_event_may_be_a_jump_at_an_impact() {
    let desk = Desk::new();
    desk.write("ball.nhi", BALL);
    let turns = "\n[events]\nturns = { when = \"z_dot\" }\nrises = { when = \"z_dot\", direction = \"rising\" }\n";
    desk.write("ball.toml", BOUNCING.to_owned() + turns);
    let all = events(&desk, "ball.toml", &[]);
    let times = |name: &str| -> Vec<f64> {
        let found = all.iter().filter(|(found, _)| found == name);
        found.map(|(_, t)| *t).collect()
    };
    let bounces = times("floor.rebounds");
    assert_eq!(times("rises"), bounces, "{all:?}");
    // A ball that flies from one bounce to the next is at its top in the middle.
    let tops = bounces.windows(2).map(|pair| 0.5 * (pair[0] + pair[1]));
    let mut expected: Vec<_> = tops.chain(bounces.iter().copied()).collect();
    expected.sort_by(f64::total_cmp);
    let mut turns = times("turns");
    turns.truncate(expected.len());
    assert_eq!(turns.len(), expected.len(), "{all:?}");
    for (found, expected) in turns.iter().zip(expected) {
        assert_near(*found, expected, 1e-11, "a turn");
    }
    // The gap vanishes at a bounce, and does not jump.
    let gap = "\n[events]\ngap = { when = \"z - 0.5\", direction = \"rising\" }\n";
    desk.write("ball.toml", BOUNCING.to_owned() + gap);
    let found = events(&desk, "ball.toml", &[]);
    assert!(found.iter().all(|(name, _)| name != "gap"), "{found:?}");
    let stop = "\n[stop]\nwhen = \"z_dot\"\ndirection = \"rising\"\n";
    desk.write("ball.toml", BOUNCING.to_owned() + stop);
    let found = events(&desk, "ball.toml", &[]);
    assert_near(
        found.last().expect("a stop").1,
        bounces[0],
        0.0,
        "the first bounce",
    );
    let speed = *column(&run(&desk, "ball.toml", &[]), "z_dot")
        .last()
        .expect("rows");
    assert!(speed > 0.0, "{speed}");
    // A body that is caught has the speed zero from then on.
    let caught = BOUNCING.replace("e = 0.8", "e = 0.0") + "\n[stop]\nwhen = \"z_dot\"\n";
    desk.write("ball.toml", caught);
    let found = events(&desk, "ball.toml", &[]);
    let last = found.last().expect("a stop");
    assert_near(last.1, bounces[0], 0.0, "the stop of a body that is caught");
}

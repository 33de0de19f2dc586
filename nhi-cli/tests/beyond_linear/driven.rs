//! Driven coordinates, by formulas and by tables of points.

use std::f64::consts::TAU;

use super::support::{Desk, holds, table};
use super::{column, ended};

/// A snake of three links on three axles: its gait alone determines how it moves.
const SNAKE: &str = "#[nonholonomic(
    coordinates(theta, x, y, alpha, beta),
    definitions(
        front = theta + alpha, rear = theta - beta,
        front_x = x + l * (cos(theta) + cos(front)), front_y = y + l * (sin(theta) + sin(front)),
        rear_x = x - l * (cos(theta) + cos(rear)), rear_y = y - l * (sin(theta) + sin(rear)),
    ),
    lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2) + rate(front_x).powi(2) + rate(front_y).powi(2)
        + rate(rear_x).powi(2) + rate(rear_y).powi(2))
        + 0.5 * j * (theta_dot.powi(2) + rate(front).powi(2) + rate(rear).powi(2)),
    constraints(
        middle = sin(theta) * x_dot - cos(theta) * y_dot,
        head = sin(front) * rate(front_x) - cos(front) * rate(front_y),
        tail = sin(rear) * rate(rear_x) - cos(rear) * rate(rear_y),
    ),
    prescribed(alpha = 0.8 + 0.3 * sin(t), beta = 0.3 * cos(t) - 0.8),
    integrators(Mla),
)]
struct Snake { m: f64, j: f64, l: f64 }";

/// The body velocity `(omega, forward)` of the snake with the joints at their law, from the axles of its ends.
fn body_velocity(t: f64, l: f64) -> [f64; 2] {
    let (alpha, beta) = (0.8 + 0.3 * t.sin(), 0.3 * t.cos() - 0.8);
    let (alpha_dot, beta_dot) = (0.3 * t.cos(), -0.3 * t.sin());
    // In the body frame: the middle moves with (u, 0) and turns with w. Front axle, across its link:
    // u sin(a) - w l cos(a) - l (w + a') = 0; rear axle: -u sin(b) + w l cos(b) + l (w - b') = 0, a and b
    // as drawn, with the rear link at the angle -b.
    let front = [-l * (alpha.cos() + 1.0), alpha.sin(), l * alpha_dot];
    let rear = [l * (beta.cos() + 1.0), -beta.sin(), l * beta_dot];
    let det = front[0] * rear[1] - front[1] * rear[0];
    let w = (front[2] * rear[1] - front[1] * rear[2]) / det;
    let u = (front[0] * rear[2] - front[2] * rear[0]) / det;
    [w, u]
}

/// Heading and position after a gait, by the classical Runge-Kutta method on the group alone.
fn phase(l: f64, steps: usize) -> [f64; 3] {
    let h = TAU / steps as f64;
    let slope = |t: f64, g: [f64; 3]| {
        let [w, u] = body_velocity(t, l);
        [w, u * g[0].cos(), u * g[0].sin()]
    };
    let moved = |g: [f64; 3], k: [f64; 3], h: f64| [0, 1, 2].map(|i| g[i] + h * k[i]);
    let mut g = [0.0; 3];
    for step in 0..steps {
        let t = h * step as f64;
        let k1 = slope(t, g);
        let k2 = slope(t + h / 2.0, moved(g, k1, h / 2.0));
        let k3 = slope(t + h / 2.0, moved(g, k2, h / 2.0));
        let k4 = slope(t + h, moved(g, k3, h));
        g = [0, 1, 2].map(|i| g[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
    }
    g
}

#[test]
fn a_gait_moves_a_snake_by_its_geometric_phase() {
    let desk = Desk::new();
    desk.write("snake.nhi", SNAKE);
    let l = 0.5;
    let [w, u] = body_velocity(0.0, l);
    desk.write(
        "snake.toml",
        format!(
            "model = \"snake.nhi\"\nintegrator = \"Gauss\"\nsteps = 400\nend = \"2 * pi\"\n[parameters]\nm = 1.0\nj = 0.1\n\
             l = {l}\n[initial]\ntheta_dot = {w:?}\nx_dot = {u:?}\n\
             [output]\npower = \"lambda.alpha * alpha_dot + lambda.beta * beta_dot\"\n"
        ),
    );
    let exact = phase(l, 4000);
    let said = desk.nhi(&["run", "snake.toml", "-o", "-"], 0);
    for (name, exact) in ["theta", "x", "y"].into_iter().zip(exact) {
        let value = *column(&said.stdout, name).last().expect("a row");
        assert!(
            (value - exact).abs() < 1e-9,
            "{name}: {value} instead of {exact}"
        );
    }
    // The wheels do no work: what the motors do is in the energy.
    let (energy, power) = (
        column(&said.stdout, "energy"),
        column(&said.stdout, "power"),
    );
    let h = TAU / 400.0;
    for (e, p) in energy.windows(5).zip(power.windows(5)) {
        let rate = (e[0] - 8.0 * e[1] + 8.0 * e[3] - e[4]) / (12.0 * h);
        assert!(
            (rate - p[2]).abs() < 1e-6 * (1.0 + p[2].abs()),
            "{rate} {}",
            p[2]
        );
    }
    // Other integrators go the same way to their order.
    for integrator in ["Mla", "Dla", "Lobatto"] {
        let x = ended(&desk, "snake.toml", &["--integrator", integrator], "x");
        assert!((x - exact[1]).abs() < 1e-4 * exact[1], "{integrator}: {x}");
    }
}

/// The joints of the snake through points of its gait, in the scenario and in a file.
#[test]
fn a_gait_through_the_points_of_a_table_is_that_of_the_formula() {
    let desk = Desk::new();
    desk.write("snake.nhi", SNAKE);
    let l = 0.5;
    let [w, u] = body_velocity(0.0, l);
    let scenario = format!(
        "model = \"snake.nhi\"\nintegrator = \"Gauss\"\nsteps = 400\nend = \"2 * pi\"\n[parameters]\nm = 1.0\nj = 0.1\n\
         l = {l}\n[initial]\ntheta_dot = {w:?}\nx_dot = {u:?}\n"
    );
    let exact = phase(l, 4000);
    let error = |count: u32| {
        let times = (0..=count).map(|i| TAU * f64::from(i) / f64::from(count));
        let points = times
            .clone()
            .map(|t| format!("[{t:?}, {:?}]", 0.8 + 0.3 * t.sin()));
        let points = points.collect::<Vec<_>>().join(", ");
        let rows = times.map(|t| format!("{t:?},{:?},\n", 0.3 * t.cos() - 0.8));
        desk.write(
            "rear.csv",
            format!("time,beta,note\n{}", rows.collect::<String>()),
        );
        desk.write(
            "snake.toml",
            format!(
                "{scenario}[prescribed]\nalpha = {{ points = [{points}], interpolation = \"cubic\" }}\n\
                 beta = {{ file = \"rear.csv\", time = \"time\", column = \"beta\", interpolation = \"cubic\" }}\n"
            ),
        );
        let x = ended(&desk, "snake.toml", &["--project"], "x");
        (x - exact[1]).abs()
    };
    let errors = [10, 20, 40].map(error);
    assert!(errors[0] < 0.02 && errors[2] < 2e-5, "{errors:?}");
    assert!(errors[0] / errors[2] > 100.0, "{errors:?}");
}

/// A bead on a bar that a motor turns.
const BEAD: &str = "#[nonholonomic(
    coordinates(phi, s),
    lagrangian = 0.5 * j * phi_dot.powi(2) + 0.5 * m * (s_dot.powi(2) + s.powi(2) * phi_dot.powi(2)),
    prescribed(phi = 0.3 * t + 0.2 * t.powi(2) - 0.1 * t.powi(3)),
    integrators(Mla),
)]
struct Bead { j: f64, m: f64 }";

const BEAD_ALONG_A_TABLE: &str = "model = \"bead.nhi\"
integrator = \"Mla\"
step = 0.01
end = 2.0
[parameters]
j = 1.0
m = 2.0
[initial]
s = 0.5
[prescribed]
phi = { points = [[0, 0], [0.5, 0.1875], [0.9, 0.3591], [1.3, 0.5083], [2.0, 0.6]], interpolation = \"cubic\" }
";

/// A polynomial of degree three is its own spline.
#[test]
fn a_table_of_a_law_gives_the_numbers_of_the_law() {
    let desk = Desk::new();
    // The parameter of the law has no effect on the table.
    let bead = BEAD.replace("0.3 * t", "speed * t");
    let bead = bead.replace("m: f64", "m: f64, speed: f64");
    desk.write("bead.nhi", bead);
    let table_toml = BEAD_ALONG_A_TABLE.replace("m = 2.0", "m = 2.0\nspeed = 0.3");
    desk.write("table.toml", &table_toml);
    let law = table_toml.split("[prescribed]").next().unwrap();
    desk.write("law.toml", law);
    for integrator in [
        "Mla",
        "Dla",
        "Gauss",
        "Lobatto",
        "Rk(order = 4)",
        "Dop853(tolerance = 1e-12)",
        "Taylor",
    ] {
        let run = |scenario| {
            let said = desk.nhi(&["run", scenario, "-o", "-", "--integrator", integrator], 0);
            table(&said.stdout)
        };
        let (written, through) = (run("law.toml"), run("table.toml"));
        assert_eq!(written.0, through.0);
        let of_motion = |name: &&String| !name.starts_with("watch");
        let places = 0..written.0.iter().filter(of_motion).count();
        for (a, b) in written.1.iter().zip(&through.1) {
            for (a, b) in a[places.clone()].iter().zip(&b[places.clone()]) {
                let is_same = (a - b).abs() < 1e-10 * (1.0 + a.abs());
                assert!(is_same, "{integrator}: {a} {b}");
            }
        }
    }
}

#[test]
fn a_table_that_is_no_law_is_refused() {
    let desk = Desk::new();
    desk.write("bead.nhi", BEAD);
    for (from, to, message) in [
        (
            "phi = {",
            "ph = {",
            &[
                "[prescribed] ph",
                "no such prescribed coordinate",
                "did you mean `phi`?",
            ][..],
        ),
        (
            "phi = {",
            "s = {",
            &["[prescribed] s", "no such prescribed coordinate"],
        ),
        (
            "end = 2.0",
            "end = 3.0",
            &[
                "the table covers 0.0 to 2.0, but not t = 3.0",
                "points for all times of the run",
            ],
        ),
        ("\"cubic\"", "\"linear\"", &["interpolation", "\"cubic\""]),
        (
            ", interpolation = \"cubic\"",
            "",
            &["interpolation", "missing"],
        ),
        (
            "[0.5, 0.1875], [0.9",
            "[0.9, 0.1875], [0.5",
            &["the time 0.5 follows 0.9"],
        ),
        (
            "[0.9, 0.3591]",
            "[0.9, 1e300], [0.900001, -1e300]",
            &["the spline through these points overflows", "further apart"],
        ),
        (
            "step = 0.01",
            "step = 0.01\nstart = -1",
            &["but not t = -1.0"],
        ),
    ] {
        desk.write("table.toml", BEAD_ALONG_A_TABLE.replace(from, to));
        let said = desk.nhi(&["run", "table.toml", "-o", "-"], 1);
        holds(&said.stderr, message);
    }
    let text = BEAD_ALONG_A_TABLE.split("phi = {").next().unwrap();
    desk.write("table.toml", format!("{text}phi = \"sin(t)\"\n"));
    let said = desk.nhi(&["run", "table.toml", "-o", "-"], 1);
    holds(
        &said.stderr,
        &["[prescribed] phi", "interpolation = \"cubic\""],
    );
    let points: Vec<_> = (0..=500).map(|i| format!("[{i}, 0]")).collect();
    let points = points.join(", ");
    desk.write(
        "table.toml",
        format!("{text}phi = {{ points = [{points}], interpolation = \"cubic\" }}\n"),
    );
    let said = desk.nhi(&["run", "table.toml", "-o", "-"], 1);
    holds(&said.stderr, &["501 points", "at most 400 points"]);
}

#[test]
fn only_coordinates_are_prescribed() {
    let desk = Desk::new();
    desk.write(
        "snake.nhi",
        SNAKE.replace("beta = 0.3 * cos(t) - 0.8", "bet = 0.8"),
    );
    let said = desk.nhi(&["check", "snake.nhi"], 1);
    holds(&said.stderr, &["E068", "did you mean `beta`?"]);
    desk.write("snake.nhi", SNAKE.replace("0.3 * cos(t)", "x"));
    let said = desk.nhi(&["check", "snake.nhi"], 1);
    holds(
        &said.stderr,
        &["`x` is a coordinate and cannot appear in the law of a prescribed coordinate"],
    );
}

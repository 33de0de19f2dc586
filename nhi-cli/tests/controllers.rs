//! Controllers with memory, laws inside the equations of motion and definitions.

#[path = "controllers/delays.rs"]
mod delays;
#[path = "controllers/jumps.rs"]
mod jumps;
#[path = "controllers/periods.rs"]
mod periods;
mod support;

use support::{Desk, holds, table};

/// A mass on a line.
const CART: &str = "#[nonholonomic(
    coordinates(x),
    lagrangian = 0.5 * m * x_dot.powi(2),
    controls(u),
    forces(x = u),
    integrators(Mla),
)]
pub struct Cart { pub m: f64 }
";

/// Three equal poles at -1: with `x(0) = 1` the cart is at `(1 + t - t^2) exp(-t)`, and the integral
/// of its position is `(t + t^2) exp(-t)`.
const INTEGRATING: &str = "model = \"cart.nhi\"
integrator = \"Mla\"
step = 0.1
steps = 20
[parameters]
m = 1
[initial]
x = 1
[definitions]
rate = 3
damping = \"rate * x_dot\"
[states]
sum = { rate = \"x\" }
[controls]
u = { law = \"-damping - rate * x - sum\", inside = true }
";

fn desk(scenario: &str) -> Desk {
    let desk = Desk::new();
    desk.write("cart.nhi", CART);
    desk.write("run.toml", scenario);
    desk
}

/// Runs a scenario and returns the columns and the rows.
#[track_caller]
fn run(desk: &Desk, more: &[&str]) -> (Vec<String>, Vec<Vec<f64>>) {
    let command = [&["run", "run.toml", "-o", "-"], more].concat();
    let (columns, rows) = table(&desk.nhi(&command, 0).stdout);
    (columns, rows)
}

#[track_caller]
fn column((columns, rows): &(Vec<String>, Vec<Vec<f64>>), name: &str) -> Vec<f64> {
    let place = columns.iter().position(|column| column == name);
    let place = place.unwrap_or_else(|| panic!("no {name} in {columns:?}"));
    rows.iter().map(|row| row[place]).collect()
}

#[test]
fn memory_and_laws_inside_keep_the_order_of_the_method() {
    let desk = desk(INTEGRATING);
    for (integrator, order) in [
        ("Mla", 2.0),
        ("Dla", 2.0),
        ("EnergyPreserving", 2.0),
        ("Rk(order = 4)", 4.0),
        ("Gauss(stages = 2)", 4.0),
        ("Gauss(stages = 3)", 6.0),
    ] {
        let error = |steps: &str| {
            let step = 2.0 / steps.parse::<f64>().unwrap();
            let step = step.to_string();
            let more = ["--integrator", integrator, "--step", &step, "--end", "2"];
            let table = run(&desk, &more);
            let [t, x, sum] = ["t", "x", "sum"].map(|name| *column(&table, name).last().unwrap());
            let decay = (-t).exp();
            let x = x - (1.0 + t - t * t) * decay;
            x.abs() + (sum - (t + t * t) * decay).abs()
        };
        let observed = (error("10") / error("20")).log2();
        assert!((observed - order).abs() < 0.35, "{integrator}: {observed}");
    }
}

/// The rate of the state has a coefficient that vanishes at the start. A state has no mass, so the
/// matrix of the multipliers on which friction depends is regular there all the same.
#[test]
fn coefficients_of_rates_may_vanish_where_forces_depend_on_multipliers() {
    let desk = Desk::new();
    desk.write(
        "block.nhi",
        "#[nonholonomic(
            coordinates(x, z), lagrangian = 0.5 * m * (x_dot.powi(2) + z_dot.powi(2)) - 10 * m * z,
            holonomic(floor = z), controls(u), integrators(Mla),
            forces(x = u - 0.5 * lambda.floor * tanh(x_dot / 0.01)),
        )]
        pub struct Block { pub m: f64 }",
    );
    desk.write(
        "run.toml",
        "model = \"block.nhi\"\nintegrator = \"Mla\"\nstep = 0.01\nend = 0.2\n[parameters]\nm = 2\n\
         [initial]\nx_dot = 3\n[states]\nhalf = { rate = \"x*x_dot\" }\n[controls]\nu = \"-0.1*half\"\n",
    );
    for integrator in [
        "Mla",
        "Dla",
        "EnergyPreserving",
        "Gauss",
        "Rk(order = 4)",
        "Dop853",
    ] {
        let table = run(&desk, &["--integrator", integrator]);
        let (x, half) = (column(&table, "x"), column(&table, "half"));
        assert_eq!(x.len(), 21, "{integrator}");
        for (x, half) in x.iter().zip(half) {
            assert!(
                (half - 0.5 * x * x).abs() < 1e-5,
                "{integrator}: {half} at {x}"
            );
        }
        assert!((x[20] - 0.5).abs() < 1e-3, "{integrator}: {}", x[20]);
    }
}

#[test]
fn states_are_columns_and_nothing_else_of_them_is() {
    let desk = desk(INTEGRATING);
    let (columns, _) = run(&desk, &[]);
    let shown: Vec<_> = columns
        .iter()
        .filter(|name| !name.starts_with("watch."))
        .collect();
    assert_eq!(shown, ["t", "x", "sum", "x_dot", "energy", "u"]);
    let from = run(&desk, &["--set", "sum=2*m", "--end", "1"]);
    assert_eq!(column(&from, "sum")[0], 2.0);
    let table = run(&desk, &["--set", "rate=0", "--end", "1"]);
    let [x, sum, u] = ["x", "sum", "u"].map(|name| column(&table, name));
    assert_eq!(x.len(), 11);
    assert!(u.iter().zip(&sum).all(|(u, sum)| *u == -sum));
}

#[test]
fn integrators_that_need_a_mass_everywhere_refuse_states() {
    let desk = desk(INTEGRATING);
    let said = desk.nhi(&["run", "run.toml", "--integrator", "Gni"], 1);
    holds(
        &said.stderr,
        &[
            "E084",
            "the state `sum` of the scenario has no mass",
            "choose one of Mla",
        ],
    );
    let said = desk.nhi(&["run", "run.toml", "--integrator", "VakonomicGauss"], 1);
    holds(&said.stderr, &["[states] sum: a vakonomic integrator"]);
}

#[test]
fn names_of_states_may_end_like_velocities_but_not_repeat_constraints() {
    let scenario = |name: &str| {
        let states = format!("[states]\n{name} = {{ rate = \"x + 1\" }}\n[controls]");
        let scenario = support::SCENARIO.replace("\"Gni\"", "\"Mla\"");
        scenario.replace("[controls]", &states)
    };
    let desk = Desk::new();
    desk.write("run.toml", scenario("sum_dot"));
    let table = run(&desk, &[]);
    assert_eq!(table.0.len(), table.1[0].len(), "a column for each number");
    let sum = column(&table, "sum_dot");
    assert!(sum.last().unwrap() > &0.5, "{sum:?}");
    desk.write("run.toml", scenario("rise"));
    let said = desk.nhi(&["run", "run.toml"], 1).stderr;
    holds(
        &said,
        &[
            "[states] rise: a constraint has this name already",
            "run.toml:",
        ],
    );
    // A second state, an output or a definition with the name of the first one's rate.
    let rate = "this is the name of the rate of the state `sum`";
    for (table, entry) in [
        ("states", "sum_dot = { rate = \"3\" }"),
        ("output", "sum_dot = \"x\""),
        ("definitions", "sum_dot = \"x\""),
    ] {
        let first = scenario("sum");
        let both = match table {
            "states" => first.replace("[controls]", &format!("{entry}\n[controls]")),
            _ => format!("{first}[{table}]\n{entry}\n"),
        };
        desk.write("run.toml", both);
        let said = desk.nhi(&["run", "run.toml"], 1).stderr;
        holds(&said, &[&format!("[{table}] sum_dot: {rate}"), "run.toml:"]);
    }
}

#[test]
fn outputs_read_energy_multipliers_residuals_controls_and_each_other() {
    let desk = Desk::new();
    let outputs = "[output]
twice = \"2 * total\"
total = \"energy + push\"
load = \"lambda.rise\"
off = \"residual.rise\"
";
    desk.write("run.toml", format!("{}{outputs}", support::SCENARIO));
    let table = run(&desk, &[]);
    let [energy, push, total, twice] =
        ["energy", "push", "total", "twice"].map(|name| column(&table, name));
    for row in 0..energy.len() {
        assert_eq!(total[row], energy[row] + push[row]);
        assert_eq!(twice[row], 2.0 * total[row]);
    }
    assert_eq!(column(&table, "load"), column(&table, "lambda.rise"));
    assert_eq!(column(&table, "off"), column(&table, "residual.rise"));
    desk.write(
        "run.toml",
        format!("{}{outputs}", support::SCENARIO.replace("0.5*t", "energy")),
    );
    let said = desk.nhi(&["run", "run.toml"], 1).stderr;
    holds(
        &said,
        &[
            "`energy` depends on the energy or a multiplier",
            "the value of a control",
        ],
    );
}

#[test]
fn mistakes_in_definitions_and_states_are_at_their_places() {
    for (from, to, found) in [
        (
            "damping = \"rate * x_dot\"",
            "damping = \"damping + x\"",
            &["[definitions] damping: expressions use each other: `damping` from `damping`"][..],
        ),
        (
            "rate = 3",
            "m = 3",
            &["[definitions] m: the model has this name already"],
        ),
        (
            "rate = 3",
            "rate = true",
            &["[definitions] rate: found a boolean"],
        ),
        (
            "rate = 3",
            "match = 3",
            &["[definitions] match: this is a keyword of Rust"],
        ),
        (
            "rate = 3",
            "sum = 3",
            &["[definitions] sum: a state has this name too"],
        ),
        (
            "{ rate = \"x\" }",
            "\"x\"",
            &["[states] sum: found the string", "rate = "],
        ),
        (
            "{ rate = \"x\" }",
            "{ initial = 1 }",
            &["[states.sum] rate: missing"],
        ),
        (
            "{ rate = \"x\" }",
            "{ rate = \"u\" }",
            &["is a control and cannot appear in the rate of a state"],
        ),
        (
            "damping = \"rate * x_dot\"\n[states]\nsum = { rate = \"x\" }",
            "damping = \"rate * x_dot\"\ntrack = { points = [[0, 0], [9, 1]], interpolation = \"linear\" }\n\
             [states]\nsum = { rate = \"x - 2*track\" }",
            &[
                "E051",
                "`track` depends on a table or a delayed value and cannot appear in the rate of a state",
            ],
        ),
        (
            "{ rate = \"x\" }",
            "{ rate = \"x_dot.powi(2)\" }",
            &[
                "E053",
                "the rate of the state `sum` is not affine in the velocities",
            ],
        ),
        (
            "{ rate = \"x\" }",
            "{ rate = \"x\", initial = \"x\" }",
            &["[states.sum] initial: depends on `x`"],
        ),
        (
            "steps = 20",
            "steps = 20\ncontrol_period = 0.1",
            &["[controls.u] inside: a law inside the equations"],
        ),
        (
            "inside = true",
            "inside = 1",
            &["[controls.u] inside: found the number 1.0", "true or false"],
        ),
        (
            "inside = true",
            "insde = true",
            &[
                "[controls.u] insde: there is no such key",
                "did you mean `inside`?",
            ],
        ),
    ] {
        assert!(INTEGRATING.contains(from), "{from}");
        let desk = desk(&INTEGRATING.replace(from, to));
        let said = desk.nhi(&["run", "run.toml"], 1).stderr;
        holds(&said, &[found, &["run.toml:"]].concat());
        // Other expressions with such names are not reported as well.
        let is_cycle = said.contains("use each other");
        assert!(!is_cycle || said.matches("error").count() == 1, "{said}");
    }
}

#[test]
fn what_the_start_omits_is_zero_with_a_note() {
    let desk = desk(INTEGRATING);
    let said = desk.nhi(
        &[
            "run", "run.toml", "-o", "a.csv", "--strict", "--step", "0.01",
        ],
        0,
    );
    holds(&said.stderr, &["[initial]", "omitted values: `x_dot` = 0"]);
    desk.write(
        "run.toml",
        INTEGRATING.replace("x = 1\n", "x = 1\nx_dot = 0\n"),
    );
    let said = desk.nhi(&["run", "run.toml", "-o", "a.csv"], 0);
    assert!(!said.stderr.contains("omitted"), "{}", said.stderr);
}

#[test]
fn two_of_step_steps_and_end_are_the_times() {
    let times = |scenario: &str, more: &[&str]| {
        let desk = desk(scenario);
        column(&run(&desk, more), "t")
    };
    let scenario = INTEGRATING.replace("step = 0.1", "start = 1\nstep = \"0.1 * m\"");
    let t = times(&scenario, &[]);
    assert_eq!((t.len(), t[0], t[20]), (21, 1.0, 3.0));
    let t = times(&scenario, &["--end", "2"]);
    assert_eq!((t.len(), t[10]), (11, 2.0));
    let between = scenario.replace("step = \"0.1 * m\"", "end = \"pi\"");
    let t = times(&between, &[]);
    assert_eq!((t.len(), t[20]), (21, std::f64::consts::PI));
    for (text, found) in [
        (
            scenario.replace("steps", "end = 3\nsteps"),
            "steps: `step`, `steps` and `end` are all given",
        ),
        (
            scenario.replace("steps = 20", "steps = 2.5"),
            "steps: the number of steps is 2.5",
        ),
        (scenario.replace("steps = 20", ""), "end: missing"),
        (
            scenario.replace("steps = 20", "end = 1"),
            "end: the end is the start",
        ),
        (
            scenario.replace("steps = 20", "end = 0"),
            "the end 0.0 is before the start at t = 1.0",
        ),
    ] {
        let said = desk(&text).nhi(&["run", "run.toml"], 1).stderr;
        holds(&said, &[found]);
    }
}

/// Each row would have the time of the one before.
#[test]
fn steps_that_the_rounding_of_times_loses_are_refused() {
    for start in ["1e17", "-1e308"] {
        let text = INTEGRATING.replacen("step = ", &format!("start = {start}\nstep = "), 1);
        let said = desk(&text).nhi(&["check", "run.toml"], 1).stderr;
        holds(&said, &["is less than the rounding of times"]);
    }
}

/// Controllers may break a declared symmetry, which only `Rdp` needs. So `Rdp` alone has the constant
/// momentum along `z`.
#[test]
fn comparisons_follow_only_the_constants_that_all_integrators_have() {
    let desk = Desk::new();
    desk.write(
        "cart.nhi",
        "#[nonholonomic(
            coordinates(x, y, z),
            lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)) - y.powi(4),
            constraints(edge = x_dot - y * y_dot),
            controls(push),
            forces(y = push),
            symmetry(R(z)),
            integrators(Mla, Rdp),
        )]
        struct Cart { m: f64 }",
    );
    let scenario = "model = \"cart.nhi\"\nintegrator = \"Mla\"\nstep = 0.02\nend = 1.0\n\
        [parameters]\nm = 2.0\n[initial]\ny = 0.3\nz_dot = 1.0\n\
        [states]\nsum = { rate = \"-y - sum\", initial = 0.1 }\n\
        [controls]\npush = { law = \"sum - y_dot\", inside = true }\n";
    desk.write("run.toml", scenario);
    for list in ["Rdp, Mla", "Mla, Rdp"] {
        let arguments = ["compare", "run.toml", "--integrators", list];
        let said = desk.nhi(&[&arguments[..], &["-o", "out"]].concat(), 0);
        assert!(!said.stdout.contains("J[0]"), "{}", said.stdout);
    }
    let said = desk.nhi(&["compare", "run.toml", "--integrators", "Rdp"], 0);
    holds(&said.stdout, &["J[0]"]);
}

/// The equations of motion of a constrained system with a state of the controller, solved for the
/// acceleration by the method or in closed form.
#[test]
fn memory_beside_a_constraint_is_the_same_in_both_forms_of_the_equations() {
    let desk = Desk::new();
    desk.write(
        "cart.nhi",
        "#[nonholonomic(
            coordinates(x, y, z), controls(u), forces(x = u), integrators(Gauss),
            lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)) - 0.1 * m * y,
            constraints(edge = z_dot - y * x_dot),
        )]
        pub struct Blade { pub m: f64 }",
    );
    desk.write(
        "run.toml",
        "model = \"cart.nhi\"\nintegrator = \"Gauss\"\nstep = 0.05\nsteps = 40\n\
         [parameters]\nm = 1\n[initial]\nx_dot = 0.5\ny_dot = 0.2\n\
         [states]\nfirst = { rate = \"1 - x\" }\nsecond = { rate = \"first - y\", initial = 1 }\n\
         [controls]\nu = { law = \"first + 0.3 * second - x_dot\", inside = true }\n",
    );
    let reference = run(&desk, &["--integrator", "Dop853(tolerance = 1e-12)"]);
    for (integrator, tolerance) in [("Gauss", 1e-9), ("Rk(order = 4)", 1e-5)] {
        let found = run(&desk, &["--integrator", integrator]);
        for name in ["x", "y", "z", "first", "second", "x_dot", "lambda.edge"] {
            let [found, exact] = [&found, &reference].map(|run| column(run, name));
            for (a, b) in found.iter().zip(&exact) {
                assert!((a - b).abs() < tolerance, "{integrator} {name}: {a} {b}");
            }
        }
    }
}

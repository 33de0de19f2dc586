//! `nhi compare`: errors, orders and drift against the reference.

mod support;

use serde_json::Value;
use support::{Desk, PARTICLE, SCENARIO, Said, comparison, holds, number, root, table};

/// Data and pictures instead of text.
const WRITTEN: [&str; 3] = ["--json", "-o", "out"];

/// The snakeboard of the model files without torques, whose rotor then keeps its momentum, with the
/// scenario of the model files. `psi + theta` is declared as an integral though it grows: at the rate
/// `psi_dot + theta_dot`, which is constant.
fn free_snakeboard() -> Desk {
    let desk = Desk::new();
    let model = std::fs::read_to_string(root().join("tests/models/snakeboard.nhi")).unwrap();
    let free = [
        ("    controls(u_psi, u_phi),\n", ""),
        ("    forces(psi = u_psi, phi = u_phi),\n", ""),
        (
            "symmetry(SE2(theta, x, y))",
            "symmetry(SE2(theta, x, y), S1(psi)), integrals(turn = psi + theta)",
        ),
    ];
    let model = free.iter().fold(model, |model, (from, to)| {
        assert!(model.contains(from), "{from}");
        model.replace(from, to)
    });
    desk.write("snakeboard.nhi", model);
    let scenario = root().join("tests/scenarios/snakeboard.toml");
    let scenario = std::fs::read_to_string(scenario).unwrap();
    let (scenario, _) = scenario.split_once("[controls]").unwrap();
    desk.write("free.toml", scenario.replace("../models/", ""));
    desk
}

#[test]
fn comparisons_measure_orders_against_the_reference() {
    let desk = Desk::new();
    let list = "Gni(start = Smooth), Rk(order = 4), Gauss(stages = 1)";
    let arguments = ["compare", "run.toml", "--integrators", list, "--end", "2"];
    let data = desk.nhi(&[&arguments[..], &WRITTEN].concat(), 0).json();
    let order = |k: usize| -> f64 {
        let last = &data["integrators"][k]["runs"][2];
        last["error_q"]["order"].as_f64().unwrap()
    };
    for (k, expected) in [2.0, 4.0, 2.0].into_iter().enumerate() {
        assert!((order(k) - expected).abs() < 0.1, "{k}: {}", order(k));
    }
    let own = data["reference"]["own_error_q"].as_f64().unwrap();
    assert!(own < 1e-9, "{own}");
    assert!(
        data["integrators"][0]["runs"][0]["residual"]
            .as_f64()
            .unwrap()
            < 1e-14
    );
    let ticks = desk.read("out/convergence.svg");
    for step in ["0.05", "0.025", "0.0125"] {
        let tick = format!(">{step}<");
        assert_eq!(ticks.matches(&tick).count(), 3, "{step} in each panel");
    }
    for name in ["convergence.svg", "drift.svg", "residual.svg"] {
        holds(
            &desk.read(&format!("out/{name}")),
            &["<svg", "Rk(order = 4)"],
        );
    }
    let written: Value = serde_json::from_str(&desk.read("out/compare.json")).unwrap();
    assert_eq!(written["end"], 2.0);
    let said = desk.nhi(&arguments, 0).stdout;
    holds(&said, &["error q", "order", "interpreter"]);
}

/// Work grows while errors fall; a method with its own step size is run with each tolerance once.
#[test]
fn errors_are_compared_with_work() {
    let desk = Desk::new();
    let list = "Mla,Rk(order = 4),Taylor,Dop853(tolerance = 1e-5)";
    let arguments = ["compare", "run.toml", "--integrators", list, "--end", "2"];
    let arguments = [&arguments[..], &["--work-precision"]].concat();
    let data = desk.nhi(&[&arguments[..], &WRITTEN].concat(), 0).json();
    let real = |value: &Value| value.as_f64().unwrap();
    let runs = |k: usize| data["integrators"][k]["runs"].as_array().unwrap();
    for k in [0, 1] {
        let steps: Vec<_> = runs(k).iter().map(|run| real(&run["step"])).collect();
        assert_eq!(steps.len(), 6);
        assert!(steps.windows(2).all(|pair| pair[0] == 2.0 * pair[1]));
        let evaluations = runs(k).iter().map(|run| real(&run["evaluations"]));
        let evaluations: Vec<_> = evaluations.collect();
        assert!(evaluations.windows(2).all(|pair| pair[1] > 1.3 * pair[0]));
    }
    // Explicit steps have one evaluation each: 40 steps, then twice as many.
    assert_eq!(real(&runs(1)[0]["evaluations"]), 40.0);
    assert_eq!(real(&runs(1)[5]["evaluations"]), 1280.0);
    // The default tolerance of Taylor is that of machine precision, which nothing divides further.
    for k in [2, 3] {
        let tolerances = runs(k).iter().map(|run| real(&run["tolerance"]));
        let tolerances: Vec<_> = tolerances.collect();
        assert!(tolerances.windows(2).all(|pair| pair[1] < pair[0]));
        assert!(runs(k).iter().all(|run| run["evaluations"].is_null()));
    }
    assert!(runs(2).len() <= 2 && runs(3).len() > 3);
    holds(
        &desk.read("out/work_precision.svg"),
        &["evaluations", "Rk(order = 4)", "Taylor"],
    );
    let said = desk.nhi(&arguments, 0).stdout;
    holds(&said, &["Work of the run", "evaluations:"]);
}

/// Held controls are of first order, whatever the integrator; so measured they are only where the
/// reference is not: it follows the state, and a few of its steps are enough.
#[test]
fn feedback_controls_are_of_first_order_beside_a_reference_that_follows_the_state() {
    let desk = Desk::new();
    let feedback = ["--set", "push=-x_dot - x"];
    let data = comparison(&desk, "run.toml", "Rk(order = 4)", &feedback);
    // The errors of methods of second order are not yet small beside that of the hold.
    for (integrator, run) in [(0, 1), (0, 2)] {
        for error in ["/error_q/order", "/error_v/order"] {
            let order = number(&data, integrator, run, error);
            assert!(
                (order - 1.0).abs() < 0.06,
                "{integrator} {run} {error}: {order}"
            );
        }
    }
    let reference = &data["reference"];
    assert!(
        reference["own_error_q"].as_f64().unwrap() < 1e-10,
        "{reference}"
    );
    assert!(
        reference["step"].as_f64().unwrap() > 0.05 / 20.0,
        "{reference}"
    );
    let plain = ["compare", "run.toml", "--integrators", "Rk"];
    let said = desk.nhi(&[&plain[..], &feedback].concat(), 0).stderr;
    holds(&said, &["note:", "held over each step"]);
}

/// The errors are those from the motion whose forces are the feedback themselves.
#[test]
fn the_reference_of_a_feedback_is_the_motion_under_it() {
    let desk = Desk::new();
    let forced = PARTICLE.replace("    controls(push),\n", "");
    desk.write(
        "forced.nhi",
        forced.replace("x = push", "x = -x_dot - x * t"),
    );
    let (scenario, _) = SCENARIO.split_once("[controls]").unwrap();
    desk.write(
        "forced.toml",
        scenario.replace("particle.nhi", "forced.nhi"),
    );
    let exact = [
        "run",
        "forced.toml",
        "--integrator",
        "Gauss(stages = 3)",
        "--step",
        "0.01",
    ];
    desk.nhi(&[&exact[..], &["-o", "exact.csv"]].concat(), 0);
    let held = [
        "run",
        "run.toml",
        "--integrator",
        "Rk(order = 4)",
        "-o",
        "held.csv",
    ];
    let feedback = ["--set", "push=-x_dot - x*t"];
    desk.nhi(&[&held[..], &feedback].concat(), 0);
    let end = |name: &str| table(&desk.read(name)).1.pop().unwrap()[1..4].to_vec();
    let pairs = end("exact.csv").into_iter().zip(end("held.csv"));
    let apart = pairs.map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt();
    let data = comparison(&desk, "run.toml", "Rk(order = 4)", &feedback);
    let error = number(&data, 0, 0, "/error_q/size");
    assert!(
        apart > 1e-3 && (error / apart - 1.0).abs() < 1e-6,
        "{error} {apart}"
    );
}

/// A comparison without its measured times.
fn without_times(mut data: Value) -> Value {
    for integrator in data["integrators"].as_array_mut().unwrap() {
        for run in integrator["runs"].as_array_mut().unwrap() {
            let time = run
                .as_object_mut()
                .unwrap()
                .remove("interpreter_seconds_per_step");
            assert!(run["failed"].is_string() || time.unwrap().as_f64().unwrap() > 0.0);
        }
    }
    data
}

/// On one core and on all, twice: the order in which runs end shows nowhere.
#[cfg(target_os = "linux")]
#[test]
fn comparisons_do_not_depend_on_the_cores() {
    let desk = Desk::new();
    let list = "Gni, Rk, Mla, Gauss(stages = 1), Feedback(base = Rk4), Dla, Lobatto";
    let arguments = ["compare", "run.toml", "--json", "--integrators", list, "-o"];
    let results = ["one", "two", "all"].map(|folder| {
        let nhi = env!("CARGO_BIN_EXE_nhi");
        let mut command = match folder {
            "one" => std::process::Command::new("taskset"),
            _ => std::process::Command::new("env"),
        };
        if folder == "one" {
            command.args(["-c", "0"]);
        }
        command.arg(nhi).args(arguments).arg(folder);
        let output = command.current_dir(desk.path("")).output().unwrap();
        let data = Said::new(&output).json();
        let names = ["convergence.svg", "drift.svg", "residual.svg"];
        let pictures = names.map(|name| desk.read(&format!("{folder}/{name}")));
        (without_times(data), pictures)
    });
    assert_eq!(results[0], results[1]);
    assert_eq!(results[1], results[2]);
    let names = results[0].0["integrators"].as_array().unwrap().iter();
    let names: Vec<_> = names
        .map(|entry| entry["integrator"].as_str().unwrap())
        .collect();
    assert_eq!(names.join(", "), list);
}

#[test]
fn mistakes_in_several_integrators_are_reported_together() {
    let desk = Desk::new();
    let list = "Gni, Gaus, Rk(order = 3)";
    let said = desk
        .nhi(&["compare", "run.toml", "--integrators", list], 1)
        .stderr;
    holds(&said, &["there is no integrator `Gaus`", "order = 3"]);
    // What is wrong with the scenario is said once.
    let mistake = [
        "compare",
        "run.toml",
        "--integrators",
        "Gni, Rk",
        "--set",
        "push=y_do",
    ];
    let said = desk.nhi(&mistake, 1).stderr;
    assert_eq!(said.matches("error").count(), 1, "{said}");
}

/// A chain of trailers with the given integrators, each hitched to the axle before it, and a scenario on
/// its straight line.
fn chain(desk: &Desk, trailers: usize) {
    desk.write("chain.nhi", support::chain(trailers, "Gni"));
    let headings = (0..=trailers).map(|i| format!("th{i} = 0.0\nth{i}_dot = 0.0\n"));
    let scenario = format!(
        "model = \"chain.nhi\"\nintegrator = \"Gni\"\nstep = 0.1\nend = 0.2\n\
         [parameters]\nm = 1.0\nj = 0.1\nmt = 0.5\njt = 0.05\nl = 0.5\n\
         [initial]\nx = 0.0\ny = 0.0\nx_dot = 1.0\ny_dot = 0.0\n{}",
        headings.collect::<String>()
    );
    desk.write("chain.toml", scenario);
}

/// One integrator, and the first choice of a reference, are beyond the budget of work: the others are
/// compared with a reference that is not.
#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "takes long without optimisation; .ci/run tests it in release"
)]
fn integrators_beyond_the_budget_do_not_hide_the_others() {
    let desk = Desk::new();
    chain(&desk, 56);
    let list = ["compare", "chain.toml", "--integrators"];
    let three = [&list[..], &["Dla, Rk, Gauss", "-o", "out"]].concat();
    let said = desk.nhi(&three, 0).stdout;
    holds(
        &said,
        &[
            "Gauss failed: deriving `Gauss` for this model needs more work",
            "the reference, ",
        ],
    );
    let rows = |name: &str| said.lines().filter(|line| line.starts_with(name)).count();
    assert_eq!((rows("Dla  "), rows("Rk  ")), (2, 2), "{said}");
    let data: Value = serde_json::from_str(&desk.read("out/compare.json")).unwrap();
    assert_ne!(data["reference"]["integrator"], "Gauss(stages = 3)");
    let failed = &data["integrators"][2];
    assert_eq!(failed["integrator"], "Gauss");
    assert!(
        failed["failed"]
            .as_str()
            .unwrap()
            .contains("needs more work")
    );
    let alone = desk.nhi(&[&list[..], &["Gauss"]].concat(), 1).stderr;
    holds(&alone, &["error[E065]: deriving `Gauss`"]);
}

#[test]
fn the_momentum_of_a_free_rotor_is_kept_to_round_off() {
    let desk = free_snakeboard();
    let data = comparison(&desk, "free.toml", "Dla, Rk(order = 4)", &[]);
    // The momentum is I (psi_dot + theta_dot), linear in the velocities alone.
    for integrator in 0..2 {
        for run in 0..3 {
            let named = &data["integrators"][integrator]["runs"][run]["conserved"];
            assert_eq!(named.as_array().map(Vec::len), Some(2), "{named}");
            assert_eq!(named[0]["name"], "J[3]");
            assert_eq!(named[0]["meaning"], "the momentum of the rotation of `psi`");
            let deviation = number(&data, integrator, run, "/conserved/0/deviation");
            let slope = number(&data, integrator, run, "/conserved/0/slope");
            assert!(deviation < 1e-13, "{deviation}");
            assert!(slope.abs() < 1e-14, "{slope}");
        }
    }
}

#[test]
fn a_declared_integral_that_grows_shows_its_rate() {
    let desk = free_snakeboard();
    let data = comparison(&desk, "free.toml", "Dla, Rk(order = 4)", &[]);
    let rate = 2.5 - 1.8035254037844386;
    for integrator in 0..2 {
        for run in 0..3 {
            let slope = number(&data, integrator, run, "/conserved/1/slope");
            let deviation = number(&data, integrator, run, "/conserved/1/deviation");
            assert!((slope - rate).abs() < 1e-12, "{slope}");
            assert!((deviation - 10.0 * rate).abs() < 1e-12, "{deviation}");
        }
    }
}

#[test]
fn conserved_quantities_have_columns_and_diagrams_beside_the_energy() {
    let desk = free_snakeboard();
    let list = ["compare", "free.toml", "--integrators", "Dla", "-o", "out"];
    let said = desk.nhi(&list, 0).stdout;
    let header = said.lines().find(|line| line.contains("energy")).unwrap();
    let columns: Vec<_> = header.split_whitespace().skip(2).collect();
    assert_eq!(
        columns,
        [
            "energy",
            "order",
            "slope",
            "J[3]",
            "slope",
            "integral.turn",
            "slope"
        ]
    );
    holds(
        &said,
        &[
            "J[3]: largest deviation from its value at the start; the momentum of the rotation of `psi`",
        ],
    );
    holds(
        &desk.read("out/drift.svg"),
        &["|E - E_ref|", "|J[3] - start|", "|integral.turn - start|"],
    );
}

#[test]
fn models_that_declare_none_have_no_conserved_quantities() {
    let desk = Desk::new();
    let list = ["compare", "run.toml", "--integrators", "Gni", "-o", "out"];
    let said = desk.nhi(&list, 0).stdout;
    assert!(!said.contains("at the start"), "{said}");
    assert!(!desk.read("out/drift.svg").contains("start|"));
    let none = &comparison(&desk, "run.toml", "Gni", &[])["integrators"][0]["runs"][0]["conserved"];
    assert_eq!(none.as_array().map(Vec::len), Some(0));
}

#[test]
fn the_energy_error_of_mla_is_of_fourth_order() {
    let scenario = root().join("tests/scenarios/snakeboard.toml");
    let torques = ["--set", "u_psi=0", "--set", "u_phi=0"];
    let list = "Mla, Dla, EnergyPreserving";
    let data = comparison(&Desk::new(), scenario.to_str().unwrap(), list, &torques);
    for run in [1, 2] {
        for (integrator, expected) in [(0, 4.0), (1, 2.0)] {
            let order = number(&data, integrator, run, "/energy_deviation/order");
            assert!((order - expected).abs() < 0.05, "{integrator}: {order}");
            let order = number(&data, integrator, run, "/error_q/order");
            assert!((order - 2.0).abs() < 0.05, "{integrator}: {order}");
        }
    }
    assert!(number(&data, 0, 2, "/energy_slope").abs() < 1e-10);
    // What is kept to round-off has no order.
    let exact = &data["integrators"][2]["runs"][2]["energy_deviation"];
    assert_eq!(exact["resolved"], false, "{exact}");
    assert!(exact["order"].is_null(), "{exact}");
}

#[test]
fn gains_that_are_too_large_for_a_step_are_remarked_for_each_run() {
    let desk = Desk::new();
    let list = "Gni, Feedback(base = Rk4, constraint = 100)";
    let arguments = ["compare", "run.toml", "--integrators", list, "--end", "0.1"];
    let said = desk.nhi(&arguments, 0).stderr;
    let alone = [
        "run",
        "run.toml",
        "--integrator",
        "Feedback(base = Rk4, constraint = 100)",
        "--end",
        "0.1",
    ];
    let run = desk.command(&alone).output().unwrap();
    let run = support::Said::new(&run).stderr;
    let remark = run
        .lines()
        .find_map(|line| line.strip_prefix("note: "))
        .unwrap();
    holds(
        &said,
        &[
            &format!("note: Feedback(base = Rk4, constraint = 100) with step 0.05: {remark}"),
            "help: take a shorter step",
        ],
    );
    assert!(!said.contains("Gni"), "{said}");
}

#[test]
fn the_reference_is_one_that_takes_the_model() {
    let desk = Desk::new();
    desk.write(
        "ring.nhi",
        "#[nonholonomic(coordinates(x, y, z, w), \
         lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2) + w_dot.powi(2)), \
         constraints(contact = w_dot - y * x_dot), \
         holonomic(ring = x.powi(2) + z.powi(2) - 1), \
         integrators(VakonomicRattle))] struct Ring {}\n",
    );
    desk.write(
        "ring.toml",
        "model = \"ring.nhi\"\nintegrator = \"VakonomicRattle\"\nstep = 0.1\nend = 0.4\n\
         [initial]\nx = 1.0\ny = 0.3\nz = 0.0\nw = 0.0\n\
         x_dot = 0.0\ny_dot = 1.0\nz_dot = 1.0\nw_dot = 0.0\n\
         [initial.multipliers]\ncontact = 0.7\n",
    );
    let data = comparison(&desk, "ring.toml", "VakonomicRattle", &[]);
    assert_eq!(data["reference"]["integrator"], "VakonomicRattle");
    let order = number(&data, 0, 1, "/error_q/order");
    assert!((order - 2.0).abs() < 0.1, "{order}");
}

#[test]
fn comparisons_go_on_where_the_motion_rests() {
    let desk = Desk::new();
    desk.write(
        "blade.nhi",
        "#[nonholonomic(
            coordinates(x, y, phi),
            lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + phi_dot.powi(2)),
            constraints(blade = sin(phi) * x_dot - cos(phi) * y_dot),
            forces(x = -c * x_dot, y = -c * y_dot, phi = -c * phi_dot),
            integrators(Mla),
        )]
        pub struct Blade { pub c: f64 }",
    );
    desk.write(
        "rest.toml",
        "model = \"blade.nhi\"\nintegrator = \"Mla\"\nstep = 0.5\nend = 1000.0\n\
         initial = { x = 0.3, y = 0.2, phi = 0.0, x_dot = 1.1, y_dot = 0.0, phi_dot = 0.7 }\n\
         [parameters]\nc = 1.0\n",
    );
    let list = "Gni, Dla, Mla, Lobatto, Gauss(stages = 2)";
    let said = desk.nhi(
        &["compare", "rest.toml", "--json", "--integrators", list],
        0,
    );
    assert_eq!(said.stderr, "");
    let data = said.json();
    for (integrator, order) in [2.0, 2.0, 2.0, 4.0, 4.0].into_iter().enumerate() {
        let measured = number(&data, integrator, 2, "/error_q/order");
        assert!((measured - order).abs() < 0.2, "{integrator}: {measured}");
    }
}

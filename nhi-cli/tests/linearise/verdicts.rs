//! Verdicts and eigenvalues where rounding errors, units, slow changes, the time or corners could
//! make them wrong.

use super::*;

/// Linearises a model with the parameters `k = 1` and `d = 0.1`, as far as it contains them, at rest
/// at zero except for the given settings.
#[track_caller]
fn of_model(keys: &str, settings: &[&str], code: i32) -> support::Said {
    of_model_with(keys, settings, &[], code)
}

#[track_caller]
fn of_model_with(keys: &str, settings: &[&str], options: &[&str], code: i32) -> support::Said {
    let words: Vec<_> = keys.split(|c: char| !c.is_alphanumeric()).collect();
    let used = [("k", "1"), ("d", "0.1")];
    let used = used.into_iter().filter(|(name, _)| words.contains(name));
    let (fields, values): (String, String) = used
        .map(|(name, value)| (format!("pub {name}: f64, "), format!("{name} = {value}\n")))
        .unzip();
    let desk = Desk::new();
    let text = format!("#[nonholonomic({keys}, integrators(Mla))]\npub struct S {{ {fields} }}\n");
    desk.write("model.nhi", text);
    let scenario = "model = \"model.nhi\"\nintegrator = \"Mla\"\nstep = 0.01\nend = 10\n";
    desk.write(
        "scenario.toml",
        format!("{scenario}[parameters]\n{values}[initial]\n"),
    );
    let mut arguments = vec!["linearise", "scenario.toml", "--json"];
    for setting in settings {
        arguments.extend(["--set", setting]);
    }
    arguments.extend(options);
    desk.nhi(&arguments, code)
}

#[track_caller]
fn assert_found(keys: &str, settings: &[&str], expected: &[[f64; 2]], tolerance: f64) {
    let found = of_model(keys, settings, 0).json();
    assert_eq!(found["verdict"], "equilibrium", "{found:#}");
    let found = eigenvalues(&found, "eigenvalues");
    assert_eigenvalues(&found, expected, tolerance);
    let zeros = |list: &[[f64; 2]]| list.iter().map(|x| usize::from(x[0] == 0.0)).sum::<usize>();
    assert_eq!(zeros(&found), zeros(expected), "{found:?}");
}

/// A car that turns left while its steering moves has no steady motion with a heading near the
/// start. The search ends at the heading at which `x_dot` does not depend on the speed.
#[test]
fn points_that_are_no_steady_motions_are_not_found() {
    let keys = "coordinates(x, y, a), \
        lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + a_dot.powi(2)) - 0.05 * a, \
        constraints(rear = sin(a) * x_dot - cos(a) * y_dot), \
        forces(x = 0.6 * cos(a) - 0.3 * x_dot, y = 0.6 * sin(a) - 0.3 * y_dot)";
    let settings = ["x_dot=1.0", "a=0.3"];
    let said = of_model_with(keys, &settings, &["--find", "--project"], 1);
    holds(&said.stderr, &["no steady motion was found near the start"]);
}

const CHAIN: &str = "coordinates(x, y), \
    lagrangian = 0.65 * x_dot.powi(2) + 0.5 * y_dot.powi(2) - 1.5 * (x - y).powi(2), \
    dissipation = 0.5 * d * (x_dot - y_dot).powi(2)";

/// Two free masses on a spring: the difference oscillates with the reduced mass 1.3/2.3.
#[test]
fn a_free_translation_is_a_double_zero() {
    let reduced: f64 = 1.3 / 2.3;
    for damping in [0.0, 0.1] {
        let re = -0.5 * damping / reduced;
        let im = (3.0 / reduced - re * re).sqrt();
        let set = format!("d={damping:?}");
        assert_found(
            CHAIN,
            &[&set],
            &[[0.0, 0.0], [0.0, 0.0], [re, im], [re, -im]],
            1e-13,
        );
    }
}

/// A sleeping top is stable beyond `w3 = 2 sqrt(j1 m g l) / j3`, about 6.862.
#[test]
fn a_top_that_sleeps_neither_decays_nor_grows() {
    let desk = Desk::new();
    let model = root().join("tests/models/heavy_top.nhi");
    desk.write(
        "top.toml",
        format!(
            "model = {model:?}\nintegrator = \"Mla\"\nstep = 0.01\nend = 1\n\
             [parameters]\nj1 = 1\nj3 = 0.5\nm = 1\ng = 9.81\nl = 0.3\n[initial]\nw3 = 7\n"
        ),
    );
    for (speed, grows) in [
        ("6.8", true),
        ("6.9", false),
        ("7", false),
        ("13.7", false),
        ("20", false),
    ] {
        let found = found(&desk, "top.toml", &[format!("w3={speed}")]);
        let found = eigenvalues(&found, "eigenvalues");
        let has_real_part = found.iter().any(|x| x[0] != 0.0);
        assert_eq!(has_real_part, grows, "{speed}: {found:?}");
    }
}

/// A fast oscillator does not hide a slow instability next to it.
#[test]
fn a_stiff_part_leaves_the_others_their_eigenvalues() {
    let keys = "coordinates(x, y), lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2)) \
         - 0.5 * k * x.powi(2) + 0.005 * y.powi(2)";
    for k in [1e10_f64, 1e12, 1e24] {
        let fast = k.sqrt();
        let expected = [[0.1, 0.0], [-0.1, 0.0], [0.0, fast], [0.0, -fast]];
        assert_found(keys, &[&format!("k={k:?}")], &expected, 1e-13 * fast);
    }
}

/// `k x'' = -sqrt(k) y` and `y'' = -sqrt(k) x`: the eigenvalues are the fourth roots of one in all
/// units of mass.
#[test]
fn eigenvalues_do_not_depend_on_units() {
    let keys = "coordinates(x, y), \
         lagrangian = 0.5 * k * x_dot.powi(2) + 0.5 * y_dot.powi(2) - sqrt(k) * x * y";
    for mass in ["1", "1e-8", "1e-14", "1e16"] {
        let expected = [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]];
        assert_found(keys, &[&format!("k={mass}")], &expected, 1e-12);
    }
}

const PUSHED: &str = "coordinates(x), lagrangian = 0.5 * x_dot.powi(2), forces(x = FORCE)";

/// The pendulum of Kapitza, shaken at 100 Hz, and forces that begin at 2 s.
#[test]
fn equations_that_contain_the_time_are_compared_over_the_run() {
    let shaken = "coordinates(a), lagrangian = 0.5 * a_dot.powi(2) \
         - (9.81 - 8000 * sin(628.318530717958648 * t)) * cos(a)";
    let said = of_model(shaken, &[], 0);
    assert_eq!(said.json()["verdict"], "not steady", "{}", said.stdout);
    for force in ["step(t - 2)", "5 * ramp(t - 2, 1)", "x * step(t - 2)"] {
        let said = of_model(&PUSHED.replace("FORCE", force), &[], 0);
        let until = said.json()["until"].as_f64().unwrap();
        assert!((1.98..2.0).contains(&until), "{until}");
        holds(
            &said.stderr,
            &["A, B and the verdict hold up to about t = 1.9"],
        );
    }
    let said = of_model(&PUSHED.replace("FORCE", "step(t - 20)"), &[], 0);
    assert_eq!(said.json()["until"], Value::Null);
}

/// The influence of a slow variable shows later than the motion of a fast or stiff one.
#[test]
fn slow_variables_with_influence_are_found() {
    let energies =
        "coordinates(x, y, r), lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + r_dot.powi(2))";
    let fast = format!("{energies} - 0.15 * x.powi(3) - 0.5 * (1 + 0.5 * x) * y.powi(2)");
    let curved = format!("{energies} - 0.5 * k * x.powi(2) + 0.5 * r.powi(2) * (y - 1)");
    let linear = format!("{energies} - 0.5 * k * x.powi(2), forces(r = 5 * y)");
    for (keys, settings) in [
        (&fast, ["x_dot=1", "r_dot=10000"]),
        (&curved, ["y_dot=1", "k=1e8"]),
        (&linear, ["y_dot=1", "k=1e10"]),
    ] {
        let found = of_model(keys, &settings, 0).json();
        assert_eq!(found["verdict"], "not steady", "{keys}: {found:#}");
    }
    let free = format!("{energies} - 0.5 * k * x.powi(2)");
    let found = of_model(&free, &["y_dot=1", "r_dot=10000", "k=1e8"], 0).json();
    assert_eq!(found["verdict"], "steady motion", "{found:#}");
}

/// Changes before the time at which a run is linearised do not matter, later ones do.
#[test]
fn times_before_that_of_the_linearisation_do_not_count() {
    let pushed = PUSHED.replace("FORCE", "x * (step(t - 2) + step(t - 7))");
    for (at, until) in [
        ("2.5", Some(7.0)),
        ("5", Some(7.0)),
        ("8", None),
        ("0", Some(2.0)),
    ] {
        let found = of_model_with(&pushed, &[], &["--at", at], 0).json();
        assert_eq!(found["verdict"], "equilibrium", "{at}: {found:#}");
        match (found["until"].as_f64(), until) {
            (Some(found), Some(until)) => assert!((until - found).abs() < 0.02, "{found}"),
            (found, until) => assert_eq!(found, until, "at {at}"),
        }
    }
}

/// Two masses on a rod, tilted by a spring between their heights, which translate along.
#[test]
fn a_rod_moves_as_a_whole() {
    let keys = "coordinates(x1, y1, x2, y2), \
         lagrangian = 0.5 * (x1_dot.powi(2) + y1_dot.powi(2) + x2_dot.powi(2) + y2_dot.powi(2)) \
         - 0.5 * k * (y2 - y1 - 0.3).powi(2), \
         holonomic(rod = (x1 - x2).powi(2) + (y1 - y2).powi(2) - 0.25)";
    let settings = ["x1=0", "x2=0.4", "y1=0", "y2=0.3", "x1_dot=1", "x2_dot=1"];
    let found = of_model(keys, &settings, 0).json();
    assert_eq!(found["verdict"], "steady motion", "{found:#}");
}

/// Also if the corner is somewhere else than at zero, and if only the last digits tell it apart.
#[test]
fn corners_at_other_places_than_zero_are_refused() {
    for (force, settings) in [
        ("max(x - 1, 0)", &["x=1"][..]),
        ("max(x - k, 0)", &["x=1.0000000001"]),
        ("-d * sign(x_dot - 1) - d", &["x_dot=1"]),
    ] {
        let said = of_model(&PUSHED.replace("FORCE", force), settings, 1);
        holds(
            &said.stderr,
            &["the motion has no derivative with respect to x"],
        );
    }
    // The slope of this side.
    let found = of_model(
        &PUSHED.replace("FORCE", "max(x - k, 0) - x"),
        &["x=1.000001"],
        0,
    );
    assert_eq!(found.json()["a"][1][0], 0.0);
}

#[test]
fn corners_and_jumps_are_refused_and_smooth_points_are_not() {
    for (force, name) in [
        ("max(x, 0) - 2 * max(-x, 0)", "x"),
        ("-x - k * sign(x_dot)", "x_dot"),
        ("max(x - 0.0, -k * x)", "x"),
    ] {
        let said = of_model(&PUSHED.replace("FORCE", force), &[], 1);
        let found = format!("the motion has no derivative with respect to {name} there");
        holds(
            &said.stderr,
            &[&found, "start elsewhere: some arguments of `"],
        );
        assert!(!said.stderr.contains("`step`"), "{}", said.stderr);
    }
    for force in [
        "clamp(-x, -1, 1)",
        "-x - d * x * abs(x)",
        "-k * x.powi(3)",
        "-tanh(1e6 * x)",
    ] {
        let found = of_model(&PUSHED.replace("FORCE", force), &[], 0).json();
        assert_eq!(found["verdict"], "equilibrium", "{force}");
    }
}

/// The filter of a velocity decays by itself, so that it is a state wherever it begins.
#[test]
fn a_state_that_decays_by_itself_counts() {
    let desk = pendulum();
    let filter = "[states]\ns = { rate = \"x_dot - 0.1 * s\" }\n";
    desk.write("hanging.toml", format!("{HANGING}{filter}"));
    let at_rest = found(&desk, "hanging.toml", &[]);
    assert_eq!(at_rest["verdict"], "equilibrium");
    let slowest = eigenvalues(&at_rest, "eigenvalues");
    assert!(slowest.iter().any(|[re, _]| (re + 0.1).abs() < 1e-12));
    let decaying = ["linearise", "hanging.toml", "--set", "s=0.4"];
    let said = desk.nhi(&decaying, 0);
    holds(
        &said.stderr,
        &["s moves at -0.04, and the motion depends on it"],
    );
}

/// A goal that changes later changes the rate of a state.
#[test]
fn the_rate_of_a_state_changes_with_the_time() {
    let desk = pendulum();
    let law = "push = { law = \"sum - 8 * x\", inside = true }\n[states]\n\
               sum = { rate = \"step(t - 2.5) - x\" }\n";
    let scenario = HANGING.replace("push = \"0\"\n", law);
    let scenario = scenario.replace("end = 1.0", "end = 10.0");
    desk.write("integrating.toml", scenario);
    let found = found(&desk, "integrating.toml", &[]);
    assert_eq!(found["verdict"], "equilibrium");
    let until = found["until"].as_f64().unwrap();
    assert!((until - 2.5).abs() < 1e-2, "{until}");
}

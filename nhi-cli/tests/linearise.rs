//! `nhi linearise`: against the published benchmark of the bicycle and closed forms.

#[path = "linearise/choices.rs"]
mod choices;
#[path = "linearise/found.rs"]
mod found_by_search;
mod support;
#[path = "linearise/verdicts.rs"]
mod verdicts;

use serde_json::Value;
use support::{Desk, holds, root};

fn scenario(name: &str) -> String {
    let path = root().join("tests/scenarios").join(name);
    path.to_str().unwrap().to_owned()
}

/// What the command finds.
#[track_caller]
fn found(desk: &Desk, scenario: &str, settings: &[String]) -> Value {
    let mut arguments = vec!["linearise", scenario, "--json"];
    for setting in settings {
        arguments.extend(["--set", setting]);
    }
    desk.nhi(&arguments, 0).json()
}

/// Eigenvalues as real and imaginary parts.
fn eigenvalues(found: &Value, key: &str) -> Vec<[f64; 2]> {
    let list = found[key].as_array().unwrap().iter();
    list.map(|x| [x["re"].as_f64().unwrap(), x["im"].as_f64().unwrap()])
        .collect()
}

/// Asserts eigenvalues in any order.
#[track_caller]
fn assert_eigenvalues(found: &[[f64; 2]], expected: &[[f64; 2]], tolerance: f64) {
    assert_eq!(found.len(), expected.len(), "{found:?}");
    let mut left = found.to_vec();
    let mut worst = 0.0_f64;
    for [re, im] in expected {
        let off = |x: &[f64; 2]| f64::hypot(x[0] - re, x[1] - im);
        let nearest = (0..left.len()).min_by(|&i, &j| off(&left[i]).total_cmp(&off(&left[j])));
        worst = worst.max(off(&left.swap_remove(nearest.unwrap())));
    }
    println!("{worst:.1e}");
    assert!(worst <= tolerance, "{found:?} instead of {expected:?}");
}

fn names(found: &Value, key: &str) -> Vec<String> {
    let list = found[key].as_array().unwrap().iter();
    list.map(|x| x["name"].as_str().unwrap().to_owned())
        .collect()
}

/// The bicycle of the scenario, upright at another speed.
fn bicycle(desk: &Desk, speed: f64) -> Value {
    let settings = [
        "lean_dot=0".to_owned(),
        format!("x_dot={speed:?}"),
        format!("rear_dot={:?}", -speed / 0.3),
        format!("front_dot={:?}", -speed / 0.35),
    ];
    found(desk, &scenario("whipple_bicycle.toml"), &settings)
}

/// Meijaard et al. 2007, table 2, all printed digits; to them the states of the path add zeros: the speed, heading and
/// distance from the line.
const ZERO: [f64; 2] = [0.0, 0.0];

/// A pair of eigenvalues.
fn weave(re: f64, im: f64) -> [[f64; 2]; 2] {
    [[re, im], [re, -im]]
}

#[test]
#[allow(clippy::excessive_precision)]
fn eigenvalues_of_the_bicycle_are_those_of_the_published_benchmark() {
    let published = [
        (
            1.0,
            [-7.110_080_146_374_42, -3.134_231_250_665_78],
            weave(3.526_961_709_900_70, 0.807_740_275_199_30),
        ),
        (
            5.0,
            [-14.078_389_692_798_22, -0.322_866_429_004_09],
            weave(-0.775_341_882_195_85, 4.464_867_713_788_23),
        ),
        (
            10.0,
            [-24.624_596_350_174_04, 0.161_053_386_531_72],
            weave(-3.720_168_404_372_87, 10.906_811_394_762_87),
        ),
    ];
    let desk = Desk::new();
    for (speed, [castering, capsize], weave) in published {
        let found = bicycle(&desk, speed);
        assert_eq!(found["verdict"], "steady motion");
        assert_eq!(names(&found, "left_out"), ["x", "rear", "front"]);
        assert_eq!(
            names(&found, "states"),
            [
                "y",
                "yaw",
                "lean",
                "steer",
                "lean_dot",
                "steer_dot",
                "rear_dot"
            ]
        );
        let [ahead, behind] = weave;
        let expected = [
            [castering, 0.0],
            [capsize, 0.0],
            ahead,
            behind,
            ZERO,
            ZERO,
            ZERO,
        ];
        assert_eigenvalues(&eigenvalues(&found, "eigenvalues"), &expected, 2e-11);
    }
}

/// The two-mass-skate bicycle: its mass matrix is singular where it goes straight ahead, its motion is regular. The eigenvalues are
/// those of the formula of J. P. Meijaard et al. (2007), doi:10.1098/rspa.2007.1857, and of a derivation by Newton and Euler.
#[test]
fn a_mass_matrix_that_is_singular_on_the_way_does_not_matter() {
    let path = root().join("nhi-cli/tests/models/two_mass_skate.toml");
    let desk = Desk::new();
    for (speed, reals, weave) in [
        (
            3.0,
            [-28.646_091_50, 0.404_125_12],
            weave(-1.625_769_76, 3.235_214_58),
        ),
        (
            5.0,
            [-46.406_819_38, 0.241_482_81],
            weave(-3.161_919_97, 1.882_823_84),
        ),
    ] {
        let settings = ["lean_dot=0".to_owned(), format!("x_dot={speed:?}")];
        let found = found(&desk, path.to_str().unwrap(), &settings);
        let [ahead, behind] = weave;
        let expected = [
            [reals[0], 0.0],
            [reals[1], 0.0],
            ahead,
            behind,
            ZERO,
            ZERO,
            ZERO,
        ];
        assert_eigenvalues(&eigenvalues(&found, "eigenvalues"), &expected, 1e-8);
    }
}

#[test]
fn the_book_shows_what_the_command_prints() {
    let desk = Desk::new();
    let scenario = scenario("whipple_bicycle.toml");
    let said = desk.nhi(&["linearise", &scenario, "--set", "lean_dot=0"], 0);
    let page = std::fs::read_to_string(root().join("docs/src/linearise.md")).unwrap();
    holds(&page, &[&said.stdout]);
}

/// At rest, table 2 of the same: two pairs of real eigenvalues, +-3.131 643 247 906 56 and +-5.530 943 717 653 93.
#[test]
fn a_bicycle_at_rest_is_an_equilibrium_that_falls() {
    let found = bicycle(&Desk::new(), 0.0);
    assert_eq!(found["verdict"], "equilibrium");
    let found = eigenvalues(&found, "eigenvalues");
    let zeros = found.iter().filter(|x| **x == [0.0, 0.0]).count();
    let others: Vec<_> = found.iter().copied().filter(|x| *x != [0.0, 0.0]).collect();
    assert_eq!(zeros, found.len() - 4, "{found:?}");
    let expected = [
        3.131_643_247_906_56,
        -3.131_643_247_906_56,
        5.530_943_717_653_93,
        -5.530_943_717_653_93,
    ];
    assert_eigenvalues(&others, &expected.map(|x| [x, 0.0]), 2e-11);
}

/// The turn of a sleigh that runs ahead at `u`, with its blade behind the centre of mass, decays at the rate `m a u / (I + m a^2)`.
#[test]
fn the_turn_of_a_sleigh_that_runs_ahead_decays() {
    let settings = ["theta_dot=0", "x_dot=1.5", "y_dot=0"].map(str::to_owned);
    let found = found(&Desk::new(), &scenario("chaplygin_sleigh.toml"), &settings);
    assert_eq!(found["verdict"], "steady motion");
    assert_eq!(names(&found, "left_out"), ["x"]);
    assert_eq!(
        names(&found, "states"),
        ["theta", "y", "theta_dot", "x_dot"]
    );
    let rate = 2.0 * 0.5 * 1.5 / (1.0 + 2.0 * 0.25);
    let expected = [[-rate, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]];
    assert_eigenvalues(&eigenvalues(&found, "eigenvalues"), &expected, 1e-14);
}

/// The sleigh of the scenario turns.
#[test]
fn a_start_that_is_not_steady_has_no_eigenvalues() {
    let desk = Desk::new();
    let said = desk.nhi(&["linearise", &scenario("chaplygin_sleigh.toml")], 0);
    holds(
        &said.stderr,
        &[
            "note: ",
            "neither an equilibrium nor a steady motion",
            "theta_dot changes at a rate of",
            "theta moves at 1.0, and the motion depends on it",
            "help: ",
        ],
    );
    holds(&said.stdout, &["not steady", "A of dz/dt"]);
    assert!(!said.stdout.contains("eigenvalue"), "{}", said.stdout);
    let found = found(&desk, &scenario("chaplygin_sleigh.toml"), &[]);
    assert_eq!(found["eigenvalues"], Value::Null);
}

/// A disk that is held upright and turns as it rolls goes in circles for ever, with velocities in x and y that change.
#[test]
fn a_disk_that_rolls_in_circles_is_steady() {
    let settings = ["u_phi=0", "u_theta=0"].map(str::to_owned);
    let found = found(&Desk::new(), &scenario("rolling_disk.toml"), &settings);
    assert_eq!(found["verdict"], "steady motion", "{found:#}");
    assert_eq!(names(&found, "left_out"), ["x", "y", "phi", "theta"]);
    assert_eq!(names(&found, "states"), ["phi_dot", "theta_dot"]);
    assert_eq!(found["a"], serde_json::json!([[0.0, 0.0], [0.0, 0.0]]));
    // The torques act on i_turn, and on i_roll + m r^2.
    for (row, expected) in [[1.0 / 0.2, 0.0], [0.0, 1.0 / 0.55]].iter().enumerate() {
        for (column, expected) in expected.iter().enumerate() {
            let entry = found["b"][row][column].as_f64().unwrap();
            assert!((entry - expected).abs() < 1e-14, "{entry} {expected}");
        }
    }
}

const PENDULUM: &str = "#[nonholonomic(
    coordinates(x, z),
    lagrangian = 0.5 * m * (x_dot.powi(2) + z_dot.powi(2)) - m * g * z,
    holonomic(rod = x.powi(2) + z.powi(2) - l.powi(2)),
    controls(push),
    forces(x = push - c * x_dot),
    integrators(Rk(order = 4)),
)]
pub struct Pendulum {
    /// Mass
    pub m: f64,
    /// Gravity
    pub g: f64,
    /// Length
    pub l: f64,
    /// Damping
    pub c: f64,
}
";

const HANGING: &str = "model = \"pendulum.nhi\"
integrator = \"Rk(order = 4)\"
step = 0.01
end = 1.0
[parameters]
m = 2.0
g = 9.0
l = 0.25
c = 1.0
[initial]
x = 0.0
z = -0.25
x_dot = 0.0
z_dot = 0.0
[controls]
push = \"0\"
";

fn pendulum() -> Desk {
    let desk = Desk::new();
    desk.write("pendulum.nhi", PENDULUM);
    desk.write("hanging.toml", HANGING);
    desk
}

/// A pendulum as a mass on a rod in the plane: near the bottom `x'' = -(g / l) x - (c / m) x' + push / m`.
#[test]
fn a_pendulum_by_a_position_constraint_has_its_frequency_and_damping() {
    let found = found(&pendulum(), "hanging.toml", &[]);
    assert_eq!(found["verdict"], "equilibrium");
    assert_eq!(names(&found, "states"), ["x", "x_dot"]);
    assert_eq!(found["a"], serde_json::json!([[0.0, 1.0], [-36.0, -0.5]]));
    assert_eq!(found["b"], serde_json::json!([[0.0], [0.5]]));
    let turning = (36.0_f64 - 0.0625).sqrt();
    let expected = [[-0.25, turning], [-0.25, -turning]];
    assert_eigenvalues(&eigenvalues(&found, "eigenvalues"), &expected, 1e-13);
}

/// A push against the velocity is in `A + B K` and not in `A`.
#[test]
fn feedback_of_the_scenario_closes_the_loop() {
    let settings = ["push=-3 * x_dot - 8 * x".to_owned()];
    let found = found(&pendulum(), "hanging.toml", &settings);
    assert_eq!(found["a"], serde_json::json!([[0.0, 1.0], [-36.0, -0.5]]));
    assert_eq!(found["k"], serde_json::json!([[-8.0, -3.0]]));
    // s^2 + 2 s + 40 = 0
    let turning = 39.0_f64.sqrt();
    let expected = [[-1.0, turning], [-1.0, -turning]];
    let closed = eigenvalues(&found, "closed_loop_eigenvalues");
    assert_eigenvalues(&closed, &expected, 1e-13);
}

/// Swung aside, the pendulum is held by the push `m g tan(angle)`, and falls without it.
#[test]
fn controls_hold_an_equilibrium() {
    let mut settings = ["x=0.15", "z=-0.2", "push=13.5"]
        .map(str::to_owned)
        .to_vec();
    let held = found(&pendulum(), "hanging.toml", &settings);
    assert_eq!(held["verdict"], "equilibrium", "{held:#}");
    // By the angle: m l^2 w'' = -(m g l cos + push l sin) w = -(m g l / cos) w, and less damping.
    let (cos, damping) = (0.8, 0.5 * 0.64);
    let turning = (9.0 / 0.25 / cos - damping * damping / 4.0_f64).sqrt();
    let expected = [[-damping / 2.0, turning], [-damping / 2.0, -turning]];
    assert_eigenvalues(&eigenvalues(&held, "eigenvalues"), &expected, 1e-12);
    settings[2] = "push=13".to_owned();
    let falls = found(&pendulum(), "hanging.toml", &settings);
    assert_eq!(falls["verdict"], "not steady");
}

const SLEEPING: &str = "model = \"heavy_top.nhi\"
integrator = \"Rk(order = 4)\"
step = 0.01
end = 1.0
[parameters]
j1 = 1.0
j3 = 0.5
m = 1.0
g = 9.81
l = 0.3
[initial]
body = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
w1 = 0.0
w2 = 0.0
w3 = SPIN
";

/// The pendulum hangs at rest, and at this moment nothing pushes it.
#[test]
fn what_is_at_rest_for_a_moment_only_is_not_steady() {
    let desk = pendulum();
    let shaken = ["linearise", "hanging.toml", "--set", "push=sin(3*t)"];
    let said = desk.nhi(&shaken, 0);
    holds(&said.stderr, &["the state is not steady: by t = 0.0"]);
    assert!(!said.stdout.contains("eigenvalue"), "{}", said.stdout);
}

/// A start at which the acceleration is infinite.
#[test]
fn starts_without_derivatives_are_refused() {
    let desk = pendulum();
    let pole = ["linearise", "hanging.toml", "--set", "push=1/x"];
    let said = desk.nhi(&pole, 1);
    let refused = ["[initial]: a control is not finite there", "needed: "];
    holds(&said.stderr, &refused);
}

/// In space the lean `z = x + i y` of a top that spins at `w` upright obeys `j1 z'' - i j3 w z' - weight z = 0`: it turns
/// at the rates `p` with `j1 p^2 - j3 w p + weight = 0`. The axes of the body turn with it, and its displacements turn by `w`
/// less.
#[test]
fn a_sleeping_top_is_stable_where_it_spins_fast_enough() {
    let desk = Desk::new();
    let model = root().join("tests/models/heavy_top.nhi");
    desk.write("heavy_top.nhi", std::fs::read(model).unwrap());
    let (j1, j3, weight) = (1.0, 0.5, 9.81 * 0.3);
    for spin in [12.0_f64, 4.0] {
        desk.write(
            "sleeping.toml",
            SLEEPING.replace("SPIN", &format!("{spin:?}")),
        );
        let found = found(&desk, "sleeping.toml", &[]);
        assert_eq!(found["verdict"], "steady motion", "{found:#}");
        let (half, rest) = (j3 * spin / (2.0 * j1), weight / j1);
        let discriminant = half * half - rest;
        let mut expected = vec![[0.0, 0.0], [0.0, 0.0]];
        for sign in [-1.0, 1.0] {
            let root = sign * discriminant.abs().sqrt();
            let [growth, turning] = match discriminant > 0.0 {
                true => [0.0, half + root - spin],
                false => [root, half - spin],
            };
            expected.extend([[growth, turning], [growth, -turning]]);
        }
        assert_eigenvalues(&eigenvalues(&found, "eigenvalues"), &expected, 1e-12);
    }
}

#[test]
fn vakonomic_motions_are_refused() {
    let desk = Desk::new();
    let said = desk.nhi(&["linearise", &scenario("heisenberg_geodesic.toml")], 1);
    holds(
        &said.stderr,
        &[
            "integrator: ",
            "follows vakonomic motions",
            "needed: ",
            "help: ",
        ],
    );
}

#[test]
fn starts_off_the_constraints_are_refused_or_projected() {
    let desk = pendulum();
    let off = ["linearise", "hanging.toml", "--set", "z=-0.25001"];
    let said = desk.nhi(&off, 1);
    holds(&said.stderr, &["violate the constraints", "--project"]);
    let said = desk.nhi(&[&off[..], &["--project"]].concat(), 0);
    holds(&said.stderr, &["was projected onto the constraints"]);
    holds(&said.stdout, &["equilibrium", "-0.25 +- 5.994789404i"]);
}

/// Group elements come to rest in a search, but a motion that is steady already is found.
#[test]
fn a_start_that_is_steady_is_found() {
    let desk = Desk::new();
    let top = "#[nonholonomic(groups(body: SO3(w1, w2, w3)), integrators(Mla), forces(w3 = -0.1 * (w3 - 5)),
        lagrangian = 0.5 * (w1 * w1 + w2 * w2 + 0.5 * w3 * w3) - body[2][2])] struct Top {}";
    desk.write("top.nhi", top);
    let text =
        "model = \"top.nhi\"\nintegrator = \"Mla\"\nstep = 0.01\nend = 1\n[initial]\nw3 = 5\n";
    desk.write("top.toml", text);
    let [there, found] = [
        &["linearise", "top.toml"][..],
        &["linearise", "top.toml", "--find"],
    ]
    .map(|command| desk.nhi(command, 0).stdout);
    holds(&there, &["steady motion"]);
    assert_eq!(there, found);
}

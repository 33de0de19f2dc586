//! The choice of coordinates, of a time along the run, and of a smooth start.

use super::*;

/// A vehicle that balances on two wheels, at rest upright.
fn segway() -> Desk {
    let desk = Desk::new();
    desk.nhi(&["init", "new", "--template", "segway"], 0);
    desk
}

#[test]
fn coordinates_are_chosen_by_the_user_or_those_with_controls() {
    let desk = segway();
    let linearise = |options: &[&str], code| {
        let arguments = [&["linearise", "new/models/segway.toml", "--json"], options];
        desk.nhi(&arguments.concat(), code)
    };
    let velocities = |found: &Value| {
        let names = names(found, "states").into_iter();
        names
            .filter(|name| name.ends_with("_dot"))
            .collect::<Vec<_>>()
    };
    let own = linearise(&[], 0).json();
    assert_eq!(velocities(&own), ["alpha_dot", "left_dot", "right_dot"]);
    let chosen = linearise(&["--coordinates", "alpha,theta,x_dot"], 0).json();
    assert_eq!(velocities(&chosen), ["x_dot", "theta_dot", "alpha_dot"]);
    let [own, chosen] = [&own, &chosen].map(|found| eigenvalues(found, "eigenvalues"));
    assert_eigenvalues(&own, &chosen, 1e-9);
    let refused = [
        ("alpha,theta,y", "the constraints relate the velocities"),
        ("alpha,theta", "3 of the velocities are independent, not 2"),
        ("alpha,theta,z", "nothing is named `z`"),
    ];
    for (names, found) in refused {
        let said = linearise(&["--coordinates", names], 1).stderr;
        holds(&said, &["--coordinates: ", found, "left_dot"]);
    }
}

/// At 12 s the vehicle leans, so that its state is that of a moment.
#[test]
fn states_along_a_run_are_linearised() {
    let desk = segway();
    let linearise = |at: &str, code| {
        let scenario = "new/models/segway.toml";
        desk.nhi(&["linearise", scenario, "--at", at, "--json"], code)
    };
    let said = linearise("12", 0);
    holds(
        &said.stderr,
        &[
            "the state at t = 12.0 is neither",
            "eigenvalues are those of this",
        ],
    );
    let found = said.json();
    assert_eq!(found["start"]["time"], 12.0);
    assert_eq!(found["verdict"], "not steady");
    assert!(
        eigenvalues(&found, "eigenvalues")
            .iter()
            .any(|x| x[0] > 5.0)
    );
    desk.nhi(&["run", "new/models/segway.toml", "-o", "run.csv"], 0);
    let (_, rows) = support::table(&desk.read("run.csv"));
    assert_eq!(found["start"]["configuration"][3], rows.last().unwrap()[4]);
    assert_eq!(linearise("0", 0).json()["verdict"], "equilibrium");
    holds(&linearise("-1", 1).stderr, &["--at: "]);
    holds(&linearise("nan", 1).stderr, &["--at: this is not a time"]);
}

/// A weight on a spring lands on a floor at 0.2 s, and slides there.
#[test]
fn the_phase_along_a_run_is_that_of_the_time() {
    let desk = Desk::new();
    let model = "#[nonholonomic(coordinates(x, z), \
         lagrangian = 0.5 * m * (x_dot.powi(2) + z_dot.powi(2)) - m * g * z - 2 * m * x.powi(2), \
         holonomic(floor = z), contacts(floor >= 0, opens), integrators(Mla))]\n\
         pub struct Weight { pub m: f64, pub g: f64 }\n";
    desk.write("weight.nhi", model);
    let scenario = "model = \"weight.nhi\"\nintegrator = \"Mla\"\nstep = 0.01\nend = 1\n\
         [parameters]\nm = 1\ng = 10\n[initial]\nz = 0.2\n";
    desk.write("weight.toml", scenario);
    for (at, states, verdict) in [
        ("0.1", &["x", "z", "x_dot", "z_dot"][..], "not steady"),
        ("0.5", &["x", "x_dot"], "equilibrium"),
    ] {
        let arguments = ["linearise", "weight.toml", "--at", at, "--json"];
        let found = desk.nhi(&arguments, 0).json();
        assert_eq!(names(&found, "states"), states, "at {at}");
        assert_eq!(found["verdict"], verdict, "at {at}");
    }
}

/// Methods with their own step size have the laws of time in their equations of motion.
#[test]
fn controls_keep_their_names_and_values_with_every_integrator() {
    let desk = Desk::new();
    let model = "#[nonholonomic(coordinates(x, y), \
         lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)), controls(u, w), \
         forces(x = u, y = 3 * w), integrators(Mla))]\npub struct Pushed { pub m: f64 }\n";
    desk.write("pushed.nhi", model);
    for law in [
        "\"5\"",
        "{ points = [[0, 5], [9, 5]], interpolation = \"linear\" }",
    ] {
        let found = ["Mla", "Dop853"].map(|integrator| {
            let scenario = format!(
                "model = \"pushed.nhi\"\nintegrator = \"{integrator}\"\nstep = 0.1\nend = 1\n\
                 [parameters]\nm = 1\n[controls]\nu = \"1\"\nw = {law}\n"
            );
            desk.write("pushed.toml", scenario);
            desk.nhi(&["linearise", "pushed.toml", "--json"], 0).json()
        });
        let [one, other] = found;
        for key in ["controls", "b"] {
            assert_eq!(one[key], other[key], "{key} with {law}");
        }
        assert_eq!(other["b"][3], serde_json::json!([0.0, 3.0]), "{law}");
    }
}

/// Only laws of controls matter to a linearisation.
#[test]
fn outputs_and_events_may_read_tables_and_look_back() {
    let desk = pendulum();
    let before = found(&desk, "hanging.toml", &[]);
    let more = "[definitions]\ntrack = { points = [[0, 0], [9, 1]], interpolation = \"linear\" }\n\
         [output]\nerror = \"x - track\"\nearlier = \"delay(x, 0.1)\"\n\
         [events]\nback = { when = \"x - delay(x, 0.2)\" }\n";
    desk.write("more.toml", format!("{HANGING}{more}"));
    let found = found(&desk, "more.toml", &[]);
    for key in ["a", "b", "controls", "verdict"] {
        assert_eq!(found[key], before[key], "{key}");
    }
    for law in ["track", "delay(x, 0.1)", "0.5 * earlier"] {
        let more = more.replace("[output]", "earlier = \"delay(x, 0.3)\"\n[output]");
        let more = more.replace("earlier = \"delay(x, 0.1)\"\n", "");
        let closed = HANGING.replace("push = \"0\"", &format!("push = \"{law}\""));
        desk.write("more.toml", format!("{closed}{more}"));
        let said = desk.nhi(&["linearise", "more.toml"], 1).stderr;
        holds(&said, &["laws of controls depend on tables or on delayed"]);
    }
}

/// `hypot` has no derivative at rest.
#[test]
fn functions_without_a_derivative_are_named() {
    let desk = Desk::new();
    desk.nhi(&["init", "new", "--template", "car-trailer"], 0);
    let said = desk.nhi(&["linearise", "new/models/car_trailer.toml"], 1);
    holds(&said.stderr, &["is not finite there", "`hypot`"]);
}

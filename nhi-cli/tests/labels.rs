//! Titles, units and degrees of plots and animations.

mod support;

use serde_json::Value;
use support::{Desk, PARTICLE, SCENARIO, holds, table};

const UNITS: &str = "
[units]
x = \"m\"
y = \"rad\"
push = \"N\"
energy = \"J\"
";

/// A desk with runs of two integrators, whose scenario states units.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("run.toml", format!("{SCENARIO}{UNITS}"));
    desk.nhi(&["run", "run.toml"], 0);
    let arguments = ["run", "run.toml", "--integrator", "Mla", "-o", "mla.csv"];
    desk.nhi(&arguments, 0);
    desk
}

fn plot(desk: &Desk, arguments: &[&str]) -> (Value, String) {
    let arguments = [&["plot", "-o", "run.svg"], arguments].concat();
    let said = desk.nhi(&arguments, 0).stderr;
    let data = desk.nhi(&[&arguments[..], &["--json"]].concat(), 0).json();
    (data, said)
}

#[test]
fn titles_name_what_has_made_the_table() {
    let desk = desk();
    let scenario = ["--scenario", "run.toml"];
    let title = |tables: &[&str], more: &[&str]| {
        let (data, said) = plot(&desk, &[tables, more].concat());
        (data["title"].as_str().unwrap().to_owned(), said)
    };
    let made = "Particle, Gni, step 0.05".to_owned();
    assert_eq!(
        title(&["run.csv"], &scenario),
        (made.clone(), String::new())
    );
    holds(&desk.read("run.svg"), &[&made]);
    assert_eq!(title(&["run.csv"], &[]), (made.clone(), String::new()));
    // Tables record the options of their runs.
    let other = "Particle, Mla, step 0.05".to_owned();
    assert_eq!(title(&["mla.csv"], &scenario), (other, String::new()));
    assert_eq!(
        title(&["run.csv", "mla.csv"], &[]),
        ("Particle, step 0.05".to_owned(), String::new())
    );
    assert_eq!(title(&["run.csv", "run.csv"], &scenario).0, made);
    assert_eq!(title(&["run.csv"], &["--title", "A push"]).0, "A push");
    // Every fifth step is of the same run, another step is of another one.
    desk.nhi(&["run", "run.toml", "--every", "5", "-o", "every.csv"], 0);
    assert_eq!(title(&["every.csv"], &scenario).0, made);
    desk.nhi(&["run", "run.toml", "--step", "0.025", "-o", "half.csv"], 0);
    assert_eq!(
        title(&["half.csv"], &scenario).0,
        "Particle, Gni, step 0.025"
    );
}

#[test]
fn a_table_without_a_record_has_the_title_of_a_scenario_that_makes_it() {
    let desk = desk();
    for name in ["run.csv", "mla.csv"] {
        let text = desk.read(name);
        let (rows, _) = text.split_once("# ").unwrap();
        desk.write(name, rows);
    }
    let scenario = ["--scenario", "run.toml"];
    let title = |tables: &[&str], more: &[&str]| {
        let (data, said) = plot(&desk, &[tables, more].concat());
        (data["title"].as_str().unwrap().to_owned(), said)
    };
    assert_eq!(title(&["run.csv"], &[]).0, "run");
    assert_eq!(title(&["run.csv"], &scenario).0, "Particle, Gni, step 0.05");
    let (other, said) = title(&["mla.csv"], &scenario);
    assert_eq!(other, "mla");
    holds(
        &said,
        &["note: mla.csv: the scenario as it is written does not make this table"],
    );
    assert_eq!(title(&["run.csv", "mla.csv"], &scenario).0, "Particle");
}

#[test]
fn axes_have_the_units_of_the_scenario() {
    let desk = desk();
    plot(&desk, &["run.csv", "--scenario", "run.toml"]);
    let expected = [
        "x [m]",
        "y [rad]",
        "t [s]",
        "push [N]",
        "E(0) = ",
        ", E − E(0) [J]",
    ];
    holds(&desk.read("run.svg"), &expected);
    plot(
        &desk,
        &["run.csv", "--columns", "x_dot,z", "--scenario", "run.toml"],
    );
    let svg = desk.read("run.svg");
    holds(&svg, &[">[m/s]<"]);
    plot(&desk, &["run.csv"]);
    holds(&desk.read("run.svg"), &expected);
}

#[test]
fn pictures_convert_from_the_units_of_the_model() {
    let desk = Desk::new();
    desk.write("particle.nhi", documented());
    let units = "\n[units]\nx = \"mm\"\ny = \"deg\"\npush = \"kN\"\n";
    desk.write("run.toml", format!("{SCENARIO}{units}"));
    desk.nhi(&["run", "run.toml"], 0);
    // The table keeps its numbers: centimetres and radians.
    let (names, rows) = table(&desk.read("run.csv"));
    holds(&desk.read("run.csv"), &["# x = \"cm\"", "# y = \"rad\""]);
    for (column, label, factor) in [
        ("x", "[mm]", 10.0),
        ("x_dot", "[mm/s]", 10.0),
        ("y", "[deg]", 57.0),
        ("push", "[kN]", 1e-3),
    ] {
        let (found, values) = values(&desk, &[], column);
        let place = names.iter().position(|name| name == column).unwrap();
        let ratio = values[10].as_f64().unwrap() / rows[10][place];
        assert_eq!(found, label);
        assert!((ratio / factor - 1.0).abs() < 0.01, "{column}: {ratio}");
    }
    let (found, _) = values(&desk, &["--degrees=y"], "y");
    assert_eq!(found, "[deg]");
    for (unit, found) in [
        ("kg", "`kg` is not a unit to which `cm` converts"),
        ("px", "`px`"),
    ] {
        desk.write("bad.toml", format!("{SCENARIO}\n[units]\nx = \"{unit}\"\n"));
        let said = desk.nhi(&["run", "bad.toml"], 1).stderr;
        holds(
            &said,
            &["bad.toml:", "[units] x", found, "write `x = \"cm\"`"],
        );
    }
}

/// The label and the values of a column in a page.
fn values(desk: &Desk, arguments: &[&str], column: &str) -> (String, Vec<Value>) {
    let more = ["--columns", column, "-o", "run.html"];
    desk.nhi(&[&["animate", "run.csv"], arguments, &more].concat(), 0);
    let page = desk.read("run.html");
    let (_, rest) = page.split_once("type=\"application/json\">").unwrap();
    let (json, _) = rest.split_once("</script>").unwrap();
    let data: Value = serde_json::from_str(json).unwrap();
    let plot = &data["plots"][0];
    let values = plot["series"][0]["values"].as_array().unwrap();
    (plot["label"].as_str().unwrap().to_owned(), values.clone())
}

/// The particle with documentation in front of a coordinate and its control.
fn documented() -> String {
    let model = PARTICLE.replace(
        "(x, y, z)",
        "(\n/// Position\n/// along the rail [cm]\nx, y, z)",
    );
    model.replace("(push)", "(#[doc = \"Force of the motor [N]\"] push)")
}

#[test]
fn the_model_states_units_and_the_scenario_has_the_last_word() {
    let desk = Desk::new();
    desk.write("particle.nhi", documented());
    desk.nhi(&["run", "run.toml"], 0);
    plot(&desk, &["run.csv", "--scenario", "run.toml"]);
    holds(&desk.read("run.svg"), &["x [cm]", "t [s]", "push [N]"]);
    plot(
        &desk,
        &["run.csv", "--columns", "x_dot", "--scenario", "run.toml"],
    );
    holds(&desk.read("run.svg"), &[">[cm/s]<"]);

    desk.write("run.toml", format!("{SCENARIO}{UNITS}"));
    plot(&desk, &["run.csv", "--scenario", "run.toml"]);
    let svg = desk.read("run.svg");
    holds(&svg, &["x [m]", "push [N]"]);
    assert!(!svg.contains("[cm]"));
}

#[test]
fn documentation_of_coordinates_reaches_code_and_reports() {
    let desk = Desk::new();
    desk.write("particle.nhi", documented());
    let code = desk.nhi(&["gen", "particle.nhi"], 0).stdout;
    let lines = [
        "/// The coordinate `x`.\n    ///\n    /// Position\n    /// along the rail \\[cm]\n    pub x: f64,",
        "/// The coordinate `y`.\n    pub y: f64,",
        "/// The control `push`.\n    ///\n    /// Force of the motor \\[N]\n    pub push: f64,",
    ];
    holds(&code, &lines);
    let report = desk.nhi(&["derive", "particle.nhi"], 0).stdout;
    holds(
        &report,
        &["Position along the rail [cm]", "Force of the motor [N]"],
    );
}

#[test]
fn what_stands_in_front_of_a_coordinate_is_documentation() {
    let desk = Desk::new();
    for (from, to, said) in [
        ("(x,", "(#[cfg(test)] x,", "the attribute `cfg` of a name"),
        (
            "(x,",
            "(#[doc(hidden)] x,",
            "documentation that is not plain text",
        ),
        ("z)", "z, /// nothing\n)", "nothing follows here"),
        (
            "(push)",
            "(/// two\n push /// names\n pull)",
            "`,` between entries",
        ),
        ("SE2(x,", "SE2(/// x\n x,", "`#`"),
    ] {
        let model = PARTICLE.replace("controls(", "symmetry(SE2(x, y, z)), controls(");
        desk.write("bad.nhi", model.replacen(from, to, 1));
        let stderr = desk.nhi(&["check", "bad.nhi"], 1).stderr;
        holds(&stderr, &[said]);
    }
}

#[test]
fn outputs_have_a_panel_and_units() {
    let desk = desk();
    let output = "[output]\nspeed = \"hypot(x_dot, y_dot)\"\n";
    desk.write(
        "run.toml",
        format!("{SCENARIO}{output}{UNITS}speed = \"m/s\"\n"),
    );
    desk.nhi(&["run", "run.toml"], 0);
    let (data, _) = plot(&desk, &["run.csv", "--scenario", "run.toml"]);
    let panels = data["panels"].as_array().unwrap();
    assert!(panels.contains(&"Outputs".into()), "{panels:?}");
    holds(&desk.read("run.svg"), &["speed [m/s]", "push [N]"]);
}

#[test]
fn angles_are_drawn_in_degrees_on_request() {
    let desk = desk();
    let (names, rows) = table(&desk.read("run.csv"));
    let values = |arguments: &[&str], column: &str| {
        let (label, values) = values(&desk, arguments, column);
        let place = names.iter().position(|name| name == column).unwrap();
        let factor = values[10].as_f64().unwrap() / rows[10][place];
        (label, factor.round())
    };
    let scenario = ["--scenario", "run.toml"];
    let of_scenario = ["--scenario", "run.toml", "--degrees"];
    assert_eq!(values(&scenario, "y"), ("[rad]".to_owned(), 1.0));
    assert_eq!(values(&of_scenario, "y"), ("[deg]".to_owned(), 57.0));
    assert_eq!(values(&of_scenario, "y_dot"), ("[deg/s]".to_owned(), 57.0));
    assert_eq!(values(&of_scenario, "x"), ("[m]".to_owned(), 1.0));
    assert_eq!(
        values(&["--degrees=y_dot,z"], "z"),
        ("[deg]".to_owned(), 57.0)
    );
    assert_eq!(
        values(&["--degrees=y_dot,z"], "y"),
        ("[rad]".to_owned(), 1.0)
    );
    for (column, found) in [
        ("x", "`x`, in m, is not an angle"),
        ("energy", "`energy`, in J, is not an angle"),
    ] {
        let degrees = format!("--degrees={column}");
        let said = desk.nhi(&["plot", "run.csv", "-o", "run.svg", &degrees], 1);
        holds(&said.stderr, &[found]);
    }
}

#[test]
fn headings_are_drawn_in_degrees_on_request() {
    let desk = Desk::new();
    let names = "g[0][0],g[0][1],g[0][2],g[1][0],g[1][1],g[1][2]";
    desk.write(
        "car.csv",
        format!("t,{names}\n0,1,0,0,0,1,0\n1,0,-1,1,1,0,1\n"),
    );
    for (option, unit) in [
        ("--degrees", "deg"),
        ("--degrees=g", "deg"),
        ("--degrees=t", "rad"),
    ] {
        desk.nhi(&["plot", "car.csv", option, "-o", "car.svg"], 0);
        holds(&desk.read("car.svg"), &[&format!("angle [{unit}]")]);
    }
}

#[test]
fn mistakes_in_units_and_degrees_say_what_there_is() {
    let desk = desk();
    let refused = |option: &str| {
        let arguments = ["plot", "run.csv", option, "-o", "none.svg"];
        desk.nhi(&arguments, 1).stderr
    };
    holds(
        &refused("--degrees=zz"),
        &["error: run.csv: there is no column `zz`", "`z`"],
    );
    desk.write("run.csv", "t,x,x_dot\n0,1,1\n1,2,1\n");
    holds(
        &refused("--degrees"),
        &["no column is known to be an angle", "--degrees=theta"],
    );
    for (from, to, found) in [
        (
            "push = \"N\"",
            "pusch = \"m\"",
            &[
                "[units] pusch: there is no such column",
                "did you mean `push`",
            ][..],
        ),
        (
            "x = \"m\"",
            "x = 1",
            &["[units] x: found the number", "a unit"],
        ),
        (
            "[units]",
            "[unit]",
            &["there is no such table", "did you mean `units`"],
        ),
    ] {
        desk.write("bad.toml", format!("{SCENARIO}{}", UNITS.replace(from, to)));
        holds(&desk.nhi(&["run", "bad.toml"], 1).stderr, found);
    }
}

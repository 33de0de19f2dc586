//! `nhi export`: what is written, and what is refused before anything is written.
//!
//! Importers test the contents: see `tests/clients`.

mod support;

use support::{Desk, holds};

const SCENARIO: &str = "model = \"particle.nhi\"
integrator = \"Mla\"
step = 0.01
end = 1.0
[parameters]
m = 1.0
[initial]
x_dot = 1.0
[controls]
push = 0.1
";

fn desk(scenario: &str) -> Desk {
    let desk = Desk::new();
    desk.write("run.toml", scenario);
    desk
}

const EXPORT: [&str; 6] = ["export", "run.toml", "--format", "fmu", "-o", "run.fmu"];

#[test]
fn an_fmu_holds_description_sources_and_binary() {
    let desk = desk(SCENARIO);
    let said = desk.nhi(&EXPORT, 0).stdout;
    holds(&said, &["wrote `run.fmu`", "variables", "a binary for"]);
    let bytes = std::fs::read(desk.path("run.fmu")).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    holds(
        &text,
        &[
            "modelDescription.xml",
            "fmiVersion=\"3.0\"",
            "name=\"lambda.rise\"",
            "name=\"x_dot\" valueReference=",
            "sources/fmu-interface.c",
            "sources/nhi.h",
            "binaries/",
        ],
    );
}

#[test]
fn values_that_a_scenario_computes_are_named() {
    let desk = Desk::new();
    desk.write(
        "spring.nhi",
        "#[nonholonomic(coordinates(x), lagrangian = 0.5 * m * x_dot.powi(2) - 0.5 * k * x.powi(2), integrators(Mla))] \
         pub struct Spring { /// Mass [kg]\npub m: f64, pub k: f64 }",
    );
    desk.write(
        "run.toml",
        "model = \"spring.nhi\"\nintegrator = \"Mla\"\nstep = 0.1\nend = 1\n[parameters]\nm = 2\nk = \"m/3\"\n\
         [initial]\nx = 1\nx_dot = \"m*0.35\"\n",
    );
    let said = desk.nhi(
        &["export", "run.toml", "--format", "fmu", "-o", "spring.fmu"],
        0,
    );
    holds(
        &said.stdout,
        &["note: the scenario computes `k`, `x_dot` from parameters"],
    );
}

#[test]
fn an_fmu_of_the_older_version_has_its_layout() {
    let desk = desk(SCENARIO);
    let export = ["export", "run.toml", "--format", "fmu2", "-o", "run.fmu"];
    desk.nhi(&export, 0);
    let bytes = std::fs::read(desk.path("run.fmu")).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    holds(
        &text,
        &[
            "fmiVersion=\"2.0\"",
            "<File name=\"fmu-interface.c\"/>",
            "<ScalarVariable name=\"x_dot\"",
            "fmi2DoStep",
        ],
    );
    assert!(!text.contains("fmi3DoStep"), "one version only");
}

/// In FMI 3.0 the time is a variable, whose name must be unique.
#[test]
fn a_parameter_can_be_called_time() {
    let desk = desk(&SCENARIO.replace("m = 1.0", "time = 1.0"));
    let model = desk.read("particle.nhi");
    desk.write(
        "particle.nhi",
        model
            .replace("m: f64", "time: f64")
            .replace("m *", "time *"),
    );
    desk.nhi(&EXPORT, 0);
    let bytes = std::fs::read(desk.path("run.fmu")).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    assert_eq!(text.matches(" name=\"time\"").count(), 1);
    holds(
        &text,
        &["<Float64 name=\"t\" valueReference=\"0\" causality=\"independent\""],
    );
}

/// Controls are variables there, so what only their laws read is left out.
#[test]
fn definitions_are_parameters_of_optimisers_only_in_laws_inside() {
    for (law, parameters, step) in [
        ("push = \"-gain*x*other\"", "m; then", "&p[1], &p[2]"),
        (
            "push = { law = \"-twice*x\", inside = true }",
            "m, gain; then",
            "&p[2], &p[3]",
        ),
    ] {
        let definitions =
            "[definitions]\ngain = 2.0\nother = 3.0\ntwice = \"2*gain\"\n[controls]\n";
        let scenario = SCENARIO.replace("[controls]\npush = 0.1", &format!("{definitions}{law}"));
        let desk = desk(&scenario);
        desk.nhi(
            &["export", "run.toml", "--format", "acados", "-o", "run.c"],
            0,
        );
        holds(
            &desk.read("run.c"),
            &[&format!("The parameters of a stage: {parameters}"), step],
        );
    }
}

#[test]
fn what_c_code_does_not_do_is_refused() {
    let with = |change: &str| SCENARIO.replace("step = 0.01", change);
    let refused = [
        (
            with("step = 0.01").replace("Mla", "Dop853"),
            "chooses its own steps",
        ),
        (
            with("step = 0.01\ncontrol_period = 0.02") + "[noise]\nseed = 1\npush = 0.1\n",
            "noise",
        ),
        (
            with("step = -0.01").replace("end = 1.0", "end = -1.0"),
            "a negative step",
        ),
    ];
    for (scenario, word) in refused {
        let desk = desk(&scenario);
        let said = desk.nhi(&EXPORT, 1).stderr;
        holds(&said, &["run.toml", word]);
        assert!(!desk.path("run.fmu").exists(), "nothing is written");
    }
}

#[test]
fn single_precision_is_refused() {
    let desk = desk(SCENARIO);
    let model = desk.read("particle.nhi").replace("f64", "f32");
    desk.write("particle.nhi", model);
    let said = desk.nhi(&EXPORT, 1).stderr;
    holds(&said, &["run.toml", "a model of `f32`"]);
}

#[test]
fn the_end_at_an_event_is_left_out_with_a_note() {
    let desk = desk(&format!("{SCENARIO}[stop]\nwhen = \"x - 0.1\"\n"));
    holds(
        &desk.nhi(&EXPORT, 0).stdout,
        &["note: `[stop]` is left out"],
    );
}

#[test]
fn a_model_can_have_the_name_of_the_interface() {
    let desk = desk(SCENARIO);
    let model = desk.read("particle.nhi").replace("Particle", "Fmu");
    desk.write("particle.nhi", model);
    desk.nhi(&EXPORT, 0);
}

/// The source is written next to the library.
#[test]
fn sources_of_libraries_replace_no_file_that_is_read() {
    let desk = desk(&SCENARIO.replace("particle.nhi", "model.c"));
    let model = desk.read("particle.nhi");
    desk.write("model.c", &model);
    let export = |output| ["export", "run.toml", "--format", "casadi", "-o", output];
    let said = desk.nhi(&export("model.so"), 2).stderr;
    holds(
        &said,
        &["the output `model.c` would overwrite the input `model.c`"],
    );
    assert_eq!(desk.read("model.c"), model);
    let said = desk.nhi(&export("other.c"), 1).stderr;
    holds(&said, &["`other.c` is the name of the source"]);
    assert!(!desk.path("other.c").exists());
}

/// Steps for optimisers are functions of states and controls.
#[test]
fn steps_that_optimisers_cannot_have_are_refused() {
    let desk = desk(SCENARIO);
    let model = desk.read("particle.nhi");
    let text = desk.read("run.toml");
    for (integrator, expected) in [
        ("Rk(order = 3)", "E083"),
        ("Dop853", "chooses its own steps"),
    ] {
        desk.write(
            "run.toml",
            text.replacen("\"Mla\"", &format!("\"{integrator}\""), 1),
        );
        let export = ["export", "run.toml", "--format", "casadi", "-o", "step"];
        let said = desk.nhi(&export, 1).stderr;
        holds(&said, &["run.toml", expected]);
        assert!(!said.contains("jacobian"), "{said}");
    }
    desk.write("run.toml", &text);
    let refused = |option: &str, expected: &str| {
        let export = ["export", "run.toml", "--format", "casadi", "-o", "step"];
        let said = desk.nhi(&[&export[..], &[option]].concat(), 1).stderr;
        holds(
            &said,
            &["run.toml", expected, "which an export does not have"],
        );
    };
    refused("--integrator=Mla(order = 4)", "a step of several parts");
    desk.write("particle.nhi", model.replace("f64", "f32"));
    refused("--integrator=Mla", "a model of `f32`");
    desk.write(
        "particle.nhi",
        model.replace("0.5 * m", "0.5 * (1.0 + t * t) * m"),
    );
    refused(
        "--integrator=Mla",
        "a step that depends on the time other than by its controls",
    );
}

#[test]
fn mistakes_are_named() {
    let without = desk(SCENARIO);
    let mut command = without.command(&EXPORT);
    let said = command.env("CC", "no-such-compiler").output().unwrap();
    let said = String::from_utf8_lossy(&said.stderr);
    holds(&said, &["no-such-compiler", "cannot be run", "`CC`"]);
    // As make reads it.
    let mut command = without.command(&EXPORT);
    let done = command.env("CC", "cc -O1").output().unwrap();
    assert!(done.status.success(), "{done:?}");
    for format in ["fmu", "casadi", "acados"] {
        let printed = ["export", "run.toml", "--format", format, "-o", "-"];
        holds(
            &without.nhi(&printed, 2).stderr,
            &["an export is a file", "not `-`"],
        );
    }
    let unknown = ["export", "run.toml", "--format", "fmi", "-o", "run.fmu"];
    holds(&without.nhi(&unknown, 2).stderr, &["fmi", "fmu"]);
    let over = ["export", "run.toml", "--format", "fmu", "-o", "run.toml"];
    holds(
        &without.nhi(&over, 2).stderr,
        &["would overwrite the input `run.toml`"],
    );
    let off = desk(&SCENARIO.replace("x_dot = 1.0", "z_dot = 1.0"));
    holds(&off.nhi(&EXPORT, 1).stderr, &["rise"]);
}

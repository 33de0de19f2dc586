//! Bad input of every kind: exit code 1, and a message that says what is wrong and where.

#[path = "mistakes/slips.rs"]
mod slips;
mod support;

use support::{Desk, PARTICLE, SCENARIO, holds};

#[test]
fn a_missing_scenario_or_model_is_named() {
    let desk = Desk::new();
    holds(
        &desk.nhi(&["run", "none.toml"], 1).stderr,
        &["none.toml", "No such file"],
    );
    let said = desk.mistake("particle.nhi", "other.nhi");
    holds(&said, &["other.nhi", "No such file"]);
    holds(
        &desk.nhi(&["check", "none.nhi"], 1).stderr,
        &["none.nhi", "No such file"],
    );
    holds(
        &desk.nhi(&["plot", "none.csv", "-o", "x.svg"], 1).stderr,
        &["none.csv"],
    );
}

#[test]
fn a_folder_is_no_file() {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("folder")).unwrap();
    for arguments in [
        &["run", "folder"][..],
        &["check", "folder"],
        &["gen", "folder"],
        &["plot", "folder", "-o", "x.svg"],
    ] {
        holds(&desk.nhi(arguments, 1).stderr, &["folder", "directory"]);
    }
}

#[test]
fn binary_data_and_invalid_text_are_refused() {
    let desk = Desk::new();
    let bytes: Vec<u8> = (0..=255).collect();
    desk.write("binary", &bytes);
    desk.write("latin.nhi", b"// na\xefve\n");
    for command in ["run", "check", "gen"] {
        holds(
            &desk.nhi(&[command, "binary"], 1).stderr,
            &["binary", "byte 128", "UTF-8"],
        );
    }
    holds(
        &desk.nhi(&["check", "latin.nhi"], 1).stderr,
        &["byte 5", "UTF-8"],
    );
    holds(
        &desk.nhi(&["plot", "binary", "-o", "x.svg"], 1).stderr,
        &["binary:1:1", "the first column is not the time"],
    );
    desk.write("latin.csv", b"t,x\n0,\xef\n");
    holds(
        &desk.nhi(&["plot", "latin.csv", "-o", "x.svg"], 1).stderr,
        &["latin.csv:2:1", "UTF-8"],
    );
}

#[test]
fn empty_files_lack_everything() {
    let desk = Desk::new();
    desk.write("empty", "");
    holds(
        &desk.nhi(&["run", "empty"], 1).stderr,
        &["empty: model: missing"],
    );
    for command in ["check", "gen", "derive"] {
        holds(
            &desk.nhi(&[command, "empty"], 1).stderr,
            &["error[E037]", "no model in this file"],
        );
    }
    holds(
        &desk.nhi(&["plot", "empty", "-o", "x.svg"], 1).stderr,
        &["empty:1:1"],
    );
}

#[test]
fn files_of_ten_megabytes_are_refused() {
    let desk = Desk::new();
    desk.write("big", "x = 1 #".repeat(1_500_000));
    for command in ["run", "check", "gen"] {
        holds(
            &desk.nhi(&[command, "big"], 1).stderr,
            &["big", "larger than"],
        );
    }
}

#[test]
fn text_that_is_no_toml_is_shown_at_its_line() {
    let desk = Desk::new();
    let said = desk.mistake("end = 0.5", "end = = 0.5");
    holds(&said, &["bad.toml:4:", "not a TOML file"]);
}

#[test]
fn unknown_keys_and_tables_get_a_suggestion() {
    let desk = Desk::new();
    let said = desk.mistake("end = 0.5", "end = 0.5\nintergator = \"Gni\"");
    holds(
        &said,
        &[
            "error: intergator: there is no such key",
            "bad.toml:5:1",
            "5 | intergator = \"Gni\"",
            "did you mean `integrator`?",
        ],
    );
    let said = desk.mistake("[parameters]", "[paramters]");
    holds(
        &said,
        &[
            "[parameters] m: missing",
            "no such table",
            "did you mean `parameters`?",
        ],
    );
}

#[test]
fn values_of_a_wrong_type_are_described() {
    let desk = Desk::new();
    for (from, to, place) in [
        (
            "step = 0.05",
            "step = \"small\"",
            "error: step: depends on `small`, which is not a parameter\n --> bad.toml:3:8\n",
        ),
        (
            "end = 0.5",
            "end = true",
            "error: end: found a boolean\n --> bad.toml:4:7\n",
        ),
        (
            "integrator = \"Gni\"",
            "integrator = 3",
            "integrator: found the number 3.0",
        ),
        ("m = 1.0", "m = [1.0]", "[parameters] m: found an array"),
        ("x = 0.0", "x = 1979-05-27", "[initial] x: found a date"),
        (
            "push = \"0.5*t\"",
            "push = false",
            "[controls] push: found a boolean",
        ),
        (
            "model = \"particle.nhi\"",
            "model = 1",
            "model: found the number",
        ),
        ("[parameters]\nm = 1.0", "parameters = 1", "parameters"),
    ] {
        holds(
            &desk.mistake(from, to),
            &[place, "  |  ", "^", "= required: "],
        );
    }
}

#[test]
fn numbers_that_are_not_finite_are_refused() {
    let desk = Desk::new();
    for (from, to, place) in [
        ("m = 1.0", "m = nan", "[parameters] m: found the number NaN"),
        (
            "x_dot = 1.0",
            "x_dot = inf",
            "[initial] x_dot: found the number inf",
        ),
        ("step = 0.05", "step = -inf", "step: found the number -inf"),
        ("end = 0.5", "end = nan", "end: found the number NaN"),
        (
            "push = \"0.5*t\"",
            "push = nan",
            "[controls] push: found the number NaN",
        ),
    ] {
        holds(&desk.mistake(from, to), &[place]);
    }
}

#[test]
fn steps_must_lead_to_the_end() {
    let desk = Desk::new();
    for (from, to, found) in [
        ("step = 0.05", "step = 0", "step: found the number 0.0"),
        ("step = 0.05", "step = -0.05", "the step -0.05 is negative"),
        (
            "end = 0.5",
            "end = -0.5",
            "the end -0.5 is before the start",
        ),
        ("end = 0.5", "end = 0", "the end is the start"),
        (
            "step = 0.05",
            "step = 1e-300",
            "error: step: a step of 1e-300 makes",
        ),
        (
            "step = 0.05",
            "step = 20",
            "error: step: the step 20.0 is longer than the run, which ends at 0.5\n --> bad.toml:3:8\n",
        ),
    ] {
        holds(&desk.mistake(from, to), &[found, "^", "= required: "]);
    }
}

#[test]
fn missing_and_surplus_entries_are_all_reported_at_once() {
    let desk = Desk::new();
    let text = SCENARIO
        .replace("m = 1.0", "mass = 1.0")
        .replace("z_dot = 0.0", "z_dto = 0.0")
        .replace("push = ", "pull = ");
    desk.write("bad.toml", text);
    let said = desk.nhi(&["run", "bad.toml"], 1).stderr;
    holds(
        &said,
        &[
            "[parameters] m: missing",
            "6 | [parameters]\n",
            "Mass [kg]",
            "[parameters] mass: the model has no such parameter",
            "[initial] z_dto: the model has no such coordinate or velocity",
            "did you mean `z_dot`?",
            "[controls] push: missing",
            "[controls] pull: the model has no such control",
        ],
    );
    assert_eq!(said.matches("error:").count(), 5, "{said}");
}

#[test]
fn multipliers_are_for_vakonomic_integrators() {
    let desk = Desk::new();
    let said = desk.mistake(
        "[controls]",
        "[initial.multipliers]\nrise = 1.0\n[controls]",
    );
    holds(&said, &["[initial.multipliers] rise", "vakonomic"]);
}

#[test]
fn mistakes_in_expressions_are_shown_in_the_scenario() {
    let desk = Desk::new();
    let said = desk.mistake("0.5*t", "0.5*tt");
    holds(
        &said,
        &["error[E040]", "bad.toml:18:13", "push = \"0.5*tt\"", "^^"],
    );
    let said = desk.mistake("0.5*t", "t^2");
    holds(&said, &["error[E022]", "powi"]);
    let said = desk.mistake("0.5*t", "push");
    holds(&said, &["error[E050]", "bad.toml:18:9"]);
    let said = desk.mistake("0.5*t", "sin(");
    holds(&said, &["error[E038]", "bad.toml:18:"]);
}

#[test]
fn empty_expressions_are_reported_at_their_keys() {
    let desk = Desk::new();
    let more = "\n[output]\no = \"\"\n[definitions]\nd = \"/* none */\"\n[events]\ne = \" \"\n\
                [states]\ns = { rate = \"\" }\n";
    let scenario = SCENARIO
        .replace("m = 1.0", "m = \"\"")
        .replace("end = 0.5", "end = ''")
        .replace("\"Gni\"", "\"\"");
    desk.write("bad.toml", format!("{scenario}{more}"));
    let said = desk.nhi(&["run", "bad.toml"], 1).stderr;
    for (key, place) in [
        ("end", "4:7"),
        ("[parameters] m", "7:5"),
        ("[output] o", "21:5"),
        ("[definitions] d", "23:5"),
        ("[states] s", "27:14"),
    ] {
        let found = format!("error[E020]: {key}: an expression is missing here");
        holds(&said, &[&found, &format!("bad.toml:{place}\n")]);
    }
    holds(
        &said,
        &["[events] e: found the string \" \"", "bad.toml:25:5\n"],
    );
    holds(&said, &["error[E006]: integrator: ", "bad.toml:2:14\n"]);
    assert!(!said.contains("particle.nhi"), "{said}");
    for command in [
        &["run", "run.toml", "--integrator", ""][..],
        &[
            "dump",
            "particle.nhi",
            "--stage",
            "scheme",
            "--integrator",
            "",
        ],
    ] {
        let said = desk.nhi(command, 1).stderr;
        holds(&said, &["--integrator: ", "nothing follows here"]);
    }
}

#[test]
fn mistakes_in_integrators_are_shown_in_the_scenario() {
    let desk = Desk::new();
    let said = desk.mistake("\"Gni\"", "\"Gnu\"");
    holds(
        &said,
        &["error[E080]", "bad.toml:2:15", "did you mean `Gni`?"],
    );
    let said = desk.mistake("\"Gni\"", "\"Gni(start = Smoth)\"");
    holds(
        &said,
        &["error[E083]", "bad.toml:2:27", "did you mean `Smooth`?"],
    );
    let said = desk.mistake("\"Gni\"", "\"\"");
    holds(&said, &["error[E006]"]);
    let said = desk
        .nhi(&["run", "run.toml", "--integrator", "Rk(order = 3)"], 1)
        .stderr;
    holds(&said, &["error[E083]", "--integrator:1:12"]);
}

#[test]
fn a_file_of_several_models_needs_a_system() {
    let desk = Desk::new();
    let second = PARTICLE.replace("Particle", "Other");
    desk.write("particle.nhi", format!("{PARTICLE}{second}"));
    let said = desk.nhi(&["run", "run.toml"], 1).stderr;
    holds(&said, &["run.toml: system: missing", "Particle, Other"]);
    desk.write("run.toml", format!("system = \"Othr\"\n{SCENARIO}"));
    let said = desk.nhi(&["run", "run.toml"], 1).stderr;
    holds(
        &said,
        &["system: `", "run.toml:1:10", "did you mean `Other`?"],
    );
    desk.write("run.toml", format!("system = \"Other\"\n{SCENARIO}"));
    desk.nhi(&["run", "run.toml"], 0);
}

#[test]
fn options_are_checked_like_the_file() {
    let desk = Desk::new();
    let said = desk
        .nhi(&["run", "run.toml", "--set", "x_dt=1", "--set", "m=one"], 1)
        .stderr;
    holds(
        &said,
        &[
            "--set x_dt: ",
            "did you mean `x_dot`?",
            "--set m: [parameters] m: depends on `one`, which is not a parameter",
        ],
    );
    let said = desk.nhi(&["run", "run.toml", "--step", "0"], 1).stderr;
    holds(&said, &["--step: found the number 0.0"]);
    desk.write(
        "times.toml",
        desk.read("run.toml")
            .replace("step = 0.05", "steps = 10")
            .replace("end = 0.5", "end = 5e-324"),
    );
    let said = desk.nhi(&["run", "times.toml"], 1).stderr;
    holds(&said, &["times.toml:"]);
    for (option, value, found) in [
        ("--step", "nan", "--step: found the number NaN"),
        ("--end", "inf", "--end: found the number inf"),
        (
            "--set",
            "x=nan",
            "--set x: [initial] x: found the number NaN",
        ),
        (
            "--set",
            "m=-inf",
            "--set m: [parameters] m: found the number -inf",
        ),
    ] {
        let option = format!("{option}={value}");
        holds(&desk.nhi(&["run", "run.toml", &option], 1).stderr, &[found]);
    }
    for arguments in [
        &["run"][..],
        &["run", "run.toml", "--every", "0"],
        &["run", "run.toml", "--set", "m"],
        &["run", "run.toml", "--step", "small"],
        &["fly"],
        &["gen", "particle.nhi", "--check"],
        &["compare", "run.toml", "--integrators", "Gni,,Rk"],
        &["plot", "run.csv", "-o", "run.gif"],
        &["dump", "particle.nhi", "--stage", "soup"],
    ] {
        desk.nhi(arguments, 2);
    }
}

#[test]
fn parameters_for_which_the_model_is_singular_are_refused() {
    let desk = Desk::new();
    for mass in ["-1.0", "0.0"] {
        let said = desk.mistake("m = 1.0", &format!("m = {mass}"));
        holds(&said, &["[parameters]", "mass matrix"]);
    }
}

#[test]
fn output_that_cannot_be_written_is_an_error() {
    let desk = Desk::new();
    desk.nhi(&["run", "run.toml"], 0);
    for arguments in [
        &["run", "run.toml", "-o", "none/run.csv"][..],
        &["gen", "particle.nhi", "-o", "none/particle.rs"],
        &["plot", "run.csv", "-o", "none/run.svg"],
        &["plot", "run.csv", "-o", "none/run.png"],
        &["derive", "particle.nhi", "-o", "none/particle.txt"],
        &["man", "-o", "run.toml/man"],
        &[
            "compare",
            "run.toml",
            "--integrators",
            "Rk",
            "-o",
            "run.toml/compare",
        ],
    ] {
        holds(&desk.nhi(arguments, 1).stderr, &["cannot be written"]);
    }
}

#[test]
fn mistakes_are_data_for_machines_too() {
    let desk = Desk::new();
    desk.write("bad.toml", SCENARIO.replace("m = 1.0", "m = \"one\""));
    let data = desk.nhi(&["run", "bad.toml", "--json"], 1).json();
    assert_eq!(data["failure"], "input");
    let problem = &data["problems"][0];
    assert_eq!(problem["key"], "[parameters] m");
    assert_eq!(
        (&problem["line"], &problem["column"]),
        (&7.into(), &5.into())
    );
    desk.write("bad.nhi", PARTICLE.replace("z_dot - y", "z_dt - y"));
    let data = desk.nhi(&["check", "bad.nhi", "--json"], 1).json();
    assert_eq!(data["problems"][0]["code"], "E040");
}

#[test]
fn sound_models_are_judged_beside_mistakes_of_others() {
    let desk = Desk::new();
    let wrong = PARTICLE
        .replace("Particle", "Wrong")
        .replace("y * x_dot", "u * x_dot");
    desk.write("two.nhi", format!("{PARTICLE}{wrong}"));
    let said = desk.nhi(&["check", "two.nhi"], 1);
    holds(
        &said.stdout,
        &["Particle: 3 coordinates", "nonholonomic             yes"],
    );
    assert!(!said.stdout.contains("Wrong"), "{}", said.stdout);
    holds(&said.stderr, &["error[E040]"]);
}

/// An inline table ends with its line, so a bracket that is not closed there is the mistake,
/// although the text breaks off lines later.
#[test]
fn slips_in_inline_tables_are_reported_in_their_lines() {
    let desk = Desk::new();
    for table in ["noise = { seed = 1", "noise = { seed = \"1 }"] {
        let (scenario, controls) = SCENARIO.split_once("[controls]").unwrap();
        let text = format!("{scenario}{table}\n\n[controls]{controls}");
        desk.write("bad.toml", text);
        let said = desk.nhi(&["run", "bad.toml"], 1).stderr;
        holds(&said, &["`{` is not closed in this line", "bad.toml:17:9"]);
    }
}

#[test]
fn texts_in_utf_16_are_named() {
    let desk = Desk::new();
    let wide = |text: &str| {
        text.encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect::<Vec<_>>()
    };
    desk.write("wide.toml", wide(SCENARIO));
    desk.write("wide.nhi", wide(&format!("\u{feff}{PARTICLE}")));
    for arguments in [["run", "wide.toml"], ["check", "wide.nhi"]] {
        let said = desk.nhi(&arguments, 1).stderr;
        holds(
            &said,
            &["is text in UTF-16: save it as UTF-8, or type `iconv -f UTF-16"],
        );
    }
}

//! Text of other people's files on a terminal: what would act there is shown.
#![cfg(unix)]

mod support;

use support::{Desk, PARTICLE, SCENARIO, Said, holds};

/// A sequence that a terminal obeys, one of C1, and a reversal of the order.
const HOSTILE: &str = "a\u{1b}]0;b\u{7}\u{9b}2J\u{202e}c";

/// Runs the command and checks that nothing in what it says acts, in words and as JSON.
#[track_caller]
fn shown(desk: &Desk, arguments: &[&str], code: i32) -> Said {
    for json in [&["--json"][..], &[]] {
        let said = desk.nhi(&[arguments, json].concat(), code);
        for text in [&said.stdout, &said.stderr] {
            let acts = |letter: char| letter.is_control() && letter != '\n' || letter == '\u{202e}';
            assert!(!text.contains(acts), "{arguments:?}\n{text:?}");
        }
        if json.is_empty() {
            return said;
        }
        let _ = said.json();
    }
    unreachable!()
}

#[test]
fn keys_and_values_of_a_scenario_are_shown() {
    let desk = Desk::new();
    let key = "\"a\\u001b[31m\\u202e\\nerror: b\"";
    for (from, to) in [
        ("end = 0.5", format!("end = 0.5\n{key} = 1")),
        ("m = 1.0", format!("m = 1.0\n{key} = 1")),
        ("[controls]", format!("[{key}]\n[controls]")),
        ("model = ", format!("system = {key}\nmodel = ")),
        ("\"particle.nhi\"", key.to_owned()),
        ("\"Gni\"", key.to_owned()),
        ("\"0.5*t\"", key.to_owned()),
        ("end = 0.5", format!("end = {HOSTILE}")),
    ] {
        desk.write("bad.toml", SCENARIO.replace(from, &to));
        let said = shown(&desk, &["run", "bad.toml"], 1).stderr;
        assert!(!said.contains("\nerror: b"), "{said}");
    }
}

#[test]
fn paths_are_shown_in_one_line() {
    let desk = Desk::new();
    let path = format!("{HOSTILE}\nerror: d");
    for arguments in [
        &["run", &path][..],
        &["check", &path],
        &["plot", &path, "-o", "a.svg"],
        &["run", "run.toml", "-o", &format!("none/{path}.csv")],
        &["gen", "particle.nhi", "-o", &path, "--check"],
    ] {
        let said = shown(&desk, arguments, 1).stderr;
        assert!(!said.contains("\nerror: d"), "{said}");
    }
    for arguments in [
        &["run", "run.toml", "-o", &path][..],
        &["gen", "particle.nhi", "-o", &path],
        &["derive", "particle.nhi", "-o", &path],
    ] {
        shown(&desk, arguments, 0);
    }
    desk.write(&path, SCENARIO.replace("m = 1.0", "m = nan"));
    shown(&desk, &["run", &path], 1);
    desk.write(&path, PARTICLE.replace("z_dot - y", "z_dt - y"));
    shown(&desk, &["check", &path], 1);
}

#[test]
fn documentation_of_a_model_is_shown() {
    let desk = Desk::new();
    let model = PARTICLE.replace("Mass [kg]", &format!("{HOSTILE} [kg]"));
    desk.write(
        "hostile.nhi",
        model.replace("#[non", &format!("/// {HOSTILE}\n#[non")),
    );
    let hostile = SCENARIO.replace("particle.nhi", "hostile.nhi");
    desk.write("bad.toml", hostile.replace("m = 1.0", ""));
    for arguments in [
        &["check", "hostile.nhi"][..],
        &["gen", "hostile.nhi"],
        &["derive", "hostile.nhi"],
        &["dump", "hostile.nhi", "--stage", "model"],
        &["run", "bad.toml"],
    ] {
        let output = desk.command(arguments).output().unwrap();
        // Whether such documentation is accepted is decided elsewhere.
        let code = output.status.code().unwrap();
        assert!(code < 2, "{output:?}");
        shown(&desk, arguments, code);
    }
}

#[test]
fn cells_of_a_table_are_shown() {
    let desk = Desk::new();
    desk.write("run.csv", format!("t,{HOSTILE}\n0,1\n1,2\n"));
    let said = shown(&desk, &["plot", "run.csv", "-o", "a.svg"], 1).stderr;
    holds(&said, &["a\\u{1b}]0;b\\u{7}\\u{9b}2J\\u{202e}c"]);
    desk.write("run.csv", format!("t,x\n0,\"{HOSTILE}\nerror: d\"\n"));
    let said = shown(&desk, &["plot", "run.csv", "-o", "a.svg"], 1).stderr;
    assert!(!said.contains("\nerror: d"), "{said}");
}

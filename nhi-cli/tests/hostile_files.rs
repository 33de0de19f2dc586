//! Scenarios and tables that are meant to do harm: a result or an error, within bounds of time and memory.
#![cfg(unix)]

#[path = "support/limited.rs"]
mod limited;
mod support;

use std::process::Command;
use std::time::Duration;

use limited::Took;
use support::{Desk, SCENARIO, Said, holds};

/// Longer than any command that ends takes; one that waits for a pipe takes for ever.
const LONG: Duration = Duration::from_secs(60);

#[track_caller]
fn ends(desk: &Desk, command: &str, code: i32) -> Took {
    let took = limited::nhi(command, &desk.path("")).unwrap();
    let said = &took.stderr;
    assert!(took.is_within_bounds(), "{command}: {took:.2000?}");
    assert_eq!(took.status.code(), Some(code), "{command}: {said:.2000}");
    took
}

/// The scenario with so many outputs, each by its number.
fn with_outputs(count: usize, output: impl Fn(usize) -> String) -> String {
    let lines: String = (0..count)
        .map(|k| format!("o{k} = \"{}\"\n", output(k)))
        .collect();
    format!("{SCENARIO}[output]\n{lines}")
}

#[test]
fn thousands_of_outputs_share_the_text_of_their_scenario() {
    let desk = Desk::new();
    let text = with_outputs(20_000, |k| format!("x + {k}*y"));
    assert!(text.len() > 400_000);
    desk.write("many.toml", text);
    ends(&desk, "run many.toml -o many.csv", 0);
    let header = desk.read("many.csv");
    let header = header.lines().next().unwrap();
    assert!(header.ends_with(",o19999"));
}

#[test]
fn thousands_of_noisy_outputs_end() {
    let desk = Desk::new();
    let noise: String = (0..3000).map(|k| format!("o{k} = \"0.1*m\"\n")).collect();
    let text = with_outputs(3000, |k| format!("x + {k}*y"));
    desk.write("noisy.toml", format!("{text}[noise]\nseed = 1\n{noise}"));
    ends(&desk, "run noisy.toml -o noisy.csv", 0);
}

#[test]
fn thousands_of_mistaken_outputs_are_reported_in_the_order_of_the_file() {
    let desk = Desk::new();
    desk.write("wrong.toml", with_outputs(5000, |k| format!("x + w{k}")));
    let said = ends(&desk, "run wrong.toml", 1).stderr;
    holds(&said, &["`w0`", "`w99`", "and 4900 more like these"]);
    assert!(!said.contains("`w100`"));
}

#[test]
fn files_that_may_never_answer_are_not_opened() {
    let desk = Desk::new();
    let made = Command::new("mkfifo").arg(desk.path("pipe")).status();
    assert!(made.unwrap().success());
    let table = "{ file = \"PIPE\", time = \"t\", column = \"u\", interpolation = \"held\" }";
    for path in ["pipe", "/proc/kmsg", "/dev/zero", "/dev/stdin"] {
        desk.write("model.toml", SCENARIO.replace("particle.nhi", path));
        let control = table.replace("PIPE", path);
        desk.write("table.toml", SCENARIO.replace("\"0.5*t\"", &control));
        for (scenario, found) in [
            ("model.toml", "is empty or not a regular file"),
            ("table.toml", ": is "),
        ] {
            let mut command = desk.command(&["run", scenario]);
            let output = command.timeout(LONG).output().unwrap();
            assert_eq!(output.status.code(), Some(1), "{path} in {scenario}");
            holds(&Said::new(&output).stderr, &[path, found]);
        }
    }
}

#[test]
fn a_table_is_read_once_for_all_controls() {
    const CONTROLS: usize = 30;
    let names: Vec<_> = (0..CONTROLS).map(|k| format!("u{k}")).collect();
    let model = format!(
        "#[nonholonomic(coordinates(x), lagrangian = m * x_dot.powi(2), controls({}), forces(x = {}), \
         integrators(Mla))] pub struct Many {{ pub m: f64 }}",
        names.join(", "),
        names.join(" + ")
    );
    let controls: String = names
        .iter()
        .map(|name| {
            format!("{name} = {{ file = \"log.csv\", time = \"t\", column = \"u\", interpolation = \"linear\" }}\n")
        })
        .collect();
    // Thirty copies of its points are more than the memory that a command has here.
    let rows: String = (0..1_000_000).map(|k| format!("{k},1.5\n")).collect();
    let desk = Desk::new();
    desk.write("many.nhi", model);
    desk.write("log.csv", format!("t,u\n{rows}"));
    desk.write(
        "many.toml",
        format!(
            "model = \"many.nhi\"\nintegrator = \"Mla\"\nstep = 0.5\nend = 1\n[parameters]\nm = 1\n[initial]\nx = 0\n\
             x_dot = 0\n[controls]\n{controls}"
        ),
    );
    ends(&desk, "run many.toml -o many.csv", 0);
}

#[test]
fn hundreds_of_group_elements_make_a_picture_of_the_first() {
    let desk = Desk::new();
    let entries =
        (0..830).flat_map(|k| (0..12).map(move |e| format!("g{k}[{}][{}]", e / 4, e % 4)));
    let header: Vec<_> = entries.collect();
    let row = vec!["0.5"; header.len()].join(",");
    let rows: String = (0..50).map(|t| format!("{t},{row}\n")).collect();
    desk.write("many.csv", format!("t,{}\n{rows}", header.join(",")));
    let note = "of the group elements, 830, the first 10 are drawn";
    for command in ["plot many.csv -o many.png", "plot many.csv -o many.svg"] {
        holds(&ends(&desk, command, 0).stderr, &[note]);
    }
    let png = std::fs::read(desk.path("many.png")).unwrap();
    let height = u32::from_be_bytes(png[20..24].try_into().unwrap());
    assert!(height < 5000, "{height} rows of pixels");
    let note = "of 830 group elements the first 10 have a body";
    let said = ends(&desk, "animate many.csv -o many.html", 0).stderr;
    holds(&said, &[note]);
    let all = header[..101].join(",");
    let said = desk.nhi(&["plot", "many.csv", "--columns", &all, "-o", "all.png"], 2);
    holds(
        &said.stderr,
        &["101 columns, each with a panel: draw at most 100"],
    );
}

#[test]
fn a_run_that_fills_the_disk_is_announced_or_refused() {
    let desk = Desk::new();
    desk.write("long.toml", SCENARIO.replace("end = 0.5", "end = 6e8"));
    let said = desk.nhi(&["run", "long.toml", "-o", "long.csv"], 1).stderr;
    holds(
        &said,
        &[
            "would write 12000000001 rows of 18 columns, about 4.1 TB",
            "`--every 10000` writes 1200001 rows",
            "`--every 1` writes all",
        ],
    );
    assert!(!desk.path("long.csv").exists() && desk.unfinished().is_empty());
}

#[test]
fn columns_of_one_name_are_refused() {
    let desk = Desk::new();
    desk.write("twice.csv", "t,u,u\n0,1,2\n1,2,3\n");
    for command in ["plot twice.csv -o t.svg", "animate twice.csv -o t.html"] {
        let said = ends(&desk, command, 1).stderr;
        holds(&said, &["twice.csv:1:1: two columns `u`"]);
    }
}

#[test]
fn an_animation_of_nothing_that_has_a_place_is_refused() {
    let desk = Desk::new();
    desk.write(
        "nan.csv",
        "t,x,y,x_dot,y_dot,energy\n0,nan,1,nan,1,nan\n1,nan,2,nan,2,nan\n",
    );
    desk.write("late.csv", "t,x,x_dot,energy\n0,nan,nan,nan\n1,2,3,4\n");
    let said = ends(&desk, "animate nan.csv -o nan.html", 1).stderr;
    holds(
        &said,
        &["nan.csv: no row with finite numbers that can be shown"],
    );
    assert!(!desk.path("nan.html").exists());
    ends(&desk, "animate nan.csv -o nan.svg", 1);
    ends(&desk, "animate late.csv -o late.html", 0);
}

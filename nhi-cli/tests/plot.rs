//! `nhi plot`: a picture, or an error that says what there is, of any table.

mod support;

use proptest::prelude::*;
use support::{Desk, Said, holds};

/// Characters that act on a terminal or on the order of others.
const ACTING: [char; 3] = ['\u{1b}', '\u{202e}', '\0'];

/// A cell of a table, most of them numbers that are hard to draw.
fn cell() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => any::<f64>().prop_map(|x| format!("{x:?}")),
        4 => (-9.0..9.0_f64).prop_map(|x| format!("{x:?}")),
        2 => prop::sample::select(vec![
            "NaN", "inf", "-inf", "0", "-0.0", "5e-324", "-5e-324", "1e308", "-1e308",
        ]).prop_map(str::to_owned),
        1 => prop::sample::select(vec![
            "\"1\"", "\"1", "one", "", " ", "\u{1b}[31m", "\u{0}", "1,2", "\"1,2\"",
        ]).prop_map(str::to_owned),
    ]
}

/// The names of the columns behind the time.
fn header() -> impl Strategy<Value = Vec<String>> {
    let name = prop_oneof![
        6 => prop::sample::select(vec![
            "x", "x_dot", "y", "y_dot", "phi", "phi_dot", "energy", "lambda.a", "residual.a",
        ]).prop_map(str::to_owned),
        1 => "[a-z\"_.<&\u{1b}\u{202e} ]{0,6}",
    ];
    prop::collection::vec(name, 0..7)
}

/// A table with a time column, of rows that mostly fit the header.
fn table() -> impl Strategy<Value = String> {
    let times = prop_oneof![3 => Just("t".to_owned()), 1 => "[a-z]{0,3}"];
    (times, header()).prop_flat_map(|(time, names)| {
        let fitting = prop::collection::vec(cell(), names.len() + 1);
        let row = prop_oneof![20 => fitting, 1 => prop::collection::vec(cell(), 0..9)];
        let header = [vec![time], names].concat().join(",");
        prop::collection::vec(row, 0..8).prop_map(move |rows| {
            let rows = rows.iter().map(|row| row.join(","));
            let lines: Vec<_> = std::iter::once(header.clone()).chain(rows).collect();
            lines.join("\n")
        })
    })
}

/// Plots a table: a whole picture, or an error and no file.
fn is_borne(desk: &Desk, table: &[u8], picture: &str) -> Result<(), TestCaseError> {
    desk.write("any.csv", table);
    let _ = std::fs::remove_file(desk.path(picture));
    let output = desk.command(&["plot", "any.csv", "-o", picture]).output();
    let output = output.unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(0) if picture.ends_with("svg") => {
            let svg = desk.read(picture);
            prop_assert!(svg.trim_end().ends_with("</svg>"));
            prop_assert!(!svg.contains(ACTING), "{:?}", svg);
        }
        Some(0) => prop_assert!(std::fs::metadata(desk.path(picture)).unwrap().len() > 1000),
        Some(1) => {
            prop_assert!(stderr.starts_with("error: any.csv"), "{stderr}");
            prop_assert!(!stderr.contains(ACTING), "{stderr:?}");
            prop_assert!(!desk.path(picture).exists());
        }
        code => prop_assert!(false, "{code:?}: {stderr}"),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(96)
    })]

    #[test]
    fn any_table_is_drawn_or_refused(table in table()) {
        is_borne(&Desk::new(), table.as_bytes(), "any.svg")?;
    }

    #[test]
    fn any_bytes_are_drawn_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        is_borne(&Desk::new(), &[b"t,x,x_dot\n0,1,1\n".as_slice(), &bytes].concat(), "any.svg")?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(12)
    })]

    #[test]
    fn any_table_is_a_bitmap_or_refused(table in table()) {
        is_borne(&Desk::new(), table.as_bytes(), "any.png")?;
    }
}

#[test]
fn plots_are_pictures_of_all_formats() {
    let desk = Desk::new();
    desk.nhi(&["run", "run.toml"], 0);
    desk.nhi(&["plot", "run.csv", "-o", "run.svg"], 0);
    let svg = desk.read("run.svg");
    holds(
        &svg,
        &[
            "width=\"1280\" height=\"1368\" viewBox=\"0 0 1280 1368\"",
            "Trajectory",
            "Coordinates",
            "Controls",
            "Energy",
            "Constraint residuals",
            "Multipliers",
            "</svg>",
        ],
    );
    let data = desk
        .nhi(&["plot", "run.csv", "-o", "run.png", "--json"], 0)
        .json();
    assert_eq!(data["panels"].as_array().unwrap().len(), 6);
    let png = std::fs::read(desk.path("run.png")).unwrap();
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    assert!(png.len() > 10_000);
    desk.nhi(&["plot", "run.csv", "-o", "run.pdf"], 0);
    let pdf = std::fs::read(desk.path("run.pdf")).unwrap();
    let pdf = String::from_utf8_lossy(&pdf);
    // Three quarters of the size in pixels.
    holds(&pdf, &["%PDF-1", "/MediaBox [0 0 960 1026]", "%%EOF"]);
    assert!(pdf.matches(" c\n").count() > 1000, "outlines of letters");
}

#[test]
fn a_table_that_cannot_be_plotted_is_refused() {
    let desk = Desk::new();
    desk.write("a.csv", "a,b\n1,2\n");
    desk.write("b.csv", "t,x,x_dot\n0,1,2\n0.1,1\n");
    desk.write("c.csv", "t,x,x_dot\n0,1,2\n");
    for (name, found) in [
        ("a.csv", "a.csv:1:1: the first column is not the time"),
        ("b.csv", "b.csv:3:1: 2 values"),
        ("c.csv", "at least two rows"),
    ] {
        holds(
            &desk.nhi(&["plot", name, "-o", "x.svg"], 1).stderr,
            &[found],
        );
        assert!(!desk.path("x.svg").exists());
    }
}

#[track_caller]
fn refused(table: &str) -> Said {
    let desk = Desk::new();
    desk.write("run.csv", table);
    let said = desk.nhi(&["plot", "run.csv", "-o", "run.svg"], 1);
    assert!(!desk.path("run.svg").exists());
    said
}

#[test]
fn columns_that_are_not_known_are_named_with_what_may_be_meant() {
    let said = refused("t,speed,enregy\n0,1,2\n1,2,3\n").stderr;
    holds(
        &said,
        &[
            "error: run.csv: no column that can be drawn: the columns are t, speed, enregy",
            "needed: a coordinate with its velocity",
            "`enregy`: did you mean `energy`?",
        ],
    );
    let said = refused("t,x,x_dto\n0,1,2\n1,2,3\n").stderr;
    holds(&said, &["`x_dto`: did you mean `x_dot`?"]);
    let said = refused("t,x,x_dot\n0,NaN,2\n1,inf,3\n").stderr;
    holds(&said, &["no finite number", "t, x, x_dot"]);
    holds(&refused("t\n0\n1\n").stderr, &["the columns are t\n"]);
}

#[test]
fn more_lines_than_can_be_told_apart_are_left_out_and_said() {
    let desk = Desk::new();
    let names: Vec<_> = (0..300).map(|i| format!("lambda.c{i}")).collect();
    let row = vec!["1"; 301].join(",");
    desk.write("run.csv", format!("t,{}\n{row}\n{row}\n", names.join(",")));
    let said = desk.nhi(&["plot", "run.csv", "-o", "run.svg"], 0).stderr;
    holds(
        &said,
        &["note: run.csv: of the columns `lambda.NAME`, 300, the first 21 are drawn"],
    );
}

#[test]
fn a_long_table_is_drawn() {
    let desk = Desk::new();
    let rows = (0..200_000).map(|i| format!("{i},{},1\n", i % 7));
    desk.write(
        "run.csv",
        format!("t,x,x_dot\n{}", rows.collect::<String>()),
    );
    let said = desk.nhi(&["plot", "run.csv", "-o", "run.svg"], 0).stdout;
    holds(&said, &["drew 200000 rows into `run.svg`"]);
    assert!(desk.read("run.svg").len() < 1_000_000);
}

/// Two runs of the particle, with different integrators.
fn two_runs() -> Desk {
    let desk = Desk::new();
    desk.nhi(&["run", "run.toml", "-o", "gni.csv"], 0);
    let arguments = ["run", "run.toml", "--integrator", "Mla", "-o", "mla.csv"];
    desk.nhi(&arguments, 0);
    desk
}

#[test]
fn columns_are_panels_over_the_time() {
    let desk = two_runs();
    let arguments = [
        "plot",
        "gni.csv",
        "--columns",
        "z_dot,push",
        "-o",
        "a.svg",
        "--json",
    ];
    let data = desk.nhi(&arguments, 0).json();
    assert_eq!(data["panels"], serde_json::json!(["z_dot", "push"]));
    let svg = desk.read("a.svg");
    holds(&svg, &["z_dot", "push", "Particle, Gni, step 0.05"]);
    let first_colour = svg.matches("stroke=\"#0072B2\"").count();
    assert_eq!(first_colour, 2, "one line in each panel");
}

#[test]
fn runs_over_each_other_are_named_by_their_files() {
    let desk = two_runs();
    let arguments = [
        "plot",
        "gni.csv",
        "mla.csv",
        "--columns",
        "z_dot",
        "-o",
        "a.svg",
    ];
    holds(&desk.nhi(&arguments, 0).stdout, &["drew 22 rows"]);
    let svg = desk.read("a.svg");
    holds(&svg, &[">gni<", ">mla<"]);
    desk.nhi(&["plot", "gni.csv", "mla.csv", "-o", "a.svg"], 0);
    holds(&desk.read("a.svg"), &["Constraint residuals", "E − E(0)"]);
    std::fs::create_dir(desk.path("other")).unwrap();
    std::fs::copy(desk.path("mla.csv"), desk.path("other/gni.csv")).unwrap();
    desk.nhi(
        &[
            "plot",
            "gni.csv",
            "other/gni.csv",
            "--columns",
            "x",
            "-o",
            "a.svg",
        ],
        0,
    );
    holds(&desk.read("a.svg"), &[">gni.csv<", ">other/gni.csv<"]);
    let many = vec!["gni.csv"; 22];
    let said = desk
        .nhi(&[&["plot", "-o", "a.svg"], &many[..]].concat(), 2)
        .stderr;
    holds(&said, &["22 tables", "draw fewer"]);
    let said = desk
        .nhi(&["plot", "gni.csv", "mla.csv", "-o", "mla.csv"], 2)
        .stderr;
    holds(&said, &["mla.csv"]);
}

#[test]
fn a_column_that_is_not_there_is_an_error_with_the_nearest_names() {
    let desk = two_runs();
    desk.write("other.csv", "t,x,xdot\n0,1,2\n1,2,3\n");
    let plot = |columns: &str| {
        let arguments = [
            "plot",
            "gni.csv",
            "other.csv",
            "--columns",
            columns,
            "-o",
            "a.svg",
        ];
        let said = desk.nhi(&arguments, 1).stderr;
        assert!(!desk.path("a.svg").exists());
        said
    };
    let said = plot("x,zdot,risidual");
    holds(
        &said,
        &[
            "error: gni.csv: there is no column `zdot`",
            "the nearest are `z_dot`",
            "there is no column `risidual`",
            "`residual.rise`",
            "error: other.csv: there is no column `zdot`",
            "the nearest are `xdot`",
        ],
    );
    assert!(!said.contains("column `x`"), "{said}");
    holds(&plot("x,"), &["there is no column ``"]);
    assert!(!plot("\u{1b}[31m").contains('\u{1b}'));
}

#[test]
fn elements_of_groups_have_paths_with_times() {
    let desk = Desk::new();
    let names = [
        "g[0][0]", "g[0][1]", "g[0][2]", "g[1][0]", "g[1][1]", "g[1][2]",
    ];
    let rows = (0..50).map(|k| {
        let (sin, cos) = (0.1 * f64::from(k)).sin_cos();
        format!(
            "{:?},{cos},{},{sin},{sin},{cos},{}\n",
            0.1 * f64::from(k),
            -sin,
            1.0 - cos
        )
    });
    let rows: String = rows.collect();
    desk.write("car.csv", format!("t,{}\n{rows}", names.join(",")));
    let data = desk
        .nhi(&["plot", "car.csv", "-o", "car.svg", "--json"], 0)
        .json();
    assert_eq!(
        data["panels"],
        serde_json::json!(["Path of g", "Heading of g"])
    );
    holds(
        &desk.read("car.svg"),
        &["x of g", "y of g", "angle [rad]", "t = 0", ">4<"],
    );
}

#[test]
fn columns_over_a_column_are_phase_plots() {
    let desk = two_runs();
    let plot = |more: &[&str]| {
        let plot = ["plot", "gni.csv", "-o", "a.svg", "--json"];
        desk.nhi(&[&plot[..], more].concat(), 0).json()["panels"].clone()
    };
    assert_eq!(plot(&["--x", "x"]), serde_json::json!(["x_dot over x"]));
    holds(&desk.read("a.svg"), &["t = 0", ">x_dot<"]);
    let panels = plot(&["--x", "x", "--columns", "y,energy"]);
    assert_eq!(panels, serde_json::json!(["y over x", "energy over x"]));
    for (x, found) in [
        ("push", "add `--columns A,B`"),
        ("xx", "there is no column `xx`"),
    ] {
        let said = desk
            .nhi(&["plot", "gni.csv", "--x", x, "-o", "a.svg"], 1)
            .stderr;
        holds(&said, &["gni.csv", found]);
    }
}

#[test]
fn rows_panels_and_labels_are_chosen() {
    let desk = two_runs();
    let plot = |more: &[&str], code| {
        let plot = ["plot", "gni.csv", "mla.csv", "-o", "a.svg", "--json"];
        desk.nhi(&[&plot[..], more].concat(), code)
    };
    let data = plot(&["--panels", "energy,Resid", "--labels", "one,two"], 0).json();
    assert_eq!(
        data["panels"],
        serde_json::json!(["Energy", "Constraint residuals"])
    );
    holds(&desk.read("a.svg"), &[">one<", ">two<"]);
    let said = plot(&["--panels", "enregy"], 1).stderr + &plot(&["--panels", "enregy"], 1).stdout;
    holds(&said, &["no panel is called `enregy`", "Energy"]);
    holds(
        &plot(&["--labels", "one"], 2).stdout,
        &["1 name for 2 tables"],
    );
    let data = plot(&["--from", "0.1", "--to", "0.3"], 0).json();
    assert_eq!(data["rows"], 10);
    holds(&desk.read("a.svg"), &["E(0.1"]);
    let said = desk
        .nhi(&["plot", "gni.csv", "--from", "9", "-o", "a.svg"], 1)
        .stderr;
    holds(&said, &["0 of 11 rows are between `--from` and `--to`"]);
}

#[test]
fn logarithmic_axes_leave_out_what_is_not_positive() {
    let desk = Desk::new();
    desk.write("run.csv", "t,u,v\n0,1,-1\n1,0,-2\n2,100,-3\n3,1000,-4\n");
    let plot = |columns: &str, code| {
        let arguments = [
            "plot",
            "run.csv",
            "--columns",
            columns,
            "--log",
            "-o",
            "a.svg",
        ];
        desk.nhi(&arguments, code).stderr
    };
    holds(
        &plot("u,v", 0),
        &[
            "values of `u` that are not positive are left out: 1",
            "`v` is left out: none of its values is positive",
        ],
    );
    holds(&desk.read("a.svg"), &[">1000<", ">10<"]);
    holds(
        &plot("v", 1),
        &["no value is positive", "leave out `--log`"],
    );
}

#[test]
fn a_foreign_table_comes_from_standard_input() {
    let desk = Desk::new();
    let plot = |table: &str, code| {
        let mut command = desk.command(&["plot", "-", "--columns", "x", "-o", "a.svg"]);
        let said = Said::new(&command.write_stdin(table).output().unwrap());
        assert_eq!(desk.path("a.svg").exists(), code == 0, "{said:?}");
        said.stderr
    };
    let said = plot("Time [s];x\n0;1\n", 1);
    holds(
        &said,
        &[
            "standard input:1:1: the columns are separated by semicolons",
            "tr",
        ],
    );
    plot("# measured\nTime [s],x\n0,1\n1,2\n", 0);
    let said = desk.nhi(&["plot", "-", "-", "-o", "a.svg"], 2).stderr;
    holds(&said, &["standard input can be read only once"]);
}

#[test]
fn a_missing_folder_is_named_with_what_to_type() {
    let desk = two_runs();
    let said = desk
        .nhi(&["plot", "gni.csv", "-o", "pictures/a.svg"], 1)
        .stderr;
    holds(
        &said,
        &["there is no folder `pictures`", "mkdir -p pictures"],
    );
}

/// A control that is held is a stair in a panel of its own, too.
#[test]
fn held_controls_are_stairs_when_they_are_named() {
    let desk = Desk::new();
    desk.write(
        "cart.nhi",
        "#[nonholonomic(coordinates(x), lagrangian = 0.5 * x_dot.powi(2), controls(u), \
         forces(x = u), integrators(Mla))]\npub struct Cart {}\n",
    );
    let scenario = "model = \"cart.nhi\"\nintegrator = \"Mla\"\nstep = 0.5\nsteps = 8\n\
         PERIOD[initial]\nx = 1\n[controls]\nu = \"sin(2 * t)\"\n";
    for (period, count) in [("", 9), ("control_period = 0.5\n", 17)] {
        desk.write("run.toml", scenario.replace("PERIOD", period));
        desk.nhi(&["run", "run.toml", "-o", "run.csv"], 0);
        for chosen in [["--columns", "u"], ["--panels", "Controls"]] {
            let arguments = [&["plot", "run.csv", "-o", "u.svg"][..], &chosen].concat();
            desk.nhi(&arguments, 0);
            let svg = desk.read("u.svg");
            let lines = svg.split("<polyline points=\"").skip(1);
            let points = lines.map(|line| line.split('"').next().unwrap().split(' ').count());
            assert_eq!(points.max(), Some(count), "{period} {chosen:?}");
        }
    }
}

#[test]
fn lines_break_at_values_that_are_not_drawn() {
    let desk = Desk::new();
    let lines = |gap: &str| {
        let row = |t: usize| match t {
            4 => format!("{t},{gap},0\n"),
            _ => format!("{t},{},0\n", t * t),
        };
        let rows: String = (0..9).map(row).collect();
        desk.write("gap.csv", format!("t,x,x_dot\n{rows}"));
        desk.nhi(&["plot", "gap.csv", "-o", "gap.svg"], 0);
        desk.read("gap.svg").matches("<poly").count()
    };
    let whole = lines("16");
    for gap in ["NaN", "inf", "1e308"] {
        assert_eq!(lines(gap), whole + 1, "{gap}");
    }
}

//! Lists over time in Parquet.

use std::fs::File;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{ListAccessor, Row, RowAccessor};

use super::support::{Desk, holds, table};
use super::{SWEEP, desk};

/// Returns the rows of the only part.
fn rows(desk: &Desk) -> Vec<Row> {
    let file = File::open(desk.path("out/part-00000000.parquet")).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    let rows = reader.get_row_iter(None).unwrap();
    rows.map(Result::unwrap).collect()
}

/// Returns the index of a column.
fn place(row: &Row, name: &str) -> usize {
    let mut columns = row.get_column_iter();
    columns.position(|(column, _)| column == name).unwrap()
}

#[test]
fn lists_over_time_are_columns_of_parquet() {
    let text = SWEEP.replace("seed = 3", "seed = 3\nevery = 4");
    let desk = desk(&text);
    desk.nhi(&["sweep", "run.toml", "-o", "out"], 0);
    let rows = rows(&desk);
    assert_eq!(rows.len(), 70);
    let place = |name| place(&rows[0], name);
    assert_eq!(rows[5].get_long(place("member")).unwrap(), 5);
    assert_eq!(rows[5].get_string(place("status")).unwrap(), "ok");
    let list = rows[5].get_list(place("x")).unwrap();
    assert_eq!(list.len(), 3);
    assert_eq!(list.get_double(0).unwrap(), 0.0);
    let [m, y_dot] = ["m", "y_dot"].map(|name| {
        let value = rows[5].get_double(place(name)).unwrap();
        format!("--set={name}={value:?}")
    });
    desk.nhi(
        &["run", "run.toml", "-o", "run.csv", "--project", &m, &y_dot],
        0,
    );
    let (_, run) = table(&desk.read("run.csv"));
    assert_eq!(list.get_double(2).unwrap(), run[8][1]);
    let arguments = ["sweep", "run.toml", "-o", "csv", "--format", "csv"];
    holds(&desk.nhi(&arguments, 2).stderr, &["no lists over time"]);
}

/// A list over time has no dots over a number.
#[test]
fn lists_over_time_are_not_drawn_over_a_column() {
    let desk = desk(&SWEEP.replace("seed = 3", "seed = 3\nevery = 10"));
    desk.nhi(&["sweep", "run.toml", "-o", "out"], 0);
    let plot = |more: &[&str], code| {
        let arguments = ["plot", "out", "-o", "over.svg", "--x", "m"];
        desk.nhi(&[&arguments[..], more].concat(), code)
    };
    plot(&[], 0);
    assert!(
        !desk.read("over.svg").contains(">t<"),
        "numbers alone are drawn"
    );
    let said = plot(&["--columns", "x"], 1).stderr;
    holds(
        &said,
        &["`x` is a list over time", "over `m`", "lists without it"],
    );
}

/// A member that fails has no entry of a list for its last state.
#[test]
fn lists_of_members_that_fail_end_with_their_steps() {
    let desk = Desk::new();
    let model = "#[nonholonomic(coordinates(x), lagrangian = 0.5 * x_dot.powi(2) + k * x.powi(4),
        integrators(Rk))]
    pub struct Runaway { pub k: f64 }";
    desk.write("runaway.nhi", model);
    desk.write(
        "run.toml",
        "model = \"runaway.nhi\"
integrator = \"Rk(order = 4)\"
step = 0.1
end = 10.0
[parameters]
k = 0.0
[initial]
x = 1.0
[sweep]
every = 1
keep = [\"x\"]
[sweep.vary]
k = { values = [0.0, 1.0] }
",
    );
    desk.nhi(&["sweep", "run.toml", "-o", "out"], 0);
    let rows = rows(&desk);
    let place = |name| place(&rows[0], name);
    for (row, status) in rows.iter().zip(["ok", "failed"]) {
        assert_eq!(row.get_string(place("status")).unwrap(), status);
        let steps = row.get_long(place("step")).unwrap() as usize;
        assert_eq!(
            row.get_list(place("x")).unwrap().len(),
            steps + 1,
            "{status}"
        );
    }
}

#[test]
fn lists_are_drawn_from_the_start_of_runs() {
    let desk = desk(&SWEEP.replace("seed = 3", "seed = 3\nevery = 2"));
    let scenario = desk
        .read("run.toml")
        .replace("end = 0.5", "start = 100\nend = 100.5");
    desk.write("run.toml", scenario);
    desk.nhi(&["sweep", "run.toml", "-o", "out"], 0);
    desk.nhi(&["plot", "out", "-o", "out.svg", "--columns", "x"], 0);
    let picture = desk.read("out.svg");
    holds(&picture, &[">100.4<", ">x<"]);
    assert!(!picture.contains(">0.4<"));
}

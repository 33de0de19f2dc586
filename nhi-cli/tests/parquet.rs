//! Parquet: `cargo test -p nhi-cli --features parquet --test parquet`.

#![cfg(feature = "parquet")]

mod support;

use std::fs::File;
use std::path::PathBuf;

use parquet::basic::Compression;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;

use support::{Desk, holds, root, table};

/// Names and rows, by the record reader of the crate.
fn rows(desk: &Desk, name: &str) -> (Vec<String>, Vec<Vec<f64>>) {
    let file = SerializedFileReader::new(File::open(desk.path(name)).unwrap()).unwrap();
    let schema = file.metadata().file_metadata().schema_descr_ptr();
    let names: Vec<_> = schema
        .columns()
        .iter()
        .map(|column| column.name().to_owned())
        .collect();
    let chunk = file.metadata().row_group(0).column(0);
    assert_eq!(chunk.compression(), Compression::UNCOMPRESSED);
    let rows = file.get_row_iter(None).unwrap().map(|row| {
        let row = row.unwrap();
        let numbers = (0..names.len()).map(|place| row.get_double(place).unwrap());
        numbers.collect()
    });
    let rows = rows.collect();
    (names, rows)
}

#[test]
fn parquet_holds_what_tables_hold() {
    let desk = Desk::new();
    desk.nhi(&["run", "run.toml"], 0);
    for name in ["run.parquet", "RUN.PARQUET"] {
        desk.nhi(&["run", "run.toml", "-o", name], 0);
        assert_eq!(rows(&desk, name), table(&desk.read("run.csv")));
    }
    assert!(desk.unfinished().is_empty());
}

#[test]
fn a_long_run_is_several_groups_of_rows() {
    let desk = Desk::new();
    let long = ["--end", "5000", "--set", "push=0"];
    let run = |output| [&["run", "run.toml", "-o", output][..], &long].concat();
    desk.nhi(&run("run.parquet"), 0);
    desk.nhi(&run("run.csv"), 0);
    let file = SerializedFileReader::new(File::open(desk.path("run.parquet")).unwrap()).unwrap();
    assert!(file.num_row_groups() > 1);
    assert_eq!(rows(&desk, "run.parquet"), table(&desk.read("run.csv")));
}

#[test]
fn parquet_is_drawn_as_tables_are() {
    let desk = Desk::new();
    for (command, ending) in [("plot", "svg"), ("animate", "html")] {
        let drawn = ["run.csv", "run.parquet"].map(|name| {
            desk.nhi(&["run", "run.toml", "-o", name], 0);
            let output = format!("{name}.{ending}");
            desk.nhi(&[command, name, "--scenario", "run.toml", "-o", &output], 0);
            desk.read(&output)
        });
        assert!(drawn[0] == drawn[1], "{command}");
    }
}

/// A file that pyarrow 26 wrote, with Snappy and a null: `t = 0, 0.5, 1`, `x = 1.5, null, -2`.
#[test]
fn files_of_others_are_drawn() {
    let desk = Desk::new();
    std::fs::copy(fixture(), desk.path("others.parquet")).unwrap();
    desk.write(
        "others.csv",
        "t,x,x_dot\n0,1.5,0.1\n0.5,nan,0.2\n1,-2,0.3\n",
    );
    let drawn = ["others.parquet", "others.csv"].map(|name| {
        desk.nhi(&["plot", name, "-o", "drawn.svg"], 0);
        desk.read("drawn.svg")
    });
    assert!(drawn[0] == drawn[1]);
}

/// No byte that is wrong, and no beginning of a file, ends in more than a message.
#[test]
fn what_is_no_parquet_is_an_error() {
    let desk = Desk::new();
    desk.nhi(&["run", "run.toml", "-o", "run.parquet"], 0);
    let whole = std::fs::read(desk.path("run.parquet")).unwrap();
    for length in [0, 1, whole.len() / 2, whole.len() - 1] {
        desk.write("part.parquet", &whole[..length]);
        let said = desk.nhi(&["plot", "part.parquet", "-o", "part.svg"], 1);
        holds(&said.stderr, &["error: part.parquet: cannot be read"]);
    }
    let mut random = fastrand::Rng::with_seed(7);
    let anywhere = (0..60).map(|_| (random.usize(..whole.len()), random.u8(..)));
    for (place, byte) in anywhere.collect::<Vec<_>>() {
        let said = drawn(&desk, &whole, place, byte);
        assert!(
            said.is_empty() || said.contains("error: bad.parquet: "),
            "{said}"
        );
    }
    // These make the library panic: a dictionary that is missing, a negative place.
    for (place, byte) in [(611, 166), (503, 127)] {
        let said = drawn(&desk, &std::fs::read(fixture()).unwrap(), place, byte);
        holds(
            &said,
            &["error: bad.parquet: cannot be read: the file is damaged"],
        );
        assert!(!said.contains("panicked"), "{said}");
    }
}

/// What is said where one byte of a file is another.
fn drawn(desk: &Desk, whole: &[u8], place: usize, byte: u8) -> String {
    let mut bytes = whole.to_vec();
    bytes[place] = byte;
    desk.write("bad.parquet", &bytes);
    let output = desk
        .command(&["plot", "bad.parquet", "-o", "bad.svg"])
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let code = if said.contains("error") { 1 } else { 0 };
    assert_eq!(output.status.code(), Some(code), "byte {place}: {said}");
    said
}

fn fixture() -> PathBuf {
    root().join("nhi-cli/tests/fixtures/pyarrow.parquet")
}

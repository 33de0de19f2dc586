//! The program prints a motion that is the exact one.

use std::process::Command;

#[test]
fn the_program_prints_the_motion_and_the_exact_one() {
    let program = env!("CARGO_BIN_EXE_nhi-example-build-script");
    let output = Command::new(program).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<Vec<f64>> = text
        .lines()
        .skip(1)
        .map(|line| {
            let words = line.split_whitespace();
            words.map(|word| word.parse().unwrap()).collect()
        })
        .collect();
    assert_eq!(rows.len(), 13, "{text}");
    for row in rows {
        assert!((row[1] - row[2]).abs() < 1e-3, "{text}");
    }
}

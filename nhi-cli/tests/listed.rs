//! What the command says of itself: codes, integrators with their sources, help, completions, manual pages.

mod support;

use support::{Desk, holds};

#[test]
fn codes_are_explained_and_slips_corrected() {
    let desk = Desk::new();
    let said = desk.nhi(&["explain", "e040"], 0).stdout;
    holds(&said, &["E040:", "Wrong:", "Right:"]);
    holds(&desk.nhi(&["explain"], 0).stdout, &["E001", "E085"]);
    holds(
        &desk.nhi(&["explain", "E441"], 1).stderr,
        &["no error code `E441`", "did you mean"],
    );
    holds(
        &desk.nhi(&["explain", "X"], 1).stderr,
        &["no error code `X`"],
    );
}

#[test]
fn integrators_are_listed_with_what_is_known() {
    let desk = Desk::new();
    let said = desk.nhi(&["integrators"], 0).stdout;
    holds(
        &said,
        &[
            "Gni",
            "start = Smooth | Paper | Lambda0",
            "2; 1 for quadrature = Left",
            "vakonomic, symmetric, exact constraints",
        ],
    );
    let data = desk.nhi(&["integrators", "--json"], 0).json();
    let list = data.as_array().unwrap();
    let gni = list.iter().find(|entry| entry["name"] == "Gni").unwrap();
    assert_eq!(gni["order"], 2);
    assert_eq!(gni["options"][0]["values"][0], "Smooth");
    assert_eq!(
        gni["needs"]["configuration"],
        "coordinates and group elements"
    );
    for entry in list {
        assert!(entry["order"].is_u64(), "{entry}");
        assert!(entry["references"][0]["year"].is_u64(), "{entry}");
    }
}

#[test]
fn integrators_are_cited_as_bibtex() {
    let desk = Desk::new();
    let said = desk.nhi(&["cite", "Mla"], 0).stdout;
    holds(
        &said,
        &[
            "@article{anahory2022exact,",
            "author = {Alexandre Anahory Simoes and",
            "journal = {Numerische Mathematik},\n  volume = {151},\n  number = {1},\n  pages = {49-98}",
            "doi = {10.1007/s00211-022-01283-2}",
        ],
    );
    let all = desk.nhi(&["cite", "--json"], 0).json();
    assert!(all.as_array().unwrap().len() > 8);
    holds(
        &desk.nhi(&["cite", "Mlla"], 1).stderr,
        &["there is no integrator `Mlla`", "did you mean `Mla`"],
    );
    holds(
        &desk.nhi(&["cite", "RK4"], 1).stderr,
        &["did you mean `Rk(order = 4)`?"],
    );
    holds(
        &desk.nhi(&["cite", "Rk(order = 4)"], 0).stdout,
        &["@book{hairer1993solving,", "edition = {second}"],
    );
}

#[test]
fn completions_and_manual_pages_come_from_the_arguments() {
    let desk = Desk::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        holds(&desk.nhi(&["completions", shell], 0).stdout, &["compare"]);
    }
    holds(&desk.nhi(&["man"], 0).stdout, &[".TH", "nhi"]);
    desk.nhi(&["man", "-o", "man"], 0);
    holds(&desk.read("man/nhi-run.1"), &[".TH", "every"]);
}

#[test]
fn every_command_has_help() {
    let desk = Desk::new();
    let help = desk.nhi(&["--help"], 0).stdout;
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands: Vec<_> = lines
        .take_while(|line| !line.is_empty())
        .filter_map(|line| {
            line.strip_prefix("  ")
                .filter(|line| !line.starts_with(' '))
        })
        .filter_map(|line| line.split_whitespace().next())
        .filter(|command| *command != "help")
        .collect();
    assert!(commands.len() >= 16, "{commands:?}");
    for command in commands {
        holds(
            &desk.nhi(&[command, "--help"], 0).stdout,
            &["Usage:", "--json"],
        );
    }
}

/// Lists fit a terminal of 100 columns.
#[test]
fn integrators_are_listed_in_lines_of_a_terminal() {
    let said = Desk::new().nhi(&["integrators"], 0).stdout;
    let longest = said.lines().map(|line| line.chars().count()).max();
    assert!(longest.is_some_and(|length| length <= 100), "{said}");
    holds(&said, &["Rk\n", "    options: order = 2 | 4\n"]);
}

#[test]
fn options_of_other_programs_have_counterparts() {
    let desk = Desk::new();
    for command in ["run", "compare"] {
        let said = desk.nhi(&[command, "a.toml", "--dt", "0.1"], 2).stderr;
        holds(&said, &["--dt", "--step"]);
    }
    let said = desk.nhi(&["check", "a.nhi", "--dt", "0.1"], 2).stderr;
    assert!(!said.contains("--step"), "{said}");
    holds(&desk.nhi(&["-v"], 2).stderr, &["-v", "--version"]);
}

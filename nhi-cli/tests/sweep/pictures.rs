//! Pictures of sweeps, from their folders.

use std::collections::BTreeSet;

use super::support::{Desk, holds};
use super::{SWEEP, desk, parts, sweep};

/// Draws columns of a sweep over another one, and returns the picture.
fn drawn_over(desk: &Desk, x: &str, columns: &str) -> String {
    let arguments = [
        "plot",
        "out",
        "-o",
        "over.svg",
        "--x",
        x,
        "--columns",
        columns,
    ];
    desk.nhi(&arguments, 0);
    desk.read("over.svg")
}

#[test]
fn a_sweep_is_drawn_from_its_folder() {
    let desk = desk(SWEEP);
    sweep(&desk, "out", &[]);
    let said = desk.nhi(&["plot", "out", "-o", "all.svg"], 0).stdout;
    holds(&said, &["drew 70 members"]);
    let picture = desk.read("all.svg");
    holds(
        &picture,
        &["Particle, Gni: 70 members", "energy", "residual.rise"],
    );
    holds(&drawn_over(&desk, "m", "x,z"), &["<svg"]);
    let said = desk
        .nhi(&["plot", "out", "-o", "no.svg", "--columns", "xx"], 1)
        .stderr;
    holds(
        &said,
        &["there is no column `xx`", "one of member, m, y_dot"],
    );
    assert!(!desk.path("no.svg").exists());
}

#[test]
fn a_sweep_without_parts_is_not_drawn() {
    let desk = desk(SWEEP);
    sweep(&desk, "out", &[]);
    for (name, _) in parts(&desk, "out") {
        std::fs::remove_file(desk.path("out").join(name)).unwrap();
    }
    let said = desk.nhi(&["plot", "out", "-o", "no.svg"], 1).stderr;
    holds(&said, &["no part of this sweep is complete"]);
}

/// Of many members some are drawn, and all values of a list are among them.
#[test]
fn members_that_are_drawn_have_all_values_of_a_list() {
    let desk = desk(
        "\n[sweep]\nkeep = [\"x\"]\n[sweep.vary]\n\
         m = { grid = [1.0, 2.0, 10001] }\ny = { values = [0.5, 0.75] }\n",
    );
    sweep(&desk, "out", &["--end", "0.1"]);
    let picture = drawn_over(&desk, "y", "x");
    holds(&picture, &["x of 20000 members, chosen at random"]);
    let dots = picture.split("<circle cx=\"").skip(1);
    let places: BTreeSet<_> = dots.filter_map(|dot| dot.split('"').next()).collect();
    assert_eq!(places.len(), 2, "{places:?}");
}

/// Some members of a grid of masses and starts fail; they have no colour.
#[test]
fn a_sweep_over_two_grids_is_drawn_as_cells() {
    let rule = "\n[sweep]\nkeep = [\"x\", \"energy\"]\n[sweep.vary]\n\
                m = { grid = [0.0, 2.0, 5] }\ny = { grid = [0.5, 2.0, 4] }\n";
    let desk = desk(rule);
    sweep(&desk, "out", &[]);
    desk.nhi(&["plot", "out", "-o", "grid.svg"], 0);
    let picture = desk.read("grid.svg");
    holds(
        &picture,
        &[
            "Particle, Gni: 20 members",
            ">m<",
            ">y<",
            ">x<",
            ">energy<",
            ">no value<",
        ],
    );
    for option in [
        "--log",
        "--degrees",
        "--from=1",
        "--labels=A",
        "--panels=x",
        "--scenario=no.toml",
    ] {
        let said = desk.nhi(&["plot", "out", "-o", "no.svg", option], 1).stderr;
        holds(
            &said,
            &[&option[..5], "is the folder of a sweep", "`--columns`"],
        );
        assert!(!desk.path("no.svg").exists(), "{option}");
    }
    // Two panels with four grey cells, and one for the legend, in each.
    assert_eq!(picture.matches("#c8c8c8").count(), 2 * (4 + 1));
}

//! `--simplify` in a build without further simplifiers.
#![cfg(not(feature = "symbolica"))]

mod support;

use support::{Desk, holds};

#[test]
fn the_built_in_simplifier_is_the_default() {
    let desk = Desk::new();
    for command in ["derive", "gen"] {
        let plain = desk.nhi(&[command, "particle.nhi"], 0);
        let asked = desk.nhi(&[command, "particle.nhi", "--simplify", "built-in"], 0);
        assert_eq!(plain.stdout, asked.stdout);
    }
}

#[test]
fn a_simplifier_that_is_not_built_in_says_how_to_build_it() {
    let desk = Desk::new();
    for command in ["derive", "gen"] {
        let said = desk.nhi(&[command, "particle.nhi", "--simplify", "symbolica"], 1);
        holds(
            &said.stderr,
            &["built without Symbolica", "--features symbolica", "licence"],
        );
        assert_eq!(said.stdout, "");
    }
}

#[test]
fn an_unknown_simplifier_is_a_mistake_of_usage() {
    let desk = Desk::new();
    let said = desk.nhi(&["gen", "particle.nhi", "--simplify", "magic"], 2);
    holds(&said.stderr, &["built-in", "symbolica"]);
}

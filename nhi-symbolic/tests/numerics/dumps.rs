//! What a dump of a program shows of the equations that a step solves.

use crate::support::compiled::Compiled;

/// The lines of a dump that begin alike, without that beginning.
fn lines<'a>(dump: &'a str, beginning: &str) -> Vec<&'a str> {
    dump.lines()
        .filter_map(|line| line.strip_prefix(beginning))
        .collect()
}

fn list(text: &str) -> Vec<&str> {
    text.split(", ").collect()
}

#[test]
fn equations_are_shown_with_their_guess_and_the_rows_of_their_jacobian() {
    let compiled = Compiled::of_file("chaplygin_sleigh", "Mla");
    let dump = compiled.program.dump(&compiled.mechanics.model.graph);
    assert_eq!(dump.matches("; per iteration: ").count(), 1, "{dump}");

    let [solve] = lines(&dump, "  solve (")[..] else {
        panic!("one step has equations:\n{dump}");
    };
    let (unknowns, rest) = solve.split_once(") from (").expect("a guess");
    let (guess, sizes) = rest.split_once(')').expect("an end of the guess");
    let unknowns = list(unknowns);
    assert_eq!(unknowns.len(), list(guess).len());
    assert!(sizes.contains(" on (t") && !sizes.contains("()"), "{sizes}");

    let equations = lines(&dump, "  0 = ");
    assert_eq!(equations.len(), unknowns.len());
    for equation in equations {
        let (_, row) = equation.split_once(" | ").expect("a row of the Jacobian");
        assert_eq!(list(row).len(), unknowns.len());
    }
}

//! Expressions that are deep or wide: few kinds of operations, many times.

use crate::choices::Choices;

/// What is put around an expression; `@` is the expression, `#` a name.
const LINKS: [&str; 18] = [
    "sin(@)",
    "cos(@)",
    "(@ * # + 1)",
    "sqrt(1 + (@).powi(2))",
    "(@).powi(2)",
    "sin(@ + #)",
    "(# - @ * cos(#))",
    "exp(-(@))",
    "1 / (2 + @)",
    "hypot(@, #)",
    "atan2(@, 1 + #)",
    "(@).powi(3)",
    "(@ + sin(#)).powi(7)",
    "tanh(@) * #",
    "(@).powf(0.5)",
    "(@).powi(64)",
    "-(@)",
    "ln(2 + cos(@))",
];
/// What stands beside others in a wide expression; `%` is a number that is different each time.
const PIECES: [&str; 10] = [
    "sin(% * #)",
    "% * #",
    "(# + %)",
    "cos(# + %) * #",
    "(# - %).powi(2)",
    "exp(-(#) / %)",
    "(# * sin(#) + %)",
    "1 / (% + #)",
    "(1 + % * #).powi(-3)",
    "sqrt(% + (#).powi(2))",
];
/// The next of several definitions, each of the one before.
const STEPS: [&str; 8] = [
    "@ * @ + #",
    "sin(@) * @",
    "(@ + #) / (2 + @ * @)",
    "@ + 2 * @ * #",
    "@.powi(2) - #",
    "cos(@ + @ * #)",
    "(@ + 1).powi(7)",
    "atan2(@, @ + #)",
];
const DEEPEST: usize = 100;
const WIDEST: usize = 120;
const LONGEST: usize = 40;

/// A deep expression, a wide one, or a wide one within a deep one.
pub(crate) fn tower(choices: &mut Choices<'_>, names: &[String]) -> String {
    match choices.below(5) {
        0 | 1 => {
            let base = name(choices, names);
            deep(choices, base, names)
        }
        2 | 3 => wide(choices, names),
        _ => {
            let base = wide(choices, names);
            deep(choices, base, names)
        }
    }
}

/// Definitions that each have the one before several times, with their names.
pub(crate) fn doubled(choices: &mut Choices<'_>, names: &[String]) -> Vec<(String, String)> {
    let count = 1 + choices.below(LONGEST);
    let step = choices.among(&STEPS);
    let mut entries = vec![("w0".to_owned(), name(choices, names))];
    for i in 1..count {
        let value = filled(choices, step, &entries[i - 1].0, names);
        entries.push((format!("w{i}"), value));
    }
    entries
}

fn deep(choices: &mut Choices<'_>, base: String, names: &[String]) -> String {
    let kinds: Vec<_> = (0..=choices.below(3))
        .map(|_| *choices.among(&LINKS))
        .collect();
    let height = 1 + choices.below(DEEPEST);
    (0..height).fold(base, |inner, level| {
        filled(choices, kinds[level % kinds.len()], &inner, names)
    })
}

fn wide(choices: &mut Choices<'_>, names: &[String]) -> String {
    let operator = *choices.among(&[" + ", " * ", " - "]);
    let piece = *choices.among(&PIECES);
    let width = 2 + choices.below(WIDEST);
    let pieces =
        (1..width).map(|i| filled(choices, &piece.replace('%', &i.to_string()), "", names));
    let pieces: Vec<_> = pieces.collect();
    format!("({})", pieces.join(operator))
}

/// A pattern with an expression and names in it.
fn filled(choices: &mut Choices<'_>, pattern: &str, inner: &str, names: &[String]) -> String {
    let mut text = String::new();
    for letter in pattern.chars() {
        match letter {
            '@' => text.push_str(inner),
            '#' => text.push_str(&name(choices, names)),
            _ => text.push(letter),
        }
    }
    text
}

fn name(choices: &mut Choices<'_>, names: &[String]) -> String {
    match names.is_empty() {
        true => "2".to_owned(),
        false => choices.among(names).clone(),
    }
}

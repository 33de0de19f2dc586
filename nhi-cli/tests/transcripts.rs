//! The first hours of three users, as transcripts of their terminals in `transcripts/`.
//!
//! A transcript is a page with blocks of the language `console`. In a block, `$ ` begins a command
//! and `> ` continues it. The other lines are the output, with errors. A line `? 1` states the exit
//! code if it is not 0. `...` matches any text, and `0.50(2)` any number within 0.02 of 0.50.
//! All commands of a transcript run in one shell, with the clone of nhi as `$CLONE`.
#![cfg(unix)]

mod support;

use regex::{Captures, Regex};
use support::{Desk, Said, root};

/// A command with the output that the transcript shows.
struct Exchange {
    command: String,
    code: String,
    output: String,
}

#[test]
fn a_robotics_engineer_writes_a_robot_with_casters_and_a_payload() {
    replay("robotics_engineer");
}

#[test]
fn a_researcher_draws_the_figure_of_a_paper() {
    replay("researcher");
}

#[test]
fn a_user_of_other_languages_brings_data_and_takes_results() {
    replay("other_languages");
}

#[track_caller]
fn replay(name: &str) {
    let path = root().join(format!("nhi-cli/tests/transcripts/{name}.md"));
    let exchanges = exchanges(&std::fs::read_to_string(path).unwrap());
    assert!(exchanges.len() > 5, "{name}");
    let script = exchanges
        .iter()
        .map(|exchange| format!("{}printf '\\036%d\\036' $?\n", exchange.command));
    let script = format!("exec 2>&1\n{}", script.collect::<String>());
    let printed = Said::new(&Desk::empty().shell(&script)).stdout;
    let mut printed = printed.split('\u{1e}');
    for exchange in exchanges {
        let (output, code) = (printed.next().unwrap(), printed.next());
        let command = &exchange.command;
        assert_eq!(code, Some(&*exchange.code), "{command}{output}");
        assert!(
            is_as_shown(&exchange.output, output),
            "{command}shown:\n{}printed:\n{output}",
            exchange.output
        );
    }
}

/// Returns the commands of a transcript.
fn exchanges(page: &str) -> Vec<Exchange> {
    let mut exchanges: Vec<Exchange> = Vec::new();
    for block in page.split("```console\n").skip(1) {
        let (block, _) = block.split_once("```").expect("the end of a block");
        for line in block.lines() {
            if let Some(command) = line.strip_prefix("$ ") {
                exchanges.push(Exchange {
                    command: format!("{command}\n"),
                    code: "0".to_owned(),
                    output: String::new(),
                });
                continue;
            }
            let exchange = exchanges.last_mut().expect("a command");
            if let Some(more) = line.strip_prefix("> ").or((line == ">").then_some("")) {
                exchange.command.push_str(&format!("{more}\n"));
            } else if let Some(code) = line.strip_prefix("? ") {
                exchange.code = code.to_owned();
            } else {
                exchange.output.push_str(&format!("{line}\n"));
            }
        }
    }
    exchanges
}

/// A number with its tolerance in units of the last digit, or text to skip.
const FREE: &str = r"(?<number>-?[0-9]+\.?(?<digits>[0-9]*))\((?<units>[0-9]+)\)(?<power>e-?[0-9]+)?|(?<any>\.\.\.\n?)";
/// A number as it is printed.
const NUMBER: &str = r"(-?[0-9.]+(?:e-?[0-9]+)?)";

/// Returns true if an output is as a transcript shows it.
fn is_as_shown(shown: &str, printed: &str) -> bool {
    let free = Regex::new(FREE).unwrap();
    let mut pattern = r"\A".to_owned();
    let mut bounds = Vec::new();
    let mut end = 0;
    for found in free.captures_iter(shown) {
        let whole = found.get(0).unwrap();
        pattern += &regex::escape(&shown[end..whole.start()]);
        end = whole.end();
        if found.name("any").is_some() {
            pattern += "(?s:.*?)";
        } else {
            pattern += NUMBER;
            bounds.push(value_and_tolerance(&found));
        }
    }
    pattern += &format!(r"{}\z", regex::escape(&shown[end..]));
    let Some(found) = Regex::new(&pattern).unwrap().captures(printed) else {
        return false;
    };
    let numbers = found.iter().skip(1).flatten().zip(bounds);
    numbers.into_iter().all(|(number, (value, tolerance))| {
        let number: f64 = number.as_str().parse().unwrap();
        (number - value).abs() <= tolerance
    })
}

/// Returns 0.5 and 0.02 for `0.50(2)`.
fn value_and_tolerance(shown: &Captures<'_>) -> (f64, f64) {
    let power = shown.name("power").map_or("", |power| power.as_str());
    let digits = shown["digits"].len();
    let number = |text: String| text.parse::<f64>().unwrap();
    let unit = number(format!("1{}", if power.is_empty() { "e0" } else { power }))
        * 0.1_f64.powi(digits.try_into().unwrap());
    let value = number(format!("{}{power}", &shown["number"]));
    // The last digits are decimal, so their difference has rounding errors.
    (
        value,
        number(shown["units"].to_owned()) * unit * (1.0 + 1e-9),
    )
}

#[test]
fn outputs_are_compared_as_transcripts_show_them() {
    for (shown, printed, is_equal) in [
        ("x 1\n", "x 1\n", true),
        ("x 1\n", "x 2\n", false),
        ("x 0.50(2)\n", "x 0.52\n", true),
        ("x 0.50(2)\n", "x 0.521\n", false),
        ("x -1.5(1)e-3 m\n", "x -0.0016 m\n", true),
        ("x -1.5(1)e-3 m\n", "x 0.0015 m\n", false),
        ("a ... c\n", "a b c\n", true),
        ("...\nc\n", "a\nb\nc\n", true),
        ("...\nc\n", "a\nb\nc\nd\n", false),
        ("a\n...\n", "a\nb\n", true),
        ("", "warning\n", false),
    ] {
        assert_eq!(is_as_shown(shown, printed), is_equal, "{shown} {printed}");
    }
}

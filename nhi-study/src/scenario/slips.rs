//! Common slips in numbers and expressions, recognised from the text alone.
//!
//! Only rejected texts are checked for slips, so no text is rejected because of one.

use nhi_symbolic::unit_factor;

/// Modules of other languages that prefix the names of functions.
const MODULES: [&str; 6] = ["np", "numpy", "math", "Math", "sp", "sympy"];

/// A slip: a description of it, and a fix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slip {
    pub(super) found: String,
    pub(super) help: String,
}

/// Returns the first slip in an expression.
pub(super) fn slip(text: &str) -> Option<Slip> {
    let words = words_of(text);
    slip_in_line(text)
        .or_else(|| condition(&words))
        .or_else(|| product(&words))
}

/// Returns the first slip in a line of TOML.
pub(super) fn slip_in_line(line: &str) -> Option<Slip> {
    let words = words_of(line);
    decimal_comma(&words)
        .or_else(|| module(&words))
        .or_else(|| unit(&words))
}

/// Recognises `0,5` outside parentheses and brackets.
fn decimal_comma(words: &[&str]) -> Option<Slip> {
    let mut depth = 0_usize;
    for (place, word) in words.iter().enumerate() {
        match *word {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            "," if depth == 0 && place > 0 => {
                let (before, after) = (words[place - 1], words.get(place + 1)?);
                if is_number(before) && is_number(after) {
                    return Some(Slip {
                        found: format!("`{before},{after}` has a decimal comma"),
                        help: format!("write `{before}.{after}`"),
                    });
                }
            }
            _ => {}
        }
    }
    None
}

/// Recognises `np.sin`, `np.arcsin` and `np.float64(0.5)`.
fn module(words: &[&str]) -> Option<Slip> {
    let call = words
        .windows(3)
        .find(|w| MODULES.contains(&w[0]) && w[1] == ".")?;
    let (module, function) = (call[0], call[2]);
    Some(Slip {
        found: format!("`{module}.{function}` is a function of a module, and there are no modules"),
        help: match function.replacen("arc", "a", 1).as_str() {
            "pi" => "write `pi`".to_owned(),
            "float64" | "float32" | "float16" | "int64" | "int32" => {
                "write the number alone; in Python, `float(x)` is one that prints as a number"
                    .to_owned()
            }
            function => {
                format!("write `{function}(...)`: functions are called by their names alone")
            }
        },
    })
}

/// Recognises `if t > 1 then 2 else 3`, `t > 1 ? 2 : 3` and `t > 1`.
fn condition(words: &[&str]) -> Option<Slip> {
    let mut signs = ["if", "?", "<", ">"].into_iter();
    let word = signs.find(|sign| words.contains(sign))?;
    Some(Slip {
        found: format!("`{word}` is a condition, and there are no conditions"),
        help:
            "write `2 + step(t - 1)` for a jump, or use `sign`, `min`, `max`, `clamp`, `pulse` or \
               `ramp`; an event is where an expression is zero, such as `x - 1`"
                .to_owned(),
    })
}

/// Recognises products without an operator, such as `2 theta`.
fn product(words: &[&str]) -> Option<Slip> {
    let (number, name) = number_and_name(words)?;
    Some(Slip {
        found: format!("`{number} {name}` has no operator"),
        help: format!("write `{number}*{name}` for a product"),
    })
}

/// Returns the first number with a name after it.
fn number_and_name<'a>(words: &[&'a str]) -> Option<(&'a str, &'a str)> {
    let words = words.iter().filter(|word| **word != " ");
    let words: Vec<_> = words.copied().collect();
    let mut pairs = words.windows(2).map(|pair| (pair[0], pair[1]));
    pairs.find(|(number, name)| is_number(number) && is_name(name))
}

/// Recognises `0.5 m`, `90deg`.
fn unit(words: &[&str]) -> Option<Slip> {
    let (number, unit) = number_and_name(words)?;
    let is_angle = ["deg", "degrees", "°"].contains(&unit);
    if !is_angle && unit_factor(unit, unit).is_none() {
        return None;
    }
    Some(Slip {
        found: format!("`{number} {unit}` is a number with a unit"),
        help: match unit {
            _ if is_angle => {
                format!("write `{number} * pi / 180` in quotes: angles are in radians")
            }
            _ => format!(
                "write `{number}`: all numbers of a model are in one system of units, without their names"
            ),
        },
    })
}

fn is_number(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_digit())
}

fn is_name(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_alphabetic() || letter == '°')
}

/// Splits a text into numbers, names, blanks and single other characters.
fn words_of(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match first {
            _ if first.is_ascii_digit() => end_of_number(rest),
            _ if first.is_alphabetic() => rest
                .find(|letter: char| !(letter.is_alphanumeric() || letter == '_'))
                .unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (word, behind) = rest.split_at(end);
        words.push(word);
        rest = behind;
    }
    words
}

/// Returns the position after the digits, the decimal part and the exponent of a number; the last
/// two are optional.
fn end_of_number(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| {
        let count = bytes[from..]
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .count();
        from + count
    };
    let mut end = digits(0);
    if bytes.get(end) == Some(&b'.') && digits(end + 1) > end + 1 {
        end = digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let start = end + 1 + sign;
        if start <= bytes.len() && digits(start) > start {
            end = digits(start);
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_found_with_what_was_meant() {
        for (text, found, help) in [
            ("end = 0,5", "`0,5` has a decimal comma", "write `0.5`"),
            ("-1,25 * t", "`1,25` has a decimal comma", "write `1.25`"),
            (
                "2*np.sin(t)",
                "`np.sin` is a function of a module",
                "write `sin(...)`",
            ),
            ("math.pi / 2", "`math.pi`", "write `pi`"),
            ("np.arctan2(y, x)", "`np.arctan2`", "write `atan2(...)`"),
            ("np.float64(0.5)", "`np.float64`", "write the number alone"),
            (
                "step = 0.02 s",
                "`0.02 s` is a number with a unit",
                "write `0.02`",
            ),
            (
                "1.5e-3kg",
                "`1.5e-3 kg` is a number with a unit",
                "write `1.5e-3`",
            ),
            ("90 deg", "`90 deg`", "`90 * pi / 180`"),
            ("2 theta", "`2 theta` has no operator", "write `2*theta`"),
            (
                "if t > 1 then 2 else 3",
                "`if` is a condition",
                "step(t - 1)",
            ),
            ("a > 0 ? 1 : 2", "`?` is a condition", "`clamp`"),
            ("t < 1", "`<` is a condition", "step(t - 1)"),
        ] {
            let slip = slip(text).unwrap();
            assert!(slip.found.starts_with(found), "{slip:?}");
            assert!(
                slip.help.starts_with(help) || slip.help.contains(help),
                "{slip:?}"
            );
        }
    }

    #[test]
    fn what_is_right_holds_no_slip() {
        for text in [
            "hypot(3,4)",
            "[1,2]",
            "2*x + 1e-3",
            "x1 + y2",
            "0.5.powi(2)",
            "",
            "é,ü",
        ] {
            assert_eq!(slip(text), None, "{text}");
        }
    }
}

//! Wording shared by many diagnostics.

/// Returns `1 name`, `2 names`: a count with its noun in singular or plural.
pub fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// Returns the only choice, or `one of` several; `nothing` if there is none.
pub fn one_of<S: AsRef<str>>(choices: &[S]) -> String {
    let choices: Vec<_> = choices.iter().map(AsRef::as_ref).collect();
    match choices[..] {
        [] => "nothing".to_owned(),
        [only] => format!("`{only}`"),
        _ => format!("one of {}", choices.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular_and_all_else_is_plural() {
        assert_eq!(counted(1, "operand"), "1 operand");
        assert_eq!(counted(0, "operand"), "0 operands");
        assert_eq!(counted(3, "coordinate"), "3 coordinates");
    }

    #[test]
    fn a_single_choice_is_no_list() {
        assert_eq!(one_of(&["Gni"]), "`Gni`");
        assert_eq!(one_of(&["Paper", "Smooth"]), "one of Paper, Smooth");
        assert_eq!(one_of::<&str>(&[]), "nothing");
    }
}

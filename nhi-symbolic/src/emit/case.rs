//! Spellings of names.

/// Returns a name in snake case: `RollingDisk` becomes `rolling_disk`.
pub(crate) fn snake_case(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut out = String::new();
    for (place, letter) in letters.iter().enumerate() {
        let before = place.checked_sub(1).map(|before| letters[before]);
        let after = letters.get(place + 1);
        let begins = letter.is_uppercase()
            && before.is_some_and(|before| {
                before != '_' && (!before.is_uppercase() || after.is_some_and(|x| x.is_lowercase()))
            });
        if begins {
            out.push('_');
        }
        out.extend(letter.to_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_snake_case() {
        for (name, expected) in [
            ("Sleigh", "sleigh"),
            ("RollingDisk", "rolling_disk"),
            ("SE2Body", "se2_body"),
            ("EnergyPreserving", "energy_preserving"),
            ("Dop853", "dop853"),
            ("My_Model", "my_model"),
        ] {
            assert_eq!(snake_case(name), expected);
        }
    }
}

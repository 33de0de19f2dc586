//! Names of models and schemes as mathematical symbols.
//!
//! `theta_dot` is a dotted theta, `i_rotor` is an `i` with the subscript rotor, `q_next.x` is the
//! component `x` of `q` at the next node, and `u_psi@1` is the control at the end of the step.

/// The parts of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NameParts {
    /// The letter or word.
    pub(super) base: String,
    /// True for a time derivative.
    pub(super) dotted: bool,
    /// The subscripts.
    pub(super) subscripts: Vec<String>,
    /// The superscript.
    pub(super) superscript: Option<String>,
}

impl NameParts {
    /// Splits a name into its parts.
    pub(super) fn of(name: &str) -> Self {
        let (name, moment) = match name.split_once('@') {
            Some((name, moment)) => (name, Some(moment.to_owned())),
            None => (name, None),
        };
        let (head, component) = match name.split_once('.') {
            Some((head, component)) => (head, Some(component.to_owned())),
            None => (name, None),
        };
        let (head, dotted) = match head.strip_suffix("_dot") {
            Some(head) if !head.is_empty() => (head, true),
            _ => (head, false),
        };
        let words: Vec<_> = head.split('_').collect();
        // Without its further underscores, `g__` would look like `g`.
        let words = match words.iter().any(|word| word.is_empty()) {
            true => vec![head],
            false => words,
        };
        let mut words = words.into_iter().map(str::to_owned);
        let base = words.next().expect("a split text has a part");
        let mut subscripts: Vec<_> = words.collect();
        // The name of the vector becomes the superscript of a component: `v_half.x`.
        let superscript = match &component {
            Some(_) if !subscripts.is_empty() => Some(core::mem::take(&mut subscripts).join(" ")),
            _ => moment.map(|moment| format!("({moment})")),
        };
        subscripts.extend(component);
        Self {
            base,
            dotted,
            subscripts,
            superscript,
        }
    }
}

/// Signs among the letters of the theory, in TeX, in MathML and in plain text.
pub(super) const SIGNS: [(&str, &str, &str); 11] = [
    ("=", "=", "="),
    ("+", "+", "+"),
    ("-", "−", "-"),
    (",", ",", ","),
    ("(", "(", "("),
    (")", ")", ")"),
    ("[", "[", "["),
    ("]", "]", "]"),
    ("\\langle", "⟨", "<"),
    ("\\rangle", "⟩", ">"),
    ("\\cdot", "·", "."),
];

/// Returns the Greek letter with the given English name.
pub(super) fn greek(word: &str) -> Option<char> {
    const LETTERS: [(&str, char); 24] = [
        ("alpha", 'α'),
        ("beta", 'β'),
        ("gamma", 'γ'),
        ("delta", 'δ'),
        ("epsilon", 'ε'),
        ("zeta", 'ζ'),
        ("eta", 'η'),
        ("theta", 'θ'),
        ("iota", 'ι'),
        ("kappa", 'κ'),
        ("lambda", 'λ'),
        ("mu", 'μ'),
        ("nu", 'ν'),
        ("xi", 'ξ'),
        ("omicron", 'ο'),
        ("pi", 'π'),
        ("rho", 'ρ'),
        ("sigma", 'σ'),
        ("tau", 'τ'),
        ("upsilon", 'υ'),
        ("phi", 'φ'),
        ("chi", 'χ'),
        ("psi", 'ψ'),
        ("omega", 'ω'),
    ];
    LETTERS
        .iter()
        .find(|(name, _)| *name == word)
        .map(|(_, letter)| *letter)
}

/// Splits a word into a Greek name and the digits after it, such as `theta12`.
pub(super) fn split_digits(word: &str) -> (&str, &str) {
    let digits = word.trim_start_matches(|c: char| !c.is_ascii_digit());
    match word.strip_suffix(digits) {
        Some(head) if !head.is_empty() && digits.chars().all(|c| c.is_ascii_digit()) => {
            (head, digits)
        }
        _ => (word, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart() {
        let parts = NameParts::of("theta_dot");
        assert!(parts.dotted && parts.base == "theta" && parts.subscripts.is_empty());
        let parts = NameParts::of("v_half.x");
        assert_eq!(
            (parts.base.as_str(), parts.superscript.as_deref()),
            ("v", Some("half"))
        );
        assert_eq!(parts.subscripts, ["x"]);
        let parts = NameParts::of("u_psi@1/2");
        assert_eq!(
            (parts.subscripts, parts.superscript.as_deref()),
            (vec!["psi".to_owned()], Some("(1/2)"))
        );
        let [plain, other] = ["g", "g__"].map(NameParts::of);
        assert!(plain != other && other.base == "g__" && other.subscripts.is_empty());
        assert_eq!(NameParts::of("_x_dot").base, "_x");
        assert_eq!(split_digits("theta12"), ("theta", "12"));
        assert_eq!(split_digits("x"), ("x", ""));
    }
}

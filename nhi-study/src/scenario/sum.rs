//! Sums of products of numbers and names, such as `x - 0.5*l`.

/// The maximum number of terms of a sum, and of names in a term.
const MOST: usize = 8;

/// A sum of terms, each a number times names.
#[derive(Clone, Debug, PartialEq)]
pub struct Sum(Vec<(f64, Vec<String>)>);

impl Sum {
    /// Returns a sum that is a single number.
    pub fn number(value: f64) -> Self {
        Self(vec![(value, Vec::new())])
    }

    /// Parses a sum; `None` if the text is not one. Everything between `+`, `-` and `*` that is not
    /// a number is a name. Columns such as `body[0][2]` and `residual.skid` are therefore names
    /// too.
    pub fn parse(text: &str) -> Option<Self> {
        let mut terms = Vec::new();
        for (sign, term) in signed_terms(text) {
            let mut product = (sign, Vec::new());
            for factor in term.split('*').map(str::trim) {
                match factor.parse::<f64>() {
                    _ if factor.is_empty() => return None,
                    Ok(number) if number.is_finite() => product.0 *= number,
                    Ok(_) => return None,
                    Err(_) if factor == "pi" => product.0 *= std::f64::consts::PI,
                    Err(_) if is_name(factor) => product.1.push(factor.to_owned()),
                    Err(_) => return None,
                }
            }
            if product.1.len() > MOST {
                return None;
            }
            terms.push(product);
        }
        (!terms.is_empty() && terms.len() <= MOST).then_some(Self(terms))
    }

    /// Substitutes values for names.
    pub fn put(&mut self, value: impl Fn(&str) -> Option<f64>) {
        for (number, names) in &mut self.0 {
            names.retain(|name| match value(name) {
                Some(value) => {
                    *number *= value;
                    false
                }
                None => true,
            });
        }
    }

    /// Returns the terms, each a number and the names that it is multiplied by.
    pub fn terms(&self) -> impl Iterator<Item = (f64, &[String])> {
        self.0
            .iter()
            .map(|(number, names)| (*number, names.as_slice()))
    }
}

/// Returns the terms with their signs. A sign after `*`, or after the `e` of a number, belongs to a
/// factor.
fn signed_terms(text: &str) -> Vec<(f64, String)> {
    let mut terms = vec![(1.0, String::new())];
    for letter in text.chars() {
        let (sign, term) = terms.last_mut().expect("there is a first term");
        let begins = term.trim().is_empty();
        let is_inside = term.trim_end().ends_with('*') || is_exponent(term);
        match letter {
            '-' if begins => *sign = -*sign,
            '+' if begins => {}
            '+' if !is_inside => terms.push((1.0, String::new())),
            '-' if !is_inside => terms.push((-1.0, String::new())),
            _ => term.push(letter),
        }
    }
    terms
}

/// Returns true if a term ends in the beginning of a number with an exponent, `1.5e`.
fn is_exponent(term: &str) -> bool {
    let number = term.rsplit('*').next().unwrap_or_default().trim_start();
    number
        .strip_suffix(['e', 'E'])
        .is_some_and(|mantissa| mantissa.parse::<f64>().is_ok())
}

fn is_name(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
        && !text.contains(['(', ')', '/', '^', ','])
}

#[cfg(test)]
mod tests {
    use super::Sum;

    /// Returns the value with `a = 3`, `b = 5`, `g[0][2] = 7`.
    fn value(text: &str) -> Option<f64> {
        let value = |name: &String| match name.as_str() {
            "a" => 3.0,
            "b" => 5.0,
            "g[0][2]" => 7.0,
            _ => f64::NAN,
        };
        let sum = Sum::parse(text)?;
        let terms = sum.terms();
        Some(
            terms
                .map(|(number, names)| number * names.iter().map(value).product::<f64>())
                .sum(),
        )
    }

    #[test]
    fn sums_have_the_values_of_arithmetic() {
        for (text, expected) in [
            ("a", 3.0),
            ("-a", -3.0),
            (" - a + 2*b", 7.0),
            ("a - 0.5*b*a", -4.5),
            ("1e-1*a - -b", 5.3),
            ("2.5E+1 + g[0][2]", 32.0),
            ("a * -2", -6.0),
            ("0.5*pi", std::f64::consts::FRAC_PI_2),
        ] {
            let found = value(text).unwrap();
            assert!((found - expected).abs() < 1e-14, "{text}: {found}");
        }
    }

    #[test]
    fn what_is_no_sum_is_refused() {
        for text in [
            "", "a +", "a b*", "2 a", "a/b", "sin(a)", "*a", "a ** b", "inf", "1e999", "(a)",
        ] {
            assert!(value(text).is_none_or(f64::is_nan), "{text}");
        }
        assert_eq!(Sum::parse(&"a+".repeat(30)), None);
        assert_eq!(Sum::parse(&format!("a{}", "+a".repeat(30))), None);
        assert_eq!(Sum::parse("a/b"), None);
    }

    #[test]
    fn parameters_are_put_in() {
        let mut sum = Sum::parse("2*l*x - l").unwrap();
        sum.put(|name| (name == "l").then_some(0.5));
        let x = ["x".to_owned()];
        assert!(sum.terms().eq([(1.0, &x[..]), (-0.5, &[])]));
    }
}

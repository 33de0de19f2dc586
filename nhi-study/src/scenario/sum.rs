//! Sums of products and quotients of numbers and names, such as `x - 0.5*l` or `a/2`.

/// The maximum number of terms of a sum, and of names in a term.
const MOST: usize = 8;

/// A sum of terms, each a number times or divided by names.
#[derive(Clone, Debug, PartialEq)]
pub struct Sum(Vec<(f64, Vec<Factor>)>);

/// A name that a term is multiplied or divided by.
#[derive(Clone, Debug, PartialEq)]
pub struct Factor {
    /// A parameter or a column.
    pub name: String,
    /// True if the term is divided by it.
    pub is_divisor: bool,
}

impl Factor {
    /// Returns a product with the value of this factor.
    #[must_use]
    pub fn times(&self, product: f64, value: f64) -> f64 {
        if self.is_divisor {
            product / value
        } else {
            product * value
        }
    }
}

impl Sum {
    /// Returns a sum that is a single number.
    pub fn number(value: f64) -> Self {
        Self(vec![(value, Vec::new())])
    }

    /// Parses a sum; `None` if the text is not one. Everything between `+`, `-`, `*` and `/` that
    /// is not a number is a name. Columns such as `body[0][2]` and `residual.skid` are therefore
    /// names too.
    pub fn parse(text: &str) -> Option<Self> {
        let mut terms = Vec::new();
        for (sign, term) in signed_terms(text) {
            let mut product = (sign, Vec::new());
            for (is_divisor, text) in factors(&term) {
                let factor = Factor {
                    name: text.to_owned(),
                    is_divisor,
                };
                match text.parse::<f64>() {
                    _ if text.is_empty() => return None,
                    Ok(number) if number.is_finite() => product.0 = factor.times(product.0, number),
                    Ok(_) => return None,
                    Err(_) if text == "pi" => {
                        product.0 = factor.times(product.0, std::f64::consts::PI);
                    }
                    Err(_) if is_name(text) => product.1.push(factor),
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
        for (number, factors) in &mut self.0 {
            factors.retain(|factor| match value(&factor.name) {
                Some(value) => {
                    *number = factor.times(*number, value);
                    false
                }
                None => true,
            });
        }
    }

    /// Returns the terms, each a number and the names that it is multiplied or divided by.
    pub fn terms(&self) -> impl Iterator<Item = (f64, &[Factor])> {
        self.0
            .iter()
            .map(|(number, factors)| (*number, factors.as_slice()))
    }
}

/// Returns the factors of a term, and true for divisors.
fn factors(term: &str) -> impl Iterator<Item = (bool, &str)> {
    let divided = term
        .split('*')
        .flat_map(|product| product.split('/').enumerate());
    divided.map(|(place, factor)| (place > 0, factor.trim()))
}

/// Returns the terms with their signs. A sign after `*` or `/`, or after the `e` of a number,
/// belongs to a factor.
fn signed_terms(text: &str) -> Vec<(f64, String)> {
    let mut terms = vec![(1.0, String::new())];
    for letter in text.chars() {
        let (sign, term) = terms.last_mut().expect("there is a first term");
        let begins = term.trim().is_empty();
        let is_inside = term.trim_end().ends_with(['*', '/']) || is_exponent(term);
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
    let number = term
        .rsplit(['*', '/'])
        .next()
        .unwrap_or_default()
        .trim_start();
    number
        .strip_suffix(['e', 'E'])
        .is_some_and(|mantissa| mantissa.parse::<f64>().is_ok())
}

fn is_name(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
        && !text.contains(['(', ')', '^', ','])
}

#[cfg(test)]
mod tests {
    use super::{Factor, Sum};

    /// Returns the value with `a = 3`, `b = 5`, `g[0][2] = 7`.
    fn value(text: &str) -> Option<f64> {
        let value = |factor: &Factor| match factor.name.as_str() {
            "a" => 3.0,
            "b" => 5.0,
            "g[0][2]" => 7.0,
            _ => f64::NAN,
        };
        let sum = Sum::parse(text)?;
        let terms = sum.terms();
        Some(
            terms
                .map(|(number, factors)| {
                    let put = |product, factor: &Factor| factor.times(product, value(factor));
                    factors.iter().fold(number, put)
                })
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
            ("a/2 - b/a*6", -8.5),
            ("1e+1 / -2*a", -15.0),
            ("0.5*pi", std::f64::consts::FRAC_PI_2),
        ] {
            let found = value(text).unwrap();
            assert!((found - expected).abs() < 1e-14, "{text}: {found}");
        }
    }

    #[test]
    fn what_is_no_sum_is_refused() {
        for text in [
            "", "a +", "a b*", "2 a", "a/", "/a", "sin(a)", "*a", "a ** b", "inf", "1e999", "(a)",
        ] {
            assert!(value(text).is_none_or(f64::is_nan), "{text}");
        }
        assert_eq!(Sum::parse(&"a+".repeat(30)), None);
        assert_eq!(Sum::parse(&format!("a{}", "+a".repeat(30))), None);
        assert_eq!(Sum::parse("a//b"), None);
    }

    #[test]
    fn parameters_are_put_in() {
        let mut sum = Sum::parse("2*l*x - l").unwrap();
        sum.put(|name| (name == "l").then_some(0.5));
        let x = [Factor {
            name: "x".to_owned(),
            is_divisor: false,
        }];
        assert!(sum.terms().eq([(1.0, &x[..]), (-0.5, &[])]));
    }
}

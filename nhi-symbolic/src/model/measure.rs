//! Units of measure as people write them, such as `kg m^2/s`, and the factors between them.

/// The exponents of metre, kilogram, second and ampere. Angles have no dimension.
pub(super) type Dimensions = [i32; 4];

/// A unit in terms of the base units.
pub(super) type Measure = (f64, Dimensions);

const UNITS: [(&str, Measure); 20] = [
    ("m", (1.0, [1, 0, 0, 0])),
    ("g", (1e-3, [0, 1, 0, 0])),
    ("s", (1.0, [0, 0, 1, 0])),
    ("A", (1.0, [0, 0, 0, 1])),
    ("rad", (1.0, [0; 4])),
    ("N", (1.0, [1, 1, -2, 0])),
    ("J", (1.0, [2, 1, -2, 0])),
    ("W", (1.0, [2, 1, -3, 0])),
    ("V", (1.0, [2, 1, -3, -1])),
    ("Pa", (1.0, [-1, 1, -2, 0])),
    ("Hz", (1.0, [0, 0, -1, 0])),
    ("Nm", (1.0, [2, 1, -2, 0])),
    ("min", (60.0, [0, 0, 1, 0])),
    ("h", (3600.0, [0, 0, 1, 0])),
    ("deg", (std::f64::consts::PI / 180.0, [0; 4])),
    ("°", (std::f64::consts::PI / 180.0, [0; 4])),
    ("rev", (std::f64::consts::TAU, [0; 4])),
    ("rpm", (std::f64::consts::TAU / 60.0, [0, 0, -1, 0])),
    ("%", (0.01, [0; 4])),
    ("1", (1.0, [0; 4])),
];

/// The number of units at the start of [`UNITS`] that accept prefixes.
const WITH_PREFIX: usize = 12;

const PREFIXES: [(&str, f64); 8] = [
    ("G", 1e9),
    ("M", 1e6),
    ("k", 1e3),
    ("c", 1e-2),
    ("m", 1e-3),
    ("u", 1e-6),
    ("µ", 1e-6),
    ("n", 1e-9),
];

/// The largest exponent of a unit.
const MOST: i32 = 9;

/// Returns the factor that converts numbers from one unit to another; `None` if one is not known,
/// or if their dimensions differ.
#[must_use]
pub fn unit_factor(from: &str, to: &str) -> Option<f64> {
    let ((from, of_from), (to, of_to)) = (measure(from)?, measure(to)?);
    (of_from == of_to).then(|| from / to)
}

/// Parses products and quotients of powers. A slash divides by the next factor only.
pub(super) fn measure(text: &str) -> Option<Measure> {
    let text = text.replace('/', " / ").replace(['*', '\u{b7}'], " ");
    let (mut size, mut dimensions) = (1.0, [0; 4]);
    let mut sign = 1;
    for word in text.split_whitespace() {
        if word == "/" {
            sign = -1;
            continue;
        }
        let (name, power) = word.split_once('^').unwrap_or((word, "1"));
        let (name, power) = match name.strip_suffix(['\u{b2}', '\u{b3}']) {
            Some(base) if name.ends_with('\u{b2}') => (base, "2"),
            Some(base) => (base, "3"),
            None => (name, power),
        };
        let power = sign
            * power
                .parse::<i32>()
                .ok()
                .filter(|power| power.abs() <= MOST)?;
        let (factor, of_name) = named(name)?;
        size *= factor.powi(power);
        for (sum, exponent) in dimensions.iter_mut().zip(of_name) {
            *sum += power * exponent;
        }
        sign = 1;
    }
    (sign == 1).then_some((size, dimensions))
}

fn named(name: &str) -> Option<Measure> {
    let plain = |name: &str, units: &[(&str, Measure)]| {
        let found = units.iter().find(|(known, _)| *known == name);
        found.map(|(_, measure)| *measure)
    };
    plain(name, &UNITS).or_else(|| {
        PREFIXES.iter().find_map(|(prefix, factor)| {
            let (size, dimensions) = plain(name.strip_prefix(prefix)?, &UNITS[..WITH_PREFIX])?;
            Some((factor * size, dimensions))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::unit_factor as factor;

    #[test]
    fn units_of_one_dimension_convert() {
        for (from, to, expected) in [
            ("rad", "deg", 180.0 / std::f64::consts::PI),
            ("rad/s", "rpm", 30.0 / std::f64::consts::PI),
            ("m/s", "km/h", 3.6),
            ("kg m^2/s^2", "mJ", 1e3),
            ("N m", "Nm", 1.0),
            ("kg*m²/s/s", "J", 1.0),
            ("cm", "mm", 10.0),
            ("min", "s", 60.0),
        ] {
            let found = factor(from, to).unwrap();
            assert!(
                (found / expected - 1.0).abs() < 1e-14,
                "{from} {to}: {found}"
            );
        }
    }

    #[test]
    fn other_units_do_not() {
        for (from, to) in [
            ("rad", "m"),
            ("m", "m/s"),
            ("furlong", "m"),
            ("m", "kdeg"),
            ("m/", "m"),
            ("m^99", "m^99"),
            ("m^x", "m"),
        ] {
            assert_eq!(factor(from, to), None, "{from} {to}");
        }
    }
}

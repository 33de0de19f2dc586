//! Ticks of axes, and numbers as they are printed.

use std::ops::Range;

/// The approximate number of ticks of an axis.
const TICKS: f64 = 7.0;

/// A tick: its place on the axis, and its label.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    pub(super) place: f64,
    pub(super) label: String,
}

/// Returns the ticks of a linear axis: multiples of 1, 2 or 5 times a power of ten.
pub(super) fn linear(range: &Range<f64>) -> Vec<Tick> {
    let size = range.end - range.start;
    let step = round_step(size / TICKS);
    if !step.is_finite() || step <= 0.0 {
        return Vec::new();
    }
    let (first, last) = between(range, step);
    let count = (last - first).clamp(-1.0, 20.0) as i32;
    let places = (0..=count).map(|k| (first + f64::from(k)) * step);
    places
        .map(|place| Tick {
            place,
            label: number(place, step),
        })
        .collect()
}

/// Returns the first and the last multiple of a step in a range, also at its ends.
fn between(range: &Range<f64>, step: f64) -> (f64, f64) {
    const ROUNDING: f64 = 1e-9;
    (
        (range.start / step - ROUNDING).ceil(),
        (range.end / step + ROUNDING).floor(),
    )
}

/// Returns the ticks of a logarithmic axis, whose places are decimal logarithms: powers of ten, or
/// also their multiples by 2 and 5 on a short axis.
pub(super) fn logarithmic(range: &Range<f64>) -> Vec<Tick> {
    let decades = range.end - range.start;
    if decades > 2.0 {
        let stride = (decades / TICKS).ceil().max(1.0);
        let (first, last) = between(range, stride);
        let places = (first as i32..=last as i32).map(|k| f64::from(k) * stride);
        return places
            .map(|place| Tick {
                place,
                label: power(1.0, place as i32),
            })
            .collect();
    }
    let (first, last) = (range.start.floor() as i32, range.end.floor() as i32);
    let factors: &[f64] = match decades {
        decades if decades > 0.6 => &[1.0, 2.0, 5.0],
        _ => &[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0],
    };
    let all = (first..=last).flat_map(|exponent| factors.iter().map(move |x| (*x, exponent)));
    let ticks = all.map(|(factor, exponent)| Tick {
        place: factor.log10() + f64::from(exponent),
        label: power(factor, exponent),
    });
    ticks
        .filter(|tick| (range.start..=range.end).contains(&tick.place))
        .collect()
}

/// Returns ticks at the given decimal logarithms, labelled with their numbers.
pub(super) fn at_points(places: Vec<f64>) -> Vec<Tick> {
    let label = |place: f64| {
        let value = format!("{:.3e}", 10_f64.powf(place)).parse::<f64>();
        let text = value.map_or_else(|_| String::new(), |value| format!("{value:?}"));
        text.trim_end_matches(".0").to_owned()
    };
    let ticks = places.into_iter();
    ticks
        .map(|place| Tick {
            place,
            label: label(place),
        })
        .collect()
}

/// Returns the smallest of 1, 2, 5 times a power of ten that is not less than a length.
pub(super) fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    steps
        .into_iter()
        .find(|step| *step >= least * (1.0 - 1e-9))
        .unwrap_or(f64::NAN)
}

/// Returns a multiple of a step, without rounding errors and with a true minus sign.
pub(super) fn number(value: f64, step: f64) -> String {
    let value = if value.abs() < 1e-6 * step {
        0.0
    } else {
        value
    };
    if value == 0.0 {
        return "0".to_owned();
    }
    if !(1e-3..1e5).contains(&value.abs().max(step)) {
        let exponent = value.abs().log10().floor() as i32;
        let digits = (f64::from(exponent) - step.log10().floor()).clamp(0.0, 12.0) as usize;
        let factor = value / 10_f64.powi(exponent);
        return format!(
            "{}\u{b7}{}",
            minus(&format!("{factor:.digits$}")),
            power(1.0, exponent)
        );
    }
    let digits = (-step.log10().floor()).clamp(0.0, 12.0) as usize;
    minus(&format!("{value:.digits$}"))
}

/// Returns `factor` times a power of ten as it is printed, such as 10⁻³ or 2·10⁻³.
pub(super) fn power(factor: f64, exponent: i32) -> String {
    if (-2..=3).contains(&exponent) {
        let digits = usize::try_from(-exponent).unwrap_or(0) + usize::from(factor.fract() != 0.0);
        return format!("{:.digits$}", factor * 10_f64.powi(exponent));
    }
    let raised: String = exponent.to_string().chars().map(superscript).collect();
    match factor {
        1.0 => format!("10{raised}"),
        _ => format!("{factor}\u{b7}10{raised}"),
    }
}

/// Returns a number with a true minus sign instead of a hyphen.
pub(super) fn minus(text: &str) -> String {
    text.replace('-', "\u{2212}")
}

fn superscript(letter: char) -> char {
    match letter {
        '-' => '\u{207b}',
        '1' => '\u{b9}',
        '2' => '\u{b2}',
        '3' => '\u{b3}',
        digit => char::from_u32(u32::from(digit) - u32::from('0') + 0x2070).unwrap_or(digit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(ticks: &[Tick]) -> Vec<&str> {
        ticks.iter().map(|tick| tick.label.as_str()).collect()
    }

    #[test]
    fn linear_ticks_are_round_and_have_true_minus_signs() {
        assert_eq!(
            labels(&linear(&(-0.3..0.35))),
            ["−0.3", "−0.2", "−0.1", "0", "0.1", "0.2", "0.3"]
        );
        assert_eq!(
            labels(&linear(&(0.0..12.0))),
            ["0", "2", "4", "6", "8", "10", "12"]
        );
        assert_eq!(
            labels(&linear(&(1.2..2.4))),
            ["1.2", "1.4", "1.6", "1.8", "2.0", "2.2", "2.4"]
        );
        assert_eq!(labels(&linear(&(-2e-7..2e-7)))[0], "−2·10⁻⁷");
        for range in [0.0..0.0, f64::NAN..1.0, 0.0..f64::INFINITY] {
            assert_eq!(linear(&range), [], "{range:?}");
        }
    }

    #[test]
    fn logarithmic_ticks_are_powers_of_ten() {
        assert_eq!(
            labels(&logarithmic(&(-6.5..1.2))),
            ["10⁻⁶", "10⁻⁴", "0.01", "1"]
        );
        assert_eq!(
            labels(&logarithmic(&(-3.2..-2.1))),
            ["10⁻³", "2·10⁻³", "5·10⁻³"]
        );
        assert_eq!(
            labels(&at_points(vec![-1.0, 0.0, 32_f64.log10()])),
            ["0.1", "1", "32"]
        );
    }
}

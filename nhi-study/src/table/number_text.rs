//! Numbers as text.

use std::io::Write;

/// Appends the shortest text that reads back as the same number, as `{:?}` writes it.
pub(super) fn append(number: f64, text: &mut Vec<u8>) {
    if is_written_alike(number) {
        let mut buffer = zmij::Buffer::new();
        text.extend_from_slice(buffer.format_finite(number).as_bytes());
    } else {
        write!(text, "{number:?}").expect("memory takes every text");
    }
}

/// Returns true if `zmij`, which is many times as fast, writes the same text as `{:?}`.
///
/// `zmij` switches to exponents below 1e-5 instead of 1e-4 and writes large exponents with a `+`.
/// It decides between two equally near texts by the last digit.
fn is_written_alike(number: f64) -> bool {
    let size = number.abs();
    ((1e-4..1e16).contains(&size) || size < 1e-5) && !may_be_halfway(size)
}

/// Returns true if a positive number may lie halfway between two of its shortest texts.
///
/// The exact text of such a number is one digit longer than its shortest texts, so it has 16 to 18
/// digits: up to 15 digits the shortest text is exact, and the shortest text has at most 17 digits.
/// A number `odd / 2^places` has the digits of the integer `odd * 5^places`.
fn may_be_halfway(size: f64) -> bool {
    /// The maximum value of `places` for such a number, as `5^26` has 19 digits.
    const MOST: i32 = 25;
    let bits = size.to_bits();
    let fraction = bits & ((1 << 52) - 1) | 1 << 52;
    let zeros = fraction.trailing_zeros();
    let places = 1075 - (bits >> 52) as i32 - zeros as i32;
    if !(1..=MOST).contains(&places) {
        return false;
    }
    let digits = u128::from(fraction >> zeros) * 5_u128.pow(places as u32);
    (10_u128.pow(15)..10_u128.pow(18)).contains(&digits)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(number: f64) {
        let mut text = b"1.5,".to_vec();
        append(number, &mut text);
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text, format!("1.5,{number:?}"), "{:#x}", number.to_bits());
    }

    fn check_with_neighbours(number: f64) {
        for number in [number.next_down(), number, number.next_up()] {
            check(number);
            check(-number);
        }
    }

    #[test]
    fn limits_of_the_format_and_of_doubles_have_their_usual_texts() {
        for limit in [0.0, f64::MIN_POSITIVE, f64::MAX, f64::EPSILON] {
            check_with_neighbours(limit);
        }
        for number in [f64::NAN, -f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            check(number);
        }
    }

    #[test]
    fn numbers_halfway_between_two_texts_have_their_usual_text() {
        // 582183826654960.25, and 2^-24 = 5.9604644775390625e-8.
        for number in [582_183_826_654_960.0 + 0.25, 2_f64.powi(-24)] {
            assert!(may_be_halfway(number));
            check_with_neighbours(number);
        }
    }

    #[test]
    fn powers_of_two_and_of_ten_have_their_usual_texts() {
        // Just below a power of two, doubles are closer to each other than above it.
        (0..2047).for_each(|exponent| check_with_neighbours(f64::from_bits(exponent << 52)));
        // Denormals with a single bit set.
        (0..52).for_each(|place| check_with_neighbours(f64::from_bits(1 << place)));
        for exponent in -323..=308 {
            check_with_neighbours(format!("1e{exponent}").parse().unwrap());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn every_pattern_of_bits_has_its_usual_text(bits: u64) {
            check(f64::from_bits(bits));
        }

        /// Random bit patterns rarely have exponents at which the format changes.
        #[test]
        fn moderate_numbers_have_their_usual_text(digits: i64, exponent in -25..5_i32) {
            check(digits as f64 * 10_f64.powi(exponent));
        }

        /// Numbers halfway between two texts have few binary digits.
        #[test]
        fn binary_fractions_have_their_usual_text(digits: u64, bits in 1..54_u32, places in 0..60_i32) {
            check((digits >> (64 - bits)) as f64 * 2_f64.powi(-places));
        }

        #[test]
        fn few_digits_have_their_usual_text(digits in -100_000..100_000_i32, exponent in -25..20_i32) {
            check(f64::from(digits) * 10_f64.powi(exponent));
            check(f64::from(digits));
        }
    }
}

//! Numbers formatted for people.

use core::fmt;

use super::Finding;
use crate::{Real, math};

/// The worst level, if it is a number.
pub(super) struct Extreme<D> {
    shown: Option<D>,
    how: &'static str,
}

impl<D> Extreme<D> {
    pub(super) fn of<T: Real>(worst: T, shown: D, how: &'static str) -> Self {
        let shown = math::is_finite(worst).then_some(shown);
        Self { shown, how }
    }
}

impl<D: fmt::Display> fmt::Display for Extreme<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.shown {
            Some(shown) => write!(f, "{shown} {}", self.how),
            None => write!(f, "later no number at all"),
        }
    }
}

/// The share at the first state beyond a limit. If the scale has grown so much since then that this
/// share is within the limit, only a bound of the shares since then is shown.
pub(super) struct First<T> {
    share: Percent<T>,
    is_bound: bool,
}

impl<T: Real> First<T> {
    pub(super) fn of(finding: &Finding<T>) -> Self {
        let is_bound = finding.level <= finding.limit && math::is_finite(finding.worst);
        let share = Percent(if is_bound {
            finding.worst
        } else {
            finding.level
        });
        Self { share, is_bound }
    }
}

impl<T: fmt::Display + Real> fmt::Display for First<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound = if self.is_bound { "up to " } else { "" };
        write!(f, "{bound}{}", self.share)
    }
}

/// A share in percent.
pub(super) struct Percent<T>(pub(super) T);

impl<T: fmt::Display + Real> fmt::Display for Percent<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = self.0 * T::literal(100.0);
        let mut digits = usize::from(percent < T::literal(10.0));
        // A share that is not zero is not shown as zero.
        let mut least = T::literal(0.05);
        while T::zero() < percent && percent < least && digits < MOST_DIGITS {
            digits += 1;
            least /= T::literal(10.0);
        }
        write!(f, "{percent:.digits$} %")
    }
}

/// An angle in radians, or a note if it is over 1000.
pub(super) struct Angle<T>(pub(super) T);

impl<T: fmt::Display + Real> fmt::Display for Angle<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < T::literal(1000.0) {
            write!(f, "{:.2} rad", self.0)
        } else {
            f.write_str("over 1000 rad")
        }
    }
}

/// A time without the round-off in its last digits: `3 * 0.1` is 0.3.
pub(super) struct Moment<T>(pub(super) T);

/// The largest number of digits after the decimal point.
const MOST_DIGITS: usize = 9;

impl<T: fmt::Display + Real> fmt::Display for Moment<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.0.to_f64();
        let mut power = 1.0;
        for digits in 0..=MOST_DIGITS {
            let scaled = time * power;
            let nearest = (scaled + 0.5_f64.copysign(scaled)) as i64 as f64;
            if (scaled - nearest).abs() <= 4.0 * f64::EPSILON * scaled.abs() {
                return write!(f, "{time:.digits$}");
            }
            power *= 10.0;
        }
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_shares_are_not_shown_as_zero() {
        let shares = [
            (0.0, "0.0 %"),
            (4e-6, "0.0004 %"),
            (0.012, "1.2 %"),
            (46.12, "4612 %"),
        ];
        for (share, text) in shares {
            assert_eq!(std::format!("{}", Percent(share)), text);
        }
    }

    #[test]
    fn round_off_in_a_time_is_not_shown() {
        for (time, text) in [
            (3.0 * 0.1, "0.3"),
            (-7.0 * 0.1, "-0.7"),
            (0.0, "0"),
            (120.0, "120"),
            (2.5e-7, "0.00000025"),
            (1.0 / 3.0, "0.3333333333333333"),
            (1e300, "1"),
        ] {
            let shown = std::format!("{}", Moment(time));
            assert!(shown.starts_with(text), "{shown}");
        }
    }

    #[test]
    fn angles_beyond_all_sense_have_no_digits() {
        assert_eq!(std::format!("{}", Angle(1.25)), "1.25 rad");
        assert_eq!(std::format!("{}", Angle(3e87)), "over 1000 rad");
    }
}

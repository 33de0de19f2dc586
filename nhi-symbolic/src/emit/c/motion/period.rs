//! Controls that are held over a period.

use super::super::data::Names;
use super::super::text::definition;

/// The period over which controls are held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ControlPeriod {
    /// Its length as a time.
    pub length: f64,
    /// Its number of steps.
    pub steps: u64,
}

/// `nhi_runtime::plumbing::time_of_period` in C.
const PERIOD_TIME: &str = "\
static double motion_period_time(double start, double own, double period, uint64_t count) {
    const double sum = start + ((double)count * period);
    const double size = fabs(sum);
    const double nanoseconds = floor((size * 1e9) + 0.5);
    const double decimal = copysign(nanoseconds / 1e9, sum);
    const double rounding = 4.0 * DBL_EPSILON * fmax(size, fabs(start));
    const int is_decimal = (size < 1e5) && (fabs(decimal - sum) <= rounding);
    const double latest = is_decimal ? fmax(sum, decimal) : sum;
    return (count > 0u) ? fmax(own, latest) : own;
}

";

impl ControlPeriod {
    /// Writes the function that renews the held controls by `laws`, at multiples of the period.
    pub(super) fn hold(self, names: &Names, laws: &str) -> String {
        let steps = self.steps;
        let real = names.real();
        let length = names.precision.literal(self.length);
        let body = format!(
            "    if ((m->state.steps % {steps}u) != 0u) {{\n        return;\n    }}\n\
             \x20   const {real} t = motion_period_time(m->state.origin, own, {length}, m->state.steps / {steps}u);\n{laws}"
        );
        let holding = ["motion *m".to_owned(), format!("{real} own")];
        let hold = format!("static void motion_hold({})", holding.join(", "));
        [PERIOD_TIME, &definition(&hold, &holding, &body)].concat()
    }
}
